/* What every store does with matches and their entries. */
#include "cases.h"
#include "session.h"

static void a_new_one_is_empty(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  store_assert_page(store, NULL, "");
  g_assert_null(lap_store_find(store, "oak", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);
  store_commit(store);
}

static void a_match_is_found_as_it_was_made(LapStore *store)
{
  LapStored match = {.id = (char *)"oak7",
                     .game = (char *)"trees",
                     .header = (char *)"{\"ñ\":\"木\"}",
                     .seats = (char *)"[{\"name\":\"ñ\"}]",
                     .created = 3,
                     .changed = G_MAXINT64 - 1,
                     .state = LAP_STORED_OPEN,
                     .is_public = TRUE,
                     .entries = 9};
  g_assert_true(lap_store_create(store, &match, NULL));
  store_commit(store);
  g_autoptr(LapStored) found = lap_store_find(store, "oak7", NULL);
  g_assert_cmpstr(found->id, ==, match.id);
  g_assert_cmpstr(found->game, ==, match.game);
  g_assert_cmpstr(found->header, ==, match.header);
  g_assert_cmpint(found->created, ==, match.created);
  g_assert_cmpint(found->changed, ==, match.changed);
  g_assert_cmpuint(found->entries, ==, 0);
  g_assert_cmpstr(found->seats, ==, match.seats);
  g_assert_cmpint(found->state, ==, LAP_STORED_OPEN);
  g_assert_true(found->is_public);
}

static void entries_come_in_order(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_create(store, "elm", "trees", 1);
  for (guint64 i = 1; i <= 3; i++) {
    store_append(store, "oak", i, i == 1 ? "a" : i == 2 ? "b" : "c", i == 3, 10 + (gint64)i);
    store_append(store, "elm", i, "e", FALSE, 2);
  }
  store_commit(store);
  store_assert_entries(store, "oak", 0, "a b c");
  store_assert_entries(store, "oak", 1, "b c");
  store_assert_entries(store, "oak", 3, "");
  store_assert_entries(store, "oak", 4, "");
  store_assert_entries(store, "oak", G_MAXUINT64, "");
  g_autoptr(LapStored) oak = lap_store_find(store, "oak", NULL);
  g_assert_cmpuint(oak->entries, ==, 3);
  g_assert_cmpint(oak->changed, ==, 13);
  g_assert_cmpint(oak->state, ==, LAP_STORED_OVER);
}

static void a_match_that_was_over_may_go_on(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_append(store, "oak", 1, "end", TRUE, 2);
  store_append(store, "oak", 2, "undo", FALSE, 3);
  g_autoptr(LapStored) oak = lap_store_find(store, "oak", NULL);
  g_assert_cmpint(oak->state, ==, LAP_STORED_RUNNING);
}

static void seats_are_those_noted_last(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_commit(store);
  g_assert_true(lap_store_set_seats(store, "oak", "[1]", NULL));
  g_assert_true(lap_store_set_seats(store, "oak", "[2]", NULL));
  g_autoptr(LapStored) two = lap_store_find(store, "oak", NULL);
  g_assert_cmpstr(two->seats, ==, "[2]");
  g_assert_cmpint(two->changed, ==, 1);
  lap_store_roll_back(store);
  g_autoptr(LapStored) before = lap_store_find(store, "oak", NULL);
  g_assert_cmpstr(before->seats, ==, "[]");
  g_assert_false(lap_store_set_seats(store, "elm", "[1]", NULL));
  lap_store_roll_back(store);
}

static void what_is_not_committed_is_seen(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_append(store, "oak", 1, "a", FALSE, 2);
  store_assert_entries(store, "oak", 0, "a");
  store_assert_page(store, NULL, "oak");
}

static void rolling_back_forgets_what_is_not_committed(LapStore *store)
{
  store_create(store, "oak", "trees", 1);
  store_create(store, "elm", "trees", 2);
  store_append(store, "oak", 1, "a", FALSE, 3);
  store_commit(store);
  g_autofree char *before = dump(store);

  store_append(store, "oak", 2, "b", TRUE, 9);
  store_create(store, "ash", "trees", 9);
  store_append(store, "ash", 1, "c", FALSE, 10);
  g_assert_true(lap_store_remove(store, "elm", NULL));
  store_create(store, "elm", "bushes", 11);
  g_assert_true(lap_store_remove(store, "oak", NULL));
  g_assert_true(lap_store_remove(store, "ash", NULL));
  lap_store_roll_back(store);

  g_autofree char *after = dump(store);
  g_assert_cmpstr(after, ==, before);
  store_append(store, "oak", 2, "d", FALSE, 4);
  store_commit(store);
  lap_store_roll_back(store);
  store_assert_entries(store, "oak", 0, "a d");
}

typedef struct {
  const char *match;
  guint64 index;
  int code;
} BadAppend;

static void only_the_next_entry_is_taken(LapStore *store)
{
  static const BadAppend bad[] = {
      {"oak", 0, LAP_STORE_ERROR_NOT_FOUND},
      {"oak", 1, LAP_STORE_ERROR_EXISTS},
      {"oak", 2, LAP_STORE_ERROR_EXISTS},
      {"oak", 4, LAP_STORE_ERROR_NOT_FOUND},
      {"oak", G_MAXUINT64, LAP_STORE_ERROR_NOT_FOUND},
      {"oak", G_MAXUINT64 / 2 + 1, LAP_STORE_ERROR_NOT_FOUND},
      {"elm", 1, LAP_STORE_ERROR_NOT_FOUND},
  };
  store_create(store, "oak", "trees", 1);
  store_append(store, "oak", 1, "a", FALSE, 2);
  store_append(store, "oak", 2, "b", FALSE, 3);
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(lap_store_append(store, bad[i].match, bad[i].index, "x", LAP_STORED_OVER, 9, &error));
    g_assert_error(error, LAP_STORE_ERROR, bad[i].code);
  }
  store_commit(store); /* a refusal spoils nothing */
  store_assert_entries(store, "oak", 0, "a b");
}

static void an_id_is_taken_once(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  LapStored again = {.id = (char *)"oak",
                     .game = (char *)"bushes",
                     .seats = (char *)"[]",
                     .state = LAP_STORED_RUNNING,
                     .header = (char *)"{}"};
  store_create(store, "oak", "trees", 1);
  g_assert_false(lap_store_create(store, &again, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS);
  store_commit(store);
  g_autoptr(LapStored) oak = lap_store_find(store, "oak", NULL);
  g_assert_cmpstr(oak->game, ==, "trees");
}

static void what_is_removed_is_gone(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  store_create(store, "oak", "trees", 1);
  store_create(store, "elm", "trees", 2);
  store_append(store, "oak", 1, "a", FALSE, 3);
  store_commit(store);
  g_assert_true(lap_store_remove(store, "oak", NULL));
  store_commit(store);
  store_assert_page(store, NULL, "elm");
  g_assert_null(lap_store_entries(store, "oak", 0, G_MAXUINT64, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);
  g_clear_error(&error);
  g_assert_false(lap_store_remove(store, "oak", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);

  store_create(store, "oak", "trees", 4);
  store_assert_entries(store, "oak", 0, "");
}

static void what_is_not_an_id_a_line_or_a_cursor_is_refused(LapStore *store)
{
  static const char *const ids[] = {
      "",       "Oak",   "o-k", "oak ",
      "../oak", "oak\n", "ö",   "01234567890123456789012345678901234567890123456789012345678901234"};
  static const char *const lines[] = {"", "a\nb", "a\r", "\xff", "\xc3"};
  static const char *const cursors[] = {"",        "oak",    "12", "12-", "-oak", "12-Oak", "99999999999999999999-oak",
                                        "12-oak ", "1.5-oak"};
  store_create(store, "oak", "trees", 1);
  for (gsize i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(GError) error = NULL;
    LapStored match = {.id = (char *)ids[i],
                       .game = (char *)"trees",
                       .seats = (char *)"[]",
                       .state = LAP_STORED_RUNNING,
                       .header = (char *)"{}"};
    g_assert_false(lap_store_create(store, &match, &error));
    g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
    g_assert_null(lap_store_find(store, ids[i], NULL));
    g_assert_null(lap_store_entries(store, ids[i], 0, G_MAXUINT64, NULL));
    g_assert_false(lap_store_append(store, ids[i], 1, "a", LAP_STORED_RUNNING, 1, NULL));
    g_assert_false(lap_store_remove(store, ids[i], NULL));
  }
  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GError) error = NULL;
    LapStored match = {.id = (char *)"elm",
                       .game = (char *)"trees",
                       .seats = (char *)"[]",
                       .state = LAP_STORED_RUNNING,
                       .header = (char *)lines[i]};
    g_assert_false(lap_store_append(store, "oak", 1, lines[i], LAP_STORED_RUNNING, 1, &error));
    g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
    g_assert_false(lap_store_create(store, &match, NULL));
    match.game = (char *)lines[i];
    match.header = (char *)"{}";
    g_assert_false(lap_store_create(store, &match, NULL));
    match.game = (char *)"trees";
    match.seats = (char *)lines[i];
    g_assert_false(lap_store_create(store, &match, NULL));
  }
  for (gsize i = 0; i < G_N_ELEMENTS(cursors); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_store_list(store, NULL, cursors[i], 10, &error));
    g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
  }
  store_assert_page(store, NULL, "oak");
}

int main(int argc, char **argv)
{
  static const StoreCase cases[] = {
      {"a-new-one-is-empty", a_new_one_is_empty},
      {"a-match-is-found-as-it-was-made", a_match_is_found_as_it_was_made},
      {"entries-come-in-order", entries_come_in_order},
      {"a-match-that-was-over-may-go-on", a_match_that_was_over_may_go_on},
      {"seats-are-those-noted-last", seats_are_those_noted_last},
      {"what-is-not-committed-is-seen", what_is_not_committed_is_seen},
      {"rolling-back-forgets-what-is-not-committed", rolling_back_forgets_what_is_not_committed},
      {"only-the-next-entry-is-taken", only_the_next_entry_is_taken},
      {"an-id-is-taken-once", an_id_is_taken_once},
      {"what-is-removed-is-gone", what_is_removed_is_gone},
      {"what-is-not-an-id-a-line-or-a-cursor-is-refused", what_is_not_an_id_a_line_or_a_cursor_is_refused},
  };
  g_test_init(&argc, &argv, NULL);
  return store_run_cases(cases, G_N_ELEMENTS(cases));
}
