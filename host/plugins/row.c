#include "row.h"

#include <string.h>

#include "fail.h"

gboolean lap_row_wrong(const LapRowPlace *place, const char *member, GError **error, const char *format, ...)
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

/* Whether a column is `path` ("doors.n"), or lies in it. */
static gboolean is_declared(const LapCatalogue *catalogue, const char *path, gboolean *inner)
{
  gsize length = strlen(path);
  for (guint i = 0; i < catalogue->n_columns; i++) {
    const char *name = catalogue->columns[i].name;
    if (strncmp(name, path, length) != 0 || (name[length] != '\0' && name[length] != '.')) continue;
    *inner = name[length] == '.';
    return TRUE;
  }
  return FALSE;
}

/* What may stand in an object: the names of the columns, without what is before or behind. */
static char *list_members(const LapCatalogue *catalogue, const char *prefix)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < catalogue->n_columns; i++) {
    const char *name = catalogue->columns[i].name;
    if (!g_str_has_prefix(name, prefix)) continue;
    name += strlen(prefix);
    char *member = g_strndup(name, strcspn(name, "."));
    if (g_ptr_array_find_with_equal_func(names, member, g_str_equal, NULL))
      g_free(member);
    else
      g_ptr_array_add(names, member);
  }
  g_ptr_array_add(names, NULL);
  return g_strjoinv(", ", (char **)names->pdata);
}

static gboolean check_members(const LapCatalogue *catalogue, JsonObject *object, const char *prefix,
                              const LapRowPlace *place, GError **error);

static gboolean check_member(const LapCatalogue *catalogue, JsonNode *node, const char *path, const LapRowPlace *place,
                             GError **error)
{
  gboolean inner = FALSE;
  if (!is_declared(catalogue, path, &inner)) {
    const char *dot = strrchr(path, '.');
    g_autofree char *prefix = dot ? g_strndup(path, (gsize)(dot + 1 - path)) : g_strdup("");
    g_autofree char *members = list_members(catalogue, prefix);
    return lap_row_wrong(place, path, error, "there is no such member; there are: %s", members);
  }
  if (!inner || JSON_NODE_HOLDS_NULL(node)) return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT(node)) {
    g_autofree char *what = lap_node_describe(node);
    return lap_row_wrong(place, path, error, "%s is not an object", what);
  }
  g_autofree char *prefix = g_strconcat(path, ".", NULL);
  return check_members(catalogue, json_node_get_object(node), prefix, place, error);
}

/* Nothing but what is declared, here and in the objects within. */
static gboolean check_members(const LapCatalogue *catalogue, JsonObject *object, const char *prefix,
                              const LapRowPlace *place, GError **error)
{
  g_autoptr(GList) members = json_object_get_members(object);
  for (GList *l = members; l; l = l->next) {
    g_autofree char *path = g_strconcat(prefix, l->data, NULL);
    if (strchr(l->data, '.')) return lap_row_wrong(place, path, error, "there is no such member; dots are for objects");
    if (!check_member(catalogue, json_object_get_member(object, l->data), path, place, error)) return FALSE;
  }
  return TRUE;
}

JsonNode *lap_row_find(JsonObject *object, const char *path)
{
  g_auto(GStrv) step = g_strsplit(path, ".", -1);
  for (guint i = 0; step[i]; i++) {
    JsonNode *node = json_object_get_member(object, step[i]);
    if (!node || !step[i + 1]) return node;
    if (!JSON_NODE_HOLDS_OBJECT(node)) return NULL;
    object = json_node_get_object(node);
  }
  return NULL;
}

gboolean lap_row_check_members(const LapCatalogue *catalogue, JsonObject *object, const LapRowPlace *place,
                               GError **error)
{
  return check_members(catalogue, object, "", place, error);
}
