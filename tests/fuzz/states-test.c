/* The same runs every time, a few of those that the fuzzer makes up. */
#include "host/engine/generator.h"
#include "states.h"

static void test_runs(void)
{
  for (guint run = 0; run < 25; run++) {
    guint8 bytes[121];
    LapGenerator generator = lap_generator_seeded(run);
    for (guint i = 0; i < sizeof bytes; i++) bytes[i] = (guint8)lap_generator_below(&generator, 256);
    states_run(bytes, sizeof bytes);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/states/whatever-happens-to-a-match-it-is-what-its-store-makes-of-it", test_runs);
  return g_test_run();
}
