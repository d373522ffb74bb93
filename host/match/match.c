#include <string.h>

#include "host-private.h"

G_DEFINE_FINAL_TYPE(LapMatch, lap_match, G_TYPE_OBJECT)

void lap_suspension_set(LapSuspension **suspension, const LapSuspension *to)
{
  const LapSuspension copy = to ? lap_suspension_copy(to) : (LapSuspension){0};
  if (*suspension) lap_suspension_clear(*suspension);
  g_free(*suspension);
  *suspension = to ? g_memdup2(&copy, sizeof copy) : NULL;
}

void lap_match_clear(LapMatch *match)
{
  for (guint seat = 0; match->ruleset && seat < lap_match_seats(match); seat++) g_free(match->seat[seat].name);
  if (match->ruleset) lap_ruleset_forget(match->ruleset, match);
  g_clear_pointer(&match->ruleset, lap_ruleset_release);
  g_clear_pointer(&match->original, lap_ruleset_release);
  g_clear_pointer(&match->block, lap_block_free);
  g_clear_pointer(&match->previous, lap_block_free);
  g_clear_pointer(&match->seat, g_free);
  g_clear_pointer(&match->names, g_free);
  g_clear_pointer(&match->rematch, g_free);
  g_clear_pointer(&match->swap, g_free);
  g_clear_pointer(&match->swap_options, g_strfreev);
  lap_suspension_set(&match->suspension, NULL);
  lap_match_attach(match, NULL, NULL);
  g_array_set_size(match->moves, 0);
  g_array_set_size(match->rules, 0);
  g_array_set_size(match->answered, 0);
  match->seq = match->decision = match->snapshot_seq = 0;
  match->snapshot_moves = match->snapshot_answered = 0;
  match->declined = 0;
  g_clear_pointer(&match->estimates, g_array_unref);
  g_clear_pointer(&match->retrospect, lap_thought_drop);
  match->looked_at = 0;
  match->analysed = FALSE;
  match->result = LAP_RESULT_NONE;
  match->proposal = LAP_PROPOSAL_NONE;
  match->asked = 0;
  match->lost = FALSE;
}

static void lap_match_finalize(GObject *object)
{
  LapMatch *match = LAP_MATCH(object);
  lap_match_clear(match);
  if (match->gone) g_object_unref(match->host);
  g_array_unref(match->moves);
  g_array_unref(match->rules);
  g_array_unref(match->answered);
  g_clear_pointer(&match->game, lap_game_unref);
  lap_suspension_set(&match->failure, NULL);
  g_clear_pointer(&match->thought, lap_thought_drop);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) g_clear_pointer(&match->hint[seat], lap_thought_drop);
  g_free(match->id);
  g_free(match->from);
  G_OBJECT_CLASS(lap_match_parent_class)->finalize(object);
}

static void lap_match_class_init(LapMatchClass *class) { G_OBJECT_CLASS(class)->finalize = lap_match_finalize; }

static void lap_match_init(LapMatch *match)
{
  match->link.data = match;
  match->moves = g_array_new(FALSE, TRUE, sizeof(LapMoveRecord));
  match->rules = g_array_new(FALSE, FALSE, sizeof(guint32));
  match->answered = g_array_new(FALSE, FALSE, sizeof(LapIdempotencyRecord));
}

LapMatch *lap_match_new(LapHost *host, const char *id)
{
  LapMatch *match = g_object_new(LAP_TYPE_MATCH, NULL);
  match->host = host;
  match->id = g_strdup(id);
  return match;
}

void lap_match_play_with(LapMatch *match, LapGame *game)
{
  if (game) lap_game_ref(game);
  g_clear_pointer(&match->game, lap_game_unref);
  match->game = game;
}

/* --- what it is */

const char *lap_match_get_id(LapMatch *match) { return match->id; }
LapHost *lap_match_get_host(LapMatch *match) { return match->host; }
const char *lap_match_get_game_id(LapMatch *match) { return match->ruleset->game->id; }
guint64 lap_match_get_seq(LapMatch *match) { return match->seq; }
guint64 lap_match_get_decision(LapMatch *match) { return match->decision; }
guint lap_match_get_seats(LapMatch *match) { return lap_match_seats(match); }
gboolean lap_match_is_public(LapMatch *match) { return match->is_public; }
gboolean lap_match_is_seeded(LapMatch *match) { return match->seeded; }
gint64 lap_match_get_created(LapMatch *match) { return match->created; }
gint64 lap_match_get_changed(LapMatch *match) { return match->changed; }
const char *lap_match_get_swap(LapMatch *match) { return match->swap; }
const char *lap_match_get_rematch(LapMatch *match) { return match->rematch; }
LapGame *lap_match_get_game(LapMatch *match) { return match->ruleset->game; }
const char *const *lap_match_names(LapMatch *match) { return match->names; }
gpointer lap_match_get_attachment(LapMatch *match) { return match->attachment; }

void lap_match_attach(LapMatch *match, gpointer attachment, GDestroyNotify destroy)
{
  if (match->attachment) match->destroy_attachment(match->attachment);
  match->attachment = attachment;
  match->destroy_attachment = destroy;
}

const char *lap_match_from(LapMatch *match, guint64 *seq)
{
  *seq = match->from_seq;
  return match->from;
}

const char *const *lap_match_options(LapMatch *match) { return (const char *const *)match->ruleset->option_texts; }

const char *const *lap_match_swap_options(LapMatch *match) { return (const char *const *)match->swap_options; }

LapMatchState lap_match_get_state(LapMatch *match)
{
  if (match->result != LAP_RESULT_NONE) return LAP_MATCH_OVER;
  if (match->suspension) return LAP_MATCH_SUSPENDED;
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    if (lap_seat_is_free(&match->seat[seat])) return LAP_MATCH_OPEN;
  return LAP_MATCH_RUNNING;
}

guint32 lap_match_get_waiting(LapMatch *match)
{
  return match->result == LAP_RESULT_NONE && !match->suspension ? match->waiting : 0;
}

const LapSuspension *lap_match_get_suspension(LapMatch *match) { return match->suspension; }

const char *lap_match_result(LapMatch *match)
{
  static const char *const word[] = {[LAP_RESULT_NONE] = NULL,
                                     [LAP_RESULT_FINISHED] = "finished",
                                     [LAP_RESULT_RESIGNED] = "resigned",
                                     [LAP_RESULT_ABORTED] = "aborted"};
  return word[match->result];
}

static void write_seat(LapMatch *match, guint index, gboolean clock, LapJsonWriter *json)
{
  LapSeat seat;
  lap_match_get_seat(match, index, &seat);
  lap_json_begin_object(json);
  lap_json_member_string(json, "name", seat.name);
  lap_json_member_true(json, "free", seat.free);
  lap_json_member_optional(json, "bot", seat.bot);
  lap_json_member_true(json, "resigned", seat.resigned);
  lap_json_member_true(json, "late", seat.late);
  if (clock && seat.left >= 0) lap_json_member_int(json, "left", seat.left);
  lap_json_end_object(json);
}

void lap_match_write_seats(LapMatch *match, gboolean clocks, LapJsonWriter *json)
{
  lap_json_begin_array(json);
  for (guint seat = 0; seat < lap_match_seats(match); seat++) write_seat(match, seat, clocks, json);
  lap_json_end_array(json);
}

LapProposalKind lap_match_get_proposal(LapMatch *match, guint64 *id, guint *seat, guint32 *asked)
{
  if (id) *id = match->proposal_id;
  if (seat) *seat = match->proposer;
  if (asked) *asked = match->asked;
  return match->proposal;
}

guint32 lap_match_to_ask(const LapMatch *match, guint seat, LapProposalKind kind)
{
  guint32 asked = 0;
  for (guint other = 0; other < lap_match_seats(match); other++) {
    const LapSeatState *state = &match->seat[other];
    gboolean plays = !state->resigned || kind == LAP_PROPOSAL_REMATCH;
    if (other != seat && lap_seat_is_person(state) && plays) asked |= 1u << other;
  }
  return asked;
}

gboolean lap_match_is_seat(const LapMatch *match, guint seat, GError **error)
{
  return seat < lap_match_seats(match) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no seat %u; they are 0 to %u", seat,
                          lap_match_seats(match) - 1);
}

gboolean lap_match_is_safe(const LapMatch *match, GError **error)
{
  return !match->suspension || lap_match_refuse(error, LAP_MATCH_ERROR_SUSPENDED,
                                                "match %s is suspended, since its rules have failed", match->id);
}

/* --- its block */

void lap_match_mark(const LapMatch *match)
{
  LapHookMark *mark = &lap_hook_marks[LAP_HOOK_MARK_MAIN];
  mark->match = match->id;
  mark->game = match->ruleset->game->id;
  mark->seq = match->seq;
  mark->decision = match->decision;
  mark->builds = match->ruleset->builds;
  mark->block = match->block;
  mark->previous = match->previous;
  mark->size = match->ruleset->block_size;
}

LapSession *lap_match_session_at(LapMatch *match, const LapBlock *block, GError **error)
{
  g_autoptr(GError) failure = NULL;
  lap_match_mark(match);
  LapSession *session = lap_ruleset_session_at(match->ruleset, match, block, &failure);
  if (!session)
    lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s cannot be played: %s", match->id, failure->message);
  return session;
}

void lap_match_set_block(LapMatch *match, const LapBlock *block)
{
  memcpy(match->block, block, match->ruleset->block_size);
  lap_ruleset_forget(match->ruleset, match);
  lap_match_attach(match, NULL, NULL);
}
