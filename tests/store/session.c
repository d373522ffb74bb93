#include "session.h"

#include "folder.h"

typedef struct {
  enum { CREATE, APPEND, APPEND_LONG, REMOVE } what;
  const char *match;
} Deed;

#define N_DEEDS 5 /* of a turn, at most */

static const Deed turns[SESSION_TURNS][N_DEEDS] = {
    {{CREATE, "oak"}, {APPEND, "oak"}},
    {{CREATE, "elm"}, {APPEND, "elm"}, {APPEND, "oak"}, {APPEND, "elm"}},
    {{APPEND_LONG, "oak"}},
    {{CREATE, "ash"}, {CREATE, "fir"}, {APPEND_LONG, "elm"}, {APPEND, "fir"}, {APPEND, "ash"}},
    {{REMOVE, "elm"}, {APPEND, "ash"}},
    {{APPEND, "oak"}, {APPEND, "oak"}, {APPEND, "oak"}},
    {{CREATE, "elm"}, {APPEND_LONG, "elm"}, {REMOVE, "fir"}},
    {{APPEND, "oak"}, {APPEND, "elm"}, {APPEND, "ash"}},
};

Session *session_new(void) { return session_new_in(NULL); }

Session *session_new_in(Cluster *cluster)
{
  Session *session = g_new0(Session, 1);
  session->folder = cluster ? NULL : make_folder("store");
  session->url = cluster ? cluster_make_store(cluster) : g_strdup_printf("sqlite:%s/store", session->folder);
  session->twin = lap_store_open("memory:", NULL);
  session->possible = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(session->possible, dump(session->twin));
  return session;
}

void session_free(Session *session)
{
  session_close(session);
  if (session->folder) remove_folder(session->folder);
  g_object_unref(session->twin);
  g_ptr_array_unref(session->possible);
  g_free(session->folder);
  g_free(session->url);
  g_free(session);
}

gboolean session_open(Session *session)
{
  g_autoptr(GError) error = NULL;
  session->store = lap_store_open(session->url, &error);
  g_assert_true(session->store ? !error : error && error->domain == LAP_STORE_ERROR);
  if (error && !g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO)) g_error("%s", error->message);
  /* Whatever became of the process, the disk or the power: what is there is no older than what was marked. But a write
   * of the mark itself may have been torn. */
  const char *warning = session->store ? lap_store_get_warning(session->store) : NULL;
  if (warning && !strstr(warning, "-mark is damaged")) g_error("%s", warning);
  return session->store != NULL;
}

void session_close(Session *session) { g_clear_object(&session->store); }

/* The texts of one turn are like those of no other. */
static char *text_of(const Session *session, const Deed *deed)
{
  g_autofree char *filler = g_strnfill(deed->what == APPEND_LONG ? 9000 : 10, 'x');
  return g_strdup_printf("{\"turn\":%u,\"match\":\"%s\",\"filler\":\"%s\"}", session->turn, deed->match, filler);
}

static gboolean append(const Session *session, LapStore *store, const Deed *deed, GError **error)
{
  g_autofree char *text = text_of(session, deed);
  g_autoptr(LapStored) stored = lap_store_find(store, deed->match, error);
  return stored && lap_store_append(store, deed->match, stored->entries + 1, text,
                                    deed->what == APPEND_LONG ? LAP_STORED_OVER : LAP_STORED_RUNNING,
                                    1000 + session->turn, error);
}

static gboolean perform(const Session *session, LapStore *store, const Deed *deed, GError **error)
{
  g_autofree char *header = text_of(session, deed);
  LapStored match = {.id = (char *)deed->match,
                     .game = (char *)"trees",
                     .seats = (char *)"[]",
                     .state = LAP_STORED_RUNNING,
                     .header = header,
                     .changed = session->turn};
  switch (deed->what) {
  case CREATE:
    return lap_store_create(store, &match, error);
  case REMOVE:
    return lap_store_remove(store, deed->match, error);
  default:
    return append(session, store, deed, error);
  }
}

/* What became of a turn, before its commit. */
typedef struct {
  gboolean good; /* the store did all that could be done */
  guint done;    /* so much of it */
} Outcome;

/* What a turn that failed was to create or remove is another matter for those after it, alike for store and twin. */
static Outcome perform_turn(Session *session)
{
  const Deed *deeds = turns[session->turn++ % SESSION_TURNS];
  Outcome outcome = {TRUE, 0};
  for (int i = 0; i < N_DEEDS && deeds[i].match; i++) {
    g_autoptr(GError) error = NULL;
    gboolean performed = perform(session, session->store, &deeds[i], &error);
    gboolean possible = perform(session, session->twin, &deeds[i], NULL);
    g_assert_true(performed ? !error : error && error->domain == LAP_STORE_ERROR);
    if (outcome.good && !possible) g_assert_false(performed);
    if (possible && !performed) outcome.good = FALSE;
    outcome.done += performed;
  }
  return outcome;
}

static void acknowledge(Session *session)
{
  lap_store_commit(session->twin, NULL);
  g_ptr_array_set_size(session->possible, 0);
  g_ptr_array_add(session->possible, dump(session->twin));
}

gboolean session_play(Session *session)
{
  g_autoptr(GError) error = NULL;
  Outcome outcome = perform_turn(session);
  gboolean committed = lap_store_commit(session->store, &error);
  g_assert_true(committed == !error);
  if (committed) {
    g_assert_true(outcome.good);
    if (outcome.done) acknowledge(session);
    return TRUE;
  }
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  g_ptr_array_add(session->possible, dump(session->twin));
  lap_store_roll_back(session->twin);
  return FALSE;
}

void session_check(Session *session)
{
  g_autofree char *there = dump(session->store);
  g_assert_cmpstr(there, ==, g_ptr_array_index(session->possible, 0));
}

static gboolean copy_match(LapStore *from, LapStore *to, const LapStored *stored)
{
  g_autoptr(GPtrArray) entries = lap_store_entries(from, stored->id, 0, G_MAXUINT64, NULL);
  if (!entries) return FALSE;
  g_assert_true(lap_store_create(to, stored, NULL));
  for (guint i = 0; i < entries->len; i++)
    g_assert_true(
        lap_store_append(to, stored->id, i + 1, g_ptr_array_index(entries, i), stored->state, stored->changed, NULL));
  return TRUE;
}

/* The twin becomes what the store turned out to be. */
static gboolean learn(Session *session, const char *there)
{
  g_autoptr(LapStore) twin = lap_store_open("memory:", NULL);
  g_autoptr(GPtrArray) list = lap_store_list(session->store, NULL, NULL, G_MAXUINT, NULL);
  for (guint i = 0; list && i < list->len; i++)
    if (!copy_match(session->store, twin, g_ptr_array_index(list, i))) return FALSE;
  if (!list) return FALSE;

  lap_store_commit(twin, NULL);
  g_set_object(&session->twin, twin);
  g_ptr_array_set_size(session->possible, 0);
  g_ptr_array_add(session->possible, g_strdup(there));
  return TRUE;
}

gboolean session_check_reopened(Session *session)
{
  g_autofree char *there = dump(session->store);
  if (!there) return FALSE;

  for (guint i = 0; i < session->possible->len; i++)
    if (g_str_equal(there, g_ptr_array_index(session->possible, i))) return learn(session, there);
  g_error("expected\n%s\nor a turn more, found\n%s", (char *)g_ptr_array_index(session->possible, 0), there);
}

static gboolean dump_entries(LapStore *store, const LapStored *stored, GString *out)
{
  g_autoptr(GPtrArray) entries = lap_store_entries(store, stored->id, 0, G_MAXUINT64, NULL);
  if (!entries) return FALSE;
  g_assert_cmpuint(entries->len, ==, stored->entries);
  for (guint i = 0; i < entries->len; i++)
    g_string_append_printf(out, "  %.40s %zu\n", (char *)g_ptr_array_index(entries, i),
                           strlen(g_ptr_array_index(entries, i)));
  return TRUE;
}

char *dump(LapStore *store)
{
  g_autoptr(GPtrArray) list = lap_store_list(store, NULL, NULL, G_MAXUINT, NULL);
  if (!list) return NULL;
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < list->len; i++) {
    const LapStored *stored = g_ptr_array_index(list, i);
    g_string_append_printf(out, "%s %s %" G_GINT64_FORMAT "%s\n", stored->id, stored->header, stored->changed,
                           stored->state == LAP_STORED_OVER ? " over" : "");
    if (!dump_entries(store, stored, out)) return g_string_free(out, TRUE), NULL;
  }
  return g_string_free(out, FALSE);
}

/* --- tests with each store */

static Cluster *cluster;

Cluster *session_cluster(void)
{
  if (!cluster) cluster = cluster_new(NULL);
  return cluster;
}

int session_run_tests(void)
{
  int failed = g_test_run();
  g_clear_pointer(&cluster, cluster_free);
  return failed;
}

static void in_a_file(gconstpointer data)
{
  g_autoptr(Session) session = session_new();
  ((const SessionTest *)data)->run(session);
}

static void in_a_database(gconstpointer data)
{
  if (!session_cluster()) return;
  g_autoptr(Session) session = session_new_in(cluster);
  ((const SessionTest *)data)->run(session);
}

void session_add_tests(const char *kind, const SessionTest *tests, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    g_autofree char *sqlite = g_strdup_printf("/store/%s/sqlite/%s", kind, tests[i].name);
    g_autofree char *postgresql = g_strdup_printf("/store/%s/postgresql/%s", kind, tests[i].name);
    g_test_add_data_func(sqlite, &tests[i], in_a_file);
    g_test_add_data_func(postgresql, &tests[i], in_a_database);
  }
}
