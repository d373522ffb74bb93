#include "box.h"

#include "drawing.h"
#include "terminal.h"
#include "tile.h"

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

/* The ground of a mark reaches up and down; that of the first and of the last to the edges. */
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

static Picture *plain_box(const Scene *scene, const LapGameField *field, Item item, const LapDrawing *drawing)
{
  guint colour;
  g_autofree char *mark = looks_mark(scene->looks, field, item, &colour);
  const char *ground = terminal()->colour ? terminal_ground(colour) : NULL;
  g_autofree char *text = ground ? g_strdup(mark) : looks_bare(scene->looks, field, item);
  guint edge = item.kind == ITEM_BACK && field->set->n_backs < 2 ? 2 : 4,
        columns = MAX(terminal_columns(text) + edge, 6);
  if (ground && drawing_has(drawing, LAP_AT_MIDDLE)) return parted_box(drawing, columns);
  if (ground) return coloured_box(text, columns, ground);
  return lined_box(text, columns, item.kind == ITEM_BACK ? TERMINAL_DIM : TERMINAL_BOLD);
}

static gboolean has_sides(const LapDrawing *drawing)
{
  for (guint at = LAP_AT_NORTH; at <= LAP_AT_WEST; at++)
    if (drawing_has(drawing, at)) return TRUE;
  return FALSE;
}

Picture *box_draw(const Scene *scene, const LapGameField *field, Item item, guint place)
{
  LapDrawing drawing = {0};
  if (item.kind == ITEM_FACE) lap_appearance_draw(scene->looks->appearance, field->set, item.value, &drawing);
  if (drawing.width && drawing.height) return celled_box(&drawing);
  if (has_sides(&drawing)) return tile_alone(scene, field, item, place);
  return plain_box(scene, field, item, &drawing);
}
