/* All that one viewer is sent between two moves, to be compared with what it is sent in another world. */
#pragma once

#include "trial.h"

G_BEGIN_DECLS

typedef struct {
  GString *view, *seen, *legal, *lines, *events;
  GString *faces;
  guint known;
  GString *pieces; /* what it has seen of pieces: where they lie, and in events */
} LapSight;

void lap_sight_init(LapSight *sight);
void lap_sight_clear(LapSight *sight);

/* Looks at a session's position as `viewer`. `events`: those of the last move too. `branch` picks, the same in alike
 * worlds, which steps of the viewer are followed to see what it is offered next. */
void lap_sight_take(LapTrial *trial, LapSession *session, guint viewer, gboolean events, guint32 branch,
                    LapSight *sight);

/* A step as `viewer` is told of it, with the places that its plugin says it is about. */
void lap_sight_take_step(LapTrial *trial, LapEngine *engine, const LapBlock *block, const LapAction *step, guint viewer,
                         GString *out);

/* FALSE, and the trial has failed, if two sights are not the same byte for byte. `when` begins the message. The score
 * is left out once a match is over: it may tell what was hidden till then. */
gboolean lap_sight_compare(LapTrial *trial, guint viewer, const LapSight *a, const LapSight *b, gboolean over,
                           const char *when);

/* "seat 2", or "the watcher". */
const char *lap_sight_name(guint viewer);

G_END_DECLS
