#include "store-module.h"

#include <dlfcn.h>

#include "host/plugins/installation.h"

#define MODULE "liblapidary-postgresql.so"

typedef LapStore *(*Open)(const char *url, GError **error);

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

LapStore *lap_store_open_postgresql(const char *url, GError **error)
{
  g_autofree char *path = module_path();
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  Open open = module ? (Open)dlsym(module, "lap_postgresql_store_open") : NULL;
  if (open) return open(url, error);
  cannot_load(path, error);
  return NULL;
}
