#include "kept.h"

#include <errno.h>
#include <string.h>

#include "verb.h"

#define FILE_SCHEME "sqlite:"

static char *default_path(void) { return g_build_filename(g_get_user_data_dir(), "lapidary", "matches.db", NULL); }

char *kept_default(void)
{
  g_autofree char *path = default_path();
  return g_strconcat(FILE_SCHEME, path, NULL);
}

/* Others have no business with tokens' hashes and running matches. */
static gboolean make_folder(void)
{
  g_autofree char *path = default_path(), *folder = g_path_get_dirname(path);
  if (g_mkdir_with_parents(folder, 0700) == 0) return TRUE;
  verb_fail(EXIT_FAILED, "the folder %s cannot be made: %s; --store names another place", folder, g_strerror(errno));
  return FALSE;
}

static int fail(const GError *error)
{
  if (g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL))
    return verb_fail(EXIT_USAGE, "--store: %s", error->message);
  if (g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY))
    return verb_fail(EXIT_FAILED, "a server runs on this store (%s); stop it first, or name another with --store",
                     error->message);
  return verb_fail(EXIT_FAILED, "the store cannot be opened: %s", error->message);
}

LapStore *kept_open(const char *url, int *code)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *own = url ? NULL : kept_default();
  *code = EXIT_FAILED;
  if (!url && !make_folder()) return NULL;
  LapStore *store = lap_store_open(url ? url : own, &error);
  if (!store) *code = fail(error);
  return store;
}

LapStore *kept_open_existing(const char *url, int *code)
{
  g_autofree char *named = url ? g_strdup(url) : kept_default();
  const char *path = g_str_has_prefix(named, FILE_SCHEME) ? named + strlen(FILE_SCHEME) : NULL;
  if (path && *path && !g_file_test(path, G_FILE_TEST_EXISTS)) {
    *code = verb_fail(EXIT_UNKNOWN, "there is no store %s; 'lapidary serve' makes one", named);
    return NULL;
  }
  return kept_open(named, code);
}
