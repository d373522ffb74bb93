/* Gemtrix: the deal, the order of play, and whole matches. */
#include "gemtrix-position.h"

/* Each card of a hand is known to its owner alone. */
static void check_secrecy(const Gemtrix *state, guint seat)
{
  for (guint i = 0; i < state->hand[seat].count; i++) g_assert_cmpuint(state->hand[seat].slot[i].known, ==, 1u << seat);
}

static void test_the_deal(void)
{
  static const guint draw_pile[] = {41, 35, 29, 23, 17};
  for (guint seats = 2; seats <= 6; seats++) {
    g_autoptr(LapSession) session = games_start("gemtrix", seats, seats);
    const Gemtrix *state = gemtrix_state(session);
    g_assert_cmpuint(state->draw_pile.count, ==, draw_pile[seats - 2]);
    g_assert_cmpuint(state->discard_pile.count, ==, 1);
    for (guint seat = 0; seat < GEMTRIX_SEATS; seat++)
      g_assert_cmpuint(state->hand[seat].count, ==, seat < seats ? 6 : 0);
    for (guint seat = 0; seat < seats; seat++) check_secrecy(state, seat);
  }
}

static void test_the_order_of_play(void)
{
  g_autoptr(LapSession) session = games_start("gemtrix", 4, 1);
  for (int seat = 3; seat >= 0; seat--) {
    g_assert_cmpint(games_waiting(session), ==, seat);
    games_play(session, seat ? "pass" : "flip");
  }
  g_assert_cmpint(games_waiting(session), ==, 0);
}

static void test_a_dealt_trix_waits(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2");
  gemtrix_position_hand(position, 1, "red_2 red_4 red_6");
  gemtrix_position_draw_pile(position, "pink_2 pink_4 pink_6");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  g_assert_false(games_is_legal(session, "claim red_2 red_4 red_6"));
  games_play(session, "pass");
  g_assert_true(games_is_legal(session, "claim red_2 red_4 red_6"));
}

/* All 54 cards are somewhere, and a hand is short only when there is nothing left to draw. */
static void check_piles(LapSession *session, guint seats)
{
  const Gemtrix *state = gemtrix_state(session);
  guint piles = state->draw_pile.count + state->discard_pile.count, others = 0;
  for (guint seat = 0; seat < seats; seat++) {
    others += state->hand[seat].count + state->table[seat].count;
    g_assert_cmpuint(state->table[seat].count % 3, ==, 0);
    if (piles) g_assert_cmpuint(state->hand[seat].count, ==, 6);
  }
  g_assert_cmpuint(piles % 3, ==, 0);
  g_assert_cmpuint(piles + others, ==, 54);
}

static void test_whole_matches(void)
{
  LapGenerator chooser = lap_generator_seeded(7);
  for (guint match = 0; match < 50; match++) {
    guint seats = 2 + match % 5, plies = 0;
    g_autoptr(LapSession) session = games_start("gemtrix", seats, match);
    for (; !lap_session_over(session); plies++) {
      check_piles(session, seats);
      games_play_random(session, &chooser);
    }
    check_piles(session, seats);
    g_assert_cmpuint(plies, <, 20000);
  }
}

/* Nobody is told, or could know, what another draws. */
static void test_hidden_hands(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6");
  gemtrix_position_draw_pile(position, "pink_x3 purple_x3 red_x3");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "claim blue_2 blue_4 blue_6");
  guint n, drawn = 0;
  const LapEvent *event = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++) {
    const LapGameKind *kind = lap_game_event(position->game, event[i].kind);
    if (!g_str_equal(kind->name, "gemtrix/drew")) continue;
    g_assert_cmpuint(event[i].knows, ==, 1);
    g_assert_cmpuint(kind->args[1].secret, ==, 1);
    drawn++;
  }
  g_assert_cmpuint(drawn, ==, 3);
  check_secrecy(gemtrix_state(session), 0);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemtrix/play/six-cards-each-and-one-is-turned-over", test_the_deal);
  g_test_add_func("/gemtrix/play/goes-anticlockwise-from-the-dealers-right", test_the_order_of_play);
  g_test_add_func("/gemtrix/play/a-trix-dealt-waits-for-its-owners-turn", test_a_dealt_trix_waits);
  g_test_add_func("/gemtrix/play/ends-for-any-number-of-seats-and-loses-no-card", test_whole_matches);
  g_test_add_func("/gemtrix/play/a-drawn-card-is-told-to-its-drawer-alone", test_hidden_hands);
  return g_test_run();
}
