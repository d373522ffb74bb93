#include "render.h"

#include <string.h>

#include "terminal.h"

guint scene_number(const Scene *scene, const LapGameField *field, Item item, guint place)
{
  guint number = item.kind == ITEM_FACE ? marks_find(scene->marks, field, LAP_ARG_PIECE, (gint)item.value) : 0;
  if (!number) number = marks_find(scene->marks, field, LAP_ARG_CELL, (gint)place);
  return number ? number : marks_find(scene->marks, field, LAP_ARG_ITEM, (gint)place);
}

/* The first letter of `name` that none of `taken` is. */
static gunichar free_letter(const char *name, const GString *taken)
{
  for (; *name; name = g_utf8_next_char(name)) {
    gunichar letter = g_unichar_toupper(g_utf8_get_char(name));
    if (g_unichar_isalnum(letter) && !g_utf8_strchr(taken->str, -1, letter)) return letter;
  }
  return 0;
}

char *scene_token(const char *const *names, guint seat)
{
  g_autoptr(GString) taken = g_string_new(NULL);
  gunichar letter = 0;
  for (guint i = 0; i <= seat; i++) {
    letter = free_letter(names[i], taken);
    for (gunichar next = '1'; !letter; next++)
      if (!g_utf8_strchr(taken->str, -1, next)) letter = next;
    g_string_append_unichar(taken, letter);
  }
  char text[7] = "";
  g_unichar_to_utf8(letter, text);
  return g_strdup(text);
}

static const LapFace *token_look(const Scene *scene, guint seat)
{
  for (guint i = 0; scene->tokens && i < scene->tokens->len; i++) {
    const Token *token = &g_array_index(scene->tokens, Token, i);
    if (token->seat == seat) return lap_appearance_value(scene->looks->appearance, token->field, seat);
  }
  return NULL;
}

const char *scene_token_ground(const Scene *scene, guint seat)
{
  static const guint colours[] = {LAP_COLOUR_RED,    LAP_COLOUR_BLUE,   LAP_COLOUR_GREEN, LAP_COLOUR_YELLOW,
                                  LAP_COLOUR_PURPLE, LAP_COLOUR_ORANGE, LAP_COLOUR_PINK,  LAP_COLOUR_WHITE,
                                  LAP_COLOUR_BROWN,  LAP_COLOUR_GREY,   LAP_COLOUR_BLACK};
  const LapFace *look = token_look(scene, seat);
  return terminal_ground(look ? look->colour : colours[seat % G_N_ELEMENTS(colours)]);
}

gboolean scene_has_tokens(const Scene *scene) { return scene->tokens && scene->tokens->len; }

char *scene_tokens(const Scene *scene, const LapGameField *field, guint place)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; scene->tokens && i < scene->tokens->len; i++) {
    const Token *token = &g_array_index(scene->tokens, Token, i);
    if (token->on != field || token->place != place) continue;
    g_autofree char *letter = scene_token(scene->names, token->seat);
    g_string_append(text, letter);
  }
  return g_string_free(text, FALSE);
}

static gboolean is_place(const LapArg *arg)
{
  return arg->type == LAP_ARG_PIECE || arg->type == LAP_ARG_CELL || arg->type == LAP_ARG_ITEM;
}

static Mark *find_mark(const GArray *marks, const LapGameField *field, LapArgType type, gint value)
{
  for (guint i = 0; marks && i < marks->len; i++) {
    Mark *mark = &g_array_index(marks, Mark, i);
    if (mark->field == field && mark->type == type && mark->value == value) return mark;
  }
  return NULL;
}

static void add_place(GArray *marks, Mark mark)
{
  Mark *other = find_mark(marks, mark.field, mark.type, mark.value);
  if (other)
    other->number = 0;
  else
    g_array_append_val(marks, mark);
}

static void add_action(GArray *marks, const LapGame *game, const LapAction *action, guint number)
{
  const LapGameKind *kind = lap_game_action(game, action->kind);
  for (guint i = 0; kind && i < kind->n_args; i++)
    if (is_place(&kind->args[i]) && kind->field[i])
      add_place(marks, (Mark){kind->field[i], kind->args[i].type, action->arg[i], number});
}

GArray *marks_of(const LapGame *game, const LapActions *choices)
{
  GArray *marks = g_array_new(FALSE, FALSE, sizeof(Mark));
  for (guint i = 0; i < choices->n; i++) add_action(marks, game, &choices->v[i], i + 1);
  return marks;
}

guint marks_find(const GArray *marks, const LapGameField *field, LapArgType type, gint value)
{
  const Mark *mark = find_mark(marks, field, type, value);
  return mark ? mark->number : 0;
}
