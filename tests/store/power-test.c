/* Power goes, or the process dies, at every call of a short session that changes the disk, each sync among them; what
 * was not synced is kept, dropped or torn. Nothing acknowledged is lost, no turn is there by half, and the store serves
 * again, also if power goes once more while it comes up. */
#include "disk.h"
#include "session.h"

#define CALLS_MAX 5000

static int checkpoint_often(sqlite3 *db, const char **message G_GNUC_UNUSED, const void *api G_GNUC_UNUSED)
{
  return sqlite3_wal_autocheckpoint(db, 12);
}

static void live(Session *session, const Disk *disk)
{
  if (!session_open(session)) return;
  if (!session_check_reopened(session)) return session_close(session);
  for (int i = 0; i < SESSION_TURNS && !disk_broke(disk); i++) session_play(session);
  session_close(session);
}

/* Whether the cut came at all. */
static gboolean try_cut(Loss loss, guint at, guint32 seed)
{
  g_autoptr(Disk) disk = disk_new();
  g_autoptr(Session) session = session_new();
  disk_break(disk, FAULT_NO_POWER, at, seed);
  live(session, disk);
  live(session, disk);
  gboolean broke = disk_broke(disk);
  disk_mend(disk, loss);

  disk_break(disk, FAULT_NO_POWER, 1 + seed % 23, seed + 1);
  live(session, disk);
  disk_mend(disk, loss);

  live(session, disk);
  g_assert_true(session_open(session));
  session_check(session);
  session_close(session);
  return broke;
}

typedef struct {
  const char *name;
  Loss loss;
  guint32 tries;
} Kind;

static const Kind kinds[] = {
    {"the-process-dies", KEEP_ALL, 1},
    {"all-that-was-not-synced-is-dropped", DROP_ALL, 1},
    {"what-was-not-synced-is-torn", TEAR, 3},
};

static gboolean try_cuts(const Kind *kind, guint at)
{
  gboolean broke = FALSE;
  for (guint32 i = 0; i < kind->tries; i++) broke |= try_cut(kind->loss, at, at * kind->tries + i);
  return broke;
}

static void test_cut(gconstpointer data)
{
  guint at = 1;
  while (at < CALLS_MAX && try_cuts(data, at)) at++;
  g_test_message("cut at %u calls, one after another", at - 1);
  g_assert_cmpuint(at, >, 30);
  g_assert_cmpuint(at, <, CALLS_MAX);
}

/* The disk itself: else the tests above could not fail. */
static void test_the_disk_drops_what_was_not_synced(void)
{
  g_autoptr(Disk) disk = disk_new();
  g_autoptr(Session) session = session_new();
  sqlite3 *db;
  g_autofree char *path = g_build_filename(session->folder, "store", NULL);
  g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
  g_assert_cmpint(sqlite3_exec(db, "PRAGMA synchronous = OFF; CREATE TABLE t (a)", NULL, NULL, NULL), ==, SQLITE_OK);
  disk_break(disk, FAULT_NO_POWER, 1, 1);
  sqlite3_close(db);
  disk_mend(disk, DROP_ALL);

  g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
  g_assert_cmpint(sqlite3_exec(db, "SELECT * FROM t", NULL, NULL, NULL), ==, SQLITE_ERROR);
  sqlite3_close(db);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  sqlite3_auto_extension((void (*)(void))checkpoint_often);
  g_test_add_func("/store/power/the-disk-drops-what-was-not-synced", test_the_disk_drops_what_was_not_synced);
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    g_autofree char *path = g_strdup_printf("/store/power/nothing-acknowledged-is-lost-if-%s", kinds[i].name);
    g_test_add_data_func(path, &kinds[i], test_cut);
  }
  return g_test_run();
}
