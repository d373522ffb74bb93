/* Gemtrix, the fast game: when it ends, and who has won. */
#include "gemtrix-position.h"

/* Three seats, each with cards, and enough in both piles. */
static GemtrixPosition *three_seats(const char *option, const char *value)
{
  GemtrixPosition *position = gemtrix_position_new_with("gemtrix", 3, option, value);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6 red_4 green_2 green_4");
  gemtrix_position_hand(position, 1, "pink_2 pink_4 red_6 red_2 green_x2 green_6");
  gemtrix_position_hand(position, 2, "purple_2 purple_4 orange_2 orange_4 green_x2 green_x3");
  gemtrix_position_draw_pile(position, "orange_6 purple_6 pink_6 orange_x2 purple_x2 pink_x2");
  gemtrix_position_discard_pile(position, "red_x2 red_x2 red_x3");
  return position;
}

static const struct {
  const char *moves[8];
  gboolean over;
} passes[] = {
    {{"pass", "pass"}, FALSE},
    {{"pass", "pass", "pass"}, TRUE},
    {{"flip", "pass", "flip", "pass", "pass"}, TRUE},
    {{"claim blue_2 blue_4 blue_6", "pass", "pass", "pass"}, FALSE},
    {{"claim blue_2 blue_4 blue_6", "pass", "pass", "pass", "pass"}, TRUE},
    {{"exchange red_4", "pass", "pass"}, FALSE},
    {{"exchange red_4", "pass", "pass", "pass"}, TRUE},
};

static void test_passes(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(passes); i++) {
    g_autoptr(GemtrixPosition) position = three_seats(NULL, NULL);
    g_autoptr(LapSession) session = gemtrix_position_play(position);
    games_play_all(session, passes[i].moves);
    g_assert_cmpint(lap_session_over(session), ==, passes[i].over);
  }
}

static void test_empty_piles(void)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
  gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6");
  gemtrix_position_hand(position, 1, "red_2 red_4 red_6");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  games_play(session, "claim blue_2 blue_4 blue_6");
  g_assert_false(lap_session_over(session));
  games_play(session, "pass");
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(gemtrix_state(session)->hand[1].count, ==, 3);
}

/* Exchanges there and back, without a claim. */
static gboolean over_after_exchanges(const char *stall_limit, guint turns)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new_with("gemtrix", 2, "stall_limit", stall_limit);
  gemtrix_position_hand(position, 0, "blue_2");
  gemtrix_position_hand(position, 1, "red_2");
  gemtrix_position_discard_pile(position, "green_2");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  for (guint turn = 0; turn < turns && !lap_session_over(session); turn++) {
    const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), NULL, 0, NULL);
    LapAction exchange = legal->v[0];
    g_assert_true(lap_session_play(session, &exchange, 1, NULL));
  }
  return lap_session_over(session);
}

static void test_stall(void)
{
  static const struct {
    const char *limit;
    guint turns;
    gboolean over;
  } cases[] = {{"1", 1, FALSE},    {"1", 2, TRUE},    {"3", 5, FALSE},  {"3", 6, TRUE},
               {"60", 119, FALSE}, {"60", 120, TRUE}, {"0", 500, FALSE}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_cmpint(over_after_exchanges(cases[i].limit, cases[i].turns), ==, cases[i].over);
}

static void test_a_claim_begins_the_stall_anew(void)
{
  g_autoptr(GemtrixPosition) position = three_seats("stall_limit", "1");
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  static const char *const moves[] = {"claim blue_2 blue_4 blue_6", "exchange red_4", "exchange orange_2",
                                      "exchange red_6", NULL};
  games_play_all(session, moves);
  g_assert_cmpuint(gemtrix_state(session)->turns_without_claim, ==, 2);
  g_assert_false(lap_session_over(session));
  games_play(session, "exchange green_2");
  g_assert_true(lap_session_over(session));
}

static void test_ended_says_why(void)
{
  g_autoptr(GemtrixPosition) position = three_seats(NULL, NULL);
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  static const char *const moves[] = {"pass", "pass", "pass", NULL};
  games_play_all(session, moves);
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  const LapGameKind *kind = lap_game_event(lap_engine_game(lap_session_engine(session)), event[n - 1].kind);
  g_assert_cmpstr(kind->name, ==, "gemtrix/ended");
  g_assert_cmpstr(kind->args[0].choices[event[n - 1].arg[0]], ==, "all_passed");
}

/* The trixes of seats 0, 1 and 2; what is left lies in the draw pile. */
static const struct {
  const char *trixes[3];
  int trix[3], points[3], place[3];
} scores[] = {
    /* The leaflet's example. */
    {{"blue_2 blue_2 blue_x3 green_2 green_4 green_6 orange_2 orange_4 orange_x2 pink_4 pink_6 pink_x3", "", ""},
     {4, 0, 0},
     {32, 0, 0},
     {1, 2, 2}},
    {{"blue_2 blue_2 blue_4", "red_6 red_6 red_4 pink_2 pink_2 pink_4", ""}, {1, 2, 0}, {8, 24, 0}, {2, 1, 3}},
    /* Equal trixes: points on cards. */
    {{"blue_2 blue_2 blue_4", "red_6 red_6 red_4", "pink_6 pink_4 pink_x3"}, {1, 1, 1}, {8, 16, 10}, {3, 1, 2}},
    /* More trixes win over more points. */
    {{"blue_x2 blue_x2 blue_x3 red_x2 red_x2 red_x3", "pink_6 pink_6 pink_4", ""}, {2, 1, 0}, {0, 16, 0}, {1, 2, 3}},
    /* Still equal: together. */
    {{"blue_2 blue_4 blue_6", "red_2 red_4 red_6", ""}, {1, 1, 0}, {12, 12, 0}, {1, 1, 3}},
    {{"", "", ""}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}},
};

static void check_score(gsize i)
{
  g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 4);
  for (guint seat = 0; seat < 3; seat++) gemtrix_position_trixes(position, seat, scores[i].trixes[seat]);
  g_autoptr(LapSession) session = gemtrix_position_play(position);
  LapSheet sheet = games_sheet(session);
  for (guint seat = 0; seat < 3; seat++) {
    g_assert_cmpint(sheet.total[seat][LAP_TIER_POINTS], ==, scores[i].trix[seat]);
    g_assert_cmpint(sheet.total[seat][LAP_TIER_TIES], ==, scores[i].points[seat]);
    g_assert_cmpint(sheet.place[seat] - 1, ==, scores[i].place[seat]); /* seat 3 has all the rest, and is first */
  }
}

static void test_scores(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(scores); i++) check_score(i);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemtrix/end/when-all-pass-in-a-row-without-a-claim", test_passes);
  g_test_add_func("/gemtrix/end/when-both-piles-are-empty-at-the-end-of-a-turn", test_empty_piles);
  g_test_add_func("/gemtrix/end/when-nobody-claims-for-too-long", test_stall);
  g_test_add_func("/gemtrix/end/a-claim-begins-the-count-anew", test_a_claim_begins_the_stall_anew);
  g_test_add_func("/gemtrix/end/is-told-with-its-reason", test_ended_says_why);
  g_test_add_func("/gemtrix/end/most-trixes-win-then-most-points-then-together", test_scores);
  return g_test_run();
}
