/* Tic-tac-toe, a whole game: its state, its rules, its score, its looks, and the tables that name them. */

#include "lapidary/appearance.h"
#include "lapidary/plane.h"
#include "lapidary/state.h"

/* The state: for each seat the set of its cells, a bit each, and how many marks have been made. Each row of the board
 * has a fourth bit that stays empty, so that no line runs round its edge. */
enum { ACROSS = 1, DOWN = 4 };
static const LapShape board = {.width = 3, .height = 3, .step_x = ACROSS, .step_y = DOWN};
#define BOARD(F, T)                                                                                \
  F(T, PLANES, marks, 2, 9, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS, .shape = &board) \
  F(T, VALUE, u64, moves, .visibility = LAP_PUBLIC)
LAP_STATE(Board, board, BOARD)

enum { MARK = LAP_ID(0, 0), WINNER = LAP_ID(0, 0), POINT = LAP_ID(0, 0) };

/* The seats move in turn, each to any free cell. */
static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << board_of(context, block)->moves % 2;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Board *b = board_of(context, block);
  for (int16_t cell = 0; cell < 9; cell++)
    if (!((b->marks[0] | b->marks[1]) & lap_plane_cell(&board, cell))) lap_add_1(actions, MARK, seat, cell);
}

static int has_line(uint64_t marks) { return lap_plane_has_line(marks, DOWN, ACROSS, 3); }

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Board *b = board_in(context, block);
  b->marks[action->seat] |= lap_plane_cell(&board, action->arg[0]);
  b->moves++;
  return has_line(b->marks[action->seat]) || b->moves == 9 ? LAP_OVER : LAP_STAY;
}

/* A rule, which a variant may override: who wins when seat `a` has a line. */
static int32_t winner(const LapContext *context, const LapBlock *block, int32_t a, int32_t b) { return a; }

static void score(const LapContext *context, const LapBlock *block, int final)
{
  for (int seat = 0; seat < 2; seat++) {
    int8_t to = context->host->rule(context, block, WINNER, seat, 0);
    LapLine point = {.kind = POINT, .knows = LAP_EVERYONE, .seat = to, .points = 1};
    if (has_line(board_of(context, block)->marks[seat])) context->host->line(context, &point);
  }
}

/* How it is drawn. */
static const LapFace marks[] = {{.mark = ""}, {.mark = "X"}, {.mark = "O"}};
static const LapPlacement places[] = {{"marks", LAP_DRAW_GRID, .values = marks, .n_values = 3}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}};

static const LapPhase phases[] = {{"play", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};
static const LapArg mark[] = {{.name = "cell", .field = "marks", .type = LAP_ARG_CELL}};
static const LapKind actions[] = {{.name = "mark", .args = LAP_TABLE(mark)}};
static const LapKind categories[] = {{.name = "point"}};
static const LapRule rules[] = {{"winner", .rule = winner}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Board, board),
                                 .id = "tic-tac-toe",
                                 .version = "1.0.0",
                                 .seats_min = 2,
                                 .seats_max = 2,
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
