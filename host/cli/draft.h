/* Drafts: a move in the making, on a copy. Nobody hears of it before the session has played it as a whole. */
#pragma once

#include "host/engine/session.h"

typedef struct {
  LapEngine *engine; /* its own, so that looking around does not disturb the session's */
  LapBlock *block;   /* the committed one with the steps so far */
  LapSession *session;
  guint seat;
  GArray *steps; /* LapAction */
} Draft;

gboolean draft_init(Draft *draft, LapSession *session, GError **error);
void draft_clear(Draft *draft);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Draft, draft_clear)

/* Begins a move of `seat` at what the session has committed. */
void draft_begin(Draft *draft, guint seat);
/* A copy of the steps that it may take next.
 * Returns: (transfer full) (element-type LapAction): NULL with LAP_GAME_ERROR_FAULT */
GArray *draft_choices(Draft *draft, GError **error);
/* Takes a step. LAP_MOVE_FAULT leaves the draft at its beginning. */
LapMove draft_take(Draft *draft, const LapAction *action, GError **error);
/* Takes the last step back; FALSE if there is none. */
gboolean draft_back(Draft *draft);
/* Plays the whole move. */
gboolean draft_play(Draft *draft, GError **error);
