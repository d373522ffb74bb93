#define _GNU_SOURCE /* sigabbrev_np, gettid */
#include "crash.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/match/hook-mark.h"
#include "host/sandbox/sandbox.h"
#include "subcommand.h"

static struct {
  const char *game; /* NULL: none runs */
  guint64 seed;
  gboolean traced;
} watched;

/* Whether the rules may have been running. */
static gboolean is_theirs(void)
{
  const LapTrace *trace = &lap_hook_marks[LAP_HOOK_MARK_MAIN].trace;
  return watched.game && (!watched.traced || trace->started != trace->ended);
}

/* Formatted before it is written, without memory from the heap, which the rules may have destroyed. */
static void say(const char *what)
{
  const LapHookMark *mark = &lap_hook_marks[LAP_HOOK_MARK_MAIN];
  char text[1024], place[512] = "; with '--isolation all' it is said in which hook";
  if (watched.traced)
    snprintf(place, sizeof place, ", ply %u, phase %s, hook %s", mark->block ? lap_head_of(mark->block)->ply : 0,
             mark->trace.phase ? mark->trace.phase : "none", mark->trace.hook);
  int n = snprintf(text, sizeof text, "lapidary: the rules of %s %s: seed %" G_GUINT64_FORMAT "%s\n", watched.game,
                   what, watched.seed, place);
  if (write(STDERR_FILENO, text, (size_t)CLAMP(n, 0, (int)sizeof text - 1)) < 0) return;
}

/* Rules may crash or leave on several threads at once. Each runs a handler of its own, and only the first one goes on:
 * else another would end the program with the status of the rules before this is said. */
#define THREADS_MAX 64

static void on_fatal_signal(int number)
{
  static gint crashing; /* the thread that goes on */
  gint self = (gint)gettid();
  if (g_atomic_int_compare_and_exchange(&crashing, 0, self)) {
    char what[64];
    snprintf(what, sizeof what, "crashed with SIG%s", sigabbrev_np(number));
    if (is_theirs()) say(what);
  } else {
    while (g_atomic_int_get(&crashing) != self) pause();
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void on_exit_called(void)
{
  static gint leaving;
  if (!is_theirs()) return;
  while (!g_atomic_int_compare_and_exchange(&leaving, 0, 1)) pause();
  say("left the program");
  _exit(EXIT_FAILED);
}

/* Each engine of this thread has its trace in the mark, which is all that is wanted. */
static void ignore_mark(LapHookMarkIndex which, gboolean begins) { (void)which, (void)begins; }

void crash_watch(const char *game, guint64 seed, gboolean traced)
{
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  static guint8 stack[32768]; /* for rules that overflow theirs */
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  if (lap_sandbox_is_sanitized()) return; /* it says more */
  const struct sigaction action = {.sa_handler = on_fatal_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
  for (gsize i = 0; i < G_N_ELEMENTS(fatal); i++) sigaction(fatal[i], &action, NULL);
  for (guint i = 0; i < THREADS_MAX; i++) atexit(on_exit_called);
  if (traced) lap_hook_marks_begin(ignore_mark);
  watched.traced = traced;
  watched.seed = seed;
  watched.game = game;
}

void crash_watch_end(void) { watched.game = NULL; }
