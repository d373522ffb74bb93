#include "column.h"

#include <string.h>

#include "plugin-file.h"

#define KEY_MAX 64

/* -- Declarations -- */

static guint count_choices(const LapColumn *column)
{
  guint n = 0;
  while (column->choices && column->choices[n]) n++;
  return n;
}

/* NULL, or what is wrong with type, width and words. */
static const char *fault_of_type(const LapColumn *column)
{
  guint choices = count_choices(column);
  if (!column->name || !*column->name) return "it has no name";
  if (column->type < LAP_COLUMN_KEY || column->type > LAP_COLUMN_FLAGS) return "there is no such type";
  if (column->type == LAP_COLUMN_KEY) return column->width == sizeof(char *) ? NULL : "a key is a pointer's bytes wide";
  if (column->width != 1 && column->width != 2 && column->width != 4) return "its width is not 1, 2 or 4 bytes";
  if (column->type == LAP_COLUMN_NUMBER) return NULL;
  if (!choices) return "it has no choices";
  if (column->type == LAP_COLUMN_FLAGS) return choices <= 8u * column->width ? NULL : "more choices than bits";
  return column->width > 1 || choices <= 128 ? NULL : "more choices than fit its width";
}

/* NULL, or what is wrong with range and number of values. */
static const char *fault_of_range(const LapColumn *column)
{
  gint32 most = column->width == 4 ? G_MAXINT32 : column->width == 2 ? G_MAXINT16 : G_MAXINT8;
  if (column->min > column->max) return "its min is above its max";
  if (column->type == LAP_COLUMN_NUMBER && (column->max > most || column->min < -most - 1))
    return "its min or max does not fit its width";
  gboolean one = column->type == LAP_COLUMN_KEY || column->type == LAP_COLUMN_FLAGS;
  if (one && column->capacity) return "a key or flags are one value; leave its capacity 0";
  return NULL;
}

/* Marks bytes as a column's own; FALSE if they lie outside of the row or are taken. */
static gboolean take_bytes(guint8 *taken, guint32 row_size, guint offset, guint length)
{
  if (offset + length > row_size) return FALSE;
  for (guint i = offset; i < offset + length; i++)
    if (taken[i]++) return FALSE;
  return TRUE;
}

static const char *fault_of_place(const LapColumn *column, guint8 *taken, guint32 row_size)
{
  guint values = column->capacity ? column->capacity : 1;
  if (column->offset % column->width) return "its offset is not a multiple of its width";
  if (!take_bytes(taken, row_size, column->offset, values * column->width))
    return "its bytes lie outside of the row, or are another column's too";
  if (column->capacity && !take_bytes(taken, row_size, column->count, 1))
    return "its count lies outside of the row, or on another column";
  return NULL;
}

static const char *fault_of_table(const LapCatalogue *catalogue)
{
  if (!catalogue->name || !catalogue->file) return "it has no name or no file";
  if (!catalogue->columns.v || !catalogue->columns.n) return "it has no columns";
  if (catalogue->columns.stride < sizeof(LapColumn)) return "the rows of its columns are too short; use LAP_TABLE";
  if (!catalogue->row_size || catalogue->row_size > G_MAXUINT16) return "its rows are not of 1 to 65535 bytes";
  if (!catalogue->rows_max || catalogue->rows_min > catalogue->rows_max || catalogue->rows_max > G_MAXUINT16)
    return "rows_min and rows_max must hold 0 <= rows_min <= rows_max, and rows_max be 1 to 65535";
  return NULL;
}

static gboolean is_twice(const LapCatalogue *catalogue, guint index)
{
  for (guint i = 0; i < index; i++)
    if (g_str_equal(lap_column(catalogue, i)->name, lap_column(catalogue, index)->name)) return TRUE;
  return FALSE;
}

gboolean lap_columns_check(const char *plugin, const LapCatalogue *catalogue, GError **error)
{
  const char *fault = fault_of_table(catalogue);
  if (fault)
    return lap_plugin_refuse(error, plugin, "catalogue %s: %s", catalogue->name ? catalogue->name : "without a name",
                             fault);
  g_autofree guint8 *taken = g_malloc0(catalogue->row_size);
  for (guint i = 0; i < catalogue->columns.n; i++) {
    const LapColumn *column = lap_column(catalogue, i);
    fault = fault_of_type(column);
    if (!fault) fault = fault_of_range(column);
    if (!fault) fault = fault_of_place(column, taken, catalogue->row_size);
    if (!fault && is_twice(catalogue, i)) fault = "it is declared twice";
    if (fault)
      return lap_plugin_refuse(error, plugin, "catalogue %s: column %s: %s", catalogue->name,
                               column->name ? column->name : "without a name", fault);
  }
  return TRUE;
}

/* -- Messages -- */

gboolean lap_row_fail(const LapRowPlace *place, const char *member, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, place->file, "row %u: member \"%s\": %s", place->row, member,
                         what);
}

char *lap_node_describe(JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT(node)) return g_strdup("an object");
  if (JSON_NODE_HOLDS_ARRAY(node)) return g_strdup("an array");
  if (JSON_NODE_HOLDS_NULL(node)) return g_strdup("null");
  switch (json_node_get_value_type(node)) {
  case G_TYPE_STRING:
    return g_strdup_printf("the text \"%s\"", json_node_get_string(node));
  case G_TYPE_BOOLEAN:
    return g_strdup(json_node_get_boolean(node) ? "true" : "false");
  case G_TYPE_INT64:
    return g_strdup_printf("the number %" G_GINT64_FORMAT, json_node_get_int(node));
  default:
    return g_strdup("a number with a fraction or an exponent");
  }
}

/* -- Values -- */

static gboolean wrong_kind(const LapRowPlace *place, const LapColumn *column, JsonNode *node, const char *right,
                           GError **error)
{
  g_autofree char *what = lap_node_describe(node);
  return lap_row_fail(place, column->name, error, "%s is not %s", what, right);
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
      return lap_row_fail(place, column->name, error, "\"%s\" is there twice", column->choices[choice]);
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
  if (n > column->capacity) return lap_row_fail(place, column->name, error, "%u values; write %s", n, right);
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
    return lap_row_fail(place, column->name, error, "%s; every row must have it",
                        node ? "it is null" : "it is missing");
  }
  if (column->capacity) return read_several(column, node, place, row, error);
  return read_one(column, node, place, row + column->offset, error);
}
