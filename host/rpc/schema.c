/* Compiling: from the JSON of a schema to a struct that is quick to check against. */
#include <string.h>

#include "schema-private.h"

G_DEFINE_QUARK(lap - schema - error - quark, lap_schema_error)

#define REFERENCE "#/components/schemas/"

struct LapSchemas {
  JsonObject *components; /* or NULL */
  GHashTable *named;      /* of names in components, to those compiled so far */
  GPtrArray *all;         /* of LapSchema, owned */
};

static const LapSchema anything = {.type = LAP_TYPE_ANY};

static void schema_free(gpointer data)
{
  LapSchema *schema = data;
  for (guint i = 0; i < schema->n_properties; i++) g_free(schema->properties[i].name);
  g_free(schema->properties);
  g_strfreev(schema->words);
  g_free(schema->one_of);
  g_free(schema);
}

LapSchemas *lap_schemas_new(JsonObject *components)
{
  LapSchemas *schemas = g_new0(LapSchemas, 1);
  schemas->components = components;
  schemas->named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  schemas->all = g_ptr_array_new_with_free_func(schema_free);
  return schemas;
}

void lap_schemas_free(LapSchemas *schemas)
{
  g_hash_table_unref(schemas->named);
  g_ptr_array_unref(schemas->all);
  g_free(schemas);
}

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(GError **error, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *message = g_strdup_vprintf(format, values);
  va_end(values);
  g_set_error(error, LAP_SCHEMA_ERROR, LAP_SCHEMA_ERROR_SCHEMA, "schema: %s", message);
  return FALSE;
}

static LapSchema *schema_new(LapSchemas *schemas)
{
  LapSchema *schema = g_new0(LapSchema, 1);
  schema->additional = &anything;
  schema->min = G_MININT64;
  schema->max = schema->max_length = schema->max_items = schema->max_properties = G_MAXINT64;
  g_ptr_array_add(schemas->all, schema);
  return schema;
}

/* --- formats of strings: the document has a pattern beside each for other readers */

enum { KEY_MIN = 16, KEY_MAX = 64, MATCH_MAX = 64, TOKEN_LENGTH = 32, HASH_LENGTH = 16 };

static gboolean is_hexadecimal(const char *text, gsize length)
{
  return strlen(text) == length && strspn(text, "0123456789abcdef") == length;
}

static gboolean is_token(const char *text) { return is_hexadecimal(text, TOKEN_LENGTH); }

static gboolean is_hash(const char *text) { return is_hexadecimal(text, HASH_LENGTH); }

static gboolean is_match(const char *text)
{
  gsize length = strlen(text);
  return length >= 1 && length <= MATCH_MAX && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789") == length;
}

static gboolean is_key(const char *text)
{
  gsize length = strlen(text);
  for (const char *c = text; *c; c++)
    if (!g_ascii_isprint(*c)) return FALSE;
  return length >= KEY_MIN && length <= KEY_MAX;
}

static gboolean is_number(const char *text)
{
  guint64 number;
  return g_ascii_isdigit(*text) && g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &number, NULL);
}

static const LapFormat formats[] = {
    {"token", "32 hexadecimal digits (0-9, a-f)", is_token},
    {"match", "the id of a match, 1 to 64 of a-z, 0-9", is_match},
    {"key", "16 to 64 printable characters of ASCII", is_key},
    {"uint64", "a whole number of 64 bits, as text", is_number},
    {"hash", "16 hexadecimal digits (0-9, a-f)", is_hash},
};

static const LapFormat *format_named(const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    if (g_str_equal(formats[i].name, name)) return &formats[i];
  return NULL;
}

/* --- members of a schema, each with its effect */

typedef struct {
  LapSchemas *schemas;
  LapSchema *schema;
  const char *name;
  JsonNode *value;
  GError **error;
} Member;

static gboolean wants(const Member *member, const char *what)
{
  return fail(member->error, "\"%s\" must be %s", member->name, what);
}

static gboolean read_type(const Member *member)
{
  static const char *const types[] = {
      [LAP_TYPE_OBJECT] = "object",   [LAP_TYPE_ARRAY] = "array",     [LAP_TYPE_STRING] = "string",
      [LAP_TYPE_INTEGER] = "integer", [LAP_TYPE_BOOLEAN] = "boolean", [LAP_TYPE_NULL] = "null"};
  const char *type = json_node_get_string(member->value);
  for (guint i = LAP_TYPE_OBJECT; type && i < G_N_ELEMENTS(types); i++) {
    if (!g_str_equal(types[i], type)) continue;
    member->schema->type = (LapType)i;
    return TRUE;
  }
  return wants(member, "object, array, string, integer, boolean or null");
}

static gboolean read_property(const Member *member, const char *name, JsonNode *value, LapProperty *property)
{
  property->name = g_strdup(name);
  property->schema = lap_schemas_compile(member->schemas, value, member->error);
  return property->schema != NULL;
}

static gboolean read_properties(const Member *member)
{
  if (!JSON_NODE_HOLDS_OBJECT(member->value)) return wants(member, "an object");
  JsonObject *object = json_node_get_object(member->value);
  LapSchema *schema = member->schema;
  schema->properties = g_new0(LapProperty, json_object_get_size(object));
  JsonObjectIter at;
  const char *name;
  JsonNode *value;
  json_object_iter_init_ordered(&at, object);
  while (json_object_iter_next_ordered(&at, &name, &value))
    if (!read_property(member, name, value, &schema->properties[schema->n_properties++])) return FALSE;
  return TRUE;
}

static gboolean read_additional(const Member *member)
{
  gboolean is_boolean = JSON_NODE_HOLDS_VALUE(member->value) &&
                        json_node_get_value_type(member->value) == G_TYPE_BOOLEAN;
  if (is_boolean)
    member->schema->additional = json_node_get_boolean(member->value) ? &anything : NULL;
  else
    member->schema->additional = lap_schemas_compile(member->schemas, member->value, member->error);
  return is_boolean || member->schema->additional;
}

static gboolean read_items(const Member *member)
{
  member->schema->items = lap_schemas_compile(member->schemas, member->value, member->error);
  return member->schema->items != NULL;
}

static gboolean read_words(const Member *member)
{
  if (!JSON_NODE_HOLDS_ARRAY(member->value)) return wants(member, "an array of strings");
  JsonArray *array = json_node_get_array(member->value);
  guint n = json_array_get_length(array);
  member->schema->words = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++) {
    const char *word = json_node_get_string(json_array_get_element(array, i));
    if (!word) return wants(member, "an array of strings");
    member->schema->words[i] = g_strdup(word);
  }
  return TRUE;
}

static gboolean read_format(const Member *member)
{
  const char *name = json_node_get_string(member->value);
  member->schema->format = name ? format_named(name) : NULL;
  return member->schema->format || wants(member, "one of the formats in host/rpc/schema.c");
}

static gboolean read_one_of(const Member *member)
{
  if (!JSON_NODE_HOLDS_ARRAY(member->value)) return wants(member, "an array of schemas");
  JsonArray *array = json_node_get_array(member->value);
  guint n = json_array_get_length(array);
  member->schema->one_of = g_new0(const LapSchema *, n + 1);
  for (guint i = 0; i < n; i++) {
    member->schema->one_of[i] = lap_schemas_compile(member->schemas, json_array_get_element(array, i), member->error);
    if (!member->schema->one_of[i]) return FALSE;
  }
  return TRUE;
}

/* "required" may stand before "properties": it is read once these are. */
static gboolean skip(const Member *member G_GNUC_UNUSED) { return TRUE; }

static const struct {
  const char *name;
  gboolean (*read)(const Member *member);
} readers[] = {
    {"type", read_type},
    {"properties", read_properties},
    {"additionalProperties", read_additional},
    {"items", read_items},
    {"enum", read_words},
    {"format", read_format},
    {"oneOf", read_one_of},
    {"required", skip},
    {"pattern", skip},
    {"title", skip},
    {"description", skip},
    {"default", skip},
    {"examples", skip},
};

static const struct {
  const char *name;
  gsize offset;
} numbers[] = {
    {"minimum", G_STRUCT_OFFSET(LapSchema, min)},
    {"maximum", G_STRUCT_OFFSET(LapSchema, max)},
    {"minLength", G_STRUCT_OFFSET(LapSchema, min_length)},
    {"maxLength", G_STRUCT_OFFSET(LapSchema, max_length)},
    {"minItems", G_STRUCT_OFFSET(LapSchema, min_items)},
    {"maxItems", G_STRUCT_OFFSET(LapSchema, max_items)},
    {"maxProperties", G_STRUCT_OFFSET(LapSchema, max_properties)},
};

static gboolean read_number(const Member *member, gsize offset)
{
  if (!JSON_NODE_HOLDS_VALUE(member->value) || json_node_get_value_type(member->value) != G_TYPE_INT64)
    return wants(member, "a whole number");
  G_STRUCT_MEMBER(gint64, member->schema, offset) = json_node_get_int(member->value);
  return TRUE;
}

static gboolean read_member(const Member *member)
{
  for (guint i = 0; i < G_N_ELEMENTS(readers); i++)
    if (g_str_equal(readers[i].name, member->name)) return readers[i].read(member);
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    if (g_str_equal(numbers[i].name, member->name)) return read_number(member, numbers[i].offset);
  return fail(member->error, "\"%s\" is not understood", member->name);
}

static gboolean require(LapSchema *schema, const char *name, GError **error)
{
  for (guint i = 0; name && i < schema->n_properties; i++) {
    if (!g_str_equal(schema->properties[i].name, name)) continue;
    schema->properties[i].required = TRUE;
    schema->n_required++;
    return TRUE;
  }
  return fail(error, "\"required\" names \"%s\", which is no property", name ? name : "?");
}

static gboolean read_required(LapSchema *schema, JsonNode *value, GError **error)
{
  JsonArray *names = value && JSON_NODE_HOLDS_ARRAY(value) ? json_node_get_array(value) : NULL;
  if (value && !names) return fail(error, "\"required\" must be an array of names");
  for (guint i = 0; names && i < json_array_get_length(names); i++)
    if (!require(schema, json_node_get_string(json_array_get_element(names, i)), error)) return FALSE;
  return TRUE;
}

static gboolean read_members(LapSchemas *schemas, LapSchema *schema, JsonObject *object, GError **error)
{
  JsonObjectIter at;
  Member member = {.schemas = schemas, .schema = schema, .error = error};
  json_object_iter_init_ordered(&at, object);
  while (json_object_iter_next_ordered(&at, &member.name, &member.value))
    if (!read_member(&member)) return FALSE;
  return read_required(schema, json_object_get_member(object, "required"), error);
}

/* --- references */

/* Registered by its name before its members are read, so that a schema may refer to itself. */
static const LapSchema *compile_named(LapSchemas *schemas, const char *name, GError **error)
{
  const LapSchema *known = g_hash_table_lookup(schemas->named, name);
  if (known) return known;
  JsonNode *node = schemas->components ? json_object_get_member(schemas->components, name) : NULL;
  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) {
    fail(error, "$ref names \"%s\", which is no component", name);
    return NULL;
  }
  LapSchema *schema = schema_new(schemas);
  g_hash_table_insert(schemas->named, g_strdup(name), schema);
  return read_members(schemas, schema, json_node_get_object(node), error) ? schema : NULL;
}

static const LapSchema *compile_reference(LapSchemas *schemas, JsonNode *value, GError **error)
{
  const char *reference = json_node_get_string(value);
  if (reference && g_str_has_prefix(reference, REFERENCE))
    return compile_named(schemas, reference + strlen(REFERENCE), error);
  fail(error, "$ref must begin with " REFERENCE);
  return NULL;
}

const LapSchema *lap_schemas_compile(LapSchemas *schemas, JsonNode *node, GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT(node)) {
    fail(error, "a schema must be an object");
    return NULL;
  }
  JsonObject *object = json_node_get_object(node);
  if (json_object_has_member(object, "$ref"))
    return compile_reference(schemas, json_object_get_member(object, "$ref"), error);
  LapSchema *schema = schema_new(schemas);
  return read_members(schemas, schema, object, error) ? schema : NULL;
}
