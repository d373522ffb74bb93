#include "creations.h"

#include "server-private.h"

#define UNKNOWN (-1)
#define PAGE 1000

/* A store that cannot be listed will say so when a match is created in it. */
static gint64 count(LapServer *server)
{
  const LapStoreFilter filter = {.only_running = TRUE};
  LapStore *store = lap_host_get_store(server->host);
  g_autofree char *cursor = NULL;
  gint64 n = 0;
  guint found = PAGE;
  while (found == PAGE) {
    g_autoptr(GPtrArray) page = lap_store_list(store, &filter, cursor, PAGE, NULL);
    found = page ? page->len : 0;
    n += found;
    g_free(cursor);
    cursor = found ? lap_stored_cursor(page->pdata[found - 1]) : NULL;
  }
  return n;
}

gboolean lap_creations_has_room(LapServer *server)
{
  if (server->running == UNKNOWN) server->running = count(server);
  return server->running < lap_limit(server, LAP_LIMIT_MATCHES);
}

void lap_creations_add(LapServer *server)
{
  if (server->running != UNKNOWN) server->running++;
}

void lap_creations_end(LapServer *server)
{
  if (server->running > 0) server->running--;
}

void lap_creations_forget(LapServer *server) { server->running = UNKNOWN; }
