/* Every property holds for a shipped game: its id comes in LAPIDARY_TEST_GAME, its plugins from LAPIDARY_PLUGIN_PATH.
 */
#include "host/plugins/registry.h"
#include "verdicts.h"

static LapGame *load(LapRegistry *registry, const char *id)
{
  GError *error = NULL;
  LapGame *game = lap_registry_load(registry, id, &error);
  g_assert_no_error(error);
  return game;
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  const char *id = g_getenv("LAPIDARY_TEST_GAME");
  g_assert_nonnull(id);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(LapGame) game = load(registry, id);
  const char *extends = lap_registry_find(registry, id)->extends;
  g_autoptr(LapGame) base = extends ? load(registry, extends) : NULL;
  add_property_tests(game, base, test_positions(4000));
  return g_test_run();
}
