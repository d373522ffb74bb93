/* Statistics as one line of JSON. */
#include <json-glib/json-glib.h>

#include "report.h"

/* Four places, with a point whatever the locale. */
static void append_real(GString *out, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append(out, g_ascii_formatd(digits, sizeof digits, "%.4f", value));
}

static void append_text(GString *out, const char *text)
{
  g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), text);
  g_autofree char *quoted = json_to_string(node, FALSE);
  g_string_append(out, quoted);
}

static void append_measure(GString *out, const LapMeasure *measure)
{
  g_string_append(out, "{\"mean\":");
  append_real(out, lap_measure_mean(measure));
  g_string_append(out, ",\"sd\":");
  append_real(out, lap_measure_deviation(measure));
  g_string_append_printf(out, ",\"min\":%" G_GINT64_FORMAT ",\"max\":%" G_GINT64_FORMAT "}", measure->min,
                         measure->max);
}

static void append_lengths(GString *out, const LapStatistics *statistics)
{
  g_string_append(out, ",\"plies\":");
  append_measure(out, &statistics->plies);
  g_string_append(out, ",\"steps\":");
  append_measure(out, &statistics->steps);
  if (!statistics->branching.n) return;
  g_string_append(out, ",\"branching\":");
  append_measure(out, &statistics->branching);
}

static void append_seats(GString *out, const LapStatistics *statistics)
{
  g_string_append(out, ",\"seats\":[");
  for (guint seat = 0; seat < statistics->seats; seat++) {
    const LapSeatStatistics *of = &statistics->seat[seat];
    g_string_append_printf(out, "%s{\"wins\":%" G_GUINT64_FORMAT ",\"shared\":%" G_GUINT64_FORMAT ",\"points\":",
                           seat ? "," : "", of->wins, of->shared);
    append_measure(out, &of->points);
    g_string_append_c(out, '}');
  }
  g_string_append_c(out, ']');
}

static void append_together(GString *out, const LapStatistics *statistics)
{
  if (!statistics->together) return;
  g_string_append_printf(out,
                         ",\"together\":{\"matches\":%" G_GUINT64_FORMAT ",\"won\":%" G_GUINT64_FORMAT ",\"points\":",
                         statistics->together, statistics->won);
  append_measure(out, &statistics->team);
  g_string_append_c(out, '}');
}

static void append_category(GString *out, const LapStatistics *statistics, const LapCategoryStatistics *category)
{
  g_string_append(out, "{\"name\":");
  append_text(out, category->name);
  g_string_append(out, ",\"mean\":");
  append_real(out, lap_category_mean(statistics, category));
  g_string_append(out, ",\"seats\":[");
  for (guint seat = 0; seat < statistics->seats; seat++) {
    if (seat) g_string_append_c(out, ',');
    append_real(out, lap_category_seat_mean(statistics, category, seat));
  }
  g_string_append(out, "],\"together\":");
  append_real(out, lap_category_seat_mean(statistics, category, LAP_SEATS_MAX));
  g_string_append_c(out, '}');
}

static void append_categories(GString *out, const LapStatistics *statistics)
{
  const char *comma = "";
  g_string_append(out, ",\"categories\":[");
  for (guint i = 0; i < statistics->n_categories; i++) {
    if (!statistics->category[i].used) continue;
    g_string_append(out, comma);
    append_category(out, statistics, &statistics->category[i]);
    comma = ",";
  }
  g_string_append_c(out, ']');
}

static void append_faults(GString *out, const LapStatistics *statistics)
{
  g_string_append_printf(out, ",\"faults\":%" G_GUINT64_FORMAT ",\"first_faults\":[", statistics->n_faults);
  for (guint i = 0; i < statistics->faults->len; i++) {
    const LapSimulationFault *fault = &g_array_index(statistics->faults, LapSimulationFault, i);
    g_string_append_printf(
        out,
        "%s{\"match\":%" G_GUINT64_FORMAT ",\"seed\":\"%" G_GUINT64_FORMAT "\",\"ply\":%u,\"message\":", i ? "," : "",
        fault->match, fault->seed, fault->ply);
    append_text(out, fault->message);
    g_string_append_c(out, '}');
  }
  g_string_append_c(out, ']');
}

static void append_time(GString *out, const LapStatistics *statistics)
{
  g_string_append(out, ",\"time\":{\"seconds\":");
  append_real(out, statistics->seconds);
  g_string_append_printf(out, ",\"threads\":%u,\"matches_per_second\":", statistics->threads);
  append_real(out, lap_statistics_rate(statistics, (double)statistics->matches));
  g_string_append(out, ",\"plies_per_second\":");
  append_real(out, lap_statistics_rate(statistics, (double)statistics->plies.sum));
  g_string_append_c(out, '}');
}

char *lap_statistics_to_json(const LapStatistics *statistics, gboolean timed)
{
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "{\"matches\":%" G_GUINT64_FORMAT ",\"stopped\":%s", statistics->matches,
                         statistics->stopped ? "true" : "false");
  append_lengths(out, statistics);
  append_seats(out, statistics);
  append_together(out, statistics);
  append_categories(out, statistics);
  append_faults(out, statistics);
  if (timed) append_time(out, statistics);
  g_string_append_c(out, '}');
  return g_string_free(out, FALSE);
}
