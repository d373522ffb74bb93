#include "routes.h"

#include "document.h"
#include "host/text/nearest.h"

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
  g_autoptr(JsonNode) params = lap_document_params(find_method(document, entry->name));
  LapRoute *route = add_route(routes, entry->name);
  route->entry = entry;
  route->params = lap_schemas_compile(routes->schemas, params, &error);
  if (!route->params) g_error("method %s in the OpenRPC document: %s", entry->name, error->message);
  g_hash_table_insert(routes->by_name, (gpointer)entry->name, route);
}

LapRoutes *lap_routes_new(const LapMethodEntry *methods, JsonObject *document)
{
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
