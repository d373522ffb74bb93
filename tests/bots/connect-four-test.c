/* The search on known ground: Connect Four, where a small exact solver says what each move is worth. */
#include <string.h>

#include "host/bots/search.h"
#include "host/plugins/registry.h"

/* --- the solver: bits as in examples/connect-four, the rules written again */

enum { WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1, CELLS = WIDTH * HEIGHT };
enum { LOST = -1, UNDECIDED, WON };

typedef struct {
  guint64 own, other; /* the discs of the one to move, and of the other */
  guint moves;
} Board;

static guint64 bottom_of(guint column) { return G_GUINT64_CONSTANT(1) << column * COLUMN; }

static gboolean is_free(const Board *board, guint column)
{
  return !((board->own | board->other) & bottom_of(column) << (HEIGHT - 1));
}

static gboolean has_line(guint64 discs)
{
  static const guint directions[] = {1, COLUMN - 1, COLUMN, COLUMN + 1};
  for (guint i = 0; i < G_N_ELEMENTS(directions); i++) {
    guint64 pairs = discs & discs >> directions[i];
    if (pairs & pairs >> 2 * directions[i]) return TRUE;
  }
  return FALSE;
}

/* After the move it is the other's turn. */
static Board drop(const Board *board, guint column)
{
  guint64 taken = board->own | board->other, disc = (taken + bottom_of(column)) & ~taken;
  return (Board){board->other, board->own | disc, board->moves + 1};
}

/* What the one to move can force within `plies`. */
static int solve(const Board *board, guint plies, int alpha, int beta)
{
  if (board->moves == CELLS || !plies) return UNDECIDED;
  int best = LOST;
  for (guint column = 0; column < WIDTH; column++) {
    if (!is_free(board, column)) continue;
    Board after = drop(board, column);
    int value = has_line(after.other) ? WON : -solve(&after, plies - 1, -beta, -MAX(alpha, best));
    best = MAX(best, value);
    if (best >= beta || best == WON) break;
  }
  return best;
}

static int value_of(const Board *board, guint column, guint plies)
{
  Board after = drop(board, column);
  return has_line(after.other) ? WON : -solve(&after, plies - 1, LOST, WON);
}

/* --- positions in which it matters what is done */

#define PLIES 7
#define POSITIONS 200
#define MATCHES 10

/* Moves that keep what can be forced within PLIES, and moves that give it away. */
typedef struct {
  guint good, bad; /* columns, as bits */
  int value;
} Verdict;

static Verdict judge(const Board *board)
{
  Verdict verdict = {0, 0, LOST};
  int value[WIDTH];
  for (guint column = 0; column < WIDTH; column++) {
    if (!is_free(board, column)) continue;
    value[column] = value_of(board, column, PLIES - 1);
    verdict.value = MAX(verdict.value, value[column]);
  }
  for (guint column = 0; column < WIDTH; column++) {
    if (!is_free(board, column)) continue;
    *(value[column] == verdict.value ? &verdict.good : &verdict.bad) |= 1u << column;
  }
  return verdict;
}

/* --- the search */

#define TREE_BYTES (16u << 20)
/* A third of what `hard` has. */
static const LapBudget budget = {.iterations = 3000};

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  Board board;
  LapGenerator chooser;
} Match;

static void match_start(Match *match, guint64 seed)
{
  lap_engine_start(match->engine, match->block, seed);
  match->board = (Board){0, 0, 0};
}

/* Both play; FALSE once the match is over. */
static gboolean match_play(Match *match, const LapAction *action)
{
  guint column = (guint)action->arg[0];
  match->board = drop(&match->board, column);
  lap_engine_apply(match->engine, match->block, action);
  g_assert_cmpint(lap_head_of(match->block)->over, ==, has_line(match->board.other) || match->board.moves == CELLS);
  return !lap_head_of(match->block)->over;
}

static gboolean match_play_any(Match *match)
{
  const LapActions *legal = lap_engine_legal(match->engine, match->block, match->board.moves & 1);
  LapAction action = legal->v[lap_generator_below(&match->chooser, legal->n)];
  return match_play(match, &action);
}

/* A seat that searches. */
typedef struct {
  LapWorlds *worlds;
  LapSearch *search;
} Mind;

static Mind mind_new(const Match *match, guint seat)
{
  LapWorlds *worlds = lap_worlds_new(match->game, 2, NULL, seat, NULL);
  return (Mind){worlds, lap_search_new(worlds, TREE_BYTES)};
}

static void mind_clear(Mind *mind)
{
  lap_search_free(mind->search);
  lap_worlds_free(mind->worlds);
}

static LapAction choose(Match *match, Mind *mind)
{
  LapActions legal = *lap_engine_legal(match->engine, match->block, lap_worlds_seat(mind->worlds));
  g_autofree LapAction *v = legal.v = g_memdup2(legal.v, legal.n * sizeof *legal.v);
  g_assert_true(lap_worlds_look(mind->worlds, match->block));
  g_assert_true(lap_search_think(mind->search, &legal, &budget, &match->chooser));
  return v[lap_search_best(mind->search)];
}

static guint choose_anew(Match *match)
{
  Mind mind = mind_new(match, match->board.moves & 1);
  LapAction action = choose(match, &mind);
  mind_clear(&mind);
  return (guint)action.arg[0];
}

static Match match;

static char *describe(const Board *board)
{
  GString *text = g_string_new("\n");
  for (guint y = HEIGHT; y-- > 0;) {
    for (guint x = 0; x < WIDTH; x++) {
      guint64 bit = bottom_of(x) << y;
      g_string_append_c(text, board->own & bit ? 'X' : board->other & bit ? 'O' : '.');
    }
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

static void test_forced(void)
{
  guint n[3] = {0}, wrong = 0, found = 0;
  for (guint64 seed = 0; found < POSITIONS; seed++) {
    match_start(&match, seed);
    guint moves = 4 + lap_generator_below(&match.chooser, 28);
    gboolean goes_on = TRUE;
    for (guint i = 0; i < moves && goes_on; i++) goes_on = match_play_any(&match);
    if (!goes_on) continue;
    Verdict verdict = judge(&match.board);
    if (!verdict.bad) continue;
    found++;
    n[verdict.value + 1]++;
    guint column = choose_anew(&match);
    if (verdict.good >> column & 1) continue;
    wrong++;
    g_autofree char *board = describe(&match.board);
    g_test_message("%s: %u is chosen, good are 0x%x%s", verdict.value == WON ? "won" : "to hold", column, verdict.good,
                   board);
  }
  g_test_message("%u with a forced win, %u to hold", n[WON + 1], n[UNDECIDED + 1]);
  g_assert_cmpuint(n[WON + 1], >, POSITIONS / 4);
  g_assert_cmpuint(n[UNDECIDED + 1], >, POSITIONS / 4);
  g_assert_cmpuint(wrong, ==, 0);
}

/* The same with what a search remembers of a match. */
static void test_matches(void)
{
  for (guint64 seed = 0; seed < MATCHES; seed++) {
    match_start(&match, seed);
    guint seat = seed & 1;
    Mind mind = mind_new(&match, seat);
    for (gboolean goes_on = TRUE; goes_on;) {
      if ((match.board.moves & 1) != seat) {
        goes_on = match_play_any(&match);
        continue;
      }
      Verdict verdict = judge(&match.board);
      LapAction action = choose(&match, &mind);
      g_assert_true(verdict.good >> action.arg[0] & 1);
      goes_on = match_play(&match, &action);
    }
    mind_clear(&mind);
    g_assert_true(has_line(match.board.other)); /* of the last to move */
    g_assert_cmpuint(match.board.moves & 1, !=, seat);
  }
}

static void test_first(void)
{
  match_start(&match, 1);
  g_assert_cmpuint(choose_anew(&match), ==, WIDTH / 2);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, LAP_ISOLATION_NONE);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_registry_load(registry, "connect-four", &error);
  g_assert_no_error(error);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  match = (Match){.game = game, .engine = engine, .block = block, .chooser = lap_generator_seeded(1)};
  g_test_add_func("/connect-four/what-is-forced-within-seven-moves-is-kept", test_forced);
  g_test_add_func("/connect-four/is-won-against-random-moves-without-a-mistake", test_matches);
  g_test_add_func("/connect-four/the-middle-comes-first", test_first);
  return g_test_run();
}
