/* Three ways through a match that end in the same block: a playout where all is random and nobody counts, step by
 * step where bots choose, and through a session where nobody is believed. In all of them the lowest waiting seat
 * moves, and a step without a choice takes nothing from the generator. */
#include "playing.h"

#include <string.h>

#include "host/engine/session.h"

struct LapPlaying {
  const LapSimulation *simulation;
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  LapSession *session; /* of the match, if it is checked */
  const LapBot *bot[LAP_SEATS_MAX];
  gpointer memory[LAP_SEATS_MAX];
  gboolean random; /* all bots are */
  guint32 plies_max;

  LapActions legal; /* a copy that the bot may read while it uses the engine */
  GArray *move;     /* LapAction: the steps so far */
  LapGenerator generator;
  guint64 steps;
  char *fault;
  LapStatistics *statistics;
};

static guint64 mix(guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014), jumped to its n-th number.
 */
guint64 lap_match_seed(guint64 seed, guint64 match)
{
  return mix(seed + (match + 1) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15));
}

static void seat_bots(LapPlaying *playing)
{
  playing->random = TRUE;
  for (guint seat = 0; seat < playing->simulation->seats; seat++) {
    const LapBot *bot = playing->simulation->bots ? playing->simulation->bots[seat] : &lap_bot_random;
    playing->bot[seat] = bot;
    playing->random &= bot == &lap_bot_random;
    if (bot->open) playing->memory[seat] = bot->open(playing->engine, seat);
  }
}

LapPlaying *lap_playing_new(LapGame *game, const LapSimulation *simulation, GError **error)
{
  LapEngine *engine = lap_engine_new(game, simulation->seats, simulation->options, error);
  if (!engine) return NULL;
  LapPlaying *playing = g_new0(LapPlaying, 1);
  playing->simulation = simulation;
  playing->game = game;
  playing->engine = engine;
  playing->block = lap_block_new(engine);
  playing->plies_max = simulation->plies_max ? simulation->plies_max : LAP_PLIES_MAX;
  playing->move = g_array_new(FALSE, FALSE, sizeof(LapAction));
  playing->statistics = lap_statistics_new(game, simulation->seats);
  seat_bots(playing);
  return playing;
}

void lap_playing_free(LapPlaying *playing)
{
  if (!playing) return;
  for (guint seat = 0; seat < playing->simulation->seats; seat++)
    if (playing->bot[seat]->close) playing->bot[seat]->close(playing->memory[seat]);
  lap_statistics_free(playing->statistics);
  g_array_unref(playing->move);
  g_free(playing->legal.v);
  g_free(playing->fault);
  lap_block_free(playing->block);
  lap_engine_free(playing->engine);
  g_free(playing);
}

const LapStatistics *lap_playing_statistics(const LapPlaying *playing) { return playing->statistics; }

static gboolean fail(LapPlaying *playing, const char *why)
{
  if (!playing->fault) playing->fault = g_strdup(why ? why : "a hook failed without a reason");
  return FALSE;
}

static void copy_legal(LapPlaying *playing, const LapActions *legal)
{
  if (legal->n > playing->legal.capacity) {
    playing->legal.capacity = legal->n * 2;
    playing->legal.v = g_renew(LapAction, playing->legal.v, playing->legal.capacity);
  }
  if (legal->n) memcpy(playing->legal.v, legal->v, legal->n * sizeof *legal->v);
  playing->legal.n = legal->n;
}

/* Takes the list; NULL with the fault if nothing can be chosen from it. */
static const LapAction *choose(LapPlaying *playing, guint seat, const LapActions *legal)
{
  copy_legal(playing, legal);
  guint n = legal->n, index = 0;
  if (playing->simulation->branching) lap_measure_add(&playing->statistics->branching, n);
  if (n > 1)
    index = playing->bot[seat]->choose(playing->memory[seat], playing->engine, playing->block, seat, &playing->legal,
                                       &playing->generator);
  playing->steps++;
  if (index < n) return &playing->legal.v[index];
  if (n == 0) {
    g_autofree char *why = g_strdup_printf("a dead end: seat %u has nothing that it may do", seat);
    fail(playing, why);
  } else {
    g_autofree char *why = g_strdup_printf("bot %s took step %u of %u", playing->bot[seat]->name, index, n);
    fail(playing, why);
  }
  return NULL;
}

static const LapActions *list(LapPlaying *playing, guint seat)
{
  if (!playing->session) return lap_engine_legal(playing->engine, playing->block, seat);
  g_autoptr(GError) error = NULL;
  const LapAction *steps = (const LapAction *)(gpointer)playing->move->data;
  const LapActions *legal = lap_session_legal(playing->session, seat, steps, playing->move->len, &error);
  if (!legal) fail(playing, error->message);
  return legal;
}

/* Hands the whole move to the session, which must come to the same block. */
static gboolean commit(LapPlaying *playing)
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
static gboolean play_move(LapPlaying *playing, guint seat)
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

static gboolean play_moves(LapPlaying *playing)
{
  const LapHead *head = lap_head_of(playing->block);
  while (!head->over && head->ply < playing->plies_max) {
    guint32 waiting = lap_engine_waiting(playing->engine, playing->block);
    if (!waiting) return fail(playing, "nobody has a decision, and the match is not over");
    if (!play_move(playing, (guint)__builtin_ctz(waiting))) return FALSE;
  }
  return TRUE;
}

static gboolean playout(LapPlaying *playing)
{
  if (lap_engine_playout(playing->engine, playing->block, &playing->generator, playing->plies_max, &playing->steps) !=
      LAP_MOVE_FAULT)
    return TRUE;
  return fail(playing, lap_engine_fault(playing->engine));
}

static gboolean start(LapPlaying *playing, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  if (lap_engine_start(playing->engine, playing->block, seed) == LAP_MOVE_FAULT)
    return fail(playing, lap_engine_fault(playing->engine));
  if (!playing->simulation->checked) return TRUE;
  playing->session = lap_session_new(playing->game, playing->simulation->seats, playing->simulation->options, seed,
                                     &error);
  return playing->session || fail(playing, error->message);
}

static gboolean play(LapPlaying *playing, guint64 seed)
{
  const LapSimulation *simulation = playing->simulation;
  if (!start(playing, seed)) return FALSE;
  gboolean fast = playing->random && !simulation->branching && !simulation->checked;
  if (!(fast ? playout : play_moves)(playing)) return FALSE;
  if (lap_head_of(playing->block)->over) return TRUE;
  g_autofree char *why = g_strdup_printf("not over after %u plies", playing->plies_max);
  return fail(playing, why);
}

void lap_playing_match(LapPlaying *playing, guint64 match)
{
  guint64 seed = lap_match_seed(playing->simulation->seed, match);
  playing->generator = lap_generator_seeded(mix(~seed));
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
