/* The host: creating, finding, letting go, turns. */
#include <malloc.h>
#include <string.h>

#include "folder.h"
#include "table.h"

static gboolean creates(Table *table, const LapMatchSettings *settings, GError **error)
{
  g_autoptr(LapMatch) match = lap_host_create(table->host, settings, NULL, error);
  return match != NULL;
}

/* --- settings */

static void test_same_key(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) first = NULL, second = NULL, third = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 3);
  lap_match_settings_set_key(settings, table_key(1));
  lap_match_settings_set_bot(settings, 1, "random");
  g_autoptr(LapMatch) match = table_create_by(&table, settings, &first);
  g_autoptr(LapMatch) again = table_create_by(&table, settings, &second);
  g_assert_true(match == again);
  table_restart(&table);
  g_autoptr(LapMatch) later = table_create_by(&table, settings, &third);
  g_assert_cmpstr(lap_match_get_id(later), ==, lap_match_get_id(match));
  g_assert_true(g_strv_equal((const char *const *)first->invitations, (const char *const *)second->invitations));
  g_assert_true(g_strv_equal((const char *const *)first->invitations, (const char *const *)third->invitations));
  g_assert_cmpstr(first->watch, ==, third->watch);
  g_assert_cmpstr(first->invitations[1], ==, "");
  g_assert_cmpuint(strlen(first->invitations[0]), ==, 32);
  g_assert_cmpstr(first->invitations[0], !=, first->invitations[2]);
  lap_match_settings_set_option(settings, "rounds", "2");
  g_assert_false(creates(&table, settings, &error));
  assert_refused(error, KEY_REUSED);
}

static guint64 draws_of(LapMatch *match) { return lap_head_of(match->block)->generator.state; }

/* Matches of one guarded seed: `people` open seats of 3. Whether the seed holds for them. */
static gboolean holds(Table *table, guint people)
{
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 3);
  lap_match_settings_set_seed(settings, 7);
  for (guint seat = people; seat < 3; seat++) lap_match_settings_set_bot(settings, seat, "random");
  g_autoptr(LapMatch) as_it_is = table_create_by(table, settings, NULL);
  lap_match_settings_guard_seed(settings);
  g_autoptr(LapMatch) one = table_create_by(table, settings, NULL), two = table_create_by(table, settings, NULL);
  g_assert_true(lap_match_is_seeded(as_it_is));
  g_assert_cmpint(lap_match_is_seeded(one), ==, lap_match_is_seeded(two));
  g_assert_cmpint(draws_of(one) == draws_of(as_it_is), ==, lap_match_is_seeded(one));
  g_assert_cmpint(draws_of(one) == draws_of(two), ==, lap_match_is_seeded(one));
  table_assert_stored(table, one);
  return lap_match_is_seeded(one);
}

static void test_guarded_seed(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  for (guint people = 0; people <= 3; people++) g_assert_cmpint(holds(&table, people), ==, people <= 1);
  g_autoptr(LapMatch) unseeded = table_create(&table, "sealed", 2);
  g_assert_false(lap_match_is_seeded(unseeded));
}

/* The mark belongs to the match, whatever seats join and leave; its rematch has another seed. */
static void test_seed_mark_stays(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_seed(settings, 7);
  lap_match_settings_set_key(settings, table_key(7));
  lap_match_settings_set_bot(settings, 1, "random");
  lap_match_settings_guard_seed(settings);
  g_autoptr(LapMatch) match = table_create_by(&table, settings, NULL), again = table_create_by(&table, settings, NULL);
  g_assert_true(match == again);
  table_seat_all(match);
  g_assert_true(lap_match_leave(match, 0, NULL, NULL, NULL, &error));
  g_assert_true(lap_match_join(match, NULL, 0, "Zoe", table_key(8), NULL, NULL, NULL, &error));
  table_restart(&table);
  g_autoptr(LapMatch) later = lap_host_find(table.host, lap_match_get_id(again), &error);
  g_assert_true(lap_match_is_seeded(later));
  g_assert_true(lap_match_propose(later, 0, LAP_PROPOSAL_ABORT, NULL, NULL, &error));
  g_assert_true(lap_match_propose(later, 0, LAP_PROPOSAL_REMATCH, NULL, NULL, &error));
  g_autoptr(LapMatch) next = lap_host_find(table.host, lap_match_get_rematch(later), &error);
  g_assert_false(lap_match_is_seeded(next));
}

static void test_other_keys(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) one = table_create(&table, "sealed", 2), two = table_create(&table, "sealed", 2);
  g_assert_cmpstr(lap_match_get_id(one), !=, lap_match_get_id(two));
  g_assert_cmpuint(strlen(lap_match_get_id(one)), ==, 20);
}

static void set_nothing(LapMatchSettings *settings G_GNUC_UNUSED) {}
static void set_short_key(LapMatchSettings *settings) { lap_match_settings_set_key(settings, "short"); }
static void set_long_key(LapMatchSettings *settings)
{
  g_autofree char *key = g_strnfill(LAP_KEY_MAX + 1, 'k');
  lap_match_settings_set_key(settings, key);
}
static void set_wide_key(LapMatchSettings *settings) { lap_match_settings_set_key(settings, "schlüssel-schlüssel"); }
static void set_option(LapMatchSettings *settings) { lap_match_settings_set_option(settings, "colour", "red"); }
static void set_value(LapMatchSettings *settings) { lap_match_settings_set_option(settings, "rounds", "many"); }
static void set_bot(LapMatchSettings *settings) { lap_match_settings_set_bot(settings, 0, "oracle"); }
static void set_bot_outside(LapMatchSettings *settings) { lap_match_settings_set_bot(settings, 9, "random"); }
static void set_clock(LapMatchSettings *settings) { lap_match_settings_set_clock(settings, 0, 5); }
static void set_slow_clock(LapMatchSettings *settings) { lap_match_settings_set_clock(settings, G_MAXINT64, 0); }

static void test_settings(void)
{
  static const struct {
    const char *game;
    guint seats;
    void (*set)(LapMatchSettings *);
    LapMatchError error;
  } cases[] = {
      {"nothing", 2, set_nothing, LAP_MATCH_ERROR_NOT_FOUND},  {"sealed", 0, set_nothing, LAP_MATCH_ERROR_INVALID},
      {"sealed", 14, set_nothing, LAP_MATCH_ERROR_INVALID},    {"sealed", 99, set_nothing, LAP_MATCH_ERROR_INVALID},
      {"sealed", 2, set_short_key, LAP_MATCH_ERROR_INVALID},   {"sealed", 2, set_long_key, LAP_MATCH_ERROR_INVALID},
      {"sealed", 2, set_wide_key, LAP_MATCH_ERROR_INVALID},    {"sealed", 2, set_option, LAP_MATCH_ERROR_INVALID},
      {"sealed", 2, set_value, LAP_MATCH_ERROR_INVALID},       {"sealed", 2, set_bot, LAP_MATCH_ERROR_NOT_FOUND},
      {"sealed", 2, set_bot_outside, LAP_MATCH_ERROR_INVALID}, {"sealed", 2, set_clock, LAP_MATCH_ERROR_INVALID},
      {"sealed", 2, set_slow_clock, LAP_MATCH_ERROR_INVALID},
  };
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(LapMatchSettings) settings = lap_match_settings_new(cases[i].game, cases[i].seats);
    cases[i].set(settings);
    g_assert_false(creates(&table, settings, &error));
    g_test_message("%s", error->message);
    g_assert_error(error, LAP_MATCH_ERROR, (gint)cases[i].error);
  }
  g_assert_cmpuint(lap_host_get_open(table.host), ==, 0);
}

static void test_disabled(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) running = table_begin(&table, "sealed-fair", 2);
  lap_host_disable(table.host, "sealed", TRUE);
  g_assert_true(lap_host_is_disabled(table.host, "sealed-haven"));
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed-fair", 2);
  g_assert_false(creates(&table, settings, &error));
  assert_refused(error, REFUSED);
  table_move(&table, running);
  lap_host_disable(table.host, "sealed", FALSE);
  g_assert_true(creates(&table, settings, &error));
}

/* --- memory */

static void test_let_go(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) held = table_begin(&table, "sealed", 2);
  g_autofree char *before = table_describe(held);
  lap_host_set_open_max(table.host, 3);
  for (guint i = 0; i < 20; i++) {
    g_autoptr(LapMatch) other = table_begin(&table, "sealed", 2);
    table_move(&table, other);
  }
  g_assert_cmpuint(lap_host_get_open(table.host), <=, 3);
  g_autoptr(LapMatch) found = lap_host_find(table.host, lap_match_get_id(held), NULL);
  g_assert_true(found == held);
  g_autofree char *after = table_describe(held);
  g_assert_cmpstr(before, ==, after);
}

static void test_not_found(void)
{
  static const char *const ids[] = {"", "nosuchmatch", "No Such Match", "ü", "../../x"};
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_host_find(table.host, ids[i], &error));
    g_assert_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND);
  }
}

static void test_host_gone(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  table_restart(&table);
  g_assert_false(lap_match_resign(match, 0, NULL, NULL, &error));
  assert_refused(error, NOT_FOUND);
}

/* Printed, since it depends on the allocator. */
static void test_idle(void)
{
  enum { MATCHES = 10000 };
  g_autoptr(GPtrArray) matches = g_ptr_array_new_with_free_func(g_object_unref);
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_ptr_array_add(matches, table_create(&table, "sealed", 2));
  gsize block = ((LapMatch *)matches->pdata[0])->ruleset->block_size;
  table_restart(&table);
  lap_host_set_open_max(table.host, MATCHES);
  g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < MATCHES; i++) {
    g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
    g_ptr_array_add(ids, g_strdup(lap_match_get_id(match)));
  }
  table_restart(&table);
  lap_host_set_open_max(table.host, MATCHES);
  struct mallinfo2 before = mallinfo2();
  for (guint i = 0; i < MATCHES; i++) g_object_unref(lap_host_find(table.host, ids->pdata[i], NULL));
  struct mallinfo2 after = mallinfo2();
  g_assert_cmpuint(lap_host_get_open(table.host), ==, MATCHES);
  g_test_message("an idle match takes %zu bytes, %zu of them its block", (after.uordblks - before.uordblks) / MATCHES,
                 block);
}

/* --- turns */

static void test_turn(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  lap_host_begin(table.host);
  g_autoptr(LapMatch) match = table_begin(&table, "sealed", 2);
  table_move(&table, match);
  g_assert_cmpuint(lap_host_get_staged(table.host), ==, 3);
  g_assert_cmpuint(table.entries, ==, 3);
  g_assert_true(lap_host_end(table.host, &error));
  g_assert_cmpuint(lap_host_get_staged(table.host), ==, 0);
  lap_store_roll_back(table.store);
  table_assert_stored(&table, match);
}

static void test_sqlite(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("match");
  g_autofree char *url = g_strconcat("sqlite:", folder, "/matches.db", NULL);
  g_autoptr(LapStore) store = lap_store_open(url, &error);
  g_assert_no_error(error);
  g_auto(Table) table = {0};
  table_init(&table, store);
  LapMatch *match = table_begin(&table, "sealed", 2);
  for (guint i = 0; i < 9; i++) table_move(&table, match);
  g_autofree char *before = table_describe(match), *id = g_strdup(lap_match_get_id(match));
  g_object_unref(match);
  table_clear(&table);
  g_clear_object(&store);
  store = lap_store_open(url, &error);
  g_assert_no_error(error);
  table_init(&table, store);
  match = lap_host_find(table.host, id, &error);
  g_assert_no_error(error);
  g_autofree char *after = table_describe(match);
  g_assert_cmpstr(before, ==, after);
  g_object_unref(match);
  remove_folder(folder);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/host/create/the-same-key-gives-the-same-match-and-invitations", test_same_key);
  g_test_add_func("/host/create/a-guarded-seed-holds-for-one-person-at-most", test_guarded_seed);
  g_test_add_func("/host/create/that-a-match-was-seeded-is-known-for-good", test_seed_mark_stays);
  g_test_add_func("/host/create/without-a-key-each-is-another", test_other_keys);
  g_test_add_func("/host/create/settings-that-cannot-be-are-refused", test_settings);
  g_test_add_func("/host/create/a-disabled-plugin-begins-nothing-nor-do-its-variants", test_disabled);
  g_test_add_func("/host/memory/matches-that-nobody-holds-are-let-go", test_let_go);
  g_test_add_func("/host/memory/what-is-not-there-is-not-found", test_not_found);
  g_test_add_func("/host/memory/a-match-outlives-its-host-and-does-nothing", test_host_gone);
  g_test_add_func("/host/memory/idle-matches-are-little-more-than-their-blocks", test_idle);
  g_test_add_func("/host/turn/its-changes-are-committed-together", test_turn);
  g_test_add_func("/host/store/a-match-comes-back-from-a-file", test_sqlite);
  return g_test_run();
}
