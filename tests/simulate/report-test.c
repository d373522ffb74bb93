#include "host/simulate/report.h"

#include <json-glib/json-glib.h>

#include "host/json/parse.h"
#include "tests/match/parcel.h"

static LapGame *game;

/* Two matches of two seats: 5 to 3, and 4 to 4 (tie broken, seat 1 wins) with a fault besides. */
static LapStatistics *two_matches(void)
{
  LapStatistics *statistics = lap_statistics_new(game, 2);
  LapLine lines[] = {{.kind = PARCEL_COINS, .seat = 0, .points = 5},
                     {.kind = PARCEL_SHELF, .seat = 1, .points = 3},
                     {.kind = PARCEL_CARDS, .seat = 1, .tier = LAP_TIER_TIES, .points = 9}};
  LapSheet sheet = {.line = lines, .n = 3, .total = {{5}, {3}}, .place = {1, 2}};
  lap_statistics_add(statistics, &sheet, 10, 12);
  sheet = (LapSheet){.total = {{4}, {4}}, .place = {2, 1}};
  lap_statistics_add(statistics, &sheet, 13, 20);
  lap_statistics_add_fault(statistics, 2, 77, 4, g_strdup("a \"dead\" end"));
  statistics->seconds = 0.5;
  statistics->threads = 1;
  return statistics;
}

static const char expected_json[] =
    "{\"matches\":2,\"stopped\":false,"
    "\"plies\":{\"mean\":11.5000,\"sd\":1.5000,\"min\":10,\"max\":13},"
    "\"steps\":{\"mean\":16.0000,\"sd\":4.0000,\"min\":12,\"max\":20},"
    "\"seats\":[{\"wins\":1,\"shared\":0,\"interval\":[0.0945,0.9055],\"points\":{\"mean\":4.5000,\"sd\":0.5000,"
    "\"min\":4,\"max\":5}},"
    "{\"wins\":1,\"shared\":0,\"interval\":[0.0945,0.9055],\"points\":{\"mean\":3.5000,\"sd\":0.5000,\"min\":3,\"max\":"
    "4}}],"
    "\"categories\":[{\"name\":\"parcel/coins\",\"mean\":1.2500,\"seats\":[2.5000,0.0000],\"together\":0.0000},"
    "{\"name\":\"parcel/shelf\",\"mean\":0.7500,\"seats\":[0.0000,1.5000],\"together\":0.0000}],"
    "\"faults\":1,\"first_faults\":[{\"match\":2,\"seed\":\"77\",\"ply\":4,\"message\":\"a \\\"dead\\\" end\"}]";
static const char expected_time[] =
    ",\"time\":{\"seconds\":0.5000,\"threads\":1,\"matches_per_second\":4.0000,\"plies_per_second\":46.0000}";

static void test_json(void)
{
  g_autoptr(LapStatistics) statistics = two_matches();
  g_autofree char *plain = lap_statistics_to_json(statistics, FALSE), *timed = lap_statistics_to_json(statistics, TRUE);
  g_autofree char *expected_plain = g_strconcat(expected_json, "}", NULL);
  g_autofree char *expected_timed = g_strconcat(expected_json, expected_time, "}", NULL);
  g_assert_cmpstr(plain, ==, expected_plain);
  g_assert_cmpstr(timed, ==, expected_timed);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = lap_json_parse(timed, strlen(timed), &error);
  g_assert_no_error(error);
}

static const char expected_table[] = "2 matches\n"
                                     "\n"
                                     "a match   mean    sd  min  max\n"
                                     "plies    11.50  1.50   10   13\n"
                                     "steps    16.00  4.00   12   20\n"
                                     "\n"
                                     "seat      wins %      95 %  shared %  points    sd  min  max\n"
                                     "1 random    50.0  9.5-90.5       0.0    4.50  0.50    4    5\n"
                                     "2 Ünal      50.0  9.5-90.5       0.0    3.50  0.50    3    4\n"
                                     "\n"
                                     "points for    mean  seat 1  seat 2\n"
                                     "parcel/coins  1.25    2.50    0.00\n"
                                     "parcel/shelf  0.75    0.00    1.50\n"
                                     "\n"
                                     "1 match failed\n"
                                     "  match 2 (seed 77), ply 4: a \"dead\" end\n"
                                     "\n"
                                     "0.50 s on 1 thread: 4 matches, 46 plies a second\n";

static void test_table(void)
{
  const char *const bots[] = {"random", "Ünal"};
  g_autoptr(LapStatistics) statistics = two_matches();
  g_autofree char *table = lap_statistics_to_table(statistics, bots);
  g_assert_cmpstr(table, ==, expected_table);
}

static void test_measure(void)
{
  static const gint64 values[] = {-3, 5, 5, 9};
  LapMeasure all = {0}, left = {0}, right = {0}, none = {0};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    lap_measure_add(&all, values[i]);
    lap_measure_add(i < 1 ? &left : &right, values[i]);
  }
  lap_measure_merge(&right, &left);
  lap_measure_merge(&right, &none);
  g_assert_cmpmem(&all, sizeof all, &right, sizeof right);
  g_assert_cmpint(all.min, ==, -3);
  g_assert_cmpint(all.max, ==, 9);
  g_assert_cmpfloat(lap_measure_mean(&all), ==, 4);
  g_assert_cmpfloat_with_epsilon(lap_measure_deviation(&all), 4.3588989, 1e-6);
  g_assert_cmpfloat(lap_measure_mean(&none), ==, 0);
  g_assert_cmpfloat(lap_measure_deviation(&none), ==, 0);
}

static void test_merge(void)
{
  g_autoptr(LapStatistics) once = two_matches(), twice = two_matches(), sum = lap_statistics_new(game, 2);
  lap_statistics_merge(sum, once);
  lap_statistics_merge(sum, twice);
  g_assert_cmpuint(sum->matches, ==, 4);
  g_assert_cmpuint(sum->n_faults, ==, 2);
  g_assert_cmpuint(sum->seat[0].wins, ==, 2);
  g_assert_cmpint(sum->category[PARCEL_COINS].points[0], ==, 10);
  g_assert_cmpfloat(lap_measure_mean(&sum->plies), ==, 11.5);
}

static void test_kept_faults(void)
{
  g_autoptr(LapStatistics) statistics = lap_statistics_new(game, 2);
  for (guint i = 0; i < 40; i++) lap_statistics_add_fault(statistics, (i * 7) % 40, i, 0, g_strdup("x"));
  g_assert_cmpuint(statistics->n_faults, ==, 40);
  g_assert_cmpuint(statistics->faults->len, ==, LAP_FAULTS_KEPT);
  for (guint i = 0; i < LAP_FAULTS_KEPT; i++)
    g_assert_cmpuint(g_array_index(statistics->faults, LapSimulationFault, i).match, ==, i);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = parcel_link(parcel_routes);
  g_test_add_func("/report/json-is-exact-and-strict", test_json);
  g_test_add_func("/report/a-table-is-aligned", test_table);
  g_test_add_func("/report/a-measure-adds-up-in-any-order", test_measure);
  g_test_add_func("/report/statistics-add-up", test_merge);
  g_test_add_func("/report/the-first-faults-are-kept", test_kept_faults);
  int status = g_test_run();
  lap_game_unref(game);
  return status;
}
