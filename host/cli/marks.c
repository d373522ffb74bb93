#include "marks.h"

static gboolean is_place(const LapArg *arg)
{
  return arg->type == LAP_ARG_PIECE || arg->type == LAP_ARG_CELL || arg->type == LAP_ARG_ITEM;
}

static Mark *find(const GArray *marks, const LapGameField *field, LapArgType type, gint value)
{
  for (guint i = 0; marks && i < marks->len; i++) {
    Mark *mark = &g_array_index(marks, Mark, i);
    if (mark->field == field && mark->type == type && mark->value == value) return mark;
  }
  return NULL;
}

static void add_place(GArray *marks, Mark mark)
{
  Mark *other = find(marks, mark.field, mark.type, mark.value);
  if (other)
    other->number = 0;
  else
    g_array_append_val(marks, mark);
}

static void add(GArray *marks, const LapGame *game, const LapAction *action, guint number)
{
  const LapGameKind *kind = lap_game_action(game, action->kind);
  for (guint i = 0; kind && i < kind->n_args; i++)
    if (is_place(&kind->args[i]) && kind->field[i])
      add_place(marks, (Mark){kind->field[i], kind->args[i].type, action->arg[i], number});
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
