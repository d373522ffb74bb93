/* What a simulation plays, as text: figures carry it, and only those of one run add up. */
#pragma once

#include "simulate.h"

G_BEGIN_DECLS

/* A JSON object: game with versions and builds of its plugins, options, players, seed, how many matches there are, and
 * which are traced; and the `version` of the program. `players`: [seats] names; `think`: their budget as it was asked
 * for, or NULL; `matches`: of all parts together. Threads and parts are not in it. Returns: (transfer full) */
char *lap_run_describe(const LapGame *game, const LapSimulation *simulation, const char *const *players,
                       const char *think, guint64 matches, const char *version);

/* The matches that part `shard` of `shards` (1 to `shards`) plays: `*n` of them from `*first`. */
void lap_run_part(guint64 matches, guint64 shard, guint64 shards, guint64 *first, guint64 *n);

/* How many matches a run says it has; 0 if it does not. And a text member of it, or NULL (transfer full). */
guint64 lap_run_matches(const char *run);
char *lap_run_member(const char *run, const char *name);
/* "GAME goal=20 (random, easy)": to head a column with. `other` NULL or a run: options and players that are the same
 * there are left out. Returns: (transfer full) */
char *lap_run_title(const char *run, const char *other);
/* The players, by seat; NULL-terminated. Returns: (transfer full) */
char **lap_run_players(const char *run);

G_END_DECLS
