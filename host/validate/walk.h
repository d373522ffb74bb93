/* Random play, as the properties need it. */
#pragma once

#include "trial.h"

G_BEGIN_DECLS

#define LAP_WALK_STEPS 128   /* a move of more steps is taken for an endless one */
#define LAP_WALK_PLIES 20000 /* a match of more moves too */

/* A whole move. */
typedef struct {
  guint n;
  LapAction step[LAP_WALK_STEPS];
} LapWalkMove;

/* One of the seats in `waiting`, all equally likely. */
guint lap_walk_seat(LapGenerator *chooser, guint32 waiting);

/* Fails the trial, since a move of LAP_WALK_STEPS steps is not complete. Returns FALSE. */
gboolean lap_walk_endless_move(LapTrial *trial, guint seat);

/* A random move of a random seat, made through the checked path. FALSE: the trial has failed. */
gboolean lap_walk_play(LapTrial *trial, LapSession *session, LapWalkMove *move);
/* The same for one seat. */
gboolean lap_walk_play_seat(LapTrial *trial, LapSession *session, guint seat, LapWalkMove *move);
/* Makes a move that was made elsewhere; it fails the trial if it is refused. */
gboolean lap_walk_repeat(LapTrial *trial, LapSession *session, const LapWalkMove *move);

/* A random move through the trusted path. */
gboolean lap_walk_play_trusted(LapTrial *trial, LapEngine *engine, LapBlock *block, LapWalkMove *move);
gboolean lap_walk_repeat_trusted(LapTrial *trial, LapEngine *engine, LapBlock *block, const LapWalkMove *move);

/* Plays match after match, and calls `at` between any two moves, also before the first and after the last, until enough
 * positions are counted (one for each call). */
typedef gboolean (*LapWalkAt)(LapTrial *trial, LapSession *session);
gboolean lap_walk_positions(LapTrial *trial, LapWalkAt at);

/* Calls `match` with one seed after another until enough positions are counted; `match` counts. */
typedef gboolean (*LapWalkMatch)(LapTrial *trial, guint64 seed);
gboolean lap_walk_matches(LapTrial *trial, LapWalkMatch match);

G_END_DECLS
