/* There are three ways through a match, and they end in the same block: a playout, where all bots are random and the
 * match is not traced; step by step, where bots choose or it is traced (trace.h); and through a session, which
 * checks everything. In all of them the lowest waiting seat moves, and where there is only one legal step nothing is
 * drawn from the generator. */
#include "playing.h"

#include <string.h>

#include "host/engine/cures.h"
#include "host/engine/session.h"

static const LapBot *bot_of(const LapSimulation *simulation, guint seat)
{
  return simulation->bots ? simulation->bots[seat] : &lap_bot_random;
}

static const LapBudget *budget_of(const LapSimulation *simulation, guint seat)
{
  return simulation->budgets ? simulation->budgets[seat] : simulation->budget;
}

static gboolean are_random(const LapSimulation *simulation)
{
  for (guint seat = 0; seat < simulation->seats; seat++)
    if (bot_of(simulation, seat) != &lap_bot_random) return FALSE;
  return TRUE;
}

static void clear_bots(LapPlaying *playing)
{
  for (guint seat = 0; seat < playing->simulation->seats; seat++)
    g_clear_pointer(&playing->bot[seat], lap_bot_seat_free);
}

/* New ones for each match: what a bot keeps is of that match alone. */
static gboolean seat_bots(LapPlaying *playing, GError **error)
{
  const LapSimulation *simulation = playing->simulation;
  clear_bots(playing);
  for (guint seat = 0; seat < simulation->seats; seat++) {
    playing->bot[seat] = lap_bot_seat_new(bot_of(simulation, seat), playing->game, simulation->seats,
                                          simulation->options, seat, budget_of(simulation, seat), error);
    if (!playing->bot[seat]) return FALSE;
  }
  return TRUE;
}

void lap_playing_free(LapPlaying *playing)
{
  if (!playing) return;
  clear_bots(playing);
  lap_tracer_free(playing->tracer);
  lap_figures_free(playing->figures);
  g_array_unref(playing->move);
  g_free(playing->legal.v);
  g_free(playing->fault);
  lap_block_free(playing->block);
  lap_engine_free(playing->engine);
  g_free(playing);
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
  playing->figures = lap_figures_new(lap_statistics_new(game, simulation->seats));
  playing->tracer = lap_tracer_new(engine, playing->figures);
  playing->fast = are_random(simulation) && !simulation->checked;
  return playing;
}

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

/* Nothing was chosen of `n` steps. Without a session a dead end reads as that of a playout does. */
static void fail_choice(LapPlaying *playing, guint seat, guint n)
{
  const LapBotSeat *bot = playing->bot[seat];
  const LapGamePhase *phase = lap_game_phase(lap_engine_game(playing->engine), lap_head_of(playing->block)->phase);
  const char *fault = lap_bot_seat_fault(bot);
  g_autofree char *why = n ? g_strdup_printf("bot %s of seat %u: %s", lap_bot_seat_bot(bot)->name, seat,
                                             fault ? fault : "took a step that there is not")
                           : g_strdup_printf("%s%s: seat %u has nothing that it may do; " LAP_DEAD_END_CURE,
                                             playing->session ? "a dead end" : "phase ",
                                             playing->session ? "" : phase->name, seat);
  fail(playing, why);
}

/* Gets the legal steps; NULL with the fault if there are none. */
static const LapAction *choose(LapPlaying *playing, guint seat, const LapActions *legal)
{
  copy_legal(playing, legal);
  guint n = legal->n, index = 0;
  if (n > 0) index = lap_bot_seat_choose(playing->bot[seat], playing->block, &playing->legal, &playing->generator);
  playing->steps++;
  if (index < n) {
    const LapAction *action = &playing->legal.v[index];
    if (playing->traced) lap_tracer_step(playing->tracer, playing->block, action, n);
    return action;
  }
  fail_choice(playing, seat, n);
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

/* Hands the whole move to the session, and checks that it reaches the same block. */
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
  if (playing->traced) lap_tracer_move(playing->tracer, playing->block);
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

static gboolean is_playout(const LapPlaying *playing) { return playing->fast && !playing->traced; }

static gboolean start(LapPlaying *playing, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  if (lap_engine_start(playing->engine, playing->block, seed) == LAP_MOVE_FAULT)
    return fail(playing, lap_engine_fault(playing->engine));
  if (!is_playout(playing) && !seat_bots(playing, &error)) return fail(playing, error->message);
  if (!playing->simulation->checked) return TRUE;
  playing->session = lap_session_new(playing->game, playing->simulation->seats, playing->simulation->options, seed,
                                     &error);
  return playing->session || fail(playing, error->message);
}

static gboolean play(LapPlaying *playing, guint64 seed)
{
  if (!start(playing, seed)) return FALSE;
  if (!(is_playout(playing) ? playout : play_moves)(playing)) return FALSE;
  if (lap_head_of(playing->block)->over) return TRUE;
  g_autofree char *why = g_strdup_printf("not over after %u plies", playing->plies_max);
  return fail(playing, why);
}

/* Adds a match that is over. */
static void add_match(LapPlaying *playing, guint64 match, const LapSheet *sheet, guint32 ply)
{
  guint16 *first_places = playing->simulation->first_places, seats = 0;
  if (playing->traced) lap_tracer_end(playing->tracer, sheet, ply, playing->steps);
  lap_statistics_add(playing->figures->all, sheet, ply, playing->steps);
  for (guint seat = 0; seat < playing->simulation->seats; seat++)
    if (sheet->place[seat] == 1) seats |= (guint16)(1u << seat);
  if (first_places) first_places[match - playing->simulation->first] = seats;
}

void lap_playing_match(LapPlaying *playing, guint64 match, gboolean traced)
{
  guint64 seed = lap_match_seed(playing->simulation->seed, match);
  playing->generator = lap_match_chooser(seed);
  playing->steps = 0;
  playing->traced = traced;
  LapSheet sheet;
  if (traced) lap_tracer_begin(playing->tracer);
  if (play(playing, seed)) {
    lap_engine_score(playing->engine, playing->block, &sheet);
    if (lap_engine_fault(playing->engine)) fail(playing, lap_engine_fault(playing->engine));
  }
  guint32 ply = lap_head_of(playing->block)->ply;
  if (playing->fault)
    lap_statistics_add_fault(playing->figures->all, match, seed, ply, g_steal_pointer(&playing->fault));
  else
    add_match(playing, match, &sheet, ply);
  g_clear_pointer(&playing->session, lap_session_free);
}
