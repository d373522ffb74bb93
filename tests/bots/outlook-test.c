/* What worlds came to for each seat, as people count it, and what estimates make of that. */
#include "host/bots/estimate.h"
#include "host/bots/outlook.h"

#define EPSILON 1e-9

static LapSheet sheet_of(guint8 first, guint8 second, guint8 third)
{
  return (LapSheet){.place = {first, second, third}};
}

static void test_shared(void)
{
  LapOutlook outlook = {0};
  LapSheet shared = sheet_of(1, 1, 3), won = sheet_of(2, 1, 3);
  lap_outlook_add(&outlook, &shared, 3, 1);
  lap_outlook_add(&outlook, &won, 3, 3);
  g_assert_cmpfloat_with_epsilon(outlook.weight, 4, EPSILON);
  g_assert_cmpfloat_with_epsilon(outlook.won[0], 0.5, EPSILON);
  g_assert_cmpfloat_with_epsilon(outlook.won[1], 3.5, EPSILON);
  g_assert_cmpfloat_with_epsilon(outlook.won[2], 0, EPSILON);
}

/* A world that was not played to its end counts once, whatever the worth of all seats comes to. */
static void test_worth(void)
{
  const float worth[] = {0.9f, 0.45f, 0.45f}, nothing[] = {0, 0, 0};
  LapOutlook outlook = {0};
  LapSheet sheet = sheet_of(1, 2, 2);
  lap_outlook_add_worth(&outlook, &sheet, worth, 3, 2);
  g_assert_cmpfloat_with_epsilon(outlook.weight, 2, EPSILON);
  g_assert_cmpfloat_with_epsilon(outlook.won[0], 1, 1e-6);
  g_assert_cmpfloat_with_epsilon(outlook.won[1], 0.5, 1e-6);
  lap_outlook_add_worth(&outlook, &sheet, nothing, 3, 3);
  g_assert_cmpfloat_with_epsilon(outlook.won[2], 1.5, 1e-6);
  g_assert_cmpfloat_with_epsilon(outlook.won[0] + outlook.won[1] + outlook.won[2], outlook.weight, 1e-6);
}

/* Where seats play together, the points of now count, and the goal only once it is reached. */
static void test_together(void)
{
  const float worth[] = {0.1f, 0.1f, 0.1f};
  LapOutlook outlook = {0};
  LapSheet sheet = {.together = TRUE};
  sheet.total[0][LAP_TIER_GOAL] = 10;
  sheet.total[0][LAP_TIER_POINTS] = 9;
  lap_outlook_add_worth(&outlook, &sheet, worth, 3, 1);
  sheet.total[0][LAP_TIER_POINTS] = 10;
  lap_outlook_add_worth(&outlook, &sheet, worth, 3, 1);
  g_assert_true(outlook.together);
  g_assert_cmpint(outlook.goal, ==, 10);
  g_assert_cmpfloat_with_epsilon(outlook.points, 19, EPSILON);
  g_assert_cmpfloat_with_epsilon(outlook.won[0], 1, EPSILON);
}

static void test_end(void)
{
  LapSheet sheet = sheet_of(1, 1, 1);
  LapEstimate estimate = lap_estimate_end(&sheet, 3);
  g_assert_false(estimate.together);
  for (guint seat = 0; seat < 3; seat++) g_assert_cmpuint(estimate.chance[seat], ==, 333);
  sheet.total[0][LAP_TIER_POINTS] = -7;
  estimate = lap_estimate_end(&sheet, 1);
  g_assert_true(estimate.together);
  g_assert_cmpint(estimate.points, ==, -70);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/outlook/a-shared-victory-is-divided", test_shared);
  g_test_add_func("/outlook/worth-is-divided-among-the-seats", test_worth);
  g_test_add_func("/outlook/together-points-count", test_together);
  g_test_add_func("/outlook/estimate-of-an-end", test_end);
  return g_test_run();
}
