/* What differs between simulations: of two variants, options, builds or players.
 *
 * Each of the others is compared with the first, measure by measure. The p-values of all differences that are looked at
 * are corrected together (Holm), so that one time in twenty, at most, there is a difference among them where nothing
 * differs. */
#pragma once

#include "figures.h"
#include "inference.h"

G_BEGIN_DECLS

typedef struct {
  char *title;
  LapFigures *figures;
  guint16 *first_places; /* [first_places_n] of each match (LapSimulation), or NULL */
  guint64 first_places_n;
} LapSide;

void lap_side_clear(LapSide *side);

/* What is looked at: values, or shares of matches (0 to 1). */
typedef struct {
  char *measure;    /* "wins of seat 1", "plies", or the name of something that is done (LapTaken) */
  guint side;       /* that is compared with side 0 */
  gboolean a_share; /* or a mean */
  gboolean done;    /* how many matches it is done in */
  gboolean paired;  /* match by match: wins, where both have played the same ones */
  double first, other;
  LapTest test; /* its p-value corrected */
} LapDifference;

/* Compares sides 1 to `n` - 1 with side 0. Seats are compared if there are as many. Returns: (transfer full):
 * LapDifference, by side; what is done comes behind the rest */
GArray *lap_compare(const LapSide *sides, guint n);

/* For people, side by side: all measures, and of what is done that which differs. And one JSON object. */
char *lap_comparison_to_table(const LapSide *sides, guint n, const GArray *differences);
char *lap_comparison_to_json(const LapSide *sides, guint n, const GArray *differences);
/* A column a side, a row a measure; what differs from the first side has a star. */
char *lap_sweep_to_table(const LapSide *sides, guint n, const GArray *differences);
/* A page with plots of all sides; `table`: what else there is to read. */
char *lap_comparison_to_html(const LapSide *sides, guint n, const GArray *differences, const char *table);

G_END_DECLS
