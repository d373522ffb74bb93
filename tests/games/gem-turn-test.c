/* GEM: the setup, what a player may do in his turn, and when the game ends. */
#include "gem-position.h"

/* --- setup */

static const struct {
  guint seats, first, left;
} setups[] = {{2, 16, 44}, {3, 15, 45}, {4, 16, 44}};

static guint gems_on_tile(const Gem *state, guint square)
{
  guint gems = 0;
  for (guint other = 0; other < GEM_SQUARES; other++)
    gems += (other & ~9u) == (square & ~9u) && gem_is_gem(state->board[other]);
  return gems;
}

static void test_one_gem_a_tile(void)
{
  LapGenerator chooser = lap_generator_seeded(3);
  for (gsize i = 0; i < G_N_ELEMENTS(setups); i++) {
    g_autoptr(LapSession) session = games_start("gem", setups[i].seats, i);
    int starter = games_waiting(session);
    for (guint gem = 0; gem < setups[i].first; gem++) {
      g_assert_cmpint(games_waiting(session), ==, (starter + (int)gem) % (int)setups[i].seats);
      g_assert_cmpuint(gem_ways(session, NULL), ==, 64 - 4 * gem);
      games_play_random(session, &chooser);
    }
    g_assert_cmpint(games_waiting(session), ==, starter);
    g_assert_cmpuint(gem_told(session, "gem/first_placed"), ==, 1);
    g_assert_cmpuint(gem_state(session)->gems_left, ==, setups[i].left);
    for (guint square = 0; square < GEM_SQUARES; square++)
      g_assert_cmpuint(gems_on_tile(gem_state(session), square), <=, 1);
    g_assert_true(gem_may(session, "gem"));
  }
}

static void test_a_tile_is_shared_later(void)
{
  g_autoptr(LapSession) session = games_start("gem", 3, 1);
  gem_play(session, "first_gem d4");
  g_assert_false(gem_may(session, "first_gem c3"));
  g_assert_false(gem_may(session, "first_gem d3"));
  g_assert_true(gem_may(session, "first_gem e4"));

  g_autoptr(GemPosition) position = gem_position_new("gem", 3);
  gem_position_gems(position, "d4");
  g_autoptr(LapSession) later = gem_position_play(position);
  g_assert_true(gem_may(later, "gem, place c3"));
  g_assert_false(gem_may(later, "gem, place d4"));
}

/* Who rolls next: those whose dice were the highest of the round. */
static guint highest_of(const LapEvent *rolled, guint n)
{
  gint16 best = -1;
  guint highest = 0;
  for (guint i = 0; i < n; i++) {
    if (rolled[i].arg[1] > best) highest = 0;
    if (rolled[i].arg[1] >= best) highest |= 1u << rolled[i].arg[0];
    best = MAX(best, rolled[i].arg[1]);
  }
  return highest;
}

static void test_tied_dice_are_rolled_again(void)
{
  guint again = 0;
  for (guint64 seed = 0; seed < 100; seed++) {
    g_autoptr(LapSession) session = games_start("gem", 4, seed);
    guint n, rolling = 0xF, rolls = gem_told(session, "gem/rolled");
    const LapEvent *event = lap_session_events(session, &n);
    for (guint i = 0; i < rolls;) {
      guint round = (guint)__builtin_popcount(rolling);
      for (guint j = i; j < i + round; j++) g_assert_cmpuint(rolling >> event[j].arg[0] & 1, ==, 1);
      rolling = highest_of(event + i, round);
      i += round;
      again += i < rolls;
    }
    g_assert_cmpuint(rolling, ==, 1u << games_waiting(session));
  }
  g_assert_cmpuint(again, >, 10);
}

static void test_everybody_may_begin(void)
{
  guint begins[4] = {0};
  for (guint64 seed = 0; seed < 400; seed++) {
    g_autoptr(LapSession) session = games_start("gem", 4, seed);
    g_assert_cmpuint(gem_told(session, "gem/rolled"), >=, 4);
    begins[games_waiting(session)]++;
  }
  for (guint seat = 0; seat < 4; seat++) {
    g_assert_cmpuint(begins[seat], >, 60);
    g_assert_cmpuint(begins[seat], <, 140);
  }
}

/* --- turn */

static void test_where_lasers_go(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_gems(position, "a1");
  gem_position_laser(position, 0, "b1", "north", 1);
  gem_position_laser(position, 1, "c1", "north", 1);
  g_autoptr(LapSession) session = gem_position_play(position);
  g_assert_cmpuint(gem_ways(session, "gem"), ==, 61);
  g_assert_cmpuint(gem_ways(session, "laser"), ==, 62);
  g_assert_true(gem_may(session, "laser, place b1"));
  g_assert_false(gem_may(session, "laser, place a1"));
  g_assert_false(gem_may(session, "laser, place c1"));
  g_assert_cmpuint(gem_ways(session, "laser, place d1"), ==, 4);
  g_assert_cmpuint(gem_ways(session, "laser, place d1, point west"), ==, 5);
  g_assert_false(gem_may(session, "laser, place d1, point west, coin 1"));
}

static void test_without_coins_only_gems(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  for (guint value = 0; value < GEM_COINS; value++) gem_position_laser(position, 0, "a1", "north", value);
  g_autoptr(LapSession) session = gem_position_play(position);
  g_assert_cmpuint(gem_ways(session, NULL), ==, 1);
  g_assert_true(gem_may(session, "gem"));
}

static void test_a_laser_lies_face_down(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place d4, point south, coin 3");
  const Gem *state = gem_state(session);
  g_assert_cmpuint(gem_seen(session, "d4"), ==, gem_laser(0, LAP_SOUTH));
  g_assert_cmpuint(state->laser[0][0].piece, ==, gem_coin(0, 3));
  g_assert_cmpuint(state->laser[0][0].known, ==, 1u << 0);
  g_assert_cmpuint(state->supply[0].count, ==, 5);
  for (guint i = 0; i < 5; i++) g_assert_cmpuint(state->supply[0].slot[i].known, ==, 1u << 0);
  g_assert_cmpint(games_waiting(session), ==, 1);
}

/* --- the end of the game */

static void test_the_last_gem_ends_it(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 3);
  position->state->gems_left = 2;
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place c1");
  g_assert_cmpuint(gem_told(session, "gem/one_gem_left"), ==, 1);
  gem_play(session, "laser, place a1, point north, coin 5");
  g_assert_false(lap_session_over(session));
  g_assert_cmpuint(gem_told(session, "gem/one_gem_left"), ==, 0);
  gem_play(session, "gem, place b1");
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(gem_told(session, "gem/no_gem_left"), ==, 1);
}

static void fill_but(GemPosition *position, const char *open)
{
  for (guint square = 0; square < GEM_SQUARES; square++)
    if (square != gem_square(open) && position->state->board[square] == GEM_OPEN)
      position->state->board[square] = GEM_GEM;
}

static void test_a_full_board_ends_it(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  fill_but(position, "d4");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place d4, point north, coin 0");
  g_assert_true(lap_session_over(session));
  g_assert_cmpuint(gem_told(session, "gem/no_square_open"), ==, 1);
  g_assert_cmpuint(gem_told(session, "gem/ended"), ==, 1);
}

/* The end is looked for when extractions are done: these open the board again. */
static void test_an_extraction_keeps_it_going(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_laser(position, 0, "a4", "east", 2);
  fill_but(position, "d4");
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "laser, place d4, point west, coin 0");
  g_assert_false(lap_session_over(session));
  g_assert_cmpuint(gem_seen(session, "d4"), ==, GEM_OPEN);
}

static void test_an_extraction_with_the_last_gem_counts(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  position->state->gems_left = 1;
  gem_position_laser(position, 1, "a4", "east", 2);
  gem_position_laser(position, 1, "c4", "west", 3);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place b4");
  g_assert_true(lap_session_over(session));
  g_assert_cmpint(gem_points(session, 1, "gem/extractions"), ==, 1);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem/setup/one-gem-a-tile", test_one_gem_a_tile);
  g_test_add_func("/gem/setup/a-tile-is-shared-later", test_a_tile_is_shared_later);
  g_test_add_func("/gem/setup/tied-dice-are-rolled-again", test_tied_dice_are_rolled_again);
  g_test_add_func("/gem/setup/everybody-may-begin", test_everybody_may_begin);
  g_test_add_func("/gem/turn/where-lasers-go", test_where_lasers_go);
  g_test_add_func("/gem/turn/without-coins-only-gems", test_without_coins_only_gems);
  g_test_add_func("/gem/turn/a-laser-lies-face-down", test_a_laser_lies_face_down);
  g_test_add_func("/gem/end/the-last-gem-ends-it", test_the_last_gem_ends_it);
  g_test_add_func("/gem/end/a-full-board-ends-it", test_a_full_board_ends_it);
  g_test_add_func("/gem/end/an-extraction-keeps-it-going", test_an_extraction_keeps_it_going);
  g_test_add_func("/gem/end/an-extraction-with-the-last-gem-counts", test_an_extraction_with_the_last_gem_counts);
  return g_test_run();
}
