/* Analysis: who was ahead at each position of a match that is over.
 *
 * The positions are gathered from the log, some at a time, and estimated on the threads on which bots think; the match
 * keeps what is known of them. Each estimate has the same number of worlds, so a match always has the same ones. */
#include "host-private.h"
#include "host/engine/patience.h"

/* Positions of a thought, and entries that are played again to find them. */
enum { POSITIONS_MAX = 16, ENTRIES_MAX = 64 };

/* --- positions */

typedef struct {
  LapMatch *match;
  GArray *positions;   /* LapPosition */
  LapRuleset *ruleset; /* that they are of; a reference */
} Gathering;

/* Whether nobody has decided yet in the block after the entry. */
static gboolean makes_position(const LapEntry *entry)
{
  if (entry->kind == LAP_ENTRY_MOVE) return !entry->sealed;
  if (entry->kind == LAP_ENTRY_RULES) return !entry->refused;
  return entry->applied && entry->proposal == LAP_PROPOSAL_UNDO;
}

/* `entry` is NULL where the gathering begins: that position is known, but for the start of the match. */
static gboolean gather_one(LapMatch *then, const LapEntry *entry, gpointer data)
{
  Gathering *gathering = data;
  LapMatch *match = gathering->match;
  if (then->result != LAP_RESULT_NONE) {
    match->analysed = !gathering->positions->len;
    if (match->analysed) match->looked_at = then->seq;
    return FALSE;
  }
  if (entry ? makes_position(entry) : !match->estimates->len) {
    if (!gathering->ruleset) gathering->ruleset = lap_ruleset_ref(then->ruleset);
    if (gathering->ruleset != then->ruleset) return FALSE;
    lap_positions_add(gathering->positions, then->seq, then->block, then->ruleset->block_size);
  }
  if (!gathering->positions->len) match->looked_at = then->seq;
  return gathering->positions->len < POSITIONS_MAX;
}

/* Those that come next; there may be none. */
static gboolean gather(Gathering *gathering, GError **error)
{
  LapMatch *match = gathering->match;
  const guint64 since = match->looked_at, upto = MIN(since + ENTRIES_MAX, match->seq);
  if (since >= match->seq) match->analysed = TRUE;
  return match->analysed || lap_match_visit(match, since, upto, gather_one, gathering, error);
}

/* --- estimates */

static void add_estimates(LapMatch *match, const GArray *estimates)
{
  if (!estimates->len) return;
  g_array_append_vals(match->estimates, estimates->data, estimates->len);
  match->looked_at = g_array_index(estimates, LapEstimateAt, estimates->len - 1).seq;
}

static gboolean has_failed(const char *why, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "a position cannot be estimated: %s", why ? why : "no reason");
}

static gboolean estimate_here(const Gathering *gathering, GError **error)
{
  const LapRuleset *ruleset = gathering->ruleset;
  const LapBudget budget = {.iterations = LAP_ESTIMATE_WORLDS};
  g_autoptr(GArray) estimates = g_array_new(FALSE, FALSE, sizeof(LapEstimateAt));
  g_autoptr(LapEstimator) estimator = lap_estimator_new(ruleset->game, ruleset->seats, ruleset->options, error);
  if (!estimator) return FALSE;
  if (!lap_positions_estimate(estimator, gathering->positions, &budget, estimates))
    return has_failed(lap_estimator_fault(estimator), error);
  add_estimates(gathering->match, estimates);
  return TRUE;
}

/* Whether the caller waits for as long as it takes. */
static gboolean is_waited_for(void) { return lap_patience_left() == G_MAXINT64; }

static gboolean put_off(GError **error)
{
  g_source_unref(lap_patience_put_off());
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "it is still thought of");
}

static gboolean begin_thought(const Gathering *gathering, GError **error)
{
  LapMatch *match = gathering->match;
  const LapRuleset *ruleset = gathering->ruleset;
  const LapPosition *first = &g_array_index(gathering->positions, LapPosition, 0);
  const LapThoughtSubject subject = {.match = match,
                                     .id = match->id,
                                     .seq = first->seq,
                                     .decision = first->seq,
                                     .builds = ruleset->builds,
                                     .game = ruleset->game,
                                     .seats = ruleset->seats,
                                     .options = ruleset->options,
                                     .block = first->block,
                                     .size = ruleset->block_size,
                                     .positions = gathering->positions};
  match->retrospect = lap_thinking_begin(match->host->thinking, &subject);
  return put_off(error);
}

/* Estimates what comes next, here or on another thread. FALSE with an error, also if that takes its time. */
static gboolean go_on(LapMatch *match, GError **error)
{
  const gboolean here = is_waited_for();
  g_autoptr(GArray) positions = lap_positions_new();
  Gathering gathering = {.match = match, .positions = positions};
  if (!here && !match->host->thinking)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "nothing is analysed here: no thread may think");
  if (!here && lap_thinking_is_looking_back(match->host->thinking)) return put_off(error);
  gboolean good = gather(&gathering, error);
  if (good && positions->len) good = (here ? estimate_here : begin_thought)(&gathering, error);
  if (gathering.ruleset) lap_ruleset_release(gathering.ruleset);
  return good;
}

/* What was thought of: FALSE with an error if it has failed, or is not done. */
static gboolean collect(LapMatch *match, GError **error)
{
  LapThought *thought = match->retrospect;
  if (thought && is_waited_for()) g_clear_pointer(&match->retrospect, lap_thought_drop);
  if (!match->retrospect) return TRUE;
  if (!lap_thought_is_done(thought)) return put_off(error);
  const LapSuspension failure = lap_thought_failure(thought);
  gboolean good = !failure.reason || has_failed(failure.reason, error);
  if (good && !lap_thought_is_stopped(thought)) add_estimates(match, lap_thought_estimates(thought));
  g_clear_pointer(&match->retrospect, lap_thought_drop);
  return good;
}

static gboolean is_finished(LapMatch *match, GError **error)
{
  if (!lap_match_ready(match, error) || !lap_match_is_safe(match, error)) return FALSE;
  return match->result != LAP_RESULT_NONE ||
         lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "the match is not over: it is analysed when it is");
}

const GArray *lap_match_analyse(LapMatch *match, gint64 since, guint wanted, gint64 *end, GError **error)
{
  if (!is_finished(match, error)) return NULL;
  if (!match->estimates) match->estimates = g_array_new(FALSE, FALSE, sizeof(LapEstimateAt));
  for (;;) {
    if (!collect(match, error)) return NULL;
    *end = match->analysed ? (gint64)match->looked_at : -1;
    if (match->analysed || match->estimates->len - lap_estimates_upto(match->estimates, since) > wanted)
      return match->estimates;
    if (!go_on(match, error)) return NULL;
  }
}
