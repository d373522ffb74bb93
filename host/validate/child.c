/* The child process of a trial.
 *
 * A plugin under test may crash, hang, overwrite memory or harm the machine, and its verdict must still come out, and
 * say what the plugin did. So a trial runs in a child that locks itself in (host/sandbox/) before it calls a hook: it
 * has limits, and what no rules need ends it, which here includes opening a file to read it and printing. A game whose
 * rules are not in this process, since they are not trusted, is loaded in the child alone, between the two stages.
 *
 * Child and parent share a page (LapTrialPage). Everything the child finds it writes there at once; when a signal ends
 * it, its handler first writes which hook runs. The parent believes none of it: a page holds numbers and texts only,
 * which are copied before they are looked at. */
#define _GNU_SOURCE /* sigabbrev_np, strchrnul */
#include "child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/engine/remote.h"
#include "host/sandbox/sandbox.h"

/* A child that neither ends nor uses the processor is ended after this many times its limit. */
#define WAIT_FACTOR 8
/* A hook that takes so much processor time hangs; less if the limit of the trial is near. */
#define HOOK_SECONDS 5
#define TICKS 10 /* in that time */
#define MEMORY_MAX (G_GUINT64_CONSTANT(1) << 30)
#define MEMORY_NEAR_MAX (G_GUINT64_CONSTANT(1) << 25)

/* --- how it ends: what a signal's handler may do */

static LapTrial *running; /* in the child */
static guint64 progress;  /* at the last tick */
static guint idle_ticks;  /* since it last grew */

/* Whether next to nothing is left of what it may take. */
static gboolean has_no_memory(void)
{
  void *more = mmap(NULL, MEMORY_NEAR_MAX, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more == MAP_FAILED) return TRUE;
  munmap(more, MEMORY_NEAR_MAX);
  return FALSE;
}

static void on_exit_called(void)
{
  if (!running->page->finished) lap_trial_note(running, TRUE);
}

static void on_forbidden(int call)
{
  lap_trial_note(running, TRUE);
  running->page->forbidden = call;
}

/* It is reset, so that the same signal then ends the process. */
static void on_fatal_signal(int number)
{
  lap_trial_note(running, TRUE);
  running->page->exhausted = has_no_memory();
  raise(number);
}

/* Called while it uses the processor: a trial that comes no further hangs. */
static void on_tick(int number)
{
  guint64 now = lap_trial_progress(running);
  idle_ticks = now == progress ? idle_ticks + 1 : 0;
  progress = now;
  if (idle_ticks < TICKS) return;
  running->page->hung = TRUE;
  signal(number, SIG_DFL);
  on_fatal_signal(number);
}

/* Of AddressSanitizer, if it runs. */
void __asan_set_error_report_callback(void (*function)(const char *)) __attribute__((weak));

/* Called before it ends the process; its output would lead nowhere. */
static void on_report(const char *report)
{
  LapTrialPage *page = running->page;
  const char *begin = strstr(report, "AddressSanitizer: ");
  lap_trial_note(running, TRUE);
  for (gsize i = 0; begin && begin[i] && i + 1 < sizeof page->message; i++) page->message[i] = begin[i];
}

static void watch_end(guint seconds)
{
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGXCPU, SIGXFSZ};
  static guint8 stack[16384]; /* for one that overflows its own */
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  const struct sigaction end = {.sa_handler = on_fatal_signal, .sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESETHAND};
  for (gsize i = 0; i < G_N_ELEMENTS(fatal); i++) sigaction(fatal[i], &end, NULL);
  atexit(on_exit_called);
  if (__asan_set_error_report_callback) __asan_set_error_report_callback(on_report);
  const struct sigaction tick = {.sa_handler = on_tick, .sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART};
  sigaction(SIGPROF, &tick, NULL);
  guint ms = MIN(HOOK_SECONDS * 1000, seconds * 1000 / 2) / TICKS;
  const struct timeval every = {ms / 1000, ms % 1000 * 1000};
  setitimer(ITIMER_PROF, &(struct itimerval){every, every}, NULL);
}

/* --- the sandbox */

static void limit_time(guint seconds)
{
  const struct rlimit time = {seconds, seconds + 1};
  setrlimit(RLIMIT_CPU, &time);
}

/* What it may take, beside what the process that it was forked from has. */
static guint64 get_memory_limit(void)
{
  g_autofree char *pages = NULL;
  if (!g_file_get_contents("/proc/self/statm", &pages, NULL, NULL)) return MEMORY_MAX;
  return MEMORY_MAX + g_ascii_strtoull(pages, NULL, 10) * (guint64)sysconf(_SC_PAGESIZE);
}

/* Loads a game whose rules run elsewhere into this process. */
static gboolean load(LapGame **game, GError **error)
{
  LapRemote *remote = *game ? (*game)->remote : NULL;
  if (remote) *game = remote->load(remote, error);
  return !remote || *game;
}

static gboolean load_games(LapTrial *trial, GError **error)
{
  return load(&trial->game, error) && load(&trial->base, error);
}

/* A kernel that has no sandboxes holds it to the limits alone; then all rules are trusted. */
static gboolean lock_in(LapTrial *trial, GError **error)
{
  LapRemote *remote = trial->game->remote;
  g_auto(GStrv) folders = remote ? remote->get_folders(remote) : g_new0(char *, 1);
  setvbuf(stdout, NULL, _IONBF, 0); /* what a hook prints is noticed as it runs */
  if (!lap_sandbox_close_descriptors(STDERR_FILENO + 1, error)) return FALSE;
  guint64 memory = get_memory_limit();
  if (!lap_sandbox_check(NULL)) return lap_sandbox_limit(memory, error) && load_games(trial, error);
  lap_sandbox_set_watch(on_forbidden);
  return lap_sandbox_enter((const char *const *)folders, memory, error) && load_games(trial, error) &&
         lap_sandbox_forbid_more(error) && lap_sandbox_close(error);
}

static void be_the_child(LapTrial *trial, gboolean (*try)(LapTrial *trial), guint seconds)
{
  GError *error = NULL;
  running = trial;
  trial->page->forbidden = -1;
  limit_time(seconds);
  watch_end(seconds);
  if (trial->reads_files || lock_in(trial, &error))
    try(trial);
  else
    lap_trial_fail_error(trial, "this game cannot be tried", error);
  trial->page->finished = TRUE;
  _exit(0);
}

/* --- the parent */

LapTrialPage *lap_trial_page_new(void)
{
  void *page = mmap(NULL, sizeof(LapTrialPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) g_error("no memory to share with a child");
  return page;
}

void lap_trial_page_free(LapTrialPage *page) { munmap(page, sizeof *page); }

/* Waits until the child has ended, at most until `until`. */
static gboolean ends(int child, gint64 until)
{
  struct pollfd end = {.fd = child, .events = POLLIN};
  for (;;) {
    gint64 left = (until - g_get_monotonic_time()) / 1000;
    int n = poll(&end, 1, (int)MAX(left, 0));
    if (n > 0 || (n == 0 && left <= 0)) return n > 0;
  }
}

/* One that takes too long may still say where it is. */
static int wait_for(pid_t child, guint seconds)
{
  int process = (int)syscall(SYS_pidfd_open, child, 0), status = 0;
  gint64 until = g_get_monotonic_time() + (gint64)seconds * WAIT_FACTOR * G_USEC_PER_SEC;
  if (process >= 0 && !ends(process, until)) {
    kill(child, SIGALRM);
    if (!ends(process, g_get_monotonic_time() + 100000)) kill(child, SIGKILL);
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (process >= 0) close(process);
  return status;
}

gboolean lap_child_run(LapTrial *trial, gboolean (*try)(LapTrial *trial), guint seconds, int *status)
{
  pid_t child = fork();
  if (child == 0) be_the_child(trial, try, seconds);
  if (child > 0) *status = wait_for(child, seconds);
  return child > 0;
}

static char *explain_signal(const LapTrialPage *page, int number, guint seconds)
{
  const char *name = sigabbrev_np(number);
  if (page->hung) return g_strdup("did not come back: it hangs");
  if (number == SIGXCPU || number == SIGALRM || number == SIGKILL)
    return g_strdup_printf("was not done after %u seconds", seconds);
  if (number == SIGSYS) {
    g_autofree char *called = lap_sandbox_describe_call(page->forbidden);
    return g_strdup_printf("%s, which no rules may do", called);
  }
  if (page->exhausted)
    return g_strdup_printf("took all of the %u MiB of memory that it may have, and crashed with SIG%s",
                           (guint)(MEMORY_MAX >> 20), name ? name : "?");
  gboolean moved = number == SIGSEGV && page->moved;
  return g_strdup_printf("crashed with SIG%s (%s)%s", name ? name : "?", g_strsignal(number),
                         moved ? " after the block was moved: does a hook keep its address?" : "");
}

/* The first line of a report of AddressSanitizer, and where that was: "module.so+0x359b", as addr2line takes it, unless
 * the function is named. */
static char *shorten_report(const char *report)
{
  const char *line = strchrnul(report, '\n'), *top = strstr(line, "#0 ");
  g_autofree char *frame = top ? g_strndup(top, (gsize)(strchrnul(top, '\n') - top)) : g_strdup("");
  const char *function = strstr(frame, " in "), *file = strrchr(frame, '/');
  const char *where = function ? function + strlen(" in ") : file ? file + 1 : NULL;
  const char *registers = g_strstr_len(report, line - report, " at pc ");
  return g_strdup_printf("%.*s%s%.*s", (int)((registers ? registers : line) - report), report, where ? "; in " : "",
                         where ? (int)strcspn(where, function ? "" : ")") : 0, where ? where : "");
}

char *lap_child_explain(const LapTrialPage *page, int status, guint seconds)
{
  if (*page->message) return shorten_report(page->message);
  if (WIFSIGNALED(status)) return explain_signal(page, WTERMSIG(status), seconds);
  return g_strdup_printf("left the process with status %d", WEXITSTATUS(status));
}
