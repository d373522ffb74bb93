/* Planes: sets of at most 64 cells, a bit each. The fastest grid there is: a plane a seat or kind (PLANES of state.h).
 *
 * The LapShape of the field says which bit a cell has: origin + x * step_x + y * step_y. The host reads planes by it,
 * so the bits may be laid out as it suits the rules. Lay them out with at least one unused bit between the end of a row
 * (or column) and the beginning of the next, a guard: shifted lines and neighbours then never run round the edge.
 *
 *   a grid of 3 x 3:  {.width = 3, .height = 3, .step_x = 1, .step_y = 4}                        bits 3, 7 are guards
 *   a grid of 7 x 6:  {.width = 7, .height = 6, .origin = 5, .step_x = 7, .step_y = -1}          columns, from the
 * bottom
 *
 * A step from cell to cell is a difference of bits: step_x to the east, step_y to the south, their sum and difference
 * along the diagonals.
 *
 * Everything here is pure, and inline because a ply of a small game takes some 20 ns in all. */
#ifndef LAPIDARY_PLANE_H
#define LAPIDARY_PLANE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lapidary/field.h"

/* The bit number of the cell at (x, y), which is on the grid. */
static inline uint32_t lap_plane_at(const LapShape *shape, int x, int y)
{
  return (uint32_t)(shape->origin + x * shape->step_x + y * shape->step_y);
}

/* The bit number of a cell; cells are numbered x + y * width, as everywhere. */
static inline uint32_t lap_plane_of_cell(const LapShape *shape, uint32_t cell)
{
  return lap_plane_at(shape, (int)(cell % shape->width), (int)(cell / shape->width));
}

/* The set of one cell. */
static inline uint64_t lap_plane_cell(const LapShape *shape, uint32_t cell)
{
  return UINT64_C(1) << lap_plane_of_cell(shape, cell);
}

/* The cell of a bit that belongs to one: the way back. Neither step of the shape is 0. */
static inline uint32_t lap_plane_cell_of(const LapShape *shape, uint32_t bit)
{
  int across = shape->step_x < 0 ? -shape->step_x : shape->step_x;
  int down = shape->step_y < 0 ? -shape->step_y : shape->step_y;
  int offset = (int)bit - shape->origin; /* from the lowest bit of the grid, which is a corner of it */
  if (shape->step_x < 0) offset += across * (shape->width - 1);
  if (shape->step_y < 0) offset += down * (shape->height - 1);
  int x = across > down ? offset / across : offset % down / across;
  int y = across > down ? offset % across / down : offset / down;
  if (shape->step_x < 0) x = shape->width - 1 - x;
  if (shape->step_y < 0) y = shape->height - 1 - y;
  return (uint32_t)(x + y * shape->width);
}

/* The set of all cells of the grid, without guards. */
static inline uint64_t lap_plane_whole(const LapShape *shape)
{
  uint64_t whole = 0;
  for (uint32_t cell = 0; cell < (uint32_t)shape->width * shape->height; cell++) whole |= lap_plane_cell(shape, cell);
  return whole;
}

/* The cells of a grid of `n` values (a multiple of 8, at most 64) that hold `value`: cell i is bit i. Eight at a time:
 * a byte that is 0 gets its highest bit, and a product gathers these bits. */
static inline uint64_t lap_plane_where(const uint8_t *cell, uint32_t n, uint8_t value)
{
  const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F), each = UINT64_C(0x0101010101010101);
  uint64_t set = 0;
  for (uint32_t i = 0; i < n; i += 8) {
    uint64_t eight;
    memcpy(&eight, cell + i, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    eight ^= each * value;
    uint64_t zero = ~(((eight & low) + low) | eight) >> 7 & each;
    set |= (zero * UINT64_C(0x0102040810204080) >> 56) << i;
  }
  return set;
}

/* How many cells are in a set (as in Knuth, The Art of Computer Programming 4A, 7.1.3, where the machine cannot). */
static inline uint32_t lap_plane_size(uint64_t set)
{
#ifdef __POPCNT__
  return (uint32_t)__builtin_popcountll(set);
#else
  set -= set >> 1 & UINT64_C(0x5555555555555555);
  set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
  set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
  return (uint32_t)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The lowest bit number of a set that is not empty. */
static inline uint32_t lap_plane_lowest(uint64_t set) { return (uint32_t)__builtin_ctzll(set); }

/* Takes the lowest bit out of a set that is not empty, and returns its number:
 *   while (set) use(lap_plane_pop(&set)); */
static inline uint32_t lap_plane_pop(uint64_t *set)
{
  uint32_t bit = lap_plane_lowest(*set);
  *set &= *set - 1;
  return bit;
}

/* The number of the n-th bit of a set, from the lowest, which is the 0th; n is below the set's size. */
static inline uint32_t lap_plane_nth(uint64_t set, uint32_t n)
{
  uint32_t base = 0;
  for (uint32_t here; (here = lap_plane_size(set & 0xFFFF)) <= n; base += 16) {
    n -= here;
    set >>= 16;
  }
  while (n-- > 0) set &= set - 1;
  return base + lap_plane_lowest(set);
}

/* A set moved by a step, of any sign. What leaves the word is gone; what enters a guard is the caller's to mask. */
static inline uint64_t lap_plane_shift(uint64_t set, int step) { return step < 0 ? set >> -step : set << step; }

/* Of cells that begin lines of `length`: those that begin lines of up to twice the length, not more than k. */
static inline uint64_t lap_plane_longer(uint64_t set, uint32_t step, uint32_t length, uint32_t k)
{
  if (length >= k) return set;
  uint32_t more = length < k - length ? length : k - length;
  return more * step < 64 ? set & set >> more * step : 0;
}

/* The cells of a set from which `k` cells in a line, each a step (1..63) after the last, are all in the set; k is 1..8.
 * By doubling: a line of 4 is a line of 2 that begins where one of 2 ends. Written out, so that with a constant k
 * nothing but shifts is left. */
static inline uint64_t lap_plane_lines(uint64_t set, uint32_t step, uint32_t k)
{
  set = lap_plane_longer(set, step, 1, k);
  set = lap_plane_longer(set, step, 2, k);
  return lap_plane_longer(set, step, 4, k);
}

/* Whether there are k (1..8) in a line in one of the four directions: across, down, and both diagonals. For shapes with
 * guards, by the differences of bits: `a` and `b` are |step_x| and |step_y|, the larger first. Give constants. */
static inline bool lap_plane_has_line(uint64_t set, uint32_t a, uint32_t b, uint32_t k)
{
  return (lap_plane_lines(set, a, k) | lap_plane_lines(set, b, k) | lap_plane_lines(set, a + b, k) |
          lap_plane_lines(set, a - b, k)) != 0;
}

/* The cells next to those of a set, up, down, left and right, and these themselves. The caller masks with the grid. */
static inline uint64_t lap_plane_spread(uint64_t set, uint32_t a, uint32_t b)
{
  return set | set << a | set >> a | set << b | set >> b;
}

/* The cells of `within` that can be reached from those of `from` in `within` by such steps. */
static inline uint64_t lap_plane_flood(uint64_t from, uint64_t within, uint32_t a, uint32_t b)
{
  uint64_t reached = from & within, before;
  do {
    before = reached;
    reached = lap_plane_spread(reached, a, b) & within;
  } while (reached != before);
  return reached;
}

#endif
