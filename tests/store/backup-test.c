/* Backups: made while the store is written, given up, and refused by those that have no file. */
#include <glib/gstdio.h>
#include <string.h>

#include "folder.h"
#include "session.h"

enum { LONG = 200 /* entries, so that a backup has several slices */ };

typedef struct {
  char *folder, *copy, *copy_url;
  LapStore *store;
  guint64 entries; /* of the match "oak" */
  GAsyncResult *result;
} Fixture;

static void append(Fixture *fixture, const char *word)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *filler = g_strnfill(9000, 'x'), *entry = g_strdup_printf("{\"%s\":\"%s\"}", word, filler);
  lap_store_append(fixture->store, "oak", fixture->entries + 1, entry, LAP_STORED_RUNNING, 1000, &error);
  g_assert_no_error(error);
}

static void append_and_commit(Fixture *fixture)
{
  append(fixture, "kept");
  g_assert_true(lap_store_commit(fixture->store, NULL));
  fixture->entries++;
}

static void set_up(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const LapStored match = {.id = (char *)"oak",
                           .game = (char *)"trees",
                           .seats = (char *)"[]",
                           .header = (char *)"{}",
                           .state = LAP_STORED_RUNNING};
  fixture->folder = make_folder("backup");
  fixture->copy = g_build_filename(fixture->folder, "copy", NULL);
  fixture->copy_url = g_strconcat("sqlite:", fixture->copy, NULL);
  g_autofree char *url = g_strdup_printf("sqlite:%s/store", fixture->folder);
  fixture->store = lap_store_open(url, NULL);
  g_assert_true(lap_store_create(fixture->store, &match, NULL));
  for (guint i = 0; i < LONG; i++) append_and_commit(fixture);
}

static void tear_down(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_clear_object(&fixture->result);
  g_clear_object(&fixture->store);
  remove_folder(fixture->folder);
  g_free(fixture->folder);
  g_free(fixture->copy);
  g_free(fixture->copy_url);
}

static void on_done(GObject *store G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  ((Fixture *)data)->result = g_object_ref(result);
}

static void finish(Fixture *fixture, guint64 *matches, guint64 *entries, GError **error)
{
  while (!fixture->result) g_main_context_iteration(NULL, TRUE);
  gboolean done = lap_store_backup_finish(fixture->store, fixture->result, matches, entries, error);
  g_assert_true(done == g_file_test(fixture->copy, G_FILE_TEST_EXISTS));
}

static void assert_refused(Fixture *fixture, GQuark domain, int code)
{
  g_autoptr(GError) error = NULL;
  guint64 matches, entries;
  while (!fixture->result) g_main_context_iteration(NULL, TRUE);
  g_assert_false(lap_store_backup_finish(fixture->store, fixture->result, &matches, &entries, &error));
  g_assert_error(error, domain, code);
}

static void assert_nothing_left(const Fixture *fixture)
{
  g_autofree char *part = g_strconcat(fixture->copy, "-part", NULL);
  g_assert_false(g_file_test(part, G_FILE_TEST_EXISTS));
}

/* Between slices some entries are committed, some rolled back, and some are in a transaction when a slice is due. */
static void test_while_written(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  guint64 matches, entries;
  lap_store_backup_async(fixture->store, fixture->copy, NULL, on_done, fixture);
  for (guint i = 0; !fixture->result; i++) {
    if (i < LONG && i % 3 == 0) append_and_commit(fixture);
    if (i < LONG && i % 3 == 1) append(fixture, "lost");
    g_main_context_iteration(NULL, FALSE);
    lap_store_roll_back(fixture->store);
  }
  finish(fixture, &matches, &entries, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(matches, ==, 1);
  g_assert_cmpuint(entries, >=, LONG);
  assert_nothing_left(fixture);

  g_autoptr(LapStore) copy = lap_store_open(fixture->copy_url, &error);
  g_assert_no_error(error);
  g_autoptr(GPtrArray) findings = lap_store_verify(copy, NULL);
  g_assert_cmpuint(findings->len, ==, 0);
  g_autoptr(GPtrArray) there = lap_store_entries(copy, "oak", 0, G_MAXUINT64, NULL);
  g_autoptr(GPtrArray) first = lap_store_entries(fixture->store, "oak", 0, entries, NULL);
  g_assert_cmpuint(there->len, ==, entries);
  for (guint i = 0; i < there->len; i++) g_assert_cmpstr(there->pdata[i], ==, first->pdata[i]);
}

static void test_of_the_moment(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GError) error = NULL;
  guint64 matches, entries;
  lap_store_backup_async(fixture->store, fixture->copy, NULL, on_done, fixture);
  finish(fixture, &matches, &entries, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(entries, ==, LONG);
  g_autoptr(LapStore) copy = lap_store_open(fixture->copy_url, NULL);
  g_autofree char *before = dump(fixture->store), *after = dump(copy);
  g_assert_cmpstr(before, ==, after);
}

static void test_given_up(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  lap_store_backup_async(fixture->store, fixture->copy, cancellable, on_done, fixture);
  g_main_context_iteration(NULL, FALSE);
  g_cancellable_cancel(cancellable);
  assert_refused(fixture, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object(&fixture->result);
  g_assert_false(g_file_test(fixture->copy, G_FILE_TEST_EXISTS));
  assert_nothing_left(fixture);
}

static void test_a_file_is_there(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *kept = NULL;
  g_assert_true(g_file_set_contents(fixture->copy, "dear", -1, NULL));
  lap_store_backup_async(fixture->store, fixture->copy, NULL, on_done, fixture);
  assert_refused(fixture, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS);
  g_assert_true(g_file_get_contents(fixture->copy, &kept, NULL, NULL));
  g_assert_cmpstr(kept, ==, "dear");
}

/* One that came there meanwhile is not overwritten either. */
static void test_a_file_comes(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *kept = NULL;
  lap_store_backup_async(fixture->store, fixture->copy, NULL, on_done, fixture);
  g_assert_true(g_file_set_contents(fixture->copy, "dear", -1, NULL));
  assert_refused(fixture, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS);
  g_clear_object(&fixture->result);
  g_assert_true(g_file_get_contents(fixture->copy, &kept, NULL, NULL));
  g_assert_cmpstr(kept, ==, "dear");
  assert_nothing_left(fixture);
}

static void test_no_folder(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *nowhere = g_build_filename(fixture->folder, "no", "folder", NULL);
  lap_store_backup_async(fixture->store, nowhere, NULL, on_done, fixture);
  assert_refused(fixture, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
}

static void test_no_file(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_clear_object(&fixture->store);
  fixture->store = lap_store_open("memory:", NULL);
  lap_store_backup_async(fixture->store, fixture->copy, NULL, on_done, fixture);
  assert_refused(fixture, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
}

int main(int argc, char **argv)
{
  const struct {
    const char *path;
    void (*run)(Fixture *, gconstpointer);
  } tests[] = {
      {"/store/backup/is-of-one-moment-while-the-store-is-written", test_while_written},
      {"/store/backup/has-all-that-there-is", test_of_the_moment},
      {"/store/backup/leaves-nothing-when-it-is-given-up", test_given_up},
      {"/store/backup/does-not-replace-a-file", test_a_file_is_there},
      {"/store/backup/nor-one-that-comes-meanwhile", test_a_file_comes},
      {"/store/backup/says-that-there-is-no-folder", test_no_folder},
      {"/store/backup/needs-a-store-in-a-file", test_no_file},
  };
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(tests); i++)
    g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run();
}
