/* Checking a value against a schema. The error names the place in the value that is wrong, and what would be right
 * there: "params.seats[2]: must be \"open\" or {\"bot\":...}". */
#include <string.h>

#include "schema-private.h"

/* --- descriptions of valid values, to follow "must be" */

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

static char *describe(const LapSchema *schema);

static void write_one_of(GString *out, const LapSchema *schema)
{
  guint n = 0;
  while (schema->one_of[n]) n++;
  for (guint i = 0; i < n; i++) {
    g_autofree char *choice = describe(schema->one_of[i]);
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

static char *describe(const LapSchema *schema)
{
  GString *out = g_string_new(NULL);
  write_right(out, schema);
  return g_string_free(out, FALSE);
}

/* --- checking */

/* Where in the value the check is: a member or an element of `in`. */
typedef struct Place {
  const struct Place *in; /* NULL: the whole value */
  const char *member;     /* its name; of the whole value what it is called; NULL: an element */
  guint element;
  GError **error; /* of the whole value; NULL: the caller wants no message */
} Place;

static gboolean check(const LapSchema *schema, JsonNode *value, const Place *place);

/* --- what is wrong */

static void write_path(const Place *place, GString *out)
{
  if (place->in) write_path(place->in, out);
  if (!place->member)
    g_string_append_printf(out, "[%u]", place->element);
  else
    g_string_append_printf(out, "%s%s", place->in ? "." : "", place->member);
}

static GError **error_of(const Place *place)
{
  while (place->in) place = place->in;
  return place->error;
}

static gboolean fail(const Place *place, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(const Place *place, const char *format, ...)
{
  GError **error = error_of(place);
  if (!error) return FALSE;
  va_list values;
  va_start(values, format);
  g_autofree char *what = g_strdup_vprintf(format, values);
  va_end(values);
  g_autoptr(GString) path = g_string_new(NULL);
  write_path(place, path);
  g_set_error(error, LAP_SCHEMA_ERROR, LAP_SCHEMA_ERROR_VALUE, "%s: %s", path->str, what);
  return FALSE;
}

static gboolean not_right(const LapSchema *schema, const Place *place)
{
  if (!error_of(place)) return FALSE;
  g_autofree char *right = describe(schema);
  return fail(place, "must be %s", right);
}

/* --- objects */

/* Names of members come from clients, and are shortened in messages. */
#define NAME_SHOWN 40

static const LapProperty *find_property(const LapSchema *schema, const char *name)
{
  for (guint i = 0; i < schema->n_properties; i++)
    if (strcmp(schema->properties[i].name, name) == 0) return &schema->properties[i];
  return NULL;
}

static gboolean unknown_member(const LapSchema *schema, const char *name, const Place *place)
{
  if (!error_of(place)) return FALSE;
  g_autoptr(GString) known = g_string_new(NULL);
  for (guint i = 0; i < schema->n_properties; i++)
    g_string_append_printf(known, "%s%s", i ? ", " : "", schema->properties[i].name);
  g_autofree char *shown = g_utf8_strlen(name, -1) > NAME_SHOWN ? g_utf8_substring(name, 0, NAME_SHOWN)
                                                                : g_strdup(name);
  if (!known->len) return fail(place, "has no members, and so no \"%s\"", shown);
  return fail(place, "has no member \"%s\"; there are %s", shown, known->str);
}

static gboolean missing_member(const LapSchema *schema, JsonObject *object, const Place *place)
{
  for (guint i = 0; i < schema->n_properties; i++) {
    const LapProperty *property = &schema->properties[i];
    if (property->required && !json_object_has_member(object, property->name))
      return fail(place, "member \"%s\" is missing", property->name);
  }
  return TRUE;
}

static gboolean check_object(const LapSchema *schema, JsonNode *value, const Place *place)
{
  if (!JSON_NODE_HOLDS_OBJECT(value)) return not_right(schema, place);
  JsonObject *object = json_node_get_object(value);
  if ((gint64)json_object_get_size(object) > schema->max_properties)
    return fail(place, "may have at most %" G_GINT64_FORMAT " members", schema->max_properties);
  JsonObjectIter at;
  const char *name;
  JsonNode *member;
  guint required = 0;
  json_object_iter_init(&at, object);
  while (json_object_iter_next(&at, &name, &member)) {
    const LapProperty *property = find_property(schema, name);
    const LapSchema *right = property ? property->schema : schema->additional;
    const Place inside = {.in = place, .member = name};
    if (!right) return unknown_member(schema, name, place);
    if (!check(right, member, &inside)) return FALSE;
    required += property && property->required;
  }
  return required == schema->n_required || missing_member(schema, object, place);
}

/* --- the others */

static gboolean check_array(const LapSchema *schema, JsonNode *value, const Place *place)
{
  if (!JSON_NODE_HOLDS_ARRAY(value)) return not_right(schema, place);
  JsonArray *array = json_node_get_array(value);
  guint n = json_array_get_length(array);
  if (n < schema->min_items || n > schema->max_items) return not_right(schema, place);
  for (guint i = 0; schema->items && i < n; i++) {
    const Place inside = {.in = place, .element = i};
    if (!check(schema->items, json_array_get_element(array, i), &inside)) return FALSE;
  }
  return TRUE;
}

static gboolean holds(JsonNode *value, GType type)
{
  return JSON_NODE_HOLDS_VALUE(value) && json_node_get_value_type(value) == type;
}

static gboolean is_right_text(const LapSchema *schema, const char *text)
{
  if (schema->words) return g_strv_contains((const char *const *)schema->words, text);
  if (schema->format) return schema->format->fits(text);
  if (schema->min_length == 0 && schema->max_length == G_MAXINT64) return TRUE;
  glong length = g_utf8_strlen(text, -1);
  return length >= schema->min_length && length <= schema->max_length;
}

static gboolean check_string(const LapSchema *schema, JsonNode *value, const Place *place)
{
  gboolean right = holds(value, G_TYPE_STRING) && is_right_text(schema, json_node_get_string(value));
  return right || not_right(schema, place);
}

static gboolean check_integer(const LapSchema *schema, JsonNode *value, const Place *place)
{
  gboolean right = holds(value, G_TYPE_INT64) && json_node_get_int(value) >= schema->min &&
                   json_node_get_int(value) <= schema->max;
  return right || not_right(schema, place);
}

static gboolean could_be(const LapSchema *schema, JsonNode *value)
{
  return (schema->type == LAP_TYPE_OBJECT && JSON_NODE_HOLDS_OBJECT(value)) ||
         (schema->type == LAP_TYPE_ARRAY && JSON_NODE_HOLDS_ARRAY(value));
}

/* If only one of the choices is an object, an error within that one is more helpful than a list of all choices. */
static gboolean none_fits(const LapSchema *schema, JsonNode *value, const Place *place)
{
  const LapSchema *meant = NULL;
  guint n = 0;
  for (const LapSchema **choice = schema->one_of; *choice; choice++) {
    if (!could_be(*choice, value)) continue;
    meant = *choice;
    n++;
  }
  return n == 1 ? check(meant, value, place) : not_right(schema, place);
}

static gboolean check_one_of(const LapSchema *schema, JsonNode *value, const Place *place)
{
  const Place quiet = {.member = ""};
  for (const LapSchema **choice = schema->one_of; *choice; choice++)
    if (check(*choice, value, &quiet)) return TRUE;
  return none_fits(schema, value, place);
}

static gboolean check(const LapSchema *schema, JsonNode *value, const Place *place)
{
  switch (schema->type) {
  case LAP_TYPE_OBJECT:
    return check_object(schema, value, place);
  case LAP_TYPE_ARRAY:
    return check_array(schema, value, place);
  case LAP_TYPE_STRING:
    return check_string(schema, value, place);
  case LAP_TYPE_INTEGER:
    return check_integer(schema, value, place);
  case LAP_TYPE_BOOLEAN:
    return holds(value, G_TYPE_BOOLEAN) || not_right(schema, place);
  case LAP_TYPE_NULL:
    return JSON_NODE_HOLDS_NULL(value) || not_right(schema, place);
  default:
    return !schema->one_of || check_one_of(schema, value, place);
  }
}

gboolean lap_schema_check(const LapSchema *schema, const char *name, JsonNode *value, GError **error)
{
  const Place whole = {.member = name, .error = error};
  return check(schema, value, &whole);
}
