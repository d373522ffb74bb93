#include "lapidary/pattern.h"

#include <string.h>

#include "lapidary/plane.h"

/* --- turning */

static void turn_quarter(LapPattern *pattern)
{
  for (uint8_t i = 0; i < pattern->n; i++) {
    int8_t x = pattern->x[i];
    pattern->x[i] = (int8_t)-pattern->y[i];
    pattern->y[i] = x;
  }
}

static void mirror(LapPattern *pattern)
{
  for (uint8_t i = 0; i < pattern->n; i++) pattern->x[i] = (int8_t)-pattern->x[i];
}

static void move_to_corner(LapPattern *pattern)
{
  int8_t x = pattern->x[0], y = pattern->y[0];
  for (uint8_t i = 1; i < pattern->n; i++) {
    if (pattern->x[i] < x) x = pattern->x[i];
    if (pattern->y[i] < y) y = pattern->y[i];
  }
  for (uint8_t i = 0; i < pattern->n; i++) {
    pattern->x[i] = (int8_t)(pattern->x[i] - x);
    pattern->y[i] = (int8_t)(pattern->y[i] - y);
  }
}

static bool comes_before(int8_t x, int8_t y, int8_t other_x, int8_t other_y)
{
  return y != other_y ? y < other_y : x < other_x;
}

static void sort_cells(LapPattern *pattern)
{
  for (uint8_t i = 1; i < pattern->n; i++) {
    int8_t x = pattern->x[i], y = pattern->y[i];
    uint8_t at = i;
    for (; at > 0 && comes_before(x, y, pattern->x[at - 1], pattern->y[at - 1]); at--) {
      pattern->x[at] = pattern->x[at - 1];
      pattern->y[at] = pattern->y[at - 1];
    }
    pattern->x[at] = x;
    pattern->y[at] = y;
  }
}

static bool is_among(const LapPattern *pattern, const LapPattern *others, uint8_t n)
{
  for (uint8_t i = 0; i < n; i++)
    if (memcmp(pattern->x, others[i].x, pattern->n) == 0 && memcmp(pattern->y, others[i].y, pattern->n) == 0)
      return true;
  return false;
}

uint8_t lap_pattern_turn(const LapPattern *pattern, LapTurning turning, LapPattern *lying)
{
  uint8_t ways = turning == LAP_AS_DRAWN ? 1 : turning == LAP_TURNED ? 4 : 8, n = 0;
  LapPattern turned = *pattern;
  for (uint8_t way = 0; way < ways; way++) {
    if (way == 4) mirror(&turned);
    LapPattern canonical = turned;
    move_to_corner(&canonical);
    sort_cells(&canonical);
    if (!is_among(&canonical, lying, n)) lying[n++] = canonical;
    turn_quarter(&turned);
  }
  return n;
}

/* --- finding */

static bool lies_at(const LapShape *shape, const uint8_t *value, uint8_t wanted, const LapPattern *lying, int x, int y,
                    LapCells *cells)
{
  *cells = (LapCells){{0}};
  for (uint8_t i = 0; i < lying->n; i++) {
    uint16_t cell = lap_grid_cell(shape, x + lying->x[i], y + lying->y[i]);
    if (cell == LAP_NOWHERE || value[cell] != wanted) return false;
    lap_cells_add(cells, cell);
  }
  return true;
}

static uint32_t find_lying(const LapShape *shape, const uint8_t *value, uint8_t wanted, const LapPattern *lying,
                           LapCells *found, uint32_t capacity, uint32_t n)
{
  for (uint16_t cell = 0; cell < lap_grid_cells(shape); cell++) {
    LapCells cells;
    if (!lies_at(shape, value, wanted, lying, lap_grid_x(shape, cell), lap_grid_y(shape, cell), &cells)) continue;
    if (n < capacity) found[n] = cells;
    n++;
  }
  return n;
}

uint32_t lap_pattern_find(const LapShape *shape, const uint8_t *value, uint8_t wanted, const LapPattern *pattern,
                          LapTurning turning, LapCells *found, uint32_t capacity)
{
  if (lap_grid_cells(shape) > 256) return 0;
  LapPattern lying[8];
  uint8_t ways = lap_pattern_turn(pattern, turning, lying);
  uint32_t n = 0;
  for (uint8_t way = 0; way < ways; way++) n = find_lying(shape, value, wanted, &lying[way], found, capacity, n);
  return n;
}

/* --- the most without a shared cell */

typedef struct {
  const LapCells *set;
  uint32_t n, smallest; /* sets, and the cells of the smallest of them */
  uint32_t best, enough;
} Search;

static uint32_t size_of(const LapCells *cells)
{
  uint32_t size = 0;
  for (uint8_t i = 0; i < 4; i++) size += lap_plane_size(cells->word[i]);
  return size;
}

static uint16_t lowest_of(const LapCells *cells)
{
  uint8_t i = 0;
  while (cells->word[i] == 0) i++;
  return (uint16_t)(i * 64 + lap_plane_lowest(cells->word[i]));
}

static LapCells with(LapCells cells, const LapCells *more)
{
  for (uint8_t i = 0; i < 4; i++) cells.word[i] |= more->word[i];
  return cells;
}

/* The cells of all sets that could still be chosen. */
static LapCells still_covered(const Search *search, const LapCells *taken)
{
  LapCells covered = {{0}};
  for (uint32_t i = 0; i < search->n; i++)
    if (!lap_cells_meet(&search->set[i], taken)) covered = with(covered, &search->set[i]);
  return covered;
}

/* Either one of the sets with the lowest cell that is left is chosen, or that cell stays empty. */
static void choose(Search *search, LapCells taken, uint32_t chosen)
{
  if (chosen > search->best) search->best = chosen;
  LapCells covered = still_covered(search, &taken);
  if (chosen + size_of(&covered) / search->smallest <= search->best || search->best >= search->enough) return;
  uint16_t cell = lowest_of(&covered);
  for (uint32_t i = 0; i < search->n; i++)
    if (lap_cells_have(&search->set[i], cell) && !lap_cells_meet(&search->set[i], &taken))
      choose(search, with(taken, &search->set[i]), chosen + 1);
  lap_cells_add(&taken, cell);
  choose(search, taken, chosen);
}

uint32_t lap_pattern_most_apart(const LapCells *set, uint32_t n, uint32_t enough)
{
  Search search = {.set = set, .n = n, .smallest = 256, .enough = enough ? enough : UINT32_MAX};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t size = size_of(&set[i]);
    if (size < search.smallest) search.smallest = size;
  }
  if (n > 0) choose(&search, (LapCells){{0}}, 0);
  return search.best;
}
