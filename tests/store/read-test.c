/* What is read of every store: lists in pages, snapshots, parts of a log. */
#include <string.h>

#include "cases.h"

static void lists_are_by_last_change_and_filtered(LapStore *store)
{
  static const struct {
    LapStoreFilter filter;
    const char *expected;
  } cases[] = {
      {{0}, "d c b a"},
      {{.game = "trees"}, "d c a"},
      {{.game = "stones"}, ""},
      {{.states = LAP_STORED_OPEN | LAP_STORED_RUNNING}, "d b a"},
      {{.states = LAP_STORED_OPEN}, "b"},
      {{.states = LAP_STORED_OVER}, "c"},
      {{.only_public = TRUE}, "d b"},
      {{.only_public = TRUE, .states = LAP_STORED_RUNNING}, "d"},
      {{.only_public = TRUE, .states = LAP_STORED_OVER}, ""},
      {{.changed_before = 30}, "b a"},
      {{.changed_before = 31}, "c b a"},
      {{.changed_before = 1}, ""},
      {{.game = "trees", .states = LAP_STORED_RUNNING, .changed_before = 40}, "a"},
  };
  store_create(store, "c", "trees", 1);
  store_create(store, "a", "trees", 10);
  store_create_as(store, "d", "trees", 40, LAP_STORED_RUNNING, TRUE);
  store_create_as(store, "b", "bushes", 20, LAP_STORED_OPEN, TRUE);
  store_append(store, "c", 1, "end", TRUE, 30);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) store_assert_page(store, &cases[i].filter, cases[i].expected);
}

/* Some of the same instant; one that has been listed changes, one goes, the one that the cursor names goes. */
static void pages_neither_repeat_nor_leave_out(LapStore *store)
{
  static const char *const ids[] = {"a", "b", "c", "d", "e", "f", "g"};
  for (gsize i = 0; i < G_N_ELEMENTS(ids); i++) store_create(store, ids[i], "trees", i < 3 ? 10 : 20);

  g_autofree char *cursor = NULL, *second_cursor = NULL;
  g_autofree char *first = store_page(store, NULL, NULL, 3, &cursor);
  g_assert_cmpstr(first, ==, "g f e");
  store_append(store, "f", 1, "x", FALSE, 99);
  g_assert_true(lap_store_remove(store, "e", NULL));
  g_assert_true(lap_store_remove(store, "d", NULL));
  g_autofree char *second = store_page(store, NULL, cursor, 2, &second_cursor);
  g_assert_cmpstr(second, ==, "c b");
  store_append(store, "b", 1, "x", FALSE, 100);
  g_autofree char *third = store_page(store, NULL, second_cursor, 2, NULL);
  g_assert_cmpstr(third, ==, "a");
  g_autofree char *none = store_page(store, NULL, NULL, 0, NULL);
  g_assert_cmpstr(none, ==, "");
  g_autofree char *anew = store_page(store, NULL, NULL, 9, NULL);
  g_assert_cmpstr(anew, ==, "b f g c a");
}

static void keep(LapStore *store, const char *id, guint64 place, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) snapshots = g_ptr_array_new();
  g_autoptr(GBytes) state = g_bytes_new(text, strlen(text)), tail = g_bytes_new("tail", 4);
  LapSnapshot snapshot = {place, state, tail};
  g_ptr_array_add(snapshots, &snapshot);
  g_assert_true(lap_store_keep_snapshots(store, id, snapshots, &error));
  g_assert_no_error(error);
}

static void assert_snapshot(LapStore *store, const char *id, guint64 upto, const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapSnapshot) snapshot = lap_store_find_snapshot(store, id, upto, &error);
  g_assert_no_error(error);
  g_assert_cmpint(snapshot != NULL, ==, expected != NULL);
  if (!snapshot) return;
  g_assert_cmpmem(g_bytes_get_data(snapshot->state, NULL), g_bytes_get_size(snapshot->state), expected,
                  strlen(expected));
  g_autoptr(GPtrArray) tails = lap_store_get_tails(store, id, upto, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(tails->len, >, 0);
  g_assert_cmpmem(g_bytes_get_data(tails->pdata[0], NULL), g_bytes_get_size(tails->pdata[0]), "tail", 4);
}

static void append_some(LapStore *store, const char *id, guint64 first, guint64 last)
{
  for (guint64 i = first; i <= last; i++) {
    g_autofree char *entry = g_strdup_printf("%" G_GUINT64_FORMAT, i);
    store_append(store, id, i, entry, FALSE, 10 + (gint64)i);
  }
}

static void snapshots_are_of_what_is_there(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_create(store, "elm", "trees", 1);
  append_some(store, "oak", 1, 4);
  assert_snapshot(store, "oak", G_MAXUINT64, NULL);
  keep(store, "oak", 4, "four");
  append_some(store, "elm", 1, 3);
  append_some(store, "oak", 5, 8);
  keep(store, "oak", 8, "eight");
  store_commit(store);
  assert_snapshot(store, "elm", G_MAXUINT64, NULL);
  assert_snapshot(store, "oak", 3, NULL);
  assert_snapshot(store, "oak", 4, "four");
  assert_snapshot(store, "oak", 7, "four");
  assert_snapshot(store, "oak", 8, "eight");
  append_some(store, "oak", 9, 9);
  keep(store, "oak", 9, "nine");
  lap_store_roll_back(store);
  assert_snapshot(store, "oak", G_MAXUINT64, "eight");
  append_some(store, "oak", 9, 10);
  assert_snapshot(store, "oak", G_MAXUINT64, "eight");
  keep(store, "oak", 6, "six");
  assert_snapshot(store, "oak", 7, "six");
  assert_snapshot(store, "oak", G_MAXUINT64, "six");
  g_assert_true(lap_store_remove(store, "oak", NULL));
  store_create(store, "oak", "trees", 1);
  assert_snapshot(store, "oak", G_MAXUINT64, NULL);
}

/* With snapshots or without, from anywhere to anywhere. */
static void parts_of_a_log_are_read(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_create(store, "elm", "trees", 1);
  for (guint64 i = 1; i <= 12; i++) {
    append_some(store, "oak", i, i);
    append_some(store, "elm", i, i);
    if (i % 4 == 0) keep(store, "oak", i, "x");
  }
  for (guint64 after = 0; after <= 13; after++)
    for (guint64 upto = 0; upto <= 14; upto++) {
      g_autoptr(GPtrArray) oak = lap_store_entries(store, "oak", after, upto, NULL);
      g_autoptr(GPtrArray) elm = lap_store_entries(store, "elm", after, upto, NULL);
      guint expected = MIN(upto, 12) > after ? (guint)(MIN(upto, 12) - after) : 0;
      g_assert_nonnull(oak);
      g_assert_cmpuint(oak->len, ==, expected);
      g_assert_cmpuint(elm->len, ==, expected);
      for (guint i = 0; i < expected; i++) {
        g_autofree char *entry = g_strdup_printf("%" G_GUINT64_FORMAT, after + i + 1);
        g_assert_cmpstr(oak->pdata[i], ==, entry);
        g_assert_cmpstr(elm->pdata[i], ==, entry);
      }
    }
}

static void assert_messages(LapStore *store, const char *id, guint64 before, guint limit, const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) messages = lap_store_get_messages(store, id, before, limit, &error);
  g_assert_no_error(error);
  g_ptr_array_add(messages, NULL);
  g_autofree char *joined = g_strjoinv(" ", (char **)messages->pdata);
  g_ptr_array_set_size(messages, (int)messages->len - 1);
  g_assert_cmpstr(joined, ==, expected);
}

static void say(LapStore *store, const char *id, guint64 number, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_store_add_message(store, id, number, text, &error));
  g_assert_no_error(error);
}

static void refuse_message(LapStore *store, const char *id, guint64 number, LapStoreError code)
{
  g_autoptr(GError) error = NULL;
  g_assert_false(lap_store_add_message(store, id, number, "x", &error));
  g_assert_error(error, LAP_STORE_ERROR, (gint)code);
}

static void messages_are_kept_beside_the_log_and_go_with_the_match(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  store_create(store, "oak", "trees", 1);
  store_create(store, "elm", "trees", 1);
  append_some(store, "oak", 1, 2);
  for (guint64 i = 1; i <= 5; i++) say(store, "oak", i, (const char *[]){"a", "b", "c", "d", "e"}[i - 1]);
  say(store, "elm", 1, "z");
  store_commit(store);
  assert_messages(store, "oak", 0, 100, "a b c d e");
  assert_messages(store, "oak", 0, 2, "d e");
  assert_messages(store, "oak", 4, 2, "b c");
  assert_messages(store, "oak", 1, 2, "");
  store_assert_entries(store, "oak", 0, "1 2");
  say(store, "oak", 6, "f");
  lap_store_roll_back(store);
  assert_messages(store, "oak", 0, 1, "e");
  refuse_message(store, "oak", 5, LAP_STORE_ERROR_EXISTS);
  refuse_message(store, "oak", 7, LAP_STORE_ERROR_NOT_FOUND);
  g_assert_false(lap_store_add_message(store, "oak", 6, "two\nlines", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
  g_assert_true(lap_store_remove(store, "oak", NULL));
  store_create(store, "oak", "trees", 1);
  assert_messages(store, "oak", 0, 100, "");
  assert_messages(store, "elm", 0, 100, "z");
}

int main(int argc, char **argv)
{
  static const StoreCase cases[] = {
      {"lists-are-by-last-change-and-filtered", lists_are_by_last_change_and_filtered},
      {"pages-neither-repeat-nor-leave-out", pages_neither_repeat_nor_leave_out},
      {"snapshots-are-of-what-is-there", snapshots_are_of_what_is_there},
      {"messages-are-kept-beside-the-log-and-go-with-the-match",
       messages_are_kept_beside_the_log_and_go_with_the_match},
      {"parts-of-a-log-are-read", parts_of_a_log_are_read},
  };
  g_test_init(&argc, &argv, NULL);
  return store_run_cases(cases, G_N_ELEMENTS(cases));
}
