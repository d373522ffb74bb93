/* Methods for the moves of a seat: what it may do, and doing it. */
#include "host/match/action-reader.h"
#include "host/match/log-header.h"
#include "host/match/refuse.h"
#include "host/projection/projection.h"
#include "methods.h"

/* The steps in a member of the params; none where there is no such member. Returns: (transfer full): of LapAction;
 * NULL: the call has failed */
static GArray *read_steps(LapCall *call, LapMatch *match, guint seat, const char *name)
{
  g_autoptr(GError) error = NULL;
  guint at = 0;
  JsonNode *given = json_object_get_member(call->params, name);
  if (!given) return g_array_new(FALSE, FALSE, sizeof(LapAction));
  GArray *steps = lap_steps_read(lap_match_get_game(match), given, seat, LAP_STEPS_OF_CLIENT, &at, &error);
  if (!steps) lap_call_fail(call, LAP_RPC_ILLEGAL, "%s[%u]: %s", name, at, error->message);
  return steps;
}

static const LapAction *actions_of(const GArray *steps) { return (const LapAction *)(gpointer)steps->data; }

/* For what is asked of the steps that may follow those of "prefix": reads these, and begins the result with "seq".
 * Returns: (transfer full): as read_steps */
static GArray *begin_behind_prefix(LapCall *call, LapMatch **match, guint *seat)
{
  *match = lap_call_seat(call, seat);
  GArray *prefix = *match ? read_steps(call, *match, *seat, "prefix") : NULL;
  if (!prefix) return NULL;
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seq", (gint64)lap_match_get_seq(*match));
  return prefix;
}

gboolean lap_method_match_legal(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = NULL;
  guint seat;
  gboolean complete = FALSE;
  g_autoptr(GArray) prefix = begin_behind_prefix(call, &match, &seat);
  if (!prefix) return FALSE;
  if (!lap_project_legal(match, seat, lap_call_language(call), actions_of(prefix), prefix->len, "steps", &complete,
                         call->result, &error))
    return lap_call_fail_with(call, error);
  lap_json_member_bool(call->result, "complete", complete);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_match_preview(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = NULL;
  guint seat;
  g_autoptr(GArray) prefix = begin_behind_prefix(call, &match, &seat);
  if (!prefix) return FALSE;
  lap_json_name(call->result, "previews");
  if (!lap_project_previews(match, seat, lap_call_language(call), actions_of(prefix), prefix->len, call->result,
                            &error))
    return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_match_hint(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = NULL;
  guint seat;
  g_autoptr(GArray) prefix = begin_behind_prefix(call, &match, &seat);
  if (!prefix) return FALSE;
  if (!lap_project_hint(match, seat, lap_call_language(call), actions_of(prefix), prefix->len, call->result, &error))
    return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_match_play(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint seat;
  guint64 seq;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  g_autoptr(GArray) steps = match ? read_steps(call, match, seat, "steps") : NULL;
  if (!steps) return FALSE;
  if (!lap_match_play(match, seat, actions_of(steps), steps->len, lap_call_integer(call, "seq", -1),
                      lap_call_string(call, "key"), &seq, &error))
    return lap_call_fail_at(call, match, error);
  return lap_call_answer_seq(call, seq);
}

gboolean lap_method_match_variants(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint seat;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seq", (gint64)lap_match_get_seq(match));
  lap_json_name(call->result, "variants");
  if (!lap_project_variants(match, lap_call_language(call), call->result, &error))
    return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  return TRUE;
}

static LapProposalKind proposal_named(const char *kind)
{
  if (g_str_equal(kind, "undo")) return LAP_PROPOSAL_UNDO;
  if (g_str_equal(kind, "swap")) return LAP_PROPOSAL_SWAP;
  return g_str_equal(kind, "rematch") ? LAP_PROPOSAL_REMATCH : LAP_PROPOSAL_ABORT;
}

/* Whether the request with this key was carried out already. Repeating it then creates no match, so limits do not
 * apply. */
static gboolean may_rematch(LapCall *call, LapMatch *match, guint seat)
{
  return lap_match_granted(match, seat, lap_call_string(call, "key")) || call->rpc->service->may_create(call);
}

static gboolean answer_agreed(LapCall *call, LapMatch *match, gboolean had_rematch, guint64 seq)
{
  const char *rematch = lap_match_get_rematch(match);
  if (!had_rematch && rematch) call->rpc->service->created(call->caller, rematch, TRUE);
  return lap_call_answer_seq(call, seq);
}

static gboolean propose_swap(LapCall *call, LapMatch *match, guint seat, guint64 *seq, GError **error)
{
  const char *game = lap_call_string(call, "game");
  if (!game) return lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "to swap, \"game\" must be the id of a variant");
  JsonNode *given = json_object_get_member(call->params, "options");
  g_auto(GStrv) options = given ? lap_log_options(json_node_get_object(given)) : NULL;
  return lap_match_propose_swap(match, seat, game, (const char *const *)options, lap_call_string(call, "key"), seq,
                                error);
}

static gboolean propose(LapCall *call, LapMatch *match, guint seat, LapProposalKind kind, guint64 *seq, GError **error)
{
  if (kind == LAP_PROPOSAL_SWAP) return propose_swap(call, match, seat, seq, error);
  return lap_match_propose(match, seat, kind, lap_call_string(call, "key"), seq, error);
}

gboolean lap_method_match_propose(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint seat;
  guint64 seq;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  LapProposalKind kind = proposal_named(lap_call_string(call, "kind"));
  if (!match || (kind == LAP_PROPOSAL_REMATCH && !may_rematch(call, match, seat))) return FALSE;
  gboolean had_rematch = lap_match_get_rematch(match) != NULL;
  if (!propose(call, match, seat, kind, &seq, &error)) return lap_call_fail_with(call, error);
  return answer_agreed(call, match, had_rematch, seq);
}

gboolean lap_method_match_undoable(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint seat;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  lap_call_bill_entries(call, 0);
  gboolean undoable = lap_match_is_undoable(match, seat, &error);
  if (!undoable && !g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_REFUSED))
    return lap_call_fail_with(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seq", (gint64)lap_match_get_seq(match));
  lap_json_member_bool(call->result, "undoable", undoable);
  if (!undoable) lap_json_member_string(call->result, "why", error->message);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_match_answer(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint seat;
  guint64 seq;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  guint64 proposal = (guint64)lap_call_integer(call, "proposal", 0);
  gboolean accept = lap_call_boolean(call, "accept", FALSE), had_rematch = lap_match_get_rematch(match) != NULL;
  gboolean rematches = accept && lap_match_get_proposal(match, NULL, NULL, NULL) == LAP_PROPOSAL_REMATCH;
  if (rematches && !may_rematch(call, match, seat)) return FALSE;
  if (!lap_match_answer(match, seat, proposal, accept, lap_call_string(call, "key"), &seq, &error))
    return lap_call_fail_with(call, error);
  return answer_agreed(call, match, had_rematch, seq);
}

gboolean lap_method_match_resign(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint seat;
  guint64 seq;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  if (!lap_match_resign(match, seat, lap_call_string(call, "key"), &seq, &error))
    return lap_call_fail_with(call, error);
  return lap_call_answer_seq(call, seq);
}

static void write_left(LapCall *call, LapMatch *match)
{
  lap_json_begin_object(call->result);
  lap_json_member_array(call->result, "left");
  for (guint i = 0; i < lap_match_get_seats(match); i++) {
    LapSeat seat;
    lap_match_get_seat(match, i, &seat);
    lap_json_int(call->result, seat.left);
  }
  lap_json_end_array(call->result);
  lap_json_end_object(call->result);
}

/* People who share a screen hand it over unseen by each other, which takes time that is nobody's. Where somebody plays
 * elsewhere it would be taken from him to wait, so there the clocks run: anybody may let them. */
gboolean lap_method_match_hold(LapCall *call)
{
  enum { HELD_MAX = 600000 }; /* ms */
  g_autoptr(GError) error = NULL;
  guint seat;
  gboolean holds = lap_call_boolean(call, "hold", TRUE);
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  if (holds && !call->rpc->service->is_alone(call->caller, match))
    return lap_call_fail(call, LAP_RPC_REFUSED,
                         "clocks are held only where all people of a match follow it over one connection");
  if (!lap_match_hold_clocks(match, holds ? HELD_MAX : 0, &error)) return lap_call_fail_with(call, error);
  write_left(call, match);
  return TRUE;
}

gboolean lap_method_match_resume(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = lap_call_match(call);
  if (!match) return FALSE;
  if (!lap_match_resume(match, &error)) return lap_call_fail_with(call, error);
  return lap_call_answer_seq(call, lap_match_get_seq(match));
}
