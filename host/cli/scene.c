#include "scene.h"

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
