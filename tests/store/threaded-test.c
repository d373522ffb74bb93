/* Commits on a thread: what is seen of them meanwhile, and what becomes of what comes after one that fails. */
#include "cases.h"
#include "host/store/threaded-store.h"
#include "session.h"

/* A store in a file, and its commits. */
typedef struct {
  Session *session;
  LapStore *store;
  gint done; /* atomic: a commit need not be waited for any more */
} Table;

static void set_up(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  table->session = session_new();
  g_assert_true(session_open(table->session));
  table->store = lap_threaded_store_new(table->session->store);
}

static void tear_down(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_object_unref(table->store);
  session_free(table->session);
}

static void on_done(gpointer data)
{
  g_atomic_int_set((gint *)data, TRUE);
  g_main_context_wakeup(NULL);
}

static void begin_commit(Table *table)
{
  table->done = FALSE;
  lap_threaded_store_begin_commit(LAP_THREADED_STORE(table->store), on_done, &table->done);
}

static gboolean finish_commit(Table *table, GError **error)
{
  return lap_threaded_store_finish_commit(LAP_THREADED_STORE(table->store), error);
}

static void wait_until_told(Table *table)
{
  while (!g_atomic_int_get(&table->done)) g_main_context_iteration(NULL, TRUE);
}

static void assert_kept(Table *table, const char *entries)
{
  g_clear_object(&table->store);
  session_close(table->session);
  g_assert_true(session_open(table->session));
  table->store = lap_threaded_store_new(table->session->store);
  store_assert_entries(table->store, "oak", 0, entries);
}

/* --- */

static void test_goes_on(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  store_create(table->store, "oak", "chess", 1);
  store_append(table->store, "oak", 1, "a", FALSE, 1);
  begin_commit(table);
  store_append(table->store, "oak", 2, "b", FALSE, 2);
  wait_until_told(table);
  g_assert_true(finish_commit(table, &error));
  store_append(table->store, "oak", 3, "c", FALSE, 3);
  begin_commit(table);
  g_assert_true(finish_commit(table, &error));
  assert_kept(table, "a b c");
}

static void test_seen(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  store_create(table->store, "oak", "chess", 1);
  store_append(table->store, "oak", 1, "a", FALSE, 1);
  begin_commit(table);
  store_append(table->store, "oak", 2, "b", FALSE, 2);
  store_assert_entries(table->store, "oak", 0, "a b");
  g_assert_true(finish_commit(table, &error));
  store_append(table->store, "oak", 3, "c", FALSE, 3);
  assert_kept(table, "a");
}

/* A write that is wrong is told at the commit. */
static void test_failure(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  store_create(table->store, "oak", "chess", 1);
  store_append(table->store, "oak", 1, "a", FALSE, 1);
  store_commit(table->store);
  store_append(table->store, "oak", 2, "b", FALSE, 2);
  store_append(table->store, "oak", 2, "b", FALSE, 2);
  begin_commit(table);
  store_append(table->store, "oak", 3, "c", FALSE, 3);
  store_assert_entries(table->store, "oak", 0, "a");
  g_assert_false(finish_commit(table, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS);
  lap_store_roll_back(table->store);
  store_append(table->store, "oak", 2, "d", FALSE, 4);
  store_commit(table->store);
  assert_kept(table, "a d");
}

/* Likewise if a read had to see it. */
static void test_seen_failure(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  store_create(table->store, "oak", "chess", 1);
  store_commit(table->store);
  store_append(table->store, "oak", 1, "a", FALSE, 1);
  store_append(table->store, "oak", 3, "c", FALSE, 1);
  store_assert_entries(table->store, "oak", 0, "a");
  begin_commit(table);
  g_assert_false(finish_commit(table, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);
  lap_store_roll_back(table->store);
  assert_kept(table, "");
}

/* What is committed at once, by somebody who does not know of the one that failed, fails with it. */
static void test_at_once_after_failure(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  store_create(table->store, "oak", "chess", 1);
  store_commit(table->store);
  store_append(table->store, "oak", 2, "b", FALSE, 1);
  begin_commit(table);
  store_append(table->store, "oak", 3, "c", FALSE, 1);
  g_assert_false(lap_store_commit(table->store, &error));
  g_clear_error(&error);
  g_assert_false(finish_commit(table, &error));
  lap_store_roll_back(table->store);
  assert_kept(table, "");
}

static void test_builds(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) content = g_bytes_new_static("code", 4);
  char *name = g_strnfill(64, 'a');
  store_create(table->store, "oak", "chess", 1);
  g_assert_false(lap_store_has_build(table->store, name));
  g_assert_true(lap_store_keep_build(table->store, "oak", name, content, &error));
  g_assert_true(lap_store_has_build(table->store, name));
  lap_store_roll_back(table->store);
  g_assert_false(lap_store_has_build(table->store, name));
  g_free(name);
}

static void on_backup(GObject *store, GAsyncResult *result, gpointer data)
{
  g_autoptr(GError) error = NULL;
  guint64 matches = 0, entries = 0;
  g_assert_true(lap_store_backup_finish(LAP_STORE(store), result, &matches, &entries, &error));
  g_assert_cmpuint(matches, ==, 1);
  g_assert_cmpuint(entries, >=, 1);
  *(gboolean *)data = TRUE;
}

static void test_backup(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename(table->session->folder, "copy", NULL);
  gboolean over = FALSE;
  store_create(table->store, "oak", "chess", 1);
  store_append(table->store, "oak", 1, "a", FALSE, 1);
  begin_commit(table);
  lap_store_backup_async(table->store, path, NULL, on_backup, &over);
  g_assert_true(finish_commit(table, &error));
  for (guint64 i = 2; !over; i++) {
    store_append(table->store, "oak", i, "b", FALSE, (gint64)i);
    begin_commit(table);
    g_assert_true(finish_commit(table, &error));
    g_main_context_iteration(NULL, TRUE);
  }
}

/* Many commits one after the other, with reads in between: for ThreadSanitizer. */
static void test_many(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  enum { COMMITS = 200 };
  g_autoptr(GError) error = NULL;
  store_create(table->store, "oak", "chess", 1);
  for (guint64 i = 1; i <= COMMITS; i++) {
    store_append(table->store, "oak", i, "a", FALSE, (gint64)i);
    begin_commit(table);
    if (i % 7 == 0) g_assert_null(lap_store_find(table->store, "elm", NULL));
    if (i % 5 == 0) wait_until_told(table);
    g_assert_true(finish_commit(table, &error));
  }
  g_autoptr(LapStored) stored = lap_store_find(table->store, "oak", &error);
  g_assert_cmpuint(stored->entries, ==, COMMITS);
}

static void add(const char *path, void (*test)(Table *, gconstpointer))
{
  g_test_add(path, Table, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  add("/store/threaded/its-caller-goes-on-while-it-commits", test_goes_on);
  add("/store/threaded/reads-see-what-is-not-committed", test_seen);
  add("/store/threaded/what-comes-after-a-commit-that-fails-is-lost-with-it", test_failure);
  add("/store/threaded/a-write-that-fails-for-a-read-fails-the-commit", test_seen_failure);
  add("/store/threaded/nothing-is-committed-on-top-of-what-failed", test_at_once_after_failure);
  add("/store/threaded/builds-that-are-rolled-back-are-forgotten", test_builds);
  add("/store/threaded/backups-are-made-between-commits", test_backup);
  add("/store/threaded/many-commits-and-reads", test_many);
  return session_run_tests();
}
