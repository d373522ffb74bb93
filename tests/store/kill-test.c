/* kill -9 of a process that appends, commits, and only then says so: what it said is there, once, and no turn by half;
 * the store is open again at once. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session.h"

#define KILLS 50
#define TURNS_MAX 100000
#define N_MATCHES 4

static const char *const ids[N_MATCHES] = {"oak", "elm", "ash", "fir"};

/* Turn t appends to 1 + t % N_MATCHES of the matches, each time "t". */
static guint width_of(guint turn) { return 1 + turn % N_MATCHES; }

static gboolean play_turn(LapStore *store, guint turn, guint64 *entries)
{
  g_autofree char *text = g_strdup_printf("%u", turn);
  for (guint i = 0; i < width_of(turn); i++)
    if (!lap_store_append(store, ids[i], ++entries[i], text, LAP_STORED_RUNNING, turn, NULL)) return FALSE;
  return lap_store_commit(store, NULL);
}

static guint64 count(LapStore *store, const char *id)
{
  LapStored match = {.id = (char *)id,
                     .game = (char *)"trees",
                     .seats = (char *)"[]",
                     .state = LAP_STORED_RUNNING,
                     .header = (char *)"{}"};
  g_autoptr(LapStored) stored = lap_store_find(store, id, NULL);
  if (!stored) g_assert_true(lap_store_create(store, &match, NULL));
  return stored ? stored->entries : 0;
}

/* After a process that had it open was killed: a file is free at once, a server may have to finish first. */
static LapStore *open_anew(const char *url, GError **error)
{
  for (int tries = g_str_has_prefix(url, "postgresql:") ? 20 : 1;; tries--) {
    g_autoptr(GError) reason = NULL;
    LapStore *store = lap_store_open(url, &reason);
    if (store) return store;
    if (tries > 1 && g_error_matches(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY)) continue;
    g_propagate_error(error, g_steal_pointer(&reason));
    return NULL;
  }
}

/* The child: it never returns. */
G_NORETURN static void serve(const char *url, guint turn, int ledger)
{
  g_autoptr(LapStore) store = open_anew(url, NULL);
  guint64 entries[N_MATCHES];
  if (!store) _exit(1);
  for (guint i = 0; i < N_MATCHES; i++) entries[i] = count(store, ids[i]);
  if (!lap_store_commit(store, NULL)) _exit(1);

  for (guint last = turn + TURNS_MAX; turn < last && play_turn(store, turn, entries); turn++)
    if (write(ledger, &turn, sizeof turn) != sizeof turn) break;
  _exit(1);
}

/* The last turn that the child said it had committed; `before` if none. */
static guint read_ledger(int ledger, guint before)
{
  guint turn, last = before;
  while (read(ledger, &turn, sizeof turn) == sizeof turn) {
    g_assert_cmpuint(turn, ==, last + 1);
    last = turn;
  }
  return last;
}

/* Runs a child that goes on behind `before`, and kills it after its first turn and some time. */
static guint run_and_kill(const char *url, guint before, gulong microseconds)
{
  int ends[2];
  g_assert_cmpint(pipe(ends), ==, 0);
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (!child) {
    close(ends[0]);
    serve(url, before + 1, ends[1]);
  }
  close(ends[1]);
  g_usleep(microseconds);
  kill(child, SIGKILL);
  int status;
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  g_assert_true(WIFSIGNALED(status)); /* it did not end by itself */
  guint last = read_ledger(ends[0], before);
  close(ends[0]);
  return last;
}

/* The turns in one match are all those that go to it up to `last`, once, in order. */
static void check_match(LapStore *store, guint match, guint last)
{
  g_autoptr(GPtrArray) entries = lap_store_entries(store, ids[match], 0, G_MAXUINT64, NULL);
  guint n = 0;
  for (guint turn = 1; turn <= last; turn++) {
    if (width_of(turn) <= match) continue;
    g_assert_cmpuint(n, <, entries ? entries->len : 0);
    g_assert_cmpuint(g_ascii_strtoull(g_ptr_array_index(entries, n++), NULL, 10), ==, turn);
  }
  g_assert_cmpuint(n, ==, entries ? entries->len : 0);
}

/* Every turn goes to the first match: it tells which was the last. One more than was said may be there. */
static guint check(const char *url, guint said)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) store = open_anew(url, &error);
  g_assert_no_error(error);
  g_assert_null(lap_store_get_warning(store));
  g_autoptr(LapStored) first = lap_store_find(store, ids[0], NULL);
  guint last = first ? (guint)first->entries : 0;
  g_assert_true(last == said || last == said + 1);
  for (guint i = 0; i < N_MATCHES; i++) check_match(store, i, last);
  return last;
}

static void kill_again_and_again(Session *session)
{
  guint last = 0, said = 0;
  for (int i = 0; i < KILLS || (!said && i < 20 * KILLS); i++) { /* a busy machine may say nothing at first */
    guint now = run_and_kill(session->url, last, (gulong)g_test_rand_int_range(500, 40000) * (1 + i / KILLS));
    said += now - last;
    last = check(session->url, now);
  }
  g_test_message("%u turns acknowledged, %u found", said, last);
  g_assert_cmpuint(said, >, 0);
}

/* A second process that opens the store meanwhile gets an error that says so; and the lock ends with the process. */
static void open_twice(Session *session)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(session_open(session));
  pid_t child = fork();
  if (!child) {
    g_autoptr(LapStore) store = lap_store_open(session->url, &error);
    _exit(!store && g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY) ? 0 : 1);
  }
  int status;
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  g_assert_true(WIFEXITED(status) && !WEXITSTATUS(status));

  g_assert_null(lap_store_open(session->url, &error)); /* nor twice in one process */
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY);
  g_assert_true(session_play(session));
  session_close(session);
  g_assert_true(session_open(session));
}

int main(int argc, char **argv)
{
  static const SessionTest tests[] = {{"a-second-process-is-told-that-it-is-busy", open_twice},
                                      {"nothing-acknowledged-is-lost-or-doubled", kill_again_and_again}};
  g_test_init(&argc, &argv, NULL);
  session_add_tests("kill", tests, G_N_ELEMENTS(tests));
  return session_run_tests();
}
