#include "host/simulate/compare.h"

#include <string.h>

#include "host/simulate/tournament.h"
#include "tests/match/parcel.h"

static LapGame *game;

/* --- comparisons */

static LapSide side_of(const char *setting, guint64 seed)
{
  g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){setting, NULL});
  LapSide side = {.figures = lap_figures_new(lap_statistics_new(game, 2)), .title = g_strdup(setting)};
  side.first_places_n = 400;
  side.first_places = g_new0(guint16, side.first_places_n);
  const LapSimulation simulation = {.seats = 2,
                                    .options = options,
                                    .matches = side.first_places_n,
                                    .seed = seed,
                                    .trace = 1,
                                    .figures = side.figures,
                                    .first_places = side.first_places};
  lap_statistics_free(lap_simulate(game, &simulation, NULL));
  return side;
}

static const LapDifference *find(const GArray *differences, const char *measure)
{
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    if (g_str_equal(of->measure, measure)) return of;
  }
  return NULL;
}

static guint count_found(const GArray *differences)
{
  guint found = 0;
  for (guint i = 0; i < differences->len; i++)
    found += g_array_index(differences, LapDifference, i).test.p < LAP_SIGNIFICANT;
  return found;
}

static void test_same(void)
{
  LapSide sides[] = {side_of("rounds=3", 1), side_of("rounds=3", 1)};
  g_autoptr(GArray) differences = lap_compare(sides, 2);
  g_assert_cmpuint(differences->len, >, 5);
  for (guint i = 0; i < differences->len; i++) {
    const LapDifference *of = &g_array_index(differences, LapDifference, i);
    g_assert_cmpfloat(of->test.difference, ==, 0);
    g_assert_cmpfloat(of->test.p, ==, 1);
  }
  for (guint i = 0; i < 2; i++) lap_side_clear(&sides[i]);
}

static void test_changed(void)
{
  LapSide sides[] = {side_of("rounds=3", 1), side_of("rounds=2", 2), side_of("rounds=3", 3)};
  g_autoptr(GArray) differences = lap_compare(sides, 3), same = NULL;
  const LapDifference *plies = find(differences, "plies"), *wins = find(differences, "wins of seat 1");
  g_assert_nonnull(plies);
  g_assert_cmpuint(plies->side, ==, 1);
  g_assert_cmpfloat(plies->first, ==, lap_measure_mean(&sides[0].figures->plies.of));
  g_assert_cmpfloat(plies->test.difference, ==, plies->other - plies->first);
  g_assert_cmpfloat(plies->test.p, <, 1e-6);
  g_assert_nonnull(wins);
  g_assert_true(wins->paired && wins->a_share);
  LapSide rest[] = {sides[0], sides[2]};
  same = lap_compare(rest, 2);
  g_assert_cmpuint(count_found(same), ==, 0);
  for (guint i = 0; i < 3; i++) lap_side_clear(&sides[i]);
}

/* Four matches: won by seat 1 on both sides, on the first only, on the second only, on the second only. */
static void test_pairs(void)
{
  LapSide sides[2];
  static const guint16 first_places[2][4] = {{1, 1, 2, 3}, {1, 2, 1, 1}};
  for (guint i = 0; i < 2; i++) {
    LapStatistics *all = lap_statistics_new(game, 2);
    all->matches = 4;
    for (guint k = 0; k < 4; k++)
      for (guint seat = 0; seat < 2; seat++) all->seat[seat].wins += first_places[i][k] == 1u << seat;
    sides[i] = (LapSide){.figures = lap_figures_new(all), .first_places_n = 4};
    sides[i].first_places = g_memdup2(first_places[i], sizeof first_places[i]);
  }
  g_autoptr(GArray) differences = lap_compare(sides, 2);
  const LapDifference *wins = find(differences, "wins of seat 1"), *draws = find(differences, "no winner");
  g_assert_true(wins->paired);
  g_assert_cmpfloat(wins->first, ==, 0.5);
  g_assert_cmpfloat(wins->test.difference, ==, 0.25);
  g_assert_cmpfloat(draws->test.difference, ==, -0.25);
  for (guint i = 0; i < 2; i++) lap_side_clear(&sides[i]);
}

/* --- tournaments */

static guint choose_first(gpointer memory G_GNUC_UNUSED, const LapActions *legal G_GNUC_UNUSED,
                          const LapBudget *budget G_GNUC_UNUSED, LapGenerator *generator G_GNUC_UNUSED)
{
  return 0;
}
static const LapBot first_bot = {.name = "first", .choose = choose_first};

static char *play(LapTournament tournament, GArray **meetings)
{
  g_autoptr(GError) error = NULL;
  tournament.game = game;
  tournament.seats = 2;
  *meetings = lap_tournament_play(&tournament, &error);
  g_assert_no_error(error);
  return lap_tournament_to_json(&tournament, *meetings);
}

static void test_decided(void)
{
  const LapPlayer players[] = {{"random", &lap_bot_random, NULL}, {"first", &first_bot, NULL}};
  g_autoptr(GArray) one = NULL, other = NULL, all = NULL;
  LapTournament tournament = {.players = players, .n = 2, .pairs = 400, .margin = 20, .error = 0.05, .threads = 1};
  g_autofree char *alone = play(tournament, &one);
  tournament.threads = 3;
  g_autofree char *shared = play(tournament, &other);
  g_assert_cmpstr(shared, ==, alone);
  const LapMeeting *meeting = &g_array_index(one, LapMeeting, 0);
  g_assert_cmpint(meeting->decided, !=, 0);
  g_assert_cmpuint(meeting->played, <, 400);
  g_assert_cmpuint(meeting->played % LAP_TOURNAMENT_ROUND, ==, 0);
  g_assert_cmpuint(meeting->wins + meeting->draws + meeting->losses, ==, 2 * meeting->played);
  g_assert_cmpint(meeting->decided > 0, ==, meeting->wins > meeting->losses);
  tournament.margin = 0;
  g_autofree char *whole = play(tournament, &all);
  g_assert_cmpuint(g_array_index(all, LapMeeting, 0).played, ==, 400);
}

/* A bot and itself, from the same generator: the seats are all that tells them apart, and they are swapped. */
static void test_equal(void)
{
  const LapPlayer players[] = {{"one", &first_bot, NULL}, {"other", &first_bot, NULL}};
  g_autoptr(GArray) meetings = NULL;
  g_autofree char *json = play((LapTournament){.players = players, .n = 2, .pairs = 70, .margin = 20, .error = 0.05},
                               &meetings);
  const LapMeeting *meeting = &g_array_index(meetings, LapMeeting, 0);
  g_assert_cmpint(meeting->decided, ==, 0);
  g_assert_cmpuint(meeting->played, ==, 70);
  g_assert_cmpuint(meeting->pairs.n[2], ==, 70);
  g_assert_cmpuint(meeting->wins, ==, meeting->losses);
}

static void test_ratings(void)
{
  const LapMeeting won = {.first = 0, .second = 1, .wins = 750, .losses = 250};
  const LapMeeting three[] = {
      {.first = 0, .second = 1, .wins = 640, .losses = 360},
      {.first = 0, .second = 2, .wins = 760, .losses = 240},
      {.first = 1, .second = 2, .wins = 640, .losses = 360}}; /* 100 Elo from each to the next */
  LapElo ratings[3];
  g_autoptr(GArray) meetings = g_array_new(FALSE, FALSE, sizeof(LapMeeting));
  g_array_append_val(meetings, won);
  lap_tournament_rate(meetings, 2, ratings);
  g_assert_cmpfloat_with_epsilon(ratings[0].elo - ratings[1].elo, 190.85, 0.5); /* 400 log10 3, less the drawn one */
  g_assert_cmpfloat_with_epsilon(ratings[0].elo + ratings[1].elo, 0, 1e-6);
  g_assert_cmpfloat(ratings[0].score, ==, 0.75);
  /* Half the interval of a share of 3/4 of 1001: 1.96 * 173.7178 / sqrt(1001 * 3 / 16) / 2 */
  g_assert_cmpfloat_with_epsilon(ratings[0].interval.high - ratings[0].elo, 12.43, 0.05);
  g_array_set_size(meetings, 0);
  g_array_append_vals(meetings, three, 3);
  lap_tournament_rate(meetings, 3, ratings);
  g_assert_cmpfloat_with_epsilon(ratings[0].elo, 100, 2);
  g_assert_cmpfloat_with_epsilon(ratings[1].elo, 0, 0.5);
  g_assert_cmpfloat_with_epsilon(ratings[2].elo, -100, 2);
}

static void test_together(void)
{
  g_autoptr(LapGame) express = parcel_express_link();
  g_autoptr(GError) error = NULL;
  const LapPlayer players[] = {{"random", &lap_bot_random, NULL}, {"first", &first_bot, NULL}};
  const LapTournament tournament = {.game = express, .seats = 2, .players = players, .n = 2, .pairs = 10};
  g_assert_null(lap_tournament_play(&tournament, &error));
  g_assert_nonnull(strstr(error->message, "play together"));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = parcel_link(parcel_routes);
  g_test_add_func("/compare/nothing-differs-from-itself", test_same);
  g_test_add_func("/compare/what-was-changed-is-found", test_changed);
  g_test_add_func("/compare/matches-of-one-deal-are-pairs", test_pairs);
  g_test_add_func("/tournament/the-better-one-is-found-early-whatever-the-threads", test_decided);
  g_test_add_func("/tournament/nobody-is-better-than-himself", test_equal);
  g_test_add_func("/tournament/ratings-are-those-of-known-scores", test_ratings);
  g_test_add_func("/tournament/seats-that-play-together-have-none", test_together);
  int status = g_test_run();
  lap_game_unref(game);
  return status;
}
