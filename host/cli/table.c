#include "table.h"

#include <string.h>

#include "board.h"
#include "cards.h"
#include "opening.h"
#include "terminal.h"

JsonObject *table_view(LapEngine *engine, const LapBlock *block, guint viewer)
{
  g_autoptr(GString) text = g_string_new(NULL);
  lap_view_write(engine, block, viewer, text);
  g_autoptr(JsonNode) node = json_from_string(text->str, NULL);
  return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_dup_object(node) : NULL;
}

char *table_name(const Table *table, guint seat)
{
  return g_strdup_printf(seat == table->viewer ? "%s (you)" : "%s", table->names[seat]);
}

/* --- what of a field is drawn, and how */

static gboolean is_drawn(const Table *table, const LapGameField *field)
{
  if (field->hidden || field->look == LAP_NOBODY || field->look == LAP_DERIVED || field->type == LAP_SPARE)
    return FALSE;
  return field->set || !table->looks->laid[field->depth] || looks_placement(table->looks, field);
}

static guint default_draw(const LapGameField *field)
{
  if (field->shape) return LAP_DRAW_GRID;
  if (!field->set) return field->capacity == 1 ? LAP_DRAW_COUNTER : LAP_DRAW_ROW;
  if (field->look == LAP_TOP || field->look == LAP_SIZE) return LAP_DRAW_PILE;
  return field->of_seats && field->order == LAP_SET ? LAP_DRAW_HAND : LAP_DRAW_ROW;
}

static guint draw_of(const Table *table, const LapGameField *field)
{
  const LapPlacement *placement = looks_placement(table->looks, field);
  guint draw = placement && placement->draw ? placement->draw : default_draw(field);
  return draw == LAP_DRAW_GRID && !field->shape ? LAP_DRAW_ROW : draw;
}

static guint group_of(const Table *table, const LapGameField *field)
{
  const LapPlacement *placement = looks_placement(table->looks, field);
  return placement ? placement->group : 0;
}

static char *label_of(const Table *table, const LapGameField *field)
{
  char *label = g_strdup(named_text(table->looks->texts, "field", field->name));
  if (g_ascii_islower(*label)) *label = g_ascii_toupper(*label);
  return label;
}

/* Names and labels stand before what is small; the rest of the line is its. */
#define SMALL_COLUMNS (MAX(terminal_width(), 60) - 34)

/* --- one value: large below its name, or small behind it */

static Picture *large_body(const Table *table, const LapGameField *field, const Items *items)
{
  guint columns = terminal_width() - 4;
  switch (draw_of(table, field)) {
  case LAP_DRAW_GRID:
    return board_draw(table->looks, field, items, table->marks, columns);
  case LAP_DRAW_PILE:
    return field->set ? cards_pile(table->looks, field, items, table->marks) : NULL;
  case LAP_DRAW_HAND:
  case LAP_DRAW_ROW:
    return field->set && items->item->len
               ? cards_draw(table->looks, field, items, group_of(table, field), table->marks, columns)
               : NULL;
  default:
    return NULL;
  }
}

static Picture *small_body(const Table *table, const LapGameField *field, const Items *items)
{
  if (draw_of(table, field) == LAP_DRAW_COUNTER && field->set) {
    Picture *size = picture_new();
    picture_take(size, g_strdup_printf("%" G_GINT64_FORMAT, items->size));
    return size;
  }
  return cards_line(table->looks, field, items, group_of(table, field), SMALL_COLUMNS);
}

static Picture *small_draw(const Table *table, const LapGameField *field, const Items *items)
{
  g_autofree char *label = label_of(table, field);
  Picture *picture = picture_new();
  picture_take(picture, terminal_styled(TERMINAL_DIM, label));
  picture_beside(picture, small_body(table, field, items), 1);
  return picture;
}

static Picture *large_draw(const Table *table, const LapGameField *field, const Items *items)
{
  Picture *body = large_body(table, field, items);
  if (!body) return small_draw(table, field, items);
  g_autofree char *label = label_of(table, field);
  Picture *picture = picture_new();
  picture_take(picture, terminal_styled(TERMINAL_DIM, label));
  picture_below(picture, body, 0);
  return picture;
}

static void draw_value(const Table *table, const LapGameField *field, JsonNode *value, gboolean large, GPtrArray *out)
{
  g_auto(Items) items = {0};
  items_read(&items, field, value);
  if (items.hidden) return;
  g_ptr_array_add(out, (large ? large_draw : small_draw)(table, field, &items));
}

/* --- what belongs to nobody */

static JsonNode *value_of(const Table *table, const LapGameField *field)
{
  JsonObject *fields = json_object_get_object_member(table->view, "fields");
  return json_object_has_member(fields, field->name) ? json_object_get_member(fields, field->name) : NULL;
}

/* Rows that are no seats are drawn one by one, but planes, which are one board. */
static void draw_shared(const Table *table, const LapGameField *field, GPtrArray *out)
{
  JsonNode *value = value_of(table, field);
  gboolean rows = field->rows > 1 && field->type != LAP_PLANE && value && JSON_NODE_HOLDS_ARRAY(value);
  if (!rows) {
    if (value) draw_value(table, field, value, TRUE, out);
    return;
  }
  JsonArray *array = json_node_get_array(value);
  for (guint i = 0; i < json_array_get_length(array); i++)
    draw_value(table, field, json_array_get_element(array, i), draw_of(table, field) == LAP_DRAW_GRID, out);
}

static Picture *shared_area(const Table *table)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < table->looks->game->fields->len; i++) {
    const LapGameField *field = table->looks->game->fields->pdata[i];
    if (is_drawn(table, field) && (!field->of_seats || field->type == LAP_PLANE)) draw_shared(table, field, pictures);
  }
  return picture_flow(pictures, 4, terminal_width() - 4);
}

/* --- the seats */

static gboolean has_bit(const Table *table, const char *member, guint seat)
{
  JsonArray *seats = json_object_has_member(table->view, member) ? json_object_get_array_member(table->view, member)
                                                                 : NULL;
  for (guint i = 0; seats && i < json_array_get_length(seats); i++)
    if (json_array_get_int_element(seats, i) == seat) return TRUE;
  return FALSE;
}

static void draw_seat_field(const Table *table, const LapGameField *field, guint seat, gboolean large, GPtrArray *out)
{
  JsonNode *rows = value_of(table, field);
  if (!rows || !JSON_NODE_HOLDS_ARRAY(rows) || seat >= json_array_get_length(json_node_get_array(rows))) return;
  draw_value(table, field, json_array_get_element(json_node_get_array(rows), seat), large, out);
}

/* The marks of a seat on boards whose planes are the seats'. */
static char *seat_marks(const Table *table, guint seat)
{
  GString *marks = g_string_new(NULL);
  for (guint i = 0; i < table->looks->game->fields->len; i++) {
    const LapGameField *field = table->looks->game->fields->pdata[i];
    if (field->type != LAP_PLANE || !field->of_seats || !is_drawn(table, field)) continue;
    guint colour;
    g_autofree char *mark = looks_mark(table->looks, field, (Item){ITEM_NUMBER, seat + 1}, &colour);
    g_autofree char *styled = terminal_styled(terminal_ink(colour), mark);
    g_string_append_printf(marks, " %s", styled);
  }
  return g_string_free(marks, FALSE);
}

static Picture *seat_name(const Table *table, guint seat, guint columns)
{
  gboolean acts = has_bit(table, "waiting", seat);
  const char *sign = !acts ? has_bit(table, "ready", seat) ? "+" : " " : terminal()->utf8 ? "▸" : ">";
  g_autofree char *name = table_name(table, seat), *fitted = terminal_fit(name, columns);
  g_autofree char *styled = terminal_styled(acts ? TERMINAL_BOLD : NULL, fitted);
  Picture *picture = picture_new();
  g_autofree char *points = table->points ? g_strdup_printf("%4" G_GINT64_FORMAT " pt", table->points[seat])
                                          : g_strdup("");
  g_autofree char *marks = seat_marks(table, seat);
  picture_take(picture, g_strdup_printf("%s %s%s%s", sign, styled, marks, points));
  return picture;
}

/* Hands of the one who looks are drawn large, below; all else stands behind the name. */
static gboolean is_large(const Table *table, const LapGameField *field, guint seat)
{
  guint draw = draw_of(table, field);
  return draw == LAP_DRAW_GRID || (seat == table->viewer && field->set && draw == LAP_DRAW_HAND);
}

static GPtrArray *seat_fields(const Table *table, guint seat, gboolean large)
{
  GPtrArray *pictures = g_ptr_array_new();
  for (guint i = 0; i < table->looks->game->fields->len; i++) {
    const LapGameField *field = table->looks->game->fields->pdata[i];
    if (field->of_seats && field->type != LAP_PLANE && is_drawn(table, field) && is_large(table, field, seat) == large)
      draw_seat_field(table, field, seat, large, pictures);
  }
  return pictures;
}

static Picture *seat_area(const Table *table, guint seat, guint columns)
{
  Picture *area = seat_name(table, seat, columns);
  guint left = area->columns + 3, width = MAX(terminal_width(), left + 24);
  picture_beside(area, picture_flow(seat_fields(table, seat, FALSE), 3, width - left), 3);
  picture_below(area, picture_flow(seat_fields(table, seat, TRUE), 3, width - 4), 2);
  return area;
}

static guint name_columns(const Table *table)
{
  guint columns = 0;
  for (guint seat = 0; seat < table->seats; seat++) {
    g_autofree char *name = table_name(table, seat);
    columns = MAX(columns, terminal_columns(name));
  }
  return MIN(columns, 20);
}

/* Whose seat the viewer holds comes last, next to the choices. */
static void draw_seats(const Table *table, Picture *picture)
{
  guint columns = name_columns(table);
  for (guint seat = 0; seat < table->seats; seat++)
    if (seat != table->viewer) picture_below(picture, seat_area(table, seat, columns), 0);
  if (table->viewer >= table->seats) return;
  picture_add(picture, "");
  picture_below(picture, seat_area(table, table->viewer, columns), 0);
}

Picture *table_draw(const Table *table)
{
  Picture *picture = picture_new(), *shared = shared_area(table);
  if (shared->line->len) {
    picture_below(picture, shared, 2);
    picture_add(picture, "");
  } else {
    picture_free(shared);
  }
  draw_seats(table, picture);
  return picture;
}

/* --- the heading */

static char *waiting_names(const Table *table)
{
  GString *names = g_string_new(NULL);
  for (guint seat = 0; seat < table->seats; seat++)
    if (has_bit(table, "waiting", seat))
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", table->names[seat]);
  return g_string_free(names, FALSE);
}

static char *heading_state(const Table *table)
{
  gint64 ply = json_object_get_int_member(table->view, "ply");
  if (json_object_get_boolean_member(table->view, "over"))
    return g_strdup_printf("over after %" G_GINT64_FORMAT " moves", ply);
  const char *phase = json_object_get_string_member(table->view, "phase");
  g_autofree char *names = waiting_names(table);
  return g_strdup_printf("move %" G_GINT64_FORMAT ", %s: %s", ply + 1,
                         phase ? named_text(table->looks->texts, "phase", phase) : "", names);
}

char *table_heading(const Table *table, const char *title)
{
  const char *dash = terminal()->utf8 ? "─" : "-";
  g_autofree char *styled = terminal_styled(TERMINAL_BOLD, title);
  g_autofree char *right = heading_state(table);
  GString *line = g_string_new(NULL);
  g_string_append_printf(line, "%s%s %s ", dash, dash, styled);
  guint used = 6 + terminal_columns(title) + terminal_columns(right) + 1;
  for (guint i = used; i < terminal_width(); i++) g_string_append(line, dash);
  g_string_append_printf(line, " %s %s", right, dash);
  return g_string_free(line, FALSE);
}
