#include "board.h"

#include <string.h>

#include "terminal.h"

typedef struct {
  const Scene *scene;
  const LapGameField *field;
  const Items *items;
  guint width, height, cell; /* cell: columns of one, without lines */
  guint stride;              /* cells in a row of the field, of which `width` are drawn */
  gboolean lines, coordinates;
} Board;

static Item item_of(const Board *board, guint x, guint y)
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
  Item item = item_of(board, x, y);
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
static char *header(const Board *board)
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
static char *rule(const Board *board, const char *left, const char *cross, const char *right)
{
  GString *line = g_string_new(board->coordinates ? "   " : "");
  for (guint x = 0; x < board->width; x++) {
    g_string_append(line, x == 0 ? left : cross);
    for (guint i = 0; i < board->cell; i++) g_string_append(line, terminal()->utf8 ? "─" : "-");
  }
  g_string_append(line, right);
  return g_string_free(line, FALSE);
}

static char *row(const Board *board, guint y)
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
    picture_take(picture, fine ? rule(board, "┌", "┬", "┐") : rule(board, "+", "+", "+"));
  else if (y == board->height)
    picture_take(picture, fine ? rule(board, "└", "┴", "┘") : rule(board, "+", "+", "+"));
  else
    picture_take(picture, fine ? rule(board, "├", "┼", "┤") : rule(board, "+", "+", "+"));
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
    if (item_of(board, x, y).kind != ITEM_EMPTY) return FALSE;
  return TRUE;
}

/* Nothing to be seen, not even where it might be. */
static gboolean is_bare(const Board *board)
{
  return !board->lines && !board->coordinates && board->width == 1 && is_column_empty(board, 0);
}

static gboolean fits(const Board *board, guint columns) { return board->width * (board->cell + 1) + 4 <= columns; }

static void measure(Board *board, guint columns)
{
  guint widest = widest_cell(board);
  board->cell = widest + 2;
  board->lines = fits(board, board->coordinates ? columns : columns / 2);
  if (board->lines) return;
  board->cell = widest + 1;
  while (!board->coordinates && board->width > 1 && is_column_empty(board, board->width - 1)) board->width--;
}

Picture *board_draw(const Scene *scene, const LapGameField *field, const Items *items, guint columns)
{
  Board board = {scene, field, items, field->shape->width, field->shape->height, .stride = field->shape->width};
  board.coordinates = lap_appearance_has_coordinates(scene->looks->appearance, field);
  measure(&board, columns);
  Picture *picture = picture_new();
  if (is_bare(&board)) return picture;
  if (board.coordinates) picture_take(picture, header(&board));
  for (guint y = 0; y < board.height; y++) {
    draw_between(picture, &board, y);
    picture_take(picture, row(&board, y));
  }
  draw_between(picture, &board, board.height);
  return picture;
}
