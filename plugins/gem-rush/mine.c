#include "mine.h"

#include <string.h>

#include "lapidary/zone.h"

const Door *door_of_tile(const Room *room, uint8_t turned, uint8_t direction)
{
  uint8_t side = lap_direction_turned(direction, -turned);
  return room->doors >> side & 1 ? &room->door[side] : NULL;
}

const Door *door_at(const LapContext *context, const GemRush *game, uint16_t place, uint8_t direction)
{
  return door_of_tile(room_at(context, game, place), game->turned[place], direction);
}

uint16_t next_place(const GemRush *game, uint16_t place, uint8_t direction)
{
  return lap_map_step(mine_map(game), place, direction);
}

Sides sides_of(const LapContext *context, const GemRush *game, uint16_t place, bool behind_walls)
{
  const Room *room = room_at(context, game, place);
  Sides sides;
  for (uint8_t direction = 0; direction < 4; direction++) {
    const Door *door = door_of_tile(room, game->turned[place], direction);
    sides.door[direction] = door;
    sides.next[direction] = door || behind_walls ? next_place(game, place, direction) : LAP_NOWHERE;
  }
  return sides;
}

const Door *open_door(const LapContext *context, const GemRush *game, uint16_t place, uint8_t direction)
{
  const Door *door = door_at(context, game, place, direction);
  return door && next_place(game, place, direction) == LAP_NOWHERE ? door : NULL;
}

/* The newest rooms first: round the oldest most is built. */
bool mine_is_open(const LapContext *context, const GemRush *game)
{
  for (uint16_t place = game->rooms; place-- > 0;)
    for (uint8_t direction = 0; direction < 4; direction++)
      if (open_door(context, game, place, direction)) return true;
  return false;
}

bool faces_back(const Room *room, uint8_t turned, uint8_t direction)
{
  return door_of_tile(room, turned, lap_direction_opposite(direction)) != NULL;
}

bool leads_back(const LapContext *context, const GemRush *game, uint16_t place, uint8_t direction)
{
  return faces_back(room_at(context, game, place), game->turned[place], direction);
}

uint16_t lay_tile(GemRush *game, uint16_t place, uint8_t direction, uint8_t turned)
{
  int x = game->x[place] + lap_direction_x(direction), y = game->y[place] + lap_direction_y(direction);
  uint16_t laid = lap_map_add(LAP_MAP(&game->rooms, game->x, game->y), x, y);
  game->room[laid] = lap_zone_take_at(LAP_ZONE(&game->drawn), 0, LAP_EVERYONE);
  game->turned[laid] = turned;
  return laid;
}

MineIndex index_mine(const GemRush *game)
{
  MineIndex index;
  memset(index.place, NO_PLACE, sizeof index.place);
  for (uint16_t place = 0; place < game->rooms; place++) index.place[game->room[place].piece] = (uint8_t)place;
  return index;
}

uint16_t place_of(const GemRush *game, uint16_t face)
{
  uint16_t place = 0;
  while (game->room[place].piece != face) place++;
  return place;
}
