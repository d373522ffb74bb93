/* Simulation: each thread plays matches on an engine of its own, and adds them to statistics of its own; at the end
 * these are merged. Sums of integers can be added in any order, so the result does not depend on the number of threads.
 *
 * There are three ways through a match, and they end in the same block: a playout, where all bots are random and
 * nothing is counted, many of them in one call (host/engine/playouts.h); step by step, where bots choose; and through a
 * session, which checks everything. In all of them
 * the lowest waiting seat moves, and where there is only one legal step nothing is drawn from the generator. */
#include "simulate.h"

#include <stdatomic.h>
#include <string.h>

#include "host/engine/cures.h"
#include "host/engine/session.h"

/* How long those of one call should take, in microseconds. */
#define BATCH_MIN 25000
#define BATCH_MAX 100000
#define PROGRESS_INTERVAL (G_TIME_SPAN_SECOND / 5)

/* --- playing one match after another, in one thread */

typedef struct {
  const LapSimulation *simulation;
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  LapSession *session; /* of the match, if it is checked */
  LapBotSeat *bot[LAP_SEATS_MAX];
  gboolean fast; /* all bots are random, and nothing but what comes of a match is counted: a playout does */
  guint32 plies_max;

  LapActions legal; /* a copy that the bot may read while it uses the engine */
  GArray *move;     /* LapAction: the steps so far */
  LapGenerator generator;
  guint64 steps;
  char *fault;
  LapStatistics *statistics;
} Playing;

static const LapBot *bot_of(const LapSimulation *simulation, guint seat)
{
  return simulation->bots ? simulation->bots[seat] : &lap_bot_random;
}

static gboolean are_random(const LapSimulation *simulation)
{
  for (guint seat = 0; seat < simulation->seats; seat++)
    if (bot_of(simulation, seat) != &lap_bot_random) return FALSE;
  return TRUE;
}

static void clear_bots(Playing *playing)
{
  for (guint seat = 0; seat < playing->simulation->seats; seat++)
    g_clear_pointer(&playing->bot[seat], lap_bot_seat_free);
}

/* New ones for each match: what a bot keeps is of that match alone. */
static gboolean seat_bots(Playing *playing, GError **error)
{
  const LapSimulation *simulation = playing->simulation;
  clear_bots(playing);
  for (guint seat = 0; seat < simulation->seats; seat++) {
    playing->bot[seat] = lap_bot_seat_new(bot_of(simulation, seat), playing->game, simulation->seats,
                                          simulation->options, seat, simulation->budget, error);
    if (!playing->bot[seat]) return FALSE;
  }
  return TRUE;
}

static void playing_free(Playing *playing)
{
  if (!playing) return;
  clear_bots(playing);
  lap_statistics_free(playing->statistics);
  g_array_unref(playing->move);
  g_free(playing->legal.v);
  g_free(playing->fault);
  lap_block_free(playing->block);
  lap_engine_free(playing->engine);
  g_free(playing);
}

/* `simulation` outlives it. The error is that of lap_engine_new. */
static Playing *playing_new(LapGame *game, const LapSimulation *simulation, GError **error)
{
  LapEngine *engine = lap_engine_new(game, simulation->seats, simulation->options, error);
  if (!engine) return NULL;
  Playing *playing = g_new0(Playing, 1);
  playing->simulation = simulation;
  playing->game = game;
  playing->engine = engine;
  playing->block = lap_block_new(engine);
  playing->plies_max = simulation->plies_max ? simulation->plies_max : LAP_PLIES_MAX;
  playing->move = g_array_new(FALSE, FALSE, sizeof(LapAction));
  playing->statistics = lap_statistics_new(game, simulation->seats);
  playing->fast = are_random(simulation) && !simulation->branching && !simulation->checked;
  return playing;
}

static gboolean fail(Playing *playing, const char *why)
{
  if (!playing->fault) playing->fault = g_strdup(why ? why : "a hook failed without a reason");
  return FALSE;
}

static void copy_legal(Playing *playing, const LapActions *legal)
{
  if (legal->n > playing->legal.capacity) {
    playing->legal.capacity = legal->n * 2;
    playing->legal.v = g_renew(LapAction, playing->legal.v, playing->legal.capacity);
  }
  if (legal->n) memcpy(playing->legal.v, legal->v, legal->n * sizeof *legal->v);
  playing->legal.n = legal->n;
}

/* Gets the legal steps; NULL with the fault if there are none. */
static const LapAction *choose(Playing *playing, guint seat, const LapActions *legal)
{
  copy_legal(playing, legal);
  guint n = legal->n, index = 0;
  if (playing->simulation->branching) lap_measure_add(&playing->statistics->branching, n);
  if (n > 0) index = lap_bot_seat_choose(playing->bot[seat], playing->block, &playing->legal, &playing->generator);
  playing->steps++;
  if (index < n) return &playing->legal.v[index];
  const char *fault = lap_bot_seat_fault(playing->bot[seat]);
  g_autofree char *why = n ? g_strdup_printf("bot %s of seat %u: %s", lap_bot_seat_bot(playing->bot[seat])->name, seat,
                                             fault ? fault : "took a step that there is not")
                           : g_strdup_printf("a dead end: seat %u has nothing that it may do; " LAP_DEAD_END_CURE,
                                             seat);
  fail(playing, why);
  return NULL;
}

static const LapActions *list(Playing *playing, guint seat)
{
  if (!playing->session) return lap_engine_legal(playing->engine, playing->block, seat);
  g_autoptr(GError) error = NULL;
  const LapAction *steps = (const LapAction *)(gpointer)playing->move->data;
  const LapActions *legal = lap_session_legal(playing->session, seat, steps, playing->move->len, &error);
  if (!legal) fail(playing, error->message);
  return legal;
}

/* Hands the whole move to the session, and checks that it reaches the same block. */
static gboolean commit(Playing *playing)
{
  if (!playing->session) return TRUE;
  g_autoptr(GError) error = NULL;
  const LapAction *steps = (const LapAction *)(gpointer)playing->move->data;
  if (!lap_session_play(playing->session, steps, playing->move->len, &error)) return fail(playing, error->message);
  gsize size = lap_engine_block_size(playing->engine);
  if (memcmp(playing->block, lap_session_block(playing->session), size) == 0) return TRUE;
  return fail(playing, "the trusted and the checked path come to different blocks");
}

/* One whole move of `seat`, step by step. */
static gboolean play_move(Playing *playing, guint seat)
{
  LapMove move = LAP_MOVE_MORE;
  g_array_set_size(playing->move, 0);
  while (move == LAP_MOVE_MORE) {
    const LapActions *legal = list(playing, seat);
    const LapAction *action = legal ? choose(playing, seat, legal) : NULL;
    if (!action) return FALSE;
    g_array_append_vals(playing->move, action, 1);
    move = lap_engine_apply(playing->engine, playing->block, action);
  }
  if (move == LAP_MOVE_FAULT) return fail(playing, lap_engine_fault(playing->engine));
  return commit(playing);
}

static gboolean play_moves(Playing *playing)
{
  const LapHead *head = lap_head_of(playing->block);
  while (!head->over && head->ply < playing->plies_max) {
    guint32 waiting = lap_engine_waiting(playing->engine, playing->block);
    if (!waiting) return fail(playing, "nobody has a decision, and the match is not over");
    if (!play_move(playing, (guint)__builtin_ctz(waiting))) return FALSE;
  }
  return TRUE;
}

static gboolean playout(Playing *playing)
{
  if (lap_engine_playout(playing->engine, playing->block, &playing->generator, playing->plies_max, &playing->steps) !=
      LAP_MOVE_FAULT)
    return TRUE;
  return fail(playing, lap_engine_fault(playing->engine));
}

static gboolean start(Playing *playing, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  if (lap_engine_start(playing->engine, playing->block, seed) == LAP_MOVE_FAULT)
    return fail(playing, lap_engine_fault(playing->engine));
  if (!playing->fast && !seat_bots(playing, &error)) return fail(playing, error->message);
  if (!playing->simulation->checked) return TRUE;
  playing->session = lap_session_new(playing->game, playing->simulation->seats, playing->simulation->options, seed,
                                     &error);
  return playing->session || fail(playing, error->message);
}

static gboolean play(Playing *playing, guint64 seed)
{
  if (!start(playing, seed)) return FALSE;
  if (!(playing->fast ? playout : play_moves)(playing)) return FALSE;
  if (lap_head_of(playing->block)->over) return TRUE;
  g_autofree char *why = g_strdup_printf("not over after %u plies", playing->plies_max);
  return fail(playing, why);
}

/* Plays the match of that number and adds it to the statistics. */
static void play_match(Playing *playing, guint64 match)
{
  guint64 seed = lap_match_seed(playing->simulation->seed, match);
  playing->generator = lap_match_chooser(seed);
  playing->steps = 0;
  LapSheet sheet;
  if (play(playing, seed)) {
    lap_engine_score(playing->engine, playing->block, &sheet);
    if (lap_engine_fault(playing->engine)) fail(playing, lap_engine_fault(playing->engine));
  }
  guint32 ply = lap_head_of(playing->block)->ply;
  if (playing->fault)
    lap_statistics_add_fault(playing->statistics, match, seed, ply, g_steal_pointer(&playing->fault));
  else
    lap_statistics_add(playing->statistics, &sheet, ply, playing->steps);
  g_clear_pointer(&playing->session, lap_session_free);
}

/* --- threads */

/* What the threads share. */
typedef struct {
  guint64 matches;
  _Atomic guint64 next, done; /* the first match that no thread has taken; how many are played */
  _Atomic gboolean stopped;
  GMutex mutex;
  GCond finished; /* `running` went down */
  guint running;
} Crew;

typedef struct {
  Crew *crew;
  Playing *playing;
  GThread *thread;
  guint batch; /* matches that it takes at a time */
} Worker;

/* Many at once, if they are playouts; returns how many. */
static guint play_many(Worker *worker, guint64 first, guint n)
{
  Playing *playing = worker->playing;
  if (!playing->fast || n == 1) return 0;
  guint played = lap_engine_play_matches(playing->engine, playing->simulation->seed, first, n, playing->plies_max,
                                         playing->statistics);
  if (!played) worker->batch = n / 2; /* so that the one which cannot be played is found */
  return played;
}

static void adjust_batch(Worker *worker, gint64 taken)
{
  if (taken < BATCH_MIN && worker->batch < LAP_PLAYOUTS_MAX) worker->batch *= 2;
  if (taken > BATCH_MAX && worker->batch > 1) worker->batch /= 2;
}

static void play_batch(Worker *worker, guint64 first)
{
  Crew *crew = worker->crew;
  guint64 end = MIN(first + worker->batch, crew->matches);
  while (first < end && !crew->stopped) {
    gint64 begun = g_get_monotonic_time();
    guint n = (guint)MIN(end - first, worker->batch), played = play_many(worker, first, n);
    if (played < n && (played || n == 1 || !worker->playing->fast)) play_match(worker->playing, first + played++);
    first += played;
    crew->done += played;
    if (played && worker->playing->fast) adjust_batch(worker, g_get_monotonic_time() - begun);
  }
}

static gpointer work(gpointer data)
{
  Worker *worker = data;
  Crew *crew = worker->crew;
  while (!crew->stopped) {
    guint64 first = atomic_fetch_add(&crew->next, worker->batch);
    if (first >= crew->matches) break;
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

static void worker_clear(gpointer worker) { playing_free(((Worker *)worker)->playing); }

static GArray *new_workers(Crew *crew, guint threads, LapGame *game, const LapSimulation *simulation, GError **error)
{
  g_autoptr(GArray) workers = g_array_new(FALSE, TRUE, sizeof(Worker));
  g_array_set_clear_func(workers, worker_clear);
  for (guint i = 0; i < threads; i++) {
    Worker worker = {.crew = crew, .playing = playing_new(game, simulation, error)};
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
  Crew crew = {.matches = simulation->matches};
  g_autoptr(GArray) workers = new_workers(&crew, threads_for(simulation), game, simulation, error);
  if (!workers) return NULL;
  g_mutex_init(&crew.mutex);
  g_cond_init(&crew.finished);
  gint64 begun = g_get_monotonic_time();
  run(&crew, workers, simulation);
  LapStatistics *statistics = lap_statistics_new(game, simulation->seats);
  for (guint i = 0; i < workers->len; i++)
    lap_statistics_merge(statistics, g_array_index(workers, Worker, i).playing->statistics);
  statistics->seconds = (double)(g_get_monotonic_time() - begun) / G_TIME_SPAN_SECOND;
  statistics->threads = workers->len;
  statistics->stopped = crew.done < crew.matches;
  g_cond_clear(&crew.finished);
  g_mutex_clear(&crew.mutex);
  return statistics;
}
