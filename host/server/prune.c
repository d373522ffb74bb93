/* Pruning: matches that have been over for long are removed, if the operator says so. A slice at a time is removed and
 * committed, so that a store with many of them keeps nobody waiting. */
#include "log.h"
#include "server-private.h"

/* A slice ends after so many matches, or when so many log entries are removed. */
enum { SLICE_MATCHES = 20, SLICE_ENTRIES = 2000 };

/* Milliseconds until the first slice, the next one while there are more, and the next look when there are none. */
enum { BEGIN = 2000, NEXT = 200, LOOK = 600 * 1000 };

static void log_pruned(guint matches, guint64 entries)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_INFO, "pruned");
  lap_server_log_number(line, "matches", matches);
  lap_server_log_number(line, "entries", (gint64)entries);
  lap_server_log_end(line);
}

static void log_failure(const GError *error)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_ERROR, "pruning failed");
  lap_server_log_text(line, "message", error->message);
  lap_server_log_end(line);
}

/* Another node has it, or has removed it since it was listed. */
static gboolean is_of_others(const LapServer *server, const GError *failure)
{
  return server->renewing && (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_ELSEWHERE) ||
                              g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND));
}

static gboolean remove_slice(LapServer *server, const GPtrArray *matches, guint *n, guint64 *entries, GError **error)
{
  for (guint i = *n = 0; i < matches->len && *entries < SLICE_ENTRIES; i++) {
    const LapStored *stored = matches->pdata[i];
    g_autoptr(GError) failure = NULL;
    if (!lap_host_remove(server->host, stored->id, &failure)) {
      if (is_of_others(server, failure)) continue;
      g_propagate_error(error, g_steal_pointer(&failure));
      return FALSE;
    }
    lap_bills_remove(server->bills, stored->id);
    *entries += stored->entries;
    ++*n;
  }
  return TRUE;
}

/* Returns whether there may be more. */
static gboolean prune_slice(LapServer *server)
{
  g_autoptr(GError) error = NULL;
  const LapStoreFilter filter = {.states = LAP_STORED_ENDED, .changed_before = g_get_real_time() - server->prune_after};
  LapStore *store = lap_host_get_store(server->host);
  g_autoptr(GPtrArray) matches = lap_store_list(store, &filter, NULL, SLICE_MATCHES, &error);
  guint n = 0;
  guint64 entries = 0;
  if (matches && !matches->len) return FALSE;
  lap_batch_begin(server->batch);
  gboolean removed = matches && remove_slice(server, matches, &n, &entries, &error);
  if (!removed) log_failure(error);
  gboolean committed = lap_batch_end(server->batch) && removed;
  if (committed && n) log_pruned(n, entries);
  return committed && n;
}

static void schedule(LapServer *server, guint milliseconds);

static gboolean on_time(gpointer data)
{
  LapServer *server = data;
  lap_server_stop_pruning(server);
  if (!server->draining) schedule(server, prune_slice(server) ? NEXT : LOOK);
  return G_SOURCE_REMOVE;
}

static void schedule(LapServer *server, guint milliseconds)
{
  server->pruning = g_timeout_source_new(milliseconds);
  g_source_set_callback(server->pruning, on_time, server, NULL);
  g_source_attach(server->pruning, server->context);
}

void lap_server_stop_pruning(LapServer *server)
{
  if (!server->pruning) return;
  g_source_destroy(server->pruning);
  g_clear_pointer(&server->pruning, g_source_unref);
}

void lap_server_set_prune_after(LapServer *server, guint days)
{
  lap_server_stop_pruning(server);
  server->prune_after = days * G_TIME_SPAN_DAY;
  if (days) schedule(server, BEGIN);
}
