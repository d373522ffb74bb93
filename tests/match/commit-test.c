/* Commits that are not waited for: what comes after one that fails is undone with it. */
#include "failing-store.h"
#include "host/match/commit.h"
#include "host/store/threaded-store.h"
#include "table.h"

typedef struct {
  FailingStore *inner;
  LapStore *store;
  Table table;
  LapMatch *one, *other;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  fixture->inner = failing_store_new(0);
  fixture->store = lap_threaded_store_new(LAP_STORE(fixture->inner));
  table_init(&fixture->table, fixture->store);
  fixture->one = table_begin(&fixture->table, "sealed", 2);
  fixture->other = table_begin(&fixture->table, "sealed", 2);
}

static void tear_down(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_object_unref(fixture->one);
  g_object_unref(fixture->other);
  table_clear(&fixture->table);
  g_object_unref(fixture->store);
  g_object_unref(fixture->inner);
}

static void on_done(gpointer data G_GNUC_UNUSED) {}

static void move(Fixture *fixture, LapMatch *match) { table_move(&fixture->table, match); }

static void assert_is(LapMatch *match, const char *described)
{
  g_autofree char *now = table_describe(match);
  g_assert_cmpstr(now, ==, described);
}

static void test_overlapping(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  LapHost *host = fixture->table.host;
  lap_host_begin(host);
  move(fixture, fixture->one);
  g_assert_true(lap_host_begin_commit(host, on_done, NULL));
  lap_host_begin(host);
  move(fixture, fixture->one);
  move(fixture, fixture->other);
  g_assert_true(lap_host_finish_commit(host, &error));
  g_assert_true(lap_host_end(host, &error));
  table_assert_stored(&fixture->table, fixture->one);
  table_assert_stored(&fixture->table, fixture->other);
}

static void test_failure(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  LapHost *host = fixture->table.host;
  g_autofree char *one = table_describe(fixture->one), *other = table_describe(fixture->other);
  lap_host_begin(host);
  move(fixture, fixture->one);
  failing_store_set_broken(fixture->inner, TRUE);
  g_assert_true(lap_host_begin_commit(host, on_done, NULL));
  lap_host_begin(host);
  move(fixture, fixture->one);
  move(fixture, fixture->other);
  guint undone = fixture->table.undone;
  lap_threaded_store_wait(LAP_THREADED_STORE(fixture->store));
  failing_store_set_broken(fixture->inner, FALSE);
  g_assert_false(lap_host_finish_commit(host, &error));
  assert_refused(error, STORE);
  g_assert_cmpuint(fixture->table.undone, ==, undone + 2);
  assert_is(fixture->one, one);
  assert_is(fixture->other, other);
  g_assert_false(lap_match_resign(fixture->other, 0, NULL, NULL, &error));
  assert_refused(error, STORE);
  g_assert_false(lap_host_end(host, &error));
  assert_refused(error, STORE);
  lap_host_begin(host);
  move(fixture, fixture->other);
  g_assert_true(lap_host_begin_commit(host, on_done, NULL));
  g_assert_true(lap_host_finish_commit(host, &error));
  table_assert_stored(&fixture->table, fixture->one);
  table_assert_stored(&fixture->table, fixture->other);
}

/* A match that the failing one created is gone, whatever was done in it since. */
static void test_created(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  LapHost *host = fixture->table.host;
  lap_host_begin(host);
  g_autoptr(LapMatch) created = table_begin(&fixture->table, "sealed", 2);
  failing_store_set_broken(fixture->inner, TRUE);
  g_assert_true(lap_host_begin_commit(host, on_done, NULL));
  lap_host_begin(host);
  move(fixture, created);
  lap_threaded_store_wait(LAP_THREADED_STORE(fixture->store));
  failing_store_set_broken(fixture->inner, FALSE);
  g_assert_false(lap_host_finish_commit(host, NULL));
  g_assert_false(lap_host_end(host, NULL));
  g_assert_false(lap_match_ready(created, &error));
  assert_refused(error, NOT_FOUND);
}

static void test_removed(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  LapHost *host = fixture->table.host;
  lap_host_begin(host);
  move(fixture, fixture->one);
  g_assert_true(lap_host_begin_commit(host, on_done, NULL));
  lap_host_begin(host);
  g_assert_true(lap_host_remove(host, lap_match_get_id(fixture->one), &error));
  g_assert_true(lap_host_finish_commit(host, &error));
  g_assert_true(lap_host_begin_commit(host, on_done, NULL));
  g_assert_true(lap_host_finish_commit(host, &error));
  g_assert_null(lap_host_find(host, lap_match_get_id(fixture->one), NULL));
}

static void add(const char *path, void (*test)(Fixture *, gconstpointer))
{
  g_test_add(path, Fixture, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  add("/match/commit/the-next-transaction-begins-meanwhile", test_overlapping);
  add("/match/commit/if-it-fails-so-does-what-came-after-it", test_failure);
  add("/match/commit/what-it-created-is-gone-if-it-fails", test_created);
  add("/match/commit/a-match-is-removed-meanwhile", test_removed);
  return g_test_run();
}
