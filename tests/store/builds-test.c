/* Builds in a store: they are there for as long as a match needs them, and are what was put. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "session.h"

static LapStore *open_with_matches(Session *session)
{
  g_autoptr(GError) error = NULL;
  LapStore *store = lap_store_open(session->url, &error);
  g_assert_no_error(error);
  for (const char *const *id = (const char *const[]){"ash", "oak", NULL}; *id; id++) {
    const LapStored match = {.id = (char *)*id,
                             .game = (char *)"trees",
                             .seats = (char *)"[]",
                             .state = LAP_STORED_RUNNING,
                             .header = (char *)"{}"};
    g_assert_true(lap_store_create(store, &match, NULL));
  }
  g_assert_true(lap_store_commit(store, NULL));
  return store;
}

static void keep(LapStore *store, const char *match, const char *name, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) content = text ? g_bytes_new(text, strlen(text)) : NULL;
  g_assert_true(lap_store_keep_build(store, match, name, content, &error));
  g_assert_no_error(error);
}

static void assert_kept(LapStore *store, const char *name, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) content = lap_store_get_build(store, name, &error);
  g_assert_no_error(error);
  g_assert_cmpmem(g_bytes_get_data(content, NULL), g_bytes_get_size(content), text, strlen(text));
  g_assert_true(lap_store_has_build(store, name));
}

static void assert_not_kept(LapStore *store, const char *name, int code)
{
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_store_get_build(store, name, &error));
  g_assert_error(error, LAP_STORE_ERROR, code);
}

static void run_sql(const Session *session, const char *sql)
{
  sqlite3 *db;
  g_assert_cmpint(sqlite3_open(session->url + strlen("sqlite:"), &db), ==, SQLITE_OK);
  g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close(db);
}

static void keep_while_needed(Session *session)
{
  LapStore *store = open_with_matches(session);
  g_assert_false(lap_store_has_build(store, "bark"));
  keep(store, "ash", "bark", "rough");
  keep(store, "oak", "bark", NULL);
  keep(store, "oak", "leaf", "green");
  g_assert_true(lap_store_commit(store, NULL));
  g_object_unref(store);

  store = lap_store_open(session->url, NULL);
  assert_kept(store, "bark", "rough");
  g_assert_true(lap_store_release_builds(store, "oak", TRUE, NULL));
  assert_kept(store, "bark", "rough");
  assert_not_kept(store, "leaf", LAP_STORE_ERROR_NOT_FOUND);
  g_assert_true(lap_store_release_builds(store, "ash", FALSE, NULL));
  assert_kept(store, "bark", "rough"); /* the next match may need it */
  keep(store, "ash", "leaf", "yellow");
  assert_not_kept(store, "bark", LAP_STORE_ERROR_NOT_FOUND);
  assert_kept(store, "leaf", "yellow");
  g_assert_true(lap_store_remove(store, "ash", NULL));
  assert_not_kept(store, "leaf", LAP_STORE_ERROR_NOT_FOUND);
  g_assert_true(lap_store_commit(store, NULL));
  g_object_unref(store);
}

static void roll_back(Session *session)
{
  g_autoptr(LapStore) store = open_with_matches(session);
  keep(store, "ash", "bark", "rough");
  g_assert_true(lap_store_commit(store, NULL));
  keep(store, "oak", "leaf", "green");
  g_assert_true(lap_store_release_builds(store, "ash", TRUE, NULL));
  lap_store_roll_back(store);
  assert_kept(store, "bark", "rough");
  assert_not_kept(store, "leaf", LAP_STORE_ERROR_NOT_FOUND);
}

static void refuse(Session *session)
{
  g_autoptr(LapStore) store = open_with_matches(session);
  g_autoptr(GError) error = NULL;
  g_autofree char *much = g_malloc0(LAP_STORE_BUILD_MAX + 1);
  g_autoptr(GBytes) large = g_bytes_new_static(much, LAP_STORE_BUILD_MAX + 1);
  g_assert_false(lap_store_keep_build(store, "ash", "bark", large, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
  g_clear_error(&error);
  g_assert_false(lap_store_keep_build(store, "elm", "bark", NULL, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);
}

static void test_writable_by_others(void)
{
  g_autoptr(Session) session = session_new();
  g_autoptr(LapStore) store = open_with_matches(session);
  keep(store, "ash", "bark", "rough");
  g_assert_cmpint(g_chmod(session->url + strlen("sqlite:"), 0660), ==, 0);
  assert_not_kept(store, "bark", LAP_STORE_ERROR_UNTRUSTED);
  g_assert_cmpint(g_chmod(session->url + strlen("sqlite:"), 0600), ==, 0);
  assert_kept(store, "bark", "rough");
}

static void test_damage(void)
{
  static const struct {
    const char *sql, *finding;
  } damages[] = {
      {"UPDATE build SET content = x'00'", "build bark is not what was written"},
      {"UPDATE build SET hash = zeroblob(7)", "build bark is not what was written"},
      {"DELETE FROM build", "match ash needs a build that is not there"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(damages); i++) {
    g_autoptr(Session) session = session_new();
    LapStore *store = open_with_matches(session);
    keep(store, "ash", "bark", "rough");
    g_assert_true(lap_store_commit(store, NULL));
    g_object_unref(store);
    run_sql(session, damages[i].sql);
    store = lap_store_open(session->url, NULL);
    g_autoptr(GPtrArray) findings = lap_store_verify(store, NULL);
    g_assert_cmpuint(findings->len, ==, 1);
    g_assert_cmpstr(findings->pdata[0], ==, damages[i].finding);
    assert_not_kept(store, "bark", i < 2 ? LAP_STORE_ERROR_CORRUPT : LAP_STORE_ERROR_NOT_FOUND);
    g_object_unref(store);
  }
}

/* It ends with the process, which has the plugins. */
static void test_memory(void)
{
  g_autoptr(LapStore) store = lap_store_open("memory:", NULL);
  g_assert_true(lap_store_has_build(store, "bark"));
  keep(store, "ash", "bark", NULL);
  g_assert_true(lap_store_release_builds(store, "ash", TRUE, NULL));
  assert_not_kept(store, "bark", LAP_STORE_ERROR_NOT_FOUND);
}

int main(int argc, char **argv)
{
  static const SessionTest tests[] = {{"are-kept-as-long-as-a-match-needs-them", keep_while_needed},
                                      {"are-rolled-back-with-the-rest", roll_back},
                                      {"of-no-match-or-too-large-are-refused", refuse}};
  g_test_init(&argc, &argv, NULL);
  session_add_tests("builds", tests, G_N_ELEMENTS(tests));
  g_test_add_func("/store/builds/are-not-taken-out-of-a-store-that-others-may-write", test_writable_by_others);
  g_test_add_func("/store/builds/that-are-damaged-or-missing-are-found", test_damage);
  g_test_add_func("/store/builds/in-memory-there-are-none", test_memory);
  return session_run_tests();
}
