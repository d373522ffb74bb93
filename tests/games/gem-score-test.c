/* GEM: the awards. */
#include "gem-position.h"

static const struct {
  guint seats, gems[4];
  int award[4];
} awards[] = {
    {4, {18, 18, 7, 3}, {5, 5, 3, 0}},
    {4, {20, 15, 10, 5}, {10, 5, 3, 0}},
    {4, {12, 8, 8, 2}, {10, 3, 3, 0}},
    {2, {7, 7}, {5, 5}},
    {2, {7, 8}, {5, 10}},
    {4, {9, 9, 9, 1}, {3, 3, 3, 0}},
    {4, {9, 8, 7, 7}, {10, 5, 0, 0}},
    {4, {5, 5, 5, 5}, {0, 0, 0, 0}},
    {3, {5, 5, 5}, {3, 3, 3}},
    {3, {4, 0, 0}, {10, 0, 0}},
    {2, {0, 0}, {0, 0}},
    {3, {2, 1, 0}, {10, 5, 0}},
};

/* The last gem is placed, and the game is over: only then does an award count, which was told before. */
static void play_to_the_end(LapSession *session, guint seats, const char *category, const int *award)
{
  for (guint seat = 0; seat < seats; seat++) {
    g_assert_cmpint(gem_progress(session, seat, category), ==, award[seat]);
    g_assert_cmpint(gem_points(session, seat, category), ==, 0);
  }
  gem_play(session, "gem, place h8");
  g_assert_true(lap_session_over(session));
  for (guint seat = 0; seat < seats; seat++) {
    g_assert_cmpint(gem_progress(session, seat, category), ==, 0);
    g_assert_cmpint(gem_points(session, seat, category), ==, award[seat]);
  }
}

static void test_most_gems(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(awards); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", awards[i].seats);
    for (guint seat = 0; seat < awards[i].seats; seat++) position->state->gems[seat] = (guint8)awards[i].gems[seat];
    position->state->gems_left = 1;
    g_autoptr(LapSession) session = gem_position_play(position);
    play_to_the_end(session, awards[i].seats, "gem/most_gems", awards[i].award);
  }
}

static const struct {
  guint chain[4];
  int award[4];
} chains[] = {{{3, 4, 2, 0}, {0, 5, 0, 0}}, {{3, 3, 2, 3}, {5, 5, 0, 5}}, {{0, 0, 0, 0}, {0, 0, 0, 0}}};

static void test_longest_chain(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(chains); i++) {
    g_autoptr(GemPosition) position = gem_position_new("gem", 4);
    for (guint seat = 0; seat < 4; seat++) position->state->chain[seat] = (guint8)chains[i].chain[seat];
    position->state->gems_left = 1;
    g_autoptr(LapSession) session = gem_position_play(position);
    play_to_the_end(session, 4, "gem/longest_chain", chains[i].award);
  }
}

static void test_awards_are_counted_at_the_end(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_gems(position, "b1 c1");
  gem_position_laser(position, 0, "a1", "east", 3);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place d1, point west, coin 4");
  g_assert_cmpint(gem_points(session, 0, NULL), ==, 2);
  g_assert_cmpint(games_sheet(session).total[0][LAP_TIER_POINTS], ==, 2);
  g_assert_cmpint(gem_progress(session, 0, NULL), ==, 10 + 5);
}

static void test_equal_totals_share_the_victory(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 3);
  for (guint seat = 0; seat < 2; seat++) position->state->extracted[seat][0] = 9;
  position->state->gems_left = 1;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place a1");
  LapSheet sheet = games_sheet(session);
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(sheet.place[0], ==, 1);
  g_assert_cmpuint(sheet.place[1], ==, 1);
  g_assert_cmpuint(sheet.place[2], ==, 3);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem/score/most-gems", test_most_gems);
  g_test_add_func("/gem/score/longest-chain", test_longest_chain);
  g_test_add_func("/gem/score/awards-are-counted-at-the-end", test_awards_are_counted_at_the_end);
  g_test_add_func("/gem/score/equal-totals-share-the-victory", test_equal_totals_share_the_victory);
  return g_test_run();
}
