/* Simulation: each thread plays matches on an engine of its own, and adds them to statistics of its own; at the end
 * these are merged. Sums of integers can be added in any order, so the result does not depend on the number of threads.
 *
 * Where all bots are random, and nothing is checked or traced, many matches are played in one call
 * (host/engine/playouts.h); else one after the other (playing.h). */
#include "simulate.h"

#include <stdatomic.h>

#include "playing.h"

/* How long those of one call should take, in microseconds. */
#define BATCH_MIN 25000
#define BATCH_MAX 100000
#define PROGRESS_INTERVAL (G_TIME_SPAN_SECOND / 5)

/* --- which matches are traced */

guint64 lap_simulation_trace(guint64 matches, guint64 traced)
{
  return traced ? MAX((matches + traced - 1) / traced, 1) : 0;
}

static gboolean is_traced(const LapSimulation *simulation, guint64 match)
{
  return simulation->figures && simulation->trace && match / LAP_TRACE_RUN % simulation->trace == 0;
}

/* The first match from `match` on that is traced. */
static guint64 next_traced(const LapSimulation *simulation, guint64 match)
{
  if (!simulation->figures || !simulation->trace) return G_MAXUINT64;
  if (is_traced(simulation, match)) return match;
  guint64 period = LAP_TRACE_RUN * simulation->trace;
  return (match / period + 1) * period;
}

/* --- threads */

/* What the threads share. */
typedef struct {
  guint64 matches, end;
  _Atomic guint64 next, done; /* the first match that no thread has taken; how many are played */
  _Atomic gboolean stopped;
  GMutex mutex;
  GCond finished; /* `running` went down */
  guint running;
} Crew;

typedef struct {
  Crew *crew;
  LapPlaying *playing;
  GThread *thread;
  guint batch; /* matches that it takes at a time */
} Worker;

/* Many at once, if they are playouts; returns how many. */
static guint play_many(Worker *worker, guint64 first, guint n)
{
  LapPlaying *playing = worker->playing;
  if (!playing->fast || n == 1 || playing->simulation->first_places) return 0;
  guint played = lap_engine_play_matches(playing->engine, playing->simulation->seed, first, n, playing->plies_max,
                                         playing->figures->all);
  if (!played) worker->batch = n / 2; /* so that the one which cannot be played is found */
  return played;
}

static void adjust_batch(Worker *worker, gint64 taken)
{
  if (taken < BATCH_MIN && worker->batch < LAP_PLAYOUTS_MAX) worker->batch *= 2;
  if (taken > BATCH_MAX && worker->batch > 1) worker->batch /= 2;
}

/* Plays some of the `n` matches from `first`, at least one; returns how many. */
static guint play_some(Worker *worker, guint64 first, guint n)
{
  LapPlaying *playing = worker->playing;
  guint64 traced = next_traced(playing->simulation, first);
  if (traced == first) {
    lap_playing_match(playing, first, TRUE);
    return 1;
  }
  n = (guint)MIN(n, traced - first);
  guint played = play_many(worker, first, n);
  if (played == n || (!played && n > 1 && worker->batch < n)) return played;
  lap_playing_match(playing, first + played, FALSE);
  return played + 1;
}

static void play_batch(Worker *worker, guint64 first)
{
  Crew *crew = worker->crew;
  guint batch = worker->batch;
  guint64 end = MIN(first + batch, crew->end);
  gint64 begun = g_get_monotonic_time();
  while (first < end && !crew->stopped) {
    guint played = play_some(worker, first, (guint)MIN(end - first, worker->batch));
    first += played;
    crew->done += played;
  }
  if (worker->playing->fast && worker->batch == batch) adjust_batch(worker, g_get_monotonic_time() - begun);
}

static gpointer work(gpointer data)
{
  Worker *worker = data;
  Crew *crew = worker->crew;
  while (!crew->stopped) {
    guint64 first = atomic_fetch_add(&crew->next, worker->batch);
    if (first >= crew->end) break;
    play_batch(worker, first);
  }
  g_mutex_lock(&crew->mutex);
  crew->running--;
  g_cond_signal(&crew->finished);
  g_mutex_unlock(&crew->mutex);
  return NULL;
}

/* Calls the progress function without holding the mutex, so that threads that finish do not wait for it. */
static void report_progress(Crew *crew, const LapSimulation *simulation)
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
    report_progress(crew, simulation);
    until = g_get_monotonic_time() + PROGRESS_INTERVAL;
  }
  if (!crew->stopped) report_progress(crew, simulation);
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
    worker.batch = 1;
    g_array_append_val(workers, worker);
  }
  return g_steal_pointer(&workers);
}

static guint threads_for(const LapSimulation *simulation)
{
  guint wanted = simulation->threads ? simulation->threads : g_get_num_processors();
  return (guint)CLAMP(simulation->matches, 1, wanted);
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
  Crew crew = {
      .matches = simulation->matches, .next = simulation->first, .end = simulation->first + simulation->matches};
  g_autoptr(GArray) workers = new_workers(&crew, threads_for(simulation), game, simulation, error);
  if (!workers) return NULL;
  g_mutex_init(&crew.mutex);
  g_cond_init(&crew.finished);
  gint64 begun = g_get_monotonic_time();
  run(&crew, workers, simulation);
  g_autoptr(LapFigures) figures = lap_figures_new(lap_statistics_new(game, simulation->seats));
  for (guint i = 0; i < workers->len; i++)
    lap_figures_merge(figures, g_array_index(workers, Worker, i).playing->figures);
  LapStatistics *statistics = lap_statistics_new(game, simulation->seats);
  lap_statistics_merge(statistics, figures->all);
  statistics->seconds = (double)(g_get_monotonic_time() - begun) / G_TIME_SPAN_SECOND;
  statistics->threads = workers->len;
  statistics->stopped = crew.done < crew.matches;
  if (simulation->figures) lap_figures_merge(simulation->figures, figures);
  g_cond_clear(&crew.finished);
  g_mutex_clear(&crew.mutex);
  return statistics;
}
