/* One of several nodes. A match that the host has in memory is its own as long as its store says so
 * (host/store/node.h): what is committed proves it. When the store finds that others may have taken them, all go at
 * once, which is rare, and the cost of reading again those that are still asked for. */
#include "node.h"

#include "host-private.h"
#include "host/store/node.h"

void lap_host_let_all_go(LapHost *host)
{
  g_return_if_fail(!host->in_batch);
  g_autoptr(GList) matches = g_hash_table_get_values(host->matches);
  g_list_foreach(matches, (GFunc)(void (*)(void))g_object_ref, NULL);
  for (GList *match = matches; match; match = match->next) {
    lap_host_dismiss(host, match->data);
    g_object_unref(match->data);
  }
}

/* What the store says of its address is not repeated: it is for the log. */
gboolean lap_host_claim(LapHost *host, const char *id, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_free(host->elsewhere);
  host->elsewhere = g_strdup(g_hash_table_lookup(host->others, id));
  if (!host->elsewhere && lap_store_claim(host->store, id, &host->elsewhere, &failure)) return TRUE;
  if (host->elsewhere) g_hash_table_insert(host->others, g_strdup(id), g_strdup(host->elsewhere));
  if (host->elsewhere)
    return lap_match_refuse(error, LAP_MATCH_ERROR_ELSEWHERE, "another node has match %s: %s", id, host->elsewhere);
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", id, failure->message);
}

void lap_host_forget_others(LapHost *host) { g_hash_table_remove_all(host->others); }

/* One that cannot be read is told of when it is asked for. */
static void take_up(gpointer id, gpointer host)
{
  g_autoptr(LapMatch) match = lap_host_find(host, id, NULL);
  if (match) lap_schedule_note(&((LapHost *)host)->schedule, match);
}

gboolean lap_host_renew_leases(LapHost *host, gboolean *lost, GError **error)
{
  lap_host_forget_others(host);
  g_autoptr(GPtrArray) taken = lap_store_renew(host->store, lost, error);
  if (*lost) lap_host_let_all_go(host);
  if (!taken) return FALSE;
  g_ptr_array_foreach(taken, take_up, host);
  if (taken->len) lap_host_emit_due(host);
  return TRUE;
}

void lap_host_leave(LapHost *host)
{
  lap_host_let_all_go(host);
  lap_store_leave(host->store);
}

char *lap_host_take_elsewhere(LapHost *host) { return g_steal_pointer(&host->elsewhere); }
