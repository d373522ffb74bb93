#include "players.h"

#include "field.h"
#include "messages.h"
#include "symbols.h"
#include "terminal.h"

/* "Ann", "Ann (you)". */
static char *name_of(const Render *render, guint seat)
{
  const char *name = render->names[seat];
  return seat == render->view->viewer ? message_with("cli.you", WORD("name", name)) : g_strdup(name);
}

/* --- which fields, and how large */

/* Whether the field has a row for each seat that is drawn as what the seat has. */
static gboolean is_of_seats(const Render *render, const LapGameField *field)
{
  return field->of_seats && field->type != LAP_PLANE && field_is_drawn(render, field) &&
         !lap_appearance_is_central(render->appearance, field);
}

static gboolean is_grouped(const Render *render, const LapGameField *field)
{
  return lap_appearance_groups(render->appearance, field) != NULL;
}

/* Whether it is too large for a line: a grid, a map, or items that stand in step with one. */
static gboolean is_block(const Render *render, const LapGameField *field)
{
  guint draw = field_draw(render, field);
  return draw == LAP_DRAW_GRID || draw == LAP_DRAW_MAP || is_grouped(render, field);
}

/* The viewer's own hand is drawn large, below. */
static gboolean is_held(const Render *render, const LapGameField *field, guint seat)
{
  return seat == render->view->viewer && field->set && field_draw(render, field) == LAP_DRAW_HAND;
}

/* --- names */

/* The marks of a seat on boards whose planes are the seats', and its token. */
static char *seat_marks(const Render *render, guint seat)
{
  GString *marks = g_string_new(NULL);
  for (guint i = 0; i < render->view->game->fields->len; i++) {
    const LapGameField *field = render->view->game->fields->pdata[i];
    if (field->type != LAP_PLANE || !field->of_seats || !field_is_drawn(render, field)) continue;
    guint colour;
    g_autofree char *mark = symbol_mark(render, field, seat + 1, &colour);
    g_autofree char *styled = terminal_styled(terminal_ink(colour), mark);
    g_string_append_printf(marks, " %s", styled);
  }
  if (render_has_tokens(render)) {
    g_autofree char *token = render_token(render->names, seat);
    g_autofree char *styled = terminal_styled(render_token_ground(render, seat), token);
    g_string_append_printf(marks, " %s", styled);
  }
  return g_string_free(marks, FALSE);
}

enum { LONGEST_NAME = 20 };

static char *seat_name(const Render *render, guint seat, guint columns)
{
  gboolean acts = render->view->waiting >> seat & 1;
  const char *sign = !acts ? render->view->ready >> seat & 1 ? "+" : " " : terminal()->utf8 ? "▸" : ">";
  g_autofree char *name = name_of(render, seat), *fitted = terminal_fit(name, columns);
  g_autofree char *styled = terminal_styled(acts ? TERMINAL_BOLD : NULL, fitted), *marks = seat_marks(render, seat);
  return g_strdup_printf("%s %s%s", sign, styled, marks);
}

static guint name_columns(const Render *render)
{
  guint columns = 0;
  for (guint seat = 0; seat < render->view->seats; seat++) {
    g_autofree char *name = name_of(render, seat);
    columns = MAX(columns, terminal_columns(name));
  }
  return MIN(columns, LONGEST_NAME);
}

/* --- columns over the seats */

typedef struct {
  char *label;
  Picture *cell[LAP_SEATS_MAX]; /* or NULL */
  guint columns;                /* of the widest cell */
  gboolean number;              /* stands to the right */
  gboolean held;                /* the viewer's is drawn elsewhere */
} Column;

static void column_free(gpointer data)
{
  Column *column = data;
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) g_clear_pointer(&column->cell[seat], picture_free);
  g_free(column->label);
  g_free(column);
}

static void add_points(const Render *render, GPtrArray *columns)
{
  if (!render->points) return;
  Column *column = g_new0(Column, 1);
  column->label = g_strdup(message("cli.pt"));
  column->number = TRUE;
  for (guint seat = 0; seat < render->view->seats; seat++) {
    column->cell[seat] = picture_new();
    picture_take(column->cell[seat], lap_texts_number(render->points[seat]));
    column->columns = MAX(column->columns, column->cell[seat]->columns);
  }
  g_ptr_array_add(columns, column);
}

/* Names stand before what is small; the rest of the line is its. */
static guint small_columns(void) { return MAX(terminal_width(), 60) - 34; }

static void add_column(const Render *render, const LapGameField *field, GPtrArray *columns)
{
  Column *column = g_new0(Column, 1);
  gboolean any = FALSE;
  column->label = field_label(render, field);
  column->number = field_draw(render, field) == LAP_DRAW_COUNTER;
  column->held = is_held(render, field, render->view->viewer);
  for (guint seat = 0; seat < render->view->seats; seat++) {
    if (!is_held(render, field, seat)) column->cell[seat] = field_small(render, field, seat, small_columns());
    if (!column->cell[seat]) continue;
    any = TRUE;
    column->columns = MAX(column->columns, column->cell[seat]->columns);
  }
  if (any)
    g_ptr_array_add(columns, column);
  else
    column_free(column);
}

static GPtrArray *columns_of(const Render *render)
{
  GPtrArray *columns = g_ptr_array_new_with_free_func(column_free);
  add_points(render, columns);
  for (guint i = 0; i < render->view->game->fields->len; i++) {
    const LapGameField *field = render->view->game->fields->pdata[i];
    if (is_of_seats(render, field) && !is_block(render, field)) add_column(render, field, columns);
  }
  return columns;
}

/* Labels above columns break between words. */
static guint full_columns(const Column *column)
{
  guint columns = column->columns;
  g_auto(GStrv) label = g_strsplit(column->label, " ", -1);
  for (guint i = 0; label[i]; i++) columns = MAX(columns, terminal_columns(label[i]));
  return columns;
}

static gboolean fit_below_labels(const GPtrArray *columns, guint left)
{
  guint all = left;
  for (guint i = 0; i < columns->len; i++) all += 3 + full_columns(columns->pdata[i]);
  return all <= terminal_width();
}

/* A picture of exactly so many columns; takes `cell` over, which may be NULL. */
static Picture *widened(Picture *cell, guint columns, gboolean right)
{
  Picture *wide = picture_new();
  if (cell) picture_below(wide, cell, right ? columns - MIN(columns, cell->columns) : 0);
  wide->columns = MAX(wide->columns, columns);
  if (!wide->line->len) picture_add(wide, "");
  return wide;
}

/* A label in lines of at most so many columns. */
static GPtrArray *label_lines(const Column *column)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) label = g_strsplit(column->label, " ", -1);
  g_autoptr(GString) line = g_string_new(NULL);
  for (guint i = 0; label[i]; i++) {
    if (line->len && terminal_columns(line->str) + 1 + terminal_columns(label[i]) > full_columns(column)) {
      g_ptr_array_add(lines, g_strdup(line->str));
      g_string_truncate(line, 0);
    }
    g_string_append_printf(line, "%s%s", line->len ? " " : "", label[i]);
  }
  g_ptr_array_add(lines, g_strdup(line->str));
  return lines;
}

/* Its last line stands right above the values. */
static Picture *label_picture(const Column *column, guint rows)
{
  Picture *picture = picture_new();
  g_autoptr(GPtrArray) lines = label_lines(column);
  guint columns = full_columns(column);
  for (guint i = lines->len; i < rows; i++) picture_add(picture, "");
  for (guint i = 0; i < lines->len; i++) {
    guint left = column->number ? columns - terminal_columns(lines->pdata[i]) : 0;
    g_autofree char *styled = terminal_styled(TERMINAL_DIM, lines->pdata[i]);
    picture_take(picture, g_strdup_printf("%*s%s", (int)left, "", styled));
  }
  return picture;
}

/* The labels are lines of their own. */
static Picture *labels_above(const GPtrArray *columns, guint left)
{
  guint rows = 1;
  for (guint i = 0; i < columns->len; i++) {
    g_autoptr(GPtrArray) lines = label_lines(columns->pdata[i]);
    rows = MAX(rows, lines->len);
  }
  Picture *above = picture_new();
  picture_take(above, g_strnfill(left, ' '));
  for (guint i = 0; i < columns->len; i++)
    picture_beside(above, widened(label_picture(columns->pdata[i], rows), full_columns(columns->pdata[i]), FALSE), 3);
  return above;
}

static Picture *seat_line(const Render *render, const GPtrArray *columns, guint seat, guint names)
{
  Picture *line = picture_new();
  picture_take(line, seat_name(render, seat, names));
  for (guint i = 0; i < columns->len; i++) {
    Column *column = columns->pdata[i];
    Picture *cell = g_steal_pointer(&column->cell[seat]);
    picture_beside(line, widened(cell, full_columns(column), column->number), 3);
  }
  return line;
}

/* What is wider than this is not worth blanks in other lines. */
enum { WIDEST_EVEN = 24 };

static Picture *labelled(Column *column, guint seat)
{
  Picture *picture = picture_new();
  guint even = column->columns <= WIDEST_EVEN ? column->columns : 0;
  picture_take(picture, terminal_styled(TERMINAL_DIM, column->label));
  picture_beside(picture, widened(g_steal_pointer(&column->cell[seat]), even, column->number), 1);
  return picture;
}

/* The labels stand before each value; lines break at the same for all seats. */
static Picture *seat_lines(const Render *render, const GPtrArray *columns, guint seat, guint names)
{
  Picture *area = picture_new();
  GPtrArray *pictures = g_ptr_array_new();
  picture_take(area, seat_name(render, seat, names));
  for (guint i = 0; i < columns->len; i++) {
    Column *column = columns->pdata[i];
    gboolean even = !column->held && column->columns <= WIDEST_EVEN;
    if (column->cell[seat] || even) g_ptr_array_add(pictures, labelled(column, seat));
  }
  guint left = area->columns + 3;
  picture_beside(area, picture_flow(pictures, 3, MAX(terminal_width(), left + 24) - left), 3);
  return area;
}

/* One line a seat below the labels; where that is too wide, or `behind`, a few lines a seat, each value behind its
 * label. */
static Picture *draw_seats(const Render *render, gboolean behind)
{
  Picture *picture = picture_new();
  g_autoptr(GPtrArray) columns = columns_of(render);
  guint names = name_columns(render);
  g_autofree char *first = seat_name(render, 0, names);
  guint left = terminal_columns(first);
  gboolean above = !behind && render->view->seats > 1 && columns->len && fit_below_labels(columns, left);
  if (above) picture_below(picture, labels_above(columns, left), 0);
  for (guint seat = 0; seat < render->view->seats; seat++)
    picture_below(picture, (above ? seat_line : seat_lines)(render, columns, seat, names), 0);
  return picture;
}

/* On a low screen the lower one of both. */
static Picture *draw_lines(const Render *render)
{
  Picture *picture = draw_seats(render, FALSE);
  if (!render->is_low) return picture;
  Picture *behind = draw_seats(render, TRUE);
  gboolean is_lower = behind->line->len < picture->line->len;
  picture_free(is_lower ? picture : behind);
  return is_lower ? behind : picture;
}

/* --- blocks, side by side */

static void add_block(const Render *render, const LapGameField *field, guint seat, Picture *block, GString *labels)
{
  Picture *body = field_large(render, field, seat, terminal_width() - 4);
  if (!body) return;
  g_autofree char *label = field_label(render, field);
  if (body->line->len) g_string_append_printf(labels, "%s%s", labels->len ? ", " : "", label);
  picture_below(block, body, 0);
}

static Picture *seat_block(const Render *render, guint seat)
{
  Picture *block = picture_new(), *body = picture_new();
  g_autoptr(GString) labels = g_string_new(NULL);
  for (guint i = 0; i < render->view->game->fields->len; i++) {
    const LapGameField *field = render->view->game->fields->pdata[i];
    if (is_of_seats(render, field) && is_block(render, field)) add_block(render, field, seat, body, labels);
  }
  g_autofree char *name = name_of(render, seat), *styled = terminal_styled(TERMINAL_BOLD, name);
  g_autofree char *dim = terminal_styled(TERMINAL_DIM, labels->str);
  if (body->line->len) picture_take(block, g_strdup_printf("%s  %s", styled, dim));
  picture_below(block, body, 0);
  return block;
}

/* The viewer's comes last, next to the choices. */
static Picture *blocks(const Render *render)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 1; i <= render->view->seats; i++) {
    guint seat = render->view->viewer < render->view->seats ? (render->view->viewer + i) % render->view->seats : i - 1;
    Picture *block = seat_block(render, seat);
    if (block->line->len)
      g_ptr_array_add(pictures, block);
    else
      picture_free(block);
  }
  return picture_flow(pictures, 4, terminal_width() - 2);
}

/* --- what the viewer holds */

/* Whether choices are numbered at what the viewer holds there. */
static gboolean is_numbered(const Render *render, const LapGameField *field)
{
  for (guint i = 0; render->numbers && i < render->numbers->len; i++)
    if (g_array_index(render->numbers, ChoiceNumber, i).field == field) return TRUE;
  return FALSE;
}

/* In a line, behind its label. Returns: (transfer full) */
static Picture *held_low(const Render *render, const LapGameField *field)
{
  Picture *picture = picture_new();
  g_autofree char *label = field_label(render, field);
  picture_take(picture, terminal_styled(TERMINAL_DIM, label));
  Picture *body = field_small(render, field, render->view->viewer, terminal_width() - picture->columns - 4);
  if (body) picture_beside(picture, body, 2);
  return picture;
}

/* Below its label. Returns: (transfer full) */
static Picture *held_large(const Render *render, const LapGameField *field)
{
  Picture *picture = picture_new(), *body = field_large(render, field, render->view->viewer, terminal_width() - 4);
  if (!body) body = field_small(render, field, render->view->viewer, terminal_width() - 4);
  g_autofree char *label = field_label(render, field);
  picture_take(picture, terminal_styled(TERMINAL_DIM, label));
  if (body) picture_below(picture, body, 0);
  return picture;
}

static Picture *held(const Render *render)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; render->view->viewer < render->view->seats && i < render->view->game->fields->len; i++) {
    const LapGameField *field = render->view->game->fields->pdata[i];
    if (!is_of_seats(render, field) || !is_held(render, field, render->view->viewer)) continue;
    gboolean is_small = render->is_low && !is_numbered(render, field);
    g_ptr_array_add(pictures, (is_small ? held_low : held_large)(render, field));
  }
  return picture_flow(pictures, 3, terminal_width() - 2);
}

static void add_area(Picture *picture, Picture *area, gboolean is_apart)
{
  if (area->line->len && is_apart) picture_add(picture, "");
  picture_below(picture, area, 2);
}

Picture *players_draw(const Render *render)
{
  Picture *picture = draw_lines(render);
  add_area(picture, blocks(render), TRUE);
  add_area(picture, held(render), !render->is_low);
  return picture;
}
