#include "table.h"

#include <string.h>

/* A field of the description, and what its values refer to. */
typedef struct {
  JsonObject *field;
  JsonArray *faces, *backs; /* of its pieces; empty if it has none */
  JsonArray *seats;
  JsonArray *values; /* how numbers are drawn; empty if they are not */
  JsonArray *labels; /* what the places of a row are called; empty if they are not */
  gboolean places_are_seats;
  guint width, height; /* of its shape, or 0 */
  GString *out;
} Field;

JsonArray *lap_mcp_array(JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member(object, name) : NULL;
  return node && JSON_NODE_HOLDS_ARRAY(node) ? json_array_ref(json_node_get_array(node)) : json_array_new();
}

static const char *string_of(JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default(object, name, NULL);
}

static gboolean is_true(JsonObject *object, const char *name)
{
  return json_object_get_boolean_member_with_default(object, name, FALSE);
}

static JsonObject *find(JsonArray *array, const char *member, const char *key)
{
  for (guint i = 0; i < json_array_get_length(array); i++) {
    JsonObject *element = json_array_get_object_element(array, i);
    if (g_strcmp0(string_of(element, member), key) == 0) return element;
  }
  return NULL;
}

const char *lap_mcp_title(JsonArray *array, const char *member, const char *key)
{
  JsonObject *found = find(array, member, key);
  const char *title = found ? string_of(found, "title") : NULL;
  return title ? title : key;
}

/* --- pieces and numbers */

/* A face by its title; what lies face down in parentheses. */
static void add_piece(const Field *field, const char *key)
{
  if (*key == '?')
    g_string_append_printf(field->out, "(%s)", lap_mcp_title(field->backs, "key", key + 1));
  else
    g_string_append(field->out, lap_mcp_title(field->faces, "key", key));
}

/* A number by the colour and the mark that it is drawn with. */
static void add_number(const Field *field, gint64 number)
{
  gboolean drawn = number >= 0 && number < json_array_get_length(field->values);
  JsonObject *value = drawn ? json_array_get_object_element(field->values, (guint)number) : NULL;
  const char *colour = value ? string_of(value, "colour") : NULL, *mark = value ? string_of(value, "mark") : NULL;
  if (!mark)
    g_string_append_printf(field->out, "%" G_GINT64_FORMAT, number);
  else if (colour)
    g_string_append_printf(field->out, "%s %s", colour, mark);
  else
    g_string_append(field->out, *mark ? mark : ".");
}

static void add_item(const Field *field, JsonNode *item)
{
  if (JSON_NODE_HOLDS_NULL(item))
    g_string_append_c(field->out, '-');
  else if (json_node_get_value_type(item) == G_TYPE_STRING)
    add_piece(field, json_node_get_string(item));
  else
    add_number(field, json_node_get_int(item));
}

/* What the place of an item is called; NULL: nothing. */
static const char *label_of(const Field *field, guint i)
{
  if (field->places_are_seats) return string_of(json_array_get_object_element(field->seats, i), "name");
  return i < json_array_get_length(field->labels) ? json_array_get_string_element(field->labels, i) : NULL;
}

static void add_items(const Field *field, JsonArray *items)
{
  guint n = json_array_get_length(items);
  if (field->places_are_seats) n = MIN(n, json_array_get_length(field->seats));
  for (guint i = 0; i < n; i++) {
    const char *label = label_of(field, i);
    if (i) g_string_append(field->out, ", ");
    if (label) g_string_append_printf(field->out, "%s ", label);
    add_item(field, json_array_get_element(items, i));
  }
  if (!n) g_string_append(field->out, "none");
}

/* --- grids: a line for each row, with letters over the columns and numbers before the rows, as in labels of moves */

/* Cells of planes are 0 or the number of the row that has them, from 1, as seats are numbered for people. */
static void add_cell(const Field *field, JsonNode *item, gboolean planes)
{
  if (!planes)
    add_item(field, item);
  else if (json_node_get_int(item))
    g_string_append_printf(field->out, "%" G_GINT64_FORMAT, json_node_get_int(item));
  else
    g_string_append_c(field->out, '.');
}

static void add_columns(const Field *field, const char *between)
{
  g_string_append(field->out, "\n    ");
  for (guint x = 0; x < field->width; x++)
    g_string_append_printf(field->out, "%s%c", x ? between : "", (char)('a' + (char)x));
}

static void add_grid(const Field *field, JsonArray *items, gboolean planes)
{
  gboolean coordinates = is_true(field->field, "coordinates") && field->width <= 26;
  if (planes && is_true(field->field, "of_seats"))
    g_string_append(field->out, " (. is free, a number is the seat that has it)");
  if (coordinates) add_columns(field, planes ? " " : " | ");
  for (guint i = 0; i < json_array_get_length(items); i++) {
    if (i % field->width)
      g_string_append(field->out, planes ? " " : " | ");
    else if (coordinates)
      g_string_append_printf(field->out, "\n%3u ", i / field->width + 1);
    else
      g_string_append(field->out, "\n  ");
    add_cell(field, json_array_get_element(items, i), planes);
  }
}

/* --- rows */

/* {"card":4}: how many of each back. */
static void add_hidden(const Field *field, JsonObject *hidden, gboolean more)
{
  JsonObjectIter member;
  const char *back;
  JsonNode *count;
  json_object_iter_init(&member, hidden);
  while (json_object_iter_next(&member, &back, &count)) {
    g_string_append_printf(field->out, "%s%" G_GINT64_FORMAT " x (%s)", more ? ", " : "", json_node_get_int(count),
                           lap_mcp_title(field->backs, "key", back));
    more = TRUE;
  }
  if (!more) g_string_append(field->out, "none");
}

static void add_set(const Field *field, JsonObject *set)
{
  JsonArray *seen = json_object_get_array_member(set, "seen");
  gboolean any = json_array_get_length(seen) > 0;
  if (any) add_items(field, seen);
  if (!any || json_object_get_size(json_object_get_object_member(set, "hidden")))
    add_hidden(field, json_object_get_object_member(set, "hidden"), any);
}

/* {"top":"blue_2","size":9}, {"size":9} */
static void add_pile(const Field *field, JsonObject *pile)
{
  g_string_append_printf(field->out, "%" G_GINT64_FORMAT, json_object_get_int_member(pile, "size"));
  JsonNode *top = json_object_get_member(pile, "top");
  if (!top || JSON_NODE_HOLDS_NULL(top)) return;
  g_string_append(field->out, ", on top ");
  add_item(field, top);
}

/* Behind a colon. */
static void add_row(const Field *field, JsonNode *row)
{
  JsonArray *items = JSON_NODE_HOLDS_ARRAY(row) ? json_node_get_array(row) : NULL;
  if (items && field->width > 1 && json_array_get_length(items) == field->width * field->height) {
    add_grid(field, items, g_strcmp0(string_of(field->field, "type"), "planes") == 0);
    return;
  }
  g_string_append_c(field->out, ' ');
  if (items)
    add_items(field, items);
  else if (!JSON_NODE_HOLDS_OBJECT(row))
    add_item(field, row);
  else if (json_object_has_member(json_node_get_object(row), "seen"))
    add_set(field, json_node_get_object(row));
  else
    add_pile(field, json_node_get_object(row));
}

static void add_rows(const Field *field, JsonArray *rows)
{
  gboolean of_seats = is_true(field->field, "of_seats");
  for (guint i = 0; i < json_array_get_length(rows); i++) {
    JsonNode *row = json_array_get_element(rows, i);
    if (i) g_string_append_c(field->out, ';');
    if (of_seats && i < json_array_get_length(field->seats))
      g_string_append_printf(field->out, " %s:", string_of(json_array_get_object_element(field->seats, i), "name"));
    if (JSON_NODE_HOLDS_NULL(row))
      g_string_append(field->out, " not shown to you");
    else
      add_row(field, row);
  }
}

/* --- fields */

/* Whether the value is an array with an element for each row. Planes are one row. */
static gboolean has_rows(JsonObject *field)
{
  return g_strcmp0(string_of(field, "type"), "planes") != 0 &&
         (is_true(field, "of_seats") || json_object_has_member(field, "rows"));
}

static void add_field(const Field *field, JsonNode *value)
{
  g_string_append_printf(field->out, "%s:", string_of(field->field, "title"));
  if (has_rows(field->field))
    add_rows(field, json_node_get_array(value));
  else
    add_row(field, value);
}

static guint shape_of(JsonObject *field, const char *side)
{
  JsonNode *shape = json_object_get_member(field, "shape");
  return shape ? (guint)json_object_get_int_member(json_node_get_object(shape), side) : 0;
}

/* Fields that are drawn stand on lines of their own; the others, which most often are counters, together on one. */
static gboolean is_large(JsonObject *field)
{
  return is_true(field, "drawn") || is_true(field, "beside") || shape_of(field, "width") > 1;
}

static void write_fields(JsonObject *values, JsonObject *description, JsonArray *seats, gboolean large, GString *out)
{
  g_autoptr(JsonArray) fields = lap_mcp_array(description, "fields"), sets = lap_mcp_array(description, "sets");
  gboolean any = FALSE;
  for (guint i = 0; i < json_array_get_length(fields); i++) {
    JsonObject *object = json_array_get_object_element(fields, i);
    JsonNode *value = json_object_get_member(values, string_of(object, "name"));
    if (!value || is_large(object) != large) continue;
    JsonObject *set = find(sets, "name", string_of(object, "set"));
    g_autoptr(JsonArray) faces = lap_mcp_array(set, "faces"), backs = lap_mcp_array(set, "backs");
    g_autoptr(JsonArray) drawn = lap_mcp_array(json_object_get_object_member(object, "draw"), "values");
    JsonObject *draw = json_object_get_object_member(object, "draw");
    g_autoptr(JsonArray) labels = lap_mcp_array(draw, "labels");
    gboolean places_are_seats = g_strcmp0(string_of(draw, "places"), "seats") == 0;
    const Field field = {object,
                         faces,
                         backs,
                         seats,
                         drawn,
                         labels,
                         places_are_seats,
                         shape_of(object, "width"),
                         shape_of(object, "height"),
                         out};
    if (!large) g_string_append(out, any ? "; " : "Besides: ");
    add_field(&field, value);
    if (large) g_string_append_c(out, '\n');
    any = TRUE;
  }
  if (any && !large) g_string_append_c(out, '\n');
}

void lap_mcp_write_table(JsonObject *view, JsonObject *description, JsonArray *seats, GString *out)
{
  JsonObject *values = json_object_get_object_member(view, "fields");
  write_fields(values, description, seats, TRUE, out);
  write_fields(values, description, seats, FALSE, out);
}
