/* The part of the table that is of matches that were traced: how they went, who is favoured, what goes with winning.
 */
#include <math.h>

#include "columns.h"
#include "report-private.h"
#include "run.h"

#define TAKEN_SHOWN 12

static double percent(guint64 part, guint64 whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void distribution_row(LapColumns *columns, const char *name, const LapDistribution *of)
{
  if (!of->of.n) return;
  lap_columns_row(columns);
  lap_columns_cell(columns, "%s", name);
  lap_columns_cell(columns, "%.2f", lap_measure_mean(&of->of));
  for (guint i = 0; i < 5; i++)
    lap_columns_cell(columns, "%" G_GINT64_FORMAT,
                     lap_distribution_quantile(of, (const double[]){0, 0.05, 0.5, 0.95, 1}[i]));
}

static void append_course(GString *out, const LapFigures *figures)
{
  static const char *const heads[] = {"traced", "mean", "min", "5 %", "median", "95 %", "max", NULL};
  g_autoptr(LapColumns) columns = lap_columns_new();
  lap_columns_head(columns, heads);
  distribution_row(columns, "plies", &figures->plies);
  distribution_row(columns, "choices a step", &figures->choices);
  if (figures->ahead) distribution_row(columns, "changes of the lead", &figures->leads);
  if (figures->ahead) distribution_row(columns, "decided after % of plies", &figures->decided);
  for (guint seat = 0; seat < figures->seats; seat++) {
    g_autofree char *name = g_strdup_printf("points of seat %u", seat + 1);
    const LapDistribution *points = &figures->seat[seat].points;
    if (points->of.min != points->of.max) distribution_row(columns, name, points);
  }
  distribution_row(columns, "points together", &figures->team);
  g_string_append_c(out, '\n');
  lap_columns_flush(columns, out);
}

static void append_places(GString *out, const LapFigures *figures)
{
  guint64 contests = figures->seat[0].points.of.n;
  if (figures->seats < 3 || !contests) return;
  g_autoptr(LapColumns) columns = lap_columns_new();
  lap_columns_row(columns);
  lap_columns_cell(columns, "place %%");
  for (guint place = 0; place < figures->seats; place++) lap_columns_cell(columns, "%u", place + 1);
  for (guint seat = 0; seat < figures->seats; seat++) {
    lap_columns_row(columns);
    lap_columns_cell(columns, "seat %u", seat + 1);
    for (guint place = 0; place < figures->seats; place++)
      lap_columns_cell(columns, "%.1f", percent(figures->seat[seat].places[place], contests));
  }
  g_string_append_c(out, '\n');
  lap_columns_flush(columns, out);
}

static void append_compensation(GString *out, const LapFigures *figures, guint seat)
{
  gint64 halves = 0;
  if (!lap_figures_compensation(figures, seat, &halves) || !halves) return;
  g_string_append_printf(out, "; %+.1f points for %s would even it", (double)halves / 2,
                         figures->seats == 2 ? "the other" : "each other");
}

/* Whether the seats are all that differs. */
static gboolean are_alike(const LapFigures *figures)
{
  g_auto(GStrv) players = lap_run_players(figures->run);
  for (guint i = 1; *players && players[i]; i++)
    if (!g_str_equal(players[i], players[0])) return FALSE;
  return TRUE;
}

/* Which seats win more or less often than their share of the matches that somebody won. */
void lap_report_append_fairness(GString *out, const LapFigures *figures)
{
  guint64 won = lap_figures_contests(figures) - lap_figures_draws(figures);
  double due = 1.0 / figures->seats;
  if (figures->seats < 2 || !won || !are_alike(figures)) return;
  guint told = 0;
  double p[LAP_SEATS_MAX];
  for (guint seat = 0; seat < figures->seats; seat++) p[seat] = lap_test_share(figures->all->seat[seat].wins, won, due);
  lap_holm(p, figures->seats);
  for (guint seat = 0; seat < figures->seats; seat++) {
    if (p[seat] >= LAP_SIGNIFICANT) continue;
    if (!told++) g_string_append_c(out, '\n');
    g_string_append_printf(out, "seat %u wins %.1f %% of those that somebody wins, where %.1f %% would be its share",
                           seat + 1, percent(figures->all->seat[seat].wins, won), 100 * due);
    append_compensation(out, figures, seat);
    g_string_append_c(out, '\n');
  }
  if (!told) g_string_append(out, "\nno seat can be said to be favoured\n");
}

/* How many intervals it is away from nothing. */
static double strength(const LapTest *test)
{
  return fabs(test->difference) / MAX(test->interval.high - test->interval.low, 1e-12);
}

static gint compare_rows(gconstpointer a, gconstpointer b)
{
  const LapTakenRow *x = a, *y = b;
  double left = strength(&x->test), right = strength(&y->test);
  return left > right ? -1 : left < right ? 1 : g_strcmp0(x->taken->name, y->taken->name);
}

GArray *lap_report_taken_rows(const LapFigures *figures)
{
  GArray *rows = g_array_new(FALSE, FALSE, sizeof(LapTakenRow));
  g_autoptr(GPtrArray) list = lap_figures_list_taken(figures);
  for (guint i = 0; i < list->len; i++) {
    LapTakenRow row = {list->pdata[i], lap_report_taken_test(figures, list->pdata[i])};
    if (isfinite(row.test.interval.low)) g_array_append_val(rows, row);
  }
  g_autofree double *p = g_new(double, MAX(rows->len, 1));
  for (guint i = 0; i < rows->len; i++) p[i] = g_array_index(rows, LapTakenRow, i).test.p;
  lap_holm(p, rows->len);
  for (guint i = 0; i < rows->len; i++) g_array_index(rows, LapTakenRow, i).test.p = p[i];
  g_array_sort(rows, compare_rows);
  return rows;
}

static void append_taken(GString *out, const LapFigures *figures)
{
  static const char *const heads[] = {"goes with winning", "matches %", "a match", "wins % more", "95 %", NULL};
  g_autoptr(GArray) rows = lap_report_taken_rows(figures);
  g_autoptr(LapColumns) columns = lap_columns_new();
  guint shown = 0;
  lap_columns_head(columns, heads);
  for (guint i = 0; i < rows->len && shown < TAKEN_SHOWN; i++) {
    const LapTakenRow *row = &g_array_index(rows, LapTakenRow, i);
    if (row->test.p >= LAP_SIGNIFICANT) break;
    shown++;
    lap_columns_row(columns);
    lap_columns_cell(columns, "%s", row->taken->name);
    lap_columns_cell(columns, "%.1f", percent(row->taken->any, figures->traced));
    lap_columns_cell(columns, "%.2f", (double)row->taken->taken / (double)figures->traced);
    lap_columns_cell(columns, "%+.1f", 100 * row->test.difference);
    lap_columns_cell(columns, "%+.1f %+.1f", 100 * row->test.interval.low, 100 * row->test.interval.high);
  }
  if (!shown) return;
  g_string_append_c(out, '\n');
  lap_columns_flush(columns, out);
}

void lap_report_append_traced(GString *out, const LapFigures *figures)
{
  append_course(out, figures);
  append_places(out, figures);
  lap_report_append_fairness(out, figures);
  append_taken(out, figures);
}
