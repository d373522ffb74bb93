/* How the state of a match changes: this is the one file that changes it. A match is started from its header, and then
 * entries are applied one by one, in the same way whether they have just been made or are read back from the store: so
 * a restored match equals the original. The checks here are those against a damaged store; requests of clients have
 * been checked before, with better messages (match-seats.c, match-play.c). */
#include <string.h>

#include "host/engine/position.h"
#include "match-state.h"

/* --- the start */

static gboolean take_block(LapMatch *match, LapSession *session, guint64 expected, GError **error)
{
  LapEngine *engine = lap_session_engine(session);
  guint64 hash = lap_hash(engine, lap_session_block(session));
  if (hash != expected)
    return lap_match_unfit(error,
                           "its start has the hash %016" G_GINT64_MODIFIER "x here, %016" G_GINT64_MODIFIER "x there",
                           hash, expected);
  match->block = lap_block_new(engine);
  memcpy(match->block, lap_session_block(session), lap_engine_block_size(engine));
  match->waiting = lap_session_waiting(session);
  match->ruleset->at = match;
  if (lap_session_over(session)) match->result = LAP_RESULT_FINISHED;
  return TRUE;
}

static void begin(LapMatch *match, const LapMatchHeader *header, LapRuleset *ruleset, gint64 created)
{
  lap_match_clear(match);
  match->original = ruleset;
  match->ruleset = lap_ruleset_ref(ruleset);
  match->created = match->changed = created;
  lap_match_take_header(match, header);
}

gboolean lap_match_start_still(LapMatch *match, const LapMatchHeader *header, LapRuleset *ruleset, gint64 created,
                               GError **error)
{
  begin(match, header, ruleset, created);
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(ruleset, error);
  if (!engine) return FALSE;
  match->block = lap_block_new(engine);
  match->lost = TRUE;
  return TRUE;
}

gboolean lap_match_start(LapMatch *match, const LapMatchHeader *header, LapRuleset *ruleset, gint64 created,
                         GError **error)
{
  begin(match, header, ruleset, created);
  lap_match_mark(match);
  LapSession *session = lap_ruleset_start(match->ruleset, header->seed, error);
  return session && take_block(match, session, header->hash, error);
}

/* --- entries */

static void drop_proposal(LapMatch *match)
{
  match->proposal = LAP_PROPOSAL_NONE;
  match->asked = 0;
  g_clear_pointer(&match->swap, g_free);
  g_clear_pointer(&match->swap_options, g_strfreev);
}

static gboolean stand_at(LapMatch *match, LapEntry *entry, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  LapBlock *block = match->previous ? match->previous : lap_block_new(engine);
  memcpy(block, lap_session_block(session), lap_engine_block_size(engine));
  match->previous = match->block;
  match->block = block;
  match->waiting = lap_session_waiting(session);
  entry->hash = lap_hash(engine, match->block);
  if (lap_session_over(session)) match->result = LAP_RESULT_FINISHED;
  return TRUE;
}

static void take_ruleset(LapMatch *match, LapRuleset *ruleset, const LapEngine *engine)
{
  lap_ruleset_forget(match->ruleset, match);
  lap_ruleset_ref(ruleset);
  lap_ruleset_release(match->ruleset);
  match->ruleset = ruleset;
  lap_block_free(match->block);
  g_clear_pointer(&match->previous, lap_block_free);
  match->block = lap_block_new(engine);
  lap_match_attach(match, NULL, NULL);
}

/* Without its rules: what block it goes to is not known. */
static gboolean go_still(LapMatch *match, LapRuleset *to, GError **error)
{
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(to, error);
  if (!engine) return FALSE;
  take_ruleset(match, to, engine);
  match->lost = TRUE;
  return TRUE;
}

/* To another block, of another ruleset perhaps. */
static gboolean go_to(LapMatch *match, LapEntry *entry, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapRuleset *to = entry->ruleset ? entry->ruleset : match->ruleset;
  if (match->still) return go_still(match, to, error);
  lap_ruleset_forget(to, match);
  lap_match_mark(match);
  LapSession *session = lap_ruleset_session_at(to, match, entry->block, &failure);
  if (!session) return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "%s", failure->message);
  entry->new_rules = to != match->ruleset;
  if (entry->new_rules) take_ruleset(match, to, lap_session_engine(session));
  match->lost = FALSE;
  return stand_at(match, entry, session);
}

/* --- entries of seats */

static gboolean apply_join(LapMatch *match, const LapEntry *entry, GError **error)
{
  if (!lap_seat_is_free(&match->seat[entry->seat])) return lap_match_unfit(error, "seat %u is not free", entry->seat);
  if (!lap_secret_is_set(&entry->secret)) return lap_match_unfit(error, "the hash of its token is missing");
  lap_match_seat_person(match, entry->seat, entry->name, &entry->secret);
  return TRUE;
}

static gboolean apply_leave(LapMatch *match, const LapEntry *entry, GError **error)
{
  LapSeatState *state = &match->seat[entry->seat];
  if (!lap_seat_is_person(state) || state->resigned)
    return lap_match_unfit(error, "seat %u cannot be left", entry->seat);
  lap_match_clear_seat(match, entry->seat);
  state->invitation = entry->secret;
  drop_proposal(match);
  return TRUE;
}

static gboolean apply_bot(LapMatch *match, const LapEntry *entry, GError **error)
{
  const LapBot *bot = lap_bot_named(entry->bot);
  const LapSeatState *state = &match->seat[entry->seat];
  if (!bot) return lap_match_unfit(error, "there is no bot \"%s\"", entry->bot);
  if (state->bot || state->resigned) return lap_match_unfit(error, "seat %u is taken", entry->seat);
  lap_match_put_bot(match, entry->seat, bot, entry->called);
  drop_proposal(match);
  return TRUE;
}

static guint playing(const LapMatch *match)
{
  guint n = 0;
  for (guint seat = 0; seat < lap_match_seats(match); seat++) n += !match->seat[seat].resigned;
  return n;
}

static gboolean apply_resign(LapMatch *match, const LapEntry *entry, GError **error)
{
  LapSeatState *state = &match->seat[entry->seat];
  LapMatchState stands = lap_match_get_state(match);
  if ((stands != LAP_MATCH_RUNNING && stands != LAP_MATCH_SUSPENDED) || state->resigned)
    return lap_match_unfit(error, "seat %u cannot give up", entry->seat);
  state->resigned = TRUE;
  state->late = entry->kind == LAP_ENTRY_TIMEOUT;
  drop_proposal(match);
  if (playing(match) <= 1 || match->ruleset->game->traits & LAP_COOPERATIVE) match->result = LAP_RESULT_RESIGNED;
  return TRUE;
}

/* --- moves */

/* Of a phase in which seats choose at once: what they have chosen so far, with the steps that come now, in the order
 * of seats. NULL where they do not. */
static GArray *gather(LapSession *session, const LapEntry *entry)
{
  const LapEngine *engine = lap_session_engine(session);
  const LapHead *head = lap_head_of(lap_session_block(session));
  if (lap_game_phase(lap_engine_game(engine), head->phase)->kind != LAP_PHASE_TOGETHER) return NULL;
  GArray *opened = g_array_new(FALSE, FALSE, sizeof(LapAction));
  for (guint seat = 0, n; seat < lap_engine_seats(engine); seat++) {
    const LapAction *steps = lap_session_sealed(session, seat, &n);
    if (n) g_array_append_vals(opened, steps, n);
    if (seat == entry->seat) g_array_append_vals(opened, entry->steps, entry->n_steps);
  }
  return opened;
}

static void fill_events(LapEntry *entry, LapSession *session)
{
  const LapEvent *events = lap_session_events(session, &entry->n_events);
  entry->events = g_memdup2(events, entry->n_events * sizeof *events);
}

static void fill_move(LapEntry *entry, LapSession *session, GArray *opened)
{
  entry->sealed = opened && lap_head_of(lap_session_block(session))->ready >> entry->seat & 1;
  if (entry->sealed) return;
  fill_events(entry, session);
  if (!opened) return;
  entry->n_opened = opened->len;
  entry->opened = g_memdup2(opened->data, opened->len * sizeof(LapAction));
}

static gboolean play(LapMatch *match, const LapEntry *entry, LapSession *session, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (lap_session_play(session, entry->steps, entry->n_steps, &failure)) {
    lap_session_forget(session);
    return TRUE;
  }
  gboolean illegal = g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  lap_ruleset_forget(match->ruleset, match);
  return lap_match_refuse(error, illegal ? LAP_MATCH_ERROR_ILLEGAL : LAP_MATCH_ERROR_FAULT, "%s", failure->message);
}

static void keep_move(LapMatch *match, const LapEntry *entry)
{
  const LapMoveRecord made = {(guint32)match->seq + 1, entry->seat};
  g_array_append_val(match->moves, made);
  if (!entry->sealed) match->decision = match->seq + 1;
  if (match->proposal != LAP_PROPOSAL_SWAP) drop_proposal(match);
}

/* Whether the next entry is of the match that it goes on from: it needs nobody in the seats. */
static gboolean is_carried(const LapMatch *match) { return match->seq < match->carried; }

static gboolean apply_move(LapMatch *match, LapEntry *entry, GError **error)
{
  if (!is_carried(match) && lap_match_get_state(match) != LAP_MATCH_RUNNING)
    return lap_match_unfit(error, "a move, but the match does not run");
  if (!entry->n_steps || entry->steps[0].seat != entry->seat) return lap_match_unfit(error, "a move of another seat");
  if (match->still) {
    keep_move(match, entry);
    match->lost = TRUE;
    return TRUE;
  }
  LapSession *session = lap_match_session_at(match, match->block, error);
  if (!session) return FALSE;
  g_autoptr(GArray) opened = gather(session, entry);
  if (!play(match, entry, session, error)) return FALSE;
  fill_move(entry, session, opened);
  keep_move(match, entry);
  return stand_at(match, entry, session);
}

/* --- proposals */

static gboolean undo(LapMatch *match, LapEntry *entry, GError **error)
{
  if (entry->moves >= match->moves->len || !entry->block)
    return lap_match_unfit(error, "an undo that leaves %u moves of %u", entry->moves, match->moves->len);
  guint32 first = g_array_index(match->moves, LapMoveRecord, entry->moves).seq;
  if (!go_to(match, entry, error)) return FALSE;
  g_array_set_size(match->moves, entry->moves);
  while (match->rules->len && g_array_index(match->rules, guint32, match->rules->len - 1) > first)
    g_array_set_size(match->rules, match->rules->len - 1);
  match->decision = match->seq + 1;
  entry->undone = first;
  lap_suspension_set(&match->suspension, NULL);
  return TRUE;
}

static gboolean happen(LapMatch *match, LapEntry *entry, GError **error)
{
  if (entry->proposal == LAP_PROPOSAL_UNDO && !undo(match, entry, error)) return FALSE;
  if (entry->proposal == LAP_PROPOSAL_ABORT) match->result = LAP_RESULT_ABORTED;
  if (entry->proposal == LAP_PROPOSAL_REMATCH) match->rematch = g_strdup(entry->rematch);
  match->asked = 0;
  if (entry->proposal != LAP_PROPOSAL_SWAP) drop_proposal(match); /* else the next entry of LAP_ENTRY_RULES does */
  return TRUE;
}

static gboolean may_happen(const LapMatch *match, guint proposal)
{
  gboolean is_over = match->result != LAP_RESULT_NONE;
  return proposal == LAP_PROPOSAL_REMATCH ? is_over && !match->rematch : !is_over;
}

/* Whether "applied" is as it must be. Earlier hosts did not ask those who had given up for a rematch. */
static gboolean agrees_with(const LapMatch *match, const LapEntry *entry, gboolean applied, guint32 asked)
{
  if (entry->applied == applied) return TRUE;
  gboolean asks_the_gone = entry->applied && entry->proposal == LAP_PROPOSAL_REMATCH && asked;
  for (guint seat = 0; asks_the_gone && seat < lap_match_seats(match); seat++)
    asks_the_gone = !(asked >> seat & 1) || match->seat[seat].resigned;
  return asks_the_gone;
}

static gboolean apply_propose(LapMatch *match, LapEntry *entry, GError **error)
{
  guint32 asked = lap_match_to_ask(match, entry->seat, (LapProposalKind)entry->proposal);
  if (match->proposal || !lap_seat_is_person(&match->seat[entry->seat]) || !may_happen(match, entry->proposal))
    return lap_match_unfit(error, "a proposal that cannot be made");
  if (!agrees_with(match, entry, !asked, asked))
    return lap_match_unfit(error, "\"applied\" does not fit the seats that are asked");
  match->proposal = (LapProposalKind)entry->proposal;
  match->proposal_id = match->seq + 1;
  match->proposer = entry->seat;
  match->asked = asked;
  match->swap = g_strdup(entry->game);
  match->swap_options = g_strdupv((char **)entry->options);
  if (!entry->applied || happen(match, entry, error)) return TRUE;
  drop_proposal(match);
  return FALSE;
}

gboolean lap_match_awaits_swap(LapMatch *match)
{
  return match->proposal == LAP_PROPOSAL_SWAP && !match->asked && lap_match_get_state(match) == LAP_MATCH_RUNNING;
}

/* Ends what was agreed, but has not happened yet. */
static gboolean withdraws(LapMatch *match, const LapEntry *entry)
{
  return lap_match_awaits_swap(match) && !entry->accept && lap_seat_is_person(&match->seat[entry->seat]);
}

static gboolean apply_answer(LapMatch *match, LapEntry *entry, GError **error)
{
  gboolean asked_it = match->asked >> entry->seat & 1 || withdraws(match, entry);
  if (!match->proposal || entry->proposal != match->proposal || !asked_it)
    return lap_match_unfit(error, "an answer of seat %u, which was not asked", entry->seat);
  guint32 asked = match->asked & ~(1u << entry->seat);
  if (!agrees_with(match, entry, entry->accept && !asked, entry->accept ? asked : 0))
    return lap_match_unfit(error, "\"applied\" does not fit the answers");
  if (entry->applied) return happen(match, entry, error);
  match->asked = asked;
  if (!entry->accept) drop_proposal(match);
  return TRUE;
}

/* --- other rules */

static gboolean apply_rules(LapMatch *match, LapEntry *entry, GError **error)
{
  gboolean swaps = !entry->renewal;
  if (swaps && !is_carried(match) && g_strcmp0(entry->game, match->swap) != 0)
    return lap_match_unfit(error, "another variant that nobody has agreed to");
  if (entry->renewal && !g_str_equal(entry->game, match->ruleset->game->id))
    return lap_match_unfit(error, "another build of another game");
  if (!entry->refused && !entry->block) return lap_match_unfit(error, "no block for its rules");
  if (!entry->refused && !go_to(match, entry, error)) return FALSE;
  if (swaps) drop_proposal(match);
  if (swaps && !entry->refused) match->decision = match->seq + 1;
  const guint32 seq = (guint32)match->seq + 1;
  if (!entry->refused) g_array_append_val(match->rules, seq);
  if (!entry->refused) match->unnamed = FALSE;
  if (!entry->refused) lap_suspension_set(&match->suspension, NULL);
  if (entry->refused && entry->renewal) match->declined = entry->declined;
  return TRUE;
}

/* --- rules that fail */

static gboolean apply_suspend(LapMatch *match, const LapEntry *entry, GError **error)
{
  if (match->suspension) return lap_match_unfit(error, "the match is suspended already");
  lap_suspension_set(&match->suspension, &entry->suspension);
  lap_match_attach(match, NULL, NULL);
  return TRUE;
}

static gboolean apply_resume(LapMatch *match, GError **error)
{
  if (!match->suspension) return lap_match_unfit(error, "the match is not suspended");
  lap_suspension_set(&match->suspension, NULL);
  lap_match_attach(match, NULL, NULL);
  return TRUE;
}

/* --- all of them */

static gboolean apply_kind(LapMatch *match, LapEntry *entry, GError **error)
{
  switch (entry->kind) {
  case LAP_ENTRY_JOIN:
    return apply_join(match, entry, error);
  case LAP_ENTRY_LEAVE:
    return apply_leave(match, entry, error);
  case LAP_ENTRY_BOT:
    return apply_bot(match, entry, error);
  case LAP_ENTRY_MOVE:
    return apply_move(match, entry, error);
  case LAP_ENTRY_RESIGN:
  case LAP_ENTRY_TIMEOUT:
    return apply_resign(match, entry, error);
  case LAP_ENTRY_PROPOSE:
    return apply_propose(match, entry, error);
  case LAP_ENTRY_ANSWER:
    return apply_answer(match, entry, error);
  case LAP_ENTRY_RULES:
    return apply_rules(match, entry, error);
  case LAP_ENTRY_SUSPEND:
    return apply_suspend(match, entry, error);
  case LAP_ENTRY_RESUME:
    return apply_resume(match, error);
  }
  return lap_match_unfit(error, "an unknown kind of entry");
}

static void fill(LapEntry *entry, const LapMatch *match)
{
  entry->seq = match->seq;
  entry->decision = match->decision;
  entry->over = match->result != LAP_RESULT_NONE;
  if (entry->kind == LAP_ENTRY_BOT) entry->name = entry->called ? entry->called : entry->bot;
}

static void remember(LapMatch *match, const LapEntry *entry)
{
  const LapIdempotencyRecord record = {entry->request, (guint32)match->seq, entry->seat};
  if (entry->request.key) g_array_append_val(match->answered, record);
}

static gboolean check(const LapMatch *match, const LapEntry *entry, GError **error)
{
  gboolean is_rematch = entry->proposal == LAP_PROPOSAL_REMATCH;
  if (match->result != LAP_RESULT_NONE && !is_rematch)
    return lap_match_unfit(error, "an entry behind the end of the match");
  if (match->initial && !entry->has_left && entry->kind != LAP_ENTRY_SUSPEND)
    return lap_match_unfit(error, "\"left\" is missing, but the match has clocks");
  if (match->seq < G_MAXUINT32) return TRUE;
  return lap_match_unfit(error, "a match has at most %u entries", G_MAXUINT32);
}

gboolean lap_match_apply(LapMatch *match, LapEntry *entry, GError **error)
{
  if (!check(match, entry, error) || !apply_kind(match, entry, error)) return FALSE;
  match->seq++;
  match->changed = entry->at * 1000;
  for (guint seat = 0; entry->has_left && seat < lap_match_seats(match); seat++)
    match->seat[seat].left = entry->left[seat];
  remember(match, entry);
  fill(entry, match);
  return TRUE;
}
