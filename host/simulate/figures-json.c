/* Figures as one line of JSON: what people read off them, and the whole numbers that they add up from, so that figures
 * can be read again (figures-read.c) and merged. */
#include "host/json/writer.h"
#include "inference.h"
#include "report-private.h"

static void write_number(LapJsonWriter *json, const char *name, const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (name) lap_json_name(json, name);
  lap_json_raw(json, g_ascii_formatd(digits, sizeof digits, format, value), -1);
}

static void write_real(LapJsonWriter *json, const char *name, double value) { write_number(json, name, "%.4f", value); }

static void write_bins(LapJsonWriter *json, const LapDistribution *of)
{
  lap_json_member_array(json, "bins");
  for (gint32 bin = lap_distribution_first(of); bin < lap_distribution_end(of); bin++) {
    if (!lap_distribution_count(of, bin)) continue;
    lap_json_begin_array(json);
    lap_json_int(json, lap_distribution_value(bin));
    lap_json_int(json, (gint64)lap_distribution_count(of, bin));
    lap_json_end_array(json);
  }
  lap_json_end_array(json);
}

static void write_distribution(LapJsonWriter *json, const char *name, const LapDistribution *of)
{
  if (name)
    lap_json_member_object(json, name);
  else
    lap_json_begin_object(json);
  lap_json_member_int(json, "n", (gint64)of->of.n);
  if (of->of.n) {
    write_real(json, "mean", lap_measure_mean(&of->of));
    write_real(json, "sd", lap_measure_deviation(&of->of));
    lap_json_member_int(json, "median", lap_distribution_quantile(of, 0.5));
    lap_json_member_int(json, "min", of->of.min);
    lap_json_member_int(json, "max", of->of.max);
    lap_json_member_int(json, "sum", of->of.sum);
    lap_json_member_int(json, "squares", (gint64)of->of.squares);
    write_bins(json, of);
  }
  lap_json_end_object(json);
}

static void write_counts(LapJsonWriter *json, const char *name, const guint64 *counts, guint n)
{
  lap_json_member_array(json, name);
  for (guint i = 0; i < n; i++) lap_json_int(json, (gint64)counts[i]);
  lap_json_end_array(json);
}

static void write_seats(LapJsonWriter *json, const LapFigures *figures)
{
  lap_json_member_array(json, "seats");
  for (guint seat = 0; seat < figures->seats; seat++) {
    const LapSeatFigures *of = &figures->seat[seat];
    gint64 halves = 0;
    lap_json_begin_object(json);
    lap_json_member_int(json, "wins", (gint64)of->wins);
    write_counts(json, "places", of->places, figures->seats);
    write_distribution(json, "points", &of->points);
    write_distribution(json, "margin", &of->margin);
    if (lap_figures_compensation(figures, seat, &halves))
      write_number(json, "compensation", "%.1f", (double)halves / 2);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_categories(LapJsonWriter *json, const LapFigures *figures)
{
  lap_json_member_array(json, "categories");
  for (guint i = 0; i < figures->n_categories; i++) {
    const LapCategoryFigures *category = &figures->category[i];
    if (!category->used) continue;
    lap_json_begin_object(json);
    lap_json_member_string(json, "name", category->name);
    lap_json_member_array(json, "seats");
    for (guint seat = 0; seat < figures->seats; seat++) write_distribution(json, NULL, &category->points[seat]);
    lap_json_end_array(json);
    write_distribution(json, "together", &category->points[LAP_SEATS_MAX]);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

LapTest lap_report_taken_test(const LapFigures *figures, const LapTaken *taken)
{
  LapStratum strata[LAP_SEATS_MAX];
  for (guint seat = 0; seat < figures->seats; seat++)
    strata[seat] = (LapStratum){taken->wins[seat], taken->matches[seat], figures->seat[seat].wins, figures->traced};
  return lap_compare_strata(strata, figures->seats);
}

static void write_taken(LapJsonWriter *json, const LapFigures *figures)
{
  g_autoptr(GPtrArray) list = lap_figures_list_taken(figures);
  lap_json_member_array(json, "taken");
  for (guint i = 0; i < list->len; i++) {
    const LapTaken *taken = list->pdata[i];
    LapTest test = lap_report_taken_test(figures, taken);
    lap_json_begin_object(json);
    lap_json_member_string(json, "name", taken->name);
    lap_json_member_int(json, "taken", (gint64)taken->taken);
    lap_json_member_int(json, "any", (gint64)taken->any);
    write_counts(json, "matches", taken->matches, figures->seats);
    write_counts(json, "wins", taken->wins, figures->seats);
    if (test.p < 1) {
      lap_json_member_object(json, "winning");
      lap_report_write_test(json, test);
      lap_json_end_object(json);
    }
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_traced(LapJsonWriter *json, const LapFigures *figures)
{
  lap_json_member_object(json, "traced");
  lap_json_member_int(json, "matches", (gint64)figures->traced);
  lap_json_member_int(json, "ahead", (gint64)figures->ahead);
  write_distribution(json, "plies", &figures->plies);
  write_distribution(json, "steps", &figures->steps);
  write_distribution(json, "choices", &figures->choices);
  write_distribution(json, "lead_changes", &figures->leads);
  write_distribution(json, "decided", &figures->decided);
  write_distribution(json, "team", &figures->team);
  write_seats(json, figures);
  write_categories(json, figures);
  write_taken(json, figures);
  lap_json_end_object(json);
}

/* The sums of all matches, exactly. */
static void write_sums(LapJsonWriter *json, const LapStatistics *all)
{
  g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
  lap_statistics_to_numbers(all, numbers);
  lap_json_member_object(json, "sums");
  lap_json_member_array(json, "categories");
  for (guint i = 0; i < all->n_categories; i++) lap_json_string(json, all->category[i].name);
  lap_json_end_array(json);
  lap_json_member_array(json, "numbers");
  for (guint i = 0; i < numbers->len; i++) lap_json_int(json, g_array_index(numbers, gint64, i));
  lap_json_end_array(json);
  lap_json_end_object(json);
}

static void write_shard(LapJsonWriter *json, const LapFigures *figures)
{
  if (!figures->shard) return;
  lap_json_member_object(json, "shard");
  lap_json_member_int(json, "number", (gint64)figures->shard);
  lap_json_member_int(json, "of", (gint64)figures->shards);
  lap_json_end_object(json);
}

char *lap_figures_to_json(const LapFigures *figures, gboolean timed)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_string(&json, "format", LAP_FIGURES_FORMAT);
  lap_json_name(&json, "run");
  lap_json_raw(&json, figures->run ? figures->run : "null", -1);
  write_shard(&json, figures);
  lap_report_write_statistics(&json, figures->all, timed);
  lap_json_member_int(&json, "draws", (gint64)lap_figures_draws(figures));
  if (figures->choices.of.n) lap_report_write_measure(&json, "branching", &figures->choices.of);
  write_traced(&json, figures);
  write_sums(&json, figures->all);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}
