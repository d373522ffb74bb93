/* Simulation: many matches of a game, as fast as the engine plays.
 *
 * The seed of each match follows from the simulation's seed and the match's number alone, so the statistics do not
 * depend on the number of threads. */
#pragma once

#include "figures.h"
#include "host/bots/bot.h"
#include "host/engine/playouts.h"
#include "report.h"

G_BEGIN_DECLS

typedef struct {
  guint seats;
  const LapOptions *options;       /* NULL: the defaults */
  const LapBot *const *bots;       /* [seats], or NULL: random ones */
  const LapBudget *budget;         /* of their choices, or NULL: each bot's own */
  const LapBudget *const *budgets; /* [seats], or NULL: `budget` for all */
  guint64 matches, seed;
  guint64 first;         /* the number of the first match; `matches` are played from there */
  guint threads;         /* 0: as many as there are processors */
  guint32 plies_max;     /* a longer match is a fault; 0: LAP_PLIES_MAX */
  guint64 trace;         /* which matches are traced: lap_simulation_trace; 0: none */
  gboolean checked;      /* play through a session, which checks every move; slower */
  LapFigures *figures;   /* all that comes of it is added to it; NULL: nothing is traced */
  guint16 *first_places; /* [matches] or NULL: gets the seats in the first place, as bits; 0 after a fault. Slower */

  /* Optional. Called a few times a second, in the thread that called lap_simulate; FALSE stops. */
  gboolean (*progress)(guint64 done, guint64 matches, gpointer data);
  gpointer progress_data;
} LapSimulation;

#define LAP_PLIES_MAX 100000

/* The value of `trace` by which about `traced` of so many matches are: of `trace` runs of LAP_TRACE_RUN matches,
 * the first. So it depends on the number of a match alone whether it is, and parts of a simulation get their share. */
#define LAP_TRACE_RUN 64
guint64 lap_simulation_trace(guint64 matches, guint64 traced);

/* Plays the matches. Those that break the contract are counted and described in the statistics; an error is set only if
 * none can begin (seats or options out of range). If `progress` returned FALSE, the statistics are of what was played.
 * Returns: (transfer full) */
LapStatistics *lap_simulate(LapGame *game, const LapSimulation *simulation, GError **error);

G_END_DECLS
