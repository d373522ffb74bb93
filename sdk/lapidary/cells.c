#include "lapidary/cells.h"

#include <string.h>

/* --- by value, eight cells at a time: bit b of their values makes a byte of plane b */

enum { BITS = 8 };
static const uint64_t each_byte = UINT64_C(0x0101010101010101);

/* Eight of them written out, which compilers make one load of. */
static uint64_t eight_values(const uint8_t *v, uint16_t n)
{
  if (n >= 8)
    return (uint64_t)v[0] | (uint64_t)v[1] << 8 | (uint64_t)v[2] << 16 | (uint64_t)v[3] << 24 | (uint64_t)v[4] << 32 |
           (uint64_t)v[5] << 40 | (uint64_t)v[6] << 48 | (uint64_t)v[7] << 56;
  uint64_t eight = 0;
  for (int i = 0; i < n; i++) eight |= (uint64_t)v[i] << 8 * i;
  return eight;
}

/* The lowest bits of eight bytes, side by side. */
static uint64_t gather(uint64_t bytes) { return (bytes & each_byte) * UINT64_C(0x0102040810204080) >> 56; }

/* The planes of up to 64 cells. */
static void slice(const uint8_t *value, uint16_t n, uint64_t *plane)
{
  memset(plane, 0, BITS * sizeof *plane);
  for (uint16_t cell = 0; cell < n; cell += 8) {
    uint64_t eight = eight_values(value + cell, (uint16_t)(n - cell));
    for (int bit = 0; eight & each_byte * (uint8_t)(0xFF << bit); bit++) plane[bit] |= gather(eight >> bit) << cell;
  }
}

static uint64_t cells_with(const uint64_t *plane, uint8_t value)
{
  uint64_t cells = UINT64_MAX;
  for (int bit = 0; bit < BITS; bit++) cells &= value >> bit & 1 ? plane[bit] : ~plane[bit];
  return cells;
}

void lap_cells_by_value(const uint8_t *value, uint16_t n, uint8_t values, LapCells *of)
{
  memset(of, 0, values * sizeof *of);
  for (uint16_t first = 0; first < n; first += 64) {
    uint64_t plane[BITS];
    uint16_t here = n - first < 64 ? n - first : 64;
    slice(value + first, here, plane);
    for (uint8_t v = 0; v < values; v++) of[v].word[first / 64] = cells_with(plane, v) & (UINT64_MAX >> (64 - here));
  }
}

/* --- moving */

LapCells lap_cells_on(const LapCells *set, uint16_t by)
{
  LapCells moved = {{0}};
  int words = by / 64, bits = by % 64;
  for (int i = words; i < 4; i++) {
    moved.word[i] = set->word[i - words] << bits;
    if (bits && i > words) moved.word[i] |= set->word[i - words - 1] >> (64 - bits);
  }
  return moved;
}

LapCells lap_cells_back(const LapCells *set, uint16_t by)
{
  LapCells moved = {{0}};
  int words = by / 64, bits = by % 64;
  for (int i = 0; i + words < 4; i++) {
    moved.word[i] = set->word[i + words] >> bits;
    if (bits && i + words < 3) moved.word[i] |= set->word[i + words + 1] << (64 - bits);
  }
  return moved;
}

/* --- what is next to each other */

/* The cells of one column. */
static LapCells column(const LapShape *shape, uint8_t x)
{
  LapCells cells = {{0}};
  for (uint16_t y = 0; y < shape->height; y++) lap_cells_add(&cells, (uint16_t)(y * shape->width + x));
  return cells;
}

/* Adds to `group` what of `set` is next to it in a row, none before the `first` column and none behind the `last`; then
 * what is next to all that in a column. In the first `words` words. */
static bool grow(LapCells *group, const LapCells *set, const LapCells *first, const LapCells *last, uint8_t width,
                 int words)
{
  uint64_t *g = group->word, more = 0, before = 0, behind;
  LapCells wide;
  for (int i = 0; i < words; i++) {
    uint64_t from_west = g[i] & ~last->word[i];
    behind = i + 1 < words ? (g[i + 1] & ~first->word[i + 1]) << 63 : 0;
    wide.word[i] = (g[i] | from_west << 1 | before | (g[i] & ~first->word[i]) >> 1 | behind) & set->word[i];
    before = from_west >> 63;
  }
  for (int i = 0; i < words; i++) {
    uint64_t south = wide.word[i] << width | (i > 0 ? wide.word[i - 1] >> (64 - width) : 0);
    uint64_t north = wide.word[i] >> width | (i + 1 < words ? wide.word[i + 1] << (64 - width) : 0);
    uint64_t grown = (wide.word[i] | south | north) & set->word[i];
    more |= grown ^ g[i];
    g[i] = grown;
  }
  return more != 0;
}

/* A row may be as wide as a word is long, or wider: then a step down is no shift within two words. */
static bool grow_wide(LapCells *group, const LapCells *set, const LapCells *first, const LapCells *last, uint8_t width)
{
  LapCells east = *group, west = *group, was = *group;
  lap_cells_leave(&east, last);
  lap_cells_leave(&west, first);
  east = lap_cells_on(&east, 1);
  west = lap_cells_back(&west, 1);
  LapCells south = lap_cells_on(group, width), north = lap_cells_back(group, width);
  for (int i = 0; i < 4; i++)
    group->word[i] |= (east.word[i] | west.word[i] | south.word[i] | north.word[i]) & set->word[i];
  return memcmp(&was, group, sizeof was) != 0;
}

LapCells lap_cells_group(const LapShape *shape, const LapCells *set, uint16_t cell)
{
  const LapCells first = column(shape, 0), last = column(shape, (uint8_t)(shape->width - 1));
  int words = (lap_grid_cells(shape) + 63) / 64;
  LapCells group = {{0}};
  lap_cells_add(&group, cell);
  if (shape->width < 64)
    while (grow(&group, set, &first, &last, shape->width, words)) continue;
  else
    while (grow_wide(&group, set, &first, &last, shape->width)) continue;
  return group;
}
