#include "crash.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "host/match/hook-mark.h"
#include "host/match/match-private.h"
#include "log.h"

/* What is left of a process. `n` blocks of `size` bytes follow. */
typedef struct {
  char magic[8], cause[8], signal[8], match[72], game[128], phase[256], hook[32];
  guint64 which; /* LapHookMarkIndex */
  guint64 seq, decision, builds, n, size;
} Record;

static const char magic[8] = "lapidary";

static struct {
  char *path; /* or NULL */
  int status;
  gint64 limit; /* ms */
  struct {
    timer_t timer;
    guint32 started; /* the hook that ran at the last tick */
    guint ticks;     /* for how many it has */
    gboolean has_timer;
  } watched[LAP_HOOK_MARKS];
} crash;

/* --- in handlers of signals: nothing here allocates, locks, or needs more than a little stack */

static const struct {
  int number;
  const char *name;
} fatal[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}};

static gboolean runs(const LapHookMark *mark) { return mark->in_use && mark->trace.started != mark->trace.ended; }

static void copy_text(char *to, gsize size, const char *from)
{
  gsize n = 0;
  for (; from && from[n] && n + 1 < size; n++)
    to[n] = from[n] > ' ' && from[n] < 127 && !strchr("\"\\", from[n]) ? from[n] : '?';
  to[n] = '\0';
}

static Record record_of(const LapHookMark *mark, const char *cause, const char *name)
{
  Record record = {.which = (guint64)(mark - lap_hook_marks),
                   .seq = mark->seq,
                   .decision = mark->decision,
                   .builds = mark->builds,
                   .n = mark->block ? 1 + (mark->previous != NULL) : 0,
                   .size = mark->size};
  memcpy(record.magic, magic, sizeof magic);
  copy_text(record.cause, sizeof record.cause, cause);
  copy_text(record.signal, sizeof record.signal, name);
  copy_text(record.match, sizeof record.match, mark->match);
  copy_text(record.game, sizeof record.game, mark->game);
  copy_text(record.phase, sizeof record.phase, mark->trace.phase);
  copy_text(record.hook, sizeof record.hook, mark->trace.hook);
  return record;
}

static void write_all(int descriptor, const void *bytes, gsize n)
{
  for (gsize done = 0; done < n;) {
    gssize written = write(descriptor, (const char *)bytes + done, n - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    done += (gsize)written;
  }
}

static void keep_record(const Record *record, const LapHookMark *mark)
{
  int descriptor = crash.path ? open(crash.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
  if (descriptor < 0) return;
  write_all(descriptor, record, sizeof *record);
  if (record->n > 0) write_all(descriptor, mark->block, mark->size);
  if (record->n > 1) write_all(descriptor, mark->previous, mark->size);
  close(descriptor);
}

static void leave(const LapHookMark *mark, const char *cause, const char *name)
{
  static volatile sig_atomic_t left;
  if (left++) return;
  const Record record = record_of(mark, cause, name);
  keep_record(&record, mark);
  const char *const members[] = {"cause",      record.cause, "signal",    record.signal, "match",
                                 record.match, "game",       record.game, "phase",       record.phase,
                                 "hook",       record.hook,  NULL};
  lap_server_log_last_line("rules ended the host", members);
}

static const LapHookMark *running_mark(void)
{
  const LapHookMark *found = NULL;
  for (guint i = 0; i < LAP_HOOK_MARKS; i++)
    if (runs(&lap_hook_marks[i]) && (!found || pthread_equal(lap_hook_marks[i].thread, pthread_self())))
      found = &lap_hook_marks[i];
  return found;
}

/* The action is the default again: what was not sent comes once more when this returns. */
G_GNUC_UNUSED static void on_fatal(int number)
{
  const LapHookMark *mark = running_mark();
  const char *name = "";
  for (guint i = 0; i < G_N_ELEMENTS(fatal); i++)
    if (fatal[i].number == number) name = fatal[i].name;
  if (mark) leave(mark, "signal", name);
  raise(number);
}

/* Comes when the thread of a mark has used a part of the limit. */
static void on_tick(int number G_GNUC_UNUSED, siginfo_t *info, void *context G_GNUC_UNUSED)
{
  int kept = errno;
  guint which = (guint)info->si_value.sival_int;
  if (info->si_code != SI_TIMER || which >= LAP_HOOK_MARKS) return;
  const LapHookMark *mark = &lap_hook_marks[which];
  guint32 started = mark->trace.started;
  gboolean same = runs(mark) && crash.watched[which].started == started;
  crash.watched[which].ticks = same ? crash.watched[which].ticks + 1 : 0;
  crash.watched[which].started = started;
  if (crash.watched[which].ticks >= 4) {
    leave(mark, "hang", "");
    _exit(crash.status);
  }
  errno = kept;
}

static void on_exit_in_hook(void)
{
  const LapHookMark *mark = running_mark();
  if (!mark || !pthread_equal(mark->thread, pthread_self())) return;
  leave(mark, "exit", "");
  _exit(crash.status);
}

/* --- beginning */

enum { STACK = 64 * 1024 };

static void give_stack(void)
{
  void *memory = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t stack = {.ss_sp = memory, .ss_size = STACK};
  if (memory != MAP_FAILED) sigaltstack(&stack, NULL);
}

static void take_stack(void)
{
  const stack_t none = {.ss_flags = SS_DISABLE};
  stack_t stack;
  if (sigaltstack(&none, &stack) == 0 && !(stack.ss_flags & SS_DISABLE)) munmap(stack.ss_sp, stack.ss_size);
}

static void start_timer(LapHookMarkIndex which)
{
  gint64 part = MAX(crash.limit / 4, 1);
  const struct timespec every = {part / 1000, part % 1000 * 1000000};
  const struct itimerspec times = {every, every};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM, .sigev_value.sival_int = (int)which};
  timer_t timer;
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0) return;
  timer_settime(timer, 0, &times, NULL);
  crash.watched[which].timer = timer;
  crash.watched[which].has_timer = TRUE;
}

static void watch(LapHookMarkIndex which, gboolean begins)
{
  if (begins) {
    give_stack();
    start_timer(which);
    return;
  }
  if (crash.watched[which].has_timer) timer_delete(crash.watched[which].timer);
  crash.watched[which].has_timer = FALSE;
  take_stack();
}

/* A sanitizer has handlers of its own, which tell more. */
static void handle_signals(void)
{
#ifndef __SANITIZE_ADDRESS__
  const struct sigaction action = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
  for (guint i = 0; i < G_N_ELEMENTS(fatal); i++) sigaction(fatal[i].number, &action, NULL);
#endif
  const struct sigaction tick = {.sa_sigaction = on_tick, .sa_flags = SA_ONSTACK | SA_RESTART | SA_SIGINFO};
  sigaction(SIGVTALRM, &tick, NULL);
}

void lap_crash_watch(const char *path, gint64 limit, int status)
{
  crash.path = g_strdup(path);
  crash.limit = limit;
  crash.status = status;
  handle_signals();
  atexit(on_exit_in_hook);
  lap_hook_marks_begin(watch);
}

/* --- the next process */

static gboolean is_text(const char *text, gsize size) { return memchr(text, '\0', size) != NULL; }

static gboolean is_whole(const Record *record, gsize length)
{
  return length >= sizeof *record && memcmp(record->magic, magic, sizeof magic) == 0 && record->n <= 2 &&
         record->size <= (length - sizeof *record) / MAX(record->n, 1) &&
         is_text(record->cause, sizeof record->cause) && is_text(record->signal, sizeof record->signal) &&
         is_text(record->match, sizeof record->match) && is_text(record->game, sizeof record->game) &&
         is_text(record->phase, sizeof record->phase) && is_text(record->hook, sizeof record->hook);
}

static char *reason_of(const Record *record)
{
  const char *how = *record->signal                      ? record->signal
                    : g_str_equal(record->cause, "hang") ? "it took too long"
                                                         : "it called exit()";
  return g_strdup_printf("the host ended in hook %s of phase %s: %s", record->hook, record->phase, how);
}

static void log_record(const Record *record, const char *reason)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_ERROR, "rules ended the last host");
  g_autofree char *advice = g_strdup_printf(
      "the match is suspended; plugins.disable with %s refuses new matches of it, until it is mended", record->game);
  lap_server_log_text(line, "match", record->match);
  lap_server_log_text(line, "game", record->game);
  lap_server_log_text(line, "message", reason);
  lap_server_log_text(line, "advice", advice);
  lap_server_log_end(line);
}

static gboolean settle(LapHost *host, const Record *record, GError **error)
{
  g_autofree char *reason = reason_of(record);
  const LapSuspension how = {record->cause, record->phase, record->hook, reason};
  const LapMarkedBlocks blocks = {.seq = record->seq,
                                  .decision = record->decision,
                                  .builds = record->builds,
                                  .blocks = (const guint8 *)(record + 1),
                                  .n = (guint)record->n,
                                  .size = record->size};
  log_record(record, reason);
  if (!*record->match) return TRUE;
  if (record->which == LAP_HOOK_MARK_RENEWAL) return lap_host_decline_renewal(host, record->match, reason, error);
  return lap_host_suspend(host, record->match, &how, &blocks, error);
}

/* Another node was faster. If these rules end it, too, it settles that itself. */
static gboolean is_elsewhere(const Record *record, const GError *failure)
{
  if (!g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_ELSEWHERE)) return FALSE;
  g_warning("match %s is not suspended, since another node has it", record->match);
  return TRUE;
}

gboolean lap_crash_settle(LapHost *host, const char *path, GError **error)
{
  g_autofree char *content = NULL;
  gsize length;
  if (!g_file_get_contents(path, &content, &length, NULL)) return TRUE;
  const Record *record = (const Record *)(gpointer)content;
  g_autoptr(GError) failure = NULL;
  if (is_whole(record, length) && !settle(host, record, &failure) && !is_elsewhere(record, failure)) {
    g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
  }
  unlink(path);
  return TRUE;
}
