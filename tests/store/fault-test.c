/* A disk that fails at its N-th call, for every N of a short session until none fails any more: no acknowledgement of
 * what is gone after reopening, no half of a turn, no crash; reading goes on. */
#include "disk.h"
#include "session.h"

#define CALLS_MAX 5000

/* Checkpoints come every few turns, so that calls of theirs fail too. */
static int checkpoint_often(sqlite3 *db, const char **message G_GNUC_UNUSED, const void *api G_GNUC_UNUSED)
{
  return sqlite3_wal_autocheckpoint(db, 12);
}

typedef struct {
  const char *name;
  Fault fault;
} Kind;

static const Kind kinds[] = {
    {"one-call-fails", FAULT_ONCE},
    {"the-disk-is-full-from-then-on", FAULT_FULL},
    {"the-disk-takes-nothing-from-then-on", FAULT_WORN},
};

/* After a turn that failed, unless the fault is still to come. */
static void read_on(Session *session, const Disk *disk)
{
  if (disk_broke(disk)) session_check(session);
}

/* Coming up, the store finds out what became of a commit of unknown outcome. */
static gboolean come_up(Session *session)
{
  if (!session_open(session)) return FALSE;
  if (session_check_reopened(session)) return TRUE;
  session_close(session);
  return FALSE;
}

static void play(Session *session, Disk *disk)
{
  for (int life = 0; life < 2; life++) {
    if (!come_up(session)) continue;
    for (int i = 0; i < SESSION_TURNS; i++)
      if (!session_play(session)) read_on(session, disk);
    session_close(session);
  }
}

/* Whether the fault came at all. */
static gboolean try_fault(Fault fault, guint at)
{
  g_autoptr(Disk) disk = disk_new();
  g_autoptr(Session) session = session_new();
  disk_break(disk, fault, at, at);
  play(session, disk);
  gboolean broke = disk_broke(disk);

  disk_mend(disk, KEEP_ALL);
  g_assert_true(come_up(session));
  g_assert_true(session_play(session));
  session_check(session);
  session_close(session);
  return broke;
}

static void test_fault(gconstpointer data)
{
  const Kind *kind = data;
  guint at = 1;
  while (at < CALLS_MAX && try_fault(kind->fault, at)) at++;
  g_test_message("%u calls failed, one after another", at - 1);
  g_assert_cmpuint(at, >, 30);
  g_assert_cmpuint(at, <, CALLS_MAX);
}

/* The first turn writes, the second finds no room: the third is refused too, till the commit that says so. */
static void test_what_follows_a_failed_write_is_not_kept(void)
{
  g_autoptr(Disk) disk = disk_new();
  g_autoptr(Session) session = session_new();
  g_assert_true(session_open(session) && session_play(session));

  g_autofree char *before = dump(session->store);
  g_autofree char *large = g_strnfill(12 * 1024 * 1024, 'x'); /* more than the cache holds: written before the commit */
  disk_break(disk, FAULT_ONCE, 1, 0);
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_store_append(session->store, "oak", 2, "first", LAP_STORED_RUNNING, 1, NULL));
  g_assert_false(lap_store_append(session->store, "oak", 3, large, LAP_STORED_RUNNING, 1, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  g_clear_error(&error);
  g_assert_false(lap_store_append(session->store, "oak", 2, "third", LAP_STORED_RUNNING, 1, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  g_clear_error(&error);
  g_assert_false(lap_store_commit(session->store, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);

  g_autofree char *after = dump(session->store);
  g_assert_cmpstr(before, ==, after);
  g_assert_true(lap_store_append(session->store, "oak", 2, "again", LAP_STORED_RUNNING, 1, NULL));
  g_assert_true(lap_store_commit(session->store, NULL));
}

/* SQLite takes a transaction back when a read in it fails: what was written before is lost, what comes after must not
 * stand alone. */
static void test_a_failed_read_does_not_halve_a_turn(void)
{
  g_autoptr(Disk) disk = disk_new();
  g_autoptr(Session) session = session_new();
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session));
  for (int i = 0; i < SESSION_TURNS; i++) g_assert_true(session_play(session));
  session_close(session);
  g_assert_true(session_open(session));

  g_assert_true(lap_store_append(session->store, "ash", 4, "before", LAP_STORED_RUNNING, 1, NULL));
  disk_break(disk, FAULT_ONCE, 1, 0);
  g_assert_null(
      lap_store_entries(session->store, "elm", 0, G_MAXUINT64, &error)); /* long: nothing read it since the opening */
  g_assert_true(disk_broke(disk));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  g_clear_error(&error);
  g_assert_false(lap_store_append(session->store, "oak", 8, "after", LAP_STORED_RUNNING, 1, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  g_assert_false(lap_store_commit(session->store, NULL));

  session_check(session);
  g_assert_true(session_play(session));
  session_check(session);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  sqlite3_auto_extension((void (*)(void))checkpoint_often);
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    g_autofree char *path = g_strdup_printf("/store/fault/nothing-acknowledged-is-lost-if-%s", kinds[i].name);
    g_test_add_data_func(path, &kinds[i], test_fault);
  }
  g_test_add_func("/store/fault/what-follows-a-failed-write-is-not-kept", test_what_follows_a_failed_write_is_not_kept);
  g_test_add_func("/store/fault/a-failed-read-does-not-halve-a-turn", test_a_failed_read_does_not_halve_a_turn);
  return g_test_run();
}
