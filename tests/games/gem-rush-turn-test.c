/* Gem Rush: the deal, discarding, the action, and the skills that serve there. */
#include "gem-rush-position.h"

/* --- setup */

static void test_the_deal(void)
{
  for (guint seats = 2; seats <= GEM_RUSH_SEATS; seats++) {
    g_autoptr(LapSession) session = games_start("gem-rush", seats, seats);
    const GemRush *state = rush_state(session);
    g_assert_cmpuint(state->gem_deck.count, ==, 75 - 4 * seats);
    g_assert_cmpuint(state->skill_box.count, ==, 20 - seats);
    g_assert_cmpuint(state->room_deck.count + state->rooms, ==, 80);
    for (guint seat = 0; seat < seats; seat++) {
      g_assert_cmpuint(state->hand[seat].count, ==, 4);
      g_assert_cmpuint(state->hand[seat].slot[0].known, ==, 1u << seat);
      g_assert_cmpuint(state->skill[seat][0].known, ==, LAP_EVERYONE);
      g_assert_cmpuint(state->dwarf[seat], ==, state->start);
    }
    g_assert_cmpint(games_waiting(session), ==, 0);
    g_assert_cmpstr(rush_phase(session), ==, "move");
  }
}

/* A tunnel is never the start room; the one before the start room leads into it. */
static void test_tunnels_at_the_start(void)
{
  guint chains = 0;
  for (guint64 seed = 0; seed < 300; seed++) {
    g_autoptr(LapSession) session = games_start("gem-rush", 2, seed);
    const GemRush *state = rush_state(session);
    g_assert_false(g_str_has_prefix(rush_where(session, 0), "tunnel"));
    g_assert_cmpuint(state->start, ==, state->rooms - 1);
    g_assert_cmpint(state->x[0], ==, 0);
    g_assert_cmpint(state->y[0], ==, 0);
    g_assert_cmpuint(state->turned[0], ==, 0);
    for (guint place = 1; place < state->rooms; place++)
      g_assert_cmpint(ABS(state->x[place] - state->x[place - 1]) + ABS(state->y[place] - state->y[place - 1]), ==, 1);
    chains += state->rooms > 1;
  }
  g_assert_cmpuint(chains, >, 20);
}

/* --- discard */

static LapSession *at_the_end_of_a_turn(RushPosition *position)
{
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_phase(position, GEM_RUSH_ACTION);
  return rush_position_play(position);
}

#define SIX                                                                                         \
  "obsidian_permafrost obsidian_electrum obsidian_soulstone obsidian_star_tear obsidian_fire_ruby " \
  "obsidian_living_jade"

static void test_down_to_four_cards(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_hand(position, 1, SIX);
  g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
  rush_play(session, "draw");
  g_assert_cmpstr(rush_phase(session), ==, "discard");
  rush_assert_legal(session, NULL,
                    "discard obsidian_permafrost, discard obsidian_electrum, discard obsidian_soulstone, "
                    "discard obsidian_star_tear, discard obsidian_fire_ruby");
  rush_assert_legal(session, "discard obsidian_fire_ruby", "discard obsidian_living_jade");
  g_assert_true(games_refuses(session, "discard obsidian_permafrost"));
  rush_play(session, "discard obsidian_permafrost, discard obsidian_soulstone");
  g_assert_cmpstr(rush_phase(session), ==, "move");
  rush_assert_cards(session, &rush_state(session)->hand[1],
                    "obsidian_electrum obsidian_star_tear obsidian_fire_ruby obsidian_living_jade");
  rush_assert_cards(session, &rush_state(session)->discard_pile, "obsidian_permafrost obsidian_soulstone");
}

static void test_equal_cards(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_hand(position, 1,
                     "obsidian_permafrost obsidian_permafrost obsidian_electrum obsidian_electrum star_tear_fire_ruby "
                     "warpstone");
  g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
  rush_play(session, "draw");
  rush_assert_legal(session, "discard obsidian_permafrost",
                    "discard obsidian_permafrost, discard obsidian_electrum, discard star_tear_fire_ruby, "
                    "discard warpstone");
}

static void test_four_cards_stay(void)
{
  static const struct {
    const char *skill, *hand, *phase;
  } cases[] = {{"runner", "obsidian_permafrost obsidian_electrum obsidian_soulstone obsidian_star_tear", "move"},
               {"runner", SIX, "discard"},
               {"deep_pockets",
                "obsidian_permafrost obsidian_electrum obsidian_soulstone obsidian_star_tear obsidian_fire_ruby",
                "move"},
               {"deep_pockets", SIX, "discard"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_skill(position, 1, cases[i].skill);
    rush_position_hand(position, 1, cases[i].hand);
    g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
    rush_play(session, "draw");
    g_assert_cmpstr(rush_phase(session), ==, cases[i].phase);
  }
}

static void test_salvager(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_skill(position, 1, "salvager");
  rush_position_hand(position, 1, SIX);
  rush_position_deck(position, "warpstone diamond_dust");
  g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
  rush_play(session, "draw");
  rush_play(session, "discard obsidian_permafrost, discard obsidian_electrum");
  g_assert_true(lap_session_undo(session) && lap_session_redo(session));
  rush_assert_cards(session, &rush_state(session)->hand[1],
                    "obsidian_soulstone obsidian_star_tear obsidian_fire_ruby obsidian_living_jade diamond_dust");
}

/* --- action */

static void test_steps_of_a_turn(void)
{
  for (guint surefoot = 0; surefoot < 2; surefoot++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    if (surefoot) rush_position_skill(position, 1, "surefoot");
    position->state->skill_used = position->state->built = 1;
    g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
    rush_play(session, "draw");
    g_assert_cmpint(games_waiting(session), ==, 1);
    g_assert_cmpuint(rush_state(session)->steps, ==, surefoot ? 4 : 3);
    g_assert_cmpuint(rush_state(session)->skill_used, ==, 0);
    g_assert_cmpuint(rush_state(session)->built, ==, 0);
  }
}

/* One action, of which the room's is open only in an Action room. */
static void test_the_action(void)
{
  static const struct {
    const char *room, *legal;
  } cases[] = {{"great_hall_2", "use_room great_hall_2, draw"},
               {"shrine", "draw"},
               {"portal_chamber", "draw"},
               {"tunnel_2", "draw"},
               {"furnace", "draw"},
               {"crucible", "draw"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_room(position, cases[i].room, 0, 0, 0);
    rush_position_phase(position, GEM_RUSH_ACTION);
    g_autoptr(LapSession) session = rush_position_play(position);
    rush_assert_legal(session, NULL, cases[i].legal);
    rush_play(session, "draw");
    g_assert_cmpint(games_waiting(session), ==, 1);
    g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 1);
  }
}

/* A drawn card is its drawer's secret. */
static void test_a_drawn_card(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 3);
  g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
  rush_play(session, "draw");
  g_assert_cmpuint(rush_state(session)->hand[0].slot[0].known, ==, 1);
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  g_assert_cmpuint(event[0].knows, ==, 1);
}

static void test_an_empty_deck(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_phase(position, GEM_RUSH_ACTION);
  g_autoptr(LapSession) session = rush_position_play_without_decks(position);
  g_assert_cmpuint(rush_state(session)->discard_pile.count, ==, 75);
  rush_play(session, "use_room");
  g_assert_cmpuint(rush_told(session, "reshuffled"), ==, 1);
  g_assert_cmpuint(rush_state(session)->discard_pile.count, ==, 0);
  g_assert_cmpuint(rush_state(session)->gem_deck.count, ==, 73);
}

/* --- skills of the action */

static void test_keen_eye(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_skill(position, 0, "keen_eye");
  rush_position_deck(position, "warpstone diamond_dust");
  g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
  rush_play(session, "draw");
  g_assert_cmpstr(rush_phase(session), ==, "keep");
  rush_assert_legal(session, NULL, "keep diamond_dust, keep warpstone");
  rush_play(session, "keep warpstone");
  rush_assert_cards(session, &rush_state(session)->hand[0], "warpstone");
  rush_assert_cards(session, &rush_state(session)->discard_pile, "diamond_dust");
  g_assert_cmpint(games_waiting(session), ==, 1);
}

/* The colour of seat 0 is obsidian, that of seat 1 permafrost. */
static void test_kin_seeker(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
  rush_position_skill(position, 0, "kin_seeker");
  rush_position_deck(position, "warpstone permafrost_electrum obsidian_soulstone");
  g_autoptr(LapSession) session = at_the_end_of_a_turn(position);
  rush_play(session, "draw");
  rush_assert_cards(session, &rush_state(session)->hand[0], "obsidian_soulstone");
  rush_assert_cards(session, &rush_state(session)->discard_pile, "warpstone permafrost_electrum");
}

static void test_good_company(void)
{
  for (guint alone = 0; alone < 2; alone++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
    rush_position_skill(position, 0, "good_company");
    g_autoptr(LapSession) session = NULL;
    rush_position_room(position, "great_hall_2", 0, 0, 0);
    rush_position_room(position, "oracle", 1, 0, 0);
    position->state->dwarf[1] = (guint8)alone;
    rush_position_phase(position, GEM_RUSH_ACTION);
    session = rush_position_play(position);
    rush_play(session, "draw");
    g_assert_cmpuint(rush_state(session)->hand[0].count, ==, alone ? 1 : 2);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-rush/turn/a-skill-and-four-cards-each", test_the_deal);
  g_test_add_func("/gem-rush/turn/the-first-tunnels-are-followed-to-a-room", test_tunnels_at_the_start);
  g_test_add_func("/gem-rush/turn/of-six-cards-exactly-two-are-discarded", test_down_to_four_cards);
  g_test_add_func("/gem-rush/turn/equal-cards-are-one-choice", test_equal_cards);
  g_test_add_func("/gem-rush/turn/four-cards-stay-and-five-in-deep-pockets", test_four_cards_stay);
  g_test_add_func("/gem-rush/turn/a-salvager-draws-for-what-it-discards", test_salvager);
  g_test_add_func("/gem-rush/turn/begins-with-three-steps-four-for-a-surefoot", test_steps_of_a_turn);
  g_test_add_func("/gem-rush/turn/has-one-action-drawing-or-the-room", test_the_action);
  g_test_add_func("/gem-rush/turn/a-drawn-card-is-seen-by-its-drawer-alone", test_a_drawn_card);
  g_test_add_func("/gem-rush/turn/an-empty-deck-is-made-of-the-discard-pile", test_an_empty_deck);
  g_test_add_func("/gem-rush/turn/a-keen-eye-keeps-one-of-two", test_keen_eye);
  g_test_add_func("/gem-rush/turn/a-kin-seeker-digs-its-own-colour", test_kin_seeker);
  g_test_add_func("/gem-rush/turn/good-company-draws-beside-another-dwarf", test_good_company);
  return g_test_run();
}
