#include "render.h"

#include <string.h>

#include "host/text/titles.h"
#include "terminal.h"

/* --- numbers of choices */

static gboolean is_place(const LapArg *arg)
{
  return arg->type == LAP_ARG_PIECE || arg->type == LAP_ARG_CELL || arg->type == LAP_ARG_ITEM;
}

static ChoiceNumber *find(const GArray *numbers, const LapGameField *field, guint row, LapArgType type, gint64 value)
{
  for (guint i = 0; numbers && i < numbers->len; i++) {
    ChoiceNumber *number = &g_array_index(numbers, ChoiceNumber, i);
    if (number->field == field && number->row == row && number->type == type && number->value == value) return number;
  }
  return NULL;
}

static void add_place(GArray *numbers, ChoiceNumber number)
{
  ChoiceNumber *other = find(numbers, number.field, number.row, number.type, number.value);
  if (other)
    other->number = 0;
  else
    g_array_append_val(numbers, number);
}

/* Sets of cells are drawn as one grid, whatever their rows are. */
static gboolean has_row(const LapGameField *field) { return field->of_seats && field->type != LAP_PLANE; }

/* Where the rows of a field are seats, the row of the seat that is named before the place; else of the one who acts. */
static void add_choice(GArray *numbers, const LapGame *game, const LapAction *action, guint number)
{
  const LapGameKind *kind = lap_game_action(game, action->kind);
  guint seat = action->seat;
  for (guint i = 0; kind && i < kind->n_args; i++) {
    const LapGameField *field = kind->field[i];
    if (kind->args[i].type == LAP_ARG_SEAT) seat = (guint)action->arg[i];
    if (!is_place(&kind->args[i]) || !field) continue;
    guint row = has_row(field) ? seat : FIELD_WHOLE;
    add_place(numbers, (ChoiceNumber){field, row, kind->args[i].type, action->arg[i], number});
  }
}

GArray *choice_numbers(const LapGame *game, const LapActions *choices)
{
  GArray *numbers = g_array_new(FALSE, FALSE, sizeof(ChoiceNumber));
  for (guint i = 0; i < choices->n; i++) add_choice(numbers, game, &choices->v[i], i + 1);
  return numbers;
}

static guint number_at(const Render *render, const LapGameField *field, LapArgType type, gint64 value)
{
  const ChoiceNumber *number = find(render->numbers, field, has_row(field) ? render->row : FIELD_WHOLE, type, value);
  return number ? number->number : 0;
}

guint render_number(const Render *render, const LapGameField *field, LapViewItem item, guint place)
{
  guint number = item_is_face(field, item) ? number_at(render, field, LAP_ARG_PIECE, item) : 0;
  if (!number) number = number_at(render, field, LAP_ARG_CELL, place);
  return number ? number : number_at(render, field, LAP_ARG_ITEM, place);
}

char *render_label(const Render *render, const LapGameField *field, guint i)
{
  g_autofree char *label = lap_appearance_label(render->appearance, field, i);
  const char *name = label ? lap_title_named(render->texts, "choice", label) : "";
  if (!label && lap_appearance_places_are_seats(render->appearance, field) && i < render->view->seats)
    name = render->names[i];
  g_autofree char *spaced = *name ? g_strdup_printf("%s ", name) : g_strdup("");
  return terminal_styled(TERMINAL_DIM, spaced);
}

/* --- tokens of seats */

/* The first letter of `name` that none of `taken` is. */
static gunichar free_letter(const char *name, const GString *taken)
{
  for (; *name; name = g_utf8_next_char(name)) {
    gunichar letter = g_unichar_toupper(g_utf8_get_char(name));
    if (g_unichar_isalnum(letter) && !g_utf8_strchr(taken->str, -1, letter)) return letter;
  }
  return 0;
}

char *render_token(const char *const *names, guint seat)
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

static const LapFace *token_look(const Render *render, guint seat)
{
  for (guint i = 0; render->tokens && i < render->tokens->len; i++) {
    const Token *token = &g_array_index(render->tokens, Token, i);
    if (token->seat == seat) return lap_appearance_value(render->appearance, token->field, seat);
  }
  return NULL;
}

const char *render_token_ground(const Render *render, guint seat)
{
  static const guint colours[] = {LAP_COLOUR_RED,    LAP_COLOUR_BLUE,   LAP_COLOUR_GREEN, LAP_COLOUR_YELLOW,
                                  LAP_COLOUR_PURPLE, LAP_COLOUR_ORANGE, LAP_COLOUR_PINK,  LAP_COLOUR_WHITE,
                                  LAP_COLOUR_BROWN,  LAP_COLOUR_GREY,   LAP_COLOUR_BLACK};
  const LapFace *look = token_look(render, seat);
  return terminal_ground(look ? look->colour : colours[seat % G_N_ELEMENTS(colours)]);
}

gboolean render_has_tokens(const Render *render) { return render->tokens && render->tokens->len; }

char *render_tokens(const Render *render, const LapGameField *field, guint place)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; render->tokens && i < render->tokens->len; i++) {
    const Token *token = &g_array_index(render->tokens, Token, i);
    if (token->on != field || token->place != place) continue;
    g_autofree char *letter = render_token(render->names, token->seat);
    g_string_append(text, letter);
  }
  return g_string_free(text, FALSE);
}
