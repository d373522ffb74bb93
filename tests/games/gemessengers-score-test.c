/* GEMessengers: what jewels are worth, and whole matches. */
#include <string.h>

#include "gemessengers-position.h"

#define RULEBOOK_GUILD "ruby_proclamation citrine_proclamation / / topaz_proclamation"

/* A workshop beside a Guild: the points of gems whose row is known, by row, and of those whose row is not. */
static const struct {
  guint round;
  const char *guild, *workshop;
  guint prestige;
  gint64 headstone, decoration, base, loose, total;
} scores[] = {
    /* The rulebook's: Ruby in the Headstone and alone, then Citrine joins it. */
    {0, "ruby_proclamation / / ", "ruby / ruby ruby / ruby ruby ruby", 0, 4, 2, 3, 0, 9},
    {0, RULEBOOK_GUILD, "ruby / citrine ruby / topaz topaz ruby", 0, 3, 2, 9, 0, 14},
    {0, RULEBOOK_GUILD, "citrine / topaz topaz / citrine ruby topaz", 0, 3, 2, 6, 0, 11},
    {0, RULEBOOK_GUILD, "emerald / diamond ruby / ruby ruby topaz", 2, 1, 2, 6, 0, 11},
    {0, " / ruby_proclamation citrine_proclamation diamond_proclamation / ",
     "ruby / diamond ruby / ruby diamond emerald", 0, 1, 4, 3, 0, 8},
    {0, "", "ruby / diamond ruby / ruby diamond emerald", 0, 1, 2, 3, 0, 6},
    {0, "", "", 4, 0, 0, 0, 0, 4},
    /* Not finished: two rows of which the lower must be the Base; two that may be either; one that may be any. */
    {0, RULEBOOK_GUILD, " / topaz topaz / topaz topaz", 0, 0, 2, 8, 0, 10},
    {0, RULEBOOK_GUILD, "ruby / topaz / ", 1, 0, 0, 0, 2, 3},
    {0, RULEBOOK_GUILD, "ruby / / ", 0, 0, 0, 0, 1, 1},
    {0, RULEBOOK_GUILD, " / / topaz topaz topaz", 0, 0, 0, 12, 0, 12},
    {1, RULEBOOK_GUILD, "ruby ruby citrine / / ", 0, 9, 0, 0, 0, 9},
    {2, RULEBOOK_GUILD, "ruby citrine / ruby topaz / topaz diamond", 3, 6, 2, 5, 0, 16},
};

static void test_scores(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(scores); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(2, scores[i].round);
    messengers_position_guild(position, scores[i].guild);
    messengers_position_workshop(position, 1, scores[i].workshop);
    position->state->prestige[1] = (guint8)scores[i].prestige;
    messengers_position_hand(position, 0, "sapphire");
    g_autoptr(LapSession) session = messengers_position_play(position);
    g_assert_cmpint(messengers_points_for(session, 1, "headstone_gem"), ==, scores[i].headstone);
    g_assert_cmpint(messengers_points_for(session, 1, "decoration_gem"), ==, scores[i].decoration);
    g_assert_cmpint(messengers_points_for(session, 1, "base_gem"), ==, scores[i].base);
    g_assert_cmpint(messengers_points_for(session, 1, "loose_gem"), ==, scores[i].loose);
    g_assert_cmpint(messengers_points_for(session, 1, "prestige"), ==, scores[i].prestige);
    g_assert_cmpint(messengers_points(session, 1), ==, scores[i].total);
    g_assert_cmpint(messengers_points(session, 0), ==, 0);
  }
}

/* --- a slow reference over random play */

static const char *suit_of(LapSession *session, guint16 face, gboolean *proclamation)
{
  static char word[64];
  const LapPieceSet *cards = g_ptr_array_index(lap_engine_game(lap_session_engine(session))->sets, 0);
  g_strlcpy(word, cards->key[face], sizeof word);
  char *tail = strchr(word, '_');
  *proclamation = tail != NULL;
  if (tail) *tail = '\0';
  return g_intern_string(word);
}

/* Points of one gem, if it stands in this row of the pattern. */
static gint64 worth_in_row(LapSession *session, guint16 face, guint row)
{
  const Messengers *state = messengers_state(session);
  gboolean is_proclamation, matches = FALSE;
  const char *suit = suit_of(session, face, &is_proclamation);
  guint n = 0;
  for (guint i = 0; i < MESSENGERS_WIDTH; i++) {
    guint16 proclaimed = state->guild[row * MESSENGERS_WIDTH + i].piece;
    if (!proclaimed) continue;
    n++;
    if (suit_of(session, proclaimed, &is_proclamation) == suit) matches = TRUE;
  }
  return matches ? 5 - (gint64)n : 1;
}

/* Each gem is worth what it is in all positions that the workshop can come to lie in, if that is known; else 1. */
static gint64 points_by_reference(LapSession *session, guint seat)
{
  const Messengers *state = messengers_state(session);
  gint64 points = state->prestige[seat];
  for (guint i = 0; i < state->round * MESSENGERS_COUNTS; i++) points += state->earned[seat][i];
  WorkshopRows rows = workshop_rows(state->workshop[seat]);
  guint ways = 0, offset = 0, row = 0;
  for (guint o = 0; o < MESSENGERS_ROWS; o++)
    if (workshop_fits(&rows, messengers_rooms[state->round], (int)o)) {
      ways++;
      offset = o;
    }
  for (guint i = 0; i < MESSENGERS_ROWS; i++) {
    const LapSlot *gem = &state->workshop[seat][i * MESSENGERS_WIDTH];
    for (guint g = 0; g < MESSENGERS_WIDTH && gem[g].piece; g++)
      points += ways == 1 ? worth_in_row(session, gem[g].piece, offset + row) : 1;
    if (gem[0].piece) row++;
  }
  return points;
}

static void check_cards(LapSession *session)
{
  const Messengers *state = messengers_state(session);
  guint seats = lap_engine_seats(lap_session_engine(session)), cards = state->draw_pile.count, tokens = 0;
  for (guint i = 0; i < MESSENGERS_CELLS; i++) cards += state->guild[i].piece != 0;
  for (guint seat = 0; seat < seats; seat++) {
    cards += state->hand[seat].count + state->revealed[seat].count;
    tokens += state->prestige[seat];
    for (guint i = 0; i < MESSENGERS_CELLS; i++) cards += state->workshop[seat][i].piece != 0;
  }
  g_assert_cmpuint(cards, ==, 49);
  g_assert_cmpuint(tokens + state->tokens[0] + state->tokens[1] + state->tokens[2], ==, 9);
}

/* What the events of this move say that a seat has made in the round, and in all. */
static void check_told(LapSession *session, guint seat, gint64 *sum)
{
  const LapEvent *scored = games_told(session, "gemessengers/round_scored", seat);
  const LapEvent *counted = games_told(session, "gemessengers/counted", seat);
  const LapEvent *loose = games_told(session, "gemessengers/counted_loose", seat);
  gint parts = loose ? loose->arg[1] : 0;
  for (guint i = 1; i <= 4; i++) parts += counted->arg[i];
  g_assert_cmpint(scored->arg[1], ==, parts);
  *sum += parts;
  g_assert_cmpint(scored->arg[2], ==, *sum);
  g_assert_cmpint(messengers_points(session, seat), ==, *sum);
}

/* What is told of the jewels when a Proclamation is laid is how all points change, but for the token. */
static void check_revalued(LapSession *session, guint seat, gint64 before)
{
  const LapEvent *revalued = games_told(session, "gemessengers/revalued", seat);
  gint64 token = games_told(session, "gemessengers/took_token", seat) != NULL;
  gint64 change = messengers_points(session, seat) - before - token;
  g_assert_true((revalued != NULL) == (change != 0));
  if (revalued) g_assert_true(revalued->arg[1] == (change < 0));
}

static gboolean is_proclaimed(LapSession *session, guint seats)
{
  for (guint seat = 0; seat < seats; seat++)
    if (games_told(session, "gemessengers/proclaimed", seat))
      return !games_told(session, "gemessengers/round_scored", 0);
  return FALSE;
}

static void play_match(guint seats, guint64 seed, LapGenerator *chooser)
{
  g_autoptr(LapSession) session = games_start("gemessengers", seats, seed);
  guint rounds_told = 0;
  gint64 sum[MESSENGERS_SEATS] = {0};
  while (!lap_session_over(session)) {
    gint64 before[MESSENGERS_SEATS];
    guint8 slack[MESSENGERS_SEATS];
    for (guint seat = 0; seat < seats; seat++) before[seat] = messengers_points(session, seat);
    memcpy(slack, messengers_state(session)->slack, sizeof slack);
    games_play_random(session, chooser);
    check_cards(session);
    for (guint seat = 0; seat < seats && !games_told(session, "gemessengers/round_scored", 0); seat++)
      g_assert_true((games_told(session, "gemessengers/settled", seat) != NULL) ==
                    (slack[seat] && !messengers_state(session)->slack[seat]));
    for (guint seat = 0; seat < seats && is_proclaimed(session, seats); seat++)
      check_revalued(session, seat, before[seat]);
    for (guint seat = 0; seat < seats; seat++)
      g_assert_cmpint(messengers_points(session, seat), ==, points_by_reference(session, seat));
    if (!games_told(session, "gemessengers/round_scored", 0)) continue;
    rounds_told++;
    for (guint seat = 0; seat < seats; seat++) check_told(session, seat, &sum[seat]);
  }
  g_assert_cmpuint(rounds_told, ==, 3);
  for (guint seat = 0; seat < seats; seat++) g_assert_cmpuint(messengers_state(session)->finished[seat], ==, 1);
}

static void test_whole_matches(void)
{
  LapGenerator chooser = lap_generator_seeded(11);
  for (guint match = 0; match < 40; match++) play_match(2 + match % 4, match, &chooser);
}

/* --- the end */

static void test_three_rounds(void)
{
  g_autoptr(LapSession) session = games_start("gemessengers", 3, 9);
  LapGenerator chooser = lap_generator_seeded(9);
  for (guint round = 1; round < MESSENGERS_ROUNDS; round++) {
    while (messengers_state(session)->round < round) games_play_random(session, &chooser);
    const Messengers *state = messengers_state(session);
    g_assert_cmpuint(state->draw_pile.count, ==, 31);
    g_assert_cmpmem(state->room, 3, messengers_rooms[round], 3);
    for (guint i = 0; i < MESSENGERS_CELLS; i++) g_assert_cmpuint(state->guild[i].piece, ==, 0);
    for (guint seat = 0; seat < 3; seat++) {
      g_assert_cmpuint(state->hand[seat].count, ==, 6);
      g_assert_cmpuint(state->workshop[seat][0].piece, ==, 0);
      g_assert_cmpuint(state->prestige[seat], ==, 0);
      g_assert_cmpuint(state->finished[seat], ==, 0);
    }
  }
}

static const struct {
  guint8 earned[3][2];
  guint place[3];
} victories[] = {
    {{{10, 10}, {12, 7}, {5, 5}}, {1, 2, 3}},
    {{{10, 10}, {12, 8}, {5, 5}}, {1, 1, 3}},
    {{{10, 10}, {12, 8}, {19, 1}}, {1, 1, 1}},
};

/* In the last turn each places the last gem of a Scepter that is worth 6. */
static void test_ties_share(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(victories); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(3, 2);
    for (guint seat = 0; seat < 3; seat++) {
      static const char *const scepters[] = {"ruby ruby / ruby ruby / ruby", "topaz topaz / topaz topaz / topaz",
                                             "emerald emerald / emerald emerald / emerald"};
      messengers_position_workshop(position, seat, scepters[seat]);
      messengers_position_hand(position, seat, "diamond");
      for (guint round = 0; round < 2; round++) {
        position->state->made[seat][round * MESSENGERS_CELLS] = 1;
        position->state->earned[seat][round * MESSENGERS_COUNTS] = victories[i].earned[seat][round];
      }
    }
    g_autoptr(LapSession) session = messengers_position_play(position);
    games_play_all(session, (const char *[]){"pick diamond", "pick diamond", "pick diamond", "place row_3",
                                             "place row_3", "place row_3", NULL});
    g_assert_true(lap_session_over(session));
    LapSheet sheet = games_sheet(session);
    for (guint seat = 0; seat < 3; seat++) g_assert_cmpuint(sheet.place[seat], ==, victories[i].place[seat]);
    g_assert_cmpint(messengers_points(session, 0), ==, 26);
    g_assert_cmpint(messengers_points_for(session, 0, "circlet"), ==, 10);
    g_assert_cmpint(messengers_points_for(session, 1, "pendant"), ==, victories[i].earned[1][1]);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemessengers/score/gems-count-by-their-row-and-its-proclamations", test_scores);
  g_test_add_func("/gemessengers/score/agrees-with-a-slow-reference-in-whole-matches", test_whole_matches);
  g_test_add_func("/gemessengers/end/each-round-begins-anew", test_three_rounds);
  g_test_add_func("/gemessengers/end/equal-totals-share-the-victory", test_ties_share);
  return g_test_run();
}
