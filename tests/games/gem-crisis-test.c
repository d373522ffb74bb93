/* Gem Rush, the crisis: open hands, burning, targets. */
#include <string.h>

#include "gem-rush-position.h"
#include "host/projection/prompt.h"

static LapSession *about_to_act(RushPosition *position)
{
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_phase(position, GEM_RUSH_ACTION);
  return rush_position_play(position);
}

static void test_open_hands(void)
{
  g_autoptr(LapSession) session = games_start("gem-crisis", 3, 1);
  for (guint seat = 0; seat < 3; seat++)
    for (guint i = 0; i < 4; i++) g_assert_cmpuint(rush_state(session)->hand[seat].slot[i].known, ==, LAP_EVERYONE);
  g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 2);
  g_autoptr(LapSession) drawing = about_to_act(position);
  rush_play(drawing, "draw");
  g_assert_cmpuint(rush_state(drawing)->hand[0].slot[0].known, ==, LAP_EVERYONE);
}

/* --- burning */

static void test_three_cards_burn(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 2);
  rush_position_hand(position, 0, "obsidian_permafrost obsidian_permafrost");
  rush_position_hand(position, 1, "warpstone");
  rush_position_deck(position, "diamond_dust echoglass");
  g_autoptr(LapSession) session = about_to_act(position);
  rush_play(session, "draw");
  g_assert_cmpstr(rush_phase(session), ==, "burn");
  rush_assert_legal(session, NULL,
                    "burn_deck, burn_card 0 obsidian_permafrost, burn_card 0 diamond_dust, burn_card 1 warpstone");
  rush_play(session, "burn_deck");
  rush_play(session, "burn_card 1 warpstone");
  g_assert_cmpint(games_waiting(session), ==, 0);
  rush_play(session, "burn_card 0 obsidian_permafrost");
  rush_assert_cards(session, &rush_crisis(session)->burned, "echoglass warpstone obsidian_permafrost");
  g_assert_cmpint(games_waiting(session), ==, 1);
  g_assert_cmpstr(rush_phase(session), ==, "move");
  rush_play(session, "end_move");
  rush_play(session, "draw");
  rush_play(session, "burn_deck");
  g_assert_cmpuint(rush_crisis(session)->burns, ==, 1);
}

static void test_discarded_cards_come_back(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 2);
  rush_position_hand(position, 0, "obsidian_permafrost");
  rush_position_discarded(position, "obsidian_electrum obsidian_soulstone obsidian_star_tear permafrost_electrum");
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_phase(position, GEM_RUSH_ACTION);
  g_autoptr(LapSession) session = rush_position_play_without_decks(position);
  rush_play(session, "draw");
  for (guint i = 0; i < 3; i++) rush_play(session, "burn_deck");
  g_assert_cmpuint(rush_crisis(session)->burned.count, ==, 73);
  rush_assert_legal(session, NULL, "end_move");
  rush_play(session, "end_move");
  rush_assert_legal(session, NULL, "use_room great_hall_2, draw"); /* nothing is left to draw, which is said */
  rush_play(session, "draw");
  g_assert_cmpuint(rush_state(session)->hand[1].count, ==, 0);
  g_autofree char *legal = rush_legal(session, NULL);
  g_assert_null(strstr(legal, "burn_deck"));
}

static void test_the_last_card_ends_it(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 2);
  rush_position_hand(position, 0, "obsidian_permafrost obsidian_electrum");
  rush_position_hand(position, 1, "warpstone");
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_phase(position, GEM_RUSH_ACTION);
  g_autoptr(LapSession) session = rush_position_play_without_decks(position);
  rush_play(session, "draw");
  rush_play(session, "burn_card 1 warpstone");
  rush_play(session, "burn_card 0 obsidian_permafrost");
  g_assert_false(lap_session_over(session));
  rush_play(session, "burn_card 0 obsidian_electrum");
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(rush_told(session, "burned_out"), ==, 1);
  g_assert_cmpuint(rush_told(session, "turns_left"), ==, 0);
}

/* What the seat that is waited for is asked, in English. */
static char *asked(LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  const LapGame *game = lap_engine_game(engine);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  const char *const folders[] = {lap_registry_find(registry, "gem-rush")->folder,
                                 lap_registry_find(registry, "gem-crisis")->folder};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapTexts) texts = lap_texts_new(game, folders, "en", &error);
  g_assert_no_error(error);
  guint seat = (guint)games_waiting(session);
  return lap_prompt_of(
      &(LapAsked){texts, engine, lap_session_block(session), seat, lap_session_legal(session, seat, NULL, 0, NULL)});
}

/* The prompt names what can burn, and nothing else: the deck or its discards, hands. */
static void test_what_can_burn_is_asked_for(void)
{
  static const struct {
    const char *hand, *discarded;
    gboolean of_deck, of_hands;
  } cases[] = {{"warpstone", "diamond_dust obsidian_electrum", TRUE, TRUE},
               {"warpstone obsidian_electrum", "", FALSE, TRUE},
               {"", "diamond_dust obsidian_electrum", TRUE, FALSE}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 2);
    rush_position_hand(position, 1, cases[i].hand);
    rush_position_discarded(position, cases[i].discarded);
    rush_position_room(position, "great_hall_2", 0, 0, 0);
    rush_position_phase(position, LAP_ID(1, 2));
    g_autoptr(LapSession) session = rush_position_play_without_decks(position);
    g_assert_cmpstr(rush_phase(session), ==, "burn");
    g_autofree char *prompt = asked(session);
    g_assert_true((strstr(prompt, "deck") != NULL) == cases[i].of_deck);
    g_assert_true((strstr(prompt, "hand") != NULL) == cases[i].of_hands);
  }
}

/* 75 cards, three a turn: 25 turns, with five players five each. */
static void test_twenty_five_turns(void)
{
  LapGenerator chooser = lap_generator_seeded(5);
  for (guint match = 0; match < 28; match++) {
    guint seats = 1 + match % GEM_RUSH_SEATS, turns = 0, of_seat[GEM_RUSH_SEATS] = {0};
    g_autoptr(LapSession) session = games_start("gem-crisis", seats, match);
    of_seat[0]++;
    for (turns = 1; !lap_session_over(session);) {
      rush_play_random(session, &chooser);
      if (!rush_told(session, "turns_left")) continue;
      turns++;
      of_seat[rush_state(session)->active]++;
    }
    g_assert_cmpuint(turns, ==, 25);
    g_assert_cmpuint(rush_crisis(session)->burned.count, ==, 75);
    for (guint seat = 0; seats == 5 && seat < 5; seat++) g_assert_cmpuint(of_seat[seat], ==, 5);
  }
}

/* --- targets */

static LapSession *with_points(const char *option, const char *value, gint16 points)
{
  g_autoptr(RushPosition) position = rush_position_new_with("gem-crisis", 2, option, value);
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  position->state->points[0][GEM_RUSH_BY_ROOMS] = points - 5;
  position->state->points[1][GEM_RUSH_BY_SKILL] = 5;
  rush_position_phase(position, GEM_RUSH_ACTION);
  LapSession *session = rush_position_play(position);
  rush_play(session, "draw");
  for (guint i = 0; i < 3; i++) rush_play(session, "burn_deck");
  return session;
}

static void test_targets(void)
{
  static const struct {
    const char *option, *value;
    gint16 points;
    const char *phase;
  } cases[] = {
      {"level", "free", 200, "move"},      {"target", "40", 39, "move"},          {"target", "40", 40, "choice"},
      {"level", "apprentice", 34, "move"}, {"level", "apprentice", 35, "choice"}, {"level", "journeyman", 45, "choice"},
      {"level", "artisan", 54, "move"},    {"level", "artisan", 55, "choice"},    {"level", "expert", 65, "choice"},
      {"level", "master", 74, "move"},     {"level", "master", 75, "choice"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapSession) session = with_points(cases[i].option, cases[i].value, cases[i].points);
    g_assert_cmpstr(rush_phase(session), ==, cases[i].phase);
  }
}

static void test_finish_or_go_on(void)
{
  g_autoptr(LapSession) session = with_points("level", "apprentice", 36);
  rush_assert_legal(session, NULL, "finish, go_on");
  g_assert_cmpint(games_waiting(session), ==, 1);
  rush_play(session, "go_on");
  g_assert_cmpstr(rush_phase(session), ==, "move");
  g_assert_true(lap_session_undo(session));
  rush_play(session, "finish");
  g_assert_true(lap_session_over(session));
  LapSheet sheet = games_sheet(session);
  g_assert_true(sheet.together);
  g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], ==, 36);
  g_assert_cmpint(sheet.total[0][LAP_TIER_GOAL], ==, 35);
  g_assert_cmpuint(sheet.place[1], ==, 1);
}

/* What the race would end with: a hundred rounds, no tile, no door. */
static void test_the_races_end_is_none(void)
{
  g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 1);
  rush_position_room(position, "great_hall_2", 0, 0, 0);
  rush_position_discarded(position, "obsidian_electrum obsidian_soulstone obsidian_star_tear permafrost_electrum "
                                    "warpstone diamond_dust");
  position->state->rounds = 99;
  position->state->points[0][GEM_RUSH_BY_ROOMS] = 30;
  rush_position_phase(position, GEM_RUSH_ACTION);
  g_autoptr(LapSession) session = rush_position_play_without_decks(position);
  rush_play(session, "draw");
  for (guint i = 0; i < 3; i++) rush_play(session, "burn_deck");
  g_assert_false(lap_session_over(session));
}

static void test_below_the_target_is_lost(void)
{
  g_autoptr(LapSession) session = with_points("level", "expert", 50);
  LapGenerator chooser = lap_generator_seeded(1);
  while (!lap_session_over(session)) rush_play_random(session, &chooser);
  LapSheet sheet = games_sheet(session);
  g_assert_cmpint(sheet.total[0][LAP_TIER_POINTS], <, 65);
  g_assert_cmpuint(sheet.place[0], ==, 2);
}

/* --- what is certain is said */

/* So many turns are over; the first of two dwarves is about to burn, with so many points together. */
static LapSession *after_turns(guint16 turns, gint16 points)
{
  g_autoptr(RushPosition) position = rush_position_new_with("gem-crisis", 2, "level", "apprentice");
  position->crisis->turns = turns;
  position->state->points[1][GEM_RUSH_BY_ROOMS] = points;
  LapSession *session = about_to_act(position);
  rush_play(session, "draw");
  return session;
}

/* How many turns are left, as the last move told; -1: it did not. */
static gint turns_left(LapSession *session)
{
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  for (guint i = 0; i < n; i++)
    if (g_str_equal(lap_game_event(game, event[i].kind)->name, "gem-crisis/turns_left")) return event[i].arg[1];
  return -1;
}

static void test_turns_that_are_left_are_told(void)
{
  for (guint16 turns = 22; turns < 24; turns++) {
    g_autoptr(LapSession) session = after_turns(turns, 0);
    rush_play(session, "burn_deck");
    rush_play(session, "burn_deck");
    g_assert_cmpint(turns_left(session), ==, -1);
    rush_play(session, "burn_deck");
    g_assert_cmpint(turns_left(session), ==, 25 - turns - 1);
  }
}

static void test_a_loss_is_told_when_it_is_certain(void)
{
  static const struct {
    guint16 turns;
    gint16 points;
    guint told;
  } cases[] = {{24, 34, 1}, {24, 35, 0}, {23, 0, 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapSession) session = after_turns(cases[i].turns, cases[i].points);
    g_assert_cmpstr(rush_phase(session), ==, "burn");
    g_assert_cmpuint(rush_told(session, "short"), ==, cases[i].told);
    rush_play(session, "burn_deck");
    g_assert_cmpuint(rush_told(session, "short"), ==, 0);
  }
}

/* --- alone: the start room is company */

static void test_alone(void)
{
  for (gint away = 0; away < 2; away++) {
    g_autoptr(RushPosition) position = rush_position_new("gem-crisis", 1);
    rush_position_skill(position, 0, "good_company");
    rush_position_room(position, "great_hall_2", 0, 0, 0);
    rush_position_room(position, "companions_passage", 4, 0, 0);
    position->state->dwarf[0] = (guint8)away;
    g_autoptr(LapSession) session = rush_position_play(position);
    g_assert_true(rush_may(session, "use_room") == away);
    if (away) {
      rush_play(session, "use_room");
      rush_assert_legal(session, NULL, "go great_hall_2");
      continue;
    }
    rush_play(session, "end_move");
    rush_play(session, "draw");
    g_assert_cmpuint(rush_state(session)->hand[0].count, ==, 2);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem-crisis/hands-are-open", test_open_hands);
  g_test_add_func("/gem-crisis/three-cards-burn-a-turn-from-anywhere", test_three_cards_burn);
  g_test_add_func("/gem-crisis/discarded-cards-come-back-burned-ones-do-not", test_discarded_cards_come_back);
  g_test_add_func("/gem-crisis/the-last-card-ends-it-at-once", test_the_last_card_ends_it);
  g_test_add_func("/gem-crisis/what-can-burn-is-asked-for", test_what_can_burn_is_asked_for);
  g_test_add_func("/gem-crisis/it-lasts-twenty-five-turns", test_twenty_five_turns);
  g_test_add_func("/gem-crisis/a-reached-target-is-a-choice", test_targets);
  g_test_add_func("/gem-crisis/the-players-finish-or-go-on", test_finish_or_go_on);
  g_test_add_func("/gem-crisis/nothing-else-ends-it", test_the_races_end_is_none);
  g_test_add_func("/gem-crisis/below-the-target-it-is-lost", test_below_the_target_is_lost);
  g_test_add_func("/gem-crisis/turns-that-are-left-are-told", test_turns_that_are_left_are_told);
  g_test_add_func("/gem-crisis/a-loss-is-told-when-it-is-certain", test_a_loss_is_told_when_it_is_certain);
  g_test_add_func("/gem-crisis/alone-the-start-room-is-company", test_alone);
  return g_test_run();
}
