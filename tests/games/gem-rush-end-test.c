/* Gem Rush: the end, the score, and whole matches. */
#include "gem-rush-position.h"

/* The turn of a seat is about to end; the seats that are named have so many points. */
static RushPosition *last_action(guint seats, guint seat, guint holder, gint16 points)
{
  RushPosition *position = rush_position_new("gem-rush", seats);
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  position->state->active = (guint8)seat;
  position->state->points[holder][GEM_RUSH_BY_ROOMS] = points;
  rush_position_phase(position, GEM_RUSH_ACTION);
  return position;
}

/* Three players, target 20: seat 1 reaches it, seat 2 still plays. */
static void test_the_round_is_played_out(void)
{
  g_autoptr(RushPosition) position = last_action(3, 1, 1, 20);
  g_autoptr(LapSession) session = rush_position_play(position);
  rush_play(session, "draw");
  g_assert_cmpint(games_waiting(session), ==, 2);
  g_assert_cmpuint(rush_told(session, "last_turn"), ==, 1);
  rush_play(session, "end_move");
  g_assert_cmpuint(rush_told(session, "last_turn"), ==, 0);
  rush_play(session, "draw");
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(rush_told(session, "ended"), ==, 1);
  LapSheet sheet = games_sheet(session);
  g_assert_cmpuint(sheet.place[1], ==, 1);
  g_assert_cmpuint(sheet.place[0], ==, 2);
}

/* --- the last round is told as soon as it is one */

/* A seat is about to move with so many points, and has what brings one more: a room, or a door to the south. */
static LapSession *about_to_score(const char *game, guint seat, gint16 points, const char *room, const char *hand)
{
  g_autoptr(RushPosition) position = rush_position_new_with(game, 3, "target", "20");
  rush_position_room(position, room, 0, 0, 0);
  rush_position_hand(position, seat, hand);
  position->state->target = 20;
  position->state->active = (guint8)seat;
  position->state->points[seat][GEM_RUSH_BY_ROOMS] = points;
  return rush_position_play(position);
}

#define IN_A_ROOM "foremans_office", "obsidian_permafrost obsidian_electrum obsidian_soulstone"
static void use_room(LapSession *session)
{
  rush_play(session, "use_room");
  rush_play(session, "discard obsidian_permafrost, discard obsidian_electrum, discard obsidian_soulstone");
}

/* Who still plays when a seat reaches the target; after the last of the round nobody does. */
static void assert_last_round(LapSession *session, guint seat, guint others, guint ends)
{
  g_assert_cmpuint(rush_told(session, "last_round"), ==, others);
  g_assert_cmpuint(rush_told(session, "race_ends"), ==, ends);
  const LapEvent *event = games_told(session, others ? "gem-rush/last_round" : "gem-rush/race_ends", seat);
  if (others + ends == 0) return;
  g_assert_nonnull(event);
  g_assert_cmpint(event->arg[1], ==, 20);
  if (others) g_assert_cmpint(event->arg[2], ==, seat + 1);
}

static void test_who_still_plays(void)
{
  for (guint seat = 0; seat < 3; seat++) {
    g_autoptr(LapSession) by_room = about_to_score("gem-rush", seat, 19, IN_A_ROOM);
    use_room(by_room);
    assert_last_round(by_room, seat, 2 - seat, seat == 2);
    g_autoptr(LapSession) by_door = about_to_score("gem-rush", seat, 19, "great_hall_2", "permafrost_electrum");
    rush_play(by_door, "build south, pay permafrost_electrum");
    assert_last_round(by_door, seat, 2 - seat, seat == 2);
  }
}

/* Neither too few points, nor more of them later, nor those of all together. */
static void test_no_last_round(void)
{
  static const struct {
    const char *game;
    gint16 points;
  } cases[] = {{"gem-rush", 18}, {"gem-rush", 20}, {"gem-crisis", 19}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    for (guint seat = 1; seat < 3; seat++) {
      g_autoptr(LapSession) session = about_to_score(cases[i].game, seat, cases[i].points, IN_A_ROOM);
      use_room(session);
      assert_last_round(session, seat, 0, 0);
    }
  }
}

static void test_the_first_of_two_is_told(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 3);
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_hand(position, 1, "permafrost_electrum");
  position->state->active = 1;
  position->state->points[0][GEM_RUSH_BY_ROOMS] = 20;
  position->state->points[1][GEM_RUSH_BY_ROOMS] = 19;
  g_autoptr(LapSession) session = rush_position_play(position);
  rush_play(session, "build south, pay permafrost_electrum");
  assert_last_round(session, 1, 0, 0);
}

/* Also where it is the last one for another reason. */
static void test_last_turns(void)
{
  for (guint seat = 0; seat < 3; seat++) {
    g_autoptr(RushPosition) position = last_action(3, seat, 0, 3);
    g_autoptr(LapSession) session = rush_position_play_without_decks(position);
    rush_play(session, "draw");
    const LapEvent *event = games_told(session, "gem-rush/last_turn", seat + 1);
    g_assert_true((event != NULL) == (seat < 2));
    if (event) g_assert_cmpint(event->arg[1], ==, 1); /* no tiles are left */
  }
}

static void test_the_target(void)
{
  static const struct {
    guint seats;
    const char *option;
    gint16 points;
    gboolean over;
  } cases[] = {{2, "0", 19, FALSE}, {2, "0", 20, TRUE}, {4, "0", 19, FALSE}, {4, "0", 20, TRUE}, {5, "0", 14, FALSE},
               {5, "0", 15, TRUE},  {7, "0", 15, TRUE}, {3, "7", 6, FALSE},  {3, "7", 7, TRUE}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_position_new_with("gem-rush", cases[i].seats, "target", cases[i].option);
    rush_position_room(position, "great_hall_2", 0, 0, 0);
    position->state->active = (guint8)(cases[i].seats - 1);
    position->state->points[0][GEM_RUSH_BY_ROOMS] = cases[i].points;
    rush_position_phase(position, GEM_RUSH_ACTION);
    g_autoptr(LapSession) session = rush_position_play(position);
    rush_play(session, "draw");
    g_assert_true(lap_session_over(session) == cases[i].over);
  }
}

static void test_a_tie_is_shared(void)
{
  g_autoptr(RushPosition) position = last_action(3, 2, 0, 21);
  position->state->points[2][GEM_RUSH_BY_SKILL] = 21;
  g_autoptr(LapSession) session = rush_position_play(position);
  rush_play(session, "draw");
  LapSheet sheet = games_sheet(session);
  g_assert_cmpuint(sheet.place[0], ==, 1);
  g_assert_cmpuint(sheet.place[1], ==, 3);
  g_assert_cmpuint(sheet.place[2], ==, 1);
}

static void test_no_tile_left(void)
{
  for (guint seat = 0; seat < 2; seat++) {
    g_autoptr(RushPosition) position = last_action(2, seat, 0, 3);
    g_autoptr(LapSession) session = rush_position_play_without_decks(position);
    rush_play(session, "draw");
    g_assert_true(lap_session_over(session) == (seat == 1)); /* never in mid-round */
  }
}

/* A ring of eight rooms; unless the last is turned, all doors lead into each other. */
static void test_no_door_left(void)
{
  for (guint open = 0; open < 2; open++) {
    g_autoptr(RushPosition) position = last_action(2, 1, 0, 3);
    rush_position_room(position, "great_hall_1", 0, 1, 0);
    rush_position_room(position, "tunnel_5", 0, -1, 2);
    rush_position_room(position, "tunnel_6", -1, -1, 1);
    rush_position_room(position, "tunnel_2", -1, 0, 0);
    rush_position_room(position, "tunnel_4", -1, 1, 0);
    rush_position_room(position, "tunnel_7", -1, 2, 0);
    rush_position_room(position, "tunnel_8", 0, 2, open ? 0 : 3);
    g_autoptr(LapSession) session = rush_position_play(position);
    rush_play(session, "draw");
    g_assert_true(lap_session_over(session) == !open);
  }
}

static void test_a_hundred_rounds(void)
{
  g_autoptr(RushPosition) position = last_action(2, 1, 0, 3);
  position->state->rounds = 99;
  g_autoptr(LapSession) session = rush_position_play(position);
  rush_play(session, "draw");
  g_assert_true(lap_session_over(session));
}

static void test_every_source_of_points_is_a_line(void)
{
  g_autoptr(RushPosition) position = last_action(2, 1, 0, 3);
  for (gint16 source = 0; source < GEM_RUSH_SOURCES; source++) position->state->points[1][source] = source + 1;
  position->state->points[1][GEM_RUSH_BY_DOORS] += 2;
  position->state->built_by[0] = 2 |
                                 2 << 8; /* seat 1 through both doors: to the north for 2 points, to the south for 1 */
  g_autoptr(LapSession) session = rush_position_play(position);
  LapSheet sheet = games_sheet(session);
  g_assert_cmpuint(sheet.n, ==, 6);
  g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], ==, 3);
  g_assert_cmpint(sheet.total[1][LAP_TIER_POINTS], ==, 12);
}

/* --- whole matches */

static void check_stock(const GemRush *state, guint seats)
{
  guint cards = state->gem_deck.count + state->discard_pile.count + state->aside.count + state->payment.count;
  for (guint seat = 0; seat < seats; seat++) cards += state->hand[seat].count;
  g_assert_cmpuint(cards, ==, 75);
  g_assert_cmpuint(state->rooms + state->room_deck.count + state->drawn.count, ==, 80);
  g_assert_cmpuint(state->payment.count, ==, 0);
}

/* The lines say where each point came from. */
static void check_points(LapSession *session, guint seats)
{
  LapSheet sheet = games_sheet(session);
  for (guint seat = 0; seat < seats; seat++)
    g_assert_cmpint(sheet.total[seat][LAP_TIER_POINTS], ==, gem_rush_points(rush_state(session), (gint32)seat));
}

/* Nobody stands in rooms that are not there, and no two rooms on one square. */
static void check_mine(const GemRush *state, guint seats)
{
  for (guint seat = 0; seat < seats; seat++) g_assert_cmpuint(state->dwarf[seat], <, state->rooms);
  for (guint a = 0; a < state->rooms; a++)
    for (guint b = 0; b < a; b++) g_assert_true(state->x[a] != state->x[b] || state->y[a] != state->y[b]);
}

static void test_whole_matches(void)
{
  LapGenerator chooser = lap_generator_seeded(3);
  for (guint match = 0; match < 30; match++) {
    guint seats = 2 + match % 6, plies = 0;
    g_autoptr(LapSession) session = games_start("gem-rush", seats, match);
    for (; !lap_session_over(session); plies++) {
      check_stock(rush_state(session), seats);
      check_points(session, seats);
      rush_play_random(session, &chooser);
    }
    check_mine(rush_state(session), seats);
    g_assert_cmpuint(rush_state(session)->active, ==, 0); /* all have had as many turns */
    g_assert_cmpuint(plies, <, 20000);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-rush/end/the-round-is-played-out", test_the_round_is_played_out);
  g_test_add_func("/gem-rush/end/who-still-plays-is-told-at-once", test_who_still_plays);
  g_test_add_func("/gem-rush/end/no-last-round-is-told-that-is-none", test_no_last_round);
  g_test_add_func("/gem-rush/end/only-the-first-at-the-target-is-told", test_the_first_of_two_is_told);
  g_test_add_func("/gem-rush/end/a-last-turn-is-told-when-it-begins", test_last_turns);
  g_test_add_func("/gem-rush/end/the-target-goes-by-the-number-of-players", test_the_target);
  g_test_add_func("/gem-rush/end/a-tie-is-shared", test_a_tie_is_shared);
  g_test_add_func("/gem-rush/end/without-tiles-after-the-round", test_no_tile_left);
  g_test_add_func("/gem-rush/end/without-a-door-to-an-empty-square", test_no_door_left);
  g_test_add_func("/gem-rush/end/after-a-hundred-rounds", test_a_hundred_rounds);
  g_test_add_func("/gem-rush/end/every-source-of-points-is-a-line-of-the-score", test_every_source_of_points_is_a_line);
  g_test_add_func("/gem-rush/end/comes-for-any-number-of-seats-and-loses-no-card", test_whole_matches);
  return g_test_run();
}
