#define _GNU_SOURCE
#include "worker-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "host/sandbox/sandbox.h"

#define LIMIT_START 5000 /* ms, for loading plugins */
#define SLICE 5000       /* us: how late the end of a worker may be noticed, at first */
#define SLICE_MAX 50000  /* us: and in a call that takes long */
/* Rules have a time of the processor, and of the clock, which runs when others have it, so many times as much. */
#define OF_THE_CLOCK 8
/* How much nicer than the host: it gets a third of what others do. */
#define GIVE_WAY 5

/* --- processes */

/* Ends it, if it has not ended, and returns how it ended. */
static void end(LapWorker *worker, siginfo_t *info)
{
  kill(worker->pid, SIGKILL);
  while (waitid(P_PID, (id_t)worker->pid, info, WEXITED) < 0 && errno == EINTR) continue;
}

static void worker_free(LapWorker *worker)
{
  close(worker->pidfd);
  munmap(worker->area, sizeof *worker->area);
  g_free(worker);
}

void lap_worker_stop(gpointer worker)
{
  siginfo_t info;
  end(worker, &info);
  worker_free(worker);
}

/* The memory that both share; `*file` is what the child gets. */
static LapWorkerArea *make_area(int *file, GString *why)
{
  LapWorkerArea *area = MAP_FAILED;
  *file = lap_sandbox_share("lapidary-worker", sizeof *area);
  if (*file >= 0) area = mmap(NULL, sizeof *area, PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0);
  if (area != MAP_FAILED) {
    area->host = getpid();
    return area;
  }
  g_string_printf(why, "no memory can be shared with a worker: %s", g_strerror(errno));
  if (*file >= 0) close(*file);
  return NULL;
}

/* A worker that is to be started, and how that went. */
typedef struct {
  char **command;
  int area;
  pid_t pid;
  int error;
  gboolean done;
} Start;

static GMutex start_lock;
static GCond started;

static void start_now(Start *start)
{
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, start->area, LAP_AREA_FD);
  start->error = posix_spawn(&start->pid, start->command[0], &actions, NULL, start->command, environ);
  posix_spawn_file_actions_destroy(&actions);
}

/* A worker ends with the thread that started it, so that it ends with the host: a thread that lives as long does it. */
static gpointer start_workers(gpointer starts)
{
  for (;;) {
    Start *start = g_async_queue_pop(starts);
    start_now(start);
    g_mutex_lock(&start_lock);
    start->done = TRUE;
    g_cond_broadcast(&started);
    g_mutex_unlock(&start_lock);
  }
  return NULL;
}

static gboolean spawn(Start *start)
{
  static GAsyncQueue *starts;
  static pid_t process; /* a child that was forked has no such thread */
  g_mutex_lock(&start_lock);
  if (process != getpid()) {
    process = getpid();
    starts = g_async_queue_new();
    g_thread_unref(g_thread_new("workers", start_workers, starts));
  }
  g_async_queue_push(starts, start);
  while (!start->done) g_cond_wait(&started, &start_lock);
  g_mutex_unlock(&start_lock);
  return start->error == 0;
}

static LapWorker *worker_new(char **command, GString *why)
{
  Start start = {.command = command};
  LapWorkerArea *area = make_area(&start.area, why);
  if (!area) return NULL;
  gboolean spawned = spawn(&start);
  close(start.area);
  if (!spawned) {
    g_string_printf(why, "%s cannot be run: %s", command[0], g_strerror(start.error));
    munmap(area, sizeof *area);
    return NULL;
  }
  LapWorker *worker = g_new(LapWorker, 1);
  *worker = (LapWorker){.pid = start.pid, .pidfd = (int)syscall(SYS_pidfd_open, start.pid, 0), .area = area};
  if (clock_getcpuclockid(start.pid, &worker->clock) != 0) worker->clock = CLOCK_MONOTONIC;
  return worker;
}

/* --- waiting */

gboolean lap_worker_has_ended(const LapWorker *worker)
{
  struct pollfd ended = {.fd = worker->pidfd, .events = POLLIN};
  return poll(&ended, 1, 0) == 1;
}

gboolean lap_worker_may_be_spoiled(const LapWorker *worker)
{
  return worker->calls > 1 && lap_worker_has_ended(worker);
}

void lap_worker_ask(LapWorker *worker)
{
  worker->calls++;
  lap_area_give(worker->area, LAP_TURN_WORKER);
}

/* What it has had of the processor, in microseconds. */
static gint64 processor_time(const LapWorker *worker)
{
  struct timespec used = {0};
  clock_gettime(worker->clock, &used);
  return used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000;
}

/* How much longer a wait may take that began at `since`, when the worker had had `used` of the processor. */
static gint64 time_left(const LapWorker *worker, gint64 most, gint64 since, gint64 used)
{
  gint64 left = since + most - g_get_monotonic_time();
  if (left > 0 || left < -most * (OF_THE_CLOCK - 1)) return left;
  return most - (processor_time(worker) - used); /* others had it */
}

/* Waits until it is not `turn` any more, or the rules have had their time. */
static gboolean wait_for_rules(const LapWorker *worker, guint32 turn, gint64 most, gint64 all)
{
  gint64 begun = g_get_monotonic_time(), since = begun, used = processor_time(worker);
  guint32 steps = worker->area->trace.steps;
  while (lap_area_turn(worker->area) == turn) {
    gint64 now = g_get_monotonic_time();
    guint32 reached = worker->area->trace.steps;
    if (reached != steps && now - begun < all) {
      since = now;
      used = processor_time(worker);
    }
    steps = reached;
    gint64 left = time_left(worker, most, since, used);
    if (left <= 0 || lap_worker_has_ended(worker)) return lap_area_turn(worker->area) != turn;
    lap_area_wait(worker->area, turn, MIN(left, CLAMP((now - begun) / 4, SLICE, SLICE_MAX)));
  }
  return TRUE;
}

gboolean lap_worker_wait(const LapWorker *worker, gint64 most)
{
  gint64 until = g_get_monotonic_time() + most, left;
  while (lap_area_turn(worker->area) == LAP_TURN_WORKER) {
    left = until - g_get_monotonic_time();
    if (left <= 0 || lap_worker_has_ended(worker)) return lap_area_turn(worker->area) != LAP_TURN_WORKER;
    lap_area_wait(worker->area, LAP_TURN_WORKER, MIN(left, SLICE));
  }
  return TRUE;
}

gboolean lap_worker_wait_for_rules(const LapWorker *worker, gint64 most, gint64 all)
{
  return wait_for_rules(worker, LAP_TURN_WORKER, most, all);
}

gboolean lap_worker_is_idle(const LapWorker *worker)
{
  return !lap_worker_has_ended(worker) && lap_area_turn(worker->area) == LAP_TURN_HOST;
}

void lap_worker_give_way(const LapWorker *worker)
{
  setpriority(PRIO_PROCESS, (id_t)worker->pid, getpriority(PRIO_PROCESS, 0) + GIVE_WAY);
}

/* --- ends */

/* A text of the area, which may be anything. */
static char *read_text(const char *text, gsize size)
{
  g_autofree char *copy = g_malloc0(size + 1);
  memcpy(copy, text, size);
  g_autofree char *valid = g_utf8_make_valid(copy, -1);
  return g_strdup(g_strdelimit(valid, "\n\r\t\x1b", ' '));
}

/* Says how a worker ended that was in a call, and what ran then as far as it is known. */
static void explain(const LapWorker *worker, const siginfo_t *info, gboolean late, guint most, LapRemoteReply *reply)
{
  GString *why = reply->fault;
  g_autofree char *phase = read_text(worker->area->phase, sizeof worker->area->phase);
  g_autofree char *hook = read_text(worker->area->hook, sizeof worker->area->hook);
  g_string_assign(reply->phase, phase);
  g_string_assign(reply->hook, hook);
  guint32 number = worker->area->signal;
  if (!number && info->si_code != CLD_EXITED) number = (guint32)info->si_status;
  g_string_truncate(why, 0);
  g_autofree char *called = lap_sandbox_describe_call(worker->area->forbidden);
  const char *name = number < NSIG ? sigabbrev_np((int)number) : NULL;
  if (late)
    g_string_append_printf(why, "did not come back within %u ms", most);
  else if (number == SIGSYS)
    g_string_append_printf(why, "%s, which no rules may do, and was ended", called);
  else if (number)
    g_string_append_printf(why, "crashed with SIG%s", name ? name : "?");
  else
    g_string_append_printf(why, "left the process with status %d", info->si_status);
}

/* One that hangs may still say where. */
void lap_worker_give_up(LapWorker *worker, guint most, LapRemoteReply *reply)
{
  siginfo_t info = {0};
  gboolean late = !lap_worker_has_ended(worker);
  if (late) {
    struct pollfd ended = {.fd = worker->pidfd, .events = POLLIN};
    kill(worker->pid, SIGALRM);
    poll(&ended, 1, 20);
  }
  end(worker, &info);
  explain(worker, &info, late, most, reply);
  worker_free(worker);
}

/* --- start */

LapWorker *lap_worker_start(char **command, LapRemoteReply *reply)
{
  LapWorker *worker = worker_new(command, reply->fault);
  if (!worker) return NULL;
  if (!wait_for_rules(worker, LAP_TURN_STARTING, LIMIT_START * 1000, 0)) {
    lap_worker_give_up(worker, LIMIT_START, reply);
    g_string_prepend(reply->fault, "as its plugins were loaded: ");
    return NULL;
  }
  if (lap_area_turn(worker->area) == LAP_TURN_HOST) return worker;
  g_autofree char *message = read_text(worker->area->message, sizeof worker->area->message);
  g_string_assign(reply->fault, message);
  lap_worker_stop(worker);
  return NULL;
}
