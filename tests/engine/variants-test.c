/* Variants: dispatch from the top, chains upwards, inserted and removed phases, conversion of running matches. */
#include <string.h>

#include "games.h"
#include "host/engine/convert.h"
#include "host/engine/position.h"
#include "play.h"
#include "sealed-fair-state.h"

/* A card of face 1, called high, is worth 1; one more in the fair; one more again in the haven. */
static void rules_chain_up_from_the_top(void)
{
  for (guint levels = 1; levels <= 3; levels++) {
    g_autoptr(LapSession) session = NULL;
    gint16 points = 0;
    for (guint64 seed = 0; seed < 400 && !points; seed++) {
      g_clear_pointer(&session, lap_session_free);
      session = play_new(levels, 2, seed);
      const LapActions *one = lap_session_legal(session, 0, NULL, 0, NULL);
      LapAction zero_steps[2] = {one->v[0], {.kind = SEALED_CALL, .n_args = 1, .seat = 0, .arg = {SEALED_HIGH}}};
      const LapActions *other = lap_session_legal(session, 1, NULL, 0, NULL);
      LapAction one_steps[2] = {other->v[0], {.kind = SEALED_CALL, .n_args = 1, .seat = 1, .arg = {SEALED_HIGH}}};
      if (zero_steps[0].arg[0] != 1 || one_steps[0].arg[0] != 1) continue;
      g_assert_true(lap_session_play(session, zero_steps, 2, NULL));
      g_assert_true(lap_session_play(session, one_steps, 2, NULL));
      points = *(const gint16 *)play_field(session, lap_session_block(session), "sealed/points", 0);
    }
    g_assert_cmpint(points, ==, (gint16)levels);
  }
}

static void an_inserted_phase_stands_before_its_target(void)
{
  g_autoptr(LapSession) session = play_new(2, 2, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  play_move(session, &chooser, 0);
  play_move(session, &chooser, 1);
  g_assert_cmpstr(play_phase(session), ==, "sealed-fair/favour");
  play_move(session, &chooser, -1);
  g_assert_cmpstr(play_phase(session), ==, "sealed/claim");
}

static void a_phase_may_stand_before_an_inserted_one(void)
{
  g_autoptr(LapSession) session = play_new(3, 2, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  play_move(session, &chooser, 0);
  play_move(session, &chooser, 1);
  g_assert_cmpstr(play_phase(session), ==, "sealed-fair/favour");
  const LapGameField *omens = lap_game_field_named(lap_engine_game(lap_session_engine(session)), "omens");
  const guint8 *item = play_field(session, lap_session_block(session), "omens", 0);
  g_assert_cmpuint(*(const guint16 *)(gconstpointer)(item - (omens->offset - omens->count)), ==, 1);
}

static void a_removed_phase_leads_elsewhere(void)
{
  for (guint levels = 1; levels <= 3; levels++) {
    g_autoptr(LapSession) session = play_new(levels, 2, 3);
    LapGenerator chooser = lap_generator_seeded(3);
    while (!lap_session_over(session)) play_move(session, &chooser, -1);
    const guint64 *marks = play_field(session, lap_session_block(session), "sealed/marks", 0);
    g_assert_cmpint((marks[0] | marks[1]) != 0, ==, levels == 1);
    g_assert_cmpuint(*(const guint8 *)play_field(session, lap_session_block(session), "sealed/round", 0), ==, 4);
  }
}

static void notices_are_heard(void)
{
  g_autoptr(LapSession) session = play_new(3, 3, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  while (!lap_session_over(session)) play_move(session, &chooser, -1);
  const guint16 *won = play_field(session, lap_session_block(session), "sealed-fair/won", 0);
  g_assert_cmpuint(won[0] + won[1] + won[2], ==, 4);
}

static void score_lines_of_lower_levels_come_first(void)
{
  g_autoptr(LapSession) session = play_new(2, 2, 3);
  LapSheet sheet;
  lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
  g_assert_cmpuint(sheet.line[0].kind >> 8, ==, 0);
  g_assert_cmpuint(sheet.line[sheet.n - 1].kind >> 8, ==, 1);
  g_assert_false(sheet.together);
}

static void seats_may_win_or_lose_together(void)
{
  guint won = 0, lost = 0;
  for (guint64 seed = 0; seed < 60; seed++) {
    g_autoptr(LapSession) session = play_new(3, 4, seed);
    LapGenerator chooser = lap_generator_seeded(seed);
    while (!lap_session_over(session)) play_move(session, &chooser, -1);
    LapSheet sheet;
    lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
    g_assert_true(sheet.together);
    gboolean reached = sheet.total[0][LAP_TIER_POINTS] >= sheet.total[0][LAP_TIER_GOAL];
    for (guint seat = 0; seat < 4; seat++) g_assert_cmpuint(sheet.place[seat], ==, reached ? 1 : 2);
    *(reached ? &won : &lost) += 1;
  }
  g_assert_cmpuint(won, >, 0);
  g_assert_cmpuint(lost, >, 0);
}

static void equal_seats_share_their_place(void)
{
  g_autoptr(LapSession) session = play_new(1, 4, 3);
  static const gint16 points[4] = {3, 9, 3, 1};
  static const guint8 places[4] = {2, 1, 2, 4}, no_goal[4] = {9, 9, 9, 9};
  g_autoptr(LapBlock) block = play_copy(session);
  memcpy((gpointer)(guintptr)play_field(session, block, "sealed/points", 0), points, sizeof points);
  memcpy((gpointer)(guintptr)play_field(session, block, "sealed/goal", 0), no_goal, sizeof no_goal);
  LapSheet sheet;
  lap_engine_score(lap_session_engine(session), block, &sheet);
  g_assert_cmpmem(sheet.place, 4, places, 4);
}

/* --- conversion */

typedef struct {
  LapEngine *engine[3];
} Chain;

static void chain_init(Chain *chain, guint seats)
{
  for (guint i = 0; i < 3; i++) {
    g_autoptr(LapGame) game = fixture_game(i + 1);
    chain->engine[i] = lap_engine_new(game, seats, NULL, NULL);
  }
}

static void chain_clear(Chain *chain)
{
  for (guint i = 0; i < 3; i++) lap_engine_free(chain->engine[i]);
}

static void cannot(Chain *chain, guint from, const LapBlock *block, guint to, const char *why)
{
  g_autoptr(LapBlock) target = lap_block_new(chain->engine[to]);
  g_autoptr(LapBlock) before = lap_block_new(chain->engine[to]);
  g_autoptr(GError) error = NULL;
  g_assert_false(lap_convert(chain->engine[from], block, chain->engine[to], target, &error));
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, why));
  g_assert_cmpmem(target, lap_engine_block_size(chain->engine[to]), before, lap_engine_block_size(chain->engine[to]));
}

static void a_match_joins_over_two_levels_and_leaves_them(void)
{
  Chain chain;
  chain_init(&chain, 2);
  g_autoptr(LapSession) session = play_new(1, 2, 3);
  guint64 hash = lap_hash(chain.engine[0], lap_session_block(session));
  g_autoptr(LapBlock) haven = lap_block_new(chain.engine[2]);
  g_autoptr(LapBlock) back = lap_block_new(chain.engine[0]);
  GError *error = NULL;
  lap_convert(chain.engine[0], lap_session_block(session), chain.engine[2], haven, &error);
  g_assert_no_error(error);
  lap_convert(chain.engine[2], haven, chain.engine[0], back, &error);
  g_assert_no_error(error);
  lap_head(back)->generator = lap_head_of(lap_session_block(session))->generator; /* the bank was shuffled */
  g_assert_cmpuint(lap_hash(chain.engine[0], back), ==, hash);
  chain_clear(&chain);
}

static void joining_is_refused_with_a_reason(void)
{
  Chain chain;
  chain_init(&chain, 2);
  g_autoptr(LapSession) session = play_new(1, 2, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  play_move(session, &chooser, 0);
  cannot(&chain, 0, lap_session_block(session), 1, "sealed choice is pending");
  while (*(const guint8 *)play_field(session, lap_session_block(session), "sealed/round", 0) == 1)
    play_move(session, &chooser, -1);
  cannot(&chain, 0, lap_session_block(session), 1, "marked");
  while (!lap_session_over(session)) play_move(session, &chooser, -1);
  cannot(&chain, 0, lap_session_block(session), 1, "over");
  chain_clear(&chain);
}

static void an_unfinished_move_converts_nothing(void)
{
  Chain chain;
  chain_init(&chain, 2);
  g_autoptr(LapSession) session = play_new(1, 2, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  g_assert_true(play_until(session, &chooser, "sealed/claim"));
  g_autoptr(LapBlock) block = play_copy(session);
  guint seat = (guint)__builtin_ctz(lap_session_waiting(session));
  LapAction bury = lap_engine_legal(chain.engine[0], block, seat)->v[1];
  g_assert_cmpint(lap_engine_apply(chain.engine[0], block, &bury), ==, LAP_MOVE_MORE);
  cannot(&chain, 0, block, 1, "a move is unfinished");
  chain_clear(&chain);
}

static void leaving_is_refused_with_a_reason(void)
{
  Chain chain;
  chain_init(&chain, 2);
  g_autoptr(LapSession) session = play_new(2, 2, 3);
  LapGenerator chooser = lap_generator_seeded(3);
  g_assert_true(play_until(session, &chooser, "sealed-fair/favour"));
  cannot(&chain, 1, lap_session_block(session), 0, "its phase is not one of the other");
  const LapAction favour = {
      .kind = FAIR_FAVOUR_SEAT, .seat = (guint8)__builtin_ctz(lap_session_waiting(session)), .n_args = 1, .arg = {1}};
  g_assert_true(lap_session_play(session, &favour, 1, NULL));
  cannot(&chain, 1, lap_session_block(session), 0, "in_purses");
  chain_clear(&chain);
}

static void other_seats_or_options_do_not_fit(void)
{
  Chain chain;
  chain_init(&chain, 2);
  g_autoptr(LapSession) session = play_new(1, 2, 3);
  g_autoptr(LapGame) game = fixture_game(2);
  g_autoptr(LapEngine) three = lap_engine_new(game, 3, NULL, NULL);
  g_autoptr(LapOptions) options = lap_options_new(game);
  g_assert_true(lap_options_set(options, game, "rounds", "6", NULL));
  g_autoptr(LapEngine) longer = lap_engine_new(game, 2, options, NULL);
  LapEngine *own = chain.engine[1];
  chain.engine[1] = three;
  cannot(&chain, 0, lap_session_block(session), 1, "seats differ");
  chain.engine[1] = longer;
  cannot(&chain, 0, lap_session_block(session), 1, "options");
  chain.engine[1] = own;
  chain_clear(&chain);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/variants/rules-chain-up-from-the-top", rules_chain_up_from_the_top);
  g_test_add_func("/variants/an-inserted-phase-stands-before-its-target", an_inserted_phase_stands_before_its_target);
  g_test_add_func("/variants/a-phase-may-stand-before-an-inserted-one", a_phase_may_stand_before_an_inserted_one);
  g_test_add_func("/variants/a-removed-phase-leads-elsewhere", a_removed_phase_leads_elsewhere);
  g_test_add_func("/variants/notices-are-heard", notices_are_heard);
  g_test_add_func("/score/lines-of-lower-levels-come-first", score_lines_of_lower_levels_come_first);
  g_test_add_func("/score/seats-may-win-or-lose-together", seats_may_win_or_lose_together);
  g_test_add_func("/score/equal-seats-share-their-place", equal_seats_share_their_place);
  g_test_add_func("/convert/a-match-joins-over-two-levels-and-leaves-them",
                  a_match_joins_over_two_levels_and_leaves_them);
  g_test_add_func("/convert/joining-is-refused-with-a-reason", joining_is_refused_with_a_reason);
  g_test_add_func("/convert/an-unfinished-move-converts-nothing", an_unfinished_move_converts_nothing);
  g_test_add_func("/convert/leaving-is-refused-with-a-reason", leaving_is_refused_with_a_reason);
  g_test_add_func("/convert/other-seats-or-options-do-not-fit", other_seats_or_options_do_not_fit);
  return g_test_run();
}
