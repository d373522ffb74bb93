#include "lapidary/map.h"

#include <string.h>

/* --- finding: four places at a time, each in 16 bits of a word, since most look-ups find nothing */

static const uint64_t each_place = UINT64_C(0x0001000100010001);

static uint64_t four_places(const int16_t *coordinate)
{
  uint64_t four;
  memcpy(&four, coordinate, sizeof four);
  return four;
}

/* Whether one of four places is at (x, y): its 16 bits are then 0 in both differences. */
static bool is_among_four(LapConstMap map, uint16_t first, uint64_t x, uint64_t y)
{
  uint64_t off = (four_places(map.x + first) ^ x) | (four_places(map.y + first) ^ y);
  return ((off - each_place) & ~off & each_place << 15) != 0;
}

uint16_t lap_map_find(LapConstMap map, int x, int y)
{
  if (x != (int16_t)x || y != (int16_t)y) return LAP_NOWHERE;
  uint64_t four_x = each_place * (uint16_t)x, four_y = each_place * (uint16_t)y;
  uint16_t i = 0;
  while (i + 4 <= map.count && !is_among_four(map, i, four_x, four_y)) i += 4;
  for (; i < map.count; i++)
    if (map.x[i] == x && map.y[i] == y) return i;
  return LAP_NOWHERE;
}

/* --- walking */

uint16_t lap_map_step(LapConstMap map, uint16_t place, uint8_t direction)
{
  return lap_map_find(map, map.x[place] + lap_direction_x(direction), map.y[place] + lap_direction_y(direction));
}

uint8_t lap_map_neighbours(LapConstMap map, uint16_t place, uint8_t directions, uint16_t *place_out)
{
  uint8_t n = 0;
  for (uint8_t direction = 0; direction < directions; direction++) {
    uint16_t next = lap_map_step(map, place, direction);
    if (next != LAP_NOWHERE) place_out[n++] = next;
  }
  return n;
}

uint16_t lap_map_add(LapMap map, int x, int y)
{
  LapConstMap now = {map.x, map.y, *map.count};
  if (now.count >= map.capacity || lap_map_find(now, x, y) != LAP_NOWHERE) return LAP_NOWHERE;
  if (x != (int16_t)x || y != (int16_t)y) return LAP_NOWHERE;
  map.x[now.count] = (int16_t)x;
  map.y[now.count] = (int16_t)y;
  ++*map.count;
  return now.count;
}

LapBounds lap_map_bounds(LapConstMap map)
{
  if (map.count == 0) return (LapBounds){0};
  LapBounds bounds = {map.x[0], map.y[0], map.x[0], map.y[0]};
  for (uint16_t i = 1; i < map.count; i++) {
    if (map.x[i] < bounds.x_min) bounds.x_min = map.x[i];
    if (map.x[i] > bounds.x_max) bounds.x_max = map.x[i];
    if (map.y[i] < bounds.y_min) bounds.y_min = map.y[i];
    if (map.y[i] > bounds.y_max) bounds.y_max = map.y[i];
  }
  return bounds;
}

static uint32_t apart(int a, int b) { return (uint32_t)(a < b ? b - a : a - b); }

uint32_t lap_map_distance(LapConstMap map, uint16_t a, uint16_t b)
{
  return apart(map.x[a], map.x[b]) + apart(map.y[a], map.y[b]);
}

uint32_t lap_map_distance_king(LapConstMap map, uint16_t a, uint16_t b)
{
  uint32_t x = apart(map.x[a], map.x[b]), y = apart(map.y[a], map.y[b]);
  return x > y ? x : y;
}

/* Puts a number on every place that is not reached yet and one open step from `place`. Returns how many. */
static uint16_t walk_on(LapConstMap map, uint16_t place, uint8_t directions, LapPlaceOpen open, const void *user,
                        uint16_t *steps)
{
  uint16_t reached = 0;
  for (uint8_t direction = 0; direction < directions; direction++) {
    uint16_t next = lap_map_step(map, place, direction);
    if (next == LAP_NOWHERE || steps[next] != LAP_NOWHERE || !open(place, direction, next, user)) continue;
    steps[next] = steps[place] + 1;
    reached++;
  }
  return reached;
}

uint16_t lap_map_walk(LapConstMap map, uint16_t start, uint8_t directions, LapPlaceOpen open, const void *user,
                      uint16_t *steps_out)
{
  for (uint16_t i = 0; i < map.count; i++) steps_out[i] = LAP_NOWHERE;
  steps_out[start] = 0;
  uint16_t reached = 1, newly = 1;
  for (uint16_t step = 0; newly > 0; step++, reached += newly) {
    newly = 0;
    for (uint16_t place = 0; place < map.count; place++)
      if (steps_out[place] == step) newly += walk_on(map, place, directions, open, user, steps_out);
  }
  return reached;
}
