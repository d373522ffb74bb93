#include "marks.h"

static gboolean is_place(const LapArg *arg)
{
  return arg->type == LAP_ARG_PIECE || arg->type == LAP_ARG_CELL || arg->type == LAP_ARG_ITEM;
}

/* The only place among the arguments of `action`, or -1. */
static int place_of(const LapGameKind *kind)
{
  int place = -1;
  for (guint i = 0; i < kind->n_args; i++) {
    if (!is_place(&kind->args[i]) || !kind->field[i]) continue;
    if (place >= 0) return -1;
    place = (int)i;
  }
  return place;
}

static Mark *find(const GArray *marks, const LapGameField *field, LapArgType type, gint value)
{
  for (guint i = 0; marks && i < marks->len; i++) {
    Mark *mark = &g_array_index(marks, Mark, i);
    if (mark->field == field && mark->type == type && mark->value == value) return mark;
  }
  return NULL;
}

static void add(GArray *marks, const LapGame *game, const LapAction *action, guint number)
{
  const LapGameKind *kind = lap_game_action(game, action->kind);
  int place = kind ? place_of(kind) : -1;
  if (place < 0) return;
  Mark mark = {kind->field[place], kind->args[place].type, action->arg[place], number};
  Mark *other = find(marks, mark.field, mark.type, mark.value);
  if (other)
    other->number = 0;
  else
    g_array_append_val(marks, mark);
}

GArray *marks_of(const LapGame *game, const LapActions *choices)
{
  GArray *marks = g_array_new(FALSE, FALSE, sizeof(Mark));
  for (guint i = 0; i < choices->n; i++) add(marks, game, &choices->v[i], i + 1);
  return marks;
}

guint marks_find(const GArray *marks, const LapGameField *field, LapArgType type, gint value)
{
  const Mark *mark = find(marks, field, type, value);
  return mark ? mark->number : 0;
}
