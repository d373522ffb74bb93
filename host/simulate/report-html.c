/* Figures of a simulation as a page. */
#include <math.h>
#include <string.h>

#include "page.h"
#include "plot.h"
#include "report-private.h"
#include "run.h"

#define TAKEN_SHOWN 24

static double percent(guint64 part, guint64 whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

/* --- the top */

static G_GNUC_PRINTF(3, 4) void add_tile(GString *out, const char *what, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *value = g_strdup_vprintf(format, values);
  va_end(values);
  g_string_append(out, "<li><b>");
  lap_plot_append_text(out, value);
  g_string_append_printf(out, "</b><span>%s</span></li>\n", what);
}

static void append_tiles(GString *out, const LapFigures *figures)
{
  const LapStatistics *all = figures->all;
  guint64 contests = lap_figures_contests(figures);
  g_string_append(out, "<ul class=\"tiles\">\n");
  add_tile(out, "matches", "%" G_GUINT64_FORMAT, all->matches);
  add_tile(out, "moves, on average", "%.1f", lap_measure_mean(&all->plies));
  if (figures->choices.of.n) add_tile(out, "choices a step", "%.1f", lap_measure_mean(&figures->choices.of));
  if (contests && figures->seats > 1)
    add_tile(out, "without one winner", "%.1f %%", percent(lap_figures_draws(figures), contests));
  if (all->together) add_tile(out, "won together", "%.1f %%", percent(all->won, all->together));
  if (figures->ahead) add_tile(out, "changes of the lead", "%.2f", lap_measure_mean(&figures->leads.of));
  if (figures->ahead && figures->decided.of.n)
    add_tile(out, "of the moves, then it is decided (median)", "%" G_GINT64_FORMAT " %%",
             lap_distribution_quantile(&figures->decided, 0.5));
  if (all->n_faults) add_tile(out, "matches broke the contract", "%" G_GUINT64_FORMAT, all->n_faults);
  g_string_append(out, "</ul>\n");
}

/* The sentences of the table on who is favoured. */
static void append_sentences(GString *out, const LapFigures *figures)
{
  g_autoptr(GString) text = g_string_new(NULL);
  lap_report_append_fairness(text, figures);
  g_auto(GStrv) lines = g_strsplit(g_strstrip(text->str), "\n", -1);
  if (!*lines) return;
  g_string_append(out, "<ul class=\"says\">\n");
  for (char **line = lines; *line; line++) {
    (*line)[0] = g_ascii_toupper((*line)[0]);
    g_string_append(out, "<li>");
    lap_plot_append_text(out, *line);
    g_string_append(out, ".</li>\n");
  }
  g_string_append(out, "</ul>\n");
}

/* --- the plots */

static char **seat_labels(const LapFigures *figures)
{
  g_auto(GStrv) players = lap_run_players(figures->run);
  gboolean known = g_strv_length(players) == figures->seats;
  char **labels = g_new0(char *, figures->seats + 1);
  for (guint seat = 0; seat < figures->seats; seat++)
    labels[seat] = known ? g_strdup_printf("%u %.12s", seat + 1, players[seat]) : g_strdup_printf("seat %u", seat + 1);
  return labels;
}

static void plot_wins(GString *out, const LapFigures *figures, char **labels)
{
  guint64 contests = lap_figures_contests(figures);
  LapPlotBar bars[LAP_SEATS_MAX];
  double most = 0.1;
  if (!contests || figures->seats < 2) return;
  for (guint seat = 0; seat < figures->seats; seat++) {
    guint64 wins = figures->all->seat[seat].wins;
    bars[seat] = (LapPlotBar){labels[seat], (double)wins / (double)contests, lap_wilson(wins, contests),
                              g_strdup_printf("%.1f %%", percent(wins, contests)), seat};
    most = MAX(most, bars[seat].interval.high);
  }
  lap_page_begin_figure(out, "Wins by seat",
                        "Alone in the first place, with intervals of 95 %; dashed: an equal share of the matches won");
  lap_plot_bars(out, bars, figures->seats, MIN(most * 1.05, 1),
                (double)(contests - lap_figures_draws(figures)) / (double)contests / figures->seats);
  lap_page_end_figure(out);
  for (guint seat = 0; seat < figures->seats; seat++) g_free(bars[seat].note);
}

static void plot_one(GString *out, const LapDistribution *of, const char *title, const char *note)
{
  if (!of->of.n || of->of.min == of->of.max) return;
  lap_page_begin_figure(out, title, note);
  lap_plot_distributions(out, &of, NULL, 1);
  lap_page_end_figure(out);
}

static void plot_points(GString *out, const LapFigures *figures, char **labels)
{
  const LapDistribution *points[LAP_SEATS_MAX];
  gboolean vary = FALSE;
  for (guint seat = 0; seat < figures->seats; seat++) {
    points[seat] = &figures->seat[seat].points;
    vary |= points[seat]->of.n && points[seat]->of.max - points[seat]->of.min > 1;
  }
  if (!vary) return;
  lap_page_begin_figure(out, "Points", "How often each seat ended with how many; dashed: the median");
  lap_plot_distributions(out, points, (const char *const *)labels, figures->seats);
  lap_page_end_figure(out);
}

static void append_key(GString *out, const LapFigures *figures, const guint *category, guint n)
{
  g_string_append(out, "<ul class=\"key\">");
  for (guint i = 0; i < n; i++) {
    const char *slash = strchr(figures->category[category[i]].name, '/');
    g_string_append_printf(out, "<li><i class=\"c%u\"></i>", i % 8);
    lap_plot_append_text(out, slash ? slash + 1 : figures->category[category[i]].name);
    g_string_append(out, "</li>");
  }
  g_string_append(out, "</ul>\n");
}

static void plot_categories(GString *out, const LapFigures *figures, char **labels)
{
  g_autofree guint *used = g_new0(guint, MAX(figures->n_categories, 1));
  guint n = 0, rows = figures->team.of.n ? 1 : figures->seats;
  for (guint i = 0; i < figures->n_categories; i++)
    if (figures->category[i].used) used[n++] = i;
  if (n < 2) return;
  g_autofree double *value = g_new0(double, rows *n);
  for (guint row = 0; row < rows; row++)
    for (guint k = 0; k < n; k++)
      value[row * n + k] = lap_measure_mean(
          &figures->category[used[k]].points[figures->team.of.n ? LAP_SEATS_MAX : row].of);
  const char *const together[] = {"together"};
  lap_page_begin_figure(out, "What points are for", "On average in a match; parts below 0 are left out");
  lap_plot_stacks(out, figures->team.of.n ? together : (const char *const *)labels, rows, value, n);
  append_key(out, figures, used, n);
  lap_page_end_figure(out);
}

static void plot_taken(GString *out, const LapFigures *figures)
{
  g_autoptr(GArray) rows = lap_report_taken_rows(figures);
  LapPlotBar bars[TAKEN_SHOWN];
  guint n = 0;
  for (guint i = 0; i < rows->len && n < TAKEN_SHOWN; i++) {
    const LapTakenRow *row = &g_array_index(rows, LapTakenRow, i);
    if (row->test.p >= LAP_SIGNIFICANT) continue;
    const char *slash = strchr(row->taken->name, '/');
    bars[n++] = (LapPlotBar){(char *)(slash ? slash + 1 : row->taken->name), row->test.difference, row->test.interval,
                             g_strdup_printf("%+.1f", 100 * row->test.difference), 0};
  }
  if (n) {
    lap_page_begin_figure(
        out, "What goes with winning",
        "Wins of those that did it less what is usual in their seats, in per cent of matches, 95 %; not "
        "always its reason");
    lap_plot_differences(out, bars, n);
    lap_page_end_figure(out);
  }
  for (guint i = 0; i < n; i++) g_free(bars[i].note);
}

static void append_plots(GString *out, const LapFigures *figures)
{
  g_auto(GStrv) labels = seat_labels(figures);
  g_string_append(out, "<main>\n");
  plot_wins(out, figures, labels);
  plot_points(out, figures, labels);
  plot_one(out, &figures->team, "Points together", "How often; dashed: the median");
  plot_categories(out, figures, labels);
  plot_one(out, &figures->plies, "Length", "Moves of a match; dashed: the median");
  plot_one(out, &figures->choices, "Choices", "Legal steps at each step; dashed: the median");
  if (figures->ahead) {
    plot_one(out, &figures->leads, "Changes of the lead", "How often another seat was ahead alone than before");
    plot_one(out, &figures->decided, "When it was decided",
             "Per cent of the moves after which the winner had the lead for good");
  }
  plot_taken(out, figures);
  g_string_append(out, "</main>\n");
}

/* --- the whole */

static void append_what(GString *out, const LapFigures *figures)
{
  g_autofree char *seed = lap_run_member(figures->run, "seed"), *think = lap_run_member(figures->run, "think");
  g_auto(GStrv) players = lap_run_players(figures->run);
  g_autofree char *all = g_strjoinv(", ", players);
  g_string_append(out, "<p class=\"what\">Played by ");
  lap_plot_append_text(out, all);
  if (think) {
    g_string_append(out, ", thinking ");
    lap_plot_append_text(out, think);
  }
  g_string_append_printf(
      out, "; seed %s; %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " matches traced step by step%s</p>\n",
      seed ? seed : "?", figures->traced, figures->all->matches,
      figures->all->stopped ? "; stopped before the end" : "");
}

char *lap_figures_to_html(const LapFigures *figures)
{
  g_autofree char *title = lap_run_title(figures->run, NULL), *game = lap_run_member(figures->run, "game");
  g_autofree char *heading = g_strconcat("Figures of ", game ? game : "a game", NULL);
  g_autofree char *table = lap_figures_to_table(figures, FALSE);
  GString *out = lap_page_begin(title, heading);
  append_what(out, figures);
  append_tiles(out, figures);
  if (figures->traced) append_sentences(out, figures);
  if (figures->traced) append_plots(out, figures);
  return lap_page_end(out, table);
}
