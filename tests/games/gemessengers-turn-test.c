/* GEMessengers: the turn. Picks, hands that go round, the Guild, Prestige, and the last cards. */
#include <string.h>

#include "gemessengers-position.h"

#define PLAY(session, ...) games_play_all(session, (const char *[]){__VA_ARGS__, NULL})

#define CIRCLET_DONE "ruby / diamond diamond / emerald emerald emerald"

static void assert_hand(LapSession *session, guint seat, const char *cards)
{
  const Messengers *state = messengers_state(session);
  g_autofree char *found = messengers_cards(session, state->hand[seat].slot, state->hand[seat].count);
  g_assert_cmpstr(found, ==, cards);
}

static void assert_guild(LapSession *session, const char *rows)
{
  g_autofree char *found = messengers_grid(session, messengers_state(session)->guild);
  g_assert_cmpstr(found, ==, rows);
}

static void assert_tokens(LapSession *session, guint headstone, guint decoration, guint base)
{
  const guint8 *tokens = messengers_state(session)->tokens;
  g_assert_cmpuint(tokens[0], ==, headstone);
  g_assert_cmpuint(tokens[1], ==, decoration);
  g_assert_cmpuint(tokens[2], ==, base);
}

static void test_the_deal(void)
{
  static const guint draw_pile[] = {37, 31, 25, 19};
  for (guint seats = 2; seats <= 5; seats++) {
    g_autoptr(LapSession) session = games_start("gemessengers", seats, seats);
    const Messengers *state = messengers_state(session);
    g_assert_cmpuint(state->draw_pile.count, ==, draw_pile[seats - 2]);
    assert_tokens(session, 3, 3, 3);
    g_assert_cmpmem(state->room, 3, messengers_rooms[0], 3);
    for (guint seat = 0; seat < seats; seat++) {
      g_assert_cmpuint(state->hand[seat].count, ==, 6);
      for (guint i = 0; i < 6; i++) g_assert_cmpuint(state->hand[seat].slot[i].known, ==, 1u << seat);
    }
    g_assert_cmpuint(lap_session_waiting(session), ==, (1u << seats) - 1);
  }
}

/* --- picks, and hands that go round */

static const struct {
  guint round;
  const char *hand[3]; /* after all have picked their Topaz */
} passes[] = {
    {0, {"sapphire", "amethyst", "citrine"}},
    {1, {"citrine", "sapphire", "amethyst"}},
    {2, {"sapphire", "amethyst", "citrine"}},
};

static void test_hands_pass(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(passes); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(3, passes[i].round);
    messengers_position_hand(position, 0, "amethyst topaz");
    messengers_position_hand(position, 1, "citrine topaz");
    messengers_position_hand(position, 2, "sapphire topaz");
    g_autoptr(LapSession) session = messengers_position_play(position);
    PLAY(session, "pick topaz", "pick topaz", "pick topaz");
    for (guint seat = 0; seat < 3; seat++) assert_hand(session, seat, passes[i].hand[seat]);
  }
}

/* Nothing of a pick is to be seen until the last one is in. */
static void test_picks_are_sealed(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  messengers_position_hand(position, 0, "amethyst topaz");
  messengers_position_hand(position, 1, "citrine topaz");
  g_autoptr(LapSession) session = messengers_position_play(position);
  Messengers before = *messengers_state(session);
  games_play(session, "pick amethyst");
  g_assert_cmpmem(&before, sizeof before, messengers_state(session), sizeof before);
  g_assert_cmpuint(lap_session_waiting(session), ==, 2);

  games_play(session, "pick citrine");
  const Messengers *state = messengers_state(session);
  for (guint seat = 0; seat < 2; seat++) {
    g_assert_cmpuint(state->revealed[seat].count, ==, 1);
    g_assert_cmpuint(state->revealed[seat].slot[0].known, ==, LAP_EVERYONE);
    g_assert_cmpuint(state->picked[seat], ==, 0);
  }
}

static guint known_cards(const Messengers *state, guint of, guint to)
{
  guint n = 0;
  for (guint i = 0; i < state->hand[of].count; i++) n += state->hand[of].slot[i].known >> to & 1;
  return n;
}

/* Seat 1 gets what seat 0 has passed on; a card drawn to it is its own secret, and so is what seat 2 has. */
static void test_who_passed_a_hand_knows_it(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(3, 0);
  messengers_position_hand(position, 0, "amethyst citrine diamond emerald ruby topaz");
  messengers_position_hand(position, 1, "amethyst citrine diamond emerald ruby topaz");
  messengers_position_hand(position, 2, "amethyst citrine diamond emerald ruby topaz");
  g_autoptr(LapSession) session = messengers_position_play(position);
  PLAY(session, "pick topaz", "pick topaz", "pick topaz", "place first", "place first", "place first");
  const Messengers *state = messengers_state(session);
  g_assert_cmpuint(state->hand[1].count, ==, 6);
  g_assert_cmpuint(known_cards(state, 1, 1), ==, 6);
  g_assert_cmpuint(known_cards(state, 1, 0), ==, 5);
  g_assert_cmpuint(known_cards(state, 1, 2), ==, 0);
  g_assert_cmpuint(known_cards(state, 1, LAP_WATCHER), ==, 0);

  PLAY(session, "pick ruby", "pick ruby", "pick ruby", "place row_1", "place row_1", "place row_1");
  state = messengers_state(session);
  g_assert_cmpuint(known_cards(state, 2, 0), ==, 4); /* dealt to it, passed on twice, picked from twice */
  g_assert_cmpuint(known_cards(state, 2, 1), ==, 5);
}

static void test_finished_players(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  messengers_position_workshop(position, 0, CIRCLET_DONE);
  messengers_position_tokens(position, 1, 0, 0);
  messengers_position_hand(position, 0, "amethyst amethyst amethyst citrine citrine citrine");
  messengers_position_hand(position, 1, "sapphire sapphire sapphire topaz topaz topaz");
  messengers_position_draw_pile(position, "emerald_proclamation");
  g_autoptr(LapSession) session = messengers_position_play(position);
  g_assert_cmpuint(lap_session_waiting(session), ==, 2);
  PLAY(session, "pick topaz", "place first");
  assert_hand(session, 1, "amethyst amethyst amethyst citrine citrine citrine");
  g_assert_cmpint(games_waiting(session), ==, 0);
  g_assert_true(games_is_legal(session, "take_token headstone"));
  PLAY(session, "take_token headstone");
  /* Six came from the finished player: no card is drawn to them, but one to the five that went back. */
  assert_hand(session, 1, "amethyst amethyst amethyst citrine citrine citrine");
  assert_hand(session, 0, "sapphire sapphire sapphire topaz topaz emerald_proclamation");
}

/* --- the Guild */

static void test_lower_numbers_first(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(3, 0);
  messengers_position_guild(position, "ruby_proclamation / / ");
  messengers_position_tokens(position, 2, 3, 3);
  messengers_position_hand(position, 0, "topaz_proclamation");
  messengers_position_hand(position, 1, "emerald");
  messengers_position_hand(position, 2, "citrine_proclamation");
  g_autoptr(LapSession) session = messengers_position_play(position);
  PLAY(session, "pick topaz_proclamation", "pick emerald", "pick citrine_proclamation", "place first");
  g_assert_cmpint(games_waiting(session), ==, 2);
  PLAY(session, "proclaim headstone");
  g_assert_cmpint(games_waiting(session), ==, 0);
  PLAY(session, "proclaim base");
  assert_guild(session, "ruby_proclamation citrine_proclamation /  / topaz_proclamation");
  assert_tokens(session, 1, 3, 2);
  const Messengers *state = messengers_state(session);
  g_assert_cmpuint(state->prestige[0], ==, 1);
  g_assert_cmpuint(state->prestige[1], ==, 0);
  g_assert_cmpuint(state->prestige[2], ==, 1);
}

static void test_a_full_row(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  messengers_position_guild(position, "ruby_proclamation sapphire_proclamation / / ");
  messengers_position_tokens(position, 1, 3, 3);
  messengers_position_hand(position, 0, "topaz_proclamation");
  messengers_position_hand(position, 1, "citrine_proclamation");
  g_autoptr(LapSession) session = messengers_position_play(position);
  PLAY(session, "pick topaz_proclamation", "pick citrine_proclamation");
  g_autofree char *first = messengers_legal(session);
  g_assert_cmpstr(first, ==, "headstone decoration base");
  PLAY(session, "proclaim headstone");
  g_autofree char *second = messengers_legal(session);
  g_assert_cmpstr(second, ==, "decoration base");
}

static const struct {
  guint tokens, prestige;
} stacks[] = {{1, 1}, {0, 0}};

static void test_an_emptied_stack(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(stacks); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
    messengers_position_guild(position, "ruby_proclamation sapphire_proclamation / / ");
    messengers_position_tokens(position, stacks[i].tokens, 3, 3);
    messengers_position_hand(position, 0, "topaz_proclamation");
    messengers_position_hand(position, 1, "citrine");
    g_autoptr(LapSession) session = messengers_position_play(position);
    PLAY(session, "pick topaz_proclamation", "pick citrine", "place first", "proclaim headstone");
    g_assert_cmpuint(messengers_state(session)->prestige[0], ==, stacks[i].prestige);
    assert_tokens(session, 0, 3, 3);
  }
}

/* --- Prestige: four have finished, seat 4 goes on */

static const struct {
  guint8 earned[4], prestige[4];
  gint order[4];
} orders[] = {
    {{20, 10, 30, 15}, {0, 0, 0, 0}, {1, 3, 0, 2}}, {{20, 20, 20, 20}, {2, 1, 0, 3}, {2, 1, 0, 3}},
    {{20, 20, 20, 20}, {1, 1, 1, 1}, {0, 1, 2, 3}}, {{20, 10, 20, 10}, {0, 3, 1, 2}, {3, 1, 0, 2}},
    {{0, 0, 0, 0}, {5, 4, 0, 0}, {2, 3, 1, 0}},
};

static MessengersPosition *four_finished(gsize order)
{
  static const char *const jewels[] = {"ruby ruby ruby / ruby ruby / ruby", "topaz topaz topaz / topaz topaz / topaz",
                                       "diamond diamond diamond / diamond diamond / diamond",
                                       "emerald emerald emerald / emerald emerald / emerald"};
  MessengersPosition *position = messengers_position_new(5, 1);
  for (guint seat = 0; seat < 4; seat++) {
    messengers_position_workshop(position, seat, jewels[seat]);
    position->state->earned[seat][0] = orders[order].earned[seat];
    position->state->prestige[seat] = orders[order].prestige[seat];
  }
  messengers_position_hand(position, 4, "amethyst");
  return position;
}

static void test_the_order_of_prestige(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(orders); i++) {
    g_autoptr(MessengersPosition) position = four_finished(i);
    g_autoptr(LapSession) session = messengers_position_play(position);
    PLAY(session, "pick amethyst", "place first");
    for (guint turn = 0; turn < 3; turn++) {
      g_assert_cmpint(games_waiting(session), ==, orders[i].order[turn]);
      games_play(session, "take_token decoration");
    }
    g_assert_cmpint(games_waiting(session), ==, orders[i].order[3]);
    g_autofree char *legal = messengers_legal(session);
    g_assert_cmpstr(legal, ==, "headstone base");
    PLAY(session, "take_token base");
    assert_tokens(session, 3, 0, 2);
    g_assert_cmpint(games_waiting(session), ==, 4);
  }
}

static void test_tokens_run_out(void)
{
  g_autoptr(MessengersPosition) position = four_finished(0);
  messengers_position_tokens(position, 0, 2, 0);
  g_autoptr(LapSession) session = messengers_position_play(position);
  PLAY(session, "pick amethyst", "place first", "take_token decoration", "take_token decoration");
  g_assert_cmpint(games_waiting(session), ==, 4); /* the others go without, the next turn has begun */
  assert_tokens(session, 0, 0, 0);
}

static void test_who_finishes_now_waits(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  messengers_position_workshop(position, 0, "ruby / diamond diamond / emerald emerald");
  messengers_position_hand(position, 0, "emerald");
  messengers_position_hand(position, 1, "topaz topaz");
  g_autoptr(LapSession) session = messengers_position_play(position);
  PLAY(session, "pick emerald", "pick topaz", "place row_3", "place first");
  g_assert_cmpuint(messengers_state(session)->finished[0], ==, 1);
  g_assert_cmpuint(lap_session_waiting(session), ==, 2); /* the next turn: seat 1 alone picks */
  assert_tokens(session, 3, 3, 3);
  games_play_random(session, &(LapGenerator){1});
  games_play_random(session, &(LapGenerator){1});
  g_assert_cmpint(games_waiting(session), ==, 0);
  g_assert_true(games_is_legal(session, "take_token base"));
}

/* --- the last cards */

/* Who gets the last four cards of the draw pile, of five whose hands are all short. */
static void test_the_last_cards(void)
{
  g_autoptr(LapSession) session = games_start("gemessengers", 5, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  while (messengers_state(session)->draw_pile.count != 4) games_play_random(session, &chooser);
  while (messengers_state(session)->draw_pile.count == 4) games_play_random(session, &chooser);
  const Messengers *state = messengers_state(session);
  g_assert_cmpuint(state->draw_pile.count, ==, 0);
  for (guint seat = 0; seat < 5; seat++) g_assert_cmpuint(state->hand[seat].count, ==, seat < 4 ? 6 : 5);
}

/* All cards lie somewhere but the few in hands: a pattern of three rows of three, as no jewel of the game has, makes
 * room. Seats 3 and 4 are not finished. */
static MessengersPosition *few_cards(void)
{
  MessengersPosition *position = messengers_position_new(5, 0);
  memset(position->state->room, 3, MESSENGERS_ROWS);
  messengers_position_tokens(position, 0, 0, 0);
  messengers_position_guild(position, "ruby_proclamation emerald_proclamation sapphire_proclamation /"
                                      "amethyst_proclamation topaz_proclamation / "
                                      "citrine_proclamation diamond_proclamation");
  messengers_position_workshop(position, 0, "ruby ruby ruby / ruby ruby ruby / emerald emerald emerald");
  messengers_position_workshop(position, 1, "emerald emerald emerald / topaz topaz topaz / topaz topaz topaz");
  messengers_position_workshop(position, 2,
                               "diamond diamond diamond / diamond diamond diamond / citrine citrine citrine");
  messengers_position_workshop(position, 3, "citrine citrine citrine / amethyst amethyst amethyst / amethyst amethyst");
  messengers_position_workshop(position, 4, "sapphire sapphire sapphire / sapphire sapphire / ");
  return position;
}

static void test_nobody_can_get_a_card(void)
{
  g_autoptr(MessengersPosition) position = few_cards();
  messengers_position_hand(position, 3, "amethyst");
  messengers_position_hand(position, 4, "sapphire");
  g_autoptr(LapSession) session = messengers_position_play(position);
  g_assert_cmpuint(messengers_state(session)->draw_pile.count, ==, 0);
  PLAY(session, "pick amethyst", "pick sapphire", "place row_3", "place row_2");
  g_assert_cmpuint(messengers_state(session)->round, ==, 1);
  /* Two rows of three may be any two: each of the six counts 1. */
  for (guint cell = 0; cell < 6; cell++) g_assert_cmpuint(messengers_state(session)->earned[4][cell], ==, 1);
  g_assert_cmpuint(messengers_state(session)->uncertain[4], ==, 1);
}

/* Nor is a token promised then to who finishes, though one is left and not all are finished. */
static void test_no_turn_is_left_for_tokens(void)
{
  g_autoptr(MessengersPosition) position = few_cards();
  messengers_position_tokens(position, 0, 1, 0);
  messengers_position_hand(position, 3, "amethyst");
  messengers_position_hand(position, 4, "sapphire");
  g_autoptr(LapSession) session = messengers_position_play(position);
  PLAY(session, "pick amethyst", "pick sapphire", "place row_3", "place row_2");
  g_assert_nonnull(games_told(session, "gemessengers/finished", 3));
  g_assert_null(games_told(session, "gemessengers/will_collect", 3));
  PLAY(session, "take_token decoration");
  g_assert_cmpuint(messengers_state(session)->round, ==, 1);
}

/* A card that a finished player holds comes round to one who can use it, while he picks nothing. */
static void test_without_a_card(void)
{
  g_autoptr(MessengersPosition) position = few_cards();
  messengers_position_hand(position, 0, "amethyst");
  messengers_position_hand(position, 4, "sapphire");
  g_autoptr(LapSession) session = messengers_position_play(position);
  g_assert_cmpuint(lap_session_waiting(session), ==, 1u << 4);
  PLAY(session, "pick sapphire", "place row_2");
  g_assert_cmpuint(lap_session_waiting(session), ==, 1u << 3); /* three turns later */
  assert_hand(session, 3, "amethyst");
  PLAY(session, "pick amethyst", "place row_3");
  g_assert_cmpuint(messengers_state(session)->round, ==, 1);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemessengers/turn/six-cards-each-and-three-tokens-a-row", test_the_deal);
  g_test_add_func("/gemessengers/turn/hands-go-left-right-left-without-the-picked-card", test_hands_pass);
  g_test_add_func("/gemessengers/turn/picks-are-sealed-until-the-last-is-in", test_picks_are_sealed);
  g_test_add_func("/gemessengers/turn/who-passed-a-hand-on-knows-it", test_who_passed_a_hand_knows_it);
  g_test_add_func("/gemessengers/turn/who-has-finished-passes-all-six", test_finished_players);
  g_test_add_func("/gemessengers/guild/lower-numbers-come-first-and-take-tokens", test_lower_numbers_first);
  g_test_add_func("/gemessengers/guild/the-last-place-of-a-row-goes-to-the-lower-number", test_a_full_row);
  g_test_add_func("/gemessengers/guild/a-token-comes-only-while-there-is-one", test_an_emptied_stack);
  g_test_add_func("/gemessengers/prestige/fewest-points-then-fewest-tokens-then-the-lower-seat",
                  test_the_order_of_prestige);
  g_test_add_func("/gemessengers/prestige/goes-on-while-there-are-tokens", test_tokens_run_out);
  g_test_add_func("/gemessengers/prestige/comes-in-the-turn-after-finishing", test_who_finishes_now_waits);
  g_test_add_func("/gemessengers/draw/the-last-cards-go-to-the-lowest-seats", test_the_last_cards);
  g_test_add_func("/gemessengers/end/a-round-ends-when-nobody-can-get-a-card", test_nobody_can_get_a_card);
  g_test_add_func("/gemessengers/end/no-tokens-are-promised-when-nobody-can-get-a-card",
                  test_no_turn_is_left_for_tokens);
  g_test_add_func("/gemessengers/end/who-has-no-card-is-passed-over", test_without_a_card);
  return g_test_run();
}
