/* What entries do to a match, whether they have just happened or are read from the store. The checks here are those of
 * a store that cannot be trusted; who asks for something is answered in his own words before it comes to this. */
#include <string.h>

#include "host/engine/position.h"
#include "match-state.h"

static void drop_proposal(LapMatch *match)
{
  match->proposal = LAP_PROPOSAL_NONE;
  match->asked = 0;
}

static gboolean stand_at(LapMatch *match, LapRecord *record, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  memcpy(match->block, lap_session_block(session), lap_engine_block_size(engine));
  match->waiting = lap_session_waiting(session);
  record->hash = lap_hash(engine, match->block);
  if (lap_session_over(session)) match->result = LAP_RESULT_FINISHED;
  return TRUE;
}

/* --- seats */

static gboolean apply_join(LapMatch *match, const LapRecord *record, GError **error)
{
  if (!lap_chair_is_free(&match->chair[record->seat]))
    return lap_match_unfit(error, "seat %u is not free", record->seat);
  if (!lap_secret_is_set(&record->secret)) return lap_match_unfit(error, "a token of nothing");
  lap_match_seat_person(match, record->seat, record->name, &record->secret);
  return TRUE;
}

static gboolean apply_leave(LapMatch *match, const LapRecord *record, GError **error)
{
  LapChair *chair = &match->chair[record->seat];
  if (!lap_chair_is_person(chair) || chair->resigned)
    return lap_match_unfit(error, "seat %u cannot be left", record->seat);
  lap_match_clear_chair(match, record->seat);
  chair->invitation = record->secret;
  drop_proposal(match);
  return TRUE;
}

static gboolean apply_bot(LapMatch *match, const LapRecord *record, GError **error)
{
  const LapBot *bot = lap_bot_named(record->name);
  const LapChair *chair = &match->chair[record->seat];
  if (!bot) return lap_match_unfit(error, "there is no bot \"%s\"", record->name);
  if (chair->bot || chair->resigned) return lap_match_unfit(error, "seat %u is taken", record->seat);
  lap_match_set_bot(match, record->seat, bot, record->called);
  drop_proposal(match);
  return TRUE;
}

static guint playing(const LapMatch *match)
{
  guint n = 0;
  for (guint seat = 0; seat < lap_match_seats(match); seat++) n += !match->chair[seat].resigned;
  return n;
}

static gboolean apply_resign(LapMatch *match, const LapRecord *record, GError **error)
{
  LapChair *chair = &match->chair[record->seat];
  if (lap_match_get_state(match) != LAP_MATCH_RUNNING || chair->resigned)
    return lap_match_unfit(error, "seat %u cannot give up", record->seat);
  chair->resigned = TRUE;
  drop_proposal(match);
  if (playing(match) <= 1 || match->ruleset->game->traits & LAP_COOPERATIVE) match->result = LAP_RESULT_RESIGNED;
  return TRUE;
}

/* --- moves */

/* Of a phase in which seats choose at once: what they have chosen so far, with the steps that come now, in the order
 * of seats. NULL where they do not. */
static GArray *gather(LapSession *session, const LapRecord *record)
{
  const LapEngine *engine = lap_session_engine(session);
  const LapHead *head = lap_head_of(lap_session_block(session));
  if (lap_game_phase(lap_engine_game(engine), head->phase)->kind != LAP_PHASE_TOGETHER) return NULL;
  GArray *opened = g_array_new(FALSE, FALSE, sizeof(LapAction));
  for (guint seat = 0, n; seat < lap_engine_seats(engine); seat++) {
    const LapAction *steps = lap_session_sealed(session, seat, &n);
    if (n) g_array_append_vals(opened, steps, n);
    if (seat == record->seat) g_array_append_vals(opened, record->steps, record->n_steps);
  }
  return opened;
}

static void fill_events(LapEntry *entry, LapSession *session)
{
  const LapEvent *events = lap_session_events(session, &entry->n_events);
  entry->events = g_memdup2(events, entry->n_events * sizeof *events);
}

static void fill_move(LapEntry *entry, LapSession *session, const LapRecord *record, GArray *opened)
{
  entry->steps = record->steps;
  entry->n_steps = record->n_steps;
  entry->sealed = opened && lap_head_of(lap_session_block(session))->ready >> record->seat & 1;
  if (entry->sealed) return;
  fill_events(entry, session);
  if (!opened) return;
  entry->n_opened = opened->len;
  entry->opened = g_memdup2(opened->data, opened->len * sizeof(LapAction));
}

static gboolean play(LapMatch *match, const LapRecord *record, LapSession *session, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (lap_session_play(session, record->steps, record->n_steps, &failure)) {
    lap_session_forget(session);
    return TRUE;
  }
  gboolean illegal = g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  lap_ruleset_forget(match->ruleset, match);
  return lap_match_refuse(error, illegal ? LAP_MATCH_ERROR_ILLEGAL : LAP_MATCH_ERROR_FAULT, "%s", failure->message);
}

static gboolean apply_move(LapMatch *match, LapRecord *record, LapEntry *entry, GError **error)
{
  if (lap_match_get_state(match) != LAP_MATCH_RUNNING)
    return lap_match_unfit(error, "a move, but the match does not run");
  if (!record->n_steps || record->steps[0].seat != record->seat)
    return lap_match_unfit(error, "a move of another seat");
  LapSession *session = lap_match_stand(match, match->block, error);
  if (!session) return FALSE;
  g_autoptr(GArray) opened = gather(session, record);
  if (!play(match, record, session, error)) return FALSE;
  const guint8 mover = (guint8)record->seat;
  g_byte_array_append(match->movers, &mover, 1);
  fill_move(entry, session, record, opened);
  if (!entry->sealed) match->decision = match->seq + 1;
  drop_proposal(match);
  return stand_at(match, record, session);
}

/* --- proposals */

guint32 lap_match_to_ask(const LapMatch *match, guint seat)
{
  guint32 asked = 0;
  for (guint other = 0; other < lap_match_seats(match); other++) {
    const LapChair *chair = &match->chair[other];
    if (other != seat && lap_chair_is_person(chair) && !chair->resigned) asked |= 1u << other;
  }
  return asked;
}

static gboolean undo(LapMatch *match, LapRecord *record, const LapBlock *back, GError **error)
{
  if (record->moves >= match->movers->len || !back)
    return lap_match_unfit(error, "an undo that leaves %u moves of %u", record->moves, match->movers->len);
  lap_ruleset_forget(match->ruleset, match);
  LapSession *session = lap_match_stand(match, back, error);
  if (!session) return FALSE;
  g_byte_array_set_size(match->movers, record->moves);
  match->decision = match->seq + 1;
  return stand_at(match, record, session);
}

static gboolean happen(LapMatch *match, LapRecord *record, const LapBlock *back, GError **error)
{
  if (record->proposal == LAP_PROPOSAL_UNDO && !undo(match, record, back, error)) return FALSE;
  if (record->proposal == LAP_PROPOSAL_ABORT) match->result = LAP_RESULT_ABORTED;
  if (record->proposal == LAP_PROPOSAL_REMATCH) match->rematch = g_strdup(record->rematch);
  drop_proposal(match);
  return TRUE;
}

static gboolean may_happen(const LapMatch *match, guint proposal)
{
  gboolean is_over = match->result != LAP_RESULT_NONE;
  return proposal == LAP_PROPOSAL_REMATCH ? is_over && !match->rematch : !is_over;
}

static gboolean apply_propose(LapMatch *match, LapRecord *record, const LapBlock *back, GError **error)
{
  guint32 asked = lap_match_to_ask(match, record->seat);
  if (match->proposal || !lap_chair_is_person(&match->chair[record->seat]) || !may_happen(match, record->proposal))
    return lap_match_unfit(error, "a proposal that cannot be made");
  if (record->applied != !asked) return lap_match_unfit(error, "\"applied\" does not fit the seats that are asked");
  if (record->applied) return happen(match, record, back, error);
  match->proposal = (LapProposalKind)record->proposal;
  match->proposal_id = match->seq + 1;
  match->proposer = record->seat;
  match->asked = asked;
  return TRUE;
}

static gboolean apply_answer(LapMatch *match, LapRecord *record, const LapBlock *back, GError **error)
{
  if (!match->proposal || record->proposal != match->proposal || !(match->asked >> record->seat & 1))
    return lap_match_unfit(error, "an answer to what seat %u was not asked", record->seat);
  guint32 asked = match->asked & ~(1u << record->seat);
  if (record->applied != (record->accept && !asked))
    return lap_match_unfit(error, "\"applied\" does not fit the answers");
  if (record->applied) return happen(match, record, back, error);
  match->asked = asked;
  if (!record->accept) drop_proposal(match);
  return TRUE;
}

/* --- all of them */

static gboolean apply_kind(LapMatch *match, LapRecord *record, const LapBlock *back, LapEntry *entry, GError **error)
{
  switch (record->kind) {
  case LAP_ENTRY_JOIN:
    return apply_join(match, record, error);
  case LAP_ENTRY_LEAVE:
    return apply_leave(match, record, error);
  case LAP_ENTRY_BOT:
    return apply_bot(match, record, error);
  case LAP_ENTRY_MOVE:
    return apply_move(match, record, entry, error);
  case LAP_ENTRY_RESIGN:
  case LAP_ENTRY_TIMEOUT:
    return apply_resign(match, record, error);
  case LAP_ENTRY_PROPOSE:
    return apply_propose(match, record, back, error);
  case LAP_ENTRY_ANSWER:
    return apply_answer(match, record, back, error);
  }
  return lap_match_unfit(error, "of no kind that there is");
}

static void fill(LapEntry *entry, const LapMatch *match, const LapRecord *record)
{
  entry->seq = match->seq;
  entry->kind = record->kind;
  entry->seat = record->seat;
  entry->at = record->at * 1000;
  entry->decision = match->decision;
  entry->over = match->result != LAP_RESULT_NONE;
  entry->name = (char *)(record->called ? record->called : record->name);
  entry->proposal = record->proposal;
  entry->accept = record->accept;
  entry->applied = record->applied;
  entry->rematch = (char *)record->rematch;
}

static gboolean check(const LapMatch *match, const LapRecord *record, GError **error)
{
  gboolean is_rematch = record->proposal == LAP_PROPOSAL_REMATCH;
  if (match->result != LAP_RESULT_NONE && !is_rematch)
    return lap_match_unfit(error, "an entry behind the end of the match");
  if (match->initial && !record->has_left)
    return lap_match_unfit(error, "\"left\" is missing, but the match has clocks");
  if (match->seq < G_MAXUINT32) return TRUE;
  return lap_match_unfit(error, "a match has at most %u entries", G_MAXUINT32);
}

gboolean lap_match_apply(LapMatch *match, LapRecord *record, const LapBlock *back, LapEntry *entry, GError **error)
{
  *entry = (LapEntry){0};
  if (!check(match, record, error) || !apply_kind(match, record, back, entry, error)) return FALSE;
  match->seq++;
  match->changed = record->at * 1000;
  match->wound = record->at;
  for (guint seat = 0; record->has_left && seat < lap_match_seats(match); seat++)
    match->chair[seat].left = record->left[seat];
  lap_request_grant(match, &record->request, match->seq, record->seat);
  fill(entry, match, record);
  return TRUE;
}

void lap_match_entry_clear(LapEntry *entry)
{
  g_free((gpointer)entry->events);
  g_free((gpointer)entry->opened);
  entry->events = NULL;
  entry->opened = NULL;
}
