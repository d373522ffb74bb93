/* One thread of a simulation: plays one match after the other, and adds them to figures of its own. */
#pragma once

#include "simulate.h"
#include "trace.h"

G_BEGIN_DECLS

typedef struct LapPlaying LapPlaying;
typedef struct LapSession LapSession;

struct LapPlaying {
  const LapSimulation *simulation;
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  LapSession *session; /* of the match, if it is checked */
  LapBotSeat *bot[LAP_SEATS_MAX];
  gboolean fast; /* all bots are random, and nothing is checked: for matches that are not traced a playout does */
  guint32 plies_max;

  LapActions legal; /* a copy that the bot may read while it uses the engine */
  GArray *move;     /* LapAction: the steps so far */
  LapGenerator generator;
  guint64 steps;
  char *fault;
  LapFigures *figures; /* with the statistics of all matches */
  LapTracer *tracer;
  gboolean traced; /* this match is */
};

/* `simulation` outlives it. The error is that of lap_engine_new. */
LapPlaying *lap_playing_new(LapGame *game, const LapSimulation *simulation, GError **error);
void lap_playing_free(LapPlaying *playing);

/* Plays the match of that number and adds it to the figures. */
void lap_playing_match(LapPlaying *playing, guint64 match, gboolean traced);

G_END_DECLS
