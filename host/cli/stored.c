#include "stored.h"

enum { PAGE = 500 };

gboolean stored_for_each(LapStore *store, const LapStoreFilter *filter, StoredEach each, gpointer data, GError **error)
{
  g_autofree char *cursor = NULL;
  for (;;) {
    g_autoptr(GPtrArray) page = lap_store_list(store, filter, cursor, PAGE, error);
    if (!page) return FALSE;
    for (guint i = 0; i < page->len; i++)
      if (!each(page->pdata[i], data)) return TRUE;
    if (page->len < PAGE) return TRUE;
    g_free(cursor);
    cursor = lap_stored_cursor(page->pdata[page->len - 1]);
  }
}
