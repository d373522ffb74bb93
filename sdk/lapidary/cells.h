/* Cells: sets of cells of a grid of at most 256 cells, and connected groups in them.
 *
 * For repeated queries about the cells of one value (groups of a colour, patterns), a set of cells tests
 * many at once. A grid of at most 64 cells that is kept as planes has plane.h. */
#ifndef LAPIDARY_CELLS_H
#define LAPIDARY_CELLS_H

#include "lapidary/decls.h"
#include "lapidary/grid.h"
#include "lapidary/plane.h"

LAP_BEGIN_DECLS

#define LAP_CELLS_LIMIT 256

typedef struct {
  uint64_t word[4]; /* cell i is bit i % 64 of word i / 64 */
} LapCells;

static inline bool lap_cells_have(const LapCells *set, uint16_t cell) { return set->word[cell / 64] >> cell % 64 & 1; }
static inline void lap_cells_add(LapCells *set, uint16_t cell) { set->word[cell / 64] |= UINT64_C(1) << cell % 64; }

/* Whether two sets share a cell; whether a set has none. */
static inline bool lap_cells_meet(const LapCells *a, const LapCells *b)
{
  return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1]) | (a->word[2] & b->word[2]) |
          (a->word[3] & b->word[3])) != 0;
}
static inline bool lap_cells_none(const LapCells *set)
{
  return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

/* Adds all cells of another set; takes them out. */
static inline void lap_cells_join(LapCells *set, const LapCells *more)
{
  for (int i = 0; i < 4; i++) set->word[i] |= more->word[i];
}
static inline void lap_cells_leave(LapCells *set, const LapCells *less)
{
  for (int i = 0; i < 4; i++) set->word[i] &= ~less->word[i];
}

/* The 64 cells from `first` on, which is bit 0: rows of at most 64 cells one by one. */
static inline uint64_t lap_cells_from(const LapCells *set, uint16_t first)
{
  int word = first / 64, bits = first % 64;
  uint64_t next = word < 3 ? set->word[word + 1] : 0;
  return set->word[word] >> bits | next << 1 << (63 - bits);
}

/* How many cells there are. */
static inline uint16_t lap_cells_size(const LapCells *set)
{
  uint16_t size = 0;
  for (int i = 0; i < 4; i++) size = (uint16_t)(size + lap_plane_size(set->word[i]));
  return size;
}

/* The lowest cell; the set is not empty. */
static inline uint16_t lap_cells_lowest(const LapCells *set)
{
  uint16_t i = 0;
  while (set->word[i] == 0) i++;
  return (uint16_t)(i * 64 + lap_plane_lowest(set->word[i]));
}

/* The cells of a grid by their value: `of` [values] gets those that hold 0, 1, ..; higher values are in no set. `n`
 * cells, at most 256. */
void lap_cells_by_value(const uint8_t *value, uint16_t n, uint8_t values, LapCells *of);

/* The cells moved by `by`, forward or back; cells outside 0..255 are dropped. Rows have no meaning here. */
LapCells lap_cells_on(const LapCells *set, uint16_t by);
LapCells lap_cells_back(const LapCells *set, uint16_t by);

/* The cells of `set` that are connected with `cell`, which is one of them: next to each other in a row or a column. */
LapCells lap_cells_group(const LapShape *shape, const LapCells *set, uint16_t cell);

LAP_END_DECLS

#endif
