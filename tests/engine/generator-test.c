/* The generator: the same numbers on every machine, and no number more likely than another. */
#include <glib.h>

#include "host/engine/generator.h"

static void a_seed_gives_the_same_numbers_everywhere(void)
{
  LapGenerator generator = lap_generator_seeded(42);
  const uint32_t expected[] = {0xC2F57BD6, 0x6B07C4A9, 0x72B7B29B, 0x44215383};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) g_assert_cmphex(lap_generator_next(&generator), ==, expected[i]);
}

static void neighbouring_seeds_have_nothing_in_common(void)
{
  LapGenerator one = lap_generator_seeded(1), other = lap_generator_seeded(2);
  guint same = 0;
  for (guint i = 0; i < 1000; i++) same += lap_generator_below(&one, 1000) == lap_generator_below(&other, 1000);
  g_assert_cmpuint(same, <, 10);
}

/* Of 3/4 of all numbers every third would come twice as often if none were drawn again. */
static void large_bounds_are_fair(void)
{
  LapGenerator generator = lap_generator_seeded(3);
  guint times[3] = {0};
  for (guint i = 0; i < 3000; i++) times[lap_generator_below(&generator, 0xC0000000u) % 3]++;
  for (guint i = 0; i < 3; i++) g_assert_cmpuint(times[i], >, 900);
}

static void every_number_below_the_bound_comes(void)
{
  for (guint32 n = 1; n <= 12; n++) {
    LapGenerator generator = lap_generator_seeded(n);
    guint times[12] = {0};
    for (guint i = 0; i < 1200; i++) {
      guint32 drawn = lap_generator_below(&generator, n);
      g_assert_cmpuint(drawn, <, n);
      times[drawn]++;
    }
    for (guint i = 0; i < n; i++) g_assert_cmpuint(times[i], >, 600 / n);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/generator/a-seed-gives-the-same-numbers-everywhere", a_seed_gives_the_same_numbers_everywhere);
  g_test_add_func("/generator/neighbouring-seeds-have-nothing-in-common", neighbouring_seeds_have_nothing_in_common);
  g_test_add_func("/generator/large-bounds-are-fair", large_bounds_are_fair);
  g_test_add_func("/generator/every-number-below-the-bound-comes", every_number_below_the_bound_comes);
  return g_test_run();
}
