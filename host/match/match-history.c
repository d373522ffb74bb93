/* A match from what the store has: its header, which says how it began, and its entries, which are played again.
 *
 * The state of a match is never stored, so every earlier or lost state is rebuilt here: a match that is not in memory,
 * one whose change could not be stored, the block that an undo returns to, the view of a past moment, an export. The
 * hashes in header and entries verify at each move that the rules still give the same result. */
#include <string.h>

#include "host-private.h"
#include "host/engine/position.h"

/* --- the start */

static gboolean cannot_be_read(const LapMatch *match, const GError *failure, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
}

/* lap_log_header_take reports line numbers; a header is line 1. */
static gboolean unavailable(GError **error, const char *id, const char *what)
{
  if (g_str_has_prefix(what, "line 1: ")) what += strlen("line 1: ");
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s, its header: %s", id, what);
}

static char **pairs_of(JsonObject *options)
{
  GPtrArray *pairs = g_ptr_array_new();
  g_autoptr(GList) names = json_object_get_members(options);
  for (GList *name = names; name; name = name->next) {
    g_ptr_array_add(pairs, g_strdup(name->data));
    g_ptr_array_add(pairs, g_strdup(lap_log_string(options, name->data)));
  }
  g_ptr_array_add(pairs, NULL);
  return (char **)g_ptr_array_free(pairs, FALSE);
}

/* Hashing the data of a game takes long; a header that says all of it in the same words fits. */
static gboolean fits(const LapRuleset *ruleset, const LapLogHeader *log, const char *line, GError **error)
{
  const char *settings = strstr(line, "\"plugins\":");
  return (settings && g_str_has_prefix(settings, ruleset->settings)) || lap_log_header_fits(log, ruleset->game, error);
}

static LapRuleset *ruleset_of(LapHost *host, const LapStored *stored, const LapLogHeader *log, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!g_str_equal(lap_log_header_game(log), stored->game)) {
    unavailable(error, stored->id, "it is of another game than the store says");
    return NULL;
  }
  g_auto(GStrv) pairs = pairs_of(log->options);
  LapGame *game = lap_host_get_game(host, stored->game, &failure);
  LapRuleset *ruleset = game ? lap_ruleset_acquire(host->rulesets, game, log->seats, (const char *const *)pairs,
                                                   &failure)
                             : NULL;
  if (ruleset && fits(ruleset, log, stored->header, &failure)) return ruleset;
  lap_ruleset_release(ruleset);
  unavailable(error, stored->id, failure->message);
  return NULL;
}

gboolean lap_match_start_stored(LapMatch *match, const LapStored *stored, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  if (!lap_match_header_read(&header, &log, stored->header, &failure))
    return unavailable(error, stored->id, failure->message);
  LapRuleset *ruleset = ruleset_of(match->host, stored, &log, error);
  if (!ruleset) return FALSE;
  match->clocks_started_ms = lap_host_clock_ms(match->host);
  if (lap_match_start(match, &header, ruleset, stored->created, &failure)) return TRUE;
  return unavailable(error, match->id, failure->message);
}

/* --- entries */

/* A match that is played again, entry by entry. */
typedef struct {
  LapMatch *match;
  GPtrArray *lines;  /* char *: entries */
  GPtrArray *blocks; /* LapBlock: the start, and after each move that stands; NULL: nothing will be undone */
  guint n;           /* the entry under way, from 1 */
} Replay;

static void replay_clear(Replay *replay)
{
  g_clear_pointer(&replay->lines, g_ptr_array_unref);
  g_clear_pointer(&replay->blocks, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Replay, replay_clear)

static gboolean unfit(const Replay *replay, GError **error, const char *what)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s, entry %u: %s", replay->match->id, replay->n,
                          what);
}

static void keep_block(Replay *replay)
{
  const LapMatch *match = replay->match;
  LapBlock *block = aligned_alloc(16, (match->ruleset->block_size + 15) & ~(gsize)15);
  if (!block) g_error("out of memory for a block of %zu bytes", match->ruleset->block_size);
  memcpy(block, match->block, match->ruleset->block_size);
  g_ptr_array_set_size(replay->blocks, (gint)match->movers->len);
  g_ptr_array_add(replay->blocks, block);
}

static void keep_blocks(Replay *replay)
{
  replay->blocks = g_ptr_array_new_with_free_func((GDestroyNotify)lap_block_free);
  keep_block(replay);
}

static const LapBlock *block_for(const Replay *replay, const LapEntry *entry)
{
  gboolean undoes = entry->applied && entry->proposal == LAP_PROPOSAL_UNDO;
  return undoes && replay->blocks && entry->moves < replay->blocks->len ? replay->blocks->pdata[entry->moves] : NULL;
}

/* No other entry has such a member; in a name the quotation marks would be escaped. */
static gboolean undoes_something(const Replay *replay)
{
  for (guint i = 0; i < replay->lines->len; i++)
    if (strstr(replay->lines->pdata[i], "\"moves\":")) return TRUE;
  return FALSE;
}

static gboolean has_hash(const LapEntry *entry)
{
  return entry->kind == LAP_ENTRY_MOVE || (entry->applied && entry->proposal == LAP_PROPOSAL_UNDO);
}

static gboolean apply(Replay *replay, LapEntry *entry, GError **error)
{
  g_autoptr(GError) failure = NULL;
  guint64 stored = entry->hash;
  entry->back = block_for(replay, entry);
  if (!lap_match_apply(replay->match, entry, &failure)) return unfit(replay, error, failure->message);
  if (!has_hash(entry) || entry->hash == stored) return TRUE;
  g_autofree char *what = g_strdup_printf("hash %016" G_GINT64_MODIFIER "x here, %016" G_GINT64_MODIFIER "x there",
                                          entry->hash, stored);
  return unfit(replay, error, what);
}

static gboolean visit_it(const Replay *replay, LapMatchVisit visit, const LapEntry *entry, gpointer data)
{
  if (!visit) return TRUE;
  LapSession *session = lap_match_session_at(replay->match, replay->match->block, NULL);
  return session && visit(session, entry, data);
}

/* `*on`: whether there is more to visit. */
static gboolean replay_line(Replay *replay, LapMatchVisit visit, gpointer data, gboolean *on, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapEntryReading) reading = {0};
  LapMatch *match = replay->match;
  LapEntry *entry = &reading.entry;
  if (!lap_entry_read(&reading, replay->lines->pdata[replay->n - 1], match->ruleset->game, lap_match_seats(match),
                      &failure))
    return unfit(replay, error, failure->message);
  gboolean applied = apply(replay, entry, error);
  if (applied && replay->blocks && has_hash(entry)) keep_block(replay);
  *on = applied && visit_it(replay, visit, entry, data);
  lap_entry_clear(entry);
  return applied;
}

static gboolean read_lines(Replay *replay, GError **error)
{
  g_autoptr(GError) failure = NULL;
  replay->lines = lap_store_entries(replay->match->host->store, replay->match->id, 0, &failure);
  return replay->lines || cannot_be_read(replay->match, failure, error);
}

static gboolean replay_lines(Replay *replay, guint64 upto, LapMatchVisit visit, gpointer data, GError **error)
{
  gboolean on = visit_it(replay, visit, NULL, data);
  for (replay->n = 1; on && replay->n <= MIN(upto, replay->lines->len); replay->n++)
    if (!replay_line(replay, visit, data, &on, error)) return FALSE;
  return TRUE;
}

/* Goes on from the beginning, where the match stands, through at most `upto` entries of the store. `visit`: as in
 * lap_match_visit, or NULL. */
static gboolean replay_entries(LapMatch *match, guint64 upto, LapMatchVisit visit, gpointer data, GError **error)
{
  g_auto(Replay) replay = {.match = match};
  if (!read_lines(&replay, error)) return FALSE;
  if (undoes_something(&replay)) keep_blocks(&replay);
  return replay_lines(&replay, upto, visit, data, error);
}

/* --- in place */

static gboolean restore(LapMatch *match, const LapStored *stored, GError **error)
{
  if (!lap_match_start_stored(match, stored, error) || !replay_entries(match, G_MAXUINT64, NULL, NULL, error))
    return FALSE;
  match->clocks_started_ms = lap_host_clock_ms(match->host);
  return TRUE;
}

gboolean lap_match_restore(LapMatch *match, const LapStored *stored, GError **error)
{
  match->broken = !restore(match, stored, error);
  if (match->broken) return FALSE;
  lap_schedule_note(&match->host->schedule, match);
  return TRUE;
}

/* Who still holds it needs a host there: the host, whose table has it no more, cannot tell it any more when it goes. */
static void vanish(LapMatch *match)
{
  LapHost *host = match->host;
  if (!match->gone) g_object_ref(host);
  match->gone = TRUE;
  lap_schedule_note(&host->schedule, match);
  if (lap_host_in_memory(host, match->id) == match) lap_host_let_go(host, match);
}

gboolean lap_match_go_back(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(LapStored) stored = lap_store_find(match->host->store, match->id, &failure);
  if (stored && lap_match_restore(match, stored, error)) return TRUE;
  match->broken = TRUE;
  if (g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND)) {
    vanish(match);
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s is not there any more", match->id);
  }
  lap_schedule_note(&match->host->schedule, match);
  return stored ? FALSE : cannot_be_read(match, failure, error);
}

gboolean lap_match_ready(LapMatch *match, GError **error)
{
  if (!match->host || match->gone)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s is not there any more", match->id);
  return !match->broken || lap_match_go_back(match, error);
}

LapSession *lap_match_session(LapMatch *match, GError **error)
{
  return lap_match_ready(match, error) ? lap_match_session_at(match, match->block, error) : NULL;
}

/* --- as another match */

/* A copy of the match at its start, which emits no signals. Returns: (transfer full) */
static LapMatch *begin_again(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_match_ready(match, error)) return NULL;
  g_autoptr(LapStored) stored = lap_store_find(match->host->store, match->id, &failure);
  if (!stored) {
    cannot_be_read(match, failure, error);
    return NULL;
  }
  g_autoptr(LapMatch) again = lap_match_new(match->host, match->id);
  return lap_match_start_stored(again, stored, error) ? g_steal_pointer(&again) : NULL;
}

gboolean lap_match_visit(LapMatch *match, guint64 upto, LapMatchVisit visit, gpointer data, GError **error)
{
  g_autoptr(LapMatch) again = begin_again(match, error);
  return again && replay_entries(again, upto, visit, data, error);
}

LapBlock *lap_match_block_after(LapMatch *match, guint moves, GError **error)
{
  g_autoptr(LapMatch) again = begin_again(match, error);
  g_auto(Replay) replay = {.match = again};
  if (!again || !read_lines(&replay, error)) return NULL;
  keep_blocks(&replay);
  if (!replay_lines(&replay, G_MAXUINT64, NULL, NULL, error)) return NULL;
  if (moves < replay.blocks->len) return g_steal_pointer((LapBlock **)&replay.blocks->pdata[moves]);
  lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s: the store has %u moves of it, not %u", match->id,
                   replay.blocks->len - 1, match->movers->len);
  return NULL;
}
