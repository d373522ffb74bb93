/* Gem Rush: warpstones. Where doors are is said in gem-rush-move-test.c. */
#include "gem-rush-position.h"

/* A room far away, with no way there and no step left. */
static void test_warp(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_lift");
  rush_position_room(position, "electrum_vein", 9, 9, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "electrum_warpstone star_tear_fire_ruby", 0);
  rush_assert_legal(session, NULL, "warp electrum_warpstone, end_move");
  rush_assert_legal(session, "warp electrum_warpstone", "warp_to electrum_vein, warp_build electrum_vein west");
  rush_play(session, "warp electrum_warpstone, warp_to electrum_vein");
  g_assert_cmpstr(rush_where(session, 0), ==, "electrum_vein");
  rush_assert_cards(session, &rush_state(session)->discard_pile, "electrum_warpstone");
  rush_assert_legal(session, NULL, "end_move");
}

static void test_warp_build(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_lift");
  rush_position_room(position, "great_hall_2", 9, 9, 0);
  rush_position_tiles(position, "oracle");
  g_autoptr(LapSession) session = rush_play_with(position, "permafrost_soulstone electrum_warpstone", 0);
  /* The warp card's electrum pays, too. */
  rush_assert_legal(session, "warp electrum_warpstone", "warp_to great_hall_2, warp_build great_hall_2 south");
  rush_play(session, "warp electrum_warpstone, warp_build great_hall_2 south, pay permafrost_soulstone");
  const GemRush *state = rush_state(session);
  g_assert_cmpint(gem_rush_points(state, 0), ==, 1);
  g_assert_cmpuint(rush_told(session, "warp_spent"), ==, 1);
  g_assert_cmpuint(rush_told(session, "paid_card"), ==, 1);
  rush_play(session, "rotate not");
  state = rush_state(session);
  g_assert_cmpint(state->x[2], ==, 9);
  g_assert_cmpint(state->y[2], ==, 10);
  g_assert_cmpstr(rush_where(session, 0), ==, "oracle");
  g_assert_cmpuint(state->steps, ==, 0);
}

/* Neither way of warping costs a step that is left. */
static void test_warping_keeps_the_steps(void)
{
  static const char *const moves[] = {"warp warpstone, warp_to electrum_vein",
                                      "warp warpstone, warp_build electrum_vein west"};
  for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
    g_autoptr(RushPosition) position = rush_standing_in("great_lift");
    rush_position_room(position, "electrum_vein", 9, 9, 0);
    g_autoptr(LapSession) session = rush_play_with(position, "warpstone", 2);
    rush_play(session, moves[i]);
    g_assert_cmpuint(rush_state(session)->steps, ==, 2);
  }
}

/* A second warpstone pays nothing: it is no part of a payment, nor the one that warps. */
static void test_two_warpstones(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_lift");
  rush_position_room(position, "electrum_vein", 9, 9, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "living_jade_warpstone warpstone", 0);
  rush_assert_legal(session, NULL, "warp living_jade_warpstone, warp warpstone, end_move");
  rush_assert_legal(session, "warp warpstone, warp_build electrum_vein east", "pay living_jade_warpstone");
  rush_play(session, "warp living_jade_warpstone, warp_build electrum_vein east");
  rush_assert_cards(session, &rush_state(session)->hand[0], "warpstone");
}

/* In the very first room there is nowhere to warp but through its doors. */
static void test_warp_in_the_first_room(void)
{
  for (guint payable = 0; payable < 2; payable++) {
    g_autoptr(RushPosition) position = rush_standing_in("great_hall_2");
    g_autoptr(LapSession) session = rush_play_with(
        position, payable ? "permafrost_electrum warpstone" : "star_tear_fire_ruby warpstone", 0);
    rush_assert_legal(session, NULL, payable ? "warp warpstone, end_move" : "end_move");
  }
}

static void test_warp_walker(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("warp_walker", "great_lift");
  rush_position_room(position, "electrum_vein", 9, 9, 0);
  rush_position_deck(position, "diamond_dust echoglass");
  g_autoptr(LapSession) session = rush_play_with(position, "warpstone warpstone", 0);
  rush_play(session, "warp warpstone, warp_to electrum_vein");
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 2);
  rush_play(session, "warp warpstone, warp_to great_lift");
  rush_assert_cards(session, &rush_state(session)->hand[0], "diamond_dust"); /* once a turn */
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-rush/warp/a-warpstone-leads-anywhere-without-steps", test_warp);
  g_test_add_func("/gem-rush/warp/a-warpstone-builds-anywhere-without-steps", test_warp_build);
  g_test_add_func("/gem-rush/warp/warping-keeps-the-steps-that-are-left", test_warping_keeps_the_steps);
  g_test_add_func("/gem-rush/warp/only-one-warpstone-is-spent", test_two_warpstones);
  g_test_add_func("/gem-rush/warp/a-warpstone-needs-somewhere-to-go", test_warp_in_the_first_room);
  g_test_add_func("/gem-rush/warp/a-warp-walker-draws-once-a-turn", test_warp_walker);
  return g_test_run();
}
