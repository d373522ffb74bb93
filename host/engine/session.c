#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "cures.h"
#include "engine-private.h"

/* All blocks of a match, one a move: [first] the start or the move to which it was forgotten, [at] the committed one,
 * up to [top] what was undone. The one behind `at` is where the next move is tried. */
struct LapSession {
  LapEngine *engine;
  guint8 *blocks;
  gsize stride;
  guint first, at, top, room;
  guint32 waiting; /* who has a decision at `at`; 0: the match is over */
  GArray *events;  /* LapEvent, of the last move */
  guint64 listed;  /* engine->lists when it held the first steps of `listed_seat` at `at`; 0: it does not */
  guint listed_seat;
};

static inline LapBlock *block_at(const LapSession *session, guint index)
{
  return (LapBlock *)(session->blocks + index * session->stride);
}

static void grow(LapSession *session)
{
  guint room = session->room * 2;
  guint8 *blocks = aligned_alloc(16, room * session->stride);
  if (!blocks) g_error("out of memory for %u blocks of %zu bytes", room, session->stride);
  memcpy(blocks, session->blocks, session->room * session->stride);
  free(session->blocks);
  session->blocks = blocks;
  session->room = room;
}

static inline void make_room(LapSession *session)
{
  if (G_UNLIKELY(session->at + 2 >= session->room)) grow(session);
}

static G_GNUC_NO_INLINE gboolean refuse(LapSession *session, GError **error)
{
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "%s: fault: %s", session->engine->game->id,
              session->engine->fault->str);
  session->engine->faulted = FALSE;
  return FALSE;
}

static G_GNUC_NO_INLINE G_GNUC_PRINTF(2, 3) gboolean illegal(GError **error, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL, text);
  return FALSE;
}

/* Checks everything that must hold between two moves, and updates `waiting`. */
static gboolean check_boundary(LapSession *session, const LapBlock *block, GError **error)
{
  LapEngine *engine = session->engine;
  lap_check_block(engine, block);
  guint32 waiting = lap_engine_waiting(engine, block);
  if (G_UNLIKELY(waiting == 0 && !lap_head_of(block)->over))
    lap_engine_set_fault(engine, "nobody has a decision, and the match is not over");
  if (G_UNLIKELY(waiting >> engine->seats))
    lap_engine_set_fault(engine, "seats that are not there have a decision (0x%x)", waiting);
  if (G_UNLIKELY(engine->faulted)) return refuse(session, error);
  session->waiting = waiting;
  return TRUE;
}

/* Other calls of the engine drop its events; those of the last move are kept here. */
static inline void keep_events(LapSession *session)
{
  GArray *sent = session->engine->events;
  if (G_LIKELY(!sent->len && !session->events->len)) return;
  g_array_set_size(session->events, 0);
  g_array_append_vals(session->events, sent->data, sent->len);
}

static LapSession *session_new(LapGame *game, guint seats, const LapOptions *options, GError **error)
{
  LapEngine *engine = lap_engine_new(game, seats, options, error);
  if (!engine) return NULL;
  lap_engine_check(engine, TRUE);
  engine->collecting = TRUE;
  LapSession *session = g_new0(LapSession, 1);
  session->engine = engine;
  session->stride = (engine->block_size + 15) & ~(gsize)15;
  session->events = g_array_new(FALSE, FALSE, sizeof(LapEvent));
  session->room = 16;
  session->blocks = aligned_alloc(16, session->room * session->stride);
  return session;
}

gboolean lap_session_restart(LapSession *session, guint64 seed, GError **error)
{
  session->first = session->at = session->top = 0;
  session->listed = 0;
  session->waiting = 0;
  if (lap_engine_start(session->engine, block_at(session, 0), seed) == LAP_MOVE_FAULT) return refuse(session, error);
  keep_events(session);
  return check_boundary(session, block_at(session, 0), error);
}

LapSession *lap_session_new(LapGame *game, guint seats, const LapOptions *options, guint64 seed, GError **error)
{
  g_autoptr(LapSession) session = session_new(game, seats, options, error);
  return session && lap_session_restart(session, seed, error) ? g_steal_pointer(&session) : NULL;
}

LapSession *lap_session_new_at(LapGame *game, guint seats, const LapOptions *options, const LapBlock *block,
                               GError **error)
{
  g_autoptr(LapSession) session = session_new(game, seats, options, error);
  if (!session) return NULL;
  memcpy(block_at(session, 0), block, session->engine->block_size);
  return check_boundary(session, block_at(session, 0), error) ? g_steal_pointer(&session) : NULL;
}

static void step_to(LapSession *session, guint at)
{
  session->at = at;
  session->waiting = lap_engine_waiting(session->engine, lap_session_block(session));
  session->listed = 0;
  g_array_set_size(session->events, 0);
}

void lap_session_move_to(LapSession *session, const LapBlock *block)
{
  memcpy(block_at(session, 0), block, session->engine->block_size);
  session->first = session->top = 0;
  step_to(session, 0);
}

void lap_session_forget(LapSession *session)
{
  if (session->at + 2 >= session->room) { /* the next move will need more: start over, which is rare */
    memcpy(block_at(session, 0), block_at(session, session->at), session->engine->block_size);
    session->at = 0;
  }
  session->first = session->top = session->at;
}

void lap_session_free(LapSession *session)
{
  if (!session) return;
  free(session->blocks);
  g_array_unref(session->events);
  lap_engine_free(session->engine);
  g_free(session);
}

LapEngine *lap_session_engine(LapSession *session) { return session->engine; }
const LapBlock *lap_session_block(const LapSession *session) { return block_at(session, session->at); }
gboolean lap_session_over(const LapSession *session) { return lap_head_of(lap_session_block(session))->over; }
guint32 lap_session_waiting(const LapSession *session) { return session->waiting; }

static gboolean may_act(LapSession *session, guint seat, GError **error)
{
  if (seat < session->engine->seats && session->waiting >> seat & 1) return TRUE;
  /* Only rules that run elsewhere may have failed to say who waits. */
  gboolean unknown = !session->waiting && !lap_session_over(session);
  if (unknown && session->engine->faulted) return refuse(session, error);
  return illegal(error, session->waiting ? "seat %u has nothing to decide now" : "seat %u: the match is over", seat);
}

/* The list of a seat in a block that it may act in; a list that is empty is a dead end, and the rules' fault. */
static inline const LapActions *list(LapSession *session, const LapBlock *block, guint seat, GError **error)
{
  LapEngine *engine = session->engine;
  const LapActions *actions = lap_engine_legal(engine, block, seat);
  if (G_LIKELY(actions->n && !engine->faulted)) return actions;
  lap_engine_set_fault(engine, "a dead end: seat %u has a decision but nothing that it may do; " LAP_DEAD_END_CURE,
                       seat);
  refuse(session, error);
  return NULL;
}

static inline gboolean contains(const LapActions *actions, const LapAction *action)
{
  for (guint i = 0; i < actions->n; i++)
    if (lap_same_action(&actions->v[i], action)) return TRUE;
  return FALSE;
}

static gboolean not_legal(LapSession *session, const LapAction *step, guint index, GError **error)
{
  const LapGameKind *kind = lap_game_action(session->engine->game, step->kind);
  return illegal(error, "step %u (%s) of seat %u is not legal here", index + 1, kind ? kind->name : "of no kind",
                 step->seat);
}

/* Takes a step on `block`, which is not the committed one, if `actions` has it. */
static inline gboolean take_step(LapSession *session, LapBlock *block, const LapActions *actions, const LapAction *step,
                                 guint index, LapMove *move, GError **error)
{
  if (!actions) return FALSE;
  if (!contains(actions, step)) return not_legal(session, step, index, error);
  *move = lap_engine_apply(session->engine, block, step);
  return G_LIKELY(*move != LAP_MOVE_FAULT) ? TRUE : refuse(session, error);
}

static gboolean take_further_steps(LapSession *session, LapBlock *block, const LapAction *steps, guint n, LapMove *move,
                                   GError **error)
{
  for (guint i = 1; i < n; i++) {
    if (*move != LAP_MOVE_MORE) return illegal(error, "the move is complete after %u steps, but there are %u", i, n);
    if (steps[i].seat != steps[0].seat)
      return illegal(error, "step %u is of seat %u, the move of seat %u", i + 1, steps[i].seat, steps[0].seat);
    if (!take_step(session, block, list(session, block, steps[0].seat, error), &steps[i], i, move, error)) return FALSE;
  }
  return TRUE;
}

/* Where the next move is tried: a copy of the committed block. */
static inline LapBlock *copy_to_try(LapSession *session)
{
  make_room(session);
  LapBlock *block = session->at < session->top ? session->engine->scratch2 : block_at(session, session->at + 1);
  memcpy(block, block_at(session, session->at), session->engine->block_size);
  return block;
}

/* Takes the steps on a copy of the committed block. The copy, or NULL. */
static LapBlock *try_steps(LapSession *session, const LapAction *steps, guint n, LapMove *move, GError **error)
{
  gboolean listed = session->listed && session->listed == session->engine->lists &&
                    session->listed_seat == steps[0].seat;
  LapBlock *block = copy_to_try(session);
  session->listed = 0;
  const LapActions *actions = listed ? &session->engine->actions : list(session, block, steps[0].seat, error);
  if (!take_step(session, block, actions, &steps[0], 0, move, error)) return NULL;
  return n == 1 || take_further_steps(session, block, steps, n, move, error) ? block : NULL;
}

LapMove lap_session_try(LapSession *session, const LapAction *steps, guint n, const LapActions **next, GError **error)
{
  LapMove move;
  *next = NULL;
  if (n == 0) {
    illegal(error, "a move of no steps");
    return LAP_MOVE_FAULT;
  }
  if (!may_act(session, steps[0].seat, error)) return LAP_MOVE_FAULT;
  const LapBlock *block = try_steps(session, steps, n, &move, error);
  if (!block) return LAP_MOVE_FAULT;
  if (move == LAP_MOVE_MORE) *next = list(session, block, steps[0].seat, error);
  return move == LAP_MOVE_MADE || *next ? move : LAP_MOVE_FAULT;
}

static const LapActions *legal_after(LapSession *session, guint seat, const LapAction *prefix, guint n, GError **error)
{
  const LapActions *next;
  if (prefix[0].seat != seat) {
    illegal(error, "the steps so far are of seat %u, not of seat %u", prefix[0].seat, seat);
    return NULL;
  }
  LapMove move = lap_session_try(session, prefix, n, &next, error);
  if (move == LAP_MOVE_MADE) illegal(error, "the move is complete after its %u steps", n);
  return next;
}

const LapActions *lap_session_legal(LapSession *session, guint seat, const LapAction *prefix, guint n, GError **error)
{
  session->listed = 0;
  if (!may_act(session, seat, error)) return NULL;
  if (n > 0) return legal_after(session, seat, prefix, n, error);
  const LapActions *actions = list(session, lap_session_block(session), seat, error);
  session->listed = actions ? session->engine->lists : 0;
  session->listed_seat = seat;
  return actions;
}

const LapBlock *lap_session_tried(const LapSession *session)
{
  return session->at < session->top ? session->engine->scratch2 : block_at(session, session->at + 1);
}

const LapAction *lap_session_sealed(const LapSession *session, guint seat, guint *n)
{
  const LapHead *head = lap_head_of(lap_session_block(session));
  *n = seat < session->engine->seats ? head->sealed[seat] : 0;
  return *n ? sealed_of(session->engine, block_at(session, session->at), seat) : NULL;
}

static inline void commit(LapSession *session, const LapBlock *block)
{
  keep_events(session);
  session->at++;
  session->top = session->at;
  if (G_UNLIKELY(block != block_at(session, session->at)))
    memcpy(block_at(session, session->at), block, session->engine->block_size);
}

gboolean lap_session_play(LapSession *session, const LapAction *steps, guint n, GError **error)
{
  LapMove move;
  if (G_UNLIKELY(n == 0)) return illegal(error, "a move of no steps");
  if (!may_act(session, steps[0].seat, error)) return FALSE;
  LapBlock *block = try_steps(session, steps, n, &move, error);
  if (!block) return FALSE;
  if (move == LAP_MOVE_MORE) return illegal(error, "the move is not complete after its %u steps", n);
  if (!check_boundary(session, block, error)) return FALSE;
  commit(session, block);
  return TRUE;
}

gboolean lap_session_playout(LapSession *session, LapGenerator *chooser, guint32 plies, GError **error)
{
  session->listed = 0;
  for (guint32 ply = 0; session->waiting && ply < plies; ply++) {
    guint seat = (guint)__builtin_ctz(session->waiting);
    const LapActions *actions = list(session, lap_session_block(session), seat, error);
    LapBlock *block = copy_to_try(session);
    LapMove move = LAP_MOVE_MORE;
    while (actions && move == LAP_MOVE_MORE) {
      const LapAction *step = &actions->v[actions->n == 1 ? 0 : lap_generator_below(chooser, actions->n)];
      move = lap_engine_apply(session->engine, block, step);
      if (move == LAP_MOVE_MORE) actions = list(session, block, seat, error);
    }
    if (!actions) return FALSE;
    if (G_UNLIKELY(move == LAP_MOVE_FAULT)) return refuse(session, error);
    if (!check_boundary(session, block, error)) return FALSE;
    commit(session, block);
  }
  return TRUE;
}

const LapEvent *lap_session_events(const LapSession *session, guint *n)
{
  *n = session->events->len;
  return (const LapEvent *)(gpointer)session->events->data;
}

gboolean lap_session_undo(LapSession *session)
{
  if (session->at == session->first) return FALSE;
  step_to(session, session->at - 1);
  return TRUE;
}

gboolean lap_session_redo(LapSession *session)
{
  if (session->at == session->top) return FALSE;
  step_to(session, session->at + 1);
  return TRUE;
}
