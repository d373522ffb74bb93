/* One connection that follows one match as one viewer. */
#pragma once

#include "connection.h"
#include "host/match/match.h"

G_BEGIN_DECLS

typedef struct {
  LapConnection *connection;
  LapMatch *match; /* held */
  guint viewer;    /* a seat or LAP_WATCHER */
  guint64 person;  /* who sat in that seat when it subscribed (lap_match_get_person) */
  gboolean lost;   /* and has heard that he sits there no more, the last that he hears */
  guint64 told;    /* the seq up to which it has been told of the match */
} LapFollower;

LapFollower *lap_follower_new(LapConnection *connection, LapMatch *match, guint viewer);
void lap_follower_free(LapFollower *follower);

G_END_DECLS
