#include "continuation.h"

#include <string.h>

#include "host/engine/patience.h"

/* An entry of the source that stands: a move, or other rules. */
typedef struct {
  LapEntry *entry;
  LapRuleset *ruleset; /* of other rules: what the match is played by after it, else NULL */
  LapBlock *block;     /* and where it stands then */
} LapCarried;

static void carried_free(gpointer data)
{
  LapCarried *carried = data;
  lap_entry_free(carried->entry);
  if (carried->ruleset) lap_ruleset_release(carried->ruleset);
  lap_block_free(carried->block);
  g_free(carried);
}

void lap_continuation_clear(LapContinuation *continuation)
{
  g_clear_object(&continuation->source);
  g_clear_pointer(&continuation->entries, g_ptr_array_unref);
}

/* --- reading */

static LapBlock *copy_block(const LapMatch *then)
{
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(then->ruleset, NULL);
  LapBlock *block = engine ? lap_block_new(engine) : NULL;
  if (block) memcpy(block, then->block, then->ruleset->block_size);
  return block;
}

static void carry(GPtrArray *entries, const LapMatch *then, const LapEntry *entry)
{
  LapCarried *carried = g_new0(LapCarried, 1);
  carried->entry = lap_entry_copy(entry);
  if (entry->kind == LAP_ENTRY_RULES) {
    carried->ruleset = lap_ruleset_ref(then->ruleset);
    carried->block = copy_block(then);
  }
  g_ptr_array_add(entries, carried);
}

/* Leaves so many moves, and what came before the next one. */
static void cut(GPtrArray *entries, guint moves)
{
  guint kept = 0, seen = 0;
  for (; kept < entries->len; kept++) {
    gboolean is_move = ((LapCarried *)entries->pdata[kept])->entry->kind == LAP_ENTRY_MOVE;
    if (is_move && seen == moves) break;
    seen += is_move;
  }
  g_ptr_array_set_size(entries, (gint)kept);
}

typedef struct {
  GPtrArray *entries;
  guint64 at;
  gboolean is_over;
} Reading;

static gboolean read_entry(LapMatch *then, const LapEntry *entry, gpointer data)
{
  Reading *reading = data;
  reading->is_over = then->result == LAP_RESULT_FINISHED;
  if (!entry) return then->seq < reading->at;
  if (entry->undone) cut(reading->entries, entry->moves);
  if (entry->kind == LAP_ENTRY_MOVE || (entry->kind == LAP_ENTRY_RULES && !entry->refused))
    carry(reading->entries, then, entry);
  return then->seq < reading->at;
}

static gboolean read_seed(LapContinuation *continuation, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  LapMatch *source = continuation->source;
  g_autoptr(LapStored) stored = lap_store_find(source->host->store, source->id, &failure);
  if (!stored || !lap_match_header_read(&header, &log, stored->header, &failure))
    return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", source->id, failure->message);
  continuation->seed = header.seed;
  return TRUE;
}

static gboolean read_entries(LapContinuation *continuation, guint64 at, GError **error)
{
  continuation->entries = g_ptr_array_new_with_free_func(carried_free);
  Reading reading = {continuation->entries, at, FALSE};
  if (!lap_match_visit(continuation->source, 0, at, read_entry, &reading, error)) return FALSE;
  return !reading.is_over || lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED,
                                              "at that moment the match is over: it goes on from no later one");
}

/* The game and the seats are those of the source at that moment. */
static gboolean fits(const LapContinuation *continuation, const LapMatchSettings *settings, GError **error)
{
  const LapRuleset *ruleset = continuation->source->original;
  for (guint i = 0; i < continuation->entries->len; i++) {
    const LapCarried *carried = continuation->entries->pdata[i];
    if (carried->ruleset) ruleset = carried->ruleset;
  }
  if (!g_str_equal(settings->game, ruleset->game->id))
    return lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "at that moment it is a match of %s, not of %s",
                            ruleset->game->id, settings->game);
  if (settings->seats != ruleset->seats)
    return lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "it has %u seats, not %u", ruleset->seats, settings->seats);
  return !(settings->options->len || settings->seeded) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "its options and its seed are those of the match before");
}

gboolean lap_continuation_read(LapContinuation *continuation, LapHost *host, const LapMatchSettings *settings,
                               GError **error)
{
  *continuation = (LapContinuation){.source = lap_host_find(host, settings->from, error)};
  LapMatch *source = continuation->source;
  if (!source || !lap_match_is_safe(source, error)) return FALSE;
  if (lap_match_get_state(source) != LAP_MATCH_OVER)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "only what is over is played on from an earlier moment");
  if (settings->from_seq > source->seq)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s has %" G_GUINT64_FORMAT " entries", source->id,
                            source->seq);
  return read_seed(continuation, error) && read_entries(continuation, settings->from_seq, error) &&
         fits(continuation, settings, error);
}

/* --- entering */

static gboolean enter_one(const LapCarried *carried, LapMatch *match, GError **error)
{
  const LapEntry *of = carried->entry;
  LapEntry entry = {.kind = of->kind,
                    .seat = of->seat,
                    .steps = of->steps,
                    .n_steps = of->n_steps,
                    .game = of->game,
                    .renewal = of->renewal,
                    .position = of->position,
                    .ruleset = carried->ruleset,
                    .block = carried->block};
  if (!lap_match_enter(match, &entry, error)) return FALSE;
  return entry.hash == of->hash || lap_match_unfit(error, "it does not go on as the match before");
}

/* It has been played just now, so it is not put off, which would leave a part of it. */
gboolean lap_continuation_enter(const LapContinuation *continuation, LapMatch *match, GError **error)
{
  gboolean good = TRUE, patience = lap_patience_pause();
  for (guint i = 0; good && i < continuation->entries->len; i++)
    good = enter_one(continuation->entries->pdata[i], match, error);
  lap_patience_resume(patience);
  return good;
}
