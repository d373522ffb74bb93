/* What bots of level normal do where a game tells them what a position is worth. */
#include "gem-rush-position.h"
#include "host/bots/bot.h"
#include "plugins/gem-rush/kinds.h"

/* The first step that a bot takes for the seat that is waited for. */
static guint16 first_step(LapSession *session, LapGame *game, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  guint seat = (guint)games_waiting(session);
  LapGenerator generator = lap_generator_seeded(seed);
  LapBotSeat *bot = lap_bot_seat_new(lap_bot_named("normal"), game, 2, NULL, seat, NULL, &error);
  g_assert_no_error(error);
  LapActions legal = *lap_session_legal(session, seat, NULL, 0, &error);
  g_assert_no_error(error);
  guint choice = lap_bot_seat_choose(bot, lap_session_block(session), &legal, &generator);
  g_assert_cmpuint(choice, <, legal.n);
  guint16 kind = legal.v[choice].kind;
  lap_bot_seat_free(bot);
  return kind;
}

/* A room that has something for the hand, and one without beside it. */
static void test_nobody_walks_to_and_fro(void)
{
  for (guint64 seed = 0; seed < 5; seed++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, "great_hall_1", 0, 0, 0);
    rush_position_room(position, "tunnel_1", 0, 1, 0);
    g_autoptr(LapSession) session = rush_position_play(position);
    g_assert_true(rush_may(session, "step south"));
    g_assert_cmpuint(first_step(session, position->game, seed), ==, END_MOVE);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/advice/gem-rush/nobody-walks-to-and-fro", test_nobody_walks_to_and_fro);
  return g_test_run();
}
