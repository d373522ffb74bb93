/* All that one viewer is sent between two moves, as texts, to be compared with what it is sent in another world. */
#pragma once

#include "trial.h"

G_BEGIN_DECLS

typedef struct {
  GString *view, *seen, *legal, *highlights, *lines, *events; /* as sent: JSON */
  GString *pieces;      /* the faces it knows, with their places, and those in events */
  GString *faces;       /* the same without places */
  gboolean has_learned; /* something was revealed to it that no mask says (LapArg.reveals) */
  guint known;          /* how many pieces it knows the place of */
} LapSight;

void lap_sight_init(LapSight *sight);
void lap_sight_clear(LapSight *sight);

/* Looks at a session's position as `viewer`. `events`: those of the last move too. `branch` picks, the same in alike
 * worlds, which steps of the viewer are followed to see what it is offered next. */
void lap_sight_take(LapTrial *trial, LapSession *session, guint viewer, gboolean events, guint32 branch,
                    LapSight *sight);

/* Appends the places that a step highlights, as they are sent. */
void lap_sight_take_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step, GString *out);

/* FALSE, and the trial has failed, if two sights are not the same byte for byte. `when` begins the message. The score
 * is left out once a match is over: it may show what was hidden until then. */
gboolean lap_sight_compare(LapTrial *trial, guint viewer, const LapSight *a, const LapSight *b, gboolean over,
                           const char *when);

/* Another world for the viewer: what it has not seen is dealt anew, and the generator is the same, so that dice fall
 * alike. NULL: the trial has failed. (transfer full) */
LapBlock *lap_sight_other_world(LapTrial *trial, LapEngine *engine, const LapBlock *block, guint viewer);

/* "seat 2", or "the watcher". */
const char *lap_sight_name(guint viewer);

G_END_DECLS
