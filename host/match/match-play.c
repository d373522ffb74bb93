/* Requests of a seat: moves, resigning, and proposals. */
#include <string.h>

#include "action-reader.h"
#include "host/engine/convert.h"
#include "host/engine/knowledge.h"
#include "host/json/parse.h"
#include "match-rules.h"

static gboolean is_running(LapMatch *match, GError **error)
{
  switch (lap_match_get_state(match)) {
  case LAP_MATCH_OPEN:
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_STARTED, "seats are free still: it goes on when all are taken");
  case LAP_MATCH_OVER:
    return lap_match_refuse(error, LAP_MATCH_ERROR_OVER, "match %s is over", match->id);
  case LAP_MATCH_SUSPENDED:
    return lap_match_is_safe(match, error);
  case LAP_MATCH_RUNNING:
    break;
  }
  return TRUE;
}

/* --- moves */

static guint64 digest_of(const LapAction *steps, guint n, gint64 decision)
{
  guint64 digest = lap_digest_add(lap_digest_add(lap_digest_word("play"), n), (guint64)decision);
  return lap_digest_add_steps(digest, steps, n);
}

static gboolean is_fresh(const LapMatch *match, gint64 decision, GError **error)
{
  if (decision < 0 || ((guint64)decision >= match->decision && (guint64)decision <= match->seq)) return TRUE;
  return lap_match_refuse(error, LAP_MATCH_ERROR_STALE,
                          "the move was meant for the decision at seq %" G_GINT64_FORMAT
                          "; the present one came up at seq %" G_GUINT64_FORMAT,
                          decision, match->decision);
}

static gboolean may_move(LapMatch *match, guint seat, gint64 decision, GError **error)
{
  if (!lap_match_is_seat(match, seat, error) || !lap_match_expire_clocks(match, error)) return FALSE;
  if (!is_running(match, error) || !is_fresh(match, decision, error)) return FALSE;
  if (match->seat[seat].resigned)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has resigned: a bot plays for it", seat);
  return match->waiting >> seat & 1 ||
         lap_match_refuse(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has nothing to decide now", seat);
}

static gboolean check_steps(guint seat, const LapAction *steps, guint n, GError **error)
{
  if (n == 0) return lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL, "a move of no steps");
  return steps[0].seat == seat || lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL,
                                                   "the steps are of seat %u, not of seat %u", steps[0].seat, seat);
}

static gboolean prepare_move(LapMatch *match, LapEntry *entry, gpointer decision, GError **error)
{
  return may_move(match, entry->seat, *(const gint64 *)decision, error) &&
         check_steps(entry->seat, entry->steps, entry->n_steps, error);
}

gboolean lap_match_play(LapMatch *match, guint seat, const LapAction *steps, guint n, gint64 decision, const char *key,
                        guint64 *seq, GError **error)
{
  LapEntry entry = {.kind = LAP_ENTRY_MOVE, .seat = seat, .steps = steps, .n_steps = n};
  g_autoptr(GError) failure = NULL;
  if (lap_match_request(match, seat, key, digest_of(steps, n, decision), &entry, prepare_move, &decision, seq,
                        &failure))
    return TRUE;
  lap_match_note_failure(match, failure);
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

GArray *lap_match_read_steps(LapMatch *match, guint seat, const char *text, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_match_ready(match, error)) return NULL;
  g_autoptr(JsonNode) root = lap_json_parse(text, strlen(text), &failure);
  if (!root || !JSON_NODE_HOLDS_ARRAY(root)) {
    lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "steps must be a JSON array of objects%s%s", failure ? ": " : "",
                     failure ? failure->message : "");
    return NULL;
  }
  GArray *steps = lap_steps_read(match->ruleset->game, root, seat, LAP_STEPS_OF_CLIENT, NULL, &failure);
  if (!steps) lap_match_refuse(error, LAP_MATCH_ERROR_ILLEGAL, "%s", failure->message);
  return steps;
}

gboolean lap_match_play_text(LapMatch *match, guint seat, const char *steps, gint64 decision, const char *key,
                             guint64 *seq, GError **error)
{
  g_autoptr(GArray) read = lap_match_read_steps(match, seat, steps, error);
  if (!read) return FALSE;
  return lap_match_play(match, seat, (const LapAction *)(gpointer)read->data, read->len, decision, key, seq, error);
}

/* --- giving up */

static gboolean prepare_resign(LapMatch *match, LapEntry *entry, G_GNUC_UNUSED gpointer data, GError **error)
{
  guint seat = entry->seat;
  if (!lap_match_is_seat(match, seat, error)) return FALSE;
  if (lap_match_get_state(match) != LAP_MATCH_SUSPENDED && !is_running(match, error)) return FALSE;
  return !match->seat[seat].resigned ||
         lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "seat %u has given up already", seat);
}

gboolean lap_match_resign(LapMatch *match, guint seat, const char *key, guint64 *seq, GError **error)
{
  LapEntry entry = {.kind = LAP_ENTRY_RESIGN, .seat = seat};
  return lap_match_request(match, seat, key, lap_digest_word("resign"), &entry, prepare_resign, NULL, seq, error);
}

/* --- proposals: what all have to agree on */

static gboolean refused(GError **error, const char *why)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "%s", why);
}

/* How many moves remain if `seat` takes back its last: none of its own among them is an answer of -1. */
static gint moves_before_last_of(const LapMatch *match, guint seat)
{
  guint n = match->moves->len;
  while (n > 0 && g_array_index(match->moves, LapMoveRecord, n - 1).seat != seat) n--;
  return (gint)n - 1;
}

static gboolean suits(LapMatch *match, guint seat, LapProposalKind kind, GError **error)
{
  gboolean over = lap_match_get_state(match) == LAP_MATCH_OVER;
  if (kind == LAP_PROPOSAL_REMATCH) {
    if (!over) return refused(error, "a rematch is for a match that is over");
    return !match->rematch || refused(error, "there is a rematch already");
  }
  if (over) return lap_match_refuse(error, LAP_MATCH_ERROR_OVER, "match %s is over", match->id);
  if (match->seat[seat].resigned) return refused(error, "a seat that has resigned can only propose a rematch");
  if (kind != LAP_PROPOSAL_UNDO) return TRUE;
  if (match->suspension && !g_str_equal(match->suspension->cause, "fault"))
    return refused(error, "the rules of the match have ended the host: only its operators can let it go on");
  return moves_before_last_of(match, seat) >= 0 || refused(error, "there is no move of this seat to take back");
}

static gboolean refuse_swap(LapMatch *match, const char *game, const GError *failure, GError **error)
{
  g_autofree char *why = lap_swap_refusal(match->host, lap_match_get_game_id(match), game, lap_rules_key(failure),
                                          "en");
  return refused(error, why);
}

/* Whether the match could become one of the variant now, or perhaps later. */
static gboolean may_swap(LapMatch *match, const LapEntry *entry, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!is_running(match, error)) return FALSE;
  LapRuleset *ruleset = lap_rules_of_variant(match, entry->game, entry->options, &failure);
  gboolean is_same = ruleset == match->ruleset;
  g_autoptr(LapBlock) block = ruleset && !is_same ? lap_rules_convert(match, ruleset, &failure) : NULL;
  lap_ruleset_release(ruleset);
  if (is_same) return refused(error, "the match is one of that variant, with these options, already");
  if (block || g_error_matches(failure, LAP_CONVERT_ERROR, LAP_CONVERT_ERROR_LATER)) return TRUE;
  if (failure->domain != LAP_MATCH_ERROR) return refuse_swap(match, entry->game, failure, error);
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

static gboolean may_propose(LapMatch *match, const LapEntry *entry, GError **error)
{
  guint seat = entry->seat;
  LapProposalKind kind = (LapProposalKind)entry->proposal;
  if (kind < LAP_PROPOSAL_UNDO || kind > (entry->game ? LAP_PROPOSAL_SWAP : LAP_PROPOSAL_ABORT))
    return lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "a proposal must be undo, rematch, abort or swap");
  if (seat >= lap_match_seats(match) || !lap_seat_is_person(&match->seat[seat]))
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "only a seat of the match may propose");
  if (match->proposal) return refused(error, "a proposal is open already: it has to be answered first");
  if (match->seq >= LAP_TALK_MAX)
    return refused(error, "the match is too long for proposals: it can be played, or given up");
  return suits(match, seat, kind, error) && (kind != LAP_PROPOSAL_SWAP || may_swap(match, entry, error));
}

/* What a proposal or an answer to one needs until its entry is made. */
typedef struct {
  guint64 proposal; /* which is answered */
  LapMatch *then;   /* to which an undo goes back */
  char *rematch;
} Agreement;

static void agreement_clear(Agreement *agreement)
{
  g_clear_object(&agreement->then);
  g_free(agreement->rematch);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Agreement, agreement_clear)

/* Prepares the undo or the rematch that takes effect with the entry, once everybody has agreed. */
static gboolean carry_out(LapMatch *match, LapEntry *entry, guint proposer, Agreement *agreement, GError **error)
{
  if (entry->applied && entry->proposal == LAP_PROPOSAL_UNDO) {
    entry->moves = (guint)moves_before_last_of(match, proposer);
    agreement->then = lap_match_before(match, entry->moves, error);
    entry->ruleset = agreement->then ? agreement->then->ruleset : NULL;
    entry->block = agreement->then ? agreement->then->block : NULL;
    return entry->block != NULL;
  }
  if (entry->applied && entry->proposal == LAP_PROPOSAL_REMATCH) {
    entry->rematch = agreement->rematch = lap_host_create_rematch(match->host, match, error);
    return entry->rematch != NULL;
  }
  return TRUE;
}

/* Whether an undo that nobody else has to agree to may be made: not if the proposer has learned something since. In a
 * match with a chosen seed everything could be known from the start, so there any undo may. */
static gboolean is_fair_alone(LapMatch *match, const LapEntry *entry, Agreement *agreement, GError **error)
{
  if (!entry->applied || entry->proposal != LAP_PROPOSAL_UNDO || match->seeded) return TRUE;
  g_autoptr(LapEngine) then = lap_ruleset_new_engine(agreement->then->ruleset, error);
  g_autoptr(LapEngine) now = then ? lap_ruleset_new_engine(match->ruleset, error) : NULL;
  if (!now) return FALSE;
  return !lap_has_learned(then, entry->block, now, match->block, entry->seat) ||
         refused(error, "something that was hidden has been shown since that move: it can no longer be taken back");
}

static gboolean prepare_proposal(LapMatch *match, LapEntry *entry, gpointer agreement, GError **error)
{
  if (!may_propose(match, entry, error)) return FALSE;
  entry->applied = lap_match_to_ask(match, entry->seat, (LapProposalKind)entry->proposal) == 0;
  return carry_out(match, entry, entry->seat, agreement, error) && is_fair_alone(match, entry, agreement, error);
}

gboolean lap_match_propose(LapMatch *match, guint seat, LapProposalKind kind, const char *key, guint64 *seq,
                           GError **error)
{
  g_auto(Agreement) agreement = {0};
  LapEntry entry = {.kind = LAP_ENTRY_PROPOSE, .seat = seat, .proposal = kind};
  guint64 digest = lap_digest_add(lap_digest_word("propose"), kind);
  return lap_match_request(match, seat, key, digest, &entry, prepare_proposal, &agreement, seq, error);
}

gboolean lap_match_is_undoable(LapMatch *match, guint seat, GError **error)
{
  g_auto(Agreement) agreement = {0};
  LapEntry entry = {.kind = LAP_ENTRY_PROPOSE, .seat = seat, .proposal = LAP_PROPOSAL_UNDO};
  return lap_match_ready(match, error) && prepare_proposal(match, &entry, &agreement, error);
}

static guint64 digest_of_swap(const char *game, const char *const *options)
{
  guint64 digest = lap_digest_add_text(lap_digest_word("swap"), game);
  for (; options && *options; options++) digest = lap_digest_add_text(digest, *options);
  return digest;
}

gboolean lap_match_propose_swap(LapMatch *match, guint seat, const char *game, const char *const *options,
                                const char *key, guint64 *seq, GError **error)
{
  g_auto(Agreement) agreement = {0};
  LapEntry entry = {
      .kind = LAP_ENTRY_PROPOSE, .seat = seat, .proposal = LAP_PROPOSAL_SWAP, .game = game, .options = options};
  return lap_match_request(match, seat, key, digest_of_swap(game, options), &entry, prepare_proposal, &agreement, seq,
                           error);
}

static gboolean prepare_answer(LapMatch *match, LapEntry *entry, gpointer data, GError **error)
{
  Agreement *agreement = data;
  if (!match->proposal || match->proposal_id != agreement->proposal)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no open proposal %" G_GUINT64_FORMAT,
                            agreement->proposal);
  gboolean withdraws = lap_match_awaits_swap(match) && !entry->accept;
  if (entry->seat >= lap_match_seats(match) || !(match->asked >> entry->seat & 1 || withdraws))
    return refused(error, "this seat was not asked, or has answered");
  entry->proposal = match->proposal;
  entry->applied = entry->accept && match->asked == 1u << entry->seat;
  return carry_out(match, entry, match->proposer, agreement, error);
}

gboolean lap_match_answer(LapMatch *match, guint seat, guint64 proposal, gboolean accept, const char *key, guint64 *seq,
                          GError **error)
{
  g_auto(Agreement) agreement = {.proposal = proposal};
  LapEntry entry = {.kind = LAP_ENTRY_ANSWER, .seat = seat, .accept = accept != FALSE};
  guint64 digest = lap_digest_add(lap_digest_add(lap_digest_word("answer"), proposal), entry.accept);
  return lap_match_request(match, seat, key, digest, &entry, prepare_answer, &agreement, seq, error);
}
