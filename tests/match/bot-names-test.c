/* What bots are called. */
#include <string.h>

#include "table.h"

static LapMatchSettings *settings_of(guint seats)
{
  LapMatchSettings *settings = lap_match_settings_new("sealed", seats);
  lap_match_settings_set_public(settings, TRUE);
  return settings;
}

static const char *name_of(LapMatch *match, guint index)
{
  LapSeat seat;
  lap_match_get_seat(match, index, &seat);
  return seat.name;
}

/* Every line of the store, the header first. */
static char *stored(Table *table, LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStored) head = lap_store_find(table->store, lap_match_get_id(match), &error);
  g_autoptr(GPtrArray) lines = lap_store_entries(table->store, lap_match_get_id(match), 0, G_MAXUINT64, &error);
  g_ptr_array_insert(lines, 0, g_strdup(head->header));
  g_ptr_array_add(lines, NULL);
  return g_strjoinv("\n", (char **)lines->pdata);
}

/* Seat 0 is Ada's, and she has a bot take seat 2. */
static void seat_ada_and_a_bot(LapMatch *match, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_match_join(match, NULL, 0, "Ada", table_key(1), NULL, NULL, NULL, &error));
  g_assert_true(lap_match_seat_bot(match, 0, 2, "random", name, table_key(2), NULL, &error));
}

static void test_names(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(3);
  lap_match_settings_set_bot(settings, 1, "random");
  lap_match_settings_set_bot_name(settings, 1, "Hal «9000»");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  seat_ada_and_a_bot(match, "Marvin");
  g_assert_cmpstr(name_of(match, 1), ==, "Hal «9000»");
  g_assert_cmpstr(name_of(match, 2), ==, "Marvin");
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  table_assert_stored(&table, match);
}

/* Nothing new is stored then, so what was stored before there were names is read in the same way. */
static void test_no_names(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(3);
  lap_match_settings_set_bot(settings, 1, "random");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  seat_ada_and_a_bot(match, NULL);
  g_assert_cmpstr(name_of(match, 1), ==, "random 2");
  g_assert_cmpstr(name_of(match, 2), ==, "random 3");
  g_autofree char *lines = stored(&table, match);
  g_assert_null(strstr(lines, "\"names\""));
  g_assert_null(strstr(lines, "\"called\""));
  table_assert_stored(&table, match);
}

static void test_bad_names(void)
{
  g_autofree char *long_name = g_strnfill(LAP_NAME_MAX + 1, 'x');
  const char *const bad[] = {"", "a\nb", "\xff", long_name};
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_create(&table, "sealed", 2);
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(LapMatchSettings) settings = settings_of(2);
    lap_match_settings_set_bot(settings, 1, "random");
    lap_match_settings_set_bot_name(settings, 1, bad[i]);
    g_assert_null(lap_host_create(table.host, settings, NULL, &error));
    assert_refused(error, INVALID);
    g_assert_false(lap_match_seat_bot(match, LAP_OMNISCIENT, 1, "random", bad[i], NULL, NULL, &error));
    assert_refused(error, INVALID);
  }
  g_assert_cmpuint(lap_match_get_seq(match), ==, 0);
}

static void test_name_of_nobody(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(2);
  lap_match_settings_set_bot_name(settings, 1, "Hal");
  g_assert_null(lap_host_create(table.host, settings, NULL, &error));
  assert_refused(error, INVALID);
}

static void test_keys(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(3);
  lap_match_settings_set_key(settings, table_key(5));
  lap_match_settings_set_bot(settings, 1, "random");
  lap_match_settings_set_bot_name(settings, 1, "Hal");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL), again = table_create_by(&table, settings, NULL);
  g_assert_true(match == again);
  lap_match_settings_set_bot_name(settings, 1, "Sal");
  g_assert_null(lap_host_create(table.host, settings, NULL, &error));
  assert_refused(error, KEY_REUSED);
  seat_ada_and_a_bot(match, "Marvin");
  g_assert_true(lap_match_seat_bot(match, 0, 2, "random", "Marvin", table_key(2), NULL, &error));
  g_assert_false(lap_match_seat_bot(match, 0, 2, "random", NULL, table_key(2), NULL, &error));
  assert_refused(error, KEY_REUSED);
}

static void test_taken_names(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(4);
  for (guint seat = 0; seat < 2; seat++) lap_match_settings_set_bot(settings, seat, "random");
  lap_match_settings_set_bot_name(settings, 0, "RANDOM 2");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  g_assert_cmpstr(name_of(match, 0), ==, "RANDOM 2");
  g_assert_cmpstr(name_of(match, 1), ==, "random 2 2");
  g_assert_true(lap_match_join(match, NULL, 2, "random 4", table_key(1), NULL, NULL, NULL, &error));
  g_assert_true(lap_match_seat_bot(match, 2, 3, "random", NULL, table_key(2), NULL, &error));
  g_assert_true(lap_match_seat_bot(match, 2, 3, "random", NULL, table_key(2), NULL, &error));
  g_assert_cmpstr(name_of(match, 3), ==, "random 4 2");
  g_assert_true(lap_match_seat_bot(match, 2, 2, "random", "random 4", NULL, NULL, &error));
  g_assert_cmpstr(name_of(match, 2), ==, "random 4");
  table_assert_stored(&table, match);
}

static void test_long_taken_name(void)
{
  g_autofree char *long_name = g_strnfill(LAP_NAME_MAX, 'x');
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(2);
  for (guint seat = 0; seat < 2; seat++) {
    lap_match_settings_set_bot(settings, seat, "random");
    lap_match_settings_set_bot_name(settings, seat, long_name);
  }
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  g_assert_true(g_str_has_suffix(name_of(match, 1), "x 2"));
  g_assert_cmpuint(strlen(name_of(match, 1)), <=, LAP_NAME_MAX);
  table_assert_stored(&table, match);
}

static void test_rematch(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = settings_of(3);
  lap_match_settings_set_bot(settings, 1, "random");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  seat_ada_and_a_bot(match, "Marvin");
  g_assert_true(lap_match_propose(match, 0, LAP_PROPOSAL_ABORT, NULL, NULL, &error));
  g_assert_true(lap_match_propose(match, 0, LAP_PROPOSAL_REMATCH, NULL, NULL, &error));
  g_autoptr(LapMatch) next = lap_host_find(table.host, lap_match_get_rematch(match), &error);
  for (guint seat = 0; seat < 3; seat++) g_assert_cmpstr(name_of(next, seat), ==, name_of(match, seat));
  table_assert_stored(&table, next);
}

static void test_bad_entry(void)
{
  static const char *const called[] = {"\"\"", "1", "null", "\"a\\u0007\""};
  for (guint i = 0; i < G_N_ELEMENTS(called); i++) {
    g_autoptr(GError) error = NULL;
    g_auto(LapEntryReading) reading = {0};
    g_autofree char *line = g_strdup_printf("{\"kind\":\"bot\",\"seat\":0,\"at\":1,\"name\":\"random\",\"called\":%s}",
                                            called[i]);
    g_assert_false(lap_entry_read(&reading, line, NULL, 2, &error));
    g_assert_nonnull(strstr(error->message, "\"called\" must be 1 to 40 characters"));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/bot-names/a-bot-is-called-what-settings-and-requests-say-also-after-a-restart", test_names);
  g_test_add_func("/bot-names/without-a-name-it-is-called-by-its-kind-and-seat-and-nothing-is-stored", test_no_names);
  g_test_add_func("/bot-names/a-name-that-no-person-may-have-is-refused", test_bad_names);
  g_test_add_func("/bot-names/a-name-without-a-bot-is-refused", test_name_of_nobody);
  g_test_add_func("/bot-names/another-name-is-another-request", test_keys);
  g_test_add_func("/bot-names/a-bot-whose-name-is-taken-is-called-otherwise", test_taken_names);
  g_test_add_func("/bot-names/a-long-name-that-is-taken-has-room-for-a-number", test_long_taken_name);
  g_test_add_func("/bot-names/a-rematch-keeps-them", test_rematch);
  g_test_add_func("/bot-names/a-stored-name-that-cannot-be-is-damage", test_bad_entry);
  return g_test_run();
}
