/* How GEM looks: arrows with the letter of their suit, gems, and which square each laser of the list is on. */

#include "lapidary/appearance.h"
#include "tables.h"

#define SUIT(ink, letter)                                                                                        \
  {.colour = ink, .mark = letter "0"}, {.colour = ink, .mark = letter "1"}, {.colour = ink, .mark = letter "2"}, \
      {.colour = ink, .mark = letter "3"}, {.colour = ink, .mark = letter "4"},                                  \
  {                                                                                                              \
    .colour = ink, .mark = letter "5"                                                                            \
  }
static const LapFace coins[GEM_COINS * GEM_SEATS + 1] = {{.mark = ""},
                                                         SUIT(LAP_COLOUR_RED, "S"),
                                                         SUIT(LAP_COLOUR_WHITE, "M"),
                                                         SUIT(LAP_COLOUR_GREEN, "C"),
                                                         SUIT(LAP_COLOUR_BLUE, "A")};
static const LapFace backs[] = {{.colour = LAP_COLOUR_RED, .mark = "S?"},
                                {.colour = LAP_COLOUR_WHITE, .mark = "M?"},
                                {.colour = LAP_COLOUR_GREEN, .mark = "C?"},
                                {.colour = LAP_COLOUR_BLUE, .mark = "A?"}};
static const LapFaces sets[] = {
    {.set = LAP_ID(0, 0), .n = GEM_COINS * GEM_SEATS, .n_backs = GEM_SEATS, .face = coins, .back = backs}};
const LapTable gem_faces = LAP_TABLE(sets);

#define LASERS(ink, letter)                                                                                      \
  {.colour = ink, .mark = letter "↑"}, {.colour = ink, .mark = letter "→"}, {.colour = ink, .mark = letter "↓"}, \
  {                                                                                                              \
    .colour = ink, .mark = letter "←"                                                                          \
  }
static const LapFace seen[GEM_SEEN] = {[GEM_OPEN] = {.mark = ""},
                                       {.colour = LAP_COLOUR_PURPLE, .mark = "◆"},
                                       {.colour = LAP_COLOUR_RED, .mark = "◆r"},
                                       {.colour = LAP_COLOUR_GREEN, .mark = "◆g"},
                                       {.colour = LAP_COLOUR_BLUE, .mark = "◆b"},
                                       {.colour = LAP_COLOUR_YELLOW, .mark = "◆y"},
                                       {.colour = LAP_COLOUR_GREY, .mark = "▓▓"},
                                       LASERS(LAP_COLOUR_RED, "S"),
                                       LASERS(LAP_COLOUR_WHITE, "M"),
                                       LASERS(LAP_COLOUR_GREEN, "C"),
                                       LASERS(LAP_COLOUR_BLUE, "A")};

#define ROW_OF_SQUARES(y)                                                                               \
  {.mark = "a" y}, {.mark = "b" y}, {.mark = "c" y}, {.mark = "d" y}, {.mark = "e" y}, {.mark = "f" y}, \
      {.mark = "g" y},                                                                                  \
  {                                                                                                     \
    .mark = "h" y                                                                                       \
  }
static const LapFace squares[GEM_SQUARES] = {ROW_OF_SQUARES("1"), ROW_OF_SQUARES("2"), ROW_OF_SQUARES("3"),
                                             ROW_OF_SQUARES("4"), ROW_OF_SQUARES("5"), ROW_OF_SQUARES("6"),
                                             ROW_OF_SQUARES("7"), ROW_OF_SQUARES("8")};
static const LapFace arrows[] = {{.mark = "↑"}, {.mark = "→"}, {.mark = "↓"}, {.mark = "←"}};

static const LapFace gem[] = {{.colour = LAP_COLOUR_PURPLE, .mark = "◆"}};

static const LapPlacement places[] = {
    {.field = "board", .draw = LAP_DRAW_GRID, .group = 2, .values = seen, .n_values = GEM_SEEN},
    {.field = "gems_left", .draw = LAP_DRAW_COUNTER, .counts = 1, .values = gem, .n_values = 1},
    {.field = "open", .draw = LAP_DRAW_COUNTER},
    {.field = "gems", .draw = LAP_DRAW_COUNTER, .counts = 1, .values = gem, .n_values = 1},
    {.field = "chain", .draw = LAP_DRAW_COUNTER},
    {.field = "supply", .draw = LAP_DRAW_HAND},
    {.field = "laser_square", .draw = LAP_DRAW_ROW, .values = squares, .n_values = GEM_SQUARES},
    {.field = "laser_direction", .draw = LAP_DRAW_ROW, .values = arrows, .n_values = 4},
    {.field = "laser", .draw = LAP_DRAW_ROW, .x = "laser_square", .turn = "laser_direction", .on = "board"}};
const LapTable gem_placements = LAP_TABLE(places);

/* --- what a step is about: the gems that are left, or the squares that a laser points at */

/* Where a laser would point: the gems of the line, and the square behind them. */
static uint32_t highlight_line(const Gem *game, uint8_t direction, LapHighlight *out, uint32_t capacity)
{
  uint16_t square = game->square;
  for (uint32_t n = 0; n < capacity; n++) {
    square = lap_grid_step(&gem_board, square, direction);
    if (square == LAP_NOWHERE) return n;
    out[n] = (LapHighlight){.field = "board", .index = square};
    if (!gem_is_gem(game->board[square])) return n + 1;
  }
  return capacity;
}

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  switch (step->kind) {
  case GEM_TAKE_GEM:
    *out = (LapHighlight){.field = "gems_left"};
    return 1;
  case GEM_POINT:
    return highlight_line(gem_of(context, block), (uint8_t)step->arg[0], out, capacity);
  default:
    return 0;
  }
}
const LapHighlights gem_highlights = {.struct_size = sizeof(LapHighlights), .highlights = highlights};
