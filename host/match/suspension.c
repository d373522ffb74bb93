/* Suspended matches.
 *
 * Rules may fail: a hook breaks the contract, or a phase leads nowhere. Then the action is refused, and the match is as
 * it was. But if that happens where a bot has to move, or again and again where a person has to, nobody can go on. Such
 * a match is suspended, with an entry of its log: its clocks stop, bots do not move, and its rules are not called any
 * more, not even to show it or to read it from the store. Its seats and watchers are told so; seats may resign, or
 * agree to end it or to take moves back. It goes on when an operator resumes it, when moves were taken back, or when
 * another build has played its log. */
#include <string.h>

#include "host-private.h"
#include "host/engine/patience.h"
#include "host/engine/position.h"

/* --- noticing */

/* Rules that have not answered yet have not failed. */
static gboolean is_fault(const GError *failure)
{
  if (lap_patience_is_out()) return FALSE;
  return g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT) ||
         g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_FAULT);
}

/* The session has the hook that was called last. */
static LapSuspension fault_of(const LapMatch *match, const GError *failure)
{
  LapSession *session = match->ruleset->session;
  const LapTrace *trace = session ? lap_engine_get_trace(lap_session_engine(session)) : NULL;
  gboolean known = trace && trace->phase && trace->hook;
  return (LapSuspension){"fault", known ? trace->phase : "", known ? trace->hook : "", failure->message};
}

/* The match is suspended when bots move, in a batch of its own: a caller may be about to write what it was asked for.
 */
void lap_match_note_failure(LapMatch *match, const GError *failure)
{
  if (!is_fault(failure) || !match->host || match->gone || match->broken) return;
  const LapSuspension how = fault_of(match, failure);
  lap_suspension_set(&match->failure, &how);
  match->failures++;
  lap_schedule_note(&match->host->schedule, match);
}

/* --- suspending and resuming */

gboolean lap_match_suspend(LapMatch *match, const LapSuspension *how, GError **error)
{
  LapEntry entry = {.kind = LAP_ENTRY_SUSPEND, .suspension = *how};
  return lap_match_enter(match, &entry, error);
}

gboolean lap_match_suspend_failing(LapMatch *match, const GError *failure, GError **error)
{
  if (!failure) return lap_match_suspend(match, match->failure, error);
  const LapSuspension how = fault_of(match, failure);
  return lap_match_suspend(match, &how, error);
}

/* Reads the match again, by its rules. */
static gboolean wake(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  match->waking = TRUE;
  gboolean woken = lap_match_go_back(match, &failure);
  match->waking = FALSE;
  if (woken) return TRUE;
  lap_match_go_back(match, NULL);
  return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "its rules fail still: %s", failure->message);
}

gboolean lap_match_resume(LapMatch *match, GError **error)
{
  LapEntry entry = {.kind = LAP_ENTRY_RESUME};
  if (!lap_match_ready(match, error)) return FALSE;
  if (lap_match_get_state(match) != LAP_MATCH_SUSPENDED)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "match %s is not suspended", match->id);
  return wake(match, error) && lap_match_enter(match, &entry, error);
}

/* --- after the rules have ended the process */

/* The hash that the block must have after all entries: the last that one of them has, or the header. */
static gboolean find_hash(LapHost *host, const LapStored *stored, guint64 *hash)
{
  static const char member[] = "\"hash\":\"";
  g_autoptr(GPtrArray) lines = lap_store_entries(host->store, stored->id, 0, G_MAXUINT64, NULL);
  const char *at = NULL;
  for (guint i = lines ? lines->len : 0; !at && i-- > 0;) at = g_strrstr(lines->pdata[i], member);
  if (lines && !at) at = g_strrstr(stored->header, member);
  if (at) *hash = g_ascii_strtoull(at + strlen(member), NULL, 16);
  return at != NULL;
}

/* Puts the match where it stood. What was not committed is no longer true, so it may have been a move ahead. */
static void stand_at(LapMatch *match, const LapStored *stored, const LapMarkedBlocks *marked)
{
  guint64 hash;
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(match->ruleset, NULL);
  if (!engine || marked->size != lap_engine_block_size(engine) || marked->builds != match->ruleset->builds) return;
  if (!find_hash(match->host, stored, &hash)) return;
  g_autoptr(LapBlock) block = lap_block_new(engine);
  for (guint i = 0; match->lost && i < marked->n; i++) {
    memcpy(block, marked->blocks + i * marked->size, marked->size);
    if (lap_hash(engine, block) != hash) continue;
    memcpy(match->block, block, marked->size);
    match->lost = FALSE;
  }
  if (!match->lost && marked->seq == stored->entries) match->decision = marked->decision;
}

/* Nothing of the match can be read now, since a plugin of it is not to be had. */
static gboolean suspend_stored(LapHost *host, const LapStored *stored, const LapSuspension *how, GError **error)
{
  const LapEntry entry = {.kind = LAP_ENTRY_SUSPEND, .at = lap_host_now_ms(host), .suspension = *how};
  g_autoptr(GString) line = g_string_new(NULL);
  lap_entry_write(&entry, NULL, 0, line);
  return lap_store_append(host->store, stored->id, stored->entries + 1, line->str, LAP_STORED_SUSPENDED,
                          lap_host_now_us(host), error) &&
         lap_store_commit(host->store, error);
}

gboolean lap_host_suspend(LapHost *host, const char *id, const LapSuspension *how, const LapMarkedBlocks *blocks,
                          GError **error)
{
  if (!lap_host_claim(host, id, error)) return FALSE;
  g_autoptr(LapStored) stored = lap_store_find(host->store, id, NULL);
  if (!stored || stored->state & (LAP_STORED_SUSPENDED | LAP_STORED_ENDED)) return TRUE;
  g_autoptr(LapMatch) match = lap_match_new(host, id);
  stored->state = LAP_STORED_SUSPENDED;
  if (!lap_match_restore(match, stored, NULL, NULL)) return suspend_stored(host, stored, how, error);
  if (match->lost) stand_at(match, stored, blocks);
  lap_host_adopt(host, match);
  return lap_match_suspend(match, how, error);
}

/* --- showing */

gboolean lap_match_open_still(LapMatch *match, LapEngine **engine, LapBlock **block, GError **error)
{
  if (!lap_match_ready(match, error)) return FALSE;
  if (match->lost)
    return lap_match_refuse(error, LAP_MATCH_ERROR_SUSPENDED,
                            "match %s is suspended, and where it stands is not known until it is resumed", match->id);
  *engine = lap_ruleset_new_engine(match->ruleset, error);
  if (!*engine) return FALSE;
  *block = lap_block_new(*engine);
  memcpy(*block, match->block, lap_engine_block_size(*engine));
  lap_engine_keep_still(*engine, TRUE);
  return TRUE;
}
