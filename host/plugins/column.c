#include "column.h"

#include <string.h>

#define KEY_MAX 64

static gboolean wrong_kind(const LapRowPlace *place, const LapColumn *column, JsonNode *node, const char *right,
                           GError **error)
{
  g_autofree char *what = lap_node_describe(node);
  return lap_row_wrong(place, column->name, error, "%s is not %s", what, right);
}

static const char *get_text(JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node)
                                                                                        : NULL;
}

static void put_integer(guint8 *at, guint width, gint64 value)
{
  gint8 narrow = (gint8)value;
  gint16 middle = (gint16)value;
  gint32 wide = (gint32)value;
  memcpy(at, width == 1 ? (void *)&narrow : width == 2 ? (void *)&middle : (void *)&wide, width);
}

static gboolean read_key(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *at, GError **error)
{
  const char *text = get_text(node);
  gsize length = text ? strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") : 0;
  if (!length || length > KEY_MAX || text[length])
    return wrong_kind(place, column, node, "a key: a text of a-z, 0-9, '_', at most 64 of them", error);
  const char *word = g_string_chunk_insert_const(place->words, text);
  memcpy(at, &word, sizeof word);
  return TRUE;
}

static gboolean read_number(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *at,
                            GError **error)
{
  gboolean any = column->min == 0 && column->max == 0;
  gint64 half = G_GINT64_CONSTANT(1) << (8 * column->width - 1);
  gint64 min = any ? -half : column->min, max = any ? half - 1 : column->max;
  g_autofree char *right = g_strdup_printf("a whole number of %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, min, max);
  if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_INT64)
    return wrong_kind(place, column, node, right, error);
  gint64 value = json_node_get_int(node);
  if (value < min || value > max) return wrong_kind(place, column, node, right, error);
  put_integer(at, column->width, value);
  return TRUE;
}

/* The index of a word in the column's choices, or -1 with an error. */
static gint find_choice(const LapColumn *column, JsonNode *node, const LapRowPlace *place, GError **error)
{
  const char *text = get_text(node);
  for (gint i = 0; text && column->choices[i]; i++)
    if (g_str_equal(column->choices[i], text)) return i;
  g_autofree char *list = g_strjoinv(", ", (char **)column->choices);
  g_autofree char *right = g_strconcat("one of: ", list, NULL);
  wrong_kind(place, column, node, right, error);
  return -1;
}

static gboolean read_choice(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *at,
                            GError **error)
{
  gint choice = find_choice(column, node, place, error);
  if (choice < 0) return FALSE;
  put_integer(at, column->width, choice);
  return TRUE;
}

static gboolean read_flags(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *at,
                           GError **error)
{
  if (!JSON_NODE_HOLDS_ARRAY(node)) return wrong_kind(place, column, node, "an array of words", error);
  JsonArray *words = json_node_get_array(node);
  gint64 flags = 0;
  for (guint i = 0; i < json_array_get_length(words); i++) {
    gint choice = find_choice(column, json_array_get_element(words, i), place, error);
    if (choice < 0) return FALSE;
    if (flags >> choice & 1)
      return lap_row_wrong(place, column->name, error, "\"%s\" is there twice", column->choices[choice]);
    flags |= G_GINT64_CONSTANT(1) << choice;
  }
  put_integer(at, column->width, flags);
  return TRUE;
}

static gboolean read_one(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *at, GError **error)
{
  switch (column->type) {
  case LAP_COLUMN_KEY:
    return read_key(column, node, place, at, error);
  case LAP_COLUMN_NUMBER:
    return read_number(column, node, place, at, error);
  case LAP_COLUMN_CHOICE:
    return read_choice(column, node, place, at, error);
  default:
    return read_flags(column, node, place, at, error);
  }
}

static gboolean read_several(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *row,
                             GError **error)
{
  g_autofree char *right = g_strdup_printf("an array of at most %u", column->capacity);
  if (!JSON_NODE_HOLDS_ARRAY(node)) return wrong_kind(place, column, node, right, error);
  JsonArray *values = json_node_get_array(node);
  guint n = json_array_get_length(values);
  if (n > column->capacity) return lap_row_wrong(place, column->name, error, "%u values; write %s", n, right);
  for (guint i = 0; i < n; i++)
    if (!read_one(column, json_array_get_element(values, i), place, row + column->offset + i * column->width, error))
      return FALSE;
  row[column->count] = (guint8)n;
  return TRUE;
}

gboolean lap_column_read(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *row, GError **error)
{
  if (!node || JSON_NODE_HOLDS_NULL(node)) {
    if (column->optional) return TRUE;
    return lap_row_wrong(place, column->name, error, "%s; every row must have it",
                         node ? "it is null" : "it is missing");
  }
  if (column->capacity) return read_several(column, node, place, row, error);
  return read_one(column, node, place, row + column->offset, error);
}
