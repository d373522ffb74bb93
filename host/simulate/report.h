/* Statistics for programs and for people. */
#pragma once

#include "figures.h"

G_BEGIN_DECLS

/* One JSON object on one line. The same simulation gives the same text, whatever the threads; only with `timed` it also
 * says how long it took ("time": seconds, threads, matches and plies a second). */
char *lap_statistics_to_json(const LapStatistics *statistics, gboolean timed);

/* A table of a few lines, columns aligned. `bots`: [seats] the bot of each seat, or NULL. */
char *lap_statistics_to_table(const LapStatistics *statistics, const char *const *bots);

/* --- figures */

#define LAP_FIGURES_FORMAT "lapidary-figures/1"

#define LAP_FIGURES_ERROR (lap_figures_error_quark())
GQuark lap_figures_error_quark(void);
typedef enum {
  LAP_FIGURES_ERROR_FORMAT, /* not what lap_figures_to_json writes */
  LAP_FIGURES_ERROR_PARTS   /* parts that do not make one whole */
} LapFiguresError;

/* One JSON object on one line, with all that is needed to go on with them: docs/figures.md has its members. The same
 * run gives the same text, whatever the threads and parts; `timed` as above. */
char *lap_figures_to_json(const LapFigures *figures, gboolean timed);
/* A table for people (`timed`: and how long it took), and one of CSV with a row a number:
 * "section,name,seat,measure,value". */
char *lap_figures_to_table(const LapFigures *figures, gboolean timed);
char *lap_figures_to_csv(const LapFigures *figures);
/* A page with plots that needs nothing else: no script, no file, no network. */
char *lap_figures_to_html(const LapFigures *figures);
/* Reads such text. `timed` and seconds are lost. Returns: (transfer full) */
LapFigures *lap_figures_from_json(const char *text, gsize length, GError **error);

/* Puts the parts of one run together, in whatever order. `names`: [n] what to call each in an error. A part that is
 * there twice, alike, counts once, and `warn` is called for it. Returns: (transfer full): NULL if some are missing, of
 * another run, not finished, or differ. */
LapFigures *lap_figures_join(LapFigures *const *parts, const char *const *names, guint n,
                             void (*warn)(const char *message), GError **error);

G_END_DECLS
