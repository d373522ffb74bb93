/* What the advice of a game's author is worth to bots: advice GAME [WORLDS [DEALS [SEATS]]].
 *
 * One bot uses the game's lapidary.evaluate/1 and lapidary.rollout/1, the others do not; else they are alike, with so
 * many worlds a step. Each deal is played once with that bot in each seat. Prints what it scores, 1 for a win and its
 * share of a shared one, with the standard error over deals times 1.96, and the time of a choice with advice and
 * without. */
#include <math.h>
#include <stdlib.h>

#include "host/bots/bot.h"
#include "host/plugins/registry.h"

typedef struct {
  LapGame *advised, *plain;
  LapEngine *engine;
  LapBlock *block;
  LapBudget budget;
  guint seats;
  gint64 time[2]; /* us: without advice, with it */
  guint64 choices[2];
} Bench;

static LapGame *load(LapRegistry *registry, const char *id)
{
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_registry_load(registry, id, &error);
  if (!game) g_error("%s", error->message);
  return game;
}

static gboolean has_advice(const LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].evaluate || game->level[depth].rollout) return TRUE;
  return FALSE;
}

static void forget_advice(LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++) {
    game->level[depth].evaluate = NULL;
    game->level[depth].rollout = NULL;
  }
}

static void take_step(Bench *bench, LapBotSeat *bot, guint seat, gboolean advised, LapGenerator *chooser)
{
  LapActions legal = *lap_engine_legal(bench->engine, bench->block, seat);
  legal.v = g_memdup2(legal.v, legal.n * sizeof *legal.v);
  gint64 begun = g_get_monotonic_time();
  guint choice = lap_bot_seat_choose(bot, bench->block, &legal, chooser);
  if (choice >= legal.n) g_error("%s", lap_bot_seat_fault(bot));
  if (legal.n > 1) {
    bench->time[advised] += g_get_monotonic_time() - begun;
    bench->choices[advised]++;
  }
  LapAction step = legal.v[choice];
  g_free(legal.v);
  if (lap_engine_apply(bench->engine, bench->block, &step) == LAP_MOVE_FAULT)
    g_error("%s", lap_engine_fault(bench->engine));
}

static double score_of(const Bench *bench, guint seat)
{
  LapSheet sheet;
  guint first = 0;
  lap_engine_score(bench->engine, bench->block, &sheet);
  for (guint other = 0; other < bench->seats; other++) first += sheet.place[other] == 1;
  return sheet.place[seat] == 1 ? 1.0 / first : 0;
}

/* One match; what the advised seat scores. */
static double play(Bench *bench, guint64 seed, guint advised)
{
  LapBotSeat *bot[LAP_SEATS_MAX];
  LapGenerator chooser = lap_generator_seeded(~seed);
  for (guint seat = 0; seat < bench->seats; seat++)
    bot[seat] = lap_bot_seat_new(lap_bot_named("normal"), seat == advised ? bench->advised : bench->plain, bench->seats,
                                 NULL, seat, &bench->budget, NULL);
  if (lap_engine_start(bench->engine, bench->block, seed) == LAP_MOVE_FAULT)
    g_error("%s", lap_engine_fault(bench->engine));
  for (guint32 waiting; (waiting = lap_engine_waiting(bench->engine, bench->block));) {
    guint seat = (guint)__builtin_ctz(waiting);
    take_step(bench, bot[seat], seat, seat == advised, &chooser);
  }
  for (guint seat = 0; seat < bench->seats; seat++) lap_bot_seat_free(bot[seat]);
  return score_of(bench, advised);
}

static void measure(Bench *bench, guint deals)
{
  double sum = 0, squares = 0;
  for (guint deal = 0; deal < deals; deal++) {
    double score = 0;
    for (guint seat = 0; seat < bench->seats; seat++) score += play(bench, deal, seat) / bench->seats;
    sum += score;
    squares += score * score;
  }
  double mean = sum / deals, variance = deals > 1 ? (squares - sum * mean) / (deals - 1) : 0;
  g_print("%s, %u seats, %u worlds a step, %u deals: %.0f +- %.0f %% with advice, chance %u %%; a choice takes %.2f "
          "times as long\n",
          bench->advised->id, bench->seats, bench->budget.iterations, deals, 100 * mean, 196 * sqrt(variance / deals),
          100 / bench->seats,
          ((double)bench->time[1] / (double)bench->choices[1]) / ((double)bench->time[0] / (double)bench->choices[0]));
}

static guint number(int n, char **arguments, int at, guint otherwise)
{
  return n > at ? (guint)g_ascii_strtoull(arguments[at], NULL, 10) : otherwise;
}

int main(int n, char **arguments)
{
  if (n < 2) g_error("say which game");
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(LapRegistry) other = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, LAP_ISOLATION_NONE);
  lap_registry_set_isolation(other, LAP_ISOLATION_NONE);
  g_autoptr(LapGame) advised = load(registry, arguments[1]);
  g_autoptr(LapGame) plain = load(other, arguments[1]);
  if (!has_advice(advised)) g_error("%s has no advice", advised->id);
  forget_advice(plain);
  Bench bench = {.advised = advised, .plain = plain, .budget = {.iterations = number(n, arguments, 2, 1000)}};
  bench.seats = number(n, arguments, 4, advised->seats_min);
  bench.engine = lap_engine_new(advised, bench.seats, NULL, NULL);
  bench.block = lap_block_new(bench.engine);
  measure(&bench, number(n, arguments, 3, 20));
  lap_block_free(bench.block);
  lap_engine_free(bench.engine);
  return EXIT_SUCCESS;
}
