/* Properties of the ways to play a match: matches end, sealed moves apply in any order, and the trusted path, the
 * checked path and playouts agree. */
#include <string.h>

#include "walk.h"

/* --- ends */

static gboolean play_to_the_end(LapTrial *trial, guint64 seed)
{
  g_autoptr(LapSession) session = lap_trial_session(trial, seed);
  if (!session) return FALSE;
  LapWalkMove move;
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_session_over(session); ply++, lap_trial_count(trial))
    if (!lap_walk_play(trial, session, &move)) return FALSE;
  lap_trial_count(trial);
  if (lap_session_over(session)) return TRUE;
  return lap_trial_fail(trial, "a match is not over after %d moves; the rules must come to LAP_OVER however seats play",
                        LAP_WALK_PLIES);
}

gboolean lap_try_ends(LapTrial *trial) { return lap_walk_matches(trial, play_to_the_end); }

/* --- sealed */

static gboolean chooses_together(const LapTrial *trial, const LapSession *session)
{
  const LapHead *head = lap_head_of(lap_session_block(session));
  return !head->over && !head->ready && lap_game_phase(trial->game, head->phase)->kind == LAP_PHASE_TOGETHER;
}

/* Each seat that waits makes a random move, kept in `moves`. */
static gboolean seal_all(LapTrial *trial, LapSession *session, guint32 seats, LapWalkMove *moves)
{
  for (guint seat = 0; seat < trial->seats; seat++)
    if (seats >> seat & 1 && !lap_walk_play_seat(trial, session, seat, &moves[seat])) return FALSE;
  return TRUE;
}

/* The same moves, the last seat first, or in random order. */
static gboolean seal_otherwise(LapTrial *trial, LapSession *session, guint32 seats, const LapWalkMove *moves,
                               gboolean at_random)
{
  while (seats) {
    guint seat = at_random ? lap_walk_seat(&trial->chooser, seats) : 31u - (guint)__builtin_clz(seats);
    seats &= ~(1u << seat);
    if (!lap_walk_repeat(trial, session, &moves[seat])) return FALSE;
  }
  return TRUE;
}

static gboolean sealed_here(LapTrial *trial, LapSession *session)
{
  if (!chooses_together(trial, session)) return TRUE;
  const LapBlock *block = lap_session_block(session);
  guint32 seats = lap_session_waiting(session);
  g_autofree LapWalkMove *moves = g_new0(LapWalkMove, LAP_SEATS_MAX);
  g_autoptr(LapSession) in_order = lap_trial_session_at(trial, block);
  if (!in_order || !seal_all(trial, in_order, seats, moves)) return FALSE;
  static const char *const how[] = {"the same sealed moves made in another order",
                                    "the same sealed moves made in random order",
                                    "the same sealed moves applied in descending order of seats"};
  for (guint i = 0; i < G_N_ELEMENTS(how); i++) {
    g_autoptr(LapSession) other = lap_trial_session_at(trial, block);
    if (!other) return FALSE;
    lap_engine_commit_backwards(lap_session_engine(other), i == 2);
    if (!seal_otherwise(trial, other, seats, moves, i == 1)) return FALSE;
    if (!lap_trial_same(trial, lap_session_engine(in_order), lap_session_block(in_order), lap_session_block(other),
                        how[i]))
      return FALSE;
  }
  return TRUE;
}

gboolean lap_try_sealed(LapTrial *trial) { return lap_walk_positions(trial, sealed_here); }

/* --- checked */

static gboolean repeat_move(LapTrial *trial, LapEngine *engine, LapBlock *block, const LapWalkMove *move)
{
  for (guint i = 0; i < move->n; i++)
    if (lap_engine_apply(engine, block, &move->step[i]) == LAP_MOVE_FAULT)
      return lap_trial_fail(trial, "a move that the checked path took is a fault on the trusted one: %s",
                            lap_engine_fault(engine));
  return TRUE;
}

static gboolean same_events(LapTrial *trial, LapSession *session, LapEngine *engine)
{
  guint n, m;
  const LapEvent *checked = lap_session_events(session, &n), *trusted = lap_engine_events(engine, &m);
  if (n != m) return lap_trial_fail(trial, "a move sends %u events on the checked path, %u on the trusted one", n, m);
  if (n && memcmp(checked, trusted, n * sizeof *checked) != 0)
    return lap_trial_fail(trial, "a move sends other events on the checked path than on the trusted one");
  return TRUE;
}

static gboolean check_match(LapTrial *trial, guint64 seed)
{
  g_autoptr(LapEngine) engine = lap_trial_engine(trial);
  g_autoptr(LapSession) session = engine ? lap_trial_session(trial, seed) : NULL;
  if (!session) return FALSE;
  g_autoptr(LapBlock) block = lap_block_new(engine);
  lap_engine_collect_events(engine, TRUE);
  if (lap_engine_start(engine, block, seed) == LAP_MOVE_FAULT)
    return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
  if (!lap_trial_same(trial, engine, lap_session_block(session), block, "the checked and the trusted start"))
    return FALSE;
  LapWalkMove move;
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_session_over(session); ply++, lap_trial_count(trial)) {
    if (!lap_walk_play(trial, session, &move) || !repeat_move(trial, engine, block, &move)) return FALSE;
    if (!lap_trial_same(trial, engine, lap_session_block(session), block, "the checked and the trusted path") ||
        !same_events(trial, session, engine))
      return FALSE;
  }
  lap_trial_count(trial);
  return TRUE;
}

gboolean lap_try_checked(LapTrial *trial) { return lap_walk_matches(trial, check_match); }

/* --- playout */

/* What a playout does, step by step: always the first seat that waits, and no draw where there is no choice. */
static gboolean play_slowly(LapTrial *trial, LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies,
                            guint64 *steps)
{
  LapMove made = LAP_MOVE_MADE;
  guint seat = 0;
  for (guint32 last = lap_head_of(block)->ply + plies;
       !lap_head_of(block)->over && (lap_head_of(block)->ply < last || made == LAP_MOVE_MORE); ++*steps) {
    if (made == LAP_MOVE_MADE) seat = (guint)__builtin_ctz(lap_engine_waiting(engine, block));
    const LapActions *actions = lap_engine_legal(engine, block, seat);
    if (!actions->n) return lap_trial_dead_end(trial, seat);
    LapAction action = actions->v[actions->n == 1 ? 0 : lap_generator_below(chooser, actions->n)];
    made = lap_engine_apply(engine, block, &action);
    if (made == LAP_MOVE_FAULT) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
  }
  return TRUE;
}

static gboolean playout_here(LapTrial *trial, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  gsize size = lap_engine_block_size(engine);
  g_autoptr(LapBlock) fast = lap_block_new(engine);
  g_autoptr(LapBlock) slow = lap_block_new(engine);
  memcpy(fast, lap_session_block(session), size);
  memcpy(slow, fast, size);
  guint32 plies = 1 + lap_generator_below(&trial->chooser, 24);
  LapGenerator fast_chooser = trial->chooser, slow_chooser = trial->chooser;
  guint64 fast_steps = 0, slow_steps = 0;
  if (lap_engine_playout(engine, fast, &fast_chooser, plies, &fast_steps) == LAP_MOVE_FAULT)
    return lap_trial_fail(trial, "a playout: %s", lap_engine_fault(engine));
  if (!play_slowly(trial, engine, slow, &slow_chooser, plies, &slow_steps)) return FALSE;
  if (!lap_trial_same(trial, engine, slow, fast, "a playout and the same steps one by one")) return FALSE;
  if (fast_steps != slow_steps)
    return lap_trial_fail(trial, "a playout counts %" G_GUINT64_FORMAT " steps, there were %" G_GUINT64_FORMAT,
                          fast_steps, slow_steps);
  return fast_chooser.state == slow_chooser.state ? TRUE : lap_trial_fail(trial, "a playout draws more than it uses");
}

gboolean lap_try_playout(LapTrial *trial) { return lap_walk_positions(trial, playout_here); }
