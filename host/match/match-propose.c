/* Proposals: what all have to agree on. */
#include "host-private.h"

static gboolean refused(GError **error, const char *why)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "%s", why);
}

/* How many moves remain if `seat` takes back its last: none of its own among them is an answer of -1. */
static gint moves_before_last_of(const LapMatch *match, guint seat)
{
  guint n = match->movers->len;
  while (n > 0 && match->movers->data[n - 1] != seat) n--;
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
  if (match->chair[seat].resigned) return refused(error, "who has given up proposes nothing but a rematch");
  if (kind == LAP_PROPOSAL_ABORT) return TRUE;
  return moves_before_last_of(match, seat) >= 0 || refused(error, "there is no move of this seat to take back");
}

static gboolean may_propose(LapMatch *match, guint seat, LapProposalKind kind, GError **error)
{
  if (kind < LAP_PROPOSAL_UNDO || kind > LAP_PROPOSAL_ABORT)
    return lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "proposed can be undo, rematch or abort");
  if (seat >= lap_match_seats(match) || !lap_chair_is_person(&match->chair[seat]))
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "only who sits in the match may propose");
  if (match->proposal) return refused(error, "a proposal is open already: it has to be answered first");
  if (match->seq >= LAP_TALK_MAX)
    return refused(error, "the match is too long for proposals: it can be played, or given up");
  return suits(match, seat, kind, error);
}

/* What follows when all agree is part of the same entry. */
static gboolean carry_out(LapMatch *match, LapRecord *record, guint proposer, guint64 *seq, GError **error)
{
  g_autoptr(LapBlock) back = NULL;
  g_autofree char *rematch = NULL;
  if (record->applied && record->proposal == LAP_PROPOSAL_UNDO) {
    record->moves = (guint)moves_before_last_of(match, proposer);
    if (!(back = lap_match_block_after(match, record->moves, error))) return FALSE;
  }
  if (record->applied && record->proposal == LAP_PROPOSAL_REMATCH) {
    if (!(rematch = lap_host_create_rematch(match->host, match, error))) return FALSE;
    record->rematch = rematch;
  }
  return lap_match_enter(match, record, back, seq, error);
}

static gboolean propose(LapMatch *match, LapRecord *record, guint64 *seq, GError **error)
{
  if (!may_propose(match, record->seat, (LapProposalKind)record->proposal, error)) return FALSE;
  record->applied = lap_match_to_ask(match, record->seat) == 0;
  return carry_out(match, record, record->seat, seq, error);
}

gboolean lap_match_propose(LapMatch *match, guint seat, LapProposalKind kind, const char *key, guint64 *seq,
                           GError **error)
{
  const LapGranted *granted;
  LapRecord record = {.kind = LAP_ENTRY_PROPOSE, .seat = seat, .proposal = kind};
  guint64 digest = lap_digest_add(lap_digest_word("propose"), kind);
  switch (lap_request_begin(match, seat, key, digest, &record.request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return propose(match, &record, seq, error);
  case LAP_REQUEST_AGAIN:
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}

static gboolean answer(LapMatch *match, guint64 proposal, LapRecord *record, guint64 *seq, GError **error)
{
  if (!match->proposal || match->proposal_id != proposal)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no open proposal %" G_GUINT64_FORMAT, proposal);
  if (record->seat >= lap_match_seats(match) || !(match->asked >> record->seat & 1))
    return refused(error, "this seat was not asked, or has answered");
  record->proposal = match->proposal;
  record->applied = record->accept && match->asked == 1u << record->seat;
  return carry_out(match, record, match->proposer, seq, error);
}

gboolean lap_match_answer(LapMatch *match, guint seat, guint64 proposal, gboolean accept, const char *key, guint64 *seq,
                          GError **error)
{
  const LapGranted *granted;
  LapRecord record = {.kind = LAP_ENTRY_ANSWER, .seat = seat, .accept = accept != FALSE};
  guint64 digest = lap_digest_add(lap_digest_add(lap_digest_word("answer"), proposal), record.accept);
  switch (lap_request_begin(match, seat, key, digest, &record.request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return answer(match, proposal, &record, seq, error);
  case LAP_REQUEST_AGAIN:
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}
