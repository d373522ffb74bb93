#include "worker-pool.h"

#include <unistd.h>

typedef struct {
  gconstpointer chain;
  LapWorker *worker;
  gint64 since; /* us, monotonic */
} Idle;

static GMutex lock;                /* protects all that follows */
static GCond changed;              /* there are more, or limits are others */
static GQueue pool;                /* Idle, the last given first */
static pid_t process;              /* whose they are: a child that was forked has none */
static guint most = 16;            /* workers */
static gint64 patience = 60000000; /* us */

/* Takes those out that must be stopped, which may take a moment, and is done when nobody is locked out. */
static GSList *take_surplus(void)
{
  GSList *surplus = NULL;
  gint64 old = g_get_monotonic_time() - patience;
  for (Idle *last; (last = g_queue_peek_tail(&pool)) && (pool.length > most || last->since <= old);)
    surplus = g_slist_prepend(surplus, g_queue_pop_tail(&pool));
  return surplus;
}

static void stop(gpointer data)
{
  Idle *idle = data;
  lap_worker_stop(idle->worker);
  g_free(idle);
}

/* On a thread of its own. */
static gpointer watch(gpointer nothing)
{
  (void)nothing;
  g_mutex_lock(&lock);
  for (;;) {
    const Idle *last = g_queue_peek_tail(&pool);
    g_cond_wait_until(&changed, &lock, (last ? last->since : g_get_monotonic_time()) + patience);
    GSList *surplus = take_surplus();
    g_mutex_unlock(&lock);
    g_slist_free_full(surplus, stop);
    g_mutex_lock(&lock);
  }
  return NULL;
}

static gboolean is_begun(void) { return g_atomic_int_get(&process) == getpid(); }

/* Those of a parent are not a child's, and neither is the thread that watches them. */
static void begin(void)
{
  if (is_begun()) return;
  g_atomic_int_set(&process, getpid());
  g_queue_init(&pool);
  g_thread_unref(g_thread_new("idle-workers", watch, NULL));
}

/* The last given of a chain. */
static Idle *find(gconstpointer chain)
{
  for (GList *link = pool.head; link; link = link->next) {
    Idle *idle = link->data;
    if (idle->chain != chain) continue;
    g_queue_delete_link(&pool, link);
    return idle;
  }
  return NULL;
}

static Idle *take(gconstpointer chain)
{
  if (!is_begun()) return NULL;
  g_mutex_lock(&lock);
  Idle *idle = find(chain);
  g_mutex_unlock(&lock);
  return idle;
}

LapWorker *lap_worker_pool_take(gconstpointer chain)
{
  for (Idle *idle; (idle = take(chain)); stop(idle)) {
    LapWorker *worker = idle->worker;
    if (!lap_worker_is_idle(worker)) continue;
    g_free(idle);
    return worker;
  }
  return NULL;
}

void lap_worker_pool_give(gconstpointer chain, LapWorker *worker)
{
  Idle *idle = g_new(Idle, 1);
  *idle = (Idle){chain, worker, g_get_monotonic_time()};
  g_mutex_lock(&lock);
  begin();
  g_queue_push_head(&pool, idle);
  if (pool.length > most) g_cond_signal(&changed);
  g_mutex_unlock(&lock);
}

void lap_worker_pool_stop(gconstpointer chain)
{
  for (Idle *idle; (idle = take(chain));) stop(idle);
}

void lap_worker_pool_set_limits(guint most_, guint milliseconds)
{
  g_mutex_lock(&lock);
  most = most_;
  patience = (gint64)milliseconds * 1000;
  g_cond_signal(&changed);
  g_mutex_unlock(&lock);
}
