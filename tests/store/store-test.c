/* What every store does: the same cases for each kind. */
#include "host/store/store.h"
#include "session.h"

typedef void (*Case)(LapStore *store);

static void create_as(LapStore *store, const char *id, const char *game, gint64 changed, LapStoredState state,
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

static void create(LapStore *store, const char *id, const char *game, gint64 changed)
{
  create_as(store, id, game, changed, LAP_STORED_RUNNING, FALSE);
}

static void append(LapStore *store, const char *id, guint64 index, const char *entry, gboolean over, gint64 now)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_store_append(store, id, index, entry, over ? LAP_STORED_OVER : LAP_STORED_RUNNING, now, &error));
  g_assert_no_error(error);
}

static void commit(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_store_commit(store, &error));
  g_assert_no_error(error);
}

static void assert_entries(LapStore *store, const char *id, guint64 after, const char *expected)
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
static char *page(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, char **next)
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

static void assert_page(LapStore *store, const LapStoreFilter *filter, const char *expected)
{
  g_autofree char *ids = page(store, filter, NULL, 100, NULL);
  g_assert_cmpstr(ids, ==, expected);
}

static void a_new_one_is_empty(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  assert_page(store, NULL, "");
  g_assert_null(lap_store_find(store, "oak", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);
  commit(store);
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
  commit(store);
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
  create(store, "oak", "trees", 1);
  create(store, "elm", "trees", 1);
  for (guint64 i = 1; i <= 3; i++) {
    append(store, "oak", i, i == 1 ? "a" : i == 2 ? "b" : "c", i == 3, 10 + (gint64)i);
    append(store, "elm", i, "e", FALSE, 2);
  }
  commit(store);
  assert_entries(store, "oak", 0, "a b c");
  assert_entries(store, "oak", 1, "b c");
  assert_entries(store, "oak", 3, "");
  assert_entries(store, "oak", 4, "");
  assert_entries(store, "oak", G_MAXUINT64, "");
  g_autoptr(LapStored) oak = lap_store_find(store, "oak", NULL);
  g_assert_cmpuint(oak->entries, ==, 3);
  g_assert_cmpint(oak->changed, ==, 13);
  g_assert_cmpint(oak->state, ==, LAP_STORED_OVER);
}

static void a_match_that_was_over_may_go_on(LapStore *store)
{
  create(store, "oak", "trees", 1);
  append(store, "oak", 1, "end", TRUE, 2);
  append(store, "oak", 2, "undo", FALSE, 3);
  g_autoptr(LapStored) oak = lap_store_find(store, "oak", NULL);
  g_assert_cmpint(oak->state, ==, LAP_STORED_RUNNING);
}

static void seats_are_those_noted_last(LapStore *store)
{
  create(store, "oak", "trees", 1);
  commit(store);
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
  create(store, "oak", "trees", 1);
  append(store, "oak", 1, "a", FALSE, 2);
  assert_entries(store, "oak", 0, "a");
  assert_page(store, NULL, "oak");
}

static void rolling_back_forgets_what_is_not_committed(LapStore *store)
{
  create(store, "oak", "trees", 1);
  create(store, "elm", "trees", 2);
  append(store, "oak", 1, "a", FALSE, 3);
  commit(store);
  g_autofree char *before = dump(store);

  append(store, "oak", 2, "b", TRUE, 9);
  create(store, "ash", "trees", 9);
  append(store, "ash", 1, "c", FALSE, 10);
  g_assert_true(lap_store_remove(store, "elm", NULL));
  create(store, "elm", "bushes", 11);
  g_assert_true(lap_store_remove(store, "oak", NULL));
  g_assert_true(lap_store_remove(store, "ash", NULL));
  lap_store_roll_back(store);

  g_autofree char *after = dump(store);
  g_assert_cmpstr(after, ==, before);
  append(store, "oak", 2, "d", FALSE, 4);
  commit(store);
  lap_store_roll_back(store);
  assert_entries(store, "oak", 0, "a d");
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
  create(store, "oak", "trees", 1);
  append(store, "oak", 1, "a", FALSE, 2);
  append(store, "oak", 2, "b", FALSE, 3);
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(lap_store_append(store, bad[i].match, bad[i].index, "x", LAP_STORED_OVER, 9, &error));
    g_assert_error(error, LAP_STORE_ERROR, bad[i].code);
  }
  commit(store); /* a refusal spoils nothing */
  assert_entries(store, "oak", 0, "a b");
}

static void an_id_is_taken_once(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  LapStored again = {.id = (char *)"oak",
                     .game = (char *)"bushes",
                     .seats = (char *)"[]",
                     .state = LAP_STORED_RUNNING,
                     .header = (char *)"{}"};
  create(store, "oak", "trees", 1);
  g_assert_false(lap_store_create(store, &again, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS);
  commit(store);
  g_autoptr(LapStored) oak = lap_store_find(store, "oak", NULL);
  g_assert_cmpstr(oak->game, ==, "trees");
}

static void what_is_removed_is_gone(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  create(store, "oak", "trees", 1);
  create(store, "elm", "trees", 2);
  append(store, "oak", 1, "a", FALSE, 3);
  commit(store);
  g_assert_true(lap_store_remove(store, "oak", NULL));
  commit(store);
  assert_page(store, NULL, "elm");
  g_assert_null(lap_store_entries(store, "oak", 0, G_MAXUINT64, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);
  g_clear_error(&error);
  g_assert_false(lap_store_remove(store, "oak", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND);

  create(store, "oak", "trees", 4);
  assert_entries(store, "oak", 0, "");
}

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
  create(store, "c", "trees", 1);
  create(store, "a", "trees", 10);
  create_as(store, "d", "trees", 40, LAP_STORED_RUNNING, TRUE);
  create_as(store, "b", "bushes", 20, LAP_STORED_OPEN, TRUE);
  append(store, "c", 1, "end", TRUE, 30);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) assert_page(store, &cases[i].filter, cases[i].expected);
}

/* Some of the same instant; one that has been listed changes, one goes, the one that the cursor names goes. */
static void pages_neither_repeat_nor_leave_out(LapStore *store)
{
  static const char *const ids[] = {"a", "b", "c", "d", "e", "f", "g"};
  for (gsize i = 0; i < G_N_ELEMENTS(ids); i++) create(store, ids[i], "trees", i < 3 ? 10 : 20);

  g_autofree char *cursor = NULL, *second_cursor = NULL;
  g_autofree char *first = page(store, NULL, NULL, 3, &cursor);
  g_assert_cmpstr(first, ==, "g f e");
  append(store, "f", 1, "x", FALSE, 99);
  g_assert_true(lap_store_remove(store, "e", NULL));
  g_assert_true(lap_store_remove(store, "d", NULL));
  g_autofree char *second = page(store, NULL, cursor, 2, &second_cursor);
  g_assert_cmpstr(second, ==, "c b");
  append(store, "b", 1, "x", FALSE, 100);
  g_autofree char *third = page(store, NULL, second_cursor, 2, NULL);
  g_assert_cmpstr(third, ==, "a");
  g_autofree char *none = page(store, NULL, NULL, 0, NULL);
  g_assert_cmpstr(none, ==, "");
  g_autofree char *anew = page(store, NULL, NULL, 9, NULL);
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
    append(store, id, i, entry, LAP_STORED_RUNNING, 10 + (gint64)i);
  }
}

static void snapshots_are_of_what_is_there(LapStore *store)
{
  create(store, "oak", "trees", 1);
  create(store, "elm", "trees", 1);
  append_some(store, "oak", 1, 4);
  assert_snapshot(store, "oak", G_MAXUINT64, NULL);
  keep(store, "oak", 4, "four");
  append_some(store, "elm", 1, 3);
  append_some(store, "oak", 5, 8);
  keep(store, "oak", 8, "eight");
  commit(store);
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
  create(store, "oak", "trees", 1);
  assert_snapshot(store, "oak", G_MAXUINT64, NULL);
}

/* With snapshots or without, from anywhere to anywhere. */
static void parts_of_a_log_are_read(LapStore *store)
{
  create(store, "oak", "trees", 1);
  create(store, "elm", "trees", 1);
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

static void what_is_not_an_id_a_line_or_a_cursor_is_refused(LapStore *store)
{
  static const char *const ids[] = {
      "",       "Oak",   "o-k", "oak ",
      "../oak", "oak\n", "ö",   "01234567890123456789012345678901234567890123456789012345678901234"};
  static const char *const lines[] = {"", "a\nb", "a\r", "\xff", "\xc3"};
  static const char *const cursors[] = {"",        "oak",    "12", "12-", "-oak", "12-Oak", "99999999999999999999-oak",
                                        "12-oak ", "1.5-oak"};
  create(store, "oak", "trees", 1);
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
  assert_page(store, NULL, "oak");
}

static const struct {
  const char *name;
  Case run;
} cases[] = {
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
    {"lists-are-by-last-change-and-filtered", lists_are_by_last_change_and_filtered},
    {"pages-neither-repeat-nor-leave-out", pages_neither_repeat_nor_leave_out},
    {"snapshots-are-of-what-is-there", snapshots_are_of_what_is_there},
    {"parts-of-a-log-are-read", parts_of_a_log_are_read},
    {"what-is-not-an-id-a-line-or-a-cursor-is-refused", what_is_not_an_id_a_line_or_a_cursor_is_refused},
};

static void in_memory(gconstpointer data)
{
  g_autoptr(LapStore) store = lap_store_open("memory:", NULL);
  ((Case)data)(store);
}

/* In the end it is all there once more, but what was not committed. */
static void in_a_file(gconstpointer data)
{
  g_autoptr(Session) session = session_new();
  g_assert_true(session_open(session));
  ((Case)data)(session->store);
  lap_store_roll_back(session->store);
  g_autofree char *before = dump(session->store);
  session_close(session);
  g_assert_true(session_open(session));
  g_autofree char *after = dump(session->store);
  g_assert_cmpstr(after, ==, before);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *memory = g_strdup_printf("/store/memory/%s", cases[i].name);
    g_autofree char *sqlite = g_strdup_printf("/store/sqlite/%s", cases[i].name);
    g_test_add_data_func(memory, (gconstpointer)cases[i].run, in_memory);
    g_test_add_data_func(sqlite, (gconstpointer)cases[i].run, in_a_file);
  }
  return g_test_run();
}
