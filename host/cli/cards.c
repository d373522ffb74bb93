#include "cards.h"

#include "cursor.h"
#include "map.h"
#include "symbols.h"
#include "terminal.h"

static const char *times(void) { return terminal()->utf8 ? "×" : "x"; }

static Picture *text_picture(char *text)
{
  Picture *picture = picture_new();
  picture_take(picture, text);
  return picture;
}

/* Lays them out line by line, `wrap` to a line where the layout says so. */
static Picture *flow(GPtrArray *pictures, guint gap, const CardsLayout *layout)
{
  guint wrap = layout->wrap && !layout->group ? layout->wrap : MAX(pictures->len, 1);
  Picture *all = picture_new();
  for (guint i = 0; i < pictures->len; i += wrap) {
    GPtrArray *line = g_ptr_array_new();
    for (guint k = i; k < MIN(i + wrap, pictures->len); k++) g_ptr_array_add(line, pictures->pdata[k]);
    picture_below(all, picture_flow(line, gap, layout->columns), 0);
  }
  g_ptr_array_free(pictures, TRUE);
  return all;
}

/* --- lines around a canvas */

static void draw_lines(Canvas *canvas, guint columns, guint rows, const char *style)
{
  gboolean fine = terminal()->utf8;
  int right = (int)columns - 1, bottom = (int)rows - 1;
  canvas_repeat(canvas, 1, 0, style, fine ? "─" : "-", columns - 2);
  canvas_repeat(canvas, 1, bottom, style, fine ? "─" : "-", columns - 2);
  for (int y = 1; y < bottom; y++) {
    canvas_put(canvas, 0, y, style, fine ? "│" : "|");
    canvas_put(canvas, right, y, style, fine ? "│" : "|");
  }
  canvas_put(canvas, 0, 0, style, fine ? "╭" : "+");
  canvas_put(canvas, right, 0, style, fine ? "╮" : "+");
  canvas_put(canvas, 0, bottom, style, fine ? "╰" : "+");
  canvas_put(canvas, right, bottom, style, fine ? "╯" : "+");
}

/* --- pieces with cells */

static void draw_cells(const LapDrawing *drawing, Canvas *canvas)
{
  for (guint y = 0; y < drawing->height; y++)
    for (guint x = 0; x < drawing->width; x++) {
      const LapMark *mark = drawing_cell(drawing, x, y);
      g_autofree char *letters = mark ? drawing_letters(mark) : g_strdup(terminal()->utf8 ? "·" : ".");
      canvas_put(canvas, 2 + 2 * (int)x, 1 + (int)y, mark ? terminal_ink(mark->colour) : TERMINAL_DIM, letters);
    }
}

static void draw_around(const LapDrawing *drawing, Canvas *canvas, guint columns, guint rows, const char *style)
{
  int north = (int)(columns - MIN(columns, drawing_columns(drawing, LAP_AT_NORTH))) / 2;
  int south = (int)(columns - MIN(columns, drawing_columns(drawing, LAP_AT_SOUTH))) / 2;
  drawing_put(drawing, LAP_AT_NORTH, canvas, north, 0, style, FALSE);
  drawing_put(drawing, LAP_AT_SOUTH, canvas, south, (int)rows - 1, style, FALSE);
  drawing_put(drawing, LAP_AT_WEST, canvas, 0, (int)rows / 2, style, FALSE);
  drawing_put(drawing, LAP_AT_EAST, canvas, (int)(columns - drawing_columns(drawing, LAP_AT_EAST)), (int)rows / 2,
              style, FALSE);
}

static Picture *celled_box(const LapDrawing *drawing)
{
  const char *style = terminal_ink(drawing->colour);
  guint title = drawing_columns(drawing, LAP_AT_MIDDLE), rows = drawing->height + 2u;
  guint columns = MAX(2u * drawing->width + 3, title + 2);
  g_autoptr(Canvas) canvas = canvas_new(columns, rows);
  draw_lines(canvas, columns, rows, style);
  draw_cells(drawing, canvas);
  draw_around(drawing, canvas, columns, rows, style);
  drawing_put(drawing, LAP_AT_MIDDLE, canvas, 1, 0, style, FALSE);
  return canvas_picture(canvas, 0, columns);
}

/* --- others: three lines */

static Picture *lined_box(const char *text, guint columns, const char *style)
{
  g_autoptr(Canvas) canvas = canvas_new(columns, 3);
  draw_lines(canvas, columns, 3, TERMINAL_DIM);
  canvas_put(canvas, (int)(columns - terminal_columns(text)) / 2, 1, style, text);
  return canvas_picture(canvas, 0, columns);
}

static Picture *coloured_box(const char *text, guint columns, const char *style)
{
  g_autoptr(Canvas) canvas = canvas_new(columns, 3);
  for (int y = 0; y < 3; y++) canvas_repeat(canvas, 0, y, style, " ", columns);
  canvas_put(canvas, (int)(columns - terminal_columns(text)) / 2, 1, style, text);
  return canvas_picture(canvas, 0, columns);
}

/* Marks of several colours: the ground of each reaches up and down, and to the edges at the ends. */
static Picture *parted_box(const LapDrawing *drawing, guint columns)
{
  const char *style = terminal_ground(drawing->colour);
  guint left = (columns - drawing_columns(drawing, LAP_AT_MIDDLE)) / 2, x = 0, used = left;
  g_autoptr(Canvas) canvas = canvas_new(columns, 3);
  for (guint i = 0; i < drawing->n; i++) {
    if (drawing->mark[i].at != LAP_AT_MIDDLE) continue;
    g_autofree char *letters = drawing_letters(&drawing->mark[i]);
    const char *own = terminal_ground(drawing->mark[i].colour);
    used += terminal_columns(letters);
    /* What comes behind draws over it. */
    for (int y = 0; y < 3; y++) canvas_repeat(canvas, (int)x, y, own ? own : style, " ", columns - x);
    x = used;
  }
  drawing_put(drawing, LAP_AT_MIDDLE, canvas, (int)left, 1, style, TRUE);
  return canvas_picture(canvas, 0, columns);
}

static Picture *plain_box(const Render *render, const LapGameField *field, LapViewItem item, const LapDrawing *drawing)
{
  guint colour;
  g_autofree char *mark = symbol_mark(render, field, item, &colour);
  const char *ground = terminal()->colour ? terminal_ground(colour) : NULL;
  g_autofree char *text = ground ? g_strdup(mark) : symbol_bare(render, field, item);
  guint edge = item_is_back(field, item) && field->set->n_backs < 2 ? 2 : 4,
        columns = MAX(terminal_columns(text) + edge, 6);
  if (ground && drawing_has(drawing, LAP_AT_MIDDLE)) return parted_box(drawing, columns);
  if (ground) return coloured_box(text, columns, ground);
  return lined_box(text, columns, item_is_back(field, item) ? TERMINAL_DIM : TERMINAL_BOLD);
}

static gboolean has_sides(const LapDrawing *drawing)
{
  for (guint at = LAP_AT_NORTH; at <= LAP_AT_WEST; at++)
    if (drawing_has(drawing, at)) return TRUE;
  return FALSE;
}

/* A piece or a value, large: on its colour, or between lines; a piece with cells of its own with those, one with sides
 * as a tile. */
static Picture *box_draw(const Render *render, const LapGameField *field, LapViewItem item, guint place)
{
  LapDrawing drawing = {0};
  if (item_is_face(field, item)) lap_appearance_draw(render->appearance, field->set, item, &drawing);
  if (drawing.width && drawing.height) return celled_box(&drawing);
  if (has_sides(&drawing)) return tile_alone(render, field, item, place);
  return plain_box(render, field, item, &drawing);
}

/* --- large */

static Picture *card_draw(const Render *render, const LapGameField *field, LapViewItem item, guint place)
{
  Picture *card = box_draw(render, field, item, place);
  guint number = render_number(render, field, item, place);
  if (!number) return card;
  g_autofree char *text = g_strdup_printf("%u", number);
  g_autofree char *styled = terminal_styled(CURSOR_QUIET, text);
  guint left = (card->columns - MIN(card->columns, terminal_columns(text))) / 2;
  picture_take(card, g_strdup_printf("%*s%s", (int)left, "", styled));
  return card;
}

Picture *cards_draw(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout)
{
  GPtrArray *pictures = g_ptr_array_new();
  guint group = layout->group;
  for (guint i = 0; i < row->n;) {
    Picture *together = picture_new();
    do {
      picture_beside(together, card_draw(render, field, row->item[i], i), group ? 0 : 1);
      i++;
    } while (group && i < row->n && i % group != 0);
    g_ptr_array_add(pictures, together);
  }
  return flow(pictures, group ? 2 : 1, layout);
}

/* --- names */

enum { LONG_NAME = 16 };

gboolean cards_are_names(const Render *render, const LapGameField *field, const LapViewRow *row)
{
  guint longest = 0, colour;
  if (lap_appearance_has_faces(render->appearance, field->set)) return FALSE;
  for (guint i = 0; i < row->n; i++) {
    g_autofree char *name = symbol_mark(render, field, row->item[i], &colour);
    longest = MAX(longest, terminal_columns(name));
  }
  return longest >= LONG_NAME;
}

static Picture *name_draw(const Render *render, const LapGameField *field, LapViewItem item, guint place)
{
  guint colour, number = render_number(render, field, item, place);
  g_autofree char *name = symbol_mark(render, field, item, &colour);
  g_autofree char *digits = g_strdup_printf("%u ", number);
  g_autofree char *styled = number ? terminal_styled(CURSOR_QUIET, digits) : g_strdup("");
  return text_picture(g_strconcat(styled, name, NULL));
}

Picture *cards_names(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < row->n; i++) g_ptr_array_add(pictures, name_draw(render, field, row->item[i], i));
  return flow(pictures, 3, layout);
}

/* --- piles */

Picture *cards_pile(const Render *render, const LapGameField *field, const LapViewRow *row)
{
  /* Its back, where it has only one. */
  LapViewItem top = row->size ? lap_view_item_of_back(0) : 0;
  if (row->n) top = row->item[row->n - 1];
  Picture *pile = card_draw(render, field, top, MAX(row->size, 1) - 1), *count = picture_new();
  picture_add(count, "");
  picture_take(count, g_strdup_printf("%s%u", times(), row->size));
  picture_beside(pile, count, 1);
  return pile;
}

/* --- small */

/* "▒▒×6" */
static char *run_text(const Render *render, const LapGameField *field, LapViewItem item, guint run)
{
  g_autofree char *chip = symbol_chip(render, field, item);
  return run > 1 ? g_strdup_printf("%s%s%u", chip, times(), run) : g_steal_pointer(&chip);
}

/* How many items are like the one at `i`, with those right behind it. */
static guint run_of(const LapViewRow *row, guint i)
{
  guint run = 1;
  while (i + run < row->n && row->item[i + run] == row->item[i]) run++;
  return run;
}

/* How many of the items at `i` make one chip: backs alike are counted rather than drawn. */
static guint chip_run(const LapGameField *field, const LapViewRow *row, guint i, const CardsLayout *layout)
{
  gboolean counted = item_is_back(field, row->item[i]) && !layout->group && !layout->n_beside;
  return counted ? run_of(row, i) : 1;
}

/* What stands behind the chip at `i`. */
static char *beside_text(const Render *render, const CardsLayout *layout, guint i)
{
  GString *text = g_string_new(NULL);
  for (guint k = 0; k < layout->n_beside; k++) {
    guint colour;
    if (i >= layout->beside[k]->n) continue;
    g_autofree char *mark = symbol_mark(render, layout->beside_field[k], layout->beside[k]->item[i], &colour);
    g_string_append(text, mark);
  }
  return g_string_free(text, FALSE);
}

/* The chips of one group, or one run. */
static Picture *chips(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout,
                      guint *i)
{
  guint first = *i, group = layout->group;
  guint end = group ? MIN(first + group, row->n) : first + chip_run(field, row, first, layout);
  gboolean tight = group && terminal()->colour;
  if (!group) {
    *i = end;
    Picture *chip = text_picture(render_label(render, field, first));
    picture_beside(chip, text_picture(run_text(render, field, row->item[first], end - first)), 0);
    picture_beside(chip, text_picture(beside_text(render, layout, first)), 0);
    return chip;
  }
  Picture *together = picture_new();
  for (; *i < end; (*i)++)
    picture_beside(together, text_picture(run_text(render, field, row->item[*i], 1)), tight ? 0 : 1);
  return together;
}

static Picture *size_picture(const LapViewRow *row)
{
  if (!row->size) return text_picture(g_strdup(terminal()->utf8 ? "–" : "-"));
  return text_picture(g_strdup_printf("%s%u", times(), row->size));
}

Picture *cards_line(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout)
{
  if (!row->n) return size_picture(row);
  GPtrArray *pictures = g_ptr_array_new();
  gboolean of_seats = lap_appearance_places_are_seats(render->appearance, field);
  guint n = of_seats ? MIN(row->n, render->view->seats) : row->n;
  for (guint i = 0; i < n;) g_ptr_array_add(pictures, chips(render, field, row, layout, &i));
  if (row->size > row->n) g_ptr_array_add(pictures, size_picture(row));
  return flow(pictures, layout->group ? 2 : 1, layout);
}

/* --- in groups of sizes */

enum { NARROWEST_CHIP = 4 };

/* The mark in the middle of its ground, or between brackets. */
static char *even_chip(const Render *render, const LapGameField *field, LapViewItem item, guint columns)
{
  guint colour;
  g_autofree char *mark = symbol_mark(render, field, item, &colour);
  const char *ground = terminal()->colour ? terminal_ground(colour) : NULL;
  guint inside = columns - 2, blanks = inside - MIN(inside, terminal_columns(mark));
  g_autofree char *text = g_strdup_printf("%s%*s%s%s", ground ? " " : "[", (int)blanks, "", mark, ground ? " " : "]");
  return terminal_styled(ground, text);
}

static guint widest_mark(const Render *render, const LapGameField *field, const LapViewRow *row)
{
  guint columns = 0, colour;
  for (guint i = 0; i < row->n; i++) {
    g_autofree char *mark = symbol_mark(render, field, row->item[i], &colour);
    columns = MAX(columns, terminal_columns(mark));
  }
  return columns;
}

Picture *cards_groups(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout)
{
  guint columns = MAX(widest_mark(render, field, row) + 2, NARROWEST_CHIP), next = 0;
  Picture *line = picture_new();
  for (guint group = 0; group < layout->sizes->n && next < row->n; group++)
    for (gint64 left = layout->sizes->item[group], first = next; left > 0 && next < row->n; left--) {
      guint gap = group && next == first ? 2 : 0;
      picture_beside(line, text_picture(even_chip(render, field, row->item[next], columns)), gap);
      next++;
    }
  return line;
}
