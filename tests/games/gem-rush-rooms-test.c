/* Gem Rush: what rooms do. */
#include <string.h>

#include "gem-rush-position.h"

/* Seat 0 is about to act in a room. */
static LapSession *act_in(RushPosition *position, const char *room, const char *hand, const char *deck)
{
  rush_position_room(position, room, 0, 0, 0);
  rush_position_hand(position, 0, hand);
  rush_position_deck(position, deck);
  rush_position_phase(position, GEM_RUSH_ACTION);
  return rush_position_play(position);
}

static const struct {
  const char *room, *hand, *deck, *choices[3], *kept, *discarded;
} actions[] = {
    /* The rulebook's: until three cards with either gem; one with both counts once. */
    {"comet_furnace",
     "",
     "obsidian_permafrost star_tear_fire_ruby electrum_soulstone obsidian_star_tear fire_ruby_living_jade",
     {"discard obsidian_star_tear"},
     "star_tear_fire_ruby fire_ruby_living_jade",
     "obsidian_star_tear obsidian_permafrost electrum_soulstone"},
    {"obsidian_vein",
     "",
     "warpstone obsidian_electrum permafrost_electrum obsidian_permafrost",
     {NULL},
     "obsidian_permafrost obsidian_electrum",
     "warpstone permafrost_electrum"},
    /* Gallery: reveal five, keep all that match. */
    {"obsidian_electrum_gallery",
     "",
     "obsidian_electrum permafrost_electrum warpstone soulstone_star_tear obsidian_soulstone diamond_dust",
     {NULL},
     "obsidian_electrum obsidian_soulstone permafrost_electrum",
     "warpstone soulstone_star_tear"},
    /* Sluice: the drawn card is kept in any case. */
    {"obsidian_soulstone_sluice",
     "",
     "warpstone diamond_dust obsidian_electrum echoglass",
     {NULL},
     "obsidian_electrum warpstone",
     "diamond_dust echoglass"},
    {"diamond_dust_cache",
     "",
     "obsidian_electrum obsidian_diamond_dust warpstone",
     {NULL},
     "obsidian_diamond_dust warpstone",
     "obsidian_electrum"},
    {"quarry",
     "obsidian_electrum",
     "warpstone diamond_dust echoglass",
     {"discard echoglass"},
     "obsidian_electrum diamond_dust warpstone",
     "echoglass"},
    {"sorting_room",
     "",
     "warpstone diamond_dust echoglass obsidian_electrum",
     {"keep obsidian_electrum, keep warpstone"},
     "obsidian_electrum warpstone",
     "diamond_dust echoglass"},
    /* Discard X, draw X, draw one. */
    {"refinery",
     "obsidian_electrum obsidian_permafrost",
     "warpstone diamond_dust echoglass",
     {"choose_x 1", "discard obsidian_electrum"},
     "obsidian_permafrost diamond_dust warpstone",
     "obsidian_electrum"},
    {"refinery", "obsidian_electrum", "warpstone", {"choose_x 0"}, "obsidian_electrum warpstone", ""},
    /* Discard X, reveal X: with two, two of each. */
    {"trading_post",
     "obsidian_permafrost obsidian_electrum",
     "warpstone diamond_dust echoglass",
     {"choose_x 2", "discard obsidian_permafrost, discard obsidian_electrum"},
     "diamond_dust echoglass warpstone",
     "obsidian_permafrost obsidian_electrum"},
    {"oracle",
     "",
     "warpstone permafrost_echoglass obsidian_electrum echoglass",
     {"name_gem echoglass"},
     "permafrost_echoglass echoglass",
     "warpstone obsidian_electrum"},
    {"wishing_well",
     "obsidian_electrum",
     "warpstone electrum_warpstone soulstone_warpstone",
     {"discard obsidian_electrum", "name_gem warpstone"},
     "electrum_warpstone soulstone_warpstone warpstone",
     "obsidian_electrum"},
    {"twin_shafts",
     "",
     "warpstone diamond_dust echoglass obsidian_electrum permafrost_warpstone",
     {"name_gem warpstone", "name_gem echoglass"},
     "permafrost_warpstone echoglass warpstone",
     "diamond_dust obsidian_electrum"},
    {"twin_shafts",
     "",
     "warpstone diamond_dust echoglass obsidian_electrum permafrost_warpstone",
     {"name_gem warpstone", "name_gem warpstone"},
     "permafrost_warpstone warpstone",
     "diamond_dust echoglass obsidian_electrum"},
    {"treasure_vault",
     "",
     "obsidian_electrum obsidian_orichalcum electrum_soulstone",
     {NULL},
     "electrum_soulstone obsidian_orichalcum",
     "obsidian_electrum"},
    {"mint",
     "",
     "obsidian_orichalcum obsidian_electrum warpstone electrum_soulstone",
     {NULL},
     "obsidian_electrum electrum_soulstone",
     "obsidian_orichalcum warpstone"},
    {"deep_shaft",
     "",
     "warpstone diamond_dust echoglass obsidian_electrum",
     {"keep echoglass"},
     "obsidian_electrum echoglass",
     "warpstone diamond_dust"},
    {"crucible",
     "obsidian_electrum obsidian_permafrost",
     "warpstone diamond_dust echoglass electrum_soulstone",
     {"discard obsidian_permafrost, discard obsidian_electrum"},
     "electrum_soulstone diamond_dust echoglass warpstone",
     "obsidian_permafrost obsidian_electrum"},
    {"warehouse",
     "",
     "warpstone diamond_dust echoglass electrum_soulstone",
     {"discard diamond_dust, discard warpstone"},
     "electrum_soulstone echoglass",
     "diamond_dust warpstone"},
};

static void test_actions(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(actions); i++) {

    g_test_message("%s", actions[i].room);
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    g_autoptr(LapSession) session = act_in(position, actions[i].room, actions[i].hand, actions[i].deck);
    rush_play(session, "use_room");
    for (guint c = 0; c < G_N_ELEMENTS(actions[i].choices) && actions[i].choices[c]; c++)
      rush_play(session, actions[i].choices[c]);
    rush_assert_cards(session, &rush_state(session)->hand[0], actions[i].kept);
    rush_assert_cards(session, &rush_state(session)->discard_pile, actions[i].discarded);
    g_assert_cmpint(games_waiting(session), ==, 1);
    g_assert_cmpuint(rush_state(session)->effect_room + rush_state(session)->named + rush_state(session)->chosen_x, ==,
                     0);
  }
}

static void test_x_is_what_the_hand_can_discard(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  g_autoptr(LapSession) session = act_in(position, "trading_post", "obsidian_permafrost obsidian_electrum", "");
  rush_play(session, "use_room");
  rush_assert_legal(session, NULL, "choose_x 0, choose_x 1, choose_x 2");
}

/* The prompt says how many are still to be named. */
static void test_how_many_gems_are_named(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  g_autoptr(LapSession) session = act_in(position, "twin_shafts", "", "warpstone diamond_dust");
  rush_play(session, "use_room");
  g_assert_cmpuint(rush_state(session)->to_choose, ==, 2);
  rush_play(session, "name_gem warpstone");
  g_assert_cmpuint(rush_state(session)->to_choose, ==, 1);
  rush_play(session, "name_gem echoglass");
  g_assert_cmpuint(rush_state(session)->to_choose, ==, 0);

  g_autoptr(RushPosition) other = rush_position_new("gem-rush", 2);
  g_autoptr(LapSession) single = act_in(other, "oracle", "", "warpstone diamond_dust");
  rush_play(single, "use_room");
  g_assert_cmpuint(rush_state(single)->to_choose, ==, 1);
}

/* That may be done, and brings nothing. */
static void test_a_gem_that_is_named_twice(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  g_autoptr(LapSession) session = act_in(position, "twin_shafts", "", "warpstone diamond_dust");
  rush_play(session, "use_room");
  rush_play(session, "name_gem warpstone");
  g_assert_cmpuint(rush_told(session, "named_again"), ==, 0);
  rush_play(session, "name_gem warpstone");
  g_assert_cmpuint(rush_told(session, "named_again"), ==, 1);
}

/* A kept card has been seen by all, a drawn one has not. */
static void test_knowledge(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  g_autoptr(LapSession)
      session = act_in(position, "obsidian_soulstone_sluice", "", "warpstone diamond_dust obsidian_electrum echoglass");
  rush_play(session, "use_room");
  const GemRush *state = rush_state(session);
  g_assert_cmpuint(state->hand[0].slot[0].known, ==, LAP_EVERYONE);
  g_assert_cmpuint(state->hand[0].slot[1].known, ==, 1);
}

/* What an effect has set aside is not shuffled into the deck that it goes on with. */
static void test_reshuffle_within_an_effect(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_room(position, "diamond_dust_cache", 0, 0, 0);
  rush_position_hand(position, 1,
                     "diamond_dust diamond_dust obsidian_diamond_dust permafrost_diamond_dust "
                     "electrum_diamond_dust soulstone_diamond_dust star_tear_diamond_dust "
                     "fire_ruby_diamond_dust living_jade_diamond_dust");
  rush_position_phase(position, GEM_RUSH_ACTION);
  g_autoptr(LapSession) session = rush_position_play_without_decks(position);
  rush_play(session, "use_room"); /* digs through all 66 cards and finds none, then draws: nothing is left */
  g_assert_cmpuint(rush_told(session, "no_cards"), ==, 2); /* at the dig, and at the draw */
  g_assert_cmpuint(rush_told(session, "revealed"), ==, 66);
  g_assert_cmpuint(rush_told(session, "drew"), ==, 0);
  g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 0);
  g_assert_cmpuint(rush_state(session)->discard_pile.count, ==, 66);
}

/* --- Movement and Free rooms, on the way */

static LapSession *move_in(RushPosition *position, const char *hand, guint steps)
{
  rush_position_hand(position, 0, hand);
  position->state->steps = (guint8)steps;
  return rush_position_play(position);
}

/* Around (0,0): great_hall_2 at (1,1), furnace at (2,0), slide at (0,2), oracle at (5,6); it began at the oracle. */
static void lay_neighbourhood(RushPosition *position, const char *room)
{
  rush_position_room(position, room, 0, 0, 0);
  rush_position_room(position, "great_hall_2", 1, 1, 0);
  rush_position_room(position, "furnace", 2, 0, 0);
  rush_position_room(position, strcmp(room, "slide") ? "slide" : "runway", 0, 2, 0);
  rush_position_room(position, "oracle", 5, 6, 0);
  position->state->start = 4;
  position->state->dwarf[1] = 2;
}

static void test_movement_rooms(void)
{
  static const struct {
    const char *room, *legal;
  } cases[] = {{"minecart_station", "go slide"},
               {"great_lift", "go furnace, go slide"},
               {"portal_chamber", "go great_hall_2, go oracle, go furnace, go slide"},
               {"rope_bridge", "go great_hall_2"},
               {"slide", "go great_hall_2, go furnace, go runway"},
               {"homeward_shaft", "go oracle"},
               {"companions_passage", "go furnace"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    lay_neighbourhood(position, cases[i].room);
    g_autoptr(LapSession) session = move_in(position, "", 1);
    rush_play(session, "use_room");
    g_assert_cmpuint(rush_state(session)->steps, ==, 0);
    rush_assert_legal(session, NULL, cases[i].legal);
    g_auto(GStrv) choice = g_strsplit(cases[i].legal, ", ", -1);
    rush_play(session, choice[0]);
    g_assert_cmpstr(rush_where(session, 0), ==, choice[0] + strlen("go "));
    g_assert_cmpstr(rush_phase(session), ==, "move");
  }
}

static void test_nowhere_to_go(void)
{
  static const char *const rooms[] = {"minecart_station", "great_lift",        "portal_chamber", "rope_bridge", "slide",
                                      "homeward_shaft",   "companions_passage"};
  for (gsize i = 0; i < G_N_ELEMENTS(rooms); i++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, rooms[i], 0, 0, 0);
    g_autoptr(LapSession) session = move_in(position, "", 3);
    g_assert_false(rush_may(session, "use_room"));
  }
}

static void test_a_movement_room_costs_a_step(void)
{
  for (guint steps = 0; steps < 2; steps++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, "runway", 0, 0, 0);
    g_autoptr(LapSession) session = move_in(position, "", steps);
    g_assert_true(rush_may(session, "use_room") == (steps > 0));
    if (!steps) continue;
    rush_play(session, "use_room");
    g_assert_cmpuint(rush_state(session)->steps, ==, 2);
    g_assert_false(rush_may(session, "use_room")); /* once a turn */
  }
}

static const struct {
  const char *room, *hand, *deck, *choices[3], *kept;
  int points;
} free_rooms[] = {
    {"shrine", "obsidian_electrum", "warpstone", {"discard obsidian_electrum"}, "warpstone", 0},
    {"reliquary",
     "obsidian_electrum",
     "warpstone echoglass",
     {"discard obsidian_electrum", "keep echoglass"},
     "echoglass",
     0},
    {"pantry", "obsidian_electrum", "warpstone", {NULL}, "obsidian_electrum warpstone", 0},
    {"forge",
     "obsidian_electrum obsidian_permafrost",
     "warpstone echoglass",
     {"discard obsidian_permafrost, discard obsidian_electrum"},
     "echoglass warpstone",
     0},
    {"crystal_mirror", "", "warpstone", {"name_gem warpstone"}, "warpstone", 0},
    {"crystal_mirror", "", "warpstone", {"name_gem obsidian"}, "", 0},
    {"scrap_chute",
     "obsidian_electrum obsidian_permafrost",
     "electrum_soulstone warpstone",
     {"choose_x 2", "discard obsidian_permafrost, discard obsidian_electrum"},
     "warpstone",
     0},
    {"lamp_room",
     "obsidian_electrum",
     "warpstone echoglass diamond_dust",
     {"discard obsidian_electrum", "keep diamond_dust"},
     "diamond_dust",
     0},
    {"foremans_office",
     "obsidian_electrum obsidian_permafrost warpstone echoglass",
     "",
     {"discard obsidian_permafrost, discard obsidian_electrum, discard warpstone"},
     "echoglass",
     1},
};

static void test_free_rooms(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(free_rooms); i++) {
    g_test_message("%s", free_rooms[i].room);
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, free_rooms[i].room, 0, 0, 0);
    rush_position_deck(position, free_rooms[i].deck);
    g_autoptr(LapSession) session = move_in(position, free_rooms[i].hand, 0);
    rush_play(session, "use_room");
    for (guint c = 0; c < G_N_ELEMENTS(free_rooms[i].choices) && free_rooms[i].choices[c]; c++)
      rush_play(session, free_rooms[i].choices[c]);
    rush_assert_cards(session, &rush_state(session)->hand[0], free_rooms[i].kept);
    g_assert_cmpint(rush_state(session)->points[0][GEM_RUSH_BY_ROOMS], ==, free_rooms[i].points);
    g_assert_cmpstr(rush_phase(session), ==, "move");
    g_assert_false(rush_may(session, "use_room")); /* once a turn */
  }
}

/* What must be discarded first must be there; a full larder is closed. */
static void test_rooms_that_cannot_be_used(void)
{
  static const struct {
    const char *room, *hand;
  } cases[] = {{"shrine", ""},
               {"reliquary", ""},
               {"forge", "obsidian_electrum"},
               {"foremans_office", "obsidian_electrum obsidian_permafrost"},
               {"pantry", "obsidian_electrum obsidian_permafrost"},
               {"tunnel_2", ""},
               {"oracle", ""}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, cases[i].room, 0, 0, 0);
    g_autoptr(LapSession) session = move_in(position, cases[i].hand, 3);
    g_assert_false(rush_may(session, "use_room"));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-rush/rooms/actions-bring-what-they-say", test_actions);
  g_test_add_func("/gem-rush/rooms/x-is-what-the-hand-can-discard", test_x_is_what_the_hand_can_discard);
  g_test_add_func("/gem-rush/rooms/how-many-gems-are-to-be-named-is-known", test_how_many_gems_are_named);
  g_test_add_func("/gem-rush/rooms/a-gem-that-is-named-twice-is-told", test_a_gem_that_is_named_twice);
  g_test_add_func("/gem-rush/rooms/a-kept-card-was-seen-a-drawn-one-not", test_knowledge);
  g_test_add_func("/gem-rush/rooms/what-is-set-aside-is-not-reshuffled", test_reshuffle_within_an_effect);
  g_test_add_func("/gem-rush/rooms/movement-leads-where-it-says", test_movement_rooms);
  g_test_add_func("/gem-rush/rooms/movement-without-a-goal-is-closed", test_nowhere_to_go);
  g_test_add_func("/gem-rush/rooms/movement-costs-a-step-once-a-turn", test_a_movement_room_costs_a_step);
  g_test_add_func("/gem-rush/rooms/free-rooms-are-used-on-the-way-once-a-turn", test_free_rooms);
  g_test_add_func("/gem-rush/rooms/what-cannot-be-paid-cannot-be-used", test_rooms_that_cannot_be_used);
  return g_test_run();
}
