#include "store-module.h"

#include <dlfcn.h>

#include "host/plugins/installation.h"

#define MODULE "liblapidary-postgresql.so"

typedef GPtrArray *(*ListNodes)(const char *url, GError **error);
typedef LapStore *(*Open)(const char *url, const char *node, const char *address, GError **error);

gboolean lap_store_is_postgresql(const char *url)
{
  return g_str_has_prefix(url, "postgresql:") || g_str_has_prefix(url, "postgres:");
}

/* Beside the library in the build tree, in a folder of its own below it once installed. */
static char *module_path(void)
{
  if (lap_installation_is_build()) return g_build_filename(LAP_STORE_BUILD_FOLDER, MODULE, NULL);
  return lap_installation_path(LAP_STORE_FOLDER "/" MODULE);
}

static void cannot_load(const char *path, GError **error)
{
  if (!g_file_test(path, G_FILE_TEST_EXISTS))
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO,
                "stores in PostgreSQL need %s, which is not there: install the package lapidary-postgresql, "
                "or build Lapidary with libpq-dev installed",
                path);
  else
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO,
                "stores in PostgreSQL need the library libpq: install the package libpq5 (%s)", dlerror());
}

/* NULL, with an error, if it cannot be loaded. */
static void *find_symbol(const char *name, GError **error)
{
  g_autofree char *path = module_path();
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *symbol = module ? dlsym(module, name) : NULL;
  if (!symbol) cannot_load(path, error);
  return symbol;
}

LapStore *lap_store_open_postgresql(const char *url, const char *node, const char *address, GError **error)
{
  Open open = (Open)find_symbol("lap_postgresql_store_open", error);
  return open ? open(url, node, address, error) : NULL;
}

GPtrArray *lap_store_list_postgresql_nodes(const char *url, GError **error)
{
  ListNodes list = (ListNodes)find_symbol("lap_postgresql_list_nodes", error);
  return list ? list(url, error) : NULL;
}
