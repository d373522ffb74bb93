/* Plots as SVG for a page of HTML. Colours are classes of the page's style sheet, so that a plot is light, dark or
 * printed as the page is; numbers are text, so that they can be found and read aloud. */
#pragma once

#include "inference.h"

G_BEGIN_DECLS

/* Text as it stands in HTML, in attributes too. */
void lap_plot_append_text(GString *out, const char *text);

/* A bar to the right with its interval; `colour` from 0. */
typedef struct {
  char *label;
  double value;
  LapInterval interval;
  char *note; /* at its end */
  guint colour;
} LapPlotBar;

/* Bars below each other from 0 to `most`, and a line at `due` if that is above 0. */
void lap_plot_bars(GString *out, const LapPlotBar *bars, guint n, double most, double due);
/* Intervals with their middle, on both sides of 0. */
void lap_plot_differences(GString *out, const LapPlotBar *bars, guint n);

/* Histograms below each other on one axis, each with a line at its median; `label` [n] or NULL. */
void lap_plot_distributions(GString *out, const LapDistribution *const *of, const char *const *label, guint n);

/* Parts side by side in a bar: `value` [n][parts], those below 0 left out. */
void lap_plot_stacks(GString *out, const char *const *label, guint n, const double *value, guint parts);

G_END_DECLS
