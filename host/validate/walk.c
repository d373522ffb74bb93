#include "walk.h"

#include "host/engine/cures.h"
#include "record.h"

guint lap_walk_seat(LapGenerator *chooser, guint32 waiting)
{
  guint skip = lap_generator_below(chooser, (guint)__builtin_popcount(waiting));
  while (skip-- > 0) waiting &= waiting - 1;
  return (guint)__builtin_ctz(waiting);
}

static void record(LapTrial *trial, gconstpointer match, const LapWalkMove *move)
{
  if (match == trial->recorded) lap_record_add(trial->record, move->step, move->n);
}

gboolean lap_walk_endless_move(LapTrial *trial, guint seat)
{
  return lap_trial_fail(trial, "a move of seat %u is not complete after %d steps; " LAP_ENDLESS_MOVE_CURE, seat,
                        LAP_WALK_STEPS);
}

/* Tries the steps so far as a move. Returns TRUE if they are a whole move. FALSE without a failure of the trial: more
 * steps are needed; else: a fault. */
static gboolean try_move(LapTrial *trial, LapSession *session, const LapWalkMove *move)
{
  GError *error = NULL;
  if (lap_session_play(session, move->step, move->n, &error)) return TRUE;
  if (g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL))
    g_clear_error(&error);
  else
    lap_trial_fail_error(trial, "a legal step", error);
  return FALSE;
}

gboolean lap_walk_play_seat(LapTrial *trial, LapSession *session, guint seat, LapWalkMove *move)
{
  GError *error = NULL;
  lap_trial_at(trial, lap_session_engine(session), lap_session_block(session));
  for (move->n = 0; move->n < LAP_WALK_STEPS;) {
    const LapActions *actions = lap_session_legal(session, seat, move->step, move->n, &error);
    if (!actions) return lap_trial_fail_error(trial, "asked for legal steps", error);
    move->step[move->n++] = actions->v[lap_generator_below(&trial->chooser, actions->n)];
    if (try_move(trial, session, move)) {
      record(trial, session, move);
      return TRUE;
    }
    if (trial->page->failed) return FALSE;
  }
  return lap_walk_endless_move(trial, seat);
}

gboolean lap_walk_play(LapTrial *trial, LapSession *session, LapWalkMove *move)
{
  guint32 waiting = lap_session_waiting(session);
  if (!waiting) return lap_trial_fail(trial, "nobody has a decision, and the match is not over");
  return lap_walk_play_seat(trial, session, lap_walk_seat(&trial->chooser, waiting), move);
}

gboolean lap_walk_repeat(LapTrial *trial, LapSession *session, const LapWalkMove *move)
{
  GError *error = NULL;
  if (lap_session_play(session, move->step, move->n, &error)) {
    record(trial, session, move);
    return TRUE;
  }
  return lap_trial_fail_error(trial, "a move that was legal in the same position is refused", error);
}

gboolean lap_walk_play_trusted(LapTrial *trial, LapEngine *engine, LapBlock *block, LapWalkMove *move)
{
  lap_trial_at(trial, engine, block);
  guint32 waiting = lap_engine_waiting(engine, block);
  if (!waiting) return lap_trial_fail(trial, "nobody has a decision, and the match is not over");
  guint seat = lap_walk_seat(&trial->chooser, waiting);
  for (move->n = 0; move->n < LAP_WALK_STEPS;) {
    const LapActions *actions = lap_engine_legal(engine, block, seat);
    if (!actions->n) return lap_trial_dead_end(trial, seat);
    LapAction action = actions->v[lap_generator_below(&trial->chooser, actions->n)];
    move->step[move->n++] = action;
    LapMove made = lap_engine_apply(engine, block, &action);
    if (made == LAP_MOVE_FAULT) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
    if (made == LAP_MOVE_MADE) {
      record(trial, block, move);
      return TRUE;
    }
  }
  return lap_walk_endless_move(trial, seat);
}

gboolean lap_walk_repeat_trusted(LapTrial *trial, LapEngine *engine, LapBlock *block, const LapWalkMove *move)
{
  lap_trial_at(trial, engine, block);
  for (guint i = 0; i < move->n; i++) {
    LapMove made = lap_engine_apply(engine, block, &move->step[i]);
    if (made == LAP_MOVE_FAULT) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
    if ((made == LAP_MOVE_MADE) != (i + 1 == move->n))
      return lap_trial_fail(trial, "a move of %u steps is %s after step %u", move->n,
                            made == LAP_MOVE_MADE ? "complete" : "not complete", i + 1);
  }
  return TRUE;
}

static gboolean walk_match(LapTrial *trial, guint64 seed, LapWalkAt at, gboolean *enough)
{
  g_autoptr(LapSession) session = lap_trial_session(trial, seed);
  if (!session) return FALSE;
  for (guint ply = 0; ply < LAP_WALK_PLIES; ply++) {
    lap_trial_at(trial, lap_session_engine(session), lap_session_block(session));
    if (!at(trial, session)) return FALSE;
    *enough = lap_trial_count(trial);
    if (*enough || lap_session_over(session)) return TRUE;
    LapWalkMove move;
    if (!lap_walk_play(trial, session, &move)) return FALSE;
  }
  return TRUE;
}

gboolean lap_walk_positions(LapTrial *trial, LapWalkAt at)
{
  gboolean enough = FALSE;
  for (guint64 seed = trial->seed; !enough; seed++) {
    lap_trial_begin(trial, seed);
    if (!walk_match(trial, seed, at, &enough)) return FALSE;
  }
  return TRUE;
}

gboolean lap_walk_matches(LapTrial *trial, LapWalkMatch match)
{
  for (guint64 seed = trial->seed; trial->page->positions < trial->positions; seed++) {
    lap_trial_begin(trial, seed);
    if (!match(trial, seed)) return FALSE;
  }
  return TRUE;
}
