/* Inside of turns: what waits, how it is told, and when a turn ends. */
#pragma once

#include "server-private.h"

G_BEGIN_DECLS

/* What waits for the end of a turn. */
typedef struct {
  LapConnection *connection; /* a reference */
  LapAnswer *answer;         /* or NULL: news */
  LapNews news;
  GBytes *message;
} LapOutput;

struct LapTurn {
  LapServer *server;
  GArray *outputs;       /* of LapOutput */
  gint64 began, longest; /* us */
  gboolean open;         /* the host's turn has begun */
  gboolean ending;       /* and is being ended: what is told now is not of it any more */
  gboolean touched;      /* a match was found or created in it */
  gboolean follow;       /* another one is due, for clocks and bots */
  GSource *idle;         /* ends it when nothing is to be read */
  GSource *timer;        /* until a clock may run out */
};

/* turn-outputs.c: an array of LapOutput, which clears them. */
GArray *lap_outputs_new(void);
/* Answers, tells, counts and logs; frees the array. `committed`: else answers that touched a match are in doubt, and
 * news of matches is lost. */
void lap_outputs_send(LapServer *server, GArray *outputs, gboolean committed);

/* turn-sources.c: the sources that end turns and begin those that follow. */
void lap_turn_attach(LapTurn *turn);
void lap_turn_detach(LapTurn *turn);
/* Has clocks looked at after so many microseconds; -1: not before the next turn. */
void lap_turn_set_timer(LapTurn *turn, gint64 wait);

G_END_DECLS
