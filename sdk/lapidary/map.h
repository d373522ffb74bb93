/* Maps: grids without bounds. A list of places with their x and y, in the order in which they were added.
 *
 * In the state a map is columns that share a count; further columns say what lies there:
 *
 *   F(T, COUNT, rooms)
 *   F(T, COLUMN, rooms, i16, room_x, 80, .visibility = LAP_PUBLIC)
 *   F(T, COLUMN, rooms, i16, room_y, 80, .visibility = LAP_PUBLIC)
 *   F(T, SLOT_COLUMN, rooms, room, 80, .visibility = LAP_BY_MASK, ...)
 *
 * LAP_MAP(&state->rooms, state->room_x, state->room_y) is the handle to add with, LAP_CONST_MAP(...) of the same to
 * read; a place is its index in the columns. x grows to the east, y to the south; directions are those of grid.h. */
#ifndef LAPIDARY_MAP_H
#define LAPIDARY_MAP_H

#include "lapidary/decls.h"
#include "lapidary/grid.h"

LAP_BEGIN_DECLS

typedef struct {
  uint16_t *count; /* at most `capacity` */
  int16_t *x, *y;  /* [capacity], zero from *count on; no two places have the same */
  uint16_t capacity;
} LapMap;

typedef struct {
  const int16_t *x, *y; /* [count] */
  uint16_t count;
} LapConstMap;

#define LAP_MAP(count_, x_, y_) ((LapMap){(count_), (x_), (y_), sizeof(x_) / sizeof *(x_)})
#define LAP_CONST_MAP(count_, x_, y_) ((LapConstMap){(x_), (y_), *(count_)})

/* The smallest box that holds all places, both ends included. */
typedef struct {
  int16_t x_min, y_min, x_max, y_max;
} LapBounds;

/* The place at (x, y), LAP_NOWHERE if there is none. */
uint16_t lap_map_find(LapConstMap map, int x, int y);

/* The place next to one in a direction, LAP_NOWHERE if there is none. */
uint16_t lap_map_step(LapConstMap map, uint16_t place, uint8_t direction);

/* The places next to one in the first `directions` (4 or 8), in the order of directions, into `place_out` [8]. Returns
 * how many there are. */
uint8_t lap_map_neighbours(LapConstMap map, uint16_t place, uint8_t directions, uint16_t *place_out);

/* Adds a place and returns its index: the caller then fills the other columns there. LAP_NOWHERE, with nothing changed,
 * if the map is full, something lies at (x, y), or a coordinate does not fit 16 bits. */
uint16_t lap_map_add(LapMap map, int x, int y);

/* The bounds; of an empty map all 0. */
LapBounds lap_map_bounds(LapConstMap map);

/* How far two places are apart in steps along the axes, and in steps of a king. */
uint32_t lap_map_distance(LapConstMap map, uint16_t a, uint16_t b);
uint32_t lap_map_distance_king(LapConstMap map, uint16_t a, uint16_t b);

/* Whether a step is allowed from a place to the next in a direction; `user` is the caller's. Asked only where there is
 * one. */
typedef bool (*LapPlaceOpen)(uint16_t from, uint8_t direction, uint16_t to, const void *user);

/* How many steps each place is from `start` in the first `directions`, through what is `open`, into `steps_out`
 * [count]; LAP_NOWHERE where none leads. Returns how many places can be reached, `start` included. */
uint16_t lap_map_walk(LapConstMap map, uint16_t start, uint8_t directions, LapPlaceOpen open, const void *user,
                      uint16_t *steps_out);

LAP_END_DECLS

#endif
