/* Grids: bounded boards of cells of any kind.
 *
 * The LapShape of the field gives width and height; cells are numbered x + y * width, x to the east, y to the south,
 * from 0 in the north-west. The cells themselves are whatever array the state has (u8, slots, stacks in columns):
 * functions here give cell numbers, and ask about cells through a test. Those that compare cells take an array of
 * bytes.
 *
 * Directions 0..3 are north, east, south, west, 4..7 north-east, south-east, south-west, north-west. So `4` or `8` says
 * how many of them count, and a quarter turn to the right adds 1 within either four. */
#ifndef LAPIDARY_GRID_H
#define LAPIDARY_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "lapidary/decls.h"
#include "lapidary/field.h"
#include "lapidary/nowhere.h"

LAP_BEGIN_DECLS

enum { LAP_NORTH, LAP_EAST, LAP_SOUTH, LAP_WEST, LAP_NORTH_EAST, LAP_SOUTH_EAST, LAP_SOUTH_WEST, LAP_NORTH_WEST };

/* The most cells of a grid. */
#define LAP_CELLS_MAX (255 * 255)

/* How far x and y go in a step in a direction. */
static inline int lap_direction_x(uint8_t direction)
{
  static const int8_t x[8] = {0, 1, 0, -1, 1, 1, -1, -1};
  return x[direction];
}
static inline int lap_direction_y(uint8_t direction)
{
  static const int8_t y[8] = {-1, 0, 1, 0, -1, 1, 1, -1};
  return y[direction];
}

/* A direction after so many quarter turns to the right, of any sign. */
static inline uint8_t lap_direction_turned(uint8_t direction, int quarters)
{
  return (uint8_t)((direction & 4) | ((direction + quarters) & 3));
}
static inline uint8_t lap_direction_opposite(uint8_t direction) { return lap_direction_turned(direction, 2); }

/* The number of cells; the column and the row of a cell. */
static inline uint16_t lap_grid_cells(const LapShape *shape) { return (uint16_t)(shape->width * shape->height); }
static inline int lap_grid_x(const LapShape *shape, uint16_t cell) { return cell % shape->width; }
static inline int lap_grid_y(const LapShape *shape, uint16_t cell) { return cell / shape->width; }

/* The cell at (x, y), LAP_NOWHERE off the grid. */
static inline uint16_t lap_grid_cell(const LapShape *shape, int x, int y)
{
  if (x < 0 || y < 0 || x >= shape->width || y >= shape->height) return LAP_NOWHERE;
  return (uint16_t)(x + y * shape->width);
}

/* The next cell in a direction, LAP_NOWHERE off the grid. */
static inline uint16_t lap_grid_step(const LapShape *shape, uint16_t cell, uint8_t direction)
{
  return lap_grid_cell(shape, lap_grid_x(shape, cell) + lap_direction_x(direction),
                       lap_grid_y(shape, cell) + lap_direction_y(direction));
}

/* The neighbours of a cell in the first `directions` (4 or 8), in the order of directions, into `cell_out` [8]. Returns
 * how many are on the grid. */
uint8_t lap_grid_neighbours(const LapShape *shape, uint16_t cell, uint8_t directions, uint16_t *cell_out);

/* Whether a cell passes; `user` is the caller's. */
typedef bool (*LapCellTest)(uint16_t cell, const void *user);

/* Walks from a cell in a direction over every next cell that passes, the first one not included. Returns over how many;
 * `end` (or NULL) gets the cell that stopped the walk, LAP_NOWHERE if it was the edge. */
uint16_t lap_grid_ray(const LapShape *shape, uint16_t cell, uint8_t direction, LapCellTest passes, const void *user,
                      uint16_t *end);

/* Whether a step is allowed from a cell to the next one; `user` is the caller's. */
typedef bool (*LapCellJoined)(uint16_t from, uint16_t to, const void *user);

/* All cells that can be reached from `start`, itself included, by steps in the first `directions` between cells that
 * are `joined`. Into `cell_out` [all cells of the grid], nearest first. Returns how many. */
uint16_t lap_grid_flood(const LapShape *shape, uint16_t start, uint8_t directions, LapCellJoined joined,
                        const void *user, uint16_t *cell_out);

/* Numbers the groups of a grid of values: connected cells (in the first `directions`) of an equal value that is not 0.
 * `group` [all cells] gets 1, 2, .. in the order of their first cells, and 0 for cells of value 0. Returns how many
 * groups there are. */
uint16_t lap_grid_groups(const LapShape *shape, const uint8_t *value, uint8_t directions, uint16_t *group);

/* How many cells have the number `group`: the size of one of those groups. */
uint16_t lap_grid_group_size(const LapShape *shape, const uint16_t *group, uint16_t number);

LAP_END_DECLS

#endif
