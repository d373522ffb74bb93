/* Batches: changes that are committed together.
 *
 * The server collects the requests of many clients between lap_host_begin and lap_host_end, and the store writes them
 * with one sync of the disk. Each change is applied to its match at once and handed to the store, but must not be sent
 * to clients before lap_host_end has returned TRUE. If the store fails at any point, the whole batch is undone: the
 * store rolls back, every match that changed is read again from it, and later changes in the batch fail. Outside of a
 * batch each change is a batch of its own.
 *
 * The commit of a batch may be under way while the next batch is open (commit.h). What happens in that one stands on
 * what is being committed, so if the commit fails, both are undone. */
#include "commit.h"
#include "host-private.h"
#include "host/store/node.h"
#include "host/store/threaded-store.h"

static void stage(LapHost *host, LapMatch *match)
{
  if (match->staged) return;
  match->staged = TRUE;
  g_ptr_array_add(host->staged, g_object_ref(match));
}

static gboolean take_back(LapHost *host, const GError *failure, GError **error)
{
  GPtrArray *staged = g_steal_pointer(&host->staged);
  host->staged = g_ptr_array_new_with_free_func(g_object_unref);
  host->entries = 0;
  host->removed = FALSE;
  if (host->in_batch && !host->failure) host->failure = g_strdup(failure->message);
  lap_store_roll_back(host->store);
  for (guint i = 0; i < staged->len; i++) {
    LapMatch *match = staged->pdata[i];
    match->staged = FALSE;
    if (match->gone) lap_host_readmit(host, match); /* it was removed in this batch */
    lap_match_go_back(match, NULL);
  }
  for (guint i = 0; i < staged->len; i++) lap_host_emit_undone(host, staged->pdata[i]);
  g_ptr_array_unref(staged);
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "the store failed: %s", failure->message);
}

gboolean lap_batch_is_open(LapHost *host, GError **error)
{
  return !host->failure || lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "the store failed in this batch: ask again");
}

LapStoredState lap_batch_stored_state(LapMatch *match)
{
  static const LapStoredState state[] = {[LAP_MATCH_OPEN] = LAP_STORED_OPEN,
                                         [LAP_MATCH_RUNNING] = LAP_STORED_RUNNING,
                                         [LAP_MATCH_OVER] = LAP_STORED_OVER,
                                         [LAP_MATCH_SUSPENDED] = LAP_STORED_SUSPENDED};
  if (match->suspension && match->result != LAP_RESULT_NONE) return LAP_STORED_BROKEN_OFF;
  return state[lap_match_get_state(match)];
}

char *lap_batch_stored_seats(LapMatch *match)
{
  GString *seats = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(seats);
  lap_match_write_seats(match, FALSE, &json);
  return g_string_free(seats, FALSE);
}

gboolean lap_batch_add_match(LapHost *host, LapMatch *match, const char *header, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autofree char *seats = lap_batch_stored_seats(match);
  const LapStored stored = {.id = match->id,
                            .game = (char *)match->ruleset->game->id,
                            .header = (char *)header,
                            .seats = seats,
                            .created = match->created,
                            .changed = match->created,
                            .state = lap_batch_stored_state(match),
                            .is_public = match->is_public};
  stage(host, match);
  if (lap_store_create(host->store, &stored, &failure) && lap_builds_keep(host, match, &failure)) return TRUE;
  return take_back(host, failure, error);
}

static gboolean is_about_seats(const LapEntry *entry)
{
  return entry->kind == LAP_ENTRY_JOIN || entry->kind == LAP_ENTRY_LEAVE || entry->kind == LAP_ENTRY_BOT ||
         entry->kind == LAP_ENTRY_RESIGN || entry->kind == LAP_ENTRY_TIMEOUT;
}

static gboolean store_seats(LapHost *host, LapMatch *match, GError **error)
{
  g_autofree char *seats = lap_batch_stored_seats(match);
  return lap_store_set_seats(host->store, match->id, seats, error);
}

static gboolean keep_snapshot(LapHost *host, LapMatch *match, const LapEntry *entry, GError **error)
{
  if (!lap_match_snapshot_is_due(match, entry)) return TRUE;
  g_autoptr(GPtrArray) snapshots = g_ptr_array_new_with_free_func((GDestroyNotify)lap_snapshot_free);
  g_ptr_array_add(snapshots, lap_match_take_snapshot(match));
  return lap_store_keep_snapshots(host->store, match->id, snapshots, error);
}

/* Whether the match may need other builds after the entry. */
static gboolean is_about_builds(LapMatch *match, const LapEntry *entry)
{
  return entry->kind == LAP_ENTRY_RULES || entry->new_rules || lap_match_get_state(match) == LAP_MATCH_OVER;
}

gboolean lap_batch_add_entry(LapHost *host, LapMatch *match, const LapEntry *entry, GError **error)
{
  g_autoptr(GError) failure = NULL;
  stage(host, match);
  g_string_truncate(host->line, 0);
  lap_entry_write(entry, match->ruleset->game, lap_match_seats(match), host->line);
  if (!lap_store_append(host->store, match->id, match->seq, host->line->str, lap_batch_stored_state(match),
                        lap_host_now_us(host), &failure) ||
      (is_about_seats(entry) && !store_seats(host, match, &failure)) ||
      (entry->new_rules && !lap_store_set_game(host->store, match->id, match->ruleset->game->id, &failure)) ||
      (is_about_builds(match, entry) && !lap_builds_keep(host, match, &failure)) ||
      !keep_snapshot(host, match, entry, &failure))
    return take_back(host, failure, error);
  host->entries++;
  return TRUE;
}

gboolean lap_batch_add_message(LapHost *host, LapMatch *match, guint64 number, const char *message, GError **error)
{
  g_autoptr(GError) failure = NULL;
  stage(host, match);
  return lap_store_add_message(host->store, match->id, number, message, &failure) || take_back(host, failure, error);
}

/* The matches that have changed; none have, from now on. (transfer full) */
static GPtrArray *take_staged(LapHost *host)
{
  GPtrArray *staged = host->staged;
  for (guint i = 0; i < staged->len; i++) ((LapMatch *)staged->pdata[i])->staged = FALSE;
  host->staged = g_ptr_array_new_with_free_func(g_object_unref);
  host->entries = 0;
  host->removed = FALSE;
  return staged;
}

static gboolean commit(LapHost *host, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_store_commit(host->store, &failure)) return take_back(host, failure, error);
  g_ptr_array_unref(take_staged(host));
  return TRUE;
}

gboolean lap_batch_settle(LapHost *host, GError **error) { return host->in_batch || commit(host, error); }

void lap_host_begin(LapHost *host)
{
  g_return_if_fail(!host->in_batch);
  host->in_batch = TRUE;
}

static gboolean is_changed(const LapHost *host) { return host->staged->len || host->removed; }

static gboolean end_at_once(LapHost *host, GError **error)
{
  g_autofree char *failure = g_steal_pointer(&host->failure);
  if (failure)
    return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "the store failed, nothing of this batch is kept: %s",
                            failure);
  return !is_changed(host) || commit(host, error);
}

gboolean lap_host_end(LapHost *host, GError **error)
{
  g_return_val_if_fail(host->in_batch, FALSE);
  host->in_batch = FALSE;
  return end_at_once(host, error);
}

gboolean lap_host_begin_commit(LapHost *host, GDestroyNotify done, gpointer data)
{
  g_return_val_if_fail(host->in_batch && !host->committing, FALSE);
  host->in_batch = FALSE;
  if (!LAP_IS_THREADED_STORE(host->store) || host->failure || !is_changed(host)) return FALSE;
  host->committing = take_staged(host);
  lap_threaded_store_begin_commit(LAP_THREADED_STORE(host->store), done, data);
  return TRUE;
}

gboolean lap_host_finish_commit(LapHost *host, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!host->committing) return end_at_once(host, error);
  g_autoptr(GPtrArray) committing = g_steal_pointer(&host->committing);
  if (lap_threaded_store_finish_commit(LAP_THREADED_STORE(host->store), &failure)) return TRUE;
  for (guint i = 0; i < committing->len; i++) stage(host, committing->pdata[i]);
  return take_back(host, failure, error);
}

/* One that is not there is no fault of the store. */
static gboolean cannot_remove(LapHost *host, const GError *failure, GError **error)
{
  gboolean absent = g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND) ||
                    g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
  if (!absent) return take_back(host, failure, error);
  return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "%s", failure->message);
}

/* Of several nodes only its owner removes a match: two would both count it, and one in memory would play on. */
static gboolean claim_for_removal(LapHost *host, const char *id, GError **error)
{
  if (!lap_host_claim(host, id, error)) return FALSE;
  lap_store_release(host->store, id);
  return TRUE;
}

gboolean lap_host_remove(LapHost *host, const char *id, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapMatch *match = lap_host_in_memory(host, id);
  if (!lap_batch_is_open(host, error) || (!match && !claim_for_removal(host, id, error))) return FALSE;
  if (!lap_store_remove(host->store, id, &failure)) return cannot_remove(host, failure, error);
  host->removed = TRUE;
  if (match) {
    stage(host, match);
    lap_host_dismiss(host, match);
  }
  return lap_batch_settle(host, error);
}

guint lap_host_get_staged(LapHost *host) { return host->entries; }
