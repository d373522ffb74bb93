/* A comparison as a page: what each side comes to, below each other, and what they do more or less often. */
#include <string.h>

#include "page.h"
#include "plot.h"
#include "report-private.h"

#define DONE_SHOWN 24
#define SIDES_SHOWN 26 /* as many as there are letters */

typedef struct {
  GString *out;
  const LapSide *side;
  guint n;
  char *letter[SIDES_SHOWN + 1];
} Page;

static void append_sides(const Page *page, guint all, const GArray *differences)
{
  GString *out = page->out;
  g_string_append(out, "<ul class=\"says\">\n");
  for (guint i = 0; i < page->n; i++) {
    g_string_append_printf(out, "<li><b>%s</b> ", page->letter[i]);
    lap_plot_append_text(out, page->side[i].title);
    g_string_append_printf(out, ", %" G_GUINT64_FORMAT " matches", page->side[i].figures->all->matches);
    guint found = i ? lap_report_count_found(differences, i) : 0;
    if (i) g_string_append_printf(out, ": %u measure%s from A", found, found == 1 ? " differs" : "s differ");
    g_string_append(out, "</li>\n");
  }
  if (all > page->n) g_string_append_printf(out, "<li>and %u more, in the table below alone</li>\n", all - page->n);
  g_string_append(out, "</ul>\n");
}

static void plot_wins(const Page *page, guint seat)
{
  LapPlotBar bars[SIDES_SHOWN];
  double most = 0.1;
  for (guint i = 0; i < page->n; i++) {
    const LapFigures *figures = page->side[i].figures;
    guint64 contests = lap_figures_contests(figures), wins = figures->all->seat[seat].wins;
    if (!contests || figures->seats < 2) return;
    bars[i] = (LapPlotBar){page->letter[i], (double)wins / (double)contests, lap_wilson(wins, contests), NULL, i};
    most = MAX(most, bars[i].interval.high);
  }
  for (guint i = 0; i < page->n; i++) bars[i].note = g_strdup_printf("%.1f %%", 100 * bars[i].value);
  g_autofree char *title = g_strdup_printf("Wins of seat %u", seat + 1);
  lap_page_begin_figure(page->out, title, "Alone in the first place, with intervals of 95 %");
  lap_plot_bars(page->out, bars, page->n, MIN(most * 1.05, 1), 0);
  lap_page_end_figure(page->out);
  for (guint i = 0; i < page->n; i++) g_free(bars[i].note);
}

static void plot_values(const Page *page, const LapDistribution *const *of, const char *title, const char *note)
{
  gint64 low = G_MAXINT64, high = G_MININT64;
  for (guint i = 0; i < page->n; i++) {
    if (!of[i]->of.n) return;
    low = MIN(low, of[i]->of.min);
    high = MAX(high, of[i]->of.max);
  }
  if (low == high) return;
  lap_page_begin_figure(page->out, title, note);
  lap_plot_distributions(page->out, of, (const char *const *)page->letter, page->n);
  lap_page_end_figure(page->out);
}

/* `offset`: of a distribution in LapFigures. */
static void plot_all(const Page *page, gsize offset, const char *title, const char *note)
{
  const LapDistribution *of[SIDES_SHOWN];
  for (guint i = 0; i < page->n; i++) of[i] = G_STRUCT_MEMBER_P(page->side[i].figures, offset);
  plot_values(page, of, title, note);
}

static void plot_seat(const Page *page, guint seat)
{
  const LapDistribution *of[SIDES_SHOWN];
  for (guint i = 0; i < page->n; i++) of[i] = &page->side[i].figures->seat[seat].points;
  g_autofree char *title = g_strdup_printf("Points of seat %u", seat + 1);
  plot_wins(page, seat);
  plot_values(page, of, title, "How often; dashed: the median");
}

static void plot_done(const Page *page, const GArray *differences, guint side)
{
  g_autoptr(GPtrArray) rows = lap_report_done_rows(differences, side);
  LapPlotBar bars[DONE_SHOWN];
  guint n = MIN(rows->len, DONE_SHOWN);
  for (guint i = 0; i < n; i++) {
    const LapDifference *of = rows->pdata[i];
    const char *slash = strchr(of->measure, '/');
    bars[i] = (LapPlotBar){(char *)(slash ? slash + 1 : of->measure), of->test.difference, of->test.interval,
                           g_strdup_printf("%+.1f", 100 * of->test.difference), 0};
  }
  if (n) {
    g_autofree char *title = g_strdup_printf("What is done in %s more or less often than in A", page->letter[side]);
    lap_page_begin_figure(page->out, title, "In per cent of matches, 95 %; the most telling ones");
    lap_plot_differences(page->out, bars, n);
    lap_page_end_figure(page->out);
  }
  for (guint i = 0; i < n; i++) g_free(bars[i].note);
}

static guint least_seats(const Page *page)
{
  guint seats = G_MAXUINT;
  for (guint i = 0; i < page->n; i++) seats = MIN(seats, page->side[i].figures->seats);
  return seats;
}

static void append_plots(const Page *page, const GArray *differences)
{
  g_string_append(page->out, "<main>\n");
  for (guint seat = 0; seat < least_seats(page); seat++) plot_seat(page, seat);
  plot_all(page, G_STRUCT_OFFSET(LapFigures, team), "Points together", "How often; dashed: the median");
  plot_all(page, G_STRUCT_OFFSET(LapFigures, plies), "Length", "Moves of a match; dashed: the median");
  plot_all(page, G_STRUCT_OFFSET(LapFigures, choices), "Choices", "Legal steps at each step; dashed: the median");
  plot_all(page, G_STRUCT_OFFSET(LapFigures, leads), "Changes of the lead",
           "How often another seat was ahead alone than before");
  for (guint side = 1; side < page->n; side++) plot_done(page, differences, side);
  g_string_append(page->out, "</main>\n");
}

char *lap_comparison_to_html(const LapSide *sides, guint n, const GArray *differences, const char *table)
{
  Page page = {.side = sides, .n = MIN(n, SIDES_SHOWN)};
  for (guint i = 0; i < page.n; i++) page.letter[i] = g_strdup_printf("%c", 'A' + (int)i);
  page.out = lap_page_begin("What differs", "What differs");
  append_sides(&page, n, differences);
  append_plots(&page, differences);
  for (guint i = 0; i < page.n; i++) g_free(page.letter[i]);
  return lap_page_end(page.out, table);
}
