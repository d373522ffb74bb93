/* Turns: what is written together. When it cannot be, everything that changed goes back to what the store has. */
#include "host-private.h"

void lap_host_init_turn(LapHost *host)
{
  host->staged = g_ptr_array_new_with_free_func(g_object_unref);
  host->line = g_string_new(NULL);
}

void lap_host_clear_turn(LapHost *host)
{
  g_clear_pointer(&host->staged, g_ptr_array_unref);
  g_string_free(host->line, TRUE);
}

static void stage(LapHost *host, LapMatch *match)
{
  if (match->staged) return;
  match->staged = TRUE;
  g_ptr_array_add(host->staged, g_object_ref(match));
}

/* --- back */

/* Whoever still holds it finds its host there: the table of the host, which would tell it, has it no more. */
static void vanish(LapHost *host, LapMatch *match)
{
  if (!match->gone) g_object_ref(host);
  match->gone = TRUE;
  lap_host_note_clocks(host, match);
  if (lap_host_in_memory(host, match->id) == match) lap_host_let_go(host, match);
}

gboolean lap_host_put_back(LapHost *host, LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(LapStored) stored = lap_store_find(host->store, match->id, &failure);
  if (stored && lap_match_restore(match, stored, error)) return TRUE;
  match->broken = TRUE;
  if (g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND)) {
    vanish(host, match);
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s is not there any more", match->id);
  }
  lap_host_note_clocks(host, match);
  return stored ? FALSE
                : lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id,
                                   failure->message);
}

static void put_back(LapHost *host, LapMatch *match)
{
  match->staged = FALSE;
  lap_host_put_back(host, match, NULL);
}

static gboolean take_back(LapHost *host, const GError *failure, GError **error)
{
  GPtrArray *staged = g_steal_pointer(&host->staged);
  host->staged = g_ptr_array_new_with_free_func(g_object_unref);
  host->entries = 0;
  host->failed = host->in_turn;
  lap_store_roll_back(host->store);
  for (guint i = 0; i < staged->len; i++) put_back(host, staged->pdata[i]);
  for (guint i = 0; i < staged->len; i++) lap_host_tell_undone(host, staged->pdata[i]);
  g_ptr_array_unref(staged);
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "the store failed: %s", failure->message);
}

/* --- and forth */

gboolean lap_host_may_change(LapHost *host, GError **error)
{
  return !host->failed || lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "the store failed in this turn: ask again");
}

gboolean lap_host_stage_match(LapHost *host, LapMatch *match, const LapStored *stored, GError **error)
{
  g_autoptr(GError) failure = NULL;
  stage(host, match);
  if (lap_store_create(host->store, stored, &failure)) return TRUE;
  return take_back(host, failure, error);
}

gboolean lap_host_stage_entry(LapHost *host, LapMatch *match, const LapRecord *record, GError **error)
{
  g_autoptr(GError) failure = NULL;
  gboolean over = match->result != LAP_RESULT_NONE;
  stage(host, match);
  g_string_truncate(host->line, 0);
  lap_record_write(record, match->ruleset->game, lap_match_seats(match), host->line);
  if (!lap_store_append(host->store, match->id, match->seq, host->line->str, over, lap_host_moment(host), &failure))
    return take_back(host, failure, error);
  host->entries++;
  return TRUE;
}

static gboolean commit(LapHost *host, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_store_commit(host->store, &failure)) return take_back(host, failure, error);
  for (guint i = 0; i < host->staged->len; i++) ((LapMatch *)host->staged->pdata[i])->staged = FALSE;
  g_ptr_array_set_size(host->staged, 0);
  host->entries = 0;
  return TRUE;
}

gboolean lap_host_settle(LapHost *host, GError **error) { return host->in_turn || commit(host, error); }

void lap_host_begin(LapHost *host)
{
  g_return_if_fail(!host->in_turn);
  host->in_turn = TRUE;
}

gboolean lap_host_end(LapHost *host, GError **error)
{
  g_return_val_if_fail(host->in_turn, FALSE);
  gboolean failed = host->failed;
  host->in_turn = host->failed = FALSE;
  if (failed)
    return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "the store failed in this turn; nothing of it is kept");
  return host->staged->len == 0 || commit(host, error);
}

guint lap_host_get_staged(LapHost *host) { return host->entries; }
