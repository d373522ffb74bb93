/* Figures as CSV for tables of data: a row a number, so that pandas and R read it as it is and files of many runs can
 * be put under each other. */
#include <string.h>

#include "report-private.h"

typedef struct {
  GString *out;
  const char *section, *name; /* what the rows that follow are of */
  guint seat;                 /* from 1; 0: of none */
} Csv;

/* RFC 4180. */
static void append_text(GString *out, const char *text)
{
  if (!strpbrk(text, ",\"\r\n")) {
    g_string_append(out, text);
    return;
  }
  g_string_append_c(out, '"');
  for (; *text; text++) {
    if (*text == '"') g_string_append_c(out, '"');
    g_string_append_c(out, *text);
  }
  g_string_append_c(out, '"');
}

static void begin_row(Csv *csv, const char *measure)
{
  g_string_append(csv->out, csv->section);
  g_string_append_c(csv->out, ',');
  append_text(csv->out, csv->name);
  g_string_append_c(csv->out, ',');
  if (csv->seat) g_string_append_printf(csv->out, "%u", csv->seat);
  g_string_append_printf(csv->out, ",%s,", measure);
}

static void add_integer(Csv *csv, const char *measure, gint64 value)
{
  begin_row(csv, measure);
  g_string_append_printf(csv->out, "%" G_GINT64_FORMAT "\n", value);
}

static void add_real(Csv *csv, const char *measure, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  begin_row(csv, measure);
  g_string_append(csv->out, g_ascii_formatd(digits, sizeof digits, "%.6g", value));
  g_string_append_c(csv->out, '\n');
}

static void add_distribution(Csv *csv, const LapDistribution *of)
{
  if (!of->of.n) return;
  add_integer(csv, "n", (gint64)of->of.n);
  add_real(csv, "mean", lap_measure_mean(&of->of));
  add_real(csv, "sd", lap_measure_deviation(&of->of));
  add_integer(csv, "min", of->of.min);
  add_integer(csv, "median", lap_distribution_quantile(of, 0.5));
  add_integer(csv, "max", of->of.max);
  for (gint32 bin = lap_distribution_first(of); bin < lap_distribution_end(of); bin++) {
    if (!lap_distribution_count(of, bin)) continue;
    g_autofree char *measure = g_strdup_printf("count_%" G_GINT64_FORMAT, lap_distribution_value(bin));
    add_integer(csv, measure, (gint64)lap_distribution_count(of, bin));
  }
}

static void add_seats(Csv *csv, const LapFigures *figures)
{
  guint64 contests = lap_figures_contests(figures);
  for (guint seat = 0; seat < figures->seats && contests; seat++) {
    const LapSeatStatistics *of = &figures->all->seat[seat];
    LapInterval interval = lap_wilson(of->wins, contests);
    csv->seat = seat + 1;
    csv->name = "wins";
    add_integer(csv, "n", (gint64)of->wins);
    add_real(csv, "share", (double)of->wins / (double)contests);
    add_real(csv, "low", interval.low);
    add_real(csv, "high", interval.high);
    csv->name = "shared";
    add_integer(csv, "n", (gint64)of->shared);
    csv->name = "points";
    add_distribution(csv, &figures->seat[seat].points);
    csv->name = "place";
    for (guint place = 0; place < figures->seats; place++) {
      g_autofree char *measure = g_strdup_printf("count_%u", place + 1);
      add_integer(csv, measure, (gint64)figures->seat[seat].places[place]);
    }
  }
  csv->seat = 0;
}

static void add_categories(Csv *csv, const LapFigures *figures)
{
  for (guint i = 0; i < figures->n_categories; i++) {
    LapCategoryFigures *category = &figures->category[i];
    if (!category->used) continue;
    csv->name = category->name;
    for (csv->seat = 1; csv->seat <= figures->seats; csv->seat++)
      add_distribution(csv, &category->points[csv->seat - 1]);
    csv->seat = 0;
    if (figures->team.of.n) add_distribution(csv, &category->points[LAP_SEATS_MAX]);
  }
}

static void add_taken(Csv *csv, const LapFigures *figures)
{
  g_autoptr(GPtrArray) list = lap_figures_list_taken(figures);
  for (guint i = 0; i < list->len; i++) {
    const LapTaken *taken = list->pdata[i];
    LapTest test = lap_report_taken_test(figures, taken);
    csv->name = taken->name;
    add_integer(csv, "taken", (gint64)taken->taken);
    add_integer(csv, "matches", (gint64)taken->any);
    if (test.p < 1) {
      add_real(csv, "wins_more", test.difference);
      add_real(csv, "p", test.p);
    }
  }
}

char *lap_figures_to_csv(const LapFigures *figures)
{
  Csv csv = {.out = g_string_new("section,name,seat,measure,value\n"), .section = "all", .name = "matches"};
  const struct {
    const char *name;
    const LapDistribution *of;
  } course[] = {{"plies", &figures->plies},        {"steps", &figures->steps},     {"choices", &figures->choices},
                {"lead_changes", &figures->leads}, {"decided", &figures->decided}, {"team", &figures->team}};
  add_integer(&csv, "n", (gint64)figures->all->matches);
  add_integer(&csv, "draws", (gint64)lap_figures_draws(figures));
  add_integer(&csv, "faults", (gint64)figures->all->n_faults);
  add_integer(&csv, "together", (gint64)figures->all->together);
  add_integer(&csv, "won_together", (gint64)figures->all->won);
  csv.section = "seat";
  add_seats(&csv, figures);
  csv.section = "course";
  for (guint i = 0; i < G_N_ELEMENTS(course); i++) {
    csv.name = course[i].name;
    add_distribution(&csv, course[i].of);
  }
  csv.section = "category";
  add_categories(&csv, figures);
  csv.section = "taken";
  add_taken(&csv, figures);
  return g_string_free(csv.out, FALSE);
}
