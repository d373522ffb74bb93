#include "page.h"

#include "host/plugins/installation.h"

char *page_find_folder(void)
{
  const char *named = g_getenv("LAPIDARY_WEB");
  if (named && *named) return g_strdup(named);
  g_autofree char *folder = lap_installation_path(lap_installation_is_build() ? LAPIDARY_WEB_SOURCE
                                                                              : LAPIDARY_WEB_FOLDER);
  return g_file_test(folder, G_FILE_TEST_IS_DIR) ? g_steal_pointer(&folder) : NULL;
}
