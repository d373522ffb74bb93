#include "verdicts.h"

#include <stdlib.h>

typedef struct {
  LapGame *game, *base;
  const char *property;
  guint seats;
  guint64 positions;
} Case;

guint64 test_positions(guint64 otherwise)
{
  const char *text = g_getenv("LAPIDARY_TEST_POSITIONS");
  return text && *text ? g_ascii_strtoull(text, NULL, 10) : otherwise;
}

static void check(gconstpointer data)
{
  const Case *test = data;
  const LapValidateOptions options = {
      .seats = test->seats, .positions = test->positions, .seed = 1, .seconds = 300, .fork = TRUE};
  g_autoptr(GPtrArray) verdicts = lap_validate(test->game, test->base, test->property, &options);
  g_assert_cmpuint(verdicts->len, ==, 1);
  const LapVerdict *verdict = g_ptr_array_index(verdicts, 0);
  if (verdict->message) g_test_fail_printf("%s", verdict->message);
  g_assert_cmpint(verdict->passed, ==, verdict->message == NULL);
}

void add_property_tests(LapGame *game, LapGame *base, guint64 positions)
{
  add_property_tests_but("", game, base, positions);
}

void add_property_tests_but(const char *broken, LapGame *game, LapGame *base, guint64 positions)
{
  for (const LapProperty *property = lap_validate_properties(); property->name; property++)
    for (guint seats = game->seats_min; seats <= game->seats_max && !g_str_equal(property->name, broken); seats++) {
      Case *test = g_new(Case, 1);
      *test = (Case){game, base, property->name, seats, positions};
      g_autofree char *path = g_strdup_printf("/%s/%s/with-%u-seats", game->id, property->name, seats);
      g_test_add_data_func_full(path, test, check, g_free);
    }
}
