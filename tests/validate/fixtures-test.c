/* Every property holds for the fixture games, which use what the shipped games do not; but for their highlights, which
 * are of places that are not there too, for the tests of the engine. */
#include "games.h"
#include "verdicts.h"

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(LapGame) base = fixture_game(1);
  g_autoptr(LapGame) variant = fixture_game(2);
  g_autoptr(LapGame) above = fixture_game(3);
  guint64 positions = test_positions(400);
  add_property_tests_but("highlights", base, NULL, positions);
  add_property_tests_but("highlights", variant, base, positions);
  add_property_tests_but("highlights", above, variant, positions);
  return g_test_run();
}
