/* A match from what the store has: its header, which says how it began, and its entries, which are played again.
 *
 * Every earlier or lost state is rebuilt here: a match that is not in memory, one whose change could not be stored, the
 * block that an undo returns to, the view of a past moment, an export. That begins at the last snapshot before it that
 * fits (match-snapshot.c), or at the start. The hashes in header and entries verify at each move that the rules still
 * give the same result. */
#include <string.h>

#include "host/engine/patience.h"
#include "host/engine/position.h"
#include "match-rules.h"

/* --- the start */

static gboolean cannot_be_read(const LapMatch *match, const GError *failure, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
}

static gboolean unavailable(GError **error, const char *id, const char *what)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s, its header: %s", id,
                          lap_log_past_line_1(what));
}

gboolean lap_match_start_stored(LapMatch *match, const LapStored *stored, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  if (lap_patience_is_out()) return unavailable(error, stored->id, "its rules have not answered yet");
  if (!lap_match_header_read(&header, &log, stored->header, &failure))
    return unavailable(error, stored->id, failure->message);
  LapGame *game = match->game ? match->game : lap_host_get_game(match->host, lap_log_header_game(&log), &failure);
  LapRuleset *ruleset = game ? lap_rules_of_game(match->host, game, &log, stored->header, &failure) : NULL;
  if (!ruleset) return unavailable(error, stored->id, failure->message);
  match->clocks_started_ms = lap_host_clock_ms(match->host);
  if ((match->still ? lap_match_start_still : lap_match_start)(match, &header, ruleset, stored->created, &failure)) {
    lap_match_play_with(match, match->original->game);
    match->unnamed = !lap_log_names(&log, match->original->game);
    return TRUE;
  }
  return unavailable(error, match->id, failure->message);
}

/* --- entries */

/* Where an undo may go back to. */
typedef struct {
  LapRuleset *ruleset;
  LapBlock *block;
} Stage;

static void stage_free(gpointer data)
{
  Stage *stage = data;
  lap_ruleset_release(stage->ruleset);
  lap_block_free(stage->block);
  g_free(stage);
}

/* A match that is played again, entry by entry. */
typedef struct {
  LapMatch *match;
  GPtrArray *lines;     /* char *: entries */
  GPtrArray *stages;    /* Stage: where it began, and before each move since that stands; NULL: nothing is undone */
  guint base;           /* moves that stood at the first of them */
  gboolean unnamed;     /* after an entry of other rules: by builds that it does not name */
  Stage *stage;         /* what the entry that is applied goes to, if it is none of them */
  GPtrArray *snapshots; /* LapSnapshot: those that are due are added to it; or NULL */
} Replay;

static void replay_clear(Replay *replay)
{
  g_clear_pointer(&replay->lines, g_ptr_array_unref);
  g_clear_pointer(&replay->stages, g_ptr_array_unref);
  g_clear_pointer(&replay->stage, stage_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Replay, replay_clear)

/* What is wrong with the entry that follows. */
static gboolean unfit(const Replay *replay, guint64 seq, GError **error, const char *what)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s, entry %" G_GUINT64_FORMAT ": %s",
                          replay->match->id, seq, what);
}

static LapBlock *copy_block(const LapMatch *match)
{
  LapBlock *block = aligned_alloc(16, (match->ruleset->block_size + 15) & ~(gsize)15);
  if (!block) g_error("out of memory for a block of %zu bytes", match->ruleset->block_size);
  memcpy(block, match->block, match->ruleset->block_size);
  return block;
}

static Stage *stage_new(LapRuleset *ruleset, LapBlock *block)
{
  const Stage stage = {lap_ruleset_ref(ruleset), block};
  return g_memdup2(&stage, sizeof stage);
}

/* Where the match stands is what a later undo of the next move goes back to. */
static void keep_stage(Replay *replay)
{
  LapMatch *match = replay->match;
  replay->base = MIN(replay->base, match->moves->len);
  g_ptr_array_set_size(replay->stages, (gint)(match->moves->len - replay->base));
  g_ptr_array_add(replay->stages, stage_new(match->ruleset, copy_block(match)));
}

static void keep_stages(Replay *replay)
{
  replay->stages = g_ptr_array_new_with_free_func(stage_free);
  replay->base = replay->match->moves->len;
  keep_stage(replay);
}

static gboolean undoes(const LapEntry *entry) { return entry->applied && entry->proposal == LAP_PROPOSAL_UNDO; }

static gboolean changes_rules(const LapEntry *entry) { return entry->kind == LAP_ENTRY_RULES && !entry->refused; }

/* No other entry has such a member; in a name the quotation marks would be escaped. */
static gboolean undoes_something(const Replay *replay)
{
  for (guint i = 0; i < replay->lines->len; i++)
    if (strstr(replay->lines->pdata[i], "\"moves\":")) return TRUE;
  return FALSE;
}

static LapMatch *copy_at_undo(LapMatch *match, guint64 seq);

static const Stage *set_stage(Replay *replay, Stage *stage)
{
  g_clear_pointer(&replay->stage, stage_free);
  return replay->stage = stage;
}

/* An undo that goes back behind the place where this began is a snapshot itself. */
static const Stage *stage_of_undo(Replay *replay, const LapEntry *entry)
{
  if (replay->match->still) return set_stage(replay, stage_new(replay->match->ruleset, copy_block(replay->match)));
  guint kept = entry->moves - replay->base;
  if (entry->moves >= replay->base) return kept < replay->stages->len ? replay->stages->pdata[kept] : NULL;
  g_autoptr(LapMatch) then = copy_at_undo(replay->match, replay->match->seq + 1);
  return set_stage(replay, then ? stage_new(then->ruleset, copy_block(then)) : NULL);
}

static const Stage *stage_of_rules(Replay *replay, const LapEntryReading *reading, const char *line, GError **error)
{
  LapMatch *match = replay->match;
  LapRuleset *ruleset = lap_rules_of_log(match->host, &reading->settings, line, error);
  LapBlock *block = NULL;
  if (ruleset && match->still)
    block = copy_block(match);
  else if (ruleset && reading->entry.position)
    block = lap_rules_load(ruleset, reading->entry.position, error);
  else if (ruleset)
    block = lap_rules_convert(match, ruleset, error);
  if (block) replay->unnamed = !lap_log_names(&reading->settings, ruleset->game);
  const Stage *stage = set_stage(replay, block ? stage_new(ruleset, block) : NULL);
  lap_ruleset_release(ruleset);
  return stage;
}

/* Finds out where the entry goes, if it goes to another block than its rules make. */
static gboolean complete(Replay *replay, LapEntryReading *reading, const char *line, GError **error)
{
  LapEntry *entry = &reading->entry;
  const Stage *stage = NULL;
  if (undoes(entry)) stage = stage_of_undo(replay, entry);
  if (changes_rules(entry) && !(stage = stage_of_rules(replay, reading, line, error))) return FALSE;
  entry->ruleset = stage ? stage->ruleset : NULL;
  entry->block = stage ? stage->block : NULL;
  return TRUE;
}

static gboolean has_hash(const LapEntry *entry)
{
  return entry->kind == LAP_ENTRY_MOVE || undoes(entry) || changes_rules(entry);
}

static gboolean apply(Replay *replay, LapEntryReading *reading, const char *line, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapEntry *entry = &reading->entry;
  guint64 stored = entry->hash, seq = replay->match->seq + 1;
  if (!complete(replay, reading, line, &failure) || !lap_match_apply(replay->match, entry, &failure))
    return unfit(replay, seq, error, lap_log_past_line_1(failure->message));
  if (changes_rules(entry)) replay->match->unnamed = replay->unnamed;
  if (!has_hash(entry) || entry->hash == stored) return TRUE;
  g_autofree char *what = g_strdup_printf("hash %016" G_GINT64_MODIFIER "x here, %016" G_GINT64_MODIFIER "x there",
                                          entry->hash, stored);
  return unfit(replay, seq, error, what);
}

static void take_snapshot(Replay *replay, const LapEntry *entry)
{
  if (!lap_match_snapshot_is_due(replay->match, entry)) return;
  g_autoptr(LapSnapshot) snapshot = lap_match_take_snapshot(replay->match);
  if (replay->snapshots) g_ptr_array_add(replay->snapshots, g_steal_pointer(&snapshot));
}

/* `*on`: whether there is more to visit. */
static gboolean replay_line(Replay *replay, const char *line, LapMatchVisit visit, gpointer data, gboolean *on,
                            GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapEntryReading) reading = {0};
  LapMatch *match = replay->match;
  LapEntry *entry = &reading.entry;
  if (!lap_entry_read(&reading, line, match->ruleset->game, lap_match_seats(match), &failure))
    return unfit(replay, match->seq + 1, error, failure->message);
  gboolean applied = apply(replay, &reading, line, error);
  if (applied && replay->stages && has_hash(entry)) keep_stage(replay);
  if (applied) take_snapshot(replay, entry);
  *on = applied && (!visit || visit(match, entry, data));
  lap_entry_clear(entry);
  return applied;
}

static gboolean read_lines(Replay *replay, guint64 upto, GError **error)
{
  g_autoptr(GError) failure = NULL;
  const LapMatch *match = replay->match;
  replay->lines = lap_store_entries(match->host->store, match->id, match->seq, upto, &failure);
  return replay->lines || cannot_be_read(match, failure, error);
}

/* Goes on from where the match stands, through the entries of the store up to `upto`. `visit`: as in lap_match_visit,
 * or NULL. */
static gboolean replay_entries(LapMatch *match, guint64 upto, GPtrArray *snapshots, LapMatchVisit visit, gpointer data,
                               GError **error)
{
  gboolean on = TRUE;
  g_auto(Replay) replay = {.match = match, .snapshots = snapshots};
  if (!read_lines(&replay, upto, error)) return FALSE;
  if (!match->still && undoes_something(&replay)) keep_stages(&replay);
  for (guint i = 0; on && i < replay.lines->len; i++)
    if (!replay_line(&replay, replay.lines->pdata[i], visit, data, &on, error)) return FALSE;
  return TRUE;
}

/* --- from a snapshot, or from the start */

static GPtrArray *tails_of(const LapMatch *match, const LapSnapshot *snapshot)
{
  return lap_store_get_tails(match->host->store, match->id, snapshot->place, NULL);
}

/* Goes to the last snapshot up to `upto`. FALSE if there is none that fits: then the match is in no state. */
static gboolean start_at_snapshot(LapMatch *match, const LapStored *stored, guint64 upto, gboolean with_tails)
{
  if (!(stored->state & LAP_STORED_UNSAFE) && MIN(upto, stored->entries) < match->host->snapshot_every) return FALSE;
  g_autoptr(LapSnapshot) snapshot = lap_store_find_snapshot(match->host->store, stored->id, upto, NULL);
  if (!snapshot || !lap_match_start_stored(match, stored, NULL)) return FALSE;
  g_autoptr(GPtrArray) tails = with_tails ? tails_of(match, snapshot) : NULL;
  return (tails || !with_tails) && lap_match_load_snapshot(match, snapshot, tails);
}

static gboolean replay_from_start(LapMatch *match, const LapStored *stored, guint64 upto, GPtrArray *snapshots,
                                  GError **error)
{
  return lap_match_start_stored(match, stored, error) && replay_entries(match, upto, snapshots, NULL, NULL, error);
}

/* --- in place */

static gboolean restore(LapMatch *match, const LapStored *stored, GPtrArray *snapshots, GError **error)
{
  gboolean near = start_at_snapshot(match, stored, G_MAXUINT64, TRUE) &&
                  replay_entries(match, G_MAXUINT64, NULL, NULL, NULL, NULL);
  if (!near && !replay_from_start(match, stored, G_MAXUINT64, snapshots, error)) return FALSE;
  match->clocks_started_ms = lap_host_clock_ms(match->host);
  return TRUE;
}

/* A build of the game that it began as which its log names later on, since it plays what was before alike; or NULL. */
static LapGame *renewed_game(LapMatch *match, const LapStored *stored)
{
  g_autoptr(GPtrArray) lines = lap_store_entries(match->host->store, stored->id, 0, G_MAXUINT64, NULL);
  for (guint i = lines ? lines->len : 0; i-- > 0;) {
    g_auto(LapEntryReading) reading = {0};
    const char *line = lines->pdata[i];
    if (!strstr(line, "\"renewal\":true") || !lap_entry_read(&reading, line, NULL, LAP_SEATS_MAX, NULL)) continue;
    g_auto(GStrv) builds = reading.settings.root ? lap_log_header_builds(&reading.settings) : NULL;
    LapGame *game = builds ? lap_host_get_former_game(match->host, reading.entry.game, builds) : NULL;
    if (game && !reading.entry.position) return game;
  }
  return NULL;
}

/* It goes on with the build that it began with, or that it had here; if that is not to be had, or fails, with the
 * present one, should this give the same results from the first entry to the last, or with one that did so before. */
static gboolean with_any_build(LapMatch *match, const LapStored *stored, GPtrArray *snapshots,
                               gboolean (*bring)(LapMatch *, const LapStored *, GPtrArray *, GError **), GError **error)
{
  gboolean was_played = match->game != NULL;
  LapGame *former = was_played ? NULL : lap_match_former_game(match->host, stored);
  if (former) lap_match_play_with(match, former);
  if (bring(match, stored, snapshots, error)) return TRUE;
  if (was_played) return FALSE;
  lap_match_play_with(match, former ? NULL : renewed_game(match, stored));
  if (!former && !match->game) return FALSE;
  g_clear_error(error);
  if (snapshots) g_ptr_array_set_size(snapshots, 0);
  if (bring(match, stored, snapshots, error)) return TRUE;
  lap_match_play_with(match, NULL);
  return FALSE;
}

static gboolean replay_all(LapMatch *match, const LapStored *stored, GPtrArray *snapshots, GError **error)
{
  return replay_from_start(match, stored, G_MAXUINT64, snapshots, error);
}

/* The rules of a match that is suspended are not called. */
static void set_still(LapMatch *match, const LapStored *stored)
{
  match->still = stored->state & LAP_STORED_UNSAFE && !match->waking;
}

gboolean lap_match_replay(LapMatch *match, const LapStored *stored, GError **error)
{
  set_still(match, stored);
  return with_any_build(match, stored, NULL, replay_all, error);
}

gboolean lap_match_restore(LapMatch *match, const LapStored *stored, GPtrArray *snapshots, GError **error)
{
  set_still(match, stored);
  match->broken = !with_any_build(match, stored, snapshots, restore, error);
  match->still = FALSE;
  if (match->broken) return FALSE;
  lap_schedule_note(&match->host->schedule, match);
  lap_host_note_outdated(match->host, match);
  return TRUE;
}

/* What could not be stored may be another node's: one that has created the match by the same key at the same time. */
static LapStored *find_own(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_host_claim(match->host, match->id, error)) return NULL;
  LapStored *stored = lap_store_find(match->host->store, match->id, &failure);
  if (g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND))
    lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s is not there any more", match->id);
  else if (!stored)
    cannot_be_read(match, failure, error);
  return stored;
}

gboolean lap_match_go_back(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(LapStored) stored = find_own(match, &failure);
  if (stored && lap_match_restore(match, stored, NULL, error)) return TRUE;
  match->broken = TRUE;
  if (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND) ||
      g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_ELSEWHERE))
    lap_host_dismiss(match->host, match);
  else
    lap_schedule_note(&match->host->schedule, match);
  if (failure) g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

gboolean lap_match_ready(LapMatch *match, GError **error)
{
  if (!match->host || match->gone)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s is not there any more", match->id);
  return !match->broken || lap_match_go_back(match, error);
}

LapSession *lap_match_session(LapMatch *match, GError **error)
{
  gboolean safe = lap_match_ready(match, error) && lap_match_is_safe(match, error);
  return safe ? lap_match_session_at(match, match->block, error) : NULL;
}

/* --- as another match */

static LapStored *find_stored(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_match_ready(match, error)) return NULL;
  LapStored *stored = lap_store_find(match->host->store, match->id, &failure);
  if (!stored) cannot_be_read(match, failure, error);
  return stored;
}

/* Returns a match of the same id and build that has no state yet. */
static LapMatch *copy_of(const LapMatch *match)
{
  LapMatch *copy = lap_match_new(match->host, match->id);
  lap_match_play_with(copy, match->game);
  return copy;
}

LapMatch *lap_match_at(LapMatch *match, guint64 seq, GError **error)
{
  g_autoptr(LapStored) stored = find_stored(match, error);
  if (!stored) return NULL;
  g_autoptr(LapMatch) then = copy_of(match);
  gboolean near = start_at_snapshot(then, stored, seq, FALSE) && replay_entries(then, seq, NULL, NULL, NULL, NULL);
  return near || replay_from_start(then, stored, seq, NULL, error) ? g_steal_pointer(&then) : NULL;
}

/* The match as it was after entry `seq`: from a snapshot of just that entry, or replayed from the start, which needs no
 * other undo. */
static LapMatch *copy_at_undo(LapMatch *match, guint64 seq)
{
  g_autoptr(LapStored) stored = find_stored(match, NULL);
  if (!stored) return NULL;
  g_autoptr(LapMatch) then = copy_of(match);
  gboolean there = start_at_snapshot(then, stored, seq, FALSE) && then->seq == seq;
  return there || replay_from_start(then, stored, seq, NULL, NULL) ? g_steal_pointer(&then) : NULL;
}

/* The part of a replay that is visited. */
typedef struct {
  guint64 since;
  LapMatchVisit visit;
  gpointer data;
  gboolean begun;
} Window;

static gboolean visit_in_window(LapMatch *then, const LapEntry *entry, gpointer data)
{
  Window *window = data;
  if (then->seq < window->since) return TRUE;
  window->begun = TRUE;
  return window->visit(then, then->seq == window->since ? NULL : entry, window->data);
}

static gboolean replay_window(LapMatch *then, guint64 upto, Window *window, GError **error)
{
  gboolean on = then->seq != window->since || visit_in_window(then, NULL, window);
  return !on || replay_entries(then, upto, NULL, visit_in_window, window, error);
}

/* From a snapshot on, not from where the visit begins: an undo that follows may go back behind that. */
gboolean lap_match_visit(LapMatch *match, guint64 since, guint64 upto, LapMatchVisit visit, gpointer data,
                         GError **error)
{
  Window window = {since, visit, data, FALSE};
  g_autoptr(LapStored) stored = lap_match_is_safe(match, error) ? find_stored(match, error) : NULL;
  if (!stored) return FALSE;
  g_autoptr(LapMatch) then = copy_of(match);
  if (start_at_snapshot(then, stored, since, FALSE)) {
    g_autoptr(GError) failure = NULL;
    if (replay_window(then, upto, &window, &failure)) return TRUE;
    if (window.begun) {
      g_propagate_error(error, g_steal_pointer(&failure));
      return FALSE;
    }
  }
  return lap_match_start_stored(then, stored, error) && replay_window(then, upto, &window, error);
}

LapMatch *lap_match_before(LapMatch *match, guint move, GError **error)
{
  return lap_match_at(match, g_array_index(match->moves, LapMoveRecord, move).seq - 1, error);
}
