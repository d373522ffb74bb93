#include "document.h"

#include "server-private.h"

/* Made from openrpc.gresource.xml. */
GResource *openrpc_get_resource(void);

#define PATH "/lapidary/server/openrpc.json"

JsonNode *lap_document_load(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_resource_lookup_data(openrpc_get_resource(), PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  JsonNode *root = bytes ? json_from_string(g_bytes_get_data(bytes, NULL), &error) : NULL;
  if (!root) g_error("the OpenRPC document: %s", error->message);
  return root;
}

static void add_param(JsonObject *properties, JsonArray *required, JsonObject *param)
{
  const char *name = json_object_get_string_member(param, "name");
  json_object_set_member(properties, name, json_node_copy(json_object_get_member(param, "schema")));
  if (json_object_get_boolean_member_with_default(param, "required", FALSE))
    json_array_add_string_element(required, name);
}

JsonNode *lap_document_params(JsonObject *method)
{
  JsonArray *params = json_object_get_array_member(method, "params"), *required = json_array_new();
  JsonObject *schema = json_object_new(), *properties = json_object_new();
  for (guint i = 0; i < json_array_get_length(params); i++)
    add_param(properties, required, json_array_get_object_element(params, i));
  json_object_set_string_member(schema, "type", "object");
  json_object_set_object_member(schema, "properties", properties);
  json_object_set_array_member(schema, "required", required);
  json_object_set_boolean_member(schema, "additionalProperties", FALSE);
  JsonNode *node = json_node_new(JSON_NODE_OBJECT);
  json_node_take_object(node, schema);
  return node;
}

/* --- as it is told */

static JsonObject *describe_limit(const LapLimit *limit)
{
  JsonObject *object = json_object_new();
  json_object_set_int_member(object, "value", limit->value);
  json_object_set_string_member(object, "description", limit->meaning);
  return object;
}

static JsonObject *describe_limits(const LapServer *server)
{
  JsonObject *object = json_object_new();
  for (const LapLimit *limit = server->limits; limit->name; limit++)
    json_object_set_object_member(object, limit->name, describe_limit(limit));
  return object;
}

static char *write_document(const LapServer *server)
{
  g_autoptr(JsonNode) root = lap_document_load();
  JsonObject *document = json_node_get_object(root);
  json_object_set_string_member(json_object_get_object_member(document, "info"), "version", LAP_HOST_VERSION);
  json_object_set_object_member(document, "x-limits", describe_limits(server));
  return json_to_string(root, FALSE);
}

const char *lap_server_get_document(LapServer *server)
{
  if (!server->document) server->document = write_document(server);
  return server->document;
}
