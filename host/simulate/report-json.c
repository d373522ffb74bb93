/* Statistics as one line of JSON. */
#include "host/json/writer.h"
#include "report-private.h"

/* Four places, with a point whatever the locale. */
static void write_real(LapJsonWriter *json, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (name) lap_json_name(json, name);
  lap_json_raw(json, g_ascii_formatd(digits, sizeof digits, "%.4f", value), -1);
}

void lap_report_write_interval(LapJsonWriter *json, const char *name, LapInterval interval)
{
  lap_json_member_array(json, name);
  write_real(json, NULL, interval.low);
  write_real(json, NULL, interval.high);
  lap_json_end_array(json);
}

void lap_report_write_test(LapJsonWriter *json, LapTest test)
{
  write_real(json, "difference", test.difference);
  lap_report_write_interval(json, "interval", test.interval);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  lap_json_name(json, "p");
  lap_json_raw(json, g_ascii_formatd(digits, sizeof digits, "%.4g", test.p), -1);
}

void lap_report_write_measure(LapJsonWriter *json, const char *name, const LapMeasure *measure)
{
  lap_json_member_object(json, name);
  write_real(json, "mean", lap_measure_mean(measure));
  write_real(json, "sd", lap_measure_deviation(measure));
  lap_json_member_int(json, "min", measure->min);
  lap_json_member_int(json, "max", measure->max);
  lap_json_end_object(json);
}

static void write_lengths(LapJsonWriter *json, const LapStatistics *statistics)
{
  lap_report_write_measure(json, "plies", &statistics->plies);
  lap_report_write_measure(json, "steps", &statistics->steps);
}

static void write_seats(LapJsonWriter *json, const LapStatistics *statistics)
{
  guint64 contests = statistics->matches - statistics->together;
  lap_json_member_array(json, "seats");
  for (guint seat = 0; seat < statistics->seats; seat++) {
    const LapSeatStatistics *of = &statistics->seat[seat];
    lap_json_begin_object(json);
    lap_json_member_int(json, "wins", (gint64)of->wins);
    lap_json_member_int(json, "shared", (gint64)of->shared);
    lap_report_write_interval(json, "interval", lap_wilson(of->wins, contests));
    lap_report_write_measure(json, "points", &of->points);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_together(LapJsonWriter *json, const LapStatistics *statistics)
{
  if (!statistics->together) return;
  lap_json_member_object(json, "together");
  lap_json_member_int(json, "matches", (gint64)statistics->together);
  lap_json_member_int(json, "won", (gint64)statistics->won);
  lap_report_write_measure(json, "points", &statistics->team);
  lap_json_end_object(json);
}

static void write_category(LapJsonWriter *json, const LapStatistics *statistics, const LapCategoryStatistics *category)
{
  lap_json_begin_object(json);
  lap_json_member_string(json, "name", category->name);
  write_real(json, "mean", lap_category_mean(statistics, category));
  lap_json_member_array(json, "seats");
  for (guint seat = 0; seat < statistics->seats; seat++)
    write_real(json, NULL, lap_category_seat_mean(statistics, category, seat));
  lap_json_end_array(json);
  write_real(json, "together", lap_category_seat_mean(statistics, category, LAP_SEATS_MAX));
  lap_json_end_object(json);
}

static void write_categories(LapJsonWriter *json, const LapStatistics *statistics)
{
  lap_json_member_array(json, "categories");
  for (guint i = 0; i < statistics->n_categories; i++)
    if (statistics->category[i].used) write_category(json, statistics, &statistics->category[i]);
  lap_json_end_array(json);
}

static void write_faults(LapJsonWriter *json, const LapStatistics *statistics)
{
  lap_json_member_int(json, "faults", (gint64)statistics->n_faults);
  lap_json_member_array(json, "first_faults");
  for (guint i = 0; i < statistics->faults->len; i++) {
    const LapSimulationFault *fault = &g_array_index(statistics->faults, LapSimulationFault, i);
    lap_json_begin_object(json);
    lap_json_member_int(json, "match", (gint64)fault->match);
    lap_json_name(json, "seed");
    lap_json_word_format(json, "%" G_GUINT64_FORMAT, fault->seed);
    lap_json_member_int(json, "ply", fault->ply);
    lap_json_member_string(json, "message", fault->message);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_time(LapJsonWriter *json, const LapStatistics *statistics)
{
  lap_json_member_object(json, "time");
  write_real(json, "seconds", statistics->seconds);
  lap_json_member_int(json, "threads", statistics->threads);
  write_real(json, "matches_per_second", lap_statistics_rate(statistics, (double)statistics->matches));
  write_real(json, "plies_per_second", lap_statistics_rate(statistics, (double)statistics->plies.sum));
  lap_json_end_object(json);
}

void lap_report_write_statistics(LapJsonWriter *json, const LapStatistics *statistics, gboolean timed)
{
  lap_json_member_int(json, "matches", (gint64)statistics->matches);
  lap_json_member_bool(json, "stopped", statistics->stopped);
  write_lengths(json, statistics);
  write_seats(json, statistics);
  write_together(json, statistics);
  write_categories(json, statistics);
  write_faults(json, statistics);
  if (timed) write_time(json, statistics);
}

char *lap_statistics_to_json(const LapStatistics *statistics, gboolean timed)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_report_write_statistics(&json, statistics, timed);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}
