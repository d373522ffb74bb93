#include "cases.h"

#include "session.h"

void store_create_as(LapStore *store, const char *id, const char *game, gint64 changed, LapStoredState state,
                     gboolean is_public)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *header = g_strdup_printf("{\"match\":\"%s\"}", id);
  LapStored match = {.id = (char *)id,
                     .game = (char *)game,
                     .header = header,
                     .seats = (char *)"[]",
                     .created = 5,
                     .changed = changed,
                     .state = state,
                     .is_public = is_public};
  g_assert_true(lap_store_create(store, &match, &error));
  g_assert_no_error(error);
}

void store_create(LapStore *store, const char *id, const char *game, gint64 changed)
{
  store_create_as(store, id, game, changed, LAP_STORED_RUNNING, FALSE);
}

void store_append(LapStore *store, const char *id, guint64 index, const char *entry, gboolean over, gint64 now)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_store_append(store, id, index, entry, over ? LAP_STORED_OVER : LAP_STORED_RUNNING, now, &error));
  g_assert_no_error(error);
}

void store_commit(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_store_commit(store, &error));
  g_assert_no_error(error);
}

void store_assert_entries(LapStore *store, const char *id, guint64 after, const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) entries = lap_store_entries(store, id, after, G_MAXUINT64, &error);
  g_assert_no_error(error);
  g_ptr_array_add(entries, NULL);
  g_autofree char *joined = g_strjoinv(" ", (char **)entries->pdata);
  g_ptr_array_set_size(entries, (int)entries->len - 1);
  g_assert_cmpstr(joined, ==, expected);
}

/* The ids of a page, and where it ends. */
char *store_page(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, char **next)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) list = lap_store_list(store, filter, cursor, limit, &error);
  g_assert_no_error(error);
  GString *ids = g_string_new(NULL);
  for (guint i = 0; i < list->len; i++)
    g_string_append_printf(ids, "%s%s", i ? " " : "", ((LapStored *)g_ptr_array_index(list, i))->id);
  if (next) *next = list->len ? lap_stored_cursor(g_ptr_array_index(list, list->len - 1)) : NULL;
  return g_string_free(ids, FALSE);
}

void store_assert_page(LapStore *store, const LapStoreFilter *filter, const char *expected)
{
  g_autofree char *ids = store_page(store, filter, NULL, 100, NULL);
  g_assert_cmpstr(ids, ==, expected);
}

static void in_memory(gconstpointer data)
{
  g_autoptr(LapStore) store = lap_store_open("memory:", NULL);
  ((const StoreCase *)data)->run(store);
}

/* In the end it is all there once more, but what was not committed. */
static void in_a_session(Session *session, const StoreCase *one)
{
  g_assert_true(session_open(session));
  one->run(session->store);
  lap_store_roll_back(session->store);
  g_autofree char *before = dump(session->store);
  session_close(session);
  g_assert_true(session_open(session));
  g_autofree char *after = dump(session->store);
  g_assert_cmpstr(after, ==, before);
}

static void in_a_file(gconstpointer data)
{
  g_autoptr(Session) session = session_new();
  in_a_session(session, data);
}

static void in_a_database(gconstpointer data)
{
  Cluster *cluster = session_cluster();
  if (!cluster) return;
  g_autoptr(Session) session = session_new_in(cluster);
  in_a_session(session, data);
}

int store_run_cases(const StoreCase *cases, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    g_autofree char *memory = g_strdup_printf("/store/memory/%s", cases[i].name);
    g_autofree char *sqlite = g_strdup_printf("/store/sqlite/%s", cases[i].name);
    g_autofree char *postgresql = g_strdup_printf("/store/postgresql/%s", cases[i].name);
    g_test_add_data_func(memory, &cases[i], in_memory);
    g_test_add_data_func(sqlite, &cases[i], in_a_file);
    g_test_add_data_func(postgresql, &cases[i], in_a_database);
  }
  return session_run_tests();
}
