#define _GNU_SOURCE
#include "workers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "host/engine/wire.h"
#include "host/sandbox/sandbox.h"
#include "module.h"
#include "search.h"
#include "worker-area.h"

#define LIMIT_DEFAULT 1000  /* ms */
#define LIMIT_START 5000    /* ms, for loading plugins */
#define LIMIT_PLAYOUT 60000 /* ms, for a playout that goes on */
#define SLICE 5000          /* us: how late the end of a worker may be noticed, at first */
#define SLICE_MAX 50000     /* us: and in a call that takes long */
#define IDLE_MAX 4          /* of one chain */

typedef struct {
  pid_t pid;
  int pidfd;
  LapWorkerArea *area;
} Worker;

typedef struct {
  LapRemote remote;
  GPtrArray *chain; /* LapBuild */
  char **command;   /* the program and the keyfiles of the copies */
  GMutex lock;      /* protects `idle` */
  GPtrArray *idle;
  pid_t process; /* whose workers they are: a child that was forked needs its own */
} Workers;

static guint limit = LIMIT_DEFAULT;

void lap_workers_set_limit(guint milliseconds) { g_atomic_int_set(&limit, (gint)milliseconds); }

/* --- processes */

/* Ends it, if it has not ended, and returns how it ended. */
static void end(Worker *worker, siginfo_t *info)
{
  kill(worker->pid, SIGKILL);
  while (waitid(P_PID, (id_t)worker->pid, info, WEXITED) < 0 && errno == EINTR) continue;
}

static void worker_free(Worker *worker)
{
  close(worker->pidfd);
  munmap(worker->area, sizeof *worker->area);
  g_free(worker);
}

static void stop(gpointer data)
{
  siginfo_t info;
  end(data, &info);
  worker_free(data);
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

static Worker *worker_new(const Workers *workers, GString *why)
{
  Start start = {.command = workers->command};
  LapWorkerArea *area = make_area(&start.area, why);
  if (!area) return NULL;
  gboolean spawned = spawn(&start);
  close(start.area);
  if (!spawned) {
    g_string_printf(why, "%s cannot be run: %s", workers->command[0], g_strerror(start.error));
    munmap(area, sizeof *area);
    return NULL;
  }
  Worker *worker = g_new(Worker, 1);
  *worker = (Worker){start.pid, (int)syscall(SYS_pidfd_open, start.pid, 0), area};
  return worker;
}

/* --- waiting */

static gboolean has_ended(const Worker *worker)
{
  struct pollfd ended = {.fd = worker->pidfd, .events = POLLIN};
  return poll(&ended, 1, 0) == 1;
}

/* Waits until it is not `turn` any more. FALSE: the worker ended, or took longer than `most` milliseconds: for a step,
 * where it takes steps of playouts, and `all` for all of them. */
static gboolean wait_for(const Worker *worker, guint32 turn, guint most, gint64 all)
{
  gint64 begun = g_get_monotonic_time(), since = begun;
  guint32 steps = worker->area->trace.steps;
  while (lap_area_turn(worker->area) == turn) {
    gint64 now = g_get_monotonic_time();
    guint32 reached = worker->area->trace.steps;
    if (reached != steps && now - begun < all * 1000) since = now;
    steps = reached;
    if (now - since >= (gint64)most * 1000 || has_ended(worker)) return lap_area_turn(worker->area) != turn;
    lap_area_wait(worker->area, turn, CLAMP((now - begun) / 4, SLICE, SLICE_MAX));
  }
  return TRUE;
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
static void explain(const Worker *worker, const siginfo_t *info, gboolean late, guint most, LapRemoteReply *reply)
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

/* Ends a worker that has not answered. One that hangs may still say where. */
static void give_up(Worker *worker, guint most, LapRemoteReply *reply)
{
  siginfo_t info = {0};
  gboolean late = !has_ended(worker);
  if (late) {
    struct pollfd ended = {.fd = worker->pidfd, .events = POLLIN};
    kill(worker->pid, SIGALRM);
    poll(&ended, 1, 20);
  }
  end(worker, &info);
  explain(worker, &info, late, most, reply);
  worker_free(worker);
}

/* --- calls */

static gboolean make_ready(Worker *worker, LapRemoteReply *reply)
{
  if (!wait_for(worker, LAP_TURN_STARTING, LIMIT_START, 0)) {
    give_up(worker, LIMIT_START, reply);
    g_string_prepend(reply->fault, "as its plugins were loaded: ");
    return FALSE;
  }
  if (lap_area_turn(worker->area) == LAP_TURN_HOST) return TRUE;
  g_autofree char *message = read_text(worker->area->message, sizeof worker->area->message);
  g_string_assign(reply->fault, message);
  stop(worker);
  return FALSE;
}

/* An idle worker, or a new one. */
static Worker *take(Workers *workers, LapRemoteReply *reply)
{
  for (;;) {
    g_mutex_lock(&workers->lock);
    if (workers->process != getpid()) {
      workers->process = getpid();
      workers->idle = g_ptr_array_new_with_free_func(stop);
    }
    Worker *idle = workers->idle->len ? g_ptr_array_steal_index_fast(workers->idle, workers->idle->len - 1) : NULL;
    g_mutex_unlock(&workers->lock);
    if (!idle) break;
    if (!has_ended(idle) && lap_area_turn(idle->area) == LAP_TURN_HOST) return idle;
    stop(idle);
  }
  Worker *worker = worker_new(workers, reply->fault);
  return worker && make_ready(worker, reply) ? worker : NULL;
}

static void give_back(Workers *workers, Worker *worker)
{
  g_mutex_lock(&workers->lock);
  gboolean kept = workers->idle->len < IDLE_MAX;
  if (kept) g_ptr_array_add(workers->idle, worker);
  g_mutex_unlock(&workers->lock);
  if (!kept) stop(worker);
}

/* How long a call may take if it takes one step of a playout after the other. */
static gint64 limit_of(const LapRemoteCall *call)
{
  switch (call->kind) {
  case LAP_CALL_PLAYOUT:
    return LIMIT_PLAYOUT;
  case LAP_CALL_PLAYOUTS:
  case LAP_CALL_MATCHES:
    return (gint64)LIMIT_PLAYOUT * call->n;
  default:
    return 0;
  }
}

static gboolean call(LapRemote *remote, const LapEngine *engine, const LapRemoteCall *call_, LapBlock *block,
                     LapRemoteReply *reply)
{
  Workers *workers = (Workers *)remote;
  Worker *worker = take(workers, reply);
  if (!worker) return FALSE;
  LapWorkerArea *area = worker->area;
  guint most = (guint)g_atomic_int_get(&limit);
  if (!lap_wire_write_call((LapWire){area->call, sizeof area->call}, engine, call_, block)) {
    give_back(workers, worker);
    g_string_printf(reply->fault, "a match of %zu bytes is too large for a worker", lap_wire_call_size(engine));
    return FALSE;
  }
  lap_area_give(area, LAP_TURN_WORKER);
  if (!wait_for(worker, LAP_TURN_WORKER, most, limit_of(call_))) {
    give_up(worker, most, reply);
    return FALSE;
  }
  gboolean about_it = lap_remote_call_keeps_block(call_);
  if (lap_area_turn(area) == LAP_TURN_HOST &&
      lap_wire_read_reply((LapWire){area->reply, sizeof area->reply}, engine, reply, about_it ? NULL : block)) {
    give_back(workers, worker);
    return TRUE;
  }
  stop(worker);
  lap_remote_reply_reset(reply);
  g_string_assign(reply->fault, "what it answered cannot be read");
  return FALSE;
}

/* --- life */

static char **get_folders(LapRemote *remote) { return lap_build_get_folders(((Workers *)remote)->chain); }

static LapGame *load(LapRemote *remote, GError **error)
{
  return lap_module_load_chain(((Workers *)remote)->chain, NULL, NULL, error);
}

static void workers_free(LapRemote *remote)
{
  Workers *workers = (Workers *)remote;
  if (workers->process == getpid()) g_ptr_array_unref(workers->idle);
  g_mutex_clear(&workers->lock);
  g_strfreev(workers->command);
  g_ptr_array_unref(workers->chain);
  g_free(workers);
}

LapRemote *lap_workers_new(GPtrArray *chain)
{
  Workers *workers = g_new0(Workers, 1);
  g_autoptr(GStrvBuilder) command = g_strv_builder_new();
  g_autofree char *program = lap_search_get_worker();
  g_strv_builder_add(command, program);
  for (guint i = 0; i < chain->len; i++) {
    const LapKeyfile *keyfile = ((LapBuild *)g_ptr_array_index(chain, i))->keyfile;
    g_strv_builder_add(command, keyfile->file);
  }
  workers->remote = (LapRemote){call, workers_free, get_folders, load};
  workers->chain = g_ptr_array_ref(chain);
  workers->command = g_strv_builder_end(command);
  workers->idle = g_ptr_array_new_with_free_func(stop);
  workers->process = getpid();
  g_mutex_init(&workers->lock);
  return &workers->remote;
}
