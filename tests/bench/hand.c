#include "hand.h"

/* The k-th lowest bit of a set. */
static inline uint64_t bit_at(uint64_t set, uint32_t k)
{
  for (; k; k--) set &= set - 1;
  return set & -set;
}

/* One of `n`, all equally likely; as in the engine, where there is no choice nothing is drawn. */
static inline uint32_t choose(LapGenerator *chooser, uint32_t n)
{
  return n == 1 ? 0 : lap_generator_below(chooser, n);
}

/* Cell i is bit i, row by row. */
static inline int three_in_line(uint32_t cells)
{
  uint32_t rows = cells & cells >> 1 & cells >> 2 & 0111;
  uint32_t columns = cells & cells >> 3 & cells >> 6;
  uint32_t falling = cells & cells >> 4 & cells >> 8;
  uint32_t rising = cells >> 2 & cells >> 4 & cells >> 6 & 1;
  return (rows | columns | falling | rising) != 0;
}

HandResult hand_tic_tac_toe(LapGenerator *chooser)
{
  uint32_t mine = 0, theirs = 0;

  for (uint8_t ply = 0; ply < 9; ply++) {
    uint32_t empty = ~(mine | theirs) & 0777;
    uint32_t moved = mine | (uint32_t)bit_at(empty, choose(chooser, 9u - ply));
    if (three_in_line(moved)) return (HandResult){ply & 1, ply + 1};
    mine = theirs;
    theirs = moved;
  }
  return (HandResult){2, 9};
}

/* Columns of 6 cells and a border bit above: bit column * 7 + height. */
#define COLUMNS UINT64_C(0x0000040810204081) /* the lowest cell of each column */
#define TOPS (COLUMNS << 5)
#define CELLS ((COLUMNS << 6) - COLUMNS)

static inline int four_along(uint64_t cells, int step)
{
  uint64_t pairs = cells & cells >> step;
  return (pairs & pairs >> 2 * step) != 0;
}

static inline int four_in_line(uint64_t cells)
{
  return four_along(cells, 1) || four_along(cells, 7) || four_along(cells, 6) || four_along(cells, 8);
}

HandResult hand_connect_four(LapGenerator *chooser)
{
  uint64_t mine = 0, theirs = 0;
  uint32_t open_columns = 7;

  for (uint8_t ply = 0; ply < 42; ply++) {
    uint64_t landings = ((mine | theirs) + COLUMNS) & CELLS;
    uint64_t cell = bit_at(landings, choose(chooser, open_columns));
    uint64_t moved = mine | cell;
    if (four_in_line(moved)) return (HandResult){ply & 1, ply + 1};
    open_columns -= (cell & TOPS) != 0;
    mine = theirs;
    theirs = moved;
  }
  return (HandResult){2, 42};
}
