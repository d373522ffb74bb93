#include "lapidary/grid.h"

#include <string.h>

uint8_t lap_grid_neighbours(const LapShape *shape, uint16_t cell, uint8_t directions, uint16_t *cell_out)
{
  uint8_t n = 0;
  for (uint8_t direction = 0; direction < directions; direction++) {
    uint16_t next = lap_grid_step(shape, cell, direction);
    if (next != LAP_NOWHERE) cell_out[n++] = next;
  }
  return n;
}

uint16_t lap_grid_ray(const LapShape *shape, uint16_t cell, uint8_t direction, LapCellTest passes, const void *user,
                      uint16_t *end)
{
  uint16_t n = 0;
  uint16_t next = lap_grid_step(shape, cell, direction);
  for (; next != LAP_NOWHERE && passes(next, user); n++) next = lap_grid_step(shape, next, direction);
  if (end) *end = next;
  return n;
}

typedef struct {
  uint64_t word[LAP_CELLS_MAX / 64 + 1]; /* a bit a cell */
} Visited;

static bool first_visit(Visited *visited, uint16_t cell)
{
  uint64_t bit = UINT64_C(1) << cell % 64, *word = &visited->word[cell / 64];
  if (*word & bit) return false;
  *word |= bit;
  return true;
}

static void clear(Visited *visited, uint16_t cells)
{
  memset(visited->word, 0, (cells / 64u + 1) * sizeof *visited->word);
}

uint16_t lap_grid_flood(const LapShape *shape, uint16_t start, uint8_t directions, LapCellJoined joined,
                        const void *user, uint16_t *cell_out)
{
  Visited visited;
  clear(&visited, lap_grid_cells(shape));
  first_visit(&visited, start);
  cell_out[0] = start;
  uint16_t found = 1;
  for (uint16_t done = 0; done < found; done++) {
    uint16_t next[8];
    uint8_t n = lap_grid_neighbours(shape, cell_out[done], directions, next);
    for (uint8_t i = 0; i < n; i++)
      if (joined(cell_out[done], next[i], user) && first_visit(&visited, next[i])) cell_out[found++] = next[i];
  }
  return found;
}

/* Until they get their numbers, `group` is a forest: each cell of a group points to an earlier one of it, its first
 * cell to itself (disjoint sets: Galler and Fischer, 1964; halving of paths: van Leeuwen and van der Weide, 1977). */
static uint16_t first_of(uint16_t *group, uint16_t cell)
{
  while (group[cell] != cell) cell = group[cell] = group[group[cell]];
  return cell;
}

static void join(uint16_t *group, uint16_t a, uint16_t b)
{
  uint16_t first_a = first_of(group, a), first_b = first_of(group, b);
  if (first_a < first_b)
    group[first_b] = first_a;
  else
    group[first_a] = first_b;
}

static void join_equal_neighbours(const LapShape *shape, const uint8_t *value, uint8_t directions, uint16_t *group,
                                  uint16_t cell)
{
  uint16_t next[8];
  uint8_t n = lap_grid_neighbours(shape, cell, directions, next);
  for (uint8_t i = 0; i < n; i++)
    if (next[i] < cell && value[next[i]] == value[cell]) join(group, cell, next[i]);
}

uint16_t lap_grid_groups(const LapShape *shape, const uint8_t *value, uint8_t directions, uint16_t *group)
{
  uint16_t cells = lap_grid_cells(shape), groups = 0;
  for (uint16_t cell = 0; cell < cells; cell++) {
    group[cell] = cell;
    join_equal_neighbours(shape, value, directions, group, cell);
  }
  for (uint16_t cell = 0; cell < cells; cell++) { /* an earlier cell has its number already */
    if (value[cell] == 0)
      group[cell] = 0;
    else
      group[cell] = group[cell] == cell ? ++groups : group[group[cell]];
  }
  return groups;
}

uint16_t lap_grid_group_size(const LapShape *shape, const uint16_t *group, uint16_t number)
{
  uint16_t size = 0;
  for (uint16_t cell = 0; cell < lap_grid_cells(shape); cell++) size += group[cell] == number;
  return size;
}
