#include "routes.h"

#include <gio/gio.h>

#include "host/text/nearest.h"

/* --- the document as it is compiled in */

/* Made from openrpc.gresource.xml. */
GResource *openrpc_get_resource(void);

#define PATH "/lapidary/rpc/openrpc.json"

static JsonNode *load_document(void)
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

/* The schema of an object whose properties are a method's params, all by name. */
static JsonNode *schema_of_params(JsonObject *method)
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

/* --- routes */

struct LapRoutes {
  GHashTable *by_name; /* to LapRoute, which `all` owns */
  GPtrArray *all;
  LapRoute *unknown;
  LapSchemas *schemas;
};

static LapRoute *add_route(LapRoutes *routes, const char *name)
{
  LapRoute *route = g_new0(LapRoute, 1);
  route->name = name;
  g_ptr_array_add(routes->all, route);
  return route;
}

static JsonObject *find_method(JsonObject *document, const char *name)
{
  JsonArray *methods = json_object_get_array_member(document, "methods");
  for (guint i = 0; i < json_array_get_length(methods); i++) {
    JsonObject *method = json_array_get_object_element(methods, i);
    if (g_str_equal(json_object_get_string_member(method, "name"), name)) return method;
  }
  g_error("method %s is not in the OpenRPC document", name);
}

static void add_method(LapRoutes *routes, const LapMethodEntry *entry, JsonObject *document)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) params = schema_of_params(find_method(document, entry->name));
  LapRoute *route = add_route(routes, entry->name);
  route->entry = entry;
  route->params = lap_schemas_compile(routes->schemas, params, &error);
  if (!route->params) g_error("method %s in the OpenRPC document: %s", entry->name, error->message);
  g_hash_table_insert(routes->by_name, (gpointer)entry->name, route);
}

LapRoutes *lap_routes_new(const LapMethodEntry *methods)
{
  g_autoptr(JsonNode) root = load_document();
  JsonObject *document = json_node_get_object(root);
  LapRoutes *routes = g_new0(LapRoutes, 1);
  JsonObject *components = json_object_get_object_member(document, "components");
  routes->by_name = g_hash_table_new(g_str_hash, g_str_equal);
  routes->all = g_ptr_array_new_with_free_func(g_free);
  routes->schemas = lap_schemas_new(json_object_get_object_member(components, "schemas"));
  for (const LapMethodEntry *entry = methods; entry->name; entry++) add_method(routes, entry, document);
  routes->unknown = add_route(routes, "unknown");
  return routes;
}

void lap_routes_free(LapRoutes *routes)
{
  g_hash_table_unref(routes->by_name);
  g_ptr_array_unref(routes->all);
  lap_schemas_free(routes->schemas);
  g_free(routes);
}

LapRoute *lap_routes_find(LapRoutes *routes, const char *method)
{
  return g_hash_table_lookup(routes->by_name, method);
}

LapRoute *lap_routes_unknown(LapRoutes *routes) { return routes->unknown; }

GPtrArray *lap_routes_all(LapRoutes *routes) { return routes->all; }

char *lap_routes_nearest(LapRoutes *routes, const char *method)
{
  g_autofree const char **names = g_new0(const char *, routes->all->len);
  for (guint i = 0; i + 1 < routes->all->len; i++) names[i] = ((LapRoute *)routes->all->pdata[i])->name;
  return lap_nearest_names(method, names);
}

/* --- the document for clients */

static JsonObject *describe_limit(const LapLimit *limit)
{
  JsonObject *object = json_object_new();
  json_object_set_int_member(object, "value", limit->value);
  json_object_set_string_member(object, "description", limit->meaning);
  return object;
}

static JsonObject *describe_limits(const LapLimit *limit)
{
  JsonObject *object = json_object_new();
  for (; limit->name; limit++) json_object_set_object_member(object, limit->name, describe_limit(limit));
  return object;
}

char *lap_routes_write_document(const LapLimit *limits)
{
  g_autoptr(JsonNode) root = load_document();
  JsonObject *document = json_node_get_object(root);
  json_object_set_string_member(json_object_get_object_member(document, "info"), "version", LAP_HOST_VERSION);
  json_object_set_object_member(document, "x-limits", describe_limits(limits));
  return json_to_string(root, FALSE);
}
