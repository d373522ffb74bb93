/* A session: the checked path. It plays one match, move by move, and trusts neither the plugin nor the caller.
 *
 * A move is a list of steps. It is tried on a copy; only a complete and faultless one is kept. The session checks
 * counts against capacities after each hook, and events when they are sent. Before a move is committed it checks slots
 * against their sets, the census, that bytes which belong to no field are zero, and that some seat has a decision. If a
 * hook breaks the contract, the move fails with an error that names the hook. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

typedef struct LapSession LapSession;

/* Starts a match. Returns NULL with the fault if the start breaks the contract. */
LapSession *lap_session_new(LapGame *game, guint seats, const LapOptions *options, guint64 seed, GError **error);
/* Takes over a position (lap_position_load, a determinised block): a copy of `block`, checked. */
LapSession *lap_session_new_at(LapGame *game, guint seats, const LapOptions *options, const LapBlock *block,
                               GError **error);
/* Starts another match in the same session. After FALSE only another restart may be called. */
gboolean lap_session_restart(LapSession *session, guint64 seed, GError **error);
/* Continues from a copy of `block`, a boundary of another match of the same game, seats and options. It is not checked,
 * since it came from a session. Earlier moves and events are forgotten. */
void lap_session_move_to(LapSession *session, const LapBlock *block);
/* Forgets the moves before the last, so that a long match takes no more memory than a short one. Events stay. */
void lap_session_forget(LapSession *session);
void lap_session_free(LapSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapSession, lap_session_free)

LapEngine *lap_session_engine(LapSession *session);
/* The committed block, until the next move, undo or redo. */
const LapBlock *lap_session_block(const LapSession *session);
gboolean lap_session_over(const LapSession *session);
/* The seats that have to decide, as bits; 0: the match is over. */
guint32 lap_session_waiting(const LapSession *session);

/* The steps that `seat` may take after those of `prefix` (its steps so far, `n` may be 0). NULL with an error if the
 * seat has nothing to decide or the prefix is not legal, or is already a whole move. The session's until the next call.
 */
const LapActions *lap_session_legal(LapSession *session, guint seat, const LapAction *prefix, guint n, GError **error);

/* Tries steps of one seat, at least one, without making them: LAP_MOVE_MADE if they are a whole move (which
 * lap_session_play may still find a fault in), LAP_MOVE_MORE if they begin one, LAP_MOVE_FAULT with an error if they
 * are not legal. `*next`: with LAP_MOVE_MORE the steps that may follow, the session's until the next call; else NULL.
 */
LapMove lap_session_try(LapSession *session, const LapAction *steps, guint n, const LapActions **next, GError **error);

/* The block after the steps that lap_session_try has just taken, until the next call. */
const LapBlock *lap_session_tried(const LapSession *session);

/* What `seat` has chosen in a TOGETHER phase that others still choose in: `*n` steps, 0 if it has not. The session's
 * until the next move. */
const LapAction *lap_session_sealed(const LapSession *session, guint seat, guint *n);

/* Makes one whole move: `n` steps of one seat. On FALSE nothing has changed. */
gboolean lap_session_play(LapSession *session, const LapAction *steps, guint n, GError **error);

/* Makes uniformly random moves until the match is over or `plies` are made, as lap_session_play would make them: the
 * seat that moves is the lowest that waits. FALSE on a fault; what was committed before it stays. */
gboolean lap_session_playout(LapSession *session, LapGenerator *chooser, guint32 plies, GError **error);

/* Events of the last move (or of the start), in order. */
const LapEvent *lap_session_events(const LapSession *session, guint *n);

/* Undo and redo a move; FALSE at either end. A new move discards the moves that were undone. */
gboolean lap_session_undo(LapSession *session);
gboolean lap_session_redo(LapSession *session);

G_END_DECLS
