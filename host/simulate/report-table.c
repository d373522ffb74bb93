/* Statistics as a table for people. */
#include "columns.h"
#include "inference.h"
#include "report-private.h"
#include "run.h"

static void measure_cells(LapColumns *columns, const LapMeasure *measure)
{
  lap_columns_cell(columns, "%.2f", lap_measure_mean(measure));
  lap_columns_cell(columns, "%.2f", lap_measure_deviation(measure));
  lap_columns_cell(columns, "%" G_GINT64_FORMAT, measure->min);
  lap_columns_cell(columns, "%" G_GINT64_FORMAT, measure->max);
}

static void measure_row(LapColumns *columns, const char *name, const LapMeasure *measure)
{
  if (!measure->n) return;
  lap_columns_row(columns);
  lap_columns_cell(columns, "%s", name);
  measure_cells(columns, measure);
}

static const char *const measure_heads[] = {"a match", "mean", "sd", "min", "max", NULL};

static void append_lengths(GString *out, const LapStatistics *statistics)
{
  g_autoptr(LapColumns) columns = lap_columns_new();
  lap_columns_head(columns, measure_heads);
  measure_row(columns, "plies", &statistics->plies);
  measure_row(columns, "steps", &statistics->steps);
  measure_row(columns, "points together", &statistics->team);
  lap_columns_flush(columns, out);
}

static double percent(guint64 part, guint64 whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void append_seats(GString *out, const LapStatistics *statistics, const char *const *bots)
{
  static const char *const heads[] = {"seat", "wins %", "95 %", "shared %", "points", "sd", "min", "max", NULL};
  g_autoptr(LapColumns) columns = lap_columns_new();
  guint64 matches = statistics->matches - statistics->together;
  lap_columns_head(columns, heads);
  for (guint seat = 0; seat < statistics->seats; seat++) {
    const LapSeatStatistics *of = &statistics->seat[seat];
    lap_columns_row(columns);
    lap_columns_cell(columns, "%u%s%s", seat + 1, bots ? " " : "", bots ? bots[seat] : "");
    LapInterval interval = lap_wilson(of->wins, matches);
    lap_columns_cell(columns, "%.1f", percent(of->wins, matches));
    lap_columns_cell(columns, "%.1f-%.1f", 100 * interval.low, 100 * interval.high);
    lap_columns_cell(columns, "%.1f", percent(of->shared, matches));
    measure_cells(columns, &of->points);
  }
  g_string_append_c(out, '\n');
  lap_columns_flush(columns, out);
}

static void category_row(LapColumns *columns, const LapStatistics *statistics, const LapCategoryStatistics *category)
{
  lap_columns_row(columns);
  lap_columns_cell(columns, "%s", category->name);
  lap_columns_cell(columns, "%.2f", lap_category_mean(statistics, category));
  if (statistics->together) return;
  for (guint seat = 0; seat < statistics->seats; seat++)
    lap_columns_cell(columns, "%.2f", lap_category_seat_mean(statistics, category, seat));
}

static void append_categories(GString *out, const LapStatistics *statistics)
{
  g_autoptr(LapColumns) columns = lap_columns_new();
  lap_columns_row(columns);
  lap_columns_cell(columns, "points for");
  lap_columns_cell(columns, "mean");
  for (guint seat = 0; seat < statistics->seats && !statistics->together; seat++)
    lap_columns_cell(columns, "seat %u", seat + 1);
  guint used = 0;
  for (guint i = 0; i < statistics->n_categories; i++) {
    if (!statistics->category[i].used) continue;
    category_row(columns, statistics, &statistics->category[i]);
    used++;
  }
  if (!used) return;
  g_string_append_c(out, '\n');
  lap_columns_flush(columns, out);
}

static void append_faults(GString *out, const LapStatistics *statistics)
{
  if (!statistics->n_faults) return;
  g_string_append_printf(out, "\n%" G_GUINT64_FORMAT " %s\n", statistics->n_faults,
                         statistics->n_faults == 1 ? "match failed" : "matches failed, the first of them:");
  for (guint i = 0; i < statistics->faults->len; i++) {
    const LapSimulationFault *fault = &g_array_index(statistics->faults, LapSimulationFault, i);
    g_string_append_printf(out, "  match %" G_GUINT64_FORMAT " (seed %" G_GUINT64_FORMAT "), ply %u: %s\n",
                           fault->match, fault->seed, fault->ply, fault->message);
  }
}

static void append_time(GString *out, const LapStatistics *statistics)
{
  g_string_append_printf(out, "\n%.2f s on %u %s: %.0f matches, %.0f plies a second\n", statistics->seconds,
                         statistics->threads, statistics->threads == 1 ? "thread" : "threads",
                         lap_statistics_rate(statistics, (double)statistics->matches),
                         lap_statistics_rate(statistics, (double)statistics->plies.sum));
}

/* All but the time. */
static void append_all(GString *out, const LapStatistics *statistics, const char *const *bots)
{
  g_string_append_printf(out, "%" G_GUINT64_FORMAT " %s%s\n", statistics->matches,
                         statistics->matches == 1 ? "match" : "matches", statistics->stopped ? ", then stopped" : "");
  if (statistics->together)
    g_string_append_printf(out, "won together: %.1f %%\n", percent(statistics->won, statistics->together));
  if (statistics->matches) {
    g_string_append_c(out, '\n');
    append_lengths(out, statistics);
    if (statistics->matches > statistics->together) append_seats(out, statistics, bots);
    append_categories(out, statistics);
  }
}

char *lap_statistics_to_table(const LapStatistics *statistics, const char *const *bots)
{
  GString *out = g_string_new(NULL);
  append_all(out, statistics, bots);
  append_faults(out, statistics);
  append_time(out, statistics);
  return g_string_free(out, FALSE);
}

char *lap_figures_to_table(const LapFigures *figures, gboolean timed)
{
  GString *out = g_string_new(NULL);
  g_auto(GStrv) players = lap_run_players(figures->run);
  gboolean known = g_strv_length(players) == figures->seats;
  append_all(out, figures->all, known ? (const char *const *)players : NULL);
  if (figures->traced) lap_report_append_traced(out, figures);
  append_faults(out, figures->all);
  if (timed && figures->all->threads) append_time(out, figures->all);
  return g_string_free(out, FALSE);
}
