#include "thinking.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hook-mark.h"
#include "host.h"

/* How much nicer than the host its threads are: people's moves come first. */
#define GIVE_WAY 10
/* However many think, each may take as long as this, in microseconds. */
#define SHORTEST 50000
/* More than a move may have. */
#define STEPS_MAX 256

struct LapThinking {
  GThreadPool *pool;
  GAsyncQueue *done; /* LapThought */
  GSource *ready;
  GPtrArray *thoughts; /* those whose matches have not been given back; of the loop's thread */
  guint threads;
  gint64 longest;
  gint running;                  /* thoughts that are not done; atomic */
  gint looking_back;             /* those about positions; atomic */
  gint marked[LAP_THINKING_MAX]; /* which marks are in use; atomic */
};

struct LapThought {
  gatomicrefcount references; /* the match's, and that of the thread and then of the queue */
  LapThinking *thinking;
  LapThoughtSubject subject;
  LapOptions *options;
  char *id;
  LapBlock *before, *block; /* the decision; what the steps so far make of it */
  gint stop, done;          /* atomic */
  LapAction steps[STEPS_MAX];
  guint n;
  GArray *weights;          /* LapWeight */
  GArray *estimates;        /* LapEstimateAt */
  char *fault;              /* or NULL */
  const char *phase, *hook; /* of it; "": not known */
};

static void unref(LapThought *thought)
{
  if (!g_atomic_ref_count_dec(&thought->references)) return;
  lap_options_free(thought->options);
  lap_block_free(thought->block);
  g_free(thought->before);
  g_free(thought->id);
  lap_game_unref(thought->subject.game);
  g_array_unref(thought->weights);
  g_array_unref(thought->estimates);
  g_clear_pointer(&thought->subject.positions, g_array_unref);
  g_free(thought->fault);
  g_free(thought);
}

/* --- on its thread */

/* `trace`: of the hook that ran, or NULL. */
static gboolean fail(LapThought *thought, const char *why, const LapTrace *trace)
{
  const char *phase = trace ? trace->phase : NULL, *hook = trace ? trace->hook : NULL;
  thought->fault = g_strdup(why ? why : "its rules failed without a reason");
  thought->phase = phase ? phase : "";
  thought->hook = hook ? hook : "";
  return FALSE;
}

static guint choose(LapThought *thought, LapBotSeat *bot, const LapActions *legal)
{
  g_autofree LapAction *copy = g_memdup2(legal->v, legal->n * sizeof *legal->v); /* the bot may use the engine */
  const LapActions actions = {copy, legal->n, legal->n};
  guint choice = lap_bot_seat_choose(bot, thought->block, &actions, &thought->subject.generator);
  const GArray *weights = lap_bot_seat_weights(bot);
  if (choice < actions.n) thought->steps[thought->n++] = copy[choice];
  if (thought->subject.weighs) g_array_append_vals(thought->weights, weights->data, weights->len);
  return choice < actions.n;
}

/* Chooses step after step until the move is whole. */
static gboolean choose_move(LapThought *thought, LapEngine *engine, LapBotSeat *bot)
{
  LapMove move = LAP_MOVE_MORE;
  while (move == LAP_MOVE_MORE) {
    const LapActions *legal = lap_engine_legal(engine, thought->block, thought->subject.seat);
    if (thought->n == STEPS_MAX || !legal->n)
      return fail(thought, "a move that does not end", lap_engine_get_trace(engine));
    if (!choose(thought, bot, legal)) return fail(thought, lap_bot_seat_fault(bot), lap_bot_seat_trace(bot));
    if (thought->subject.weighs) return TRUE;
    move = lap_engine_apply(engine, thought->block, &thought->steps[thought->n - 1]);
  }
  return move == LAP_MOVE_MADE || fail(thought, lap_engine_fault(engine), lap_engine_get_trace(engine));
}

static LapBudget budget_of(LapThought *thought)
{
  const LapBot *bot = thought->subject.bot;
  LapBudget budget = bot->budget;
  guint others = (guint)g_atomic_int_get(&thought->thinking->running) / thought->thinking->threads;
  budget.microseconds = MIN(MAX(bot->longest / (1 + others), SHORTEST), thought->thinking->longest);
  budget.stop = &thought->stop;
  return budget;
}

static void look_back(LapThought *thought)
{
  const LapThoughtSubject *subject = &thought->subject;
  g_autoptr(GError) error = NULL;
  const LapBudget budget = {
      .iterations = LAP_ESTIMATE_WORLDS, .microseconds = thought->thinking->longest, .stop = &thought->stop};
  g_autoptr(LapEstimator) estimator = lap_estimator_new(subject->game, subject->seats, thought->options, &error);
  if (!estimator)
    fail(thought, error->message, NULL);
  else if (!lap_positions_estimate(estimator, subject->positions, &budget, thought->estimates))
    fail(thought, lap_estimator_fault(estimator), lap_estimator_trace(estimator));
}

static void think(LapThought *thought)
{
  const LapThoughtSubject *subject = &thought->subject;
  g_autoptr(GError) error = NULL;
  const LapBudget budget = budget_of(thought);
  g_autoptr(LapEngine) engine = lap_engine_new(subject->game, subject->seats, thought->options, &error);
  g_autoptr(LapBotSeat) bot = NULL;
  if (engine)
    bot = lap_bot_seat_new(subject->bot, subject->game, subject->seats, thought->options, subject->seat, &budget,
                           &error);
  if (!bot) {
    fail(thought, error->message, NULL);
    return;
  }
  thought->block = lap_block_new(engine);
  memcpy(thought->block, thought->before, subject->size);
  choose_move(thought, engine, bot);
}

/* There are as many marks as threads. */
static guint take_mark(LapThinking *thinking)
{
  for (guint i = 0;; i = (i + 1) % LAP_THINKING_MAX)
    if (g_atomic_int_compare_and_exchange(&thinking->marked[i], 0, 1)) return i;
}

static void think_marked(LapThinking *thinking, LapThought *thought)
{
  guint taken = take_mark(thinking);
  LapHookMarkIndex which = (LapHookMarkIndex)(LAP_HOOK_MARK_THINKING + taken);
  LapHookMark *mark = &lap_hook_marks[which];
  const LapThoughtSubject *subject = &thought->subject;
  mark->match = thought->id;
  mark->game = subject->game->id;
  mark->seq = subject->seq;
  mark->decision = subject->decision;
  mark->builds = subject->builds;
  mark->block = thought->before;
  mark->previous = NULL;
  mark->size = subject->size;
  lap_hook_mark_begin(which);
  (subject->positions ? look_back : think)(thought);
  lap_hook_mark_end(which);
  g_atomic_int_set(&thinking->marked[taken], 0);
}

static void run(gpointer data, gpointer pool_data)
{
  LapThought *thought = data;
  LapThinking *thinking = pool_data;
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), GIVE_WAY);
  if (!g_atomic_int_get(&thought->stop)) think_marked(thinking, thought);
  g_atomic_int_add(&thinking->running, -1);
  if (thought->subject.positions) g_atomic_int_add(&thinking->looking_back, -1);
  g_atomic_int_set(&thought->done, 1);
  g_async_queue_push(thinking->done, thought);
  g_source_set_ready_time(thinking->ready, 0);
}

/* --- on the thread of the loop */

LapThinking *lap_thinking_new(guint threads, gint64 longest, GSource *ready)
{
  LapThinking *thinking = g_new0(LapThinking, 1);
  thinking->threads = CLAMP(threads, 1, LAP_THINKING_MAX);
  thinking->longest = longest;
  thinking->ready = g_source_ref(ready);
  thinking->done = g_async_queue_new();
  thinking->thoughts = g_ptr_array_new();
  thinking->pool = g_thread_pool_new(run, thinking, (gint)thinking->threads, FALSE, NULL);
  return thinking;
}

void lap_thinking_stop(LapThinking *thinking)
{
  for (guint i = 0; i < thinking->thoughts->len; i++)
    g_atomic_int_set(&((LapThought *)g_ptr_array_index(thinking->thoughts, i))->stop, 1);
  g_thread_pool_free(thinking->pool, FALSE, TRUE);
}

void lap_thinking_free(LapThinking *thinking)
{
  g_async_queue_unref(thinking->done);
  g_ptr_array_unref(thinking->thoughts);
  g_source_unref(thinking->ready);
  g_free(thinking);
}

LapThought *lap_thinking_begin(LapThinking *thinking, const LapThoughtSubject *subject)
{
  LapThought *thought = g_new0(LapThought, 1);
  g_atomic_ref_count_init(&thought->references);
  g_atomic_ref_count_inc(&thought->references);
  thought->thinking = thinking;
  thought->subject = *subject;
  thought->options = lap_options_copy(subject->game, subject->options);
  thought->id = g_strdup(subject->id);
  thought->weights = g_array_new(FALSE, FALSE, sizeof(LapWeight));
  thought->estimates = g_array_new(FALSE, FALSE, sizeof(LapEstimateAt));
  thought->before = g_memdup2(subject->block, subject->size);
  if (subject->positions) g_array_ref(subject->positions);
  lap_game_ref(subject->game);
  g_object_ref(subject->match);
  g_ptr_array_add(thinking->thoughts, thought);
  g_atomic_int_inc(&thinking->running);
  if (subject->positions) g_atomic_int_inc(&thinking->looking_back);
  g_thread_pool_push(thinking->pool, thought, NULL);
  return thought;
}

gpointer lap_thinking_next(LapThinking *thinking)
{
  LapThought *thought = g_async_queue_try_pop(thinking->done);
  if (!thought) return NULL;
  gpointer match = thought->subject.match;
  g_ptr_array_remove_fast(thinking->thoughts, thought);
  unref(thought);
  return match;
}

gboolean lap_thinking_is_looking_back(const LapThinking *thinking)
{
  return g_atomic_int_get(&thinking->looking_back) > 0;
}

gboolean lap_thought_is_of(const LapThought *thought, const LapGame *game, guint64 decision, guint seat, guint64 prefix)
{
  const LapThoughtSubject *subject = &thought->subject;
  return !g_atomic_int_get(&thought->stop) && subject->game == game && subject->decision == decision &&
         subject->seat == seat && subject->prefix == prefix;
}

gboolean lap_thought_is_stopped(const LapThought *thought) { return g_atomic_int_get(&thought->stop); }

gboolean lap_thought_is_done(const LapThought *thought) { return g_atomic_int_get(&thought->done); }

const LapAction *lap_thought_steps(const LapThought *thought, guint *n)
{
  *n = thought->n;
  return thought->fault ? NULL : thought->steps;
}

const GArray *lap_thought_weights(const LapThought *thought) { return thought->weights; }

const GArray *lap_thought_estimates(const LapThought *thought) { return thought->estimates; }

LapSuspension lap_thought_failure(const LapThought *thought)
{
  return (LapSuspension){"fault", thought->phase, thought->hook, thought->fault};
}

void lap_thought_drop(LapThought *thought)
{
  if (!thought) return;
  g_atomic_int_set(&thought->stop, 1);
  unref(thought);
}
