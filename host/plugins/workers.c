#include "workers.h"

#include <string.h>

#include "host/engine/patience.h"
#include "host/engine/wire.h"
#include "module.h"
#include "search.h"
#include "worker-pool.h"

#define LIMIT_DEFAULT 1000  /* ms */
#define LIMIT_PLAYOUT 60000 /* ms, for a playout that goes on */

/* Of a chain whose calls had to be put off, further ones are not waited for as long for a while: a thread that serves
 * others must not lose a request's patience to it again and again. */
#define SHORT_PATIENCE 200                /* us */
#define SLOW_FOR (1 * G_TIME_SPAN_SECOND) /* us */

/* A worker that takes longer gives way to others at the processor. */
#define SOON 3000 /* us */

/* Calls that were put off: so many of a chain are carried out at the same time, and so many answers are kept for those
 * who come back for them, for so long. */
#define BUSY_MAX 4
#define LATE_MAX 128
#define LATE_BYTES (16u << 20)
#define LATE_FOR (20 * G_TIME_SPAN_SECOND)

typedef struct {
  LapRemote remote;
  gint references;
  GPtrArray *chain;  /* LapBuild */
  char **command;    /* the program and the keyfiles of the copies */
  GMutex lock;       /* protects what follows */
  gint64 slow_until; /* monotonic */
  GQueue late;       /* Late, newest first */
  gsize late_bytes;
  guint busy; /* of them, those that are carried out */
} Workers;

/* How long a call may take, in ms: a step of it if it plays, and all of these. */
typedef struct {
  guint step;
  gint64 all;
} Limit;

/* A call that was put off. */
typedef struct {
  Workers *workers;  /* a reference */
  LapWorker *worker; /* which has it already; NULL: one has to be found */
  GBytes *call;
  gsize block_size;
  Limit limit;
  GSource *ready; /* to be dispatched when it is done */
  gint64 at;      /* when it was done; 0: it is not */
  GBytes *reply;  /* NULL: it failed, as `failure` says */
  LapRemoteReply failure;
} Late;

static guint limit = LIMIT_DEFAULT;

void lap_workers_set_limit(guint milliseconds) { g_atomic_int_set(&limit, (gint)milliseconds); }

static Limit limit_of(const LapRemoteCall *call)
{
  const guint step = (guint)g_atomic_int_get(&limit);
  switch (call->kind) {
  case LAP_CALL_PLAYOUT:
  case LAP_CALL_PREVIEW:
    return (Limit){step, LIMIT_PLAYOUT};
  case LAP_CALL_PLAYOUTS:
  case LAP_CALL_MATCHES:
    return (Limit){step, (gint64)LIMIT_PLAYOUT * call->n};
  case LAP_CALL_CHOOSE:
  case LAP_CALL_ESTIMATE: /* its last world may take long; a budget of many worlds has no end that is known */
    return (Limit){step, call->first ? (gint64)(call->first / 1000) + LIMIT_PLAYOUT : LIMIT_PLAYOUT * (gint64)call->n};
  default:
    return (Limit){step, 0};
  }
}

static gboolean wait_for(const LapWorker *worker, Limit most)
{
  return lap_worker_wait_for_rules(worker, (gint64)most.step * 1000, most.all * 1000);
}

static LapWorker *start(Workers *workers, LapRemoteReply *reply)
{
  lap_remote_reply_reset(reply);
  return lap_worker_start(workers->command, reply);
}

static LapWorker *take(Workers *workers, LapRemoteReply *reply)
{
  LapWorker *idle = lap_worker_pool_take(workers);
  return idle ? idle : start(workers, reply);
}

/* --- references: a call that was put off may last longer than the game */

static void late_free(gpointer data);

static Workers *workers_ref(Workers *workers)
{
  g_atomic_int_inc(&workers->references);
  return workers;
}

static void workers_unref(Workers *workers)
{
  if (!g_atomic_int_dec_and_test(&workers->references)) return;
  lap_worker_pool_stop(workers);
  g_queue_clear_full(&workers->late, late_free);
  g_mutex_clear(&workers->lock);
  g_strfreev(workers->command);
  g_ptr_array_unref(workers->chain);
  g_free(workers);
}

/* --- calls that are waited for */

static LapWire call_of(LapWorker *worker) { return (LapWire){worker->area->call, sizeof worker->area->call}; }
static LapWire reply_of(LapWorker *worker) { return (LapWire){worker->area->reply, sizeof worker->area->reply}; }

static gboolean is_answered(const LapWorker *worker) { return lap_area_turn(worker->area) == LAP_TURN_HOST; }

static gboolean cannot_be_read(LapRemoteReply *reply)
{
  lap_remote_reply_reset(reply);
  g_string_assign(reply->fault, "what it answered cannot be read");
  return FALSE;
}

static gboolean is_too_large(const LapEngine *engine, LapRemoteReply *reply)
{
  g_string_printf(reply->fault, "a match of %zu bytes is too large for a worker", lap_wire_call_size(engine));
  return FALSE;
}

/* One whose rules broke the contract is not trusted with the calls of others. */
static void give_back(Workers *workers, LapWorker *worker, gboolean fault)
{
  if (fault)
    lap_worker_stop(worker);
  else
    lap_worker_pool_give(workers, worker);
}

/* Of a worker that has given its turn back. */
static gboolean read_reply(Workers *workers, LapWorker *worker, const LapEngine *engine, LapBlock *block,
                           LapRemoteReply *reply)
{
  if (!is_answered(worker) || !lap_wire_read_reply(reply_of(worker), engine, reply, block)) {
    lap_worker_stop(worker);
    return cannot_be_read(reply);
  }
  give_back(workers, worker, reply->fault->len > 0);
  return TRUE;
}

static gboolean call_patiently(Workers *workers, const LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                               LapRemoteReply *reply)
{
  const Limit most = limit_of(call);
  gboolean again = TRUE;
  for (LapWorker *worker = take(workers, reply); worker; worker = again ? start(workers, reply) : NULL) {
    if (!lap_wire_write_call(call_of(worker), engine, call, block)) {
      lap_worker_pool_give(workers, worker);
      return is_too_large(engine, reply);
    }
    lap_worker_ask(worker);
    if (wait_for(worker, most))
      return read_reply(workers, worker, engine, lap_remote_call_keeps_block(call) ? NULL : block, reply);
    again = lap_worker_may_be_spoiled(worker);
    lap_worker_give_up(worker, most.step, reply);
  }
  return FALSE;
}

/* --- calls that are put off */

static void late_free(gpointer data)
{
  Late *late = data;
  g_bytes_unref(late->call);
  g_source_unref(late->ready);
  g_clear_pointer(&late->reply, g_bytes_unref);
  lap_remote_reply_clear(&late->failure);
  g_free(late);
}

static gsize size_of(const Late *late) { return late->reply ? g_bytes_get_size(late->reply) : 0; }

static void forget(Workers *workers, GList *link)
{
  workers->late_bytes -= size_of(link->data);
  late_free(link->data);
  g_queue_delete_link(&workers->late, link);
}

/* Forgets what is too old, or too much. */
static void tidy(Workers *workers)
{
  gint64 old = g_get_monotonic_time() - LATE_FOR;
  for (GList *link = workers->late.tail, *next; link; link = next) {
    const Late *late = link->data;
    next = link->prev;
    gboolean full = workers->late.length > LATE_MAX || workers->late_bytes > LATE_BYTES;
    if (late->at && (full || late->at < old)) forget(workers, link);
  }
}

static void finish(Late *late)
{
  Workers *workers = late->workers;
  g_autoptr(GSource) ready = g_source_ref(late->ready);
  g_mutex_lock(&workers->lock);
  late->at = g_get_monotonic_time();
  workers->late_bytes += size_of(late);
  workers->busy--;
  tidy(workers);
  g_mutex_unlock(&workers->lock);
  g_source_set_ready_time(ready, 0);
  workers_unref(workers);
}

/* `worker` may be NULL. Returns it. */
static LapWorker *ask(LapWorker *worker, GBytes *call)
{
  gsize length;
  gconstpointer bytes = g_bytes_get_data(call, &length);
  if (!worker) return NULL;
  memcpy(worker->area->call, bytes, length);
  lap_worker_ask(worker);
  return worker;
}

/* One that goes on for long must not take the processor from the host, and from others that take long. */
static gboolean wait_for_late(LapWorker *worker, Limit most)
{
  if (lap_worker_wait(worker, SOON)) return TRUE;
  lap_worker_give_way(worker);
  return wait_for(worker, most);
}

/* Returns the worker that has answered, or NULL. */
static LapWorker *wait_for_answer(Late *late)
{
  Workers *workers = late->workers;
  LapWorker *worker = late->worker ? late->worker : ask(take(workers, &late->failure), late->call);
  while (worker && !wait_for_late(worker, late->limit)) {
    gboolean again = lap_worker_may_be_spoiled(worker);
    lap_worker_give_up(worker, late->limit.step, &late->failure);
    worker = again ? ask(start(workers, &late->failure), late->call) : NULL;
  }
  return worker;
}

/* On a thread of its own. */
static void carry_out(gpointer data, gpointer nothing G_GNUC_UNUSED)
{
  Late *late = data;
  LapWorker *worker = wait_for_answer(late);
  if (worker && is_answered(worker)) {
    const LapWire wire = reply_of(worker);
    late->reply = g_bytes_new(wire.bytes, lap_wire_reply_size(wire, late->block_size));
    give_back(late->workers, worker, lap_wire_reply_is_fault(wire));
  } else if (worker) {
    lap_worker_stop(worker);
    cannot_be_read(&late->failure);
  }
  finish(late);
}

static GThreadPool *get_threads(void)
{
  static gsize made;
  static GThreadPool *threads;
  if (g_once_init_enter(&made)) {
    threads = g_thread_pool_new(carry_out, NULL, -1, FALSE, NULL);
    g_once_init_leave(&made, 1);
  }
  return threads;
}

/* `worker`: which has the call already, or NULL. Returns FALSE, as the call then does. */
static gboolean put_off(Workers *workers, GBytes *call, gsize block_size, Limit most, LapWorker *worker)
{
  g_autoptr(GSource) ready = lap_patience_put_off();
  g_mutex_lock(&workers->lock);
  if (worker) workers->slow_until = g_get_monotonic_time() + SLOW_FOR;
  gboolean begun = worker || workers->busy < BUSY_MAX; /* else it is tried again when one of these is done */
  Late *late = begun ? g_new0(Late, 1) : NULL;
  if (late) {
    *late = (Late){.workers = workers_ref(workers),
                   .worker = worker,
                   .call = g_bytes_ref(call),
                   .block_size = block_size,
                   .limit = most,
                   .ready = g_steal_pointer(&ready)};
    lap_remote_reply_init(&late->failure);
    g_queue_push_head(&workers->late, late);
    workers->busy++;
  }
  g_mutex_unlock(&workers->lock);
  if (late) g_thread_pool_push(get_threads(), late, NULL);
  return FALSE;
}

static void take_failure(LapRemoteReply *reply, const LapRemoteReply *failure)
{
  g_string_assign(reply->fault, failure->fault->str);
  g_string_assign(reply->phase, failure->phase->str);
  g_string_assign(reply->hook, failure->hook->str);
}

static GList *find(Workers *workers, GBytes *call)
{
  GList *link = workers->late.head;
  while (link && !g_bytes_equal(((Late *)link->data)->call, call)) link = link->next;
  return link;
}

typedef enum { UNKNOWN, UNDER_WAY, FAILED, DONE } Lateness;

/* Looks for the answer to a call that was put off before. A failure is not kept: the next call tries again. */
static Lateness look_up(Workers *workers, GBytes *call, LapRemoteReply *reply, GBytes **answer)
{
  Lateness lateness = UNKNOWN;
  g_mutex_lock(&workers->lock);
  GList *link = find(workers, call);
  const Late *late = link ? link->data : NULL;
  if (late) lateness = !late->at ? UNDER_WAY : late->reply ? DONE : FAILED;
  if (lateness == DONE) *answer = g_bytes_ref(late->reply);
  if (lateness == FAILED) {
    take_failure(reply, &late->failure);
    forget(workers, link);
  }
  g_mutex_unlock(&workers->lock);
  return lateness;
}

static gboolean read_late(GBytes *answer, const LapEngine *engine, LapBlock *block, LapRemoteReply *reply)
{
  gsize length;
  gconstpointer bytes = g_bytes_get_data(answer, &length);
  return lap_wire_read_reply((LapWire){(guint8 *)bytes, length}, engine, reply, block) || cannot_be_read(reply);
}

static GBytes *write_call(const LapEngine *engine, const LapRemoteCall *call, const LapBlock *block)
{
  gsize size = lap_wire_call_size(engine);
  guint8 *bytes = g_malloc0(size);
  lap_wire_write_call((LapWire){bytes, size}, engine, call, block);
  return g_bytes_new_take(bytes, size);
}

static gint64 patience_for(Workers *workers)
{
  gint64 left = lap_patience_left();
  return g_get_monotonic_time() < workers->slow_until ? MIN(left, SHORT_PATIENCE) : left;
}

static gboolean call_impatiently(Workers *workers, const LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                                 LapRemoteReply *reply)
{
  const Limit most = limit_of(call);
  g_autoptr(GBytes) bytes = write_call(engine, call, block), answer = NULL;
  LapBlock *block_after = lap_remote_call_keeps_block(call) ? NULL : block;
  gsize block_size = lap_engine_block_size(engine), length = g_bytes_get_size(bytes);
  if (length > LAP_AREA_CALL_MAX) return is_too_large(engine, reply);
  switch (look_up(workers, bytes, reply, &answer)) {
  case UNDER_WAY:
    g_source_unref(lap_patience_put_off());
    return FALSE;
  case FAILED:
    return FALSE;
  case DONE:
    return read_late(answer, engine, block_after, reply);
  case UNKNOWN:
    break;
  }
  LapWorker *worker = lap_worker_pool_take(workers);
  if (!worker) return put_off(workers, bytes, block_size, most, NULL);
  ask(worker, bytes);
  if (lap_worker_wait(worker, patience_for(workers))) return read_reply(workers, worker, engine, block_after, reply);
  if (!lap_worker_has_ended(worker)) return put_off(workers, bytes, block_size, most, worker);
  gboolean again = lap_worker_may_be_spoiled(worker);
  lap_worker_give_up(worker, most.step, reply);
  return again && put_off(workers, bytes, block_size, most, NULL);
}

static gboolean call(LapRemote *remote, const LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                     LapRemoteReply *reply)
{
  Workers *workers = (Workers *)remote;
  if (lap_patience_is_out()) return FALSE;
  if (lap_patience_left() == G_MAXINT64) return call_patiently(workers, engine, call, block, reply);
  return call_impatiently(workers, engine, call, block, reply);
}

/* --- life */

static char **get_folders(LapRemote *remote) { return lap_build_get_folders(((Workers *)remote)->chain); }

static LapGame *load(LapRemote *remote, GError **error)
{
  return lap_module_load_chain(((Workers *)remote)->chain, NULL, NULL, error);
}

static void workers_free(LapRemote *remote) { workers_unref((Workers *)remote); }

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
  workers->references = 1;
  workers->command = g_strv_builder_end(command);
  g_mutex_init(&workers->lock);
  return &workers->remote;
}
