/* lapidary-worker KEYFILE...: loads a chain of plugins, the base first, and carries out what a host asks of their rules
 * (host/plugins/workers.h). It has the memory that they share as descriptor 3, and nothing else of the host. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/bots/estimate.h"
#include "host/bots/remote-bot.h"
#include "host/engine/wire.h"
#include "host/plugins/module.h"
#include "host/plugins/worker-area.h"
#include "host/sandbox/sandbox.h"

#define ENGINES_MAX 16
#define MEMORY_MAX (G_GUINT64_CONSTANT(512) << 20)

/* An engine for each number of seats and values of options that were asked for. */
typedef struct {
  LapGame *game;
  guint n_values;
  GQueue engines; /* LapEngine, last used first */
  LapRemoteReply reply;
} Worker;

/* --- how it ends */

static LapWorkerArea *area;
static Worker worker;

static void copy_text(char *to, gsize size, const char *from)
{
  gsize n = 0;
  while (from && from[n] && n + 1 < size) n++;
  if (n) memcpy(to, from, n);
  to[n] = '\0';
}

/* Says what ran. */
static void on_exit_called(void)
{
  copy_text(area->phase, sizeof area->phase, area->trace.phase);
  copy_text(area->hook, sizeof area->hook, area->trace.hook);
}

static void on_forbidden(int call)
{
  on_exit_called();
  area->forbidden = call;
}

/* Called by a LeakSanitizer, which would look for leaks with a thread when a plugin exits. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }

/* Also of the host's deadline, which comes as SIGALRM. */
static void on_end(int number)
{
  on_exit_called();
  area->signal = number == SIGALRM ? 0 : (guint32)number;
  _exit(1);
}

static void watch_end(void)
{
  static const int ends[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGTERM};
  static guint8 stack[16384]; /* for one that overflows its own */
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_handler = on_end, .sa_flags = SA_ONSTACK | SA_NODEFER};
  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) sigaction(ends[i], &action, NULL);
  atexit(on_exit_called);
}

/* --- calls */

static gboolean has_values(const LapEngine *engine, guint seats, const gint16 *values)
{
  const LapGame *game = worker.game;
  if (lap_engine_seats(engine) != seats) return FALSE;
  for (guint depth = 0; depth < game->depth; values += game->level[depth++].plugin.options.n)
    if (memcmp(lap_engine_options(engine)->value[depth], values,
               game->level[depth].plugin.options.n * sizeof *values) != 0)
      return FALSE;
  return TRUE;
}

static LapEngine *new_engine(guint seats, const gint16 *values)
{
  const LapGame *game = worker.game;
  g_autoptr(LapOptions) options = lap_options_new(game);
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++) options->value[depth][i] = *values++;
  LapEngine *engine = lap_engine_new(worker.game, seats, options, NULL);
  if (!engine) return NULL;
  return engine;
}

static LapEngine *find_engine(guint seats, const gint16 *values)
{
  for (GList *link = worker.engines.head; link; link = link->next)
    if (has_values(link->data, seats, values)) {
      g_queue_unlink(&worker.engines, link);
      g_queue_push_head_link(&worker.engines, link);
      return link->data;
    }
  LapEngine *engine = new_engine(seats, values);
  if (engine) g_queue_push_head(&worker.engines, engine);
  if (worker.engines.length > ENGINES_MAX) lap_engine_free(g_queue_pop_tail(&worker.engines));
  return engine;
}

static void answer(void)
{
  const LapWire in = {area->call, sizeof area->call}, out = {area->reply, sizeof area->reply};
  guint seats;
  const gint16 *values;
  LapRemoteCall call;
  LapEngine *engine = lap_wire_read_seats(in, worker.n_values, &seats, &values) ? find_engine(seats, values) : NULL;
  if (!engine) _exit(2);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  if (!lap_wire_read_call(in, engine, &call, block)) _exit(2);
  (call.kind == LAP_CALL_CHOOSE     ? lap_bot_answer
   : call.kind == LAP_CALL_ESTIMATE ? lap_estimate_answer
                                    : lap_remote_run)(engine, &call, block, &worker.reply);
  if (lap_wire_write_reply(out, engine, &worker.reply, block)) return;
  lap_remote_reply_reset(&worker.reply);
  g_string_assign(worker.reply.fault, "there are more legal steps or events than a worker can send");
  lap_wire_write_reply(out, engine, &worker.reply, block);
}

static void serve(void)
{
  for (;;) {
    while (lap_area_turn(area) != LAP_TURN_WORKER) lap_area_wait(area, LAP_TURN_HOST, G_USEC_PER_SEC);
    answer();
    lap_area_give(area, LAP_TURN_HOST);
  }
}

/* --- start */

static gboolean enter_sandbox(GPtrArray *chain, GError **error)
{
  g_auto(GStrv) readable = lap_build_get_folders(chain);
  area->forbidden = -1;
  lap_sandbox_set_watch(on_forbidden);
  if (!lap_sandbox_enter((const char *const *)readable, MEMORY_MAX, error)) return FALSE;
  /* From now on it ends with the host, which may have ended before. */
  if (getppid() != area->host) _exit(1);
  return TRUE;
}

static gboolean load(char **keyfiles, GError **error)
{
  g_autoptr(GPtrArray) chain = lap_build_find_chain(keyfiles, error);
  gboolean entered = chain && enter_sandbox(chain, error);
  worker.game = entered ? lap_module_load_chain(chain, NULL, NULL, error) : NULL;
  if (!worker.game || !lap_sandbox_close(error)) return FALSE;
  for (guint depth = 0; depth < worker.game->depth; depth++)
    worker.n_values += worker.game->level[depth].plugin.options.n;
  lap_remote_reply_init(&worker.reply);
  lap_engine_set_thread_trace(&area->trace);
  return TRUE;
}

int main(int argc, char **argv)
{
  area = mmap(NULL, sizeof *area, PROT_READ | PROT_WRITE, MAP_SHARED, LAP_AREA_FD, 0);
  if (argc < 2 || argc > LAP_LEVELS_MAX + 1 || area == MAP_FAILED) {
    fprintf(stderr, "usage: %s KEYFILE...  (a base, and the variants above it; the host runs this)\n", argv[0]);
    return 2;
  }
  g_autoptr(GError) error = NULL;
  watch_end();
  if (!lap_sandbox_close_descriptors(LAP_AREA_FD, &error) || !load(argv + 1, &error)) {
    copy_text(area->message, sizeof area->message, error->message);
    lap_area_give(area, LAP_TURN_FAILED);
    return 1;
  }
  lap_area_give(area, LAP_TURN_HOST);
  serve();
  return 0;
}
