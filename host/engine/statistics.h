/* Statistics of many matches of one game.
 *
 * Everything is kept as sums of integers, so that adding up in any order, over any number of threads, gives the same.
 */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* Sums over a series of whole numbers. */
typedef struct {
  guint64 n, squares; /* how many, the sum of their squares */
  gint64 sum, min, max;
} LapMeasure;

void lap_measure_add(LapMeasure *measure, gint64 value);
void lap_measure_merge(LapMeasure *measure, const LapMeasure *other);
double lap_measure_mean(const LapMeasure *measure);      /* 0 if there is none */
double lap_measure_deviation(const LapMeasure *measure); /* of the population */

/* One seat in the matches that were not played together. */
typedef struct {
  guint64 wins;   /* alone in the first place */
  guint64 shared; /* in the first place with others */
  LapMeasure points;
} LapSeatStatistics;

/* The points of one category of the score sheet, seat by seat; [LAP_SEATS_MAX] is that of the seats together. */
typedef struct {
  char *name; /* "<plugin>/<name>" */
  guint16 id;
  gint64 points[LAP_SEATS_MAX + 1];
  guint64 used; /* how many lines of points of this category there were */
} LapCategoryStatistics;

/* A match that broke the contract, or did not end. It can be played again with its seed. */
typedef struct {
  guint64 match, seed;
  guint32 ply;
  char *message;
} LapSimulationFault;

#define LAP_FAULTS_KEPT 16

typedef struct {
  guint seats;
  guint64 matches;         /* played to their end */
  gboolean stopped;        /* stopped by the progress function before all matches were played */
  LapMeasure plies, steps; /* of a match */
  guint64 together, won;   /* matches that the seats played together, and won */
  LapMeasure team;         /* the points of those */
  LapSeatStatistics seat[LAP_SEATS_MAX];
  LapCategoryStatistics *category; /* [n_categories], as the game declares them, lowest level first */
  guint n_categories;
  guint64 n_faults;
  GArray *faults; /* LapSimulationFault, the first LAP_FAULTS_KEPT by match */
  double seconds;
  guint threads;
} LapStatistics;

/* `game` NULL: without categories, until they are copied from `other`. */
LapStatistics *lap_statistics_new(const LapGame *game, guint seats);
void lap_statistics_copy_categories(LapStatistics *statistics, const LapStatistics *other);
void lap_statistics_free(LapStatistics *statistics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapStatistics, lap_statistics_free)

/* Adds a match that is over: its final sheet, its moves and steps. */
void lap_statistics_add(LapStatistics *statistics, const LapSheet *sheet, guint32 plies, guint64 steps);
/* Adds a match that failed. Takes `message`. */
void lap_statistics_add_fault(LapStatistics *statistics, guint64 match, guint64 seed, guint32 ply, char *message);
void lap_statistics_merge(LapStatistics *statistics, const LapStatistics *other);

/* The sums of matches that are over, as numbers (gint64) that another process reads. */
void lap_statistics_to_numbers(const LapStatistics *statistics, GArray *numbers);
/* Adds such numbers, which may be anything. FALSE if they are not possible for so many matches; then nothing is added.
 */
gboolean lap_statistics_add_numbers(LapStatistics *statistics, const GArray *numbers, guint64 matches);

/* The mean points of a category in a match: of one seat, or of a seat on average (where the seats play together: of
 * all). `seat` LAP_SEATS_MAX: the points of the seats together. */
double lap_category_seat_mean(const LapStatistics *statistics, const LapCategoryStatistics *category, guint seat);
double lap_category_mean(const LapStatistics *statistics, const LapCategoryStatistics *category);
/* So many a second. */
double lap_statistics_rate(const LapStatistics *statistics, double n);

G_END_DECLS
