#include "web-folder.h"

#include <glib.h>
#include <stdlib.h>

/* Whether we run from the build tree. An installed program does not, even where its build tree still stands. */
static gboolean is_in_build_tree(void)
{
  g_autofree char *own = g_file_read_link("/proc/self/exe", NULL);
  char *root = realpath(LAPIDARY_BUILD_ROOT, NULL);
  g_autofree char *inside = g_strconcat(root ? root : LAPIDARY_BUILD_ROOT, "/", NULL);
  free(root);
  return own && g_str_has_prefix(own, inside);
}

char *web_folder_default(void)
{
  const char *named = g_getenv("LAPIDARY_WEB");
  if (named && *named) return g_strdup(named);
  const char *folder = is_in_build_tree() ? LAPIDARY_WEB_SOURCE : LAPIDARY_WEB_FOLDER;
  return g_file_test(folder, G_FILE_TEST_IS_DIR) ? g_strdup(folder) : NULL;
}
