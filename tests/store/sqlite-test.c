/* The SQLite file itself: what is taken for a store and what is not, its layouts, its rights, damage to it. */
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "disk.h"
#include "host/store/sqlite-file.h"
#include "session.h"

static char *path_of(const Session *session) { return g_build_filename(session->folder, "store", NULL); }

static void play_all(Session *session)
{
  g_assert_true(session_open(session));
  for (int i = 0; i < SESSION_TURNS; i++) g_assert_true(session_play(session));
  session_close(session);
}

static void write_bytes(const char *path, gconstpointer bytes, gsize length)
{
  g_autoptr(GError) error = NULL;
  g_file_set_contents(path, bytes, (gssize)length, &error);
  g_assert_no_error(error);
}

static GBytes *read_bytes(const char *path)
{
  char *text;
  gsize length;
  g_assert_true(g_file_get_contents(path, &text, &length, NULL));
  return g_bytes_new_take(text, length);
}

/* As somebody else would, with SQLite alone. */
static void run_sql(const char *path, const char *sql)
{
  sqlite3 *db;
  g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
  g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close(db);
}

static void assert_refused(const char *url, int code, const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) store = lap_store_open(url, &error);
  g_assert_null(store);
  g_assert_error(error, LAP_STORE_ERROR, code);
  if (!strstr(error->message, message)) g_error("\"%s\" in: %s", message, error->message);
}

/* -- Addresses -- */

static void test_what_is_not_an_address_is_refused(void)
{
  static const char *const urls[] = {
      "", "sqlite", "sqlite:", "sqlite::memory:", "memory", "memory:x", "file:/tmp/x", "SQLITE:x"};
  for (gsize i = 0; i < G_N_ELEMENTS(urls); i++)
    assert_refused(urls[i], LAP_STORE_ERROR_URL, "is not the address of a store");
  assert_refused("sqlite:/nowhere/at/all/store", LAP_STORE_ERROR_IO, "cannot make /nowhere/at/all/store: No such file");
  assert_refused("sqlite:/", LAP_STORE_ERROR_IO, "cannot");
}

/* -- What is no store -- */

typedef struct {
  const char *name;
  const char *bytes; /* what is in the file, or */
  const char *sql;   /* what was done to it */
  int code;
  const char *message;
} Foreign;

static const Foreign foreign[] = {
    {"a-text", "Once upon a time there was a tree.\n", NULL, LAP_STORE_ERROR_CORRUPT, "not a database"},
    {"two-bytes", "xy", NULL, LAP_STORE_ERROR_CORRUPT, "not a database"},
    {"somebody-elses-database", NULL, "CREATE TABLE tree (name)", LAP_STORE_ERROR_CORRUPT, "of something else"},
    {"somebody-elses-version", NULL, "PRAGMA user_version = 1", LAP_STORE_ERROR_CORRUPT, "of something else"},
    {"somebody-elses-mark", NULL, "PRAGMA application_id = 7; PRAGMA user_version = 1", LAP_STORE_ERROR_CORRUPT,
     "of something else"},
    {"a-store-without-version", NULL, "PRAGMA application_id = 0x4c706479", LAP_STORE_ERROR_CORRUPT,
     "of something else"},
    {"a-store-without-tables", NULL, "PRAGMA application_id = 0x4c706479; PRAGMA user_version = 3",
     LAP_STORE_ERROR_CORRUPT, "no such table"},
    {"a-store-of-the-first-layout", NULL, "PRAGMA application_id = 0x4c706479; PRAGMA user_version = 1",
     LAP_STORE_ERROR_VERSION, "has layout 1, which an older host wrote"},
    {"a-newer-store", NULL, "PRAGMA application_id = 0x4c706479; PRAGMA user_version = 99", LAP_STORE_ERROR_VERSION,
     "has layout 99, which a newer host wrote"},
};

/* And nobody's file is changed by that; but one that has our mark may get our journal's. */
static void test_foreign(gconstpointer data)
{
  const Foreign *file = data;
  g_autoptr(Session) session = session_new();
  g_autofree char *path = path_of(session);
  if (file->bytes) write_bytes(path, file->bytes, strlen(file->bytes));
  if (file->sql) run_sql(path, file->sql);

  g_autoptr(GBytes) before = read_bytes(path);
  assert_refused(session->url, file->code, file->message);
  g_autoptr(GBytes) after = read_bytes(path);
  if (!strstr(file->name, "without-tables")) g_assert_true(g_bytes_equal(before, after));
}

/* -- Layouts -- */

static void test_an_empty_file_becomes_a_store(void)
{
  static const char *const beginnings[] = {"", "VACUUM", "CREATE TABLE t (a); DROP TABLE t",
                                           "PRAGMA journal_mode = WAL"};
  for (gsize i = 0; i < G_N_ELEMENTS(beginnings); i++) {
    g_autoptr(Session) session = session_new();
    g_autofree char *path = path_of(session);
    run_sql(path, beginnings[i]);
    play_all(session);
    g_assert_true(session_open(session));
    session_check(session);
  }
}

#define LAYOUT 4 /* the version of today's */

/* The layout of today as if it had been followed by others. */
static gboolean update(const char *path, const char *second, const char *third, GError **error)
{
  const char *const steps[] = {
      lap_sqlite_steps[0], lap_sqlite_steps[1], lap_sqlite_steps[2], lap_sqlite_steps[3], second, third, NULL};
  sqlite3 *db = lap_sqlite_open(path, steps, error);
  sqlite3_close(db);
  return db != NULL;
}

#define ADD_NOTE "ALTER TABLE match ADD COLUMN note TEXT NOT NULL DEFAULT 'none'; CREATE TABLE a (b);"

static gint64 get_number(const char *path, const char *sql)
{
  gint64 number = -1;
  sqlite3 *db;
  g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
  g_assert_true(lap_sqlite_get_number(db, path, sql, &number, NULL));
  sqlite3_close(db);
  return number;
}

static void test_an_older_store_is_brought_up_to_date(void)
{
  g_autoptr(Session) session = session_new();
  g_autoptr(GError) error = NULL;
  g_autofree char *path = path_of(session);
  play_all(session);
  gint64 matches = get_number(path, "SELECT count(*) FROM match");
  g_assert_cmpint(matches, >, 0);

  g_assert_true(update(path, ADD_NOTE, "UPDATE match SET note = note || id", &error));
  g_assert_no_error(error);
  g_assert_cmpint(get_number(path, "PRAGMA user_version"), ==, LAYOUT + 2);
  g_assert_cmpint(get_number(path, "SELECT count(*) FROM match WHERE note = 'none' || id"), ==, matches);
  g_assert_true(update(path, ADD_NOTE, "no step is taken twice", &error));
  assert_refused(session->url, LAP_STORE_ERROR_VERSION, "which a newer host wrote");
}

static void test_a_layout_one_newer_is_refused(void)
{
  g_autoptr(Session) session = session_new();
  g_autofree char *path = path_of(session);
  play_all(session);
  g_assert_true(update(path, ADD_NOTE, NULL, NULL));
  assert_refused(session->url, LAP_STORE_ERROR_VERSION, "which a newer host wrote");
}

static void test_an_update_that_fails_changes_nothing(void)
{
  g_autoptr(Session) session = session_new();
  g_autoptr(GError) error = NULL;
  g_autofree char *path = path_of(session);
  play_all(session);
  g_assert_false(update(path, ADD_NOTE, "DROP TABLE match; CREATE TABLE a (b)", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT);
  g_assert_nonnull(strstr(error->message, "cannot bring up to date"));
  g_assert_cmpint(get_number(path, "PRAGMA user_version"), ==, LAYOUT);
  g_assert_true(session_open(session));
  session_check(session);
}

/* -- Rights -- */

static void test_the_file_is_its_owners_alone(void)
{
  static const char *const names[] = {"store", "store-wal"};
  g_autoptr(Session) session = session_new();
  g_assert_true(session_open(session) && session_play(session));
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *path = g_build_filename(session->folder, names[i], NULL);
    GStatBuf info;
    g_assert_cmpint(g_stat(path, &info), ==, 0);
    g_assert_cmpint(info.st_mode & 0777, ==, 0600);
  }
}

/* Root may write everywhere: so as nobody. */
static void become(uid_t user)
{
  if (getuid()) return;
  g_assert_cmpint(seteuid(user), ==, 0);
  prctl(PR_SET_DUMPABLE, 1); /* for sanitizers, which look at the process at its end */
}

typedef struct {
  const char *name;
  gboolean there; /* a store is there already */
  int folder, file;
  const char *message;
} Rights;

static const Rights rights[] = {
    {"a-new-one-in-a-read-only-folder", FALSE, 0555, 0, "Permission denied"},
    {"one-in-a-read-only-folder", TRUE, 0555, 0666, "folder must be writable"},
    {"a-read-only-file", TRUE, 0777, 0444, "must be writable"},
    {"a-file-that-may-not-be-read", TRUE, 0777, 0000, "must be writable"},
};

static void test_rights(gconstpointer data)
{
  const Rights *right = data;
  g_autoptr(Session) session = session_new();
  g_autofree char *path = path_of(session);
  if (right->there) play_all(session);
  if (right->there) g_assert_cmpint(chmod(path, (mode_t)right->file), ==, 0);
  g_assert_cmpint(chmod(session->folder, (mode_t)right->folder), ==, 0);

  become(65534);
  assert_refused(session->url, LAP_STORE_ERROR_IO, right->message);
  become(0);
  g_assert_cmpint(chmod(session->folder, 0700), ==, 0);
}

/* -- Damage -- */

typedef struct {
  const char *name, *sql, *message;
} Damage;

static const Damage damages[] = {
    {"a-header-is-missing", "DELETE FROM header", "lacks its header"},
    {"the-first-entry-is-missing", "DELETE FROM entry WHERE place = 1", "lacks some of its entries"},
    {"the-last-entry-is-missing", "DELETE FROM entry WHERE place = (SELECT max(place) FROM entry)",
     "some of its entries"},
    {"there-is-an-entry-too-many", "UPDATE match SET entries = entries - 1", "lacks some of its entries"},
    {"entries-lead-in-a-circle", "UPDATE entry SET before = number WHERE place > 1", "lacks some of its entries"},
    {"an-entry-was-changed", "UPDATE entry SET text = replace(text, 'turn', 'torn') WHERE place = 2",
     "entry 2 of match oak is not what was written"},
    {"a-header-was-changed", "UPDATE header SET text = replace(text, 'turn', 'torn')", "is not what was written"},
    {"a-match-has-another-id", "UPDATE match SET id = 'x' || id", "is not what was written"},
    {"a-match-began-at-another-time", "UPDATE match SET created = created + 1", "is not what was written"},
    {"a-hash-is-missing", "UPDATE match SET head = zeroblob(31)", "has no hash"},
    {"a-head-is-another", "UPDATE match SET head = zeroblob(32)", "is not what was written"},
    {"a-table-is-missing", "DROP TABLE entry", "no such table"},
};

static gboolean read_all(LapStore *store, GError **error)
{
  g_autoptr(GPtrArray) list = lap_store_list(store, NULL, NULL, G_MAXUINT, error);
  for (guint i = 0; list && i < list->len; i++) {
    const LapStored *match = g_ptr_array_index(list, i);
    g_autoptr(LapStored) found = lap_store_find(store, match->id, error);
    g_autoptr(GPtrArray) entries = found ? lap_store_entries(store, match->id, 0, G_MAXUINT64, error) : NULL;
    if (!entries) return FALSE;
  }
  return list != NULL;
}

static void test_damage(gconstpointer data)
{
  const Damage *damage = data;
  g_autoptr(Session) session = session_new();
  g_autoptr(GError) error = NULL;
  g_autofree char *path = path_of(session);
  play_all(session);
  run_sql(path, damage->sql);

  g_autoptr(LapStore) store = lap_store_open(session->url, &error);
  if (store) g_assert_false(read_all(store, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT);
  if (!strstr(error->message, damage->message)) g_error("\"%s\" in: %s", damage->message, error->message);
}

/* Whatever comes of it, it is an answer. */
static gboolean survives(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) store = lap_store_open(session->url, &error);
  gboolean read = store && read_all(store, &error);
  if (store && !lap_store_append(store, "oak", 1000, "x", LAP_STORED_RUNNING, 1, NULL)) lap_store_commit(store, NULL);
  g_assert_true(read == !error);
  if (error) g_assert_true(error->domain == LAP_STORE_ERROR);
  return read;
}

static void test_random_damage_is_survived(void)
{
  g_autoptr(Session) session = session_new();
  g_autofree char *path = path_of(session);
  play_all(session);
  g_autoptr(GBytes) sound = read_bytes(path);
  gsize length;
  gconstpointer bytes = g_bytes_get_data(sound, &length);
  guint refused = 0;
  for (int round = 0; round < 300; round++) {
    g_autofree guint8 *copy = g_memdup2(bytes, length);
    for (int i = 0; i <= round % 8; i++) {
      gsize page = (gsize)g_test_rand_int_range(0, (int)(length / 4096)) * 4096;
      copy[page + (gsize)g_test_rand_int_range(0, i % 2 ? 4096 : 100)] = (guint8)g_test_rand_int();
    }
    gsize cut = round % 10 ? length : (gsize)g_test_rand_int_range(1, (int)length);
    write_bytes(path, copy, cut);
    refused += !survives(session);
  }
  g_assert_cmpuint(refused, >, 30);
}

/* -- Size -- */

static guint reads_to_open(guint matches)
{
  g_autoptr(Disk) disk = disk_new();
  g_autoptr(Session) session = session_new();
  g_assert_true(session_open(session));
  for (guint i = 0; i < matches; i++) {
    g_autofree char *id = g_strdup_printf("oak%u", i);
    LapStored match = {.id = id,
                       .game = (char *)"trees",
                       .seats = (char *)"[]",
                       .state = LAP_STORED_RUNNING,
                       .header = (char *)"{}",
                       .changed = i};
    g_assert_true(lap_store_create(session->store, &match, NULL));
  }
  g_assert_true(lap_store_commit(session->store, NULL));
  session_close(session);

  guint before = disk_reads(disk);
  g_assert_true(session_open(session));
  return disk_reads(disk) - before;
}

static void test_ten_thousand_matches_cost_nothing_at_opening(void)
{
  g_assert_cmpuint(reads_to_open(10000), ==, reads_to_open(1));
}

static void add_case(const char *what, const char *name, gconstpointer data, GTestDataFunc run)
{
  g_autofree char *path = g_strdup_printf("/store/file/%s/%s", what, name);
  g_test_add_data_func(path, data, run);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/store/file/what-is-not-an-address-is-refused", test_what_is_not_an_address_is_refused);
  for (gsize i = 0; i < G_N_ELEMENTS(foreign); i++)
    add_case("is-refused-and-left-alone", foreign[i].name, &foreign[i], test_foreign);
  g_test_add_func("/store/file/an-empty-one-becomes-a-store", test_an_empty_file_becomes_a_store);
  g_test_add_func("/store/file/an-older-store-is-brought-up-to-date", test_an_older_store_is_brought_up_to_date);
  g_test_add_func("/store/file/a-layout-one-newer-is-refused", test_a_layout_one_newer_is_refused);
  g_test_add_func("/store/file/an-update-that-fails-changes-nothing", test_an_update_that_fails_changes_nothing);
  g_test_add_func("/store/file/is-its-owners-alone", test_the_file_is_its_owners_alone);
  for (gsize i = 0; i < G_N_ELEMENTS(rights); i++) add_case("is-refused", rights[i].name, &rights[i], test_rights);
  for (gsize i = 0; i < G_N_ELEMENTS(damages); i++)
    add_case("damage-is-told", damages[i].name, &damages[i], test_damage);
  g_test_add_func("/store/file/random-damage-is-survived", test_random_damage_is_survived);
  g_test_add_func("/store/file/ten-thousand-matches-cost-nothing-at-opening",
                  test_ten_thousand_matches_cost_nothing_at_opening);
  return g_test_run();
}
