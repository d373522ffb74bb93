#include "simulate.h"

#include <stdatomic.h>

#include "playing.h"

#define BATCH 32 /* matches that a thread takes at a time */
#define PROGRESS_INTERVAL (G_TIME_SPAN_SECOND / 5)

/* What the threads share. */
typedef struct {
  guint64 matches;
  _Atomic guint64 next, done; /* the first match that nobody has taken; how many are played */
  _Atomic gboolean stopped;
  GMutex mutex;
  GCond finished; /* `running` went down */
  guint running;
} Crew;

typedef struct {
  Crew *crew;
  LapPlaying *playing;
  GThread *thread;
} Worker;

static void play_batch(Worker *worker, guint64 first)
{
  guint64 end = MIN(first + BATCH, worker->crew->matches);
  for (guint64 match = first; match < end && !worker->crew->stopped; match++) {
    lap_playing_match(worker->playing, match);
    worker->crew->done++;
  }
}

static gpointer work(gpointer data)
{
  Worker *worker = data;
  Crew *crew = worker->crew;
  while (!crew->stopped) {
    guint64 first = atomic_fetch_add(&crew->next, BATCH);
    if (first >= crew->matches) break;
    play_batch(worker, first);
  }
  g_mutex_lock(&crew->mutex);
  crew->running--;
  g_cond_signal(&crew->finished);
  g_mutex_unlock(&crew->mutex);
  return NULL;
}

/* The mutex is let go while the progress is told: threads that finish need not wait for it. */
static void tell(Crew *crew, const LapSimulation *simulation)
{
  if (!simulation->progress) return;
  g_mutex_unlock(&crew->mutex);
  if (!simulation->progress(crew->done, crew->matches, simulation->progress_data)) crew->stopped = TRUE;
  g_mutex_lock(&crew->mutex);
}

static void wait_for(Crew *crew, const LapSimulation *simulation)
{
  g_mutex_lock(&crew->mutex);
  gint64 until = g_get_monotonic_time() + PROGRESS_INTERVAL;
  while (crew->running) {
    if (g_cond_wait_until(&crew->finished, &crew->mutex, until)) continue;
    tell(crew, simulation);
    until = g_get_monotonic_time() + PROGRESS_INTERVAL;
  }
  if (!crew->stopped) tell(crew, simulation);
  g_mutex_unlock(&crew->mutex);
}

static void worker_clear(gpointer worker) { lap_playing_free(((Worker *)worker)->playing); }

static GArray *new_workers(Crew *crew, guint threads, LapGame *game, const LapSimulation *simulation, GError **error)
{
  g_autoptr(GArray) workers = g_array_new(FALSE, TRUE, sizeof(Worker));
  g_array_set_clear_func(workers, worker_clear);
  for (guint i = 0; i < threads; i++) {
    Worker worker = {.crew = crew, .playing = lap_playing_new(game, simulation, error)};
    if (!worker.playing) return NULL;
    g_array_append_val(workers, worker);
  }
  return g_steal_pointer(&workers);
}

static guint threads_for(const LapSimulation *simulation)
{
  guint64 batches = simulation->matches / BATCH + 1;
  guint wanted = simulation->threads ? simulation->threads : g_get_num_processors();
  return (guint)MIN(batches, wanted);
}

static void run(Crew *crew, GArray *workers, const LapSimulation *simulation)
{
  crew->running = workers->len;
  for (guint i = 0; i < workers->len; i++) {
    Worker *worker = &g_array_index(workers, Worker, i);
    worker->thread = g_thread_new("simulate", work, worker);
  }
  wait_for(crew, simulation);
  for (guint i = 0; i < workers->len; i++) g_thread_join(g_array_index(workers, Worker, i).thread);
}

LapStatistics *lap_simulate(LapGame *game, const LapSimulation *simulation, GError **error)
{
  Crew crew = {.matches = simulation->matches};
  g_autoptr(GArray) workers = new_workers(&crew, threads_for(simulation), game, simulation, error);
  if (!workers) return NULL;
  g_mutex_init(&crew.mutex);
  g_cond_init(&crew.finished);
  gint64 begun = g_get_monotonic_time();
  run(&crew, workers, simulation);
  LapStatistics *statistics = lap_statistics_new(game, simulation->seats);
  for (guint i = 0; i < workers->len; i++)
    lap_statistics_merge(statistics, lap_playing_statistics(g_array_index(workers, Worker, i).playing));
  statistics->seconds = (double)(g_get_monotonic_time() - begun) / G_TIME_SPAN_SECOND;
  statistics->threads = workers->len;
  statistics->stopped = crew.done < crew.matches;
  g_cond_clear(&crew.finished);
  g_mutex_clear(&crew.mutex);
  return statistics;
}
