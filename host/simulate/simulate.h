/* Simulation: many matches of a game, as fast as the engine plays.
 *
 * The seed of each match follows from the simulation's seed and the match's number alone, so the statistics do not
 * depend on the number of threads. */
#pragma once

#include "host/bots/bot.h"
#include "host/engine/playouts.h"
#include "report.h"

G_BEGIN_DECLS

typedef struct {
  guint seats;
  const LapOptions *options; /* NULL: the defaults */
  const LapBot *const *bots; /* [seats], or NULL: random ones */
  const LapBudget *budget;   /* of their choices, or NULL: each bot's own */
  guint64 matches, seed;
  guint threads;      /* 0: as many as there are processors */
  guint32 plies_max;  /* a longer match is a fault; 0: LAP_PLIES_MAX */
  gboolean branching; /* count the legal steps too; slower where all bots are random */
  gboolean checked;   /* play through a session, which checks every move; slower */

  /* Optional. Called a few times a second, in the thread that called lap_simulate; FALSE stops. */
  gboolean (*progress)(guint64 done, guint64 matches, gpointer data);
  gpointer progress_data;
} LapSimulation;

#define LAP_PLIES_MAX 100000

/* Plays the matches. Those that break the contract are counted and described in the statistics; an error is set only if
 * none can begin (seats or options out of range). If `progress` returned FALSE, the statistics are of what was played.
 * Returns: (transfer full) */
LapStatistics *lap_simulate(LapGame *game, const LapSimulation *simulation, GError **error);

G_END_DECLS
