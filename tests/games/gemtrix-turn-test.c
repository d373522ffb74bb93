/* Gemtrix: what a player may do in his turn. */
#include "gemtrix-position.h"

/* A hand without a trix, for seats that do not matter in a test. */
#define DULL "blue_x3 green_x3 orange_x3 pink_x3 purple_x3 red_x3"

static void assert_cards(LapSession *session, const LapSlot *slot, guint n, const char *cards)
{
  g_autofree char *found = gemtrix_cards(session, slot, n);
  g_assert_cmpstr(found, ==, cards);
}
#define assert_zone(session, zone, cards) assert_cards(session, (zone)->slot, (zone)->count, cards)

/* "claim blue_2 blue_2 blue_4, pass": what seat 0 may do. */
static char *legal_in_words(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  const LapActions *legal = lap_session_legal(session, 0, NULL, 0, NULL);
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < legal->n; i++) {
    const LapGameKind *kind = lap_game_action(game, legal->v[i].kind);
    g_string_append_printf(out, "%s%s", i ? ", " : "", strchr(kind->name, '/') + 1);
    for (guint a = 0; a < kind->n_args; a++)
      g_string_append_printf(out, " %s", kind->field[a]->set->key[legal->v[i].arg[a]]);
  }
  return g_string_free(out, FALSE);
}

static const struct {
  const char *hand, *discard_pile, *legal;
} moves[] = {
    {"blue_2 blue_4 red_2", "red_4", "exchange blue_2, exchange blue_4, exchange red_2, flip, pass"},
    {"blue_2 blue_4 blue_x3", "red_4",
     "claim blue_2 blue_4 blue_x3, exchange blue_2, exchange blue_4, exchange blue_x3, flip, pass"},
    /* Slots in any order, equal faces, both copies and one of them: each trix once. */
    {"blue_4 blue_2 blue_4 blue_2", "red_4",
     "claim blue_2 blue_2 blue_4, claim blue_2 blue_4 blue_4, exchange blue_2, exchange blue_4, flip, pass"},
    {"red_6 blue_2 red_2 blue_4 red_4 blue_6", "red_x2",
     "claim blue_2 blue_4 blue_6, claim red_2 red_4 red_6, exchange blue_2, exchange blue_4, exchange blue_6, "
     "exchange red_2, exchange red_4, exchange red_6, flip, pass"},
    {"blue_2 blue_4 blue_6", "", "claim blue_2 blue_4 blue_6, flip, pass"},
};

static void test_the_list(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, moves[i].hand);
    gemtrix_position_discard_pile(position, moves[i].discard_pile);
    gemtrix_position_draw_pile(position, "green_2 green_4 green_6");
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    g_autofree char *legal = legal_in_words(session);
    g_assert_cmpstr(legal, ==, moves[i].legal);
  }
}

static void test_two_trixes_in_one_turn(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 red_2 red_4 green_2");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_draw_pile(position, "red_6 pink_2 pink_4 pink_6 purple_2 purple_4 purple_6");
  gemtrix_position_discard_pile(position, "green_4 orange_2");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "claim blue_2 blue_4 blue_6");
  g_assert_cmpint(games_waiting(session), ==, 0);
  games_play(session, "claim red_2 red_4 red_6");
  games_play(session, "exchange green_2");

  const Gemtrix *state = gemtrix_state(session);
  g_assert_cmpint(games_waiting(session), ==, 1);
  assert_zone(session, &state->table[0], "blue_2 blue_4 blue_6 red_2 red_4 red_6");
  assert_zone(session, &state->discard_pile, "orange_2 green_2");
  g_assert_cmpuint(state->hand[0].count, ==, 6);
}

static void test_a_trix_made_by_an_exchange_waits(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 green_2 green_4 red_2 red_4");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_draw_pile(position, "pink_2 pink_4 pink_6");
  gemtrix_position_discard_pile(position, "blue_6 orange_2 orange_4");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "exchange red_2");
  g_assert_cmpint(games_waiting(session), ==, 1);
  g_assert_false(games_is_legal(session, "claim blue_2 blue_4 blue_6"));
  games_play(session, "exchange red_x3");
  g_assert_cmpint(games_waiting(session), ==, 0);
  g_assert_true(games_is_legal(session, "claim blue_2 blue_4 blue_6"));
}

/* What is told as the turn of seat 0 ends: NULL is for nobody. */
static const struct {
  const char *game, *hand, *move, *trix, *second;
  int points;
} unclaimed[] = {
    {"gemtrix", "blue_2 blue_4 green_2 green_4 red_2 red_4", "exchange red_2", "blue_2 blue_4 blue_6", NULL, 1},
    {"gemtrix", "blue_2 blue_4 green_2 green_4 red_2 red_4", "exchange blue_2", NULL, NULL, 0},
    {"gemtrix", "blue_2 blue_4 green_2 green_4 red_2 red_4", "pass", NULL, NULL, 0},
    {"gemtrix", "pink_2 pink_4 pink_6 green_4 red_2 red_4", "pass", "pink_2 pink_4 pink_6", NULL, 1},
    {"gemtrix", "blue_2 blue_4 green_2 green_4 green_6 red_4", "exchange red_4", "blue_2 blue_4 blue_6",
     "green_2 green_4 green_6", 2},
    {"gemtrix", "green_2 green_2 green_4 green_4 green_6 green_6", "pass", "green_2 green_2 green_4",
     "green_4 green_6 green_6", 2},
    {"gemtrix", "green_2 green_2 green_4 green_4 green_6 red_2", "pass", "green_2 green_2 green_4", NULL, 1},
    {"gemtrix-tournament", "blue_2 blue_4 pink_4 pink_6 pink_x2 red_4", "exchange red_4", "pink_4 pink_6 pink_x2",
     "blue_2 blue_4 blue_6", 32},
    {"gemtrix-tournament", "blue_2 blue_x2 pink_2 pink_2 green_x2 red_4", "exchange red_4", "blue_2 blue_6 blue_x2",
     NULL, 16},
    {"gemtrix-tournament", "green_2 green_4 green_6 green_6 green_x2 green_x2", "pass", "green_6 green_6 green_x2",
     "green_2 green_4 green_x2", 36},
};

/* The trix that an event names is told to seat 0 alone. */
static void assert_tells(LapSession *session, const LapEvent *told, const char *name, const char *trix)
{
  const LapGameKind *kind = lap_game_event(lap_engine_game(lap_session_engine(session)), told->kind);
  g_assert_cmpstr(kind->name, ==, name);
  g_assert_cmpuint(told->knows, ==, trix ? 1 : 0);
  if (!trix) return;
  const char *const *key = kind->field[1]->set->key;
  g_autofree char *found = g_strjoin(" ", key[told->arg[1]], key[told->arg[2]], key[told->arg[3]], NULL);
  g_assert_cmpstr(found, ==, trix);
}

/* Others get the same events in any case. */
static void test_a_trix_in_hand_is_told_as_the_turn_ends(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(unclaimed); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new(unclaimed[i].game, 2);
    gemtrix_position_hand(position, 0, unclaimed[i].hand);
    gemtrix_position_hand(position, 1, DULL);
    gemtrix_position_discard_pile(position, "blue_6 orange_2 orange_4");
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, unclaimed[i].move);

    guint n;
    const LapEvent *told = lap_session_events(session, &n);
    assert_tells(session, &told[1], "gemtrix/holds_trix", unclaimed[i].trix);
    assert_tells(session, &told[2], "gemtrix/second_trix", unclaimed[i].second);
    if (unclaimed[i].trix) g_assert_cmpint(told[1].arg[4], ==, unclaimed[i].points);
    g_assert_cmpint(told[1].arg[5], ==, (unclaimed[i].trix != NULL) + (unclaimed[i].second != NULL));
    for (guint slot = 0; slot < 3; slot++) g_assert_cmpuint(gemtrix_state(session)->table[0].slot[slot].piece, ==, 0);
  }
}

static void test_the_card_put_down_is_available(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 green_2 green_4 red_2 red_4");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_discard_pile(position, "blue_6 orange_2 orange_4");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "exchange red_2");
  games_play(session, "exchange red_x3");
  const Gemtrix *state = gemtrix_state(session);
  assert_zone(session, &state->discard_pile, "orange_4 orange_2 red_x3");
  assert_zone(session, &state->hand[1], "blue_x3 green_x3 orange_x3 pink_x3 purple_x3 red_2");
}

static void test_another_card_of_an_equal_face(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 green_2 green_4 pink_2 purple_2 red_4");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_discard_pile(position, "blue_2 orange_2 orange_4");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  g_assert_false(games_is_legal(session, "exchange orange_2"));
  games_play(session, "exchange blue_2");
  const Gemtrix *state = gemtrix_state(session);
  assert_zone(session, &state->hand[0], "blue_2 green_2 green_4 pink_2 purple_2 red_4");
  assert_zone(session, &state->discard_pile, "orange_4 orange_2 blue_2");
}

static void test_a_second_flip(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 green_2 green_4 red_2 red_4");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_draw_pile(position, "pink_2 pink_4");
  gemtrix_position_discard_pile(position, "blue_6");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "flip");
  g_assert_true(games_refuses(session, "flip"));
  games_play(session, "exchange red_2");
  assert_zone(session, &gemtrix_state(session)->hand[0], "blue_2 blue_4 green_2 green_4 pink_2 red_4");
  assert_zone(session, &gemtrix_state(session)->discard_pile, "blue_6 red_2");
  g_assert_true(games_is_legal(session, "flip"));
}

static void test_a_claim_after_a_flip(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 green_2 green_4 red_4");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_draw_pile(position, "pink_2 pink_4 orange_2 orange_4 orange_6");
  gemtrix_position_discard_pile(position, "red_2");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "flip");
  games_play(session, "claim blue_2 blue_4 blue_6");
  g_assert_false(games_is_legal(session, "flip"));
  games_play(session, "exchange red_4");
  assert_zone(session, &gemtrix_state(session)->hand[0], "green_2 green_4 orange_2 orange_4 pink_2 pink_4");
}

static const struct {
  const char *draw_pile, *discard_pile;
  gboolean legal;
  guint draw_after, discard_after;
} flips[] = {
    {"red_2", "red_4 red_6", TRUE, 0, 3},
    {"red_2", "", TRUE, 0, 1},
    {"", "red_4 red_6 red_2", TRUE, 2, 1}, /* rebuilt: the card turned over is the flip */
    {"", "red_4 red_6", TRUE, 1, 1},
    {"", "red_4", FALSE, 0, 1},
    {"", "", FALSE, 0, 0},
};

static void test_flips(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(flips); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_2");
    gemtrix_position_draw_pile(position, flips[i].draw_pile);
    gemtrix_position_discard_pile(position, flips[i].discard_pile);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    g_assert_cmpint(games_is_legal(session, "flip"), ==, flips[i].legal);
    if (flips[i].legal) games_play(session, "flip");
    g_assert_cmpuint(gemtrix_state(session)->draw_pile.count, ==, flips[i].draw_after);
    g_assert_cmpuint(gemtrix_state(session)->discard_pile.count, ==, flips[i].discard_after);
  }
}

static void assert_card(LapSession *session, const LapEvent *told, guint argument, const char *card)
{
  const LapGameKind *kind = lap_game_event(lap_engine_game(lap_session_engine(session)), told->kind);
  g_assert_cmpstr(kind->field[argument]->set->key[told->arg[argument]], ==, card);
}

static void test_what_a_flip_covers_is_told(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2");
  gemtrix_position_draw_pile(position, "red_2");
  gemtrix_position_discard_pile(position, "blue_6 red_4");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "flip");
  assert_card(session, games_told(session, "gemtrix/covered", 0), 1, "blue_6");
  g_assert_null(games_told(session, "gemtrix/flipped", 0));
  g_assert_null(games_told(session, "gemtrix/rebuilt", 2));
}

/* With an empty draw pile nothing is covered: the face-up card is shuffled with the others. */
static void test_what_a_rebuild_takes_away_is_told(void)
{
  static const char *const ways[] = {"flip", "claim blue_2 blue_4 blue_x3"};
  for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_x3");
    gemtrix_position_discard_pile(position, "blue_6 red_4 red_6");
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, ways[i]);
    assert_card(session, games_told(session, "gemtrix/rebuilt", 3), 0, "blue_6");
    g_assert_null(games_told(session, "gemtrix/covered", 0));
  }
}

/* What a claim draws, and what is left. */
static const struct {
  const char *draw_pile, *discard_pile;
  guint hand, draw_after, discard_after;
} draws[] = {
    {"red_2 red_4 red_6", "pink_2", 6, 0, 1},    {"red_2 red_4", "pink_2 pink_4 pink_6 pink_x2", 6, 2, 1},
    {"red_2 red_4", "pink_2", 6, 0, 0},          {"", "pink_2 pink_4 pink_6", 6, 0, 0},
    {"", "pink_2 pink_4 pink_6 red_2", 6, 0, 1}, {"red_2", "pink_2 pink_4", 6, 0, 0},
    {"red_2", "pink_2 pink_4 pink_6", 6, 0, 1},  {"", "", 3, 0, 0},
};

static void test_draws(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(draws); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 orange_2 green_2 green_4");
    gemtrix_position_draw_pile(position, draws[i].draw_pile);
    gemtrix_position_discard_pile(position, draws[i].discard_pile);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, "claim blue_2 blue_4 blue_6");
    const Gemtrix *state = gemtrix_state(session);
    g_assert_cmpuint(state->hand[0].count, ==, draws[i].hand);
    g_assert_cmpuint(state->draw_pile.count, ==, draws[i].draw_after);
    g_assert_cmpuint(state->discard_pile.count, ==, draws[i].discard_after);
  }
}

static void test_the_last_cards(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 orange_2 orange_4 orange_6");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_draw_pile(position, "red_2 red_4");
  gemtrix_position_discard_pile(position, "red_6");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "claim blue_2 blue_4 blue_6");
  g_assert_cmpuint(gemtrix_state(session)->hand[0].count, ==, 6);
  games_play(session, "claim orange_2 orange_4 orange_6");
  g_assert_cmpuint(gemtrix_state(session)->hand[0].count, ==, 3);
  games_play(session, "claim red_2 red_4 red_6");
  g_assert_cmpuint(gemtrix_state(session)->hand[0].count, ==, 0);
  g_autofree char *legal = legal_in_words(session);
  g_assert_cmpstr(legal, ==, "pass");
  games_play(session, "pass");
  g_assert_true(lap_session_over(session));
}

/* Whoever begins a turn is told alone, unless all have just been told after a claim. */
static void test_that_the_game_ends_soon_is_told(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 green_2 green_4 red_4");
  gemtrix_position_hand(position, 1, "orange_2 orange_4 orange_6 green_x2 pink_x2 red_x2");
  gemtrix_position_draw_pile(position, "purple_2 pink_2 purple_4 pink_4");
  gemtrix_position_discard_pile(position, "red_2 pink_6");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "claim blue_2 blue_4 blue_6");
  g_assert_null(games_told(session, "gemtrix/last_turn", 0));
  g_assert_nonnull(games_told(session, "gemtrix/running_out", 1));
  games_play(session, "pass");
  g_assert_null(games_told(session, "gemtrix/last_trix", 1));
  games_play(session, "exchange red_x2");
  const LapEvent *told = games_told(session, "gemtrix/last_trix", 0);
  g_assert_cmpuint(told->knows, ==, 1);
  g_assert_cmpint(told->arg[1], ==, 3);
  g_assert_null(games_told(session, "gemtrix/running_out", 1));
  games_play(session, "pass");
  g_assert_cmpuint(games_told(session, "gemtrix/last_trix", 1)->knows, ==, 2);
  games_play(session, "claim orange_2 orange_4 orange_6");
  g_assert_nonnull(games_told(session, "gemtrix/last_turn", 0));
  games_play(session, "pass");
  g_assert_true(lap_session_over(session));
  g_assert_null(games_told(session, "gemtrix/last_trix", 0));
}

static void test_who_plays_next_is_told_to_who_ends_the_turn(void)
{
  static const char *const ways[] = {"pass", "exchange red_2"};
  for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 3);
    gemtrix_position_hand(position, 0, "blue_2 blue_4 green_2 green_4 red_2 red_4");
    gemtrix_position_discard_pile(position, "blue_6 orange_2 orange_4");
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, ways[i]);
    g_assert_cmpuint(games_told(session, "gemtrix/plays_next", 2)->knows, ==, 1);
  }
}

static void test_nobody_plays_next_once_it_is_over(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "pass");
  g_assert_true(lap_session_over(session));
  g_assert_null(games_told(session, "gemtrix/plays_next", 1));
}

/* A trix that seat 1 could make with what seat 0 leaves face up. */
static const struct {
  const char *taken, *secret, *move, *first, *second, *card; /* `first` NULL: nothing is told */
} open_trixes[] = {
    {"blue_x3 blue_2", "green_2 green_4 pink_2 pink_4", "exchange blue_4", "blue_2", "blue_x3", "blue_4"},
    {"blue_x3 blue_2", "green_2 green_4 pink_2 pink_4", "pass", "blue_2", "blue_x3", "blue_6"},
    {"blue_x3 blue_2", "green_2 green_4 pink_2 pink_4", "exchange red_2", NULL, NULL, NULL},
    {"blue_2", "green_2 green_4 pink_2 blue_x3", "exchange blue_4", NULL, NULL, NULL}, /* seat 0 cannot know it */
    {"blue_x3 blue_2 blue_2", "green_2 green_4 pink_2", "exchange blue_4", NULL, NULL, NULL}, /* it has one already */
};

static void test_an_open_trix_is_told(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(open_trixes); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_4 red_2 red_4 green_x2 orange_2 orange_4");
    gemtrix_position_hand(position, 1, open_trixes[i].taken);
    for (guint card = 0; card < position->state->hand[1].count; card++)
      position->state->hand[1].slot[card].known = LAP_EVERYONE;
    gemtrix_position_hand(position, 1, open_trixes[i].secret);
    gemtrix_position_discard_pile(position, "blue_6 orange_6 orange_x2");
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, open_trixes[i].move);

    const LapEvent *told = games_told(session, "gemtrix/open_trix", 1);
    g_assert_cmpint(told != NULL, ==, open_trixes[i].first != NULL);
    if (!told) continue;
    g_assert_cmpuint(told->knows, ==, 1);
    assert_card(session, told, 1, open_trixes[i].first);
    assert_card(session, told, 2, open_trixes[i].second);
    assert_card(session, told, 3, open_trixes[i].card);
  }
}

static const struct {
  const char *draw_pile, *exchange, *flip, *pass;
} previews[] = {
    {"green_6", "exchanged plays_next", "covered", "passed plays_next one_pass_left"},
    {"", "exchanged plays_next", "flipped rebuilt",
     "passed plays_next one_pass_left"}, /* what is turned over is not sure */
};

static void test_what_is_told_before_a_step(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(previews); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_2");
    gemtrix_position_hand(position, 1, "blue_x3 green_x3 orange_x3");
    gemtrix_position_draw_pile(position, previews[i].draw_pile);
    gemtrix_position_discard_pile(position, "blue_6 red_4 red_6 pink_2");
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    g_autofree char *exchange = games_foreseen(session, 0), *flip = games_foreseen(session, 1),
                    *pass = games_foreseen(session, 2);
    g_assert_cmpstr(exchange, ==, previews[i].exchange);
    g_assert_cmpstr(flip, ==, previews[i].flip);
    g_assert_cmpstr(pass, ==, previews[i].pass);
  }
}

/* What a claim is sure to bring, though nobody knows what it draws. */
static const struct {
  const char *draw_pile, *discard_pile, *claim;
} claims[] = {
    {"green_2 green_4 green_6", "red_4 red_6 pink_2", "claimed running_out"},
    {"green_6", "red_4 red_6 pink_2 pink_4 pink_6", "claimed running_out rebuilt"},
    {"", "red_4 red_6 pink_2 pink_4 pink_6 green_6", "claimed running_out rebuilt"},
    {"green_6", "red_4 red_6", "claimed rebuilt last_turn"},
    {"green_4 green_6", "red_4", "claimed last_turn"},
    {"", "", "claimed nothing_to_draw"},
};

static void test_what_is_told_before_a_claim(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(claims); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6");
    gemtrix_position_hand(position, 1, DULL);
    gemtrix_position_draw_pile(position, claims[i].draw_pile);
    gemtrix_position_discard_pile(position, claims[i].discard_pile);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    g_autofree char *claim = games_foreseen(session, 0);
    g_assert_cmpstr(claim, ==, claims[i].claim);
  }
}

static guint times_told(LapSession *session, const char *name)
{
  guint n, times = 0;
  const LapEvent *event = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++)
    times += g_str_equal(lap_game_event(lap_engine_game(lap_session_engine(session)), event[i].kind)->name, name);
  return times;
}

static void test_a_rebuild_is_told_once(void)
{
  static const struct {
    const char *draw_pile, *discard_pile, *move;
    guint times;
  } cases[] = {{"green_6", "red_4 red_6 pink_2 pink_4 pink_6", "claim blue_2 blue_4 blue_6", 1},
               {"green_6", "red_4 red_6", "claim blue_2 blue_4 blue_6", 1},
               {"", "red_4 red_6 pink_2", "flip", 1},
               {"green_2 green_4 green_6", "red_4 red_6 pink_2", "claim blue_2 blue_4 blue_6", 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6");
    gemtrix_position_draw_pile(position, cases[i].draw_pile);
    gemtrix_position_discard_pile(position, cases[i].discard_pile);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, cases[i].move);
    g_assert_cmpuint(times_told(session, "gemtrix/rebuilt"), ==, cases[i].times);
  }
}

/* With both piles empty the game ends with the turn. */
static void test_a_lost_trix_is_told(void)
{
  static const char *const hands[] = {"blue_2 blue_4 blue_6", "blue_2 blue_4 red_6"};
  for (gsize i = 0; i < G_N_ELEMENTS(hands); i++) {
    g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
    gemtrix_position_hand(position, 0, hands[i]);
    gemtrix_position_hand(position, 1, DULL);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play(session, "pass");
    g_assert_null(games_told(session, "gemtrix/holds_trix", 0));
    assert_tells(session, games_told(session, "gemtrix/lost_trix", 0), "gemtrix/lost_trix", i ? NULL : hands[i]);
  }
}

/* Three seats: the second pass leaves one, unless a claim came before it in its turn. */
static void test_that_one_pass_is_left_is_told(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 3);
  gemtrix_position_hand(position, 0, DULL);
  gemtrix_position_hand(position, 2, "blue_2 blue_4 blue_6 green_2 red_2 pink_2");
  gemtrix_position_draw_pile(position, "green_4 red_4 purple_4 orange_4 orange_6");
  gemtrix_position_discard_pile(position, "purple_2");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "pass");
  g_assert_cmpuint(times_told(session, "gemtrix/one_pass_left"), ==, 0);
  games_play(session, "claim blue_2 blue_4 blue_6");
  games_play(session, "pass");
  g_assert_cmpuint(times_told(session, "gemtrix/one_pass_left"), ==, 0);
  games_play(session, "pass");
  games_play(session, "pass");
  g_assert_cmpuint(games_told(session, "gemtrix/one_pass_left", 2)->knows, ==, LAP_EVERYONE);
  games_play(session, "pass");
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(times_told(session, "gemtrix/one_pass_left"), ==, 0);
}

static guint16 known(const LapSlot *slot, guint n, guint16 face)
{
  for (guint i = 0; i < n; i++)
    if (slot[i].piece == face) return slot[i].known;
  return 0;
}

static void test_what_is_known_of_a_hand(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 green_2 green_4 pink_2 purple_2 red_4");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_discard_pile(position, "blue_4 orange_2 orange_4");
  g_autoptr(LapSession) session = gemtrix_position_play(position);

  games_play(session, "exchange red_4");
  const Gemtrix *state = gemtrix_state(session);
  g_assert_cmpuint(known(state->hand[0].slot, 6, 2), ==, LAP_EVERYONE); /* blue_4 was taken openly */
  g_assert_cmpuint(known(state->hand[0].slot, 6, 1), ==, 1);            /* blue_2 was not */

  games_play(session, "pass");
  games_play(session, "exchange blue_4");
  g_assert_cmpuint(known(gemtrix_state(session)->discard_pile.slot, 3, 2), ==, LAP_EVERYONE);
}

static void test_what_is_known_of_drawn_cards(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 red_2 red_4 green_2");
  gemtrix_position_hand(position, 1, DULL);
  gemtrix_position_draw_pile(position, "red_6 pink_2 pink_4 pink_6");
  gemtrix_position_discard_pile(position, "orange_2");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "claim blue_2 blue_4 blue_6");
  const Gemtrix *state = gemtrix_state(session);
  g_assert_cmpuint(state->hand[0].count, ==, 6);
  for (guint i = 0; i < 6; i++) g_assert_cmpuint(state->hand[0].slot[i].known, ==, 1);
}

static void test_what_is_known_after_a_rebuild(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2");
  gemtrix_position_discard_pile(position, "red_2 red_4 red_6");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "flip");
  const Gemtrix *state = gemtrix_state(session);
  g_assert_cmpuint(state->draw_pile.slot[0].known, ==, 0);
  g_assert_cmpuint(state->draw_pile.slot[1].known, ==, 0);
  g_assert_cmpuint(state->discard_pile.slot[0].known, ==, LAP_EVERYONE);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemtrix/turn/lists-each-trix-and-each-card-once", test_the_list);
  g_test_add_func("/gemtrix/turn/may-claim-twice-and-then-exchange", test_two_trixes_in_one_turn);
  g_test_add_func("/gemtrix/turn/a-trix-made-by-an-exchange-waits-for-the-next-turn",
                  test_a_trix_made_by_an_exchange_waits);
  g_test_add_func("/gemtrix/turn/a-trix-in-hand-is-told-as-the-turn-ends",
                  test_a_trix_in_hand_is_told_as_the_turn_ends);
  g_test_add_func("/gemtrix/turn/the-card-put-down-is-available-to-the-next", test_the_card_put_down_is_available);
  g_test_add_func("/gemtrix/turn/another-card-of-an-equal-face-may-be-put-down", test_another_card_of_an_equal_face);
  g_test_add_func("/gemtrix/turn/a-second-flip-is-refused-and-the-flipped-card-can-be-taken", test_a_second_flip);
  g_test_add_func("/gemtrix/turn/a-claim-after-a-flip-is-legal", test_a_claim_after_a_flip);
  g_test_add_func("/gemtrix/turn/a-flip-needs-a-draw-pile-or-two-discards", test_flips);
  g_test_add_func("/gemtrix/turn/what-a-flip-covers-is-told", test_what_a_flip_covers_is_told);
  g_test_add_func("/gemtrix/turn/what-a-rebuild-takes-away-is-told", test_what_a_rebuild_takes_away_is_told);
  g_test_add_func("/gemtrix/turn/a-claim-draws-three-while-there-are-cards", test_draws);
  g_test_add_func("/gemtrix/turn/the-last-cards-can-be-claimed-to-the-end", test_the_last_cards);
  g_test_add_func("/gemtrix/turn/that-the-game-ends-soon-is-told", test_that_the_game_ends_soon_is_told);
  g_test_add_func("/gemtrix/turn/who-plays-next-is-told-to-who-ends-the-turn",
                  test_who_plays_next_is_told_to_who_ends_the_turn);
  g_test_add_func("/gemtrix/turn/nobody-plays-next-once-it-is-over", test_nobody_plays_next_once_it_is_over);
  g_test_add_func("/gemtrix/turn/an-open-trix-is-told-to-who-gives-the-card", test_an_open_trix_is_told);
  g_test_add_func("/gemtrix/turn/what-is-sure-of-a-step-is-told-before-it", test_what_is_told_before_a_step);
  g_test_add_func("/gemtrix/turn/what-is-sure-of-a-claim-is-told-before-it", test_what_is_told_before_a_claim);
  g_test_add_func("/gemtrix/turn/a-rebuild-is-told-once", test_a_rebuild_is_told_once);
  g_test_add_func("/gemtrix/turn/a-trix-that-is-lost-is-told", test_a_lost_trix_is_told);
  g_test_add_func("/gemtrix/turn/that-one-pass-is-left-is-told", test_that_one_pass_is_left_is_told);
  g_test_add_func("/gemtrix/turn/a-card-taken-openly-is-known-to-all", test_what_is_known_of_a_hand);
  g_test_add_func("/gemtrix/turn/a-card-that-is-drawn-is-known-to-one-alone", test_what_is_known_of_drawn_cards);
  g_test_add_func("/gemtrix/turn/a-rebuilt-draw-pile-is-known-to-nobody", test_what_is_known_after_a_rebuild);
  return g_test_run();
}
