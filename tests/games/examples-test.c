/* The examples: their trees against published numbers, and who wins. */
#include <string.h>

#include "games.h"
#include "host/engine/convert.h"

/* Walks the tree, ply by ply: `nodes` and `finished` by the number of moves made. */
typedef struct {
  LapEngine *engine;
  guint depth;
  guint64 nodes[16], finished[16];
} Walk;

static void walk(Walk *count, const LapBlock *block, guint ply)
{
  if (ply) count->nodes[ply]++;
  guint32 waiting = lap_engine_waiting(count->engine, block);
  if (!waiting) count->finished[ply]++;
  if (!waiting || ply == count->depth) return;

  gsize size = lap_engine_block_size(count->engine);
  const LapActions *legal = lap_engine_legal(count->engine, block, (guint)__builtin_ctz(waiting));
  g_autofree LapAction *action = g_memdup2(legal->v, legal->n * sizeof *legal->v);
  g_autoptr(LapBlock) child = lap_block_new(count->engine);
  for (guint i = 0, n = legal->n; i < n; i++) {
    memcpy(child, block, size);
    g_assert_cmpint(lap_engine_apply(count->engine, child, &action[i]), ==, LAP_MOVE_MADE);
    walk(count, child, ply + 1);
  }
}

static Walk walked(const char *id, guint depth)
{
  g_autoptr(LapGame) game = games_load(id);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  lap_engine_start(engine, block, 1);
  Walk count = {.engine = engine, .depth = depth};
  walk(&count, block, 0);
  return count;
}

/* 255,168 games; published by length. The misère game has the same tree. */
static void test_tic_tac_toe_tree(gconstpointer id)
{
  static const guint64 finished[] = {0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872};
  Walk count = walked(id, 9);
  guint64 all = 0;
  for (guint ply = 0; ply <= 9; ply++) {
    g_assert_cmpuint(count.finished[ply], ==, finished[ply]);
    all += count.finished[ply];
  }
  g_assert_cmpuint(all, ==, 255168);
}

static void test_connect_four_tree(void)
{
  static const guint64 nodes[] = {0, 7, 49, 343, 2401, 16807, 117649, 823536};
  Walk count = walked("connect-four", 7);
  for (guint ply = 1; ply <= 7; ply++) g_assert_cmpuint(count.nodes[ply], ==, nodes[ply]);
}

/* Moves, and the places at the end; {0, 0}: it is not over. */
static const struct {
  const char *game, *action, *moves;
  int place[2];
} matches[] = {
    {"tic-tac-toe", "mark", "0 3 1 4 2", {1, 2}},
    {"tic-tac-toe", "mark", "0 2 3 4 1 6", {2, 1}},
    {"tic-tac-toe", "mark", "0 1 2 4 3 5 7 6 8", {1, 1}},
    {"tic-tac-toe", "mark", "0 3 1 4", {0, 0}},
    {"tic-tac-toe-misere", "mark", "0 3 1 4 2", {2, 1}},
    {"tic-tac-toe-misere", "mark", "0 2 3 4 1 6", {1, 2}},
    {"tic-tac-toe-misere", "mark", "0 1 2 4 3 5 7 6 8", {1, 1}},
    {"connect-four", "drop", "a b a b a b a", {1, 2}}, /* upwards */
    {"connect-four", "drop", "a a b b c c d", {1, 2}}, /* to the right */
    {"connect-four", "drop", "g a b a c a d a", {2, 1}},
    {"connect-four", "drop", "a b b c d c c d e d d", {1, 2}}, /* rising to the right */
    {"connect-four", "drop", "g f f e d e e d c d d", {1, 2}}, /* rising to the left */
    {"connect-four", "drop", "d e f g a", {0, 0}},
    {"connect-four", "drop", "a b a b a c b a b a b c a", {0, 0}}, /* a full column beside a high one is no line */
};

static LapSession *played(const char *game, const char *verb, const char *moves)
{
  LapSession *session = games_start(game, 2, 1);
  g_auto(GStrv) move = g_strsplit(moves, " ", -1);
  for (guint i = 0; move[i]; i++) {
    g_autofree char *words = g_strdup_printf("%s %s", verb, move[i]);
    games_play(session, words);
  }
  return session;
}

static void test_matches(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(matches); i++) {
    g_test_message("%s: %s", matches[i].game, matches[i].moves);
    g_autoptr(LapSession) session = played(matches[i].game, matches[i].action, matches[i].moves);
    g_assert_cmpint(lap_session_over(session), ==, matches[i].place[0] != 0);
    if (!lap_session_over(session)) continue;
    LapSheet sheet = games_sheet(session);
    g_assert_cmpint(sheet.place[0], ==, matches[i].place[0]);
    g_assert_cmpint(sheet.place[1], ==, matches[i].place[1]);
  }
}

static void test_a_full_column(void)
{
  g_autoptr(LapSession) session = played("connect-four", "drop", "c c c c c c");
  g_assert_true(games_refuses(session, "drop c"));
  g_assert_true(games_is_legal(session, "drop d"));
}

static void test_a_taken_cell(void)
{
  g_autoptr(LapSession) session = played("tic-tac-toe", "mark", "4");
  g_assert_true(games_refuses(session, "mark 4"));
}

/* A full board without a line. */
static void test_a_full_board(void)
{
  g_autoptr(LapSession) session = played(
      "connect-four", "drop", "a b a b a b b a b a b a c d c d c d d c d c d c e f e f e f f e f e f e g g g g g g");
  g_assert_true(lap_session_over(session));
  LapSheet sheet = games_sheet(session);
  g_assert_cmpint(sheet.place[0], ==, 1);
  g_assert_cmpint(sheet.place[1], ==, 1);
}

static void test_swap_in_the_middle(void)
{
  g_autoptr(LapGame) plain = games_load("tic-tac-toe");
  g_autoptr(LapGame) misere = games_load("tic-tac-toe-misere");
  g_autoptr(LapSession) session = played("tic-tac-toe", "mark", "0 3 1 4");
  g_autoptr(LapEngine) to = lap_engine_new(misere, 2, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(to);
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_convert(lap_session_engine(session), lap_session_block(session), to, block, &error));

  g_autoptr(LapSession) swapped = lap_session_new_at(misere, 2, NULL, block, &error);
  g_assert_no_error(error);
  games_play(swapped, "mark 2");
  g_assert_cmpint(games_sheet(swapped).place[0], ==, 2);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/examples/tic-tac-toe/has-the-published-tree", "tic-tac-toe", test_tic_tac_toe_tree);
  g_test_add_data_func("/examples/tic-tac-toe-misere/has-the-same-tree", "tic-tac-toe-misere", test_tic_tac_toe_tree);
  g_test_add_func("/examples/connect-four/has-the-published-tree", test_connect_four_tree);
  g_test_add_func("/examples/a-line-wins-or-loses", test_matches);
  g_test_add_func("/examples/connect-four/a-full-column-takes-no-disc", test_a_full_column);
  g_test_add_func("/examples/connect-four/a-full-board-is-a-draw", test_a_full_board);
  g_test_add_func("/examples/tic-tac-toe/a-taken-cell-takes-no-mark", test_a_taken_cell);
  g_test_add_func("/examples/tic-tac-toe/a-running-match-becomes-misere", test_swap_in_the_middle);
  return g_test_run();
}
