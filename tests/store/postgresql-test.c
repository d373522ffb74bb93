/* What can happen to a store in PostgreSQL, and what is said of it: addresses and passwords, owners, layouts, a server
 * that is killed, connections that are cut, damage. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "ledger.h"
#include "session.h"

#define PASSWORD "b1rch&bark"

static void assert_refused(const char *url, int code, const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) store = lap_store_open(url, &error);
  g_assert_null(store);
  g_assert_error(error, LAP_STORE_ERROR, code);
  if (!strstr(error->message, message)) g_error("\"%s\" in: %s", message, error->message);
  if (strstr(error->message, "b1rch") || strstr(error->message, "bark")) g_error("a password in: %s", error->message);
}

static LapStore *open_store(const char *url)
{
  g_autoptr(GError) error = NULL;
  LapStore *store = lap_store_open(url, &error);
  g_assert_no_error(error);
  return store;
}

static void sql(const Session *session, const char *statement)
{
  g_free(cluster_sql(session_cluster(), session->url, statement));
}

/* As if the network or the server had ended the connection. */
#define CUT "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'lapidary'"

static void assert_fails(gboolean good, GError **error, int code)
{
  g_assert_false(good);
  g_assert_error(*error, LAP_STORE_ERROR, code);
  g_clear_error(error);
}

/* --- addresses and passwords */

static void test_addresses(Session *session G_GNUC_UNUSED)
{
  static const struct {
    const char *url, *message;
  } bad[] = {
      {"postgresql://ada:b1rch%ZZbark@host/club", "not the address of a database"},
      {"postgresql:password=b1rch bark", "not the address of a database"},
      {"postgresql:host=/nowhere pasword=b1rch", "not the address of a database"},
      {"postgres://ada:b1rch@[::1/club", "not the address of a database"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) assert_refused(bad[i].url, LAP_STORE_ERROR_URL, bad[i].message);
  assert_refused("postgressql://ada:b1rch@host/club", LAP_STORE_ERROR_URL, "\"postgressql:...\" is not the address");
  assert_refused("postgresql://ada:b1rch@/club?host=/nowhere", LAP_STORE_ERROR_IO, "/nowhere");
  assert_refused("postgres:host=/nowhere user=ada password=b1rch", LAP_STORE_ERROR_IO, "postgresql://ada@/nowhere: ");
}

/* The server asks the user "sealed" for a password. */
static void test_passwords(Session *session)
{
  sql(session, "CREATE ROLE sealed LOGIN PASSWORD '" PASSWORD "'");
  sql(session, "GRANT CREATE ON DATABASE postgres TO sealed");
  g_autofree char *folder = make_folder("postgresql");
  const char *host = strstr(session->url, "host=") + strlen("host=");
  g_autofree char *service = g_strdup_printf("[club]\nhost=%s\nuser=sealed\ndbname=postgres\n", host);
  g_autofree char *services = g_build_filename(folder, "services", NULL);
  g_autofree char *passwords = g_build_filename(folder, "passwords", NULL);
  write_file(folder, "services", service);
  write_file(folder, "passwords", "*:*:*:sealed:" PASSWORD "\n");
  g_assert_cmpint(g_chmod(passwords, 0600), ==, 0);
  g_setenv("PGSERVICEFILE", services, TRUE);

  assert_refused("postgresql:service=club", LAP_STORE_ERROR_IO, "postgresql:service=club: ");
  assert_refused("postgresql:service=club password=b1rch", LAP_STORE_ERROR_IO, "password authentication failed");
  g_setenv("PGPASSFILE", passwords, TRUE);
  g_autoptr(LapStore) by_file = open_store("postgresql:service=club");
  g_assert_true(lap_store_commit(by_file, NULL));
  g_clear_object(&by_file);
  g_unsetenv("PGPASSFILE");
  g_autoptr(LapStore) by_address = open_store("postgresql:service=club password=" PASSWORD);
  g_unsetenv("PGSERVICEFILE");
  remove_folder(folder);
}

/* --- owners */

static void test_busy(Session *session)
{
  g_assert_true(session_open(session));
  g_autofree char *process = g_strdup_printf("process %d", (int)getpid());
  assert_refused(session->url, LAP_STORE_ERROR_BUSY, process);
  g_assert_true(session_play(session));
}

/* Somebody takes the store over while the connection is cut: nothing of the former owner is kept from then on. */
static void test_taken_over(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session) && session_play(session));
  g_assert_true(lap_store_append(session->store, "oak", 2, "not kept", LAP_STORED_RUNNING, 1, NULL));
  sql(session, CUT);
  g_autoptr(LapStore) other = open_store(session->url);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_FENCED);
  assert_fails(lap_store_append(session->store, "oak", 2, "x", LAP_STORED_RUNNING, 1, &error), &error,
               LAP_STORE_ERROR_FENCED);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_FENCED);
  assert_fails(lap_store_check(session->store, &error), &error, LAP_STORE_ERROR_FENCED);
  g_autoptr(LapStored) oak = lap_store_find(other, "oak", NULL);
  g_assert_cmpuint(oak->entries, ==, 1);
  g_assert_true(lap_store_append(other, "oak", 2, "kept", LAP_STORED_RUNNING, 1, NULL));
  g_assert_true(lap_store_commit(other, NULL));
}

/* Even where an owner does not know it: the server refuses the batch by the epoch, or by the place of the entry. */
static void test_fenced(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session) && session_play(session));
  sql(session, "INSERT INTO lapidary.entry VALUES ('oak', 2, '\\x', 'of another')");
  g_assert_true(lap_store_append(session->store, "oak", 2, "a fork", LAP_STORED_RUNNING, 1, NULL));
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_FENCED);
  sql(session, "DELETE FROM lapidary.entry WHERE text = 'of another'");
  session_check(session);
  g_assert_true(session_play(session));

  sql(session, "UPDATE lapidary.owner SET epoch = epoch + 1");
  g_assert_true(lap_store_append(session->store, "oak", 3, "too late", LAP_STORED_RUNNING, 1, NULL));
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_FENCED);
  assert_fails(lap_store_append(session->store, "oak", 3, "x", LAP_STORED_RUNNING, 1, &error), &error,
               LAP_STORE_ERROR_FENCED);
  session_close(session);
  g_assert_true(session_open(session));
  session_check(session);
}

/* --- what is no store, or no more */

static void test_layouts(Session *session)
{
  g_assert_true(session_open(session) && session_play(session));
  session_close(session);
  sql(session, "UPDATE lapidary.store SET version = 99");
  assert_refused(session->url, LAP_STORE_ERROR_VERSION, "has layout 99, which a newer host wrote");
  sql(session, "UPDATE lapidary.store SET version = 0");
  assert_refused(session->url, LAP_STORE_ERROR_CORRUPT, "does not say which layout");
  sql(session, "DROP SCHEMA lapidary CASCADE");
  sql(session, "CREATE TABLE garden (id integer)"); /* of somebody else, elsewhere */
  sql(session, "CREATE SCHEMA lapidary AUTHORIZATION lapidary");
  g_autoptr(LapStore) anew = open_store(session->url);
  g_clear_object(&anew);
  sql(session, "DROP SCHEMA lapidary CASCADE");
  sql(session, "CREATE SCHEMA lapidary AUTHORIZATION lapidary CREATE TABLE stones (id integer)");
  assert_refused(session->url, LAP_STORE_ERROR_CORRUPT, "of something else");
}

static void test_encoding(Session *session)
{
  sql(session, "CREATE DATABASE old ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C' OWNER lapidary");
  g_autofree char *url = g_strdup_printf("postgresql://lapidary@/old%s", strchr(session->url, '?'));
  assert_refused(url, LAP_STORE_ERROR_CORRUPT, "LATIN1: expected UTF8");
}

static void test_dropped(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session) && session_play(session));
  sql(session, "DROP SCHEMA lapidary CASCADE");
  g_assert_true(lap_store_append(session->store, "oak", 2, "x", LAP_STORED_RUNNING, 1, NULL));
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_CORRUPT);
  sql(session, CUT);
  assert_fails(lap_store_append(session->store, "oak", 2, "x", LAP_STORED_RUNNING, 1, &error), &error,
               LAP_STORE_ERROR_GONE);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_GONE);
}

/* As after a failover to a standby that lacked the last commits. */
static void test_gone_back(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) past = NULL;
  g_assert_true(session_open(session) && session_play(session) && session_play(session));
  sql(session, "UPDATE lapidary.owner SET generation = generation - 1");
  sql(session, CUT);
  assert_fails(lap_store_check(session->store, &error), &error, LAP_STORE_ERROR_GONE);
  assert_fails(lap_store_append(session->store, "oak", 3, "x", LAP_STORED_RUNNING, 1, &error), &error,
               LAP_STORE_ERROR_GONE);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_GONE);
  session_close(session);
  g_autoptr(LapStore) store = open_store(session->url);
  g_autoptr(GPtrArray) findings = lap_store_verify(store, &past);
  g_assert_cmpuint(findings->len, ==, 0);
  g_assert_cmpuint(past->len, ==, 1);
  g_assert_nonnull(strstr(past->pdata[0], "has gone back to an older state"));
}

static void test_unsynced(void)
{
  g_autoptr(Cluster) cluster = cluster_new("fsync = off");
  if (!cluster) return;
  g_autofree char *url = cluster_make_store(cluster);
  g_autoptr(LapStore) store = open_store(url);
  g_assert_nonnull(strstr(lap_store_get_warning(store), "does not sync"));
}

/* --- connections that are cut, servers that are killed */

static void test_cut_between_batches(Session *session)
{
  g_assert_true(session_open(session));
  for (int i = 0; i < SESSION_TURNS; i++) {
    g_assert_true(session_play(session));
    sql(session, CUT);
    if (i % 2) session_check(session);
  }
}

static void test_cut_in_a_batch(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session) && session_play(session));
  g_assert_true(lap_store_append(session->store, "oak", 2, "before", LAP_STORED_RUNNING, 1, NULL));
  sql(session, CUT);
  g_assert_null(lap_store_entries(session->store, "oak", 0, G_MAXUINT64, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  g_clear_error(&error);
  assert_fails(lap_store_append(session->store, "oak", 2, "after", LAP_STORED_RUNNING, 1, &error), &error,
               LAP_STORE_ERROR_IO);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_IO);
  session_check(session);

  g_assert_true(lap_store_append(session->store, "oak", 2, "before", LAP_STORED_RUNNING, 1, NULL));
  sql(session, CUT);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_IO); /* it was not sent yet */
  session_check(session);
  g_assert_true(session_play(session));
}

/* Until the store is reached again it is not known; then all of the batch is there, or nothing. */
static gboolean learn(Session *session, Ledger *ledger, guint turn)
{
  g_autoptr(GError) error = NULL;
  Ledger more = *ledger, found;
  ledger_add(&more, turn);
  if (!ledger_read(&found, session->store, &error)) {
    g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
    return FALSE;
  }
  if (memcmp(&found, &more, sizeof found) != 0) g_assert_cmpmem(&found, sizeof found, ledger, sizeof *ledger);
  *ledger = found;
  return TRUE;
}

typedef struct {
  guint acknowledged, failed;
} Played;

/* Plays until whatever is done meanwhile, on another thread, has ended. */
static Played play_until(Session *session, GThread *thread, const gint *ended)
{
  Ledger ledger = {{0}};
  Played played = {0};
  gboolean known = TRUE;
  guint turn = 0;
  for (guint after = 0; after < 20 || !known; after += g_atomic_int_get(ended)) {
    if (known) {
      known = ledger_play(&ledger, session->store, ++turn);
      played.acknowledged += known;
      played.failed += !known;
    } else {
      g_usleep(20000);
      known = learn(session, &ledger, turn);
    }
  }
  g_thread_join(thread);
  session_close(session);
  Judged judged = {0};
  g_assert_cmpint(ledger_judge(&ledger, session->url, &judged), ==, VERDICT_KEPT);
  g_assert_null(judged.warning);
  g_autoptr(LapStore) store = open_store(session->url);
  const Ledger found = ledger_of(store);
  g_assert_cmpmem(&found, sizeof found, &ledger, sizeof ledger); /* nothing doubled */
  g_autoptr(GPtrArray) findings = lap_store_verify(store, NULL);
  g_assert_cmpuint(findings->len, ==, 0);
  g_test_message("%u batches acknowledged, %u failed", played.acknowledged, played.failed);
  return played;
}

typedef struct {
  const Session *session;
  gint ended;
} Meanwhile;

/* The server cuts whoever is connected, at any moment: while it waits, works, or syncs. */
#define CUTS "25"
static gpointer cut_again_and_again(gpointer data)
{
  Meanwhile *meanwhile = data;
  sql(meanwhile->session, "DO $$ DECLARE cut integer := 0; BEGIN WHILE cut < " CUTS " LOOP"
                          " PERFORM pg_sleep(random() * 0.3), pg_stat_clear_snapshot();"
                          " cut := cut + (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                          " WHERE application_name = 'lapidary'); END LOOP; END $$");
  g_atomic_int_set(&meanwhile->ended, TRUE);
  return NULL;
}

static void test_cut_at_any_moment(Session *session)
{
  Meanwhile meanwhile = {.session = session};
  g_assert_true(session_open(session));
  play_until(session, g_thread_new("cut", cut_again_and_again, &meanwhile), &meanwhile.ended);
}

#define KILLS 5
static gpointer kill_again_and_again(gpointer data)
{
  Meanwhile *meanwhile = data;
  for (int i = 0; i < KILLS; i++) {
    g_usleep((gulong)g_random_int_range(20000, 300000));
    cluster_kill(session_cluster());
    cluster_start(session_cluster());
  }
  g_atomic_int_set(&meanwhile->ended, TRUE);
  return NULL;
}

static void test_killed_server(Session *session)
{
  Meanwhile meanwhile = {.session = session};
  g_assert_true(session_open(session));
  Played played = play_until(session, g_thread_new("kill", kill_again_and_again, &meanwhile), &meanwhile.ended);
  g_assert_cmpuint(played.acknowledged, >, KILLS);
}

/* A host that waits for its server blocks nobody for long, and goes on by itself. */
static void test_server_away(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session) && session_play(session));
  cluster_kill(session_cluster());
  assert_fails(lap_store_append(session->store, "oak", 2, "x", LAP_STORED_RUNNING, 1, &error), &error,
               LAP_STORE_ERROR_IO);
  assert_fails(lap_store_commit(session->store, &error), &error, LAP_STORE_ERROR_IO);
  assert_fails(lap_store_check(session->store, &error), &error, LAP_STORE_ERROR_IO);
  g_assert_null(lap_store_find(session->store, "oak", &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
  cluster_start(session_cluster());
  while (!lap_store_check(session->store, NULL)) g_usleep(20000);
  session_check(session);
  g_assert_true(session_play(session));
}

/* --- whom code is taken from, and damage */

static void assert_build(LapStore *store, int code)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) build = lap_store_get_build(store, "bark", &error);
  if (code < 0)
    g_assert_no_error(error);
  else
    g_assert_error(error, LAP_STORE_ERROR, code);
}

static void keep_build(Session *session)
{
  g_autoptr(GBytes) content = g_bytes_new_static("rough", 5);
  g_assert_true(session_open(session) && session_play(session));
  g_assert_true(lap_store_keep_build(session->store, "oak", "bark", content, NULL));
  g_assert_true(lap_store_commit(session->store, NULL));
}

static void test_writable_by_others(Session *session)
{
  static const struct {
    const char *grant, *revoke;
  } cases[] = {
      {"GRANT USAGE ON SCHEMA lapidary TO gardener; GRANT UPDATE ON lapidary.build TO gardener",
       "REVOKE UPDATE ON lapidary.build FROM gardener"},
      {"GRANT INSERT ON lapidary.build TO PUBLIC", "REVOKE INSERT ON lapidary.build FROM PUBLIC"},
      {"GRANT CREATE ON SCHEMA lapidary TO gardener", "REVOKE CREATE ON SCHEMA lapidary FROM gardener"},
      {"GRANT lapidary TO gardener", "REVOKE lapidary FROM gardener"},
      {"ALTER ROLE gardener NOINHERIT; GRANT lapidary TO gardener", "REVOKE lapidary FROM gardener"},
      {"GRANT pg_write_all_data TO gardener", "REVOKE pg_write_all_data FROM gardener"},
      {"ALTER TABLE lapidary.build OWNER TO gardener; GRANT SELECT ON lapidary.build TO lapidary",
       "ALTER TABLE lapidary.build OWNER TO lapidary"},
  };
  sql(session, "CREATE ROLE gardener LOGIN");
  keep_build(session);
  assert_build(session->store, -1);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    sql(session, cases[i].grant);
    assert_build(session->store, LAP_STORE_ERROR_UNTRUSTED);
    sql(session, cases[i].revoke);
    assert_build(session->store, -1);
  }
  sql(session, "DROP OWNED BY gardener");
  sql(session, "DROP ROLE gardener");
}

static void test_damage(Session *session G_GNUC_UNUSED)
{
  static const struct {
    const char *sql, *finding;
    int read; /* what reading all of "oak" gives */
  } damages[] = {
      {"UPDATE lapidary.entry SET text = 'x' WHERE match = 'oak' AND seq = 1", NULL, LAP_STORE_ERROR_CORRUPT},
      {"UPDATE lapidary.entry SET chain = '\\x00' WHERE match = 'oak' AND seq = 1", NULL, LAP_STORE_ERROR_CORRUPT},
      {"UPDATE lapidary.header SET text = '{}' WHERE match = 'oak'", NULL, LAP_STORE_ERROR_CORRUPT},
      {"DELETE FROM lapidary.header WHERE match = 'oak'", NULL, LAP_STORE_ERROR_CORRUPT},
      {"DELETE FROM lapidary.entry WHERE match = 'oak' AND seq = 1", "entries were written and not removed",
       LAP_STORE_ERROR_CORRUPT},
      {"DELETE FROM lapidary.entry WHERE match = 'oak' AND seq = 2", "the rows of matches count",
       LAP_STORE_ERROR_CORRUPT},
      {"DELETE FROM lapidary.match WHERE id = 'elm'", "2 matches were written and not removed, and 1 are there", -1},
      {"DELETE FROM lapidary.match WHERE id = 'elm'", "entries are of a match that is not there", -1},
      {"UPDATE lapidary.match SET head = decode(repeat('00', 32), 'hex') WHERE id = 'oak'",
       "do not combine to the digest", LAP_STORE_ERROR_CORRUPT},
      {"UPDATE lapidary.match SET head = '\\x' WHERE id = 'oak'", "do not combine to the digest",
       LAP_STORE_ERROR_CORRUPT},
      {"UPDATE lapidary.build SET content = '\\x00'", "build bark is not what was written", -1},
      {"DELETE FROM lapidary.build", "match oak needs a build that is not there", -1},
      {"DROP TABLE lapidary.incident", "incident", -1},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(damages); i++) {
    g_autoptr(Session) one = session_new_in(session_cluster());
    g_autoptr(GError) error = NULL;
    keep_build(one);
    g_assert_true(session_play(one));
    session_close(one);
    sql(one, damages[i].sql);
    g_autoptr(LapStore) store = lap_store_open(one->url, &error);
    if (!store) { /* a table is missing */
      g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT);
      continue;
    }
    g_autoptr(GPtrArray) findings = lap_store_verify(store, NULL);
    gboolean said = !damages[i].finding;
    for (guint j = 0; j < findings->len && !said; j++) said = strstr(findings->pdata[j], damages[i].finding) != NULL;
    if (!said) g_error("%s: not found", damages[i].sql);
    g_autoptr(GPtrArray) entries = lap_store_entries(store, "oak", 0, G_MAXUINT64, &error);
    if (damages[i].read >= 0)
      g_assert_error(error, LAP_STORE_ERROR, damages[i].read);
    else
      g_assert_no_error(error);
  }
}

static void in_a_database(gconstpointer data)
{
  if (!session_cluster()) return;
  g_autoptr(Session) session = session_new_in(session_cluster());
  ((const SessionTest *)data)->run(session);
}

int main(int argc, char **argv)
{
  static const SessionTest tests[] = {
      {"addresses-that-cannot-be-used-are-refused-without-their-password", test_addresses},
      {"passwords-and-addresses-come-from-files", test_passwords},
      {"a-second-opener-is-told-who-has-it", test_busy},
      {"an-owner-whose-store-was-taken-over-keeps-nothing", test_taken_over},
      {"a-writer-that-is-not-the-owner-is-fenced", test_fenced},
      {"newer-layouts-and-schemas-of-others-are-refused", test_layouts},
      {"databases-that-cannot-hold-all-texts-are-refused", test_encoding},
      {"a-store-that-is-dropped-keeps-nothing", test_dropped},
      {"a-store-that-has-gone-back-keeps-nothing", test_gone_back},
      {"a-connection-cut-between-batches-is-made-again", test_cut_between_batches},
      {"a-connection-cut-in-a-batch-costs-that-batch", test_cut_in_a_batch},
      {"connections-cut-at-any-moment-lose-and-double-nothing", test_cut_at_any_moment},
      {"a-server-killed-again-and-again-loses-and-doubles-nothing", test_killed_server},
      {"a-server-that-was-away-is-used-again", test_server_away},
      {"builds-are-not-taken-out-of-a-database-that-others-may-write", test_writable_by_others},
      {"damage-is-found", test_damage},
  };
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(tests); i++) {
    g_autofree char *path = g_strdup_printf("/store/postgresql/%s", tests[i].name);
    g_test_add_data_func(path, &tests[i], in_a_database);
  }
  g_test_add_func("/store/postgresql/a-server-that-does-not-sync-is-warned-of", test_unsynced);
  return session_run_tests();
}
