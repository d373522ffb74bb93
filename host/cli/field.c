#include "field.h"

#include <string.h>

#include "cards.h"
#include "host/describe/titles.h"
#include "map.h"
#include "terminal.h"

/* --- what of a field is drawn, and how */

gboolean field_is_drawn(const Table *table, const LapGameField *field)
{
  return lap_appearance_is_drawn(table->scene.looks->appearance, field);
}

guint field_draw(const Table *table, const LapGameField *field)
{
  return lap_appearance_draw_as(table->scene.looks->appearance, field);
}

char *field_label(const Table *table, const LapGameField *field)
{
  char *label = g_strdup(lap_title_named(table->scene.looks->texts, "field", field->name));
  if (g_ascii_islower(*label)) *label = g_ascii_toupper(*label);
  return label;
}

/* --- what the view says of it */

static JsonNode *value_of(const Table *table, const LapGameField *field)
{
  JsonObject *fields = json_object_get_object_member(table->view, "fields");
  return json_object_has_member(fields, field->name) ? json_object_get_member(fields, field->name) : NULL;
}

guint field_rows(const Table *table, const LapGameField *field)
{
  JsonNode *value = value_of(table, field);
  gboolean rows = (field->of_seats || field->rows > 1) && field->type != LAP_PLANE;
  return rows && value && JSON_NODE_HOLDS_ARRAY(value) ? json_array_get_length(json_node_get_array(value)) : 0;
}

/* FALSE where it is not for the viewer. */
static gboolean read_row(const Table *table, const LapGameField *field, guint row, Items *items)
{
  JsonNode *value = field ? value_of(table, field) : NULL;
  if (!value) return FALSE;
  if (row != FIELD_WHOLE && row >= field_rows(table, field)) return FALSE;
  if (row != FIELD_WHOLE) value = json_array_get_element(json_node_get_array(value), row);
  items_read(items, table->scene.looks, field, value);
  return !items->hidden;
}

/* The same row of a field that a placement names. */
static gboolean read_beside(const Table *table, const LapGameField *field, const char *name, guint row, Items *items)
{
  const LapGameField *beside = lap_appearance_beside(table->scene.looks->appearance, field, name);
  return beside && read_row(table, beside, row, items);
}

/* --- drawing it */

static CardsLayout layout_of(const Table *table, const LapGameField *field, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(table->scene.looks->appearance, field);
  if (!placement) return (CardsLayout){.columns = columns};
  return (CardsLayout){.columns = columns, .group = placement->group, .wrap = placement->wrap};
}

/* Those of `field` that stand on a map. */
static void add_values(const Table *table, const LapGameField *field, guint row, GArray *values)
{
  const LapPlacement *placement = lap_appearance_placement(table->scene.looks->appearance, field);
  g_auto(Items) value = {0}, tile = {0}, side = {0};
  if (!read_row(table, field, row, &value) || !read_beside(table, field, placement->x, row, &tile)) return;
  gboolean sides = read_beside(table, field, placement->turn, row, &side);
  for (guint i = 0; i < MIN(value.item->len, tile.item->len); i++) {
    guint turn = sides && i < side.item->len ? (guint)items_at(&side, i).value % TILE_SIDES : TILE_NORTH;
    const MapValue stands = {field, i, items_at(&value, i), items_at(&tile, i).value, turn};
    g_array_append_val(values, stands);
  }
}

static GArray *values_on(const Table *table, const LapGameField *map, guint row)
{
  GArray *values = g_array_new(FALSE, FALSE, sizeof(MapValue));
  const GPtrArray *fields = table->scene.looks->game->fields;
  for (guint i = 0; i < fields->len; i++)
    if (lap_appearance_map(table->scene.looks->appearance, fields->pdata[i]) == map)
      add_values(table, fields->pdata[i], row, values);
  return values;
}

static Picture *draw_map(const Table *table, const LapGameField *field, guint row, const Items *items, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(table->scene.looks->appearance, field);
  g_auto(Items) x = {0}, y = {0}, turn = {0};
  g_autoptr(GArray) values = values_on(table, field, row);
  const MapColumns map = {items, read_beside(table, field, placement->x, row, &x) ? &x : NULL,
                          read_beside(table, field, placement->y, row, &y) ? &y : NULL,
                          read_beside(table, field, placement->turn, row, &turn) ? &turn : NULL, values};
  return map_draw(&table->scene, field, &map, columns);
}

static Picture *draw_cards(const Table *table, const LapGameField *field, guint row, const Items *items, guint columns)
{
  const LapGameField *groups = lap_appearance_groups(table->scene.looks->appearance, field);
  CardsLayout layout = layout_of(table, field, columns);
  g_auto(Items) sizes = {0};
  if (groups && read_row(table, groups, row, &sizes)) {
    layout.sizes = &sizes;
    return cards_groups(&table->scene, field, items, &layout);
  }
  if (!field->set || !items->item->len) return NULL;
  return (cards_are_names(&table->scene, field, items) ? cards_names : cards_draw)(&table->scene, field, items,
                                                                                   &layout);
}

static Picture *draw_large(const Table *table, const LapGameField *field, guint row, const Items *items, guint columns)
{
  switch (field_draw(table, field)) {
  case LAP_DRAW_GRID:
    return board_draw(&table->scene, field, items, columns);
  case LAP_DRAW_PILE:
    return field->set && items->size ? cards_pile(&table->scene, field, items) : NULL;
  case LAP_DRAW_MAP:
    return field->set ? draw_map(table, field, row, items, columns) : NULL;
  case LAP_DRAW_HAND:
  case LAP_DRAW_ROW:
    return draw_cards(table, field, row, items, columns);
  default:
    return NULL;
  }
}

Picture *field_large(const Table *table, const LapGameField *field, guint row, guint columns)
{
  g_auto(Items) items = {0};
  return read_row(table, field, row, &items) ? draw_large(table, field, row, &items, columns) : NULL;
}

/* The items of the fields whose values stand behind each item, as far as there are any. */
static Picture *draw_line(const Table *table, const LapGameField *field, guint row, const Items *items, guint columns)
{
  const LapPlacement *placement = lap_appearance_placement(table->scene.looks->appearance, field);
  CardsLayout layout = layout_of(table, field, columns);
  g_auto(Items) x = {0}, y = {0}, turn = {0};
  if (!placement) return cards_line(&table->scene, field, items, &layout);
  const char *const name[] = {placement->x, placement->y, placement->turn};
  Items *const beside[] = {&x, &y, &turn};
  for (guint i = 0; i < G_N_ELEMENTS(beside); i++) {
    if (!read_beside(table, field, name[i], row, beside[i])) continue;
    layout.beside[layout.n_beside] = beside[i];
    layout.beside_field[layout.n_beside++] = lap_appearance_beside(table->scene.looks->appearance, field, name[i]);
  }
  return cards_line(&table->scene, field, items, &layout);
}

Picture *field_small(const Table *table, const LapGameField *field, guint row, guint columns)
{
  g_auto(Items) items = {0};
  if (!read_row(table, field, row, &items)) return NULL;
  if (field_draw(table, field) != LAP_DRAW_COUNTER || !field->set) return draw_line(table, field, row, &items, columns);
  Picture *size = picture_new();
  picture_take(size, g_strdup_printf("%" G_GINT64_FORMAT, items.size));
  return size;
}

/* --- tokens */

static void add_tokens(const Table *table, const LapGameField *field, GArray *tokens)
{
  const LapPlacement *placement = lap_appearance_placement(table->scene.looks->appearance, field);
  const LapGameField *on = lap_appearance_beside(table->scene.looks->appearance, field, placement->on);
  for (guint seat = 0; on && seat < field_rows(table, field); seat++) {
    g_auto(Items) place = {0};
    if (!read_row(table, field, seat, &place) || !place.item->len) continue;
    const Token token = {field, on, items_at(&place, 0).value, seat};
    g_array_append_val(tokens, token);
  }
}

GArray *field_tokens(const Table *table)
{
  GArray *tokens = g_array_new(FALSE, FALSE, sizeof(Token));
  const GPtrArray *fields = table->scene.looks->game->fields;
  for (guint i = 0; i < fields->len; i++)
    if (field_draw(table, fields->pdata[i]) == LAP_DRAW_TOKENS) add_tokens(table, fields->pdata[i], tokens);
  return tokens;
}

typedef struct {
  const Scene *scene;
  const LapGameField *field;
  const Items *items;
  guint width, height, cell; /* cell: columns of one, without lines */
  guint stride;              /* cells in a row of the field, of which `width` are drawn */
  gboolean lines, coordinates;
} Board;

static Item board_item(const Board *board, guint x, guint y)
{
  guint i = y * board->stride + x;
  return i < board->items->item->len ? items_at(board->items, i) : (Item){ITEM_EMPTY, 0};
}

static char *number_of(const Board *board, guint i)
{
  guint number = scene_number(board->scene, board->field, (Item){ITEM_EMPTY, 0}, i);
  return number ? g_strdup_printf("%u", number) : g_strdup("");
}

static char *empty_cell(const Board *board, guint i)
{
  g_autofree char *number = number_of(board, i);
  if (*number) return terminal_styled(TERMINAL_DIM, number);
  const char *dot = board->lines || !board->coordinates ? "" : terminal()->utf8 ? "·" : ".";
  return terminal_styled(TERMINAL_DIM, dot);
}

static char *item_text(const Board *board, Item item)
{
  guint colour;
  g_autofree char *mark = looks_mark(board->scene->looks, board->field, item, &colour);
  const char *ink = terminal_ink(colour);
  return terminal_styled(ink ? ink : TERMINAL_BOLD, mark);
}

static char *cell_text(const Board *board, guint x, guint y)
{
  guint i = y * board->stride + x;
  Item item = board_item(board, x, y);
  g_autofree char *tokens = scene_tokens(board->scene, board->field, i);
  g_autofree char *bold = terminal_styled(TERMINAL_BOLD, tokens);
  if (item.kind == ITEM_EMPTY) return *tokens ? g_steal_pointer(&bold) : empty_cell(board, i);
  g_autofree char *text = item_text(board, item);
  return g_strconcat(text, bold, NULL);
}

/* `text` in the middle of the cell. */
static void append_cell(GString *line, const Board *board, const char *text)
{
  guint free_columns = board->cell - MIN(board->cell, terminal_columns(text)), left = free_columns / 2;
  g_string_append_printf(line, "%*s%s%*s", (int)left, "", text, (int)(free_columns - left), "");
}

/* The letters of the cells of row 1. */
static char *board_header(const Board *board)
{
  GString *line = g_string_new(board->lines ? "    " : "   ");
  for (guint x = 0; x < board->width; x++) {
    g_autofree char *cell = lap_texts_cell(board->field, (gint)x), *letters = g_strndup(cell, strlen(cell) - 1);
    append_cell(line, board, letters);
    if (board->lines) g_string_append_c(line, ' ');
  }
  return g_string_free(line, FALSE);
}

/* "   ├───┼───┤": the ends and the crossing of one line between rows. */
static char *board_rule(const Board *board, const char *left, const char *cross, const char *right)
{
  GString *line = g_string_new(board->coordinates ? "   " : "");
  for (guint x = 0; x < board->width; x++) {
    g_string_append(line, x == 0 ? left : cross);
    for (guint i = 0; i < board->cell; i++) g_string_append(line, terminal()->utf8 ? "─" : "-");
  }
  g_string_append(line, right);
  return g_string_free(line, FALSE);
}

static char *board_row(const Board *board, guint y)
{
  GString *line = g_string_new(NULL);
  const char *wall = !board->lines ? "" : terminal()->utf8 ? "│" : "|";
  if (board->coordinates) g_string_append_printf(line, "%2u ", y + 1);
  g_string_append(line, wall);
  for (guint x = 0; x < board->width; x++) {
    g_autofree char *text = cell_text(board, x, y);
    append_cell(line, board, text);
    g_string_append(line, wall);
  }
  return g_string_free(line, FALSE);
}

static void draw_between(Picture *picture, const Board *board, guint y)
{
  gboolean fine = terminal()->utf8;
  if (!board->lines) return;
  if (y == 0)
    picture_take(picture, fine ? board_rule(board, "┌", "┬", "┐") : board_rule(board, "+", "+", "+"));
  else if (y == board->height)
    picture_take(picture, fine ? board_rule(board, "└", "┴", "┘") : board_rule(board, "+", "+", "+"));
  else
    picture_take(picture, fine ? board_rule(board, "├", "┼", "┤") : board_rule(board, "+", "+", "+"));
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
    if (board_item(board, x, y).kind != ITEM_EMPTY) return FALSE;
  return TRUE;
}

/* Nothing to be seen, not even where it might be. */
static gboolean is_bare(const Board *board)
{
  return !board->lines && !board->coordinates && board->width == 1 && is_column_empty(board, 0);
}

static gboolean board_fits(const Board *board, guint columns)
{
  return board->width * (board->cell + 1) + 4 <= columns;
}

static void measure_board(Board *board, guint columns)
{
  guint widest = widest_cell(board);
  board->cell = widest + 2;
  board->lines = board_fits(board, board->coordinates ? columns : columns / 2);
  if (board->lines) return;
  board->cell = widest + 1;
  while (!board->coordinates && board->width > 1 && is_column_empty(board, board->width - 1)) board->width--;
}

Picture *board_draw(const Scene *scene, const LapGameField *field, const Items *items, guint columns)
{
  Board board = {scene, field, items, field->shape->width, field->shape->height, .stride = field->shape->width};
  board.coordinates = lap_appearance_has_coordinates(scene->looks->appearance, field);
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
