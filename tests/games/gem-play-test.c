/* GEM: whole matches, and crowded ones in which extractions, contests and choices abound. */
#include <string.h>

#include "gem-position.h"
#include "host/engine/knowledge.h"
#include "host/projection/view.h"

/* --- gems and coins are all somewhere, and what is seen of stacks is what lies on top */

static guint gems_on_board(const Gem *state)
{
  guint gems = 0;
  for (guint square = 0; square < GEM_SQUARES; square++) gems += gem_is_gem(state->board[square]);
  return gems;
}

static void check_gems(LapSession *session, gboolean advanced)
{
  const Gem *state = gem_state(session);
  guint gems = state->gems_left + gems_on_board(state);
  for (guint seat = 0; seat < GEM_SEATS; seat++) gems += state->gems[seat];
  for (guint seat = 0; advanced && seat < GEM_SEATS; seat++) gems += gem_advanced_state(session)->shielded[seat];
  g_assert_cmpuint(gems, ==, GEM_GEMS);
}

static void check_open(const Gem *state)
{
  guint open = 0;
  for (guint square = 0; square < GEM_SQUARES; square++) open += state->board[square] == GEM_OPEN;
  g_assert_cmpuint(state->open, ==, open);
}

static gboolean is_top(const Gem *state, guint seat, guint i)
{
  return i + 1u == state->lasers[seat] || state->laser_square[seat][i + 1] != state->laser_square[seat][i];
}

static void check_lasers(const Gem *state, guint seats)
{
  guint tops = 0, seen = 0;
  for (guint seat = 0; seat < seats; seat++) {
    g_assert_cmpuint(state->lasers[seat] + state->supply[seat].count, ==, GEM_COINS);
    for (guint i = 0; i < state->lasers[seat]; i++) {
      guint8 square = state->laser_square[seat][i], direction = state->laser_direction[seat][i];
      if (i) g_assert_cmpuint(state->laser_square[seat][i - 1], <=, square);
      if (!is_top(state, seat, i)) continue;
      g_assert_cmpuint(state->board[square], ==, gem_laser((guint8)seat, direction));
      tops++;
    }
  }
  for (guint square = 0; square < GEM_SQUARES; square++) seen += gem_is_laser(state->board[square]);
  g_assert_cmpuint(tops, ==, seen);
}

static void play_one(LapSession *session, LapGenerator *chooser)
{
  g_autoptr(GError) error = NULL;
  lap_session_playout(session, chooser, 1, &error);
  g_assert_no_error(error);
}

static void test_whole_matches(gconstpointer game)
{
  gboolean advanced = g_str_equal(game, "gem-advanced");
  LapGenerator chooser = lap_generator_seeded(5);
  for (guint match = 0; match < 60; match++) {
    guint seats = 2 + match % 3, plies = 0;
    g_autoptr(LapSession) session = games_start(game, seats, match);
    check_open(gem_state(session));
    for (; !lap_session_over(session); plies++) {
      play_one(session, &chooser);
      check_gems(session, advanced);
      check_open(gem_state(session));
      check_lasers(gem_state(session), seats);
    }
    g_assert_cmpuint(plies, <, 400);
  }
}

/* --- crowded boards */

static char *view_of(LapEngine *engine, const LapBlock *block, guint viewer)
{
  GString *view = g_string_new(NULL);
  lap_view_write(engine, block, viewer, view);
  return g_string_free(view, FALSE);
}

/* Another world looks the same to who imagines it, and its coins are all there. */
static void check_worlds(LapSession *session, LapGenerator *chooser)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  g_autoptr(LapBlock) world = lap_block_new(engine);
  for (guint viewer = 0; viewer <= lap_engine_seats(engine); viewer++) {
    guint who = viewer == lap_engine_seats(engine) ? LAP_WATCHER : viewer;
    memcpy(world, block, lap_engine_block_size(engine));
    g_assert_true(lap_determinise(engine, world, who, chooser));
    g_autofree char *here = view_of(engine, block, who), *there = view_of(engine, world, who);
    g_assert_cmpstr(here, ==, there);
  }
}

static void check_coins(const Gem *state, guint seats)
{
  for (guint seat = 0; seat < seats; seat++) {
    guint coins = 0;
    for (guint i = 0; i < state->lasers[seat]; i++) coins |= 1u << gem_coin_value(state->laser[seat][i].piece);
    for (guint i = 0; i < state->supply[seat].count; i++)
      coins |= 1u << gem_coin_value(state->supply[seat].slot[i].piece);
    g_assert_cmpuint(coins, ==, (1u << GEM_COINS) - 1);
  }
}

/* What opponents can infer about a laser is true of it. */
static void check_knowledge(const Gem *state, guint seats)
{
  for (guint seat = 0; seat < seats; seat++)
    for (guint i = 0; i < state->lasers[seat]; i++) {
      guint8 value = gem_coin_value(state->laser[seat][i].piece);
      g_assert_cmpuint(state->laser_may[seat][i] >> value & 1, ==, 1);
    }
}

static gboolean is_choice(LapSession *session)
{
  const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), NULL, 0, NULL);
  return legal->v[0].kind == GEM_EXTRACT;
}

static void test_crowded_matches(gconstpointer game)
{
  LapGenerator chooser = lap_generator_seeded(5);
  guint extractions = 0, contests = 0, choices = 0;
  for (guint match = 0; match < 150; match++) {
    guint seats = 2 + match % 3;
    g_autoptr(GemPosition) position = gem_position_new(game, seats);
    guint square = gem_position_crossing(position, &chooser);
    g_autofree char *gem = g_strdup_printf("gem, place %c%c", (char)('a' + square % 8), (char)('1' + square / 8));
    g_autoptr(LapSession) session = gem_position_play(position);
    gem_play(session, gem);
    if (g_str_equal(game, "gem-advanced")) gem_play(session, "colour red");
    contests += gem_told(session, "gem/won_contest");
    choices += is_choice(session);
    check_open(gem_state(session));
    while (!lap_session_over(session)) {
      play_one(session, &chooser);
      check_open(gem_state(session));
      check_lasers(gem_state(session), seats);
      check_coins(gem_state(session), seats);
      check_knowledge(gem_state(session), seats);
      check_worlds(session, &chooser);
      extractions += gem_told(session, "gem/extracted");
      contests += gem_told(session, "gem/won_contest");
      choices += !lap_session_over(session) && is_choice(session);
    }
  }
  g_test_message("%u extractions, %u contests, %u choices", extractions, contests, choices);
  g_assert_cmpuint(contests, >, 20);
  g_assert_cmpuint(choices, >, 20);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/gem/whole-matches/gem", "gem", test_whole_matches);
  g_test_add_data_func("/gem/whole-matches/gem-advanced", "gem-advanced", test_whole_matches);
  g_test_add_data_func("/gem/crowded-matches/gem", "gem", test_crowded_matches);
  g_test_add_data_func("/gem/crowded-matches/gem-advanced", "gem-advanced", test_crowded_matches);
  return g_test_run();
}
