/* Statistics for programs and for people. */
#pragma once

#include "host/engine/statistics.h"

G_BEGIN_DECLS

/* One JSON object on one line. The same simulation gives the same text, whatever the threads; only with `timed` it also
 * says how long it took ("time": seconds, threads, matches and plies a second). */
char *lap_statistics_to_json(const LapStatistics *statistics, gboolean timed);

/* A table of a few lines, columns aligned. `bots`: [seats] the bot of each seat, or NULL. */
char *lap_statistics_to_table(const LapStatistics *statistics, const char *const *bots);

G_END_DECLS
