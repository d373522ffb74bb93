/* `normal` never loses at tic-tac-toe: against every line of play of the other, from both seats. */
#include "host/bots/bot.h"

#include <string.h>

#include "host/plugins/registry.h"

static LapGame *game;
static LapEngine *engine;

/* What came of all lines. */
typedef struct {
  LapBotSeat *bot;
  guint seat, won, drawn;
} Lines;

static void count(Lines *lines, const LapBlock *block)
{
  LapSheet sheet;
  lap_engine_score(engine, block, &sheet);
  g_assert_cmpuint(sheet.place[lines->seat], ==, 1);
  *(sheet.place[!lines->seat] == 1 ? &lines->drawn : &lines->won) += 1;
}

/* The steps of the seat that are tried: the one that the bot takes, or all of the other's. */
static void play_on(Lines *lines, const LapBlock *block)
{
  if (lap_head_of(block)->over) {
    count(lines, block);
    return;
  }
  guint seat = (guint)__builtin_ctz(lap_engine_waiting(engine, block));
  LapActions legal = *lap_engine_legal(engine, block, seat);
  g_autofree LapAction *v = legal.v = g_memdup2(legal.v, legal.n * sizeof *legal.v);
  guint first = 0, end = legal.n;
  if (seat == lines->seat) {
    LapGenerator chooser = lap_generator_seeded(1);
    first = lap_bot_seat_choose(lines->bot, block, &legal, &chooser);
    end = first + 1;
  }
  g_autoptr(LapBlock) after = lap_block_new(engine);
  for (guint i = first; i < end; i++) {
    memcpy(after, block, lap_engine_block_size(engine));
    g_assert_cmpint(lap_engine_apply(engine, after, &v[i]), !=, LAP_MOVE_FAULT);
    play_on(lines, after);
  }
}

static void test_seat(gconstpointer data)
{
  Lines lines = {.seat = GPOINTER_TO_UINT(data)};
  lines.bot = lap_bot_seat_new(lap_bot_named("normal"), game, 2, NULL, lines.seat, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  lap_engine_start(engine, block, 1);
  play_on(&lines, block);
  g_test_message("%u lines won, %u drawn", lines.won, lines.drawn);
  g_assert_cmpuint(lines.won, >, lines.drawn);
  lap_bot_seat_free(lines.bot);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, LAP_ISOLATION_NONE);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) loaded = game = lap_registry_load(registry, "tic-tac-toe", &error);
  g_assert_no_error(error);
  g_autoptr(LapEngine) of_game = engine = lap_engine_new(game, 2, NULL, &error);
  g_assert_no_error(error);
  g_test_add_data_func("/tic-tac-toe/the-first-seat-never-loses", GUINT_TO_POINTER(0), test_seat);
  g_test_add_data_func("/tic-tac-toe/the-second-seat-never-loses", GUINT_TO_POINTER(1), test_seat);
  return g_test_run();
}
