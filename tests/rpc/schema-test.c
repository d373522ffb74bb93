/* Schemas: what they take, and what they say of what they do not take. */
#include "host/rpc/schema.h"

#include <string.h>

#include "host/json/parse.h"

typedef struct {
  const char *schema, *value;
  const char *message; /* NULL: it is right */
} Case;

#define TERMS                                                                                           \
  "{\"oneOf\":[{\"type\":\"string\",\"enum\":[\"open\"]},{\"type\":\"object\",\"properties\":{\"bot\":" \
  "{\"type\":\"string\",\"minLength\":1,\"maxLength\":4}},\"required\":[\"bot\"],\"additionalProperties\":false}]}"
#define OBJECT                                                                                                 \
  "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":9},\"b\":"       \
  "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":1,\"maxItems\":2}},\"required\":[\"a\"]," \
  "\"additionalProperties\":false}"

static const Case cases[] = {
    {"{\"type\":\"integer\"}", "3", NULL},
    {"{\"type\":\"integer\"}", "-9223372036854775808", NULL},
    {"{\"type\":\"integer\"}", "3.0", "params: must be a whole number"},
    {"{\"type\":\"integer\"}", "1e2", "params: must be a whole number"},
    {"{\"type\":\"integer\"}", "\"3\"", "params: must be a whole number"},
    {"{\"type\":\"integer\"}", "true", "params: must be a whole number"},
    {"{\"type\":\"integer\"}", "null", "params: must be a whole number"},
    {"{\"type\":\"integer\",\"minimum\":0,\"maximum\":14}", "14", NULL},
    {"{\"type\":\"integer\",\"minimum\":0,\"maximum\":14}", "15", "params: must be a whole number from 0 to 14"},
    {"{\"type\":\"integer\",\"minimum\":0,\"maximum\":14}", "-1", "params: must be a whole number from 0 to 14"},
    {"{\"type\":\"integer\",\"minimum\":1}", "0", "params: must be a whole number of at least 1"},
    {"{\"type\":\"boolean\"}", "false", NULL},
    {"{\"type\":\"boolean\"}", "0", "params: must be true or false"},
    {"{\"type\":\"null\"}", "null", NULL},
    {"{\"type\":\"null\"}", "{}", "params: must be null"},
    {"{\"type\":\"string\"}", "\"\"", NULL},
    {"{\"type\":\"string\"}", "7", "params: must be text"},
    {"{\"type\":\"string\",\"minLength\":1,\"maxLength\":3}", "\"\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\"", NULL},
    {"{\"type\":\"string\",\"minLength\":1,\"maxLength\":3}", "\"abcd\"", "params: must be text of 1 to 3 characters"},
    {"{\"type\":\"string\",\"minLength\":1,\"maxLength\":3}", "\"\"", "params: must be text of 1 to 3 characters"},
    {"{\"type\":\"string\",\"enum\":[\"log\",\"sheet\"]}", "\"sheet\"", NULL},
    {"{\"type\":\"string\",\"enum\":[\"log\",\"sheet\"]}", "\"Log\"", "params: must be \"log\" or \"sheet\""},
    {"{\"type\":\"string\",\"format\":\"token\"}", "\"0123456789abcdef0123456789abcdef\"", NULL},
    {"{\"type\":\"string\",\"format\":\"token\"}", "\"0123456789ABCDEF0123456789abcdef\"",
     "params: must be 32 hexadecimal digits (0-9, a-f)"},
    {"{\"type\":\"string\",\"format\":\"match\"}", "\"k3v\"", NULL},
    {"{\"type\":\"string\",\"format\":\"match\"}", "\"../k3v\"",
     "params: must be the id of a match, 1 to 64 of a-z, 0-9"},
    {"{\"type\":\"string\",\"format\":\"key\"}", "\"c0ffee00 c0ffee00\"", NULL},
    {"{\"type\":\"string\",\"format\":\"key\"}", "\"c0ffee00\"",
     "params: must be 16 to 64 printable characters of ASCII"},
    {"{\"type\":\"string\",\"format\":\"key\"}", "\"c0ffee00c0ffee0\xc3\xa9\"",
     "params: must be 16 to 64 printable characters of ASCII"},
    {"{\"type\":\"string\",\"format\":\"uint64\"}", "\"18446744073709551615\"", NULL},
    {"{\"type\":\"string\",\"format\":\"uint64\"}", "\"18446744073709551616\"",
     "params: must be a whole number of 64 bits, as text"},
    {"{\"type\":\"string\",\"format\":\"uint64\"}", "\"-1\"", "params: must be a whole number of 64 bits, as text"},
    {"{\"type\":\"array\"}", "[1,\"a\",null]", NULL},
    {"{\"type\":\"array\"}", "{}", "params: must be an array"},
    {"{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "[1,2,\"3\"]", "params[2]: must be a whole number"},
    {"{\"type\":\"array\",\"maxItems\":2}", "[1,2,3]", "params: must be an array of at most 2 items"},
    {OBJECT, "{\"a\":1}", NULL},
    {OBJECT, "{\"a\":1,\"b\":[2]}", NULL},
    {OBJECT, "{\"b\":[1]}", "params: member \"a\" is missing"},
    {OBJECT, "{\"a\":10}", "params.a: must be a whole number from 0 to 9"},
    {OBJECT, "{\"a\":1,\"b\":[]}", "params.b: must be an array of 1 to 2 items"},
    {OBJECT, "{\"a\":1,\"b\":[1,null]}", "params.b[1]: must be a whole number"},
    {OBJECT, "{\"a\":1,\"c\":1}", "params: has no member \"c\"; there are a, b"},
    {OBJECT, "[]", "params: must be {\"a\":...}"},
    {"{\"type\":\"object\",\"additionalProperties\":false}", "{\"c\":1}", "params: has no members, and so no \"c\""},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"maxProperties\":2}",
     "{\"c\":\"1\",\"d\":\"2\"}", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"maxProperties\":2}", "{\"c\":1}",
     "params.c: must be text"},
    {"{\"type\":\"object\",\"maxProperties\":2}", "{\"c\":1,\"d\":2,\"e\":3}", "params: may have at most 2 members"},
    {TERMS, "\"open\"", NULL},
    {TERMS, "{\"bot\":\"a\"}", NULL},
    {TERMS, "\"shut\"", "params: must be \"open\" or {\"bot\":...}"},
    {TERMS, "3", "params: must be \"open\" or {\"bot\":...}"},
    {TERMS, "{\"bot\":\"abcde\"}", "params.bot: must be text of 1 to 4 characters"},
    {TERMS, "{\"robot\":\"a\"}", "params: has no member \"robot\"; there are bot"},
    {"{\"$ref\":\"#/components/schemas/Tree\"}", "{\"left\":{\"left\":{}}}", NULL},
    {"{\"$ref\":\"#/components/schemas/Tree\"}", "{\"left\":{\"left\":{\"left\":1}}}",
     "params.left.left.left: must be an object"},
    {"{}", "[{\"a\":null},3]", NULL},
};

static const char components[] =
    "{\"Tree\":{\"type\":\"object\",\"properties\":{\"left\":{\"$ref\":\"#/components/schemas/Tree\"}},"
    "\"additionalProperties\":false}}";

static JsonNode *parse(const char *text)
{
  GError *error = NULL;
  JsonNode *node = lap_json_parse(text, strlen(text), &error);
  g_assert_no_error(error);
  return node;
}

static void test_values(void)
{
  g_autoptr(JsonNode) named = parse(components);
  g_autoptr(LapSchemas) schemas = lap_schemas_new(json_node_get_object(named));
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL, wrong = NULL;
    g_autoptr(JsonNode) text = parse(cases[i].schema), value = parse(cases[i].value);
    const LapSchema *schema = lap_schemas_compile(schemas, text, &error);
    g_assert_no_error(error);
    g_test_message("%s against %s", cases[i].value, cases[i].schema);
    g_assert_true(lap_schema_check(schema, "params", value, &wrong) == !cases[i].message);
    g_assert_cmpstr(wrong ? wrong->message : NULL, ==, cases[i].message);
  }
}

static void test_long_names_are_cut(void)
{
  g_autofree char *name = g_strnfill(3000, 'x'), *text = g_strdup_printf("{\"%s\":1}", name);
  g_autoptr(LapSchemas) schemas = lap_schemas_new(NULL);
  g_autoptr(JsonNode) schema = parse(OBJECT), value = parse(text);
  g_autoptr(GError) error = NULL;
  g_assert_false(lap_schema_check(lap_schemas_compile(schemas, schema, NULL), "params", value, &error));
  g_assert_cmpuint(strlen(error->message), <, 120);
}

static void test_wrong_schemas(void)
{
  static const struct {
    const char *schema, *message;
  } wrong[] = {
      {"[]", "schema: a schema must be an object"},
      {"{\"type\":\"number\"}", "schema: \"type\" must be object, array, string, integer, boolean or null"},
      {"{\"multipleOf\":3}", "schema: \"multipleOf\" is not understood"},
      {"{\"format\":\"date\"}", "schema: \"format\" must be one of the formats in host/rpc/schema.c"},
      {"{\"minimum\":\"1\"}", "schema: \"minimum\" must be a whole number"},
      {"{\"enum\":[1]}", "schema: \"enum\" must be an array of strings"},
      {"{\"properties\":{\"a\":{}},\"required\":[\"b\"]}", "schema: \"required\" names \"b\", which is no property"},
      {"{\"items\":{\"$ref\":\"#/components/schemas/Bush\"}}", "schema: $ref names \"Bush\", which is no component"},
      {"{\"$ref\":\"other.json\"}", "schema: $ref must begin with #/components/schemas/"},
  };
  g_autoptr(JsonNode) named = parse(components);
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(LapSchemas) schemas = lap_schemas_new(json_node_get_object(named));
    g_autoptr(JsonNode) schema = parse(wrong[i].schema);
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_schemas_compile(schemas, schema, &error));
    g_assert_error(error, LAP_SCHEMA_ERROR, LAP_SCHEMA_ERROR_SCHEMA);
    g_assert_cmpstr(error->message, ==, wrong[i].message);
  }
}

/* Formats stand in the document as patterns too, for readers that do not know them. */
static void check_pattern(JsonObject *schema, LapSchemas *schemas)
{
  static const char *const texts[] = {"",
                                      "0123456789abcdef0123456789abcdef",
                                      "0123456789abcdef",
                                      "0123456789abcdeg",
                                      "k3v",
                                      "K3V",
                                      "12",
                                      "c0ffee00 c0ffee00~",
                                      "c0ffee00\tc0ffee00~",
                                      "-1",
                                      "0123456789abcdef0123456789abcdef0"};
  const char *pattern = json_object_get_string_member_with_default(schema, "pattern", NULL);
  if (!pattern) return;
  g_autoptr(JsonNode) node = json_node_init_object(json_node_alloc(), schema);
  const LapSchema *compiled = lap_schemas_compile(schemas, node, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(JsonNode) value = json_node_init_string(json_node_alloc(), texts[i]);
    g_test_message("\"%s\" against %s", texts[i], pattern);
    g_assert_true(lap_schema_check(compiled, "text", value, NULL) ==
                  g_regex_match_simple(pattern, texts[i], G_REGEX_DOLLAR_ENDONLY, 0));
  }
}

static void test_patterns(void)
{
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(OPENRPC, &text, NULL, NULL));
  g_autoptr(JsonNode) root = parse(text);
  JsonObject *document = json_node_get_object(root);
  JsonObject *named = json_object_get_object_member(json_object_get_object_member(document, "components"), "schemas");
  g_autoptr(LapSchemas) schemas = lap_schemas_new(named);
  JsonObjectIter at;
  JsonNode *schema;
  json_object_iter_init(&at, named);
  while (json_object_iter_next(&at, NULL, &schema)) check_pattern(json_node_get_object(schema), schemas);
}

/* Other tests check what is sent against the schemas of results, so these must be understood as well. */
static void test_results(void)
{
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(OPENRPC, &text, NULL, NULL));
  g_autoptr(JsonNode) root = parse(text);
  JsonObject *document = json_node_get_object(root);
  JsonObject *named = json_object_get_object_member(json_object_get_object_member(document, "components"), "schemas");
  g_autoptr(LapSchemas) schemas = lap_schemas_new(named);
  JsonArray *methods = json_object_get_array_member(document, "methods");
  for (guint i = 0; i < json_array_get_length(methods); i++) {
    g_autoptr(GError) error = NULL;
    JsonObject *method = json_array_get_object_element(methods, i);
    JsonObject *result = json_object_get_object_member(method, "result");
    lap_schemas_compile(schemas, json_object_get_member(result, "schema"), &error);
    g_assert_no_error(error);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/schema/a-value-is-right-or-the-error-says-where-and-what-would-be", test_values);
  g_test_add_func("/schema/long-names-from-outside-are-not-said-again-in-full", test_long_names_are_cut);
  g_test_add_func("/schema/what-is-not-understood-is-no-schema", test_wrong_schemas);
  g_test_add_func("/schema/formats-and-patterns-of-the-document-agree", test_patterns);
  g_test_add_func("/schema/all-results-of-the-document-can-be-checked", test_results);
  return g_test_run();
}
