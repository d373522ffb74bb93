/* What a finished world is worth. */
#include "host/bots/rewards.h"

static LapSheet sheet_of(const gint32 *points, const guint8 *place, guint seats)
{
  LapSheet sheet = {0};
  for (guint seat = 0; seat < seats; seat++) {
    sheet.total[seat][LAP_TIER_POINTS] = points[seat];
    sheet.place[seat] = place[seat];
  }
  return sheet;
}

#define SEATS 4

static const struct {
  const char *what;
  gint32 points[SEATS];
  guint8 place[SEATS];
  guint seats;
  guint order[SEATS]; /* of rewards: 0 the best, equal ones the same */
} cases[] = {
    {"a duel", {3, 5}, {2, 1}, 2, {1, 0}},
    {"a draw", {4, 4}, {1, 1}, 2, {0, 0}},
    {"four places", {1, 9, 4, 6}, {4, 1, 3, 2}, 4, {3, 0, 2, 1}},
    {"two share the first", {9, 9, 4, 6}, {1, 1, 4, 3}, 4, {0, 0, 3, 2}},
    {"all share", {2, 2, 2, 2}, {1, 1, 1, 1}, 4, {0, 0, 0, 0}},
    {"points are equal, places are not", {7, 7}, {1, 2}, 2, {0, 1}},
};

/* Rewards are in the order of places, from 0 to 1, and of all seats together the same. */
static void test_places(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    LapRewards rewards;
    float reward[LAP_SEATS_MAX], sum = 0;
    LapSheet sheet = sheet_of(cases[i].points, cases[i].place, cases[i].seats);
    lap_rewards_reset(&rewards);
    lap_rewards_add(&rewards, &sheet, cases[i].seats, reward);
    for (guint a = 0; a < cases[i].seats; a++) {
      g_assert_cmpfloat(reward[a], >=, 0);
      g_assert_cmpfloat(reward[a], <=, 1);
      sum += reward[a];
      for (guint b = 0; b < cases[i].seats; b++)
        if (reward[a] > reward[b] ? cases[i].order[a] >= cases[i].order[b]
                                  : (reward[a] < reward[b] ? cases[i].order[a] <= cases[i].order[b]
                                                           : cases[i].order[a] != cases[i].order[b]))
          g_error("%s: seats %u and %u", cases[i].what, a, b);
    }
    g_assert_cmpfloat_with_epsilon(sum, (float)cases[i].seats / 2, 1e-4);
  }
}

static void test_contempt(void)
{
  const gint32 points[] = {4, 4, 1};
  const guint8 shared[] = {1, 1, 3}, won[] = {1, 2, 3};
  LapSheet draw = sheet_of(points, shared, 3), win = sheet_of(points, won, 3);
  float of_two[LAP_SEATS_MAX] = {0.5f, 0.5f}, of_three[LAP_SEATS_MAX] = {0.75f, 0.75f, 0};
  lap_rewards_add_contempt(&draw, 2, 0, of_two);
  g_assert_cmpfloat(of_two[0], <, 0.5f);
  g_assert_cmpfloat_with_epsilon(of_two[0] + of_two[1], 1, 1e-6);
  lap_rewards_add_contempt(&win, 2, 0, of_two);
  g_assert_cmpfloat_with_epsilon(of_two[0] + of_two[1], 1, 1e-6);
  lap_rewards_add_contempt(&draw, 3, 1, of_three);
  g_assert_true(of_three[0] == 0.75f && of_three[1] < 0.75f && of_three[2] == 0);
  lap_rewards_add_contempt(&draw, 3, 2, of_three);
  g_assert_true(of_three[0] == 0.75f && of_three[2] == 0);
}

/* What a game says of worlds that hardly differ tells them apart, and stays in order with what differs much. */
static void test_worth(void)
{
  LapRewards rewards;
  float low[LAP_SEATS_MAX] = {0}, high[LAP_SEATS_MAX] = {0};
  lap_rewards_reset(&rewards);
  for (guint i = 0; i < 100; i++) {
    low[0] = 0.5f, high[0] = 0.51f;
    lap_rewards_add_worth(&rewards, FALSE, 2, low);
    lap_rewards_add_worth(&rewards, FALSE, 2, high);
  }
  g_assert_cmpfloat(high[0] - low[0], >, 0.2f);
  g_assert_cmpfloat_with_epsilon(high[0] + high[1], 1, 1e-6);
  float best[LAP_SEATS_MAX] = {1}, together[LAP_SEATS_MAX] = {0.3f, 0.3f, 0.3f};
  lap_rewards_add_worth(&rewards, FALSE, 2, best);
  g_assert_true(best[0] > high[0] && best[0] <= 1 && best[1] >= 0);
  lap_rewards_reset(&rewards);
  lap_rewards_add_worth(&rewards, TRUE, 3, together);
  g_assert_cmpuint(rewards.results[0].n, ==, 0); /* points are counted apart */
  g_assert_true(together[0] == together[1] && together[1] == together[2]);
}

static float reward_of(LapRewards *rewards, gint32 own, gint32 other)
{
  float reward[LAP_SEATS_MAX];
  const gint32 points[] = {own, other};
  const guint8 place[] = {own >= other ? 1 : 2, other >= own ? 1 : 2};
  LapSheet sheet = sheet_of(points, place, 2);
  lap_rewards_add(rewards, &sheet, 2, reward);
  return reward[0];
}

/* To lose by less is worth a little more, but never as much as a draw. */
static void test_distance(void)
{
  LapRewards rewards;
  lap_rewards_reset(&rewards);
  for (gint32 i = -20; i <= 20; i++) reward_of(&rewards, i, 0);
  float far = reward_of(&rewards, 0, 19), near = reward_of(&rewards, 0, 1), even = reward_of(&rewards, 0, 0);
  g_assert_cmpfloat(far, <, near);
  g_assert_cmpfloat(near, <, 0.25);
  g_assert_cmpfloat(near, <, even);
  g_assert_cmpfloat(even, <, reward_of(&rewards, 1, 0));
}

static float solo(LapRewards *rewards, gint32 points, gint32 goal, guint seats)
{
  float reward[LAP_SEATS_MAX];
  LapSheet sheet = {.together = seats > 1, .place = {1}};
  sheet.total[0][LAP_TIER_POINTS] = points;
  sheet.total[0][LAP_TIER_GOAL] = goal;
  lap_rewards_add(rewards, &sheet, seats, reward);
  for (guint seat = 1; seat < seats; seat++) g_assert_cmpfloat(reward[seat], ==, reward[0]);
  return reward[0];
}

/* The share of the results before that were lower, those that were equal by half. */
static void test_ranks(void)
{
  LapRewards rewards;
  lap_rewards_reset(&rewards);
  g_assert_cmpfloat(solo(&rewards, 50, 0, 1), ==, 0.5);
  g_assert_cmpfloat(solo(&rewards, 50, 0, 1), ==, 0.5);
  g_assert_cmpfloat(solo(&rewards, 60, 0, 1), ==, 1);
  g_assert_cmpfloat(solo(&rewards, -5, 0, 1), ==, 0);
  g_assert_cmpfloat(solo(&rewards, 50, 0, 1), ==, 0.5);
  g_assert_cmpfloat(solo(&rewards, 55, 0, 1), ==, 0.8f);
}

/* Old results are forgotten. */
static void test_late(void)
{
  LapRewards rewards;
  lap_rewards_reset(&rewards);
  for (guint i = 0; i < LAP_RESULTS_MAX; i++) solo(&rewards, 1000, 0, 1);
  for (gint32 i = 0; i < 3 * LAP_RESULTS_MAX; i++) solo(&rewards, i % 100, 0, 1);
  g_assert_cmpuint(rewards.results[0].n, ==, LAP_RESULTS_MAX);
  for (guint i = 1; i < LAP_RESULTS_MAX; i++)
    g_assert_cmpint(rewards.results[0].sorted[i - 1], <=, rewards.results[0].sorted[i]);
  g_assert_cmpfloat(solo(&rewards, 100, 0, 1), ==, 1);
}

static void test_goal(void)
{
  LapRewards rewards;
  lap_rewards_reset(&rewards);
  for (gint32 points = 0; points < 40; points++) solo(&rewards, points, 30, 3);
  g_assert_cmpfloat(solo(&rewards, 29, 30, 3), <, 0.5);
  g_assert_cmpfloat(solo(&rewards, 30, 30, 3), >, 0.5);
  g_assert_cmpfloat(solo(&rewards, 35, 30, 3), >, solo(&rewards, 31, 30, 3));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/rewards/what-a-game-says-of-worlds", test_worth);
  g_test_add_func("/rewards/follow-places-and-are-shared-by-equals", test_places);
  g_test_add_func("/rewards/are-a-little-for-the-distance", test_distance);
  g_test_add_func("/rewards/of-a-seat-alone-are-ranks", test_ranks);
  g_test_add_func("/rewards/compare-with-results-of-late", test_late);
  g_test_add_func("/rewards/are-by-half-for-the-goal", test_goal);
  g_test_add_func("/rewards/a-shared-first-place-is-worth-less-to-the-seat-that-thinks", test_contempt);
  return g_test_run();
}
