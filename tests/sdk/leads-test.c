#include "lapidary/leads.h"

#include <glib.h>

static void a_lead_is_over_the_best_other(void)
{
  const int32_t expected[] = {7, 3, 9};
  g_assert_cmpint(lap_lead_of(expected, 3, 0), ==, -2);
  g_assert_cmpint(lap_lead_of(expected, 3, 1), ==, -6);
  g_assert_cmpint(lap_lead_of(expected, 3, 2), ==, 2);
}

static void worth_grows_with_the_lead(void)
{
  g_assert_cmpuint(lap_worth_of_lead(0, 10), ==, LAP_EVALUATION_MAX / 2);
  g_assert_cmpuint(lap_worth_of_lead(10, 10), ==, LAP_EVALUATION_MAX * 3 / 4);
  g_assert_cmpuint(lap_worth_of_lead(-10, 10), ==, LAP_EVALUATION_MAX / 4);
  g_assert_cmpuint(lap_worth_of_lead(1000000, 1), <=, LAP_EVALUATION_MAX);
  for (int32_t lead = -50; lead < 50; lead++)
    g_assert_cmpuint(lap_worth_of_lead(lead, 10), <, lap_worth_of_lead(lead + 1, 10));
}

static void what_one_of_two_has_the_other_lacks(void)
{
  const int32_t expected[] = {12, 30};
  uint16_t worth[2];
  lap_worth_of_leads(expected, 2, 9, worth);
  g_assert_cmpuint(worth[0] + worth[1], ==, LAP_EVALUATION_MAX);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/leads/a-lead-is-over-the-best-other", a_lead_is_over_the_best_other);
  g_test_add_func("/leads/worth-grows-with-the-lead", worth_grows_with_the_lead);
  g_test_add_func("/leads/what-one-of-two-has-the-other-lacks", what_one_of_two_has_the_other_lacks);
  return g_test_run();
}
