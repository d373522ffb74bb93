/* Who sits where, and with what tokens. */
#include <string.h>

#include "host/projection/steps.h"
#include "table.h"

/* A private match of two seats with its invitations. */
static LapMatch *private_match(Table *table, LapInvitations **invitations)
{
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  table_init(table, NULL);
  return table_create_by(table, settings, invitations);
}

static gboolean joins(LapMatch *match, const char *invitation, gint seat, const char *name, const char *key,
                      char **token, GError **error)
{
  return lap_match_join(match, invitation, seat, name, key, NULL, token, NULL, error);
}

static guint viewer_of(LapMatch *match, const char *token)
{
  guint viewer = 99;
  g_autoptr(GError) error = NULL;
  if (!lap_match_authenticate(match, token, &viewer, &error)) {
    assert_refused(error, UNAUTHORISED);
    return 99;
  }
  return viewer;
}

static void test_invitation(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_autofree char *token = NULL;
  g_auto(Table) table = {0};
  guint taken;
  g_autoptr(LapMatch) match = private_match(&table, &invitations);
  g_assert_true(lap_match_join(match, invitations->invitations[1], -1, "Ada", NULL, &taken, &token, NULL, &error));
  g_assert_cmpuint(taken, ==, 1);
  g_assert_cmpuint(strlen(token), ==, 32);
  g_assert_cmpuint(viewer_of(match, token), ==, 1);
  g_assert_false(joins(match, invitations->invitations[1], -1, "Ben", table_key(2), NULL, &error));
  assert_refused(error, SEAT_TAKEN);
  g_assert_false(joins(match, "0123456789abcdef0123456789abcdef", -1, "Ben", table_key(3), NULL, &error));
  assert_refused(error, UNAUTHORISED);
  g_assert_false(joins(match, NULL, 0, "Ben", table_key(4), NULL, &error));
  assert_refused(error, UNAUTHORISED);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OPEN);
}

static void test_retry(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *first = NULL, *second = NULL, *third = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 3);
  lap_match_settings_set_public(settings, TRUE);
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  g_assert_true(joins(match, NULL, -1, "Ada", table_key(1), &first, &error));
  g_assert_true(joins(match, NULL, -1, "Ada", table_key(1), &second, &error));
  g_assert_cmpuint(lap_match_get_seq(match), ==, 1);
  table_restart(&table);
  g_autoptr(LapMatch) later = lap_host_find(table.host, lap_match_get_id(match), &error);
  g_assert_true(joins(later, NULL, -1, "Ada", table_key(1), &third, &error));
  g_assert_cmpuint(lap_match_get_seq(later), ==, 1);
  g_assert_cmpstr(first, ==, second);
  g_assert_cmpstr(first, ==, third);
  g_assert_false(joins(later, NULL, -1, "Ben", table_key(1), NULL, &error));
  assert_refused(error, KEY_REUSED);
  g_assert_cmpuint(viewer_of(later, first), ==, 0);
}

static void test_arrivals(void)
{
  g_autofree char *long_name = g_strnfill(LAP_NAME_MAX + 1, 'n'), *wide_name = g_strnfill(LAP_NAME_MAX, 'n');
  const struct {
    const char *name, *key;
    gint seat;
    int error; /* -1: none */
  } cases[] = {
      {"", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {long_name, table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {"a\nb", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {" \u3000", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {"Ada\u202e", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {"\u2066Ada", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {"Ada\u2028", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {"\xff\xfe", table_key(1), -1, LAP_MATCH_ERROR_INVALID},
      {"Ada", NULL, -1, LAP_MATCH_ERROR_INVALID},
      {"Ada", "short", -1, LAP_MATCH_ERROR_INVALID},
      {"Ada", table_key(1), 7, LAP_MATCH_ERROR_NOT_FOUND},
      {"Ada", table_key(1), 1, -1},
      {"Ben", "another-key-of-a-test", 1, LAP_MATCH_ERROR_SEAT_TAKEN},
      {wide_name, "a-third-key-of-a-test", -1, -1},
      {"Cleo", "a-fourth-key-of-a-test", -1, LAP_MATCH_ERROR_SEAT_TAKEN},
  };
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  lap_match_settings_set_public(settings, TRUE);
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_test_message("case %u", i);
    g_assert_cmpint(joins(match, NULL, cases[i].seat, cases[i].name, cases[i].key, NULL, &error), ==,
                    cases[i].error < 0);
    if (cases[i].error >= 0) g_assert_error(error, LAP_MATCH_ERROR, cases[i].error);
  }
}

/* Every one of these reads as one that is there. */
static void test_same_name(void)
{
  static const char *const taken[] = {"\u00c5da",       "A\u030ada", "\u00e5DA", " \u00c5da ",
                                      "\u00c5d\u200da", "\uff28al",  "HAL"};
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 3);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_bot(settings, 2, "random");
  lap_match_settings_set_bot_name(settings, 2, "Hal");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL);
  g_assert_true(joins(match, NULL, 0, "\u00c5da", table_key(1), NULL, &error));
  for (guint i = 0; i < G_N_ELEMENTS(taken); i++) {
    g_assert_false(joins(match, NULL, 1, taken[i], table_key(2), NULL, &error));
    assert_refused(error, REFUSED);
  }
  g_assert_true(joins(match, NULL, 0, "\u00c5da", table_key(1), NULL, &error));
  g_assert_true(joins(match, NULL, 1, "Ada", table_key(2), NULL, &error));
  g_assert_true(lap_match_leave(match, 0, NULL, NULL, NULL, &error));
  g_assert_true(joins(match, NULL, 0, "\u00c5da", table_key(3), NULL, &error));
}

static void test_leave(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_autofree char *token = NULL, *again = NULL, *other = NULL, *renewed = NULL, *repeated = NULL;
  g_auto(Table) table = {0};
  guint seat;
  g_autoptr(LapMatch) match = private_match(&table, &invitations);
  g_assert_true(joins(match, invitations->invitations[0], -1, "Ada", NULL, &token, &error));
  g_assert_true(joins(match, invitations->invitations[1], -1, "Ben", NULL, &other, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  table_move(&table, match);
  g_assert_true(lap_match_leave(match, 0, table_key(1), &renewed, NULL, &error));
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OPEN);
  g_assert_cmpuint(viewer_of(match, token), ==, 99);
  g_assert_true(lap_match_leave(match, 0, table_key(1), &repeated, NULL, &error));
  g_assert_cmpstr(renewed, ==, repeated);
  g_assert_true(lap_match_remembers(match, token, table_key(1), &seat));
  g_assert_cmpuint(seat, ==, 0);
  g_assert_false(lap_match_remembers(match, token, table_key(2), &seat));
  g_assert_false(lap_match_remembers(match, other, table_key(1), &seat));
  g_assert_false(joins(match, invitations->invitations[0], -1, "Cleo", NULL, NULL, &error));
  assert_refused(error, UNAUTHORISED);
  g_assert_true(joins(match, renewed, -1, "Cleo", NULL, &again, &error));
  g_assert_cmpuint(viewer_of(match, again), ==, 0);
  table_move(&table, match);
  table_assert_stored(&table, match);
}

static void test_watch(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_auto(Table) table = {0};
  g_autoptr(LapMatch) match = private_match(&table, &invitations);
  g_assert_cmpuint(viewer_of(match, invitations->watch), ==, LAP_WATCHER);
  g_assert_cmpuint(viewer_of(match, NULL), ==, 99);
  g_assert_cmpuint(viewer_of(match, ""), ==, 99);
  g_assert_cmpuint(viewer_of(match, invitations->invitations[0]), ==, 99);
  g_autoptr(LapMatch) open = table_begin(&table, "sealed", 2);
  g_assert_cmpuint(viewer_of(open, NULL), ==, LAP_WATCHER);
  g_assert_cmpuint(viewer_of(open, invitations->watch), ==, 99);
}

/* No secret that opens anything is in the store. */
static void test_stored_secrets(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_autofree char *token = NULL, *renewed = NULL;
  g_auto(Table) table = {0};
  g_autoptr(LapMatch) match = private_match(&table, &invitations);
  g_assert_true(joins(match, invitations->invitations[0], -1, "Ada", table_key(8), &token, &error));
  g_assert_true(lap_match_leave(match, 0, table_key(9), &renewed, NULL, &error));
  const char *const secrets[] = {
      token, renewed, invitations->watch, invitations->invitations[0], invitations->invitations[1], "key-of-a-test"};
  g_autoptr(LapStored) stored = lap_store_find(table.store, lap_match_get_id(match), &error);
  g_autoptr(GPtrArray) entries = lap_store_entries(table.store, lap_match_get_id(match), 0, G_MAXUINT64, &error);
  g_ptr_array_add(entries, g_strdup(stored->header));
  for (guint line = 0; line < entries->len; line++)
    for (guint i = 0; i < G_N_ELEMENTS(secrets); i++) g_assert_null(strstr(entries->pdata[line], secrets[i]));
}

static void test_bots(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = NULL;
  g_auto(Table) table = {0};
  g_autoptr(LapInvitations) invitations = NULL;
  g_autoptr(LapMatch) match = private_match(&table, &invitations);
  g_assert_true(joins(match, invitations->invitations[0], -1, "Ada", NULL, &token, &error));
  g_assert_false(lap_match_seat_bot(match, LAP_WATCHER, 1, "random", NULL, NULL, NULL, &error));
  assert_refused(error, UNAUTHORISED);
  g_assert_false(lap_match_seat_bot(match, 0, 1, "oracle", NULL, NULL, NULL, &error));
  assert_refused(error, NOT_FOUND);
  g_assert_true(lap_match_seat_bot(match, 0, 1, "random", NULL, table_key(1), NULL, &error));
  g_assert_true(lap_match_seat_bot(match, 0, 1, "random", NULL, table_key(1), NULL, &error));
  g_assert_cmpuint(lap_match_get_seq(match), ==, 2);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_RUNNING);
  g_assert_false(lap_match_seat_bot(match, 0, 1, "random", NULL, NULL, NULL, &error));
  assert_refused(error, SEAT_TAKEN);
  g_assert_false(joins(match, invitations->invitations[1], -1, "Ben", NULL, NULL, &error));
  assert_refused(error, SEAT_TAKEN);
  g_assert_true(lap_match_seat_bot(match, 0, 0, "random", NULL, NULL, NULL, &error));
  g_assert_cmpuint(viewer_of(match, token), ==, 99);
  while (lap_host_play_bots(table.host, 7)) g_assert_cmpuint(lap_match_get_seq(match), <, 500);
  g_assert_cmpint(lap_match_get_state(match), ==, LAP_MATCH_OVER);
  g_assert_cmpstr(lap_match_result(match), ==, "finished");
  g_assert_false(lap_match_leave(match, 0, NULL, NULL, NULL, &error));
  assert_refused(error, OVER);
}

/* A bot plays for who has given up, but the seat and the place in the result stay theirs. */
static void test_no_bot_for_resigned(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 3);
  g_assert_true(lap_match_resign(match, 0, NULL, NULL, &error));
  g_assert_false(lap_match_seat_bot(match, 0, 0, "random", NULL, NULL, NULL, &error));
  assert_refused(error, SEAT_TAKEN);
}

/* A bot plays for it, which is asked instead. */
static void test_who_resigned_is_not_asked(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 3);
  g_assert_true(lap_viewer_is_asked(match, 0));
  g_assert_true(lap_match_resign(match, 0, table_key(1), NULL, &error));
  g_assert_cmphex(lap_match_get_waiting(match), ==, 7);
  g_assert_false(lap_viewer_is_asked(match, 0));
  g_assert_true(lap_viewer_is_asked(match, 1));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/seats/nobody-joins-with-a-name-that-reads-as-another-seats", test_same_name);
  g_test_add_func("/seats/an-invitation-opens-its-seat-once", test_invitation);
  g_test_add_func("/seats/the-same-key-gives-the-same-token-again-also-after-a-restart", test_retry);
  g_test_add_func("/seats/who-comes-has-a-name-a-key-and-a-seat-that-is-free", test_arrivals);
  g_test_add_func("/seats/who-leaves-is-given-an-invitation-for-another", test_leave);
  g_test_add_func("/seats/watchers-have-a-token-unless-the-match-is-public", test_watch);
  g_test_add_func("/seats/nothing-that-opens-a-seat-is-stored", test_stored_secrets);
  g_test_add_func("/seats/bots-take-free-seats-and-play", test_bots);
  g_test_add_func("/seats/who-has-given-up-seats-no-bot-there", test_no_bot_for_resigned);
  g_test_add_func("/seats/who-resigned-is-not-asked-though-the-seat-is-waited-for", test_who_resigned_is_not_asked);
  return g_test_run();
}
