/* GEM: what contests reveal about lasers, and that imagined worlds agree with it. */
#include <string.h>

#include "gem-position.h"
#include "host/engine/knowledge.h"
#include "plugins/gem/knowledge.h"
#include "plugins/gem/lasers.h"

enum { WORLDS = 6000 };

typedef struct {
  guint on_board[GEM_COINS][GEM_COINS]; /* [laser][value]: in how many worlds */
  guint in_supply[GEM_COINS];
} Worlds;

static void count(Worlds *worlds, const Gem *state, guint seat)
{
  for (guint i = 0; i < state->lasers[seat]; i++) worlds->on_board[i][gem_coin_value(state->laser[seat][i].piece)]++;
  for (guint i = 0; i < state->supply[seat].count; i++)
    worlds->in_supply[gem_coin_value(state->supply[seat].slot[i].piece)]++;
}

/* Worlds as `viewer` may imagine them, with the lasers of `seat` counted. */
static Worlds imagine_from(GemPosition *position, const LapBlock *from, guint viewer, guint seat)
{
  Worlds worlds = {0};
  LapGenerator chooser = lap_generator_seeded(9);
  gsize size = lap_engine_block_size(position->engine),
        at = (gsize)((guint8 *)position->state - (guint8 *)position->block);
  for (guint i = 0; i < WORLDS; i++) {
    g_autoptr(LapBlock) block = lap_block_new(position->engine);
    memcpy(block, from, size);
    g_assert_true(lap_determinise(position->engine, block, viewer, &chooser));
    count(&worlds, (const Gem *)((guint8 *)block + at), seat);
  }
  return worlds;
}

static Worlds imagine(GemPosition *position, guint viewer, guint seat)
{
  return imagine_from(position, position->block, viewer, seat);
}

static void assert_about(guint times, guint expected)
{
  g_assert_cmpuint(times + 300, >, expected);
  g_assert_cmpuint(times, <, expected + 300);
}

static void reveal(GemPosition *position, guint seat, const char *square)
{
  guint16 top = gem_top_laser(position->state, (guint8)seat, (guint8)gem_square(square));
  gem_reveal_laser(position->state, (guint8)seat, top);
}

static void lift(GemPosition *position, guint seat, const char *square)
{
  gem_lift_laser(position->state, (guint8)seat, (guint8)gem_square(square));
}

static void test_unseen_lasers_may_be_any(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_laser(position, 1, "a1", "north", 3);
  gem_position_laser(position, 1, "b1", "north", 5);
  Worlds worlds = imagine(position, 0, 1);
  for (guint value = 0; value < GEM_COINS; value++) {
    assert_about(worlds.on_board[0][value], WORLDS / 6);
    assert_about(worlds.in_supply[value], WORLDS * 4 / 6);
  }
}

static void test_its_owner_knows_them(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_laser(position, 1, "a1", "north", 3);
  gem_position_laser(position, 1, "b1", "north", 5);
  reveal(position, 1, "b1");
  Worlds worlds = imagine(position, 1, 1);
  g_assert_cmpuint(worlds.on_board[0][3], ==, WORLDS);
  g_assert_cmpuint(worlds.on_board[1][5], ==, WORLDS);
}

/* A laser that lay elsewhere when the 5 was shown is not the 5, also when the 5 is in the supply again. */
static void test_a_laser_is_not_another_that_was_shown(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  gem_position_laser(position, 1, "a1", "north", 3);
  gem_position_laser(position, 1, "b1", "north", 5);
  reveal(position, 1, "b1");
  Worlds lying = imagine(position, 0, 1);
  g_assert_cmpuint(lying.on_board[1][5], ==, WORLDS);
  g_assert_cmpuint(lying.on_board[0][5], ==, 0);

  lift(position, 1, "b1");
  gem_position_laser(position, 1, "c1", "north", 5);
  Worlds again = imagine(position, 0, 1);
  g_assert_cmpuint(again.on_board[0][5], ==, 0);
  /* The 5 is one of the four in the supply or the one laid last: each equally likely. */
  assert_about(again.on_board[1][5], WORLDS / 5);
  assert_about(again.in_supply[5], WORLDS * 4 / 5);
  /* Of the other five values each is as likely on a1. */
  for (guint value = 0; value < 5; value++) assert_about(again.on_board[0][value], WORLDS / 5);
}

/* With only the shown 2 and 5 in the supply, the next laser is one of them, and the one after it the other. */
static void test_what_is_left_is_known(void)
{
  g_autoptr(GemPosition) position = gem_position_new("gem", 2);
  static const char *const square[] = {"a1", "b1", "c1", "d1", "e1", "f1"};
  for (guint value = 0; value < GEM_COINS; value++) gem_position_laser(position, 1, square[value], "north", value);
  reveal(position, 1, "c1");
  reveal(position, 1, "f1");
  lift(position, 1, "c1");
  lift(position, 1, "f1");
  gem_position_laser(position, 1, "h1", "north", 2);
  Worlds worlds = imagine(position, 0, 1);
  assert_about(worlds.on_board[4][2], WORLDS / 2);
  assert_about(worlds.on_board[4][5], WORLDS / 2);

  /* An unseen one comes back, but h1 is still the 2 or the 5. */
  lift(position, 1, "a1");
  worlds = imagine(position, 0, 1);
  g_assert_cmpuint(worlds.on_board[3][2] + worlds.on_board[3][5], ==, WORLDS);
}

/* The same by play: seat 1 wins a contest with the 2 and the 5 and lays one of them; then a shield sends another laser
 * back to him. */
static void test_what_is_left_is_known_by_play(void)
{
  static const char *const quiet[] = {"a1", "b1", "g1", "h1"};
  static const guint value[] = {0, 1, 3, 4};
  g_autoptr(GemPosition) position = gem_position_new("gem-advanced", 2);
  gem_position_gems_of(position, 0, "d3 d5 c4 e4");
  for (guint i = 0; i < 4; i++) gem_position_laser(position, 1, quiet[i], "north", value[i]);
  gem_position_laser(position, 1, "d2", "south", 2);
  gem_position_laser(position, 1, "d6", "north", 5);
  gem_position_laser(position, 0, "b4", "east", 0);
  gem_position_laser(position, 0, "f4", "west", 1);
  g_autoptr(LapSession) session = gem_position_play(position);
  gem_play(session, "gem, place d4");
  gem_play(session, "colour red");
  gem_play(session, "laser, place h8, point north, coin 2");
  Worlds worlds = imagine_from(position, lap_session_block(session), 0, 1);
  for (guint i = 0; i < 4; i++) g_assert_cmpuint(worlds.on_board[i][2] + worlds.on_board[i][5], ==, 0);

  gem_play(session, "shield, shield_on a1");
  worlds = imagine_from(position, lap_session_block(session), 0, 1);
  assert_about(worlds.on_board[3][2], WORLDS / 2);
  assert_about(worlds.on_board[3][5], WORLDS / 2);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gem/knowledge/unseen-lasers-may-be-any", test_unseen_lasers_may_be_any);
  g_test_add_func("/gem/knowledge/its-owner-knows-them", test_its_owner_knows_them);
  g_test_add_func("/gem/knowledge/a-laser-is-not-another-that-was-shown", test_a_laser_is_not_another_that_was_shown);
  g_test_add_func("/gem/knowledge/what-is-left-is-known", test_what_is_left_is_known);
  g_test_add_func("/gem/knowledge/what-is-left-is-known-by-play", test_what_is_left_is_known_by_play);
  return g_test_run();
}
