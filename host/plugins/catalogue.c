#include "catalogue.h"

#include <stddef.h>
#include <string.h>

#include "column.h"
#include "host/json/parse.h"
#include "plugin-file.h"

#define TABLE_MAX (16u << 20) /* bytes in memory */

struct LapCatalogues {
  LapRowsTable *table; /* [n], rows owned */
  guint n;
  GStringChunk *words; /* keys that rows point to */
  GChecksum *checksum;
  char *hash;
};

/* One catalogue as it is read. */
typedef struct {
  LapCatalogue declared; /* the host's own copy */
  char *file;            /* absolute, for messages */
  GHashTable **keys;     /* [columns.n] of the key columns: those of the rows so far */
} Reading;

#define WRONG(reading, error, ...) lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, (reading)->file, __VA_ARGS__)

/* -- Members of a row -- */

/* Whether a column is `path` ("doors.n"), or lies in it. */
static gboolean is_declared(const LapCatalogue *catalogue, const char *path, gboolean *inner)
{
  gsize length = strlen(path);
  for (guint i = 0; i < catalogue->columns.n; i++) {
    const char *name = lap_column(catalogue, i)->name;
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
  for (guint i = 0; i < catalogue->columns.n; i++) {
    const char *name = lap_column(catalogue, i)->name;
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
    return lap_row_fail(place, path, error, "there is no such member; there are: %s", members);
  }
  if (!inner || JSON_NODE_HOLDS_NULL(node)) return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT(node)) {
    g_autofree char *what = lap_node_describe(node);
    return lap_row_fail(place, path, error, "%s is not an object", what);
  }
  g_autofree char *prefix = g_strconcat(path, ".", NULL);
  return check_members(catalogue, json_node_get_object(node), prefix, place, error);
}

/* Checks that an object, and those in it, have only members that are declared. */
static gboolean check_members(const LapCatalogue *catalogue, JsonObject *object, const char *prefix,
                              const LapRowPlace *place, GError **error)
{
  g_autoptr(GList) members = json_object_get_members(object);
  for (GList *l = members; l; l = l->next) {
    g_autofree char *path = g_strconcat(prefix, l->data, NULL);
    if (strchr(l->data, '.')) return lap_row_fail(place, path, error, "there is no such member; dots are for objects");
    if (!check_member(catalogue, json_object_get_member(object, l->data), path, place, error)) return FALSE;
  }
  return TRUE;
}

static JsonNode *find_member(JsonObject *object, const char *path)
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

/* -- A row -- */

/* Remembers a row's key; FALSE if a row before has the same. */
static gboolean add_key(const Reading *reading, guint column, const guint8 *row, const LapRowPlace *place,
                        GError **error)
{
  const LapColumn *declared = lap_column(&reading->declared, column);
  const char *key;
  if (declared->type != LAP_COLUMN_KEY) return TRUE;
  memcpy(&key, row + declared->offset, sizeof key);
  if (!key) return TRUE;
  if (!reading->keys[column]) reading->keys[column] = g_hash_table_new(g_str_hash, g_str_equal);
  guint before = GPOINTER_TO_UINT(g_hash_table_lookup(reading->keys[column], key));
  if (before)
    return lap_row_fail(place, declared->name, error, "\"%s\" is the key of row %u too; each row has its own", key,
                        before);
  g_hash_table_insert(reading->keys[column], (gpointer)key, GUINT_TO_POINTER(place->row));
  return TRUE;
}

static gboolean read_row(const Reading *reading, JsonNode *node, const LapRowPlace *place, guint8 *row, GError **error)
{
  const LapCatalogue *catalogue = &reading->declared;
  if (!JSON_NODE_HOLDS_OBJECT(node)) {
    g_autofree char *what = lap_node_describe(node);
    return WRONG(reading, error, "row %u: %s is not an object", place->row, what);
  }
  JsonObject *object = json_node_get_object(node);
  if (!check_members(catalogue, object, "", place, error)) return FALSE;
  for (guint i = 0; i < catalogue->columns.n; i++) {
    const LapColumn *column = lap_column(catalogue, i);
    if (!lap_column_read(column, find_member(object, column->name), place, row, error)) return FALSE;
    if (!add_key(reading, i, row, place, error)) return FALSE;
  }
  return TRUE;
}

/* -- A file -- */

/* The file's two members and nothing else; yields its rows. */
static JsonArray *check_frame(const Reading *reading, JsonNode *root, GError **error)
{
  const LapCatalogue *catalogue = &reading->declared;
  JsonObject *object = JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
  JsonNode *name = object ? json_object_get_member(object, "catalogue") : NULL;
  JsonNode *rows = object ? json_object_get_member(object, "rows") : NULL;
  if (!name || !rows || json_object_get_size(object) != 2 || !JSON_NODE_HOLDS_ARRAY(rows)) {
    WRONG(reading, error, "not a catalogue; write {\"catalogue\": \"%s\", \"rows\": [...]} and no other member",
          catalogue->name);
    return NULL;
  }
  gboolean is_text = JSON_NODE_HOLDS_VALUE(name) && json_node_get_value_type(name) == G_TYPE_STRING;
  if (!is_text || !g_str_equal(json_node_get_string(name), catalogue->name)) {
    WRONG(reading, error, "member \"catalogue\": this file must be that of \"%s\"", catalogue->name);
    return NULL;
  }
  return json_node_get_array(rows);
}

static gboolean check_count(const Reading *reading, guint n, GError **error)
{
  guint min = reading->declared.rows_min, max = reading->declared.rows_max;
  if (n >= min && n <= max) return TRUE;
  if (min == max) return WRONG(reading, error, "%u rows; there must be %u", n, min);
  return WRONG(reading, error, "%u rows; there must be %u to %u", n, min, max);
}

static gboolean read_rows(LapCatalogues *catalogues, const Reading *reading, JsonArray *rows, LapRowsTable *table,
                          GError **error)
{
  guint n = json_array_get_length(rows);
  gsize row_size = reading->declared.row_size;
  if (!check_count(reading, n, error)) return FALSE;
  if (n * row_size > TABLE_MAX)
    return WRONG(reading, error, "%u rows of %zu bytes; there may be %u MiB of them", n, row_size, TABLE_MAX >> 20);
  guint8 *row = g_malloc0_n(n + 1, row_size);
  *table = (LapRowsTable){.row = row, .n = n, .row_size = (guint32)row_size};
  for (guint i = 1; i <= n; i++) {
    LapRowPlace place = {.file = reading->file, .row = i, .words = catalogues->words};
    if (!read_row(reading, json_array_get_element(rows, i - 1), &place, row + i * row_size, error)) return FALSE;
  }
  return TRUE;
}

static gboolean read_file(LapCatalogues *catalogues, const Reading *reading, const char *folder, LapRowsTable *table,
                          GError **error)
{
  gsize length;
  if (!strchr(reading->declared.file, '/') && !g_file_test(reading->file, G_FILE_TEST_EXISTS))
    return WRONG(reading, error, "No such file or directory; put it there, or in the folder data beside it");
  g_autofree char *text = lap_plugin_file_read(folder, reading->declared.file, LAP_JSON_SIZE_MAX, &length,
                                               LAP_PLUGIN_ERROR_DATA, error);
  if (!text) return FALSE;
  g_checksum_update(catalogues->checksum, (const guchar *)text, (gssize)length);
  g_autoptr(GError) why = NULL;
  g_autoptr(JsonNode) root = lap_json_parse(text, length, &why);
  if (!root) return WRONG(reading, error, "%s", why->message);
  JsonArray *rows = check_frame(reading, root, error);
  return rows && read_rows(catalogues, reading, rows, table, error);
}

static void clear_reading(Reading *reading)
{
  for (guint i = 0; reading->keys && i < reading->declared.columns.n; i++)
    g_clear_pointer(&reading->keys[i], g_hash_table_unref);
  g_free(reading->keys);
  g_free(reading->file);
}

/* A data file lies beside the plugin, or in its folder "data". Returns the folder. */
static char *folder_of(const char *folder, const char *name)
{
  g_autofree char *beside = g_build_filename(folder, name, NULL);
  g_autofree char *data = g_build_filename(folder, "data", NULL);
  g_autofree char *inner = g_build_filename(data, name, NULL);
  gboolean is_inner = !g_file_test(beside, G_FILE_TEST_EXISTS) && g_file_test(inner, G_FILE_TEST_EXISTS);
  return is_inner ? g_steal_pointer(&data) : g_strdup(folder);
}

static gboolean read_catalogue(LapCatalogues *catalogues, const LapPlugin *plugin, guint index, const char *folder,
                               GError **error)
{
  Reading reading = {0};
  gsize stride = plugin->catalogues.stride;
  memcpy(&reading.declared, (const char *)plugin->catalogues.v + index * stride, MIN(stride, sizeof(LapCatalogue)));
  if (!lap_columns_check(plugin->id, &reading.declared, error)) return FALSE;
  g_autofree char *lies_in = folder_of(folder, reading.declared.file);
  reading.file = g_build_filename(lies_in, reading.declared.file, NULL);
  reading.keys = g_new0(GHashTable *, reading.declared.columns.n);
  gboolean ok = read_file(catalogues, &reading, lies_in, &catalogues->table[index], error);
  clear_reading(&reading);
  return ok;
}

/* A row of a table is at least what the first minor of the contract has. */
static gboolean check_table(const LapPlugin *plugin, GError **error)
{
  const LapTable *table = &plugin->catalogues;
  gsize least = offsetof(LapCatalogue, rows_max) + sizeof(guint32);
  if (table->n == 0 || (table->v && table->stride >= least && table->n <= G_MAXUINT8)) return TRUE;
  return lap_plugin_refuse(error, plugin->id,
                           "table \"catalogues\": %u rows of %u bytes at %p; use LAP_TABLE, for at most %d rows",
                           table->n, table->stride, table->v, G_MAXUINT8);
}

LapCatalogues *lap_catalogues_read(const LapPlugin *plugin, const char *folder, GError **error)
{
  if (!check_table(plugin, error)) return NULL;
  g_autoptr(LapCatalogues) catalogues = g_new0(LapCatalogues, 1);
  catalogues->n = plugin->catalogues.n;
  catalogues->table = g_new0(LapRowsTable, catalogues->n);
  catalogues->words = g_string_chunk_new(1024);
  catalogues->checksum = g_checksum_new(G_CHECKSUM_SHA256);
  for (guint i = 0; i < catalogues->n; i++)
    if (!read_catalogue(catalogues, plugin, i, folder, error)) return NULL;
  if (catalogues->n) catalogues->hash = g_strdup(g_checksum_get_string(catalogues->checksum));
  return g_steal_pointer(&catalogues);
}

void lap_catalogues_free(LapCatalogues *catalogues)
{
  if (!catalogues) return;
  for (guint i = 0; i < catalogues->n; i++) g_free((gpointer)catalogues->table[i].row);
  g_free(catalogues->table);
  g_string_chunk_free(catalogues->words);
  g_checksum_free(catalogues->checksum);
  g_free(catalogues->hash);
  g_free(catalogues);
}

const LapRowsTable *lap_catalogues_get_tables(const LapCatalogues *catalogues) { return catalogues->table; }

const char *lap_catalogues_get_hash(const LapCatalogues *catalogues) { return catalogues->hash; }
