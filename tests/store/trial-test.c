/* Trials: everything that can happen to a store, by chance, and after each of them either nothing acknowledged is lost
 * or it is said aloud at once. LAPIDARY_TEST_TRIALS says how many. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "disk.h"
#include "folder.h"
#include "ledger.h"

enum { TURNS_BEFORE = 60, TURNS_AFTER = 4, LATER = 12, FILES = 3, MAIN = 1, LOG = 2, MARK = 4, ALL = 7 };

static const char *const ends[FILES] = {"", "-wal", "-mark"};

typedef struct {
  char *folder, *path, *url;
  GRand *chance;
  Ledger ledger;
  gboolean commit_failed; /* after the harm */
  gboolean went_on;       /* something was acknowledged after the harm */
  gboolean ask_clients;   /* store and mark were both harmed: what is left may be like a new store */
} Trial;

/* --- harm to files */

static char *path_of(const Trial *trial, guint file, gboolean old)
{
  return g_strconcat(trial->path, ends[file], old ? ".old" : "", NULL);
}

static void copy(const char *from, const char *to)
{
  g_autofree char *bytes = NULL;
  gsize length;
  if (!g_file_get_contents(from, &bytes, &length, NULL)) return;
  int file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  g_assert_cmpint(file, >=, 0);
  g_assert_cmpint(write(file, bytes, length), ==, (gssize)length);
  close(file);
}

/* What a backup has: the files as they are now. */
static void keep_old(const Trial *trial)
{
  for (guint file = 0; file < FILES; file++) {
    g_autofree char *from = path_of(trial, file, FALSE), *to = path_of(trial, file, TRUE);
    copy(from, to);
  }
}

static void remove_file(Trial *trial G_GNUC_UNUSED, const char *path) { g_unlink(path); }

static void cut_file(Trial *trial, const char *path)
{
  GStatBuf status;
  if (g_stat(path, &status) || status.st_size < 2) return;
  gint64 length = (gint64)(g_rand_double(trial->chance) * (double)status.st_size);
  if (g_rand_boolean(trial->chance)) length -= length % 4096; /* where a page or a part of the mark ends */
  g_assert_cmpint(truncate(path, length), ==, 0);
}

static void flip_file(Trial *trial, const char *path)
{
  g_autofree char *bytes = NULL;
  gsize length;
  if (!g_file_get_contents(path, &bytes, &length, NULL) || !length) return;
  for (int n = g_rand_int_range(trial->chance, 1, 9); n; n--)
    bytes[(gsize)(g_rand_double(trial->chance) * (double)length)] ^= (char)(1 << g_rand_int_range(trial->chance, 0, 8));
  int file = open(path, O_WRONLY);
  g_assert_cmpint(write(file, bytes, length), ==, (gssize)length);
  close(file);
}

static void restore_file(Trial *trial, const char *path)
{
  g_autofree char *old = g_strconcat(path, ".old", NULL);
  if (!g_file_test(old, G_FILE_TEST_EXISTS))
    g_unlink(path);
  else if (g_rand_boolean(trial->chance))
    copy(old, path);
  else
    g_assert_cmpint(g_rename(old, path), ==, 0);
}

typedef void (*Harm)(Trial *trial, const char *path);

/* To the files of the bits `which`; 0: to some of them. */
static void harm_files(Trial *trial, Harm harm, guint which)
{
  if (!which) which = (guint)g_rand_int_range(trial->chance, 1, ALL + 1);
  trial->ask_clients = which & MAIN && which & MARK;
  for (guint file = 0; file < FILES; file++) {
    g_autofree char *path = path_of(trial, file, FALSE);
    if (which >> file & 1) harm(trial, path);
  }
}

/* --- a life in a process of its own, which says what is acknowledged */

typedef struct {
  gboolean killed;  /* at any moment, from outside; otherwise it ends by itself */
  gboolean closes;  /* its store, before it ends */
  guint turns, old; /* how many, and after which of them the files are kept */
  Harm harm;        /* while it runs, after all turns; then it tries to go on */
  guint which;
} Life;

typedef enum { ACKNOWLEDGED, HARMED, FAILED } Word;
typedef struct {
  Word word;
  guint turn;
} Report;

static void report(int to, Word word, guint turn)
{
  const Report one = {word, turn};
  if (write(to, &one, sizeof one) != sizeof one) _exit(1);
}

static void play_on(Trial *trial, LapStore *store, guint turn, int to)
{
  report(to, ledger_play(&trial->ledger, store, turn) ? ACKNOWLEDGED : FAILED, turn);
}

G_NORETURN static void live(Trial *trial, const Life *life, int to)
{
  LapStore *store = lap_store_open(trial->url, NULL);
  if (!store) _exit(1);
  guint turn = 1;
  for (; turn <= life->turns; turn++) {
    play_on(trial, store, turn, to);
    if (turn == life->old) keep_old(trial);
  }
  if (life->harm) {
    g_usleep(10000); /* or a change could have the time of the last commit */
    harm_files(trial, life->harm, life->which);
    report(to, HARMED, turn);
    for (guint last = turn + TURNS_AFTER; turn < last; turn++) play_on(trial, store, turn, to);
  }
  if (life->closes) g_object_unref(store);
  _exit(0);
}

static void hear(Trial *trial, int from)
{
  Report one;
  gboolean harmed = FALSE;
  while (read(from, &one, sizeof one) == sizeof one) {
    harmed |= one.word == HARMED;
    trial->commit_failed |= harmed && one.word == FAILED;
    trial->went_on |= harmed && one.word == ACKNOWLEDGED;
    g_assert_true(harmed || one.word == ACKNOWLEDGED);
    if (one.word == ACKNOWLEDGED) ledger_add(&trial->ledger, one.turn);
  }
}

static void run(Trial *trial, const Life *life)
{
  int pipe_ends[2], status;
  g_assert_cmpint(pipe(pipe_ends), ==, 0);
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (!child) {
    close(pipe_ends[0]);
    live(trial, life, pipe_ends[1]);
  }
  close(pipe_ends[1]);
  if (life->killed) {
    g_usleep((gulong)g_rand_int_range(trial->chance, 500, 60000));
    kill(child, SIGKILL);
  }
  hear(trial, pipe_ends[0]);
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  g_assert_true(WIFSIGNALED(status) ? life->killed : !WEXITSTATUS(status));
  close(pipe_ends[0]);
}

/* --- what happens */

static guint some_turns(Trial *trial) { return (guint)g_rand_int_range(trial->chance, 2, TURNS_BEFORE); }

static void be_killed(Trial *trial, gconstpointer data G_GNUC_UNUSED)
{
  run(trial, &(Life){.killed = TRUE, .turns = 100000});
}

typedef struct {
  Harm harm;
  guint which;
} Harmed;

static void be_harmed_while_it_runs(Trial *trial, gconstpointer data)
{
  const Harmed *harmed = data;
  guint turns = some_turns(trial);
  run(trial, &(Life){.turns = turns,
                     .old = (guint)g_rand_int_range(trial->chance, 1, (gint32)turns),
                     .harm = harmed->harm,
                     .which = harmed->which});
  g_assert_true(trial->commit_failed);
  g_assert_false(trial->went_on);
}

static void be_harmed_when_it_has_ended(Trial *trial, gconstpointer data)
{
  const Harmed *harmed = data;
  guint turns = some_turns(trial);
  run(trial, &(Life){.turns = turns,
                     .old = (guint)g_rand_int_range(trial->chance, 1, (gint32)turns),
                     .closes = g_rand_int_range(trial->chance, 0, 3) == 0});
  harm_files(trial, harmed->harm, harmed->which);
}

/* --- a disk that fails: in this process */

/* Twice, so that opening a store that is there fails too. */
static void live_on_disk(Trial *trial, guint turns)
{
  for (guint life = 0, turn = 1; life < 2; life++) {
    g_autoptr(LapStore) store = lap_store_open(trial->url, NULL);
    if (!store) continue;
    Ledger found = ledger_of(store);
    for (guint match = 0; match < LEDGER_MATCHES; match++)
      if (found.entries[match] < trial->ledger.entries[match]) return; /* it cannot be read: judged later */
    trial->ledger = found;
    for (guint last = turn + turns; turn < last; turn++) ledger_play(&trial->ledger, store, turn);
  }
}

typedef struct {
  Fault fault;
  Loss loss;
} DiskFault;

static Verdict judge(Trial *trial, char **warning)
{
  Judged judged = {.commit_failed = trial->commit_failed, .ask_clients = trial->ask_clients};
  Verdict verdict = ledger_judge(&trial->ledger, trial->url, &judged);
  *warning = judged.warning;
  return verdict;
}

/* --- the kinds of trials */

typedef struct {
  const char *name;
  void (*happen)(Trial *trial, gconstpointer data); /* NULL: `disk` */
  Harmed harmed;
  DiskFault disk;
  gboolean quiet; /* nothing may be lost, and nothing be said */
} Kind;

static const Kind kinds[] = {
    {"the process is killed", be_killed, .quiet = TRUE},
    {"power is cut, what was not synced is dropped", NULL, .disk = {FAULT_NO_POWER, DROP_ALL}, .quiet = TRUE},
    {"power is cut, what was not synced is torn", NULL, .disk = {FAULT_NO_POWER, TEAR}, .quiet = TRUE},
    {"the disk is full", NULL, .disk = {FAULT_FULL, KEEP_ALL}, .quiet = TRUE},
    {"one call fails", NULL, .disk = {FAULT_ONCE, KEEP_ALL}, .quiet = TRUE},
    {"the disk takes nothing any more", NULL, .disk = {FAULT_WORN, KEEP_ALL}, .quiet = TRUE},
    {"files are removed while it runs", be_harmed_while_it_runs, .harmed = {remove_file, 0}},
    {"the store and its log are removed while it runs", be_harmed_while_it_runs, .harmed = {remove_file, MAIN | LOG}},
    {"files are cut short while it runs", be_harmed_while_it_runs, .harmed = {cut_file, 0}},
    {"files are put back from before while it runs", be_harmed_while_it_runs, .harmed = {restore_file, 0}},
    {"bits flip while it runs", be_harmed_while_it_runs, .harmed = {flip_file, 0}},
    {"files are removed", be_harmed_when_it_has_ended, .harmed = {remove_file, 0}},
    {"the log is removed", be_harmed_when_it_has_ended, .harmed = {remove_file, LOG}},
    {"the store is removed", be_harmed_when_it_has_ended, .harmed = {remove_file, MAIN}},
    {"files are cut short", be_harmed_when_it_has_ended, .harmed = {cut_file, 0}},
    {"the log is cut short", be_harmed_when_it_has_ended, .harmed = {cut_file, LOG}},
    {"bits flip in files", be_harmed_when_it_has_ended, .harmed = {flip_file, 0}},
    {"bits flip in the store", be_harmed_when_it_has_ended, .harmed = {flip_file, MAIN}},
    {"bits flip in the log", be_harmed_when_it_has_ended, .harmed = {flip_file, LOG}},
    {"bits flip in the mark", be_harmed_when_it_has_ended, .harmed = {flip_file, MARK}},
    {"the store is put back from before", be_harmed_when_it_has_ended, .harmed = {restore_file, MAIN}},
    {"the log is put back from before", be_harmed_when_it_has_ended, .harmed = {restore_file, LOG}},
    {"store and log are put back from before", be_harmed_when_it_has_ended, .harmed = {restore_file, MAIN | LOG}},
    {"all files are put back from before", be_harmed_when_it_has_ended, .harmed = {restore_file, ALL}},
};

static Trial *trial_new(guint32 seed)
{
  Trial *trial = g_new0(Trial, 1);
  trial->folder = make_folder("trial");
  trial->path = g_build_filename(trial->folder, "store", NULL);
  trial->url = g_strconcat("sqlite:", trial->path, NULL);
  trial->chance = g_rand_new_with_seed(seed);
  return trial;
}

static void trial_free(Trial *trial)
{
  remove_folder(trial->folder);
  g_rand_free(trial->chance);
  g_free(trial->folder);
  g_free(trial->path);
  g_free(trial->url);
  g_free(trial);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trial, trial_free)

static Verdict try_on_disk(Trial *trial, const DiskFault *fault, char **warning)
{
  g_autoptr(Disk) disk = disk_new();
  disk_break(disk, fault->fault, (guint)g_rand_int_range(trial->chance, 1, 500), g_rand_int(trial->chance));
  live_on_disk(trial, LATER);
  disk_mend(disk, fault->loss);
  return judge(trial, warning);
}

static Verdict try(const Kind *kind, guint32 seed)
{
  g_autoptr(Trial) trial = trial_new(seed);
  g_autofree char *warning = NULL;
  Verdict verdict;
  if (kind->happen) {
    kind->happen(trial, &kind->harmed);
    verdict = judge(trial, &warning);
  } else {
    verdict = try_on_disk(trial, &kind->disk, &warning);
  }
  if (kind->quiet && warning && !strstr(warning, "-mark is damaged"))
    g_error("trial %u, %s: %s", seed, kind->name, warning);
  if (verdict == VERDICT_SILENT || (kind->quiet && verdict != VERDICT_KEPT))
    g_error("trial %u, %s: %s", seed, kind->name, verdict_names[verdict]);
  return verdict;
}

static void tell(const Kind *kind, const guint *counts)
{
  g_autoptr(GString) text = g_string_new(kind->name);
  for (guint verdict = 0; verdict < N_VERDICTS; verdict++)
    if (counts[verdict]) g_string_append_printf(text, "; %s: %u", verdict_names[verdict], counts[verdict]);
  g_test_message("%s", text->str);
}

static void test_trials(void)
{
  const char *wanted = g_getenv("LAPIDARY_TEST_TRIALS");
  guint trials = wanted ? (guint)g_ascii_strtoull(wanted, NULL, 10) : 3 * G_N_ELEMENTS(kinds);
  guint counts[G_N_ELEMENTS(kinds)][N_VERDICTS] = {{0}};
  for (guint i = 0; i < trials; i++) {
    guint kind = i % G_N_ELEMENTS(kinds);
    counts[kind][try(&kinds[kind], i + 1)]++;
  }
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) tell(&kinds[i], counts[i]);
}

/* --- the checker itself */

static void test_planted_losses_are_found(void)
{
  for (guint32 seed = 1; seed <= 5; seed++) {
    g_autofree char *first = NULL, *second = NULL, *third = NULL;
    g_autoptr(Trial) trial = trial_new(seed);
    run(trial, &(Life){.turns = 20, .old = 19, .closes = TRUE});
    g_assert_cmpint(judge(trial, &first), ==, VERDICT_KEPT);
    ledger_add(&trial->ledger, seed);
    g_assert_cmpint(judge(trial, &second), ==, VERDICT_SILENT);

    g_autoptr(Trial) restored = trial_new(seed);
    run(restored, &(Life){.turns = 20, .old = 19});
    harm_files(restored, restore_file, ALL);
    restored->ask_clients = FALSE;
    g_assert_cmpint(judge(restored, &third), ==, VERDICT_SILENT);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/store/trial/planted-losses-are-found", test_planted_losses_are_found);
  g_test_add_func("/store/trial/nothing-acknowledged-is-lost-unnoticed", test_trials);
  return g_test_run();
}
