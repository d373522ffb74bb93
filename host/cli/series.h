/* Simulations in which programs sit: matches on a host of their own, one after the other. */
#pragma once

#include "arguments.h"
#include "host/engine/statistics.h"

typedef struct {
  LoadedGame *loaded;
  Seats *seats;
  char **settings; /* "NAME=VALUE" of the game's options, or NULL */
  guint64 matches, seed;
  guint time; /* ms that a program has for each move */
} Series;

/* Plays them. A match in which a program fails is counted among the failed ones. `progress` as in LapSimulation, or
 * NULL. Returns: (transfer full): NULL after it has said what is wrong */
LapStatistics *series_play(const Series *series, gboolean (*progress)(guint64 done, guint64 matches, gpointer data));
