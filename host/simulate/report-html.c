/* Figures as a page of HTML that needs nothing else: style and plots are in it, and no script. */
#include <math.h>
#include <string.h>

#include "plot.h"
#include "report-private.h"
#include "run.h"

#define TAKEN_SHOWN 24

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fbfaf7;--ink:#22211e;--soft:#6d6a63;--line:#dedad0;--card:#fff;"
    "--c0:#2f6db3;--c1:#d9822b;--c2:#3a8f5c;--c3:#c0485a;--c4:#7a5bb5;--c5:#1f97a3;--c6:#a3791f;--c7:#8a8a8a}"
    "@media(prefers-color-scheme:dark){:root{--paper:#17181b;--ink:#e8e6e0;--soft:#9d9a92;--line:#34363b;--card:#"
    "1f2125;"
    "--c0:#6ea8e6;--c1:#eda45a;--c2:#6cc08c;--c3:#e87f8d;--c4:#a98fe0;--c5:#58c3cd;--c6:#d0aa56;--c7:#a8a8a8}}"
    "@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--card:#fff}figure{border:0!important;"
    "padding:0!important}details{display:none}}"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:76rem;padding:2rem 1.2rem 4rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "h1{font-size:1.7rem;margin:0;line-height:1.2}.what{color:var(--soft);margin:.2rem 0 1.4rem}"
    ".tiles{display:flex;flex-wrap:wrap;gap:.8rem;margin:0 0 1.4rem;padding:0;list-style:none}"
    ".tiles li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem;min-width:8rem}"
    ".tiles b{display:block;font-size:1.45rem;line-height:1.3;font-variant-numeric:tabular-nums}"
    ".tiles span{color:var(--soft);font-size:.85rem}"
    ".says{margin:0 0 1.6rem;padding:0 0 0 1.1rem}.says li{margin:.25rem 0}"
    "main{columns:30rem 2;column-gap:1.1rem}"
    "figure{margin:0 0 1.1rem;break-inside:avoid;background:var(--card);border:1px solid "
    "var(--line);border-radius:10px;padding:1rem 1.1rem .7rem}"
    "figcaption{font-weight:600;margin:0 0 .5rem}figcaption small{display:block;font-weight:400;color:var(--soft)}"
    "svg{display:block;width:100%;height:auto;font:12px system-ui,sans-serif;overflow:visible}"
    "text{fill:var(--ink)}.tick{fill:var(--soft);text-anchor:middle;font-size:11px}.label{text-anchor:end}"
    ".note{font-variant-numeric:tabular-nums}path{fill:none;stroke:var(--line)}.whisker{stroke:var(--ink);stroke-width:"
    "1.3}"
    ".due{stroke:var(--ink);stroke-dasharray:3 3}.zero{stroke:var(--soft)}.base{stroke:var(--soft)}"
    ".c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}"
    ".c6{fill:var(--c6)}.c7{fill:var(--c7)}"
    ".key{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.3rem 0;font-size:.85rem}"
    ".key i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}"
    ".c0 i,i.c0{background:var(--c0)}i.c1{background:var(--c1)}i.c2{background:var(--c2)}i.c3{background:var(--c3)}"
    "i.c4{background:var(--c4)}i.c5{background:var(--c5)}i.c6{background:var(--c6)}i.c7{background:var(--c7)}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}td,th{padding:.15rem .8rem "
    ".15rem 0;"
    "text-align:right;border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}"
    "details{margin-top:1.6rem}pre{overflow:auto;font-size:.8rem;line-height:1.35}";

static double percent(guint64 part, guint64 whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void begin_figure(GString *out, const char *title, const char *note)
{
  g_string_append(out, "<figure><figcaption>");
  lap_plot_append_text(out, title);
  g_string_append(out, "<small>");
  lap_plot_append_text(out, note);
  g_string_append(out, "</small></figcaption>\n");
}

static void end_figure(GString *out) { g_string_append(out, "</figure>\n"); }

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
  begin_figure(out, "Wins by seat",
               "Alone in the first place, with intervals of 95 %; dashed: an equal share of the matches won");
  lap_plot_bars(out, bars, figures->seats, MIN(most * 1.05, 1),
                (double)(contests - lap_figures_draws(figures)) / (double)contests / figures->seats);
  end_figure(out);
  for (guint seat = 0; seat < figures->seats; seat++) g_free(bars[seat].note);
}

static void plot_one(GString *out, const LapDistribution *of, const char *title, const char *note)
{
  if (!of->of.n || of->of.min == of->of.max) return;
  begin_figure(out, title, note);
  lap_plot_distributions(out, &of, NULL, 1);
  end_figure(out);
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
  begin_figure(out, "Points", "How often each seat ended with how many; dashed: the median");
  lap_plot_distributions(out, points, (const char *const *)labels, figures->seats);
  end_figure(out);
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
  begin_figure(out, "What points are for", "On average in a match; parts below 0 are left out");
  lap_plot_stacks(out, figures->team.of.n ? together : (const char *const *)labels, rows, value, n);
  append_key(out, figures, used, n);
  end_figure(out);
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
    begin_figure(out, "What goes with winning",
                 "Wins of those that did it less what is usual in their seats, in per cent of matches, 95 %; not "
                 "always its reason");
    lap_plot_differences(out, bars, n);
    end_figure(out);
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
  GString *out = g_string_new("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                              "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
  g_autofree char *title = lap_run_title(figures->run, NULL), *game = lap_run_member(figures->run, "game");
  g_autofree char *table = lap_figures_to_table(figures, FALSE);
  lap_plot_append_text(out, title);
  g_string_append_printf(out, "</title>\n<style>%s</style></head>\n<body>\n<h1>Figures of ", style);
  lap_plot_append_text(out, game ? game : "a game");
  g_string_append(out, "</h1>\n");
  append_what(out, figures);
  append_tiles(out, figures);
  if (figures->traced) append_sentences(out, figures);
  if (figures->traced) append_plots(out, figures);
  g_string_append(out, "<details><summary>All numbers as a table</summary><pre>");
  lap_plot_append_text(out, table);
  g_string_append(out, "</pre></details>\n</body></html>\n");
  return g_string_free(out, FALSE);
}
