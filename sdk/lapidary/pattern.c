#include "lapidary/pattern.h"

#include <string.h>

/* --- turning */

/* Those past n are zero, and stay so. */
static void turn_quarter(LapPattern *pattern)
{
  for (uint8_t i = 0; i < LAP_PATTERN_MAX; i++) {
    int8_t x = pattern->x[i];
    pattern->x[i] = (int8_t)-pattern->y[i];
    pattern->y[i] = x;
  }
}

static void mirror(LapPattern *pattern)
{
  for (uint8_t i = 0; i < LAP_PATTERN_MAX; i++) pattern->x[i] = (int8_t)-pattern->x[i];
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

/* The cells at which the pattern lies on `there`, its least x and y; one that runs over an edge of the grid is among
 * them. */
static LapCells corners_of(const LapShape *shape, const LapCells *there, const LapPattern *lying)
{
  LapCells corners = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
  for (uint8_t i = 0; i < lying->n && !lap_cells_none(&corners); i++) {
    LapCells moved = lap_cells_back(there, (uint16_t)(lying->y[i] * shape->width + lying->x[i]));
    for (uint8_t word = 0; word < 4; word++) corners.word[word] &= moved.word[word];
  }
  return corners;
}

static LapCells cells_at(const LapShape *shape, const LapPattern *lying, uint16_t corner)
{
  LapCells cells = {{0}};
  for (uint8_t i = 0; i < lying->n; i++)
    lap_cells_add(&cells, (uint16_t)(corner + lying->y[i] * shape->width + lying->x[i]));
  return cells;
}

static int8_t width_of(const LapPattern *lying)
{
  int8_t width = 1;
  for (uint8_t i = 0; i < lying->n; i++)
    if (lying->x[i] >= width) width = (int8_t)(lying->x[i] + 1);
  return width;
}

/* Finds each place within `there` where the pattern lies as it is turned in `lying`, and writes its cells to `found`,
 * behind the `n` that are there. Returns the new number, which may exceed the capacity. */
static uint32_t find_lying(const LapShape *shape, const LapCells *there, const LapPattern *lying, LapCells *found,
                           uint32_t capacity, uint32_t n)
{
  LapCells corners = corners_of(shape, there, lying);
  int last_x = shape->width - width_of(lying);
  for (uint16_t word = 0; word < 4; word++)
    for (uint64_t left = corners.word[word]; left; left &= left - 1) {
      uint16_t corner = (uint16_t)(word * 64 + lap_plane_lowest(left));
      if (lap_grid_x(shape, corner) > last_x) continue;
      if (n < capacity) found[n] = cells_at(shape, lying, corner);
      n++;
    }
  return n;
}

uint32_t lap_pattern_find(const LapShape *shape, const LapCells *there, const LapPattern *lying, uint8_t ways,
                          LapCells *found, uint32_t capacity)
{
  uint32_t n = 0;
  if (lap_grid_cells(shape) > LAP_CELLS_LIMIT) return 0;
  for (uint8_t way = 0; way < ways; way++) n = find_lying(shape, there, &lying[way], found, capacity, n);
  return n;
}

/* --- the most without a shared cell */

typedef struct {
  const LapCells *set;
  uint32_t n, smallest; /* sets, and the cells of the smallest of them */
  uint32_t best, enough;
} Search;

static LapCells with(LapCells cells, const LapCells *more)
{
  lap_cells_join(&cells, more);
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
  if (chosen + lap_cells_size(&covered) / search->smallest <= search->best || search->best >= search->enough) return;
  uint16_t cell = lap_cells_lowest(&covered);
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
    uint32_t size = lap_cells_size(&set[i]);
    if (size < search.smallest) search.smallest = size;
  }
  if (n > 0) choose(&search, (LapCells){{0}}, 0);
  return search.best;
}
