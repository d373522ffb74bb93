/* What would be right, in words. */
#include "schema-private.h"

static void write_range(GString *out, gint64 min, gint64 max, gint64 lowest, const char *unit)
{
  if (min > lowest && max < G_MAXINT64)
    g_string_append_printf(out, " %s %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, *unit ? "of" : "from", min, max);
  else if (max < G_MAXINT64)
    g_string_append_printf(out, " of at most %" G_GINT64_FORMAT, max);
  else if (min > lowest)
    g_string_append_printf(out, " of at least %" G_GINT64_FORMAT, min);
  else
    return;
  if (*unit) g_string_append_printf(out, " %s", unit);
}

static const char *join(guint i, guint n) { return i == 0 ? "" : i + 1 == n ? " or " : ", "; }

static void write_words(GString *out, char **words)
{
  guint n = g_strv_length(words);
  for (guint i = 0; i < n; i++) g_string_append_printf(out, "%s\"%s\"", join(i, n), words[i]);
}

static void write_string(GString *out, const LapSchema *schema)
{
  if (schema->words) {
    write_words(out, schema->words);
  } else if (schema->format) {
    g_string_append(out, schema->format->right);
  } else {
    g_string_append(out, "text");
    write_range(out, schema->min_length, schema->max_length, 0, "characters");
  }
}

static void write_object(GString *out, const LapSchema *schema)
{
  if (!schema->n_required) {
    g_string_append(out, "an object");
    return;
  }
  const char *comma = "{";
  for (guint i = 0; i < schema->n_properties; i++) {
    if (!schema->properties[i].required) continue;
    g_string_append_printf(out, "%s\"%s\":...", comma, schema->properties[i].name);
    comma = ",";
  }
  g_string_append_c(out, '}');
}

static void write_one_of(GString *out, const LapSchema *schema)
{
  guint n = 0;
  while (schema->one_of[n]) n++;
  for (guint i = 0; i < n; i++) {
    g_autofree char *choice = lap_schema_describe(schema->one_of[i]);
    g_string_append_printf(out, "%s%s", join(i, n), choice);
  }
}

static void write_right(GString *out, const LapSchema *schema)
{
  switch (schema->type) {
  case LAP_TYPE_OBJECT:
    write_object(out, schema);
    return;
  case LAP_TYPE_ARRAY:
    g_string_append(out, "an array");
    write_range(out, schema->min_items, schema->max_items, 0, "items");
    return;
  case LAP_TYPE_STRING:
    write_string(out, schema);
    return;
  case LAP_TYPE_INTEGER:
    g_string_append(out, "a whole number");
    write_range(out, schema->min, schema->max, G_MININT64, "");
    return;
  case LAP_TYPE_BOOLEAN:
    g_string_append(out, "true or false");
    return;
  case LAP_TYPE_NULL:
    g_string_append(out, "null");
    return;
  default:
    if (schema->one_of) write_one_of(out, schema);
  }
}

char *lap_schema_describe(const LapSchema *schema)
{
  GString *out = g_string_new(NULL);
  write_right(out, schema);
  return g_string_free(out, FALSE);
}
