/* Requests, and how they become entries.
 *
 * A client may send a request again with the same key, because a response was lost or a program was restarted, and gets
 * the first response: the change is made once. The entry that a request has made carries a mark (a hash of the sender
 * and the key) and a digest of the request. So the log itself remembers requests: applying an entry, be it new or read
 * back from the store, adds an idempotency record to the match. A request whose mark is there with the same digest is a
 * replay, and returns the seq and the seat of its entry; anything else in a response (a token, an invitation) is always
 * derived from these and the key. With another digest the request fails.
 *
 * A new request is checked and completed by its `prepare`, and entered: stamped with time and clocks, applied, added to
 * the batch, and announced. In a batch it is announced at once, but listeners must not send it to clients before the
 * batch has ended; outside of a batch it is committed first. */
#include "host/engine/convert.h"
#include "host/engine/patience.h"
#include "match-rules.h"

static const LapIdempotencyRecord *find(const LapMatch *match, guint64 key)
{
  for (guint i = match->answered->len; i; i--) {
    const LapIdempotencyRecord *record = &g_array_index(match->answered, LapIdempotencyRecord, i - 1);
    if (record->request.key == key) return record;
  }
  return NULL;
}

static guint64 mark_of(const LapMatch *match, guint by, const char *key)
{
  return MAX(lap_secret_mark(match->salt, "%u:%s", by, key), 1);
}

gboolean lap_match_granted(LapMatch *match, guint seat, const char *key)
{
  return lap_match_ready(match, NULL) && find(match, mark_of(match, seat, key));
}

gboolean lap_match_remembers(LapMatch *match, const char *token, const char *key, guint *seat)
{
  if (!token || !key || !lap_match_ready(match, NULL)) return FALSE;
  LapSecretHash hash = lap_secret_hash(token);
  for (*seat = 0; *seat < lap_match_seats(match); ++*seat)
    if (lap_secret_same(&hash, &match->seat[*seat].former)) return find(match, mark_of(match, *seat, key)) != NULL;
  return FALSE;
}

/* --- entering */

static gboolean keep(LapMatch *match, LapEntry *entry, GError **error)
{
  LapHost *host = match->host;
  if (!lap_batch_add_entry(host, match, entry, error)) return FALSE;
  lap_schedule_note(&host->schedule, match);
  if (entry->new_rules) lap_host_note_outdated(host, match); /* an undo may go back to a former build */
  if (!lap_batch_settle(host, error)) return FALSE;
  lap_host_emit_entry(host, match, entry);
  return TRUE;
}

static gboolean enter(LapMatch *match, LapEntry *entry, GError **error)
{
  if (!lap_batch_is_open(match->host, error)) return FALSE;
  gint64 clock_ms = lap_host_clock_ms(match->host);
  entry->at = lap_host_now_ms(match->host);
  lap_match_stamp_clocks(match, entry, clock_ms);
  if (!lap_match_apply(match, entry, error)) return FALSE;
  gboolean patience = lap_patience_pause(); /* it stands: what follows from it is not put off */
  match->clocks_started_ms = clock_ms;
  match->failures = 0;
  gboolean kept = keep(match, entry, error);
  lap_patience_resume(patience);
  lap_entry_clear(entry);
  return kept;
}

/* What was agreed on happens as soon as the match stands where it can; or the rules refuse it. The entry before this
 * one stands in any case. */
static gboolean swap(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autofree char *game = g_strdup(match->swap), *key = NULL;
  LapEntry entry = {.kind = LAP_ENTRY_RULES, .seat = match->proposer, .game = game};
  LapRuleset *ruleset = lap_rules_of_variant(match, game, (const char *const *)match->swap_options, &failure);
  g_autoptr(LapBlock) block = ruleset ? lap_rules_convert(match, ruleset, &failure) : NULL;
  if (!block && failure->domain != LAP_CONVERT_ERROR)
    g_warning("match %s cannot become one of %s: %s", match->id, game, failure->message);
  if (!block) entry.refused = key = g_strdup(lap_rules_key(failure));
  entry.ruleset = block ? ruleset : NULL;
  entry.block = block;
  gboolean waits = g_error_matches(failure, LAP_CONVERT_ERROR, LAP_CONVERT_ERROR_LATER);
  gboolean entered = waits || enter(match, &entry, error);
  lap_ruleset_release(ruleset);
  return entered;
}

gboolean lap_match_enter(LapMatch *match, LapEntry *entry, GError **error)
{
  if (!enter(match, entry, error)) return FALSE;
  if (!lap_match_awaits_swap(match)) return TRUE;
  gboolean patience = lap_patience_pause();
  gboolean swapped = swap(match, error);
  lap_patience_resume(patience);
  return swapped;
}

/* --- asking */

static gboolean replay(const LapIdempotencyRecord *record, LapEntry *entry, GError **error)
{
  entry->seq = record->seq;
  entry->seat = record->seat;
  return record->request.digest == entry->request.digest ||
         lap_match_refuse(error, LAP_MATCH_ERROR_KEY_REUSED,
                          "the key came before with another request; each needs a new one");
}

gboolean lap_match_request(LapMatch *match, guint by, const char *key, guint64 digest, LapEntry *entry,
                           LapPrepare prepare, gpointer data, guint64 *seq, GError **error)
{
  const LapIdempotencyRecord *record = NULL;
  if (!lap_match_ready(match, error) || (key && !lap_key_check(key, error))) return FALSE;
  if (key) {
    entry->request = (LapRequestMark){mark_of(match, by, key), digest};
    record = find(match, entry->request.key);
  }
  gboolean granted = record ? replay(record, entry, error)
                            : prepare(match, entry, data, error) && lap_match_enter(match, entry, error);
  if (granted && seq) *seq = entry->seq;
  return granted;
}
