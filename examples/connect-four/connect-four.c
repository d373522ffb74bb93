/* Connect Four: seven columns, six high. Discs fall to the lowest free cell; four in a line win.
 *
 * The discs of a seat are a set of bits, columns side by side and seven bits a column, so that lines are found with
 * shifts. The seventh bit of a column stays empty and keeps lines from running on into the next column. */

#include "lapidary/highlights.h"
#include "lapidary/plane.h"
#include "lapidary/state.h"

enum { WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1, CELLS = WIDTH * HEIGHT };
enum { DROP = LAP_ID(0, 0), WIN = LAP_ID(0, 0) };

/* Cell 0 is at the top on the left; bits go upwards. */
static const LapShape board = {.width = WIDTH, .height = HEIGHT, .origin = HEIGHT - 1, .step_x = COLUMN, .step_y = -1};

#define CONNECT_FOUR(F, T)                                                                             \
  F(T, PLANES, discs, 2, CELLS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS, .shape = &board) \
  F(T, VALUE, u64, moves, .visibility = LAP_PUBLIC)
LAP_STATE(ConnectFour, connect_four, CONNECT_FOUR)

static uint64_t bottom(int column) { return UINT64_C(1) << column * COLUMN; }
static uint64_t top(int column) { return bottom(column) << (HEIGHT - 1); }

static int has_line(uint64_t discs) { return lap_plane_has_line(discs, COLUMN, 1, 4); }

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << (connect_four_of(context, block)->moves & 1);
}

/* One may drop a disc into any column that is not full. */
static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const ConnectFour *game = connect_four_of(context, block);
  uint64_t taken = game->discs[0] | game->discs[1];
  for (int16_t column = 0; column < WIDTH; column++)
    if (!(taken & top(column))) lap_add_1(actions, DROP, seat, column);
}

/* Adding a bit at the bottom of a column carries to its lowest free cell. */
static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  ConnectFour *game = connect_four_in(context, block);
  uint64_t taken = game->discs[0] | game->discs[1];
  game->discs[action->seat] |= (taken + bottom(action->arg[0])) & ~taken;
  game->moves++;
  return has_line(game->discs[action->seat]) || game->moves == CELLS ? LAP_OVER : LAP_STAY;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const ConnectFour *game = connect_four_of(context, block);
  for (int8_t seat = 0; seat < 2; seat++)
    if (has_line(game->discs[seat]))
      context->host->line(context, &(LapLine){.kind = WIN, .knows = LAP_EVERYONE, .seat = seat, .points = 1});
}

static const LapFace discs[] = {
    {.mark = ""}, {.mark = "●", .colour = LAP_COLOUR_RED}, {.mark = "●", .colour = LAP_COLOUR_YELLOW}};
static const LapPlacement places[] = {{"discs", LAP_DRAW_GRID, .values = discs, .n_values = 3}};
static const LapTable placements = LAP_TABLE(places);

/* A column is highlighted where the disc comes to lie. */
static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  const ConnectFour *game = connect_four_of(context, block);
  uint64_t taken = game->discs[0] | game->discs[1];
  uint64_t lowest = (taken + bottom(step->arg[0])) & ~taken;
  *out = (LapHighlight){.field = "discs", .index = (uint16_t)lap_plane_cell_of(&board, __builtin_ctzll(lowest))};
  return 1;
}
static const LapHighlights highlighted = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}, {LAP_HIGHLIGHTS, &highlighted}};

static const LapPhase phases[] = {{"play", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};
static const char *const columns[] = {"a", "b", "c", "d", "e", "f", "g", NULL};
static const LapArg drop[] = {{.name = "column", .type = LAP_ARG_CHOICE, .choices = columns}};
static const LapKind actions[] = {{.name = "drop", .args = LAP_TABLE(drop)}};
static const LapKind categories[] = {{.name = "win"}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(ConnectFour, connect_four),
                                 .id = "connect-four",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = 2,
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
