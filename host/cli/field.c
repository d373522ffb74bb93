#include "field.h"

#include <string.h>

#include "cards.h"
#include "cursor.h"
#include "host/text/titles.h"
#include "map.h"
#include "symbols.h"
#include "terminal.h"

/* --- whether and how a field is drawn */

gboolean field_is_drawn(const Render *render, const LapGameField *field)
{
  return lap_appearance_is_drawn(render->appearance, field);
}

guint field_draw(const Render *render, const LapGameField *field)
{
  return lap_appearance_draw_as(render->appearance, field);
}

char *field_label(const Render *render, const LapGameField *field)
{
  char *label = g_strdup(lap_title_named(render->texts, "field", field->name));
  if (g_ascii_islower(*label)) *label = g_ascii_toupper(*label);
  return label;
}

/* --- values of the view */

static gboolean has_rows(const LapGameField *field)
{
  return (field->of_seats || field->rows > 1) && field->type != LAP_PLANE;
}

guint field_rows(const Render *render, const LapGameField *field)
{
  const LapViewField *in_view = lap_view_find(render->view, field);
  return in_view && has_rows(field) ? in_view->n : 0;
}

/* NULL if the viewer may not see it. */
static const LapViewRow *row_of(const Render *render, const LapGameField *field, guint row)
{
  const LapViewField *in_view = field ? lap_view_find(render->view, field) : NULL;
  guint index = row == FIELD_WHOLE ? 0 : row;
  if (!in_view || index >= in_view->n || (row != FIELD_WHOLE && !has_rows(field))) return NULL;
  return in_view->row[index].kind == LAP_VIEW_SECRET ? NULL : &in_view->row[index];
}

/* The same row of a field that a placement names, or all of it where it has no rows; or NULL. */
static const LapViewRow *row_beside(const Render *render, const LapGameField *field, const char *name, guint row)
{
  const LapGameField *beside = lap_appearance_beside(render->appearance, field, name);
  return row_of(render, beside, beside && has_rows(beside) ? row : FIELD_WHOLE);
}

/* --- boards: bounded grids */

typedef struct {
  const Render *render;
  const LapGameField *field;
  const LapViewRow *row;
  guint width, height, cell; /* cell: columns of one, without lines */
  guint stride;              /* cells in a row of the field, of which `width` are drawn */
  const LapViewRow *lengths; /* how many cells each row has; NULL: all of them */
  guint left;                /* columns of what stands before each row */
  gboolean lines, coordinates;
} Board;

static LapViewItem board_item(const Board *board, guint x, guint y)
{
  guint i = y * board->stride + x;
  return i < board->row->n ? board->row->item[i] : 0;
}

static gboolean is_empty(const Board *board, LapViewItem item)
{
  return symbol_is_empty(board->render, board->field, item);
}

static char *number_of(const Board *board, guint i)
{
  guint number = render_number(board->render, board->field, 0, i);
  return number ? g_strdup_printf("%u", number) : g_strdup("");
}

static char *empty_cell(const Board *board, guint i)
{
  g_autofree char *number = number_of(board, i);
  if (*number) return terminal_styled(CURSOR_QUIET, number);
  const char *dot = board->lines || !board->coordinates ? "" : terminal()->utf8 ? "·" : ".";
  return terminal_styled(TERMINAL_DIM, dot);
}

static char *item_text(const Board *board, LapViewItem item)
{
  guint colour;
  g_autofree char *mark = symbol_mark(board->render, board->field, item, &colour);
  const char *ink = terminal_ink(colour);
  return terminal_styled(ink ? ink : TERMINAL_BOLD, mark);
}

static char *cell_text(const Board *board, guint x, guint y)
{
  guint i = y * board->stride + x;
  LapViewItem item = board_item(board, x, y);
  g_autofree char *tokens = render_tokens(board->render, board->field, i);
  g_autofree char *bold = terminal_styled(TERMINAL_BOLD, tokens);
  if (is_empty(board, item)) return *tokens ? g_steal_pointer(&bold) : empty_cell(board, i);
  g_autofree char *text = item_text(board, item);
  return g_strconcat(text, bold, NULL);
}

/* `text` in the middle of the cell. */
static void append_cell(GString *line, const Board *board, const char *text)
{
  guint free_columns = board->cell - MIN(board->cell, terminal_columns(text)), left = free_columns / 2;
  g_string_append_printf(line, "%*s%s%*s", (int)left, "", text, (int)(free_columns - left), "");
}

/* How many cells there are in a row; none above the first one and below the last. */
static guint row_length(const Board *board, guint y)
{
  if (y >= board->height) return 0;
  return board->lengths && y < board->lengths->n ? (guint)CLAMP(board->lengths->item[y], 0, board->width)
                                                 : board->width;
}

/* What stands before a row: its number, or what it is called. */
static char *row_label(const Board *board, guint y)
{
  return board->coordinates ? g_strdup_printf("%2u ", y + 1) : render_label(board->render, board->field, y);
}

/* The letters of the cells of row 1. */
static char *board_header(const Board *board)
{
  GString *line = g_string_new(NULL);
  g_string_append_printf(line, "%*s", (int)board->left + board->lines, "");
  for (guint x = 0; x < board->width; x++) {
    g_autofree char *cell = lap_texts_cell(board->field, (gint)x), *letters = g_strndup(cell, strlen(cell) - 1);
    append_cell(line, board, letters);
    if (board->lines) g_string_append_c(line, ' ');
  }
  return g_string_free(line, FALSE);
}

/* What stands where lines meet: at the left of cell `x` of two rows, which have so many cells. */
static const char *crossing(guint x, guint above, guint below)
{
  enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };
  static const char *const fine[] = {
      [DOWN | RIGHT] = "┌",        [DOWN | LEFT] = "┐",       [UP | RIGHT] = "└",
      [UP | LEFT] = "┘",           [UP | DOWN | RIGHT] = "├", [UP | DOWN | LEFT] = "┤",
      [DOWN | LEFT | RIGHT] = "┬", [UP | LEFT | RIGHT] = "┴", [UP | DOWN | LEFT | RIGHT] = "┼"};
  guint lines = (above && x <= above ? UP : 0) | (below && x <= below ? DOWN : 0) | (x ? LEFT : 0) |
                (x < MAX(above, below) ? RIGHT : 0);
  return terminal()->utf8 ? fine[lines] : "+";
}

/* "   ├───┼───┤": the line above row `y`. */
static char *board_rule(const Board *board, guint y)
{
  GString *line = g_string_new(NULL);
  guint above = y ? row_length(board, y - 1) : 0, below = row_length(board, y), cells = MAX(above, below);
  g_string_append_printf(line, "%*s", (int)board->left, "");
  for (guint x = 0; cells && x <= cells; x++) {
    g_string_append(line, crossing(x, above, below));
    for (guint i = 0; x < cells && i < board->cell; i++) g_string_append(line, terminal()->utf8 ? "─" : "-");
  }
  return g_string_free(line, FALSE);
}

static char *board_row(const Board *board, guint y)
{
  GString *line = g_string_new(NULL);
  const char *wall = !board->lines ? "" : terminal()->utf8 ? "│" : "|";
  if (board->left) {
    g_autofree char *label = row_label(board, y);
    g_string_append_printf(line, "%s%*s", label, (int)(board->left - terminal_columns(label)), "");
  }
  if (row_length(board, y)) g_string_append(line, wall);
  for (guint x = 0; x < row_length(board, y); x++) {
    g_autofree char *text = cell_text(board, x, y);
    append_cell(line, board, text);
    g_string_append(line, wall);
  }
  return g_string_free(line, FALSE);
}

/* Whether the screen has no room for lines between the rows, with players and choices below. */
static gboolean is_low(const Board *board)
{
  enum { OTHERS = 20 };
  guint height = terminal_height();
  return height && board->height * 2 + OTHERS > height;
}

static void draw_between(Picture *picture, const Board *board, guint y)
{
  gboolean is_edge = y == 0 || y == board->height;
  if (board->lines && (is_edge || !is_low(board))) picture_take(picture, board_rule(board, y));
}

static guint widest_cell(const Board *board)
{
  guint widest = 1;
  for (guint i = 0; i < board->width * board->height; i++) {
    g_autofree char *text = cell_text(board, i % board->width, i / board->width);
    widest = MAX(widest, terminal_columns(text));
  }
  return widest;
}

static gboolean is_column_empty(const Board *board, guint x)
{
  for (guint y = 0; y < board->height; y++)
    if (x < row_length(board, y) && !is_empty(board, board_item(board, x, y))) return FALSE;
  return TRUE;
}

/* A field without anything visible, not even empty places. */
static gboolean is_bare(const Board *board)
{
  return !board->lines && !board->coordinates && board->width == 1 && is_column_empty(board, 0);
}

static gboolean board_fits(const Board *board, guint columns)
{
  return board->left + board->width * (board->cell + 1) + 1 <= columns;
}

/* Of the grids of all seats, which stand side by side, only the viewer's own has what its rows are called. */
static gboolean has_labels(const Board *board)
{
  const Render *render = board->render;
  return board->coordinates || (!render->is_low && (render->row == FIELD_WHOLE || render->row == render->view->viewer));
}

static void measure_labels(Board *board)
{
  for (guint y = 0; has_labels(board) && y < board->height; y++) {
    g_autofree char *label = row_label(board, y);
    board->left = MAX(board->left, terminal_columns(label));
  }
}

static void measure_board(Board *board, guint columns)
{
  measure_labels(board);
  guint widest = widest_cell(board);
  board->cell = widest + 2;
  board->lines = board_fits(board, board->coordinates ? columns : columns / 2);
  if (board->lines) return;
  board->cell = widest + 1;
  while (!board->coordinates && board->width > 1 && is_column_empty(board, board->width - 1)) board->width--;
}

/* Cells of `row` in the shape of `field`. Where actions or events name cells, columns have letters and rows numbers
 * from the top. Where a cell is empty and a choice names it, the choice's number stands there; tokens stand behind what
 * lies there. Drawn without lines where those would pass `columns`; and without its empty last columns where nothing
 * names cells and they would pass half of it. */
static Picture *board_draw(const Render *render, const LapGameField *field, const LapViewRow *row, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  Board board = {render, field, row, field->shape->width, field->shape->height, .stride = field->shape->width};
  if (placement) board.lengths = row_beside(render, field, placement->on, render->row);
  board.coordinates = lap_appearance_has_coordinates(render->appearance, field);
  measure_board(&board, columns);
  Picture *picture = picture_new();
  if (is_bare(&board)) return picture;
  if (board.coordinates) picture_take(picture, board_header(&board));
  for (guint y = 0; y < board.height; y++) {
    draw_between(picture, &board, y);
    picture_take(picture, board_row(&board, y));
  }
  draw_between(picture, &board, board.height);
  return picture;
}

/* --- drawing it */

static CardsLayout layout_of(const Render *render, const LapGameField *field, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  if (!placement) return (CardsLayout){.columns = columns};
  return (CardsLayout){.columns = columns, .group = placement->group, .wrap = placement->wrap};
}

/* Those of `field` that stand on a map. */
static void add_values(const Render *render, const LapGameField *field, guint row, GArray *values)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  const LapViewRow *value = row_of(render, field, row), *tile = row_beside(render, field, placement->x, row);
  const LapViewRow *side = row_beside(render, field, placement->turn, row);
  if (!value || !tile) return;
  for (guint i = 0; i < MIN(value->n, tile->n); i++) {
    guint turn = side && i < side->n ? (guint)side->item[i] % TILE_SIDES : TILE_NORTH;
    const MapValue stands = {field, i, value->item[i], tile->item[i], turn};
    g_array_append_val(values, stands);
  }
}

static GArray *values_on(const Render *render, const LapGameField *map, guint row)
{
  GArray *values = g_array_new(FALSE, FALSE, sizeof(MapValue));
  const GPtrArray *fields = render->view->game->fields;
  for (guint i = 0; i < fields->len; i++)
    if (lap_appearance_map(render->appearance, fields->pdata[i]) == map)
      add_values(render, fields->pdata[i], row, values);
  return values;
}

static Picture *draw_map(const Render *render, const LapGameField *field, guint row, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  g_autoptr(GArray) values = values_on(render, field, row);
  const MapColumns map = {row_of(render, field, row), row_beside(render, field, placement->x, row),
                          row_beside(render, field, placement->y, row), row_beside(render, field, placement->turn, row),
                          values};
  return map_draw(render, field, &map, columns);
}

static Picture *draw_cards(const Render *render, const LapGameField *field, guint row, guint columns)
{
  const LapViewRow *cards = row_of(render, field, row);
  CardsLayout layout = layout_of(render, field, columns);
  layout.sizes = row_of(render, lap_appearance_groups(render->appearance, field), row);
  if (layout.sizes) return cards_groups(render, field, cards, &layout);
  if (!field->set || !cards->n) return NULL;
  return (cards_are_names(render, field, cards) ? cards_names : cards_draw)(render, field, cards, &layout);
}

static Picture *draw_large(const Render *render, const LapGameField *field, guint row, guint columns)
{
  const LapViewRow *seen = row_of(render, field, row);
  switch (seen ? field_draw(render, field) : LAP_DRAW_COUNTER) {
  case LAP_DRAW_GRID:
    return board_draw(render, field, seen, columns);
  case LAP_DRAW_PILE:
    return field->set && seen->size ? cards_pile(render, field, seen) : NULL;
  case LAP_DRAW_MAP:
    return field->set ? draw_map(render, field, row, columns) : NULL;
  case LAP_DRAW_HAND:
  case LAP_DRAW_ROW:
    return draw_cards(render, field, row, columns);
  default:
    return NULL;
  }
}

Picture *field_large(const Render *render, const LapGameField *field, guint row, guint columns)
{
  Render here = *render;
  here.row = row;
  return draw_large(&here, field, row, columns);
}

/* The items of the fields whose values stand behind each item, as far as there are any. */
static Picture *draw_line(const Render *render, const LapGameField *field, guint row, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  CardsLayout layout = layout_of(render, field, columns);
  const char *const name[] = {placement ? placement->x : NULL, placement ? placement->y : NULL,
                              placement ? placement->turn : NULL};
  for (guint i = 0; placement && i < G_N_ELEMENTS(name); i++) {
    const LapViewRow *beside = row_beside(render, field, name[i], row);
    if (!beside) continue;
    layout.beside[layout.n_beside] = beside;
    layout.beside_field[layout.n_beside++] = lap_appearance_beside(render->appearance, field, name[i]);
  }
  Render here = *render;
  here.row = row;
  return cards_line(&here, field, row_of(render, field, row), &layout);
}

Picture *field_small(const Render *render, const LapGameField *field, guint row, guint columns)
{
  const LapViewRow *seen = row_of(render, field, row);
  if (!seen) return NULL;
  if (field_draw(render, field) != LAP_DRAW_COUNTER || !field->set) return draw_line(render, field, row, columns);
  Picture *size = picture_new();
  picture_take(size, g_strdup_printf("%u", seen->size));
  return size;
}

/* --- tokens */

static void add_tokens(const Render *render, const LapGameField *field, GArray *tokens)
{
  const LapPlacement *placement = lap_appearance_placement(render->appearance, field);
  const LapGameField *on = lap_appearance_beside(render->appearance, field, placement->on);
  for (guint seat = 0; on && seat < field_rows(render, field); seat++) {
    const LapViewRow *place = row_of(render, field, seat);
    if (!place || !place->n) continue;
    const Token token = {field, on, place->item[0], seat};
    g_array_append_val(tokens, token);
  }
}

GArray *field_tokens(const Render *render)
{
  GArray *tokens = g_array_new(FALSE, FALSE, sizeof(Token));
  const GPtrArray *fields = render->view->game->fields;
  for (guint i = 0; i < fields->len; i++)
    if (field_draw(render, fields->pdata[i]) == LAP_DRAW_TOKENS) add_tokens(render, fields->pdata[i], tokens);
  return tokens;
}
