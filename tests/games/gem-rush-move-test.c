/* Gem Rush: walking, building, and the skills that serve there. */
#include <string.h>

#include "gem-rush-position.h"

/* Where doors are, as the tiles lie unturned (costs by the first letters of gems, T star tear, J living jade):
 *   great_lift: east OPE 2, south ETRJ 3       oracle: north E 1, east SR 1, south J 1, west OPSR 3
 *   great_hall_2: north TRJ 2, south PE 1      electrum_vein: north OPES 3, east J 1, west free */

/* --- steps */

/* A has a door to B, B a wall to A: one way. */
static void test_one_way_doors(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_hall_2"); /* a door to the south */
  rush_position_room(position, "great_lift", 0, 1, 0);                 /* a wall to the north */
  g_autoptr(LapSession) session = rush_position_play(position);
  rush_assert_legal(session, NULL, "step south, end_move");
  rush_play(session, "step south");
  g_assert_cmpstr(rush_where(session, 0), ==, "great_lift");
  g_assert_cmpuint(rush_state(session)->steps, ==, 2);
  g_assert_cmpuint(rush_told(session, "walked"), ==, 1);
  g_assert_cmpuint(rush_told(session, "no_way_back"), ==, 1);
  g_assert_false(rush_may(session, "step north"));
}

/* A way back is told of where there is none, however the room was entered. */
static void test_a_way_back(void)
{
  static const struct {
    const char *skill, *here, *there, *step;
    guint none;
  } cases[] = {{NULL, "oracle", "scrying_pool", "step east", 0},
               {NULL, "oracle", "tunnel_2", "step east", 1},
               {"tunnel_rat", "oracle", "tunnel_2", "step east", 1},
               {NULL, "tunnel_6", "tunnel_2", "step east", 1},
               {"wall_breaker", "great_hall_2", "oracle", "break_wall east", 0},
               {"wall_breaker", "great_hall_2", "tunnel_2", "break_wall east", 1}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in(cases[i].here);
    if (cases[i].skill) rush_position_skill(position, 0, cases[i].skill);
    rush_position_room(position, cases[i].there, 1, 0, 0);
    g_autoptr(LapSession) session = rush_position_play(position);
    rush_play(session, cases[i].step);
    g_assert_cmpuint(rush_told(session, "no_way_back"), ==, cases[i].none);
  }
}

/* Doors to the north and west; after two or three quarters one of them is to the south. */
static void test_turned_tiles(void)
{
  for (guint turned = 0; turned < 4; turned++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, "fire_ruby_vein", 0, 0, turned);
    rush_position_room(position, "oracle", 0, 1, 0);
    g_autoptr(LapSession) session = rush_position_play(position);
    rush_assert_legal(session, NULL, turned >= 2 ? "step south, end_move" : "end_move");
  }
}

static void test_three_steps(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("oracle");
  rush_position_room(position, "scrying_pool", 1, 0, 0);
  g_autoptr(LapSession) session = rush_position_play(position);
  for (guint i = 0; i < 3; i++) rush_play(session, i % 2 ? "step west" : "step east");
  rush_assert_legal(session, NULL, "end_move");
  rush_play(session, "end_move");
  g_assert_cmpstr(rush_phase(session), ==, "action");
}

/* --- tunnels: the first way out in a turn is free */

/* Why the last step was free, as it was told. */
static void assert_free(LapSession *session, guint left, guint entered)
{
  g_assert_cmpuint(rush_told(session, "left_free"), ==, left);
  g_assert_cmpuint(rush_told(session, "entered_free"), ==, entered);
}

static void test_tunnels(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("oracle");
  rush_position_room(position, "tunnel_2", 0, 1, 0); /* north and south, free */
  position->state->dwarf[0] = 1;
  g_autoptr(LapSession) session = rush_play_with(position, "", 1);
  rush_play(session, "step north");
  g_assert_cmpuint(rush_state(session)->steps, ==, 1);
  assert_free(session, 1, 0);
  rush_play(session, "step south");
  g_assert_cmpuint(rush_state(session)->steps, ==, 0);
  assert_free(session, 0, 0);
  rush_assert_legal(session, NULL, "end_move");
}

static void test_out_of_a_tunnel_without_steps(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("oracle");
  rush_position_room(position, "tunnel_2", 0, 1, 0);
  position->state->dwarf[0] = 1;
  g_autoptr(LapSession) session = rush_play_with(position, "", 0);
  rush_assert_legal(session, NULL, "step north, end_move"); /* to build out of it would cost a step */
  rush_play(session, "step north");
  rush_assert_legal(session, NULL, "end_move");
}

static void test_tunnel_rat(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("tunnel_rat", "oracle");
  rush_position_room(position, "tunnel_2", 0, 1, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "", 1);
  rush_play(session, "step south"); /* free to enter */
  assert_free(session, 0, 1);
  rush_play(session, "step north"); /* free to leave */
  assert_free(session, 1, 0);
  g_assert_cmpuint(rush_state(session)->steps, ==, 1);
  rush_play(session, "step south");
  g_assert_cmpuint(rush_state(session)->steps, ==, 0);
  rush_assert_legal(session, NULL, "end_move");
}

/* Out of one tunnel into another, both reasons are used up at once. */
static void test_a_step_free_twice(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("tunnel_rat", "tunnel_2");
  rush_position_room(position, "tunnel_4", 0, 1, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "", 0);
  rush_play(session, "step south");
  assert_free(session, 1, 1);
  rush_play(session, "step north");
  assert_free(session, 1, 1);
  rush_assert_legal(session, NULL, "end_move");
}

/* --- walls */

static void test_wall_breaker(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("wall_breaker", "tunnel_2");
  rush_position_room(position, "oracle", 1, 0, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "", 2);
  rush_assert_legal(session, NULL, "break_wall east, build north, build south, end_move");
  rush_play(session, "break_wall east");
  g_assert_cmpuint(rush_state(session)->steps, ==, 1); /* it pays, and the tunnel's free step is still unused */
  g_assert_cmpuint(rush_state(session)->done[0], ==, 0);
  g_assert_cmpuint(rush_state(session)->skill_used, ==, 1);
  rush_play(session, "step west");
  g_assert_false(rush_may(session, "break_wall east"));
}

static void test_no_wall_without_a_step(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("wall_breaker", "great_hall_2");
  rush_position_room(position, "oracle", 1, 0, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "", 0);
  rush_assert_legal(session, NULL, "end_move");
}

/* --- building */

/* Of a door that is paid with one card that is sure and one of two others no card is told before it is chosen. */
static void test_what_is_told_before_a_payment(void)
{
  for (guint more = 0; more < 2; more++) {
    g_autoptr(RushPosition) position = rush_standing_in("great_lift");
    rush_position_tiles(position, "oracle");
    g_autoptr(LapSession) session = rush_play_with(position,
                                                   more ? "obsidian_electrum permafrost_soulstone permafrost_star_tear"
                                                        : "obsidian_electrum permafrost_soulstone",
                                                   3);
    g_autofree char *told = games_foreseen(session, 0);
    g_assert_true(g_str_has_prefix(told, more ? "built" : "paid_card paid_card built"));
  }
}

/* The rulebook's example. */
static void test_the_example(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_lift");
  rush_position_tiles(position, "oracle");
  g_autoptr(LapSession)
      session = rush_play_with(position, "obsidian_electrum permafrost_soulstone star_tear_fire_ruby", 3);
  rush_assert_legal(session, NULL, "build east, end_move");
  rush_assert_legal(session, "build east", "pay obsidian_electrum");
  rush_assert_legal(session, "build east, pay obsidian_electrum", "pay permafrost_soulstone");
  rush_play(session, "build east, pay obsidian_electrum, pay permafrost_soulstone");

  const GemRush *state = rush_state(session);
  g_assert_cmpint(state->points[0][GEM_RUSH_BY_DOORS], ==, 2);
  g_assert_cmpuint(state->steps, ==, 2);
  rush_assert_cards(session, &state->hand[0], "star_tear_fire_ruby");
  rush_assert_cards(session, &state->discard_pile, "obsidian_electrum permafrost_soulstone");
  g_assert_cmpstr(rush_phase(session), ==, "rotate");
  rush_play(session, "rotate half");
  g_assert_cmpstr(rush_where(session, 0), ==, "oracle");
  g_assert_cmpint(rush_state(session)->x[1], ==, 1);
  g_assert_cmpuint(rush_state(session)->turned[1], ==, 2);
  g_assert_cmpstr(rush_phase(session), ==, "move");
}

/* More cards than are needed, if each pays something: the player says when it is enough. */
static void test_enough_or_more(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_hall_2");
  g_autoptr(LapSession)
      session = rush_play_with(position, "permafrost_electrum permafrost_electrum electrum_soulstone", 3);
  rush_assert_legal(session, "build south", "pay permafrost_electrum");
  rush_assert_legal(session, "build south, pay permafrost_electrum",
                    "settle, add permafrost_electrum, add electrum_soulstone");
  rush_play(session, "build south, pay permafrost_electrum, settle");
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 2);
}

/* What all payments can do without is told apart, also before the door is paid; a point may be wanted. */
static void test_cards_too_many(void)
{
  static const struct {
    const char *room, *steps, *hand, *legal;
  } cases[] = {
      /* Permafrost and Electrum: the echo alone pays neither, and could copy one that is paid already. */
      {"great_hall_2", "build south", "permafrost_electrum living_jade_echoglass", "pay permafrost_electrum"},
      {"great_hall_2", "build south, pay permafrost_electrum", "permafrost_electrum living_jade_echoglass",
       "settle, add living_jade_echoglass"},
      /* Obsidian, Permafrost and Electrum, where Obsidian comes last and pays what the echo cannot. */
      {"great_lift", "build east, pay permafrost_electrum",
       "permafrost_electrum living_jade_echoglass obsidian_warpstone",
       "pay obsidian_warpstone, add living_jade_echoglass"},
      {"great_lift", "build east, pay permafrost_electrum, add living_jade_echoglass",
       "permafrost_electrum living_jade_echoglass obsidian_warpstone", "pay obsidian_warpstone"},
      /* Orichalcum brings a point until the door is paid, and then, too. */
      {"great_lift", "build east, pay permafrost_electrum",
       "permafrost_electrum electrum_orichalcum obsidian_warpstone", "pay electrum_orichalcum, pay obsidian_warpstone"},
      {"great_hall_2", "build south, pay permafrost_electrum", "permafrost_electrum electrum_orichalcum",
       "settle, add electrum_orichalcum"},
      /* Two Fire Rubies: the echo is needed, though it pays nothing before there is one. */
      {"obsidian_vein", "build east", "living_jade_echoglass fire_ruby_orichalcum", "pay living_jade_echoglass"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in(cases[i].room);
    g_autoptr(LapSession) session = rush_play_with(position, cases[i].hand, 3);
    rush_assert_legal(session, cases[i].steps, cases[i].legal);
  }
}

/* A card that is added pays like any other, and is lost. */
static void test_an_added_card(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_hall_2");
  g_autoptr(LapSession) session = rush_play_with(position, "permafrost_electrum electrum_orichalcum", 3);
  rush_play(session, "build south, pay permafrost_electrum, add electrum_orichalcum");
  g_assert_cmpint(gem_rush_points(rush_state(session), 0), ==, 2);
  g_assert_cmpuint(rush_told(session, "paid_card"), ==, 2);
  g_assert_cmpuint(rush_told(session, "lost_card"), ==, 0); /* it brings a point */
  g_assert_cmpuint(rush_told(session, "orichalcum_counted"), ==, 1);
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 0);
}

/* The door costs Permafrost and Electrum. A card without orichalcum is lost where the door is paid without it. */
static void test_a_lost_card(void)
{
  static const struct {
    const char *move;
    guint paid, lost;
  } cases[] = {{"build south, pay permafrost_electrum, add electrum_diamond_dust", 1, 1},
               {"build south, pay permafrost_electrum, settle", 1, 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in("great_hall_2");
    g_autoptr(LapSession) session = rush_play_with(position, "permafrost_electrum electrum_diamond_dust", 3);
    rush_play(session, cases[i].move);
    g_assert_cmpuint(rush_told(session, "paid_card"), ==, cases[i].paid);
    g_assert_cmpuint(rush_told(session, "lost_card"), ==, cases[i].lost);
    g_assert_cmpuint(rush_told(session, "built"), ==, 1);
    g_assert_cmpint(gem_rush_points(rush_state(session), 0), ==, 1);
  }
}

/* The door costs Obsidian, Permafrost and Electrum. Where a gem may pay any of several, those that are owed are some of
 * these; a haggled one is still shown at the door, and not owed. */
static void test_what_is_owed(void)
{
  static const struct {
    const char *skill, *steps;
    guint owed, of_more;
  } cases[] = {{NULL, "build east", 3, 0},
               {NULL, "build east, pay obsidian_permafrost", 1, 0},
               {NULL, "build east, pay permafrost_diamond_dust", 1, 1},
               {"haggler", "build east, haggle electrum", 2, 1},
               {"haggler", "build east, haggle obsidian, pay obsidian_permafrost", 1, 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in("great_lift");
    if (cases[i].skill) rush_position_skill(position, 0, cases[i].skill);
    g_autoptr(LapSession)
        session = rush_play_with(position, "obsidian_permafrost permafrost_diamond_dust electrum_orichalcum", 3);
    const GemRush *state = rush_state_after(session, cases[i].steps);
    g_assert_cmpuint(state->owed, ==, cases[i].owed);
    g_assert_cmpuint(state->owed_of_more, ==, cases[i].of_more);
  }
}

static void test_a_free_door(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("electrum_vein");
  g_autoptr(LapSession) session = rush_play_with(position, "star_tear_fire_ruby", 3);
  rush_assert_legal(session, NULL, "build west, end_move");
  rush_play(session, "build west");
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 1);
  g_assert_cmpint(gem_rush_points(rush_state(session), 0), ==, 0);
}

/* A tile of k doors can be laid in k ways, each with a door to where the builder came from. */
static void test_rotations(void)
{
  static const struct {
    const char *tile, *legal;
  } cases[] = {
      {"oracle", "rotate not, rotate right, rotate half, rotate left"},
      {"electrum_vein", "rotate not, rotate right, rotate half"}, /* north, east, west, entered from the east */
      {"great_hall_2", "rotate right, rotate left"},
      {"great_lift", "rotate not, rotate left"},
      {"tunnel_2", "rotate right, rotate left"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in(i == 1 ? "refinery" : "electrum_vein");
    rush_position_tiles(position, cases[i].tile);
    g_autoptr(LapSession) session = rush_play_with(position, "", 3);
    rush_play(session, "build west");
    rush_assert_legal(session, NULL, cases[i].legal);
  }
}

/* A door of the tile that meets a wall leads one way; one that meets a door, or where there is no room, does not. */
static void test_one_way_doors_of_a_tile(void)
{
  static const struct {
    const char *tile, *turn, *to_the_north;
    guint one_way;
  } cases[] = {{"oracle", "rotate not", "great_hall_2", 1}, /* whose door is to the south; great_lift has a wall */
               {"oracle", "rotate not", "tunnel_5", 2},
               {"oracle", "rotate not", NULL, 1},
               {"tunnel_2", "rotate right", "tunnel_5", 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in("electrum_vein");
    rush_position_room(position, "great_lift", -1, 1, 0);
    if (cases[i].to_the_north) rush_position_room(position, cases[i].to_the_north, -1, -1, 0);
    rush_position_tiles(position, cases[i].tile);
    g_autoptr(LapSession) session = rush_play_with(position, "", 3);
    rush_play(session, "build west");
    rush_play(session, cases[i].turn);
    g_assert_cmpuint(rush_told(session, "one_way"), ==, cases[i].one_way);
  }
}

static void test_no_step_no_tile(void)
{
  g_autoptr(RushPosition) without_steps = rush_standing_in("electrum_vein");
  g_autoptr(LapSession) first = rush_play_with(without_steps, "", 0);
  rush_assert_legal(first, NULL, "end_move");

  g_autoptr(RushPosition) without_tiles = rush_standing_in("electrum_vein");
  rush_position_hand(without_tiles, 0, "warpstone");
  g_autoptr(LapSession) second = rush_position_play_without_decks(without_tiles);
  g_assert_false(rush_may(second, "build west"));
  g_assert_true(rush_may(second, "warp warpstone, warp_to oracle"));
  g_autofree char *warps = rush_legal(second, "warp warpstone");
  g_assert_null(strstr(warps, "warp_build"));
}

/* A door into a room that is there is walked through, not paid. */
static void test_no_pay_for_what_is_there(void)
{
  g_autoptr(RushPosition) position = rush_standing_in("great_lift");
  rush_position_room(position, "oracle", 1, 0, 0);
  g_autoptr(LapSession) session = rush_play_with(position, "obsidian_electrum permafrost_soulstone", 3);
  rush_assert_legal(session, NULL, "step east, use_room great_lift, end_move");
  rush_play(session, "step east");
  g_assert_cmpint(gem_rush_points(rush_state(session), 0), ==, 0);
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 2);
}

/* --- points besides the door's */

static void test_points_by_other_means(void)
{
  static const struct {
    const char *skill, *hand, *move;
    guint built;
    int doors, orichalcum, by_skill;
  } cases[] = {
      {NULL, "permafrost_orichalcum electrum_soulstone",
       "build south, pay electrum_soulstone, pay permafrost_orichalcum", 0, 1, 1, 0},
      {"orichalcum_smith", "permafrost_orichalcum electrum_orichalcum",
       "build south, pay permafrost_orichalcum, pay electrum_orichalcum", 0, 1, 4, 0},
      {"crowd_pleaser", "permafrost_electrum", "build south, pay permafrost_electrum", 0, 1, 0, 0},
      {"crowd_pleaser", "permafrost_electrum", "build south, pay permafrost_electrum", 1, 1, 0, 1},
      {"crowd_pleaser", "permafrost_electrum", "build south, pay permafrost_electrum", 2, 1, 0, 0},
      {"master_builder", "permafrost_electrum", "build south, pay permafrost_electrum", 0, 1, 0, 0},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in("great_hall_2");
    if (cases[i].skill) rush_position_skill(position, 0, cases[i].skill);
    position->state->built = (guint8)cases[i].built;
    g_autoptr(LapSession) session = rush_play_with(position, cases[i].hand, 3);
    rush_play(session, cases[i].move);
    const gint16 *points = rush_state(session)->points[0];
    g_assert_cmpint(points[GEM_RUSH_BY_DOORS], ==, cases[i].doors);
    g_assert_cmpint(points[GEM_RUSH_BY_ORICHALCUM], ==, cases[i].orichalcum);
    g_assert_cmpint(points[GEM_RUSH_BY_SKILL], ==, cases[i].by_skill);
    g_assert_cmpuint(rush_told(session, "orichalcum_counted"), ==, cases[i].orichalcum > 0);
    g_assert_cmpuint(rush_told(session, "skill_counted"), ==, cases[i].by_skill > 0);
  }
}

static void test_master_builder(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("master_builder", "electrum_vein");
  g_autoptr(LapSession) session = rush_play_with(position, "obsidian_permafrost electrum_soulstone", 3);
  rush_play(session, "build north, pay obsidian_permafrost, pay electrum_soulstone");
  g_assert_cmpint(gem_rush_points(rush_state(session), 0), ==, 4);
}

/* --- skills of builders */

/* The door costs Permafrost, Star Tear and Living Jade. What the cards pay for anybody is no skill's doing. */
static void test_paying_by_a_skill_is_told(void)
{
  static const struct {
    const char *skill, *hand, *move;
    guint told;
  } cases[] = {
      {"dust_miller", "star_tear_diamond_dust", "build west, pay star_tear_diamond_dust", 1},
      {"dust_miller", "permafrost_living_jade star_tear_diamond_dust",
       "build west, add permafrost_living_jade, pay star_tear_diamond_dust", 0},
      {"kin_stone", "obsidian_star_tear permafrost_soulstone",
       "build west, pay obsidian_star_tear, pay permafrost_soulstone", 1},
      {"kin_stone", "obsidian_star_tear permafrost_living_jade",
       "build west, pay obsidian_star_tear, pay permafrost_living_jade", 0},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_standing_in_as(cases[i].skill, "obsidian_vein");
    g_autoptr(LapSession) session = rush_play_with(position, cases[i].hand, 3);
    rush_play(session, cases[i].move);
    g_assert_cmpuint(rush_told(session, "used_skill"), ==, cases[i].told);
  }
}

static void test_haggler(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("haggler", "great_lift");
  rush_position_tiles(position, "oracle");
  g_autoptr(LapSession) session = rush_play_with(position, "obsidian_electrum permafrost_soulstone", 3);
  rush_assert_legal(session, "build east",
                    "haggle obsidian, haggle permafrost, haggle electrum, pay obsidian_electrum");
  rush_assert_legal(session, "build east, haggle obsidian", "pay obsidian_electrum");
  rush_play(session, "build east, haggle permafrost, pay obsidian_electrum");
  g_assert_cmpint(gem_rush_points(rush_state(session), 0), ==, 2); /* by the printed cost */
  g_assert_cmpuint(rush_told(session, "haggled"), ==, 1);
  rush_assert_cards(session, &rush_state(session)->hand[0], "permafrost_soulstone");
  g_assert_cmpuint(rush_state(session)->skill_used, ==, 1);
}

static void test_haggler_needs_three_gems(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("haggler", "great_hall_2");
  g_autoptr(LapSession) session = rush_play_with(position, "permafrost_soulstone", 3);
  rush_assert_legal(session, NULL, "end_move");
}

static void test_quick_hands(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("quick_hands", "electrum_vein");
  rush_position_tiles(position, "tunnel_2 tunnel_4");
  rush_position_deck(position, "warpstone diamond_dust");
  g_autoptr(LapSession) session = rush_play_with(position, "", 3);
  rush_play(session, "build west");
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 0);
  rush_play(session, "rotate right");
  rush_assert_cards(session, &rush_state(session)->hand[0], "warpstone");
  rush_play(session, "build west");
  rush_play(session, "rotate right");
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 1); /* once a turn */
}

static void test_surveyor(void)
{
  g_autoptr(RushPosition) position = rush_standing_in_as("surveyor", "electrum_vein");
  rush_position_tiles(position, "tunnel_2 oracle");
  g_autoptr(LapSession) session = rush_play_with(position, "", 3);
  rush_play(session, "build west");
  g_assert_cmpstr(rush_phase(session), ==, "choose_tile");
  rush_assert_legal(session, NULL, "choose_tile oracle, choose_tile tunnel_2");
  rush_play(session, "choose_tile tunnel_2");
  g_assert_cmpuint(rush_state(session)->room_deck.slot[0].known, ==, LAP_EVERYONE);
  rush_play(session, "rotate right");
  g_assert_cmpstr(rush_where(session, 0), ==, "tunnel_2");
  g_assert_cmpuint(rush_state(session)->room_deck.count, ==, 78);
}

static void test_runner_and_trader(void)
{
  for (guint trader = 0; trader < 2; trader++) {
    g_autoptr(RushPosition) position = rush_standing_in_as(trader ? "trader" : "runner", "shrine");
    rush_position_deck(position, "warpstone");
    position->state->done[0] = GEM_RUSH_USED;
    g_autoptr(LapSession) session = rush_play_with(position, "obsidian_permafrost obsidian_permafrost diamond_dust", 0);
    rush_assert_legal(session, NULL, "use_skill obsidian_permafrost, use_skill diamond_dust, end_move");
    rush_play(session, "use_skill diamond_dust");
    g_assert_cmpuint(rush_state(session)->steps, ==, trader ? 0 : 1);
    rush_assert_cards(session, &rush_state(session)->hand[0],
                      trader ? "obsidian_permafrost obsidian_permafrost warpstone"
                             : "obsidian_permafrost obsidian_permafrost");
    g_assert_false(rush_may(session, "use_skill obsidian_permafrost"));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-rush/move/a-door-against-a-wall-is-one-way", test_one_way_doors);
  g_test_add_func("/gem-rush/move/that-no-door-leads-back-is-told", test_a_way_back);
  g_test_add_func("/gem-rush/move/doors-turn-with-their-tile", test_turned_tiles);
  g_test_add_func("/gem-rush/move/three-steps-and-no-more", test_three_steps);
  g_test_add_func("/gem-rush/move/the-first-way-out-of-a-tunnel-is-free", test_tunnels);
  g_test_add_func("/gem-rush/move/a-tunnel-is-left-without-steps-but-not-built-out-of",
                  test_out_of_a_tunnel_without_steps);
  g_test_add_func("/gem-rush/move/a-tunnel-rat-enters-for-nothing-once", test_tunnel_rat);
  g_test_add_func("/gem-rush/move/a-step-free-for-two-reasons-uses-up-both", test_a_step_free_twice);
  g_test_add_func("/gem-rush/move/a-wall-breaker-pays-a-step-once-a-turn", test_wall_breaker);
  g_test_add_func("/gem-rush/move/no-wall-is-broken-without-a-step", test_no_wall_without_a_step);
  g_test_add_func("/gem-rush/move/the-rulebooks-door-is-paid-with-two-cards", test_the_example);
  g_test_add_func("/gem-rush/move/building/what-is-told-before-a-payment", test_what_is_told_before_a_payment);
  g_test_add_func("/gem-rush/move/the-payer-says-when-it-is-enough", test_enough_or_more);
  g_test_add_func("/gem-rush/move/what-a-payment-can-do-without-is-told-apart", test_cards_too_many);
  g_test_add_func("/gem-rush/move/a-card-that-is-added-pays-too", test_an_added_card);
  g_test_add_func("/gem-rush/move/an-added-card-is-told-to-be-lost-for-nothing", test_a_lost_card);
  g_test_add_func("/gem-rush/move/it-is-known-whether-what-is-owed-is-some-of-more", test_what_is_owed);
  g_test_add_func("/gem-rush/move/a-free-door-takes-no-cards", test_a_free_door);
  g_test_add_func("/gem-rush/move/a-tile-of-k-doors-can-be-laid-in-k-ways", test_rotations);
  g_test_add_func("/gem-rush/move/one-way-doors-of-a-laid-tile-are-told", test_one_way_doors_of_a_tile);
  g_test_add_func("/gem-rush/move/no-step-or-no-tile-no-room", test_no_step_no_tile);
  g_test_add_func("/gem-rush/move/a-room-that-is-there-is-not-paid", test_no_pay_for_what_is_there);
  g_test_add_func("/gem-rush/move/orichalcum-and-skills-add-points", test_points_by_other_means);
  g_test_add_func("/gem-rush/move/a-master-builder-gets-more-for-four-gems", test_master_builder);
  g_test_add_func("/gem-rush/move/a-skill-is-told-where-only-it-lets-cards-pay", test_paying_by_a_skill_is_told);
  g_test_add_func("/gem-rush/move/a-haggler-pays-one-gem-less", test_haggler);
  g_test_add_func("/gem-rush/move/a-haggler-needs-a-door-of-three", test_haggler_needs_three_gems);
  g_test_add_func("/gem-rush/move/quick-hands-draw-once-a-turn", test_quick_hands);
  g_test_add_func("/gem-rush/move/a-surveyor-chooses-of-two-tiles", test_surveyor);
  g_test_add_func("/gem-rush/move/a-runner-and-a-trader-give-a-card-once", test_runner_and_trader);
  return g_test_run();
}
