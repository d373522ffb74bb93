/* Figures of a simulation: what came of all its matches, and how those went that were traced step by step.
 *
 * Most matches are only played and counted (host/engine/statistics.h). Tracing one costs several times as much, so
 * only some are, and which ones depends on their numbers alone. Everything is kept as whole numbers by name, so that
 * figures of parts add up to those of the whole, bit by bit, in any order, without the game at hand. */
#pragma once

#include "distribution.h"

G_BEGIN_DECLS

/* Something that seats did: an action, or an action with one argument ("<plugin>/<action> <argument>=<value>"). */
typedef struct {
  char *name;
  guint64 taken;                  /* times */
  guint64 any;                    /* matches in which some seat did */
  guint64 matches[LAP_SEATS_MAX]; /* in which this seat did, once or more */
  guint64 wins[LAP_SEATS_MAX];    /* those of them that it won, alone or with all */
} LapTaken;

typedef struct {
  guint64 wins;                  /* alone in the first place; where seats play together: of all */
  guint64 places[LAP_SEATS_MAX]; /* [place - 1] */
  LapDistribution points;
  LapDistribution margin; /* its points less the most that another seat has */
} LapSeatFigures;

/* The points of a category in a match; [LAP_SEATS_MAX]: of the seats together. */
typedef struct {
  char *name;
  gboolean used;
  LapDistribution points[LAP_SEATS_MAX + 1];
} LapCategoryFigures;

typedef struct {
  char *run; /* what was played: a JSON object (run.h); NULL: unknown */
  guint seats;
  guint64 shard, shards; /* the part that this is, from 1; 0: it is all */
  LapStatistics *all;

  guint64 traced;                        /* matches */
  LapDistribution plies, steps, choices; /* of a match; of a step: the legal ones */
  LapDistribution leads;                 /* how often the lead changed from one seat to another */
  LapDistribution decided;               /* per cent of the plies after which the winner had the lead for good */
  LapDistribution team;                  /* the points of those played together */
  guint64 ahead;                         /* traced matches in which some seat had the lead before the end */
  LapSeatFigures seat[LAP_SEATS_MAX];
  LapCategoryFigures *category; /* [n_categories], as the statistics have them */
  guint n_categories;
  GHashTable *taken; /* LapTaken by name */
} LapFigures;

/* Takes `all`, whose figures these are to be. */
LapFigures *lap_figures_new(LapStatistics *all);
void lap_figures_free(LapFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapFigures, lap_figures_free)

/* Adds those of other matches of the same game and seats, with what `all` has of them. */
void lap_figures_merge(LapFigures *figures, const LapFigures *other);

/* The record of that name, which is made if there is none. */
LapTaken *lap_figures_taken(LapFigures *figures, const char *name);
/* All of them, by name. Returns: (transfer container): LapTaken */
GPtrArray *lap_figures_list_taken(const LapFigures *figures);

/* Matches in which seats play against each other. */
guint64 lap_figures_contests(const LapFigures *figures);
/* Those that no seat won alone. */
guint64 lap_figures_draws(const LapFigures *figures);

/* The points that, given to each other seat, would leave `seat` as many wins as any other, a half point for each tie,
 * in the matches that were traced; in halves, so that 7 is 3.5 points and no ties. FALSE if there are none, or
 * they only say who has won. */
gboolean lap_figures_compensation(const LapFigures *figures, guint seat, gint64 *halves);

G_END_DECLS
