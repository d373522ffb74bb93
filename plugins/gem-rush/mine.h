/* The mine: rooms on squares, their doors, and what may be walked. A place is an index into the columns of rooms. */
#ifndef GEM_RUSH_MINE_H
#define GEM_RUSH_MINE_H

#include <stdbool.h>

#include "catalogues.h"
#include "lapidary/map.h"

static inline LapConstMap mine_map(const GemRush *game) { return LAP_CONST_MAP(&game->rooms, game->x, game->y); }

static inline const Room *room_at(const LapContext *context, const GemRush *game, uint16_t place)
{
  return room_tile(context, game->room[place].piece);
}

/* The door that a tile shows at a direction after so many quarter turns, NULL for a wall. */
const Door *door_of_tile(const Room *room, uint8_t turned, uint8_t direction);

/* The door of the room at a place, as it lies. */
const Door *door_at(const LapContext *context, const GemRush *game, uint16_t place, uint8_t direction);

/* The place next to one, LAP_NOWHERE if that square is empty. */
uint16_t next_place(const GemRush *game, uint16_t place, uint8_t direction);

/* What is on each side of a room: its door, NULL for a wall, and the place next to it, LAP_NOWHERE for an empty square
 * (and for a wall, unless one looks behind walls, too). */
typedef struct {
  const Door *door[4];
  uint16_t next[4];
} Sides;
Sides sides_of(const LapContext *context, const GemRush *game, uint16_t place, bool behind_walls);

/* The door at a direction if it leads to an empty square, else NULL. */
const Door *open_door(const LapContext *context, const GemRush *game, uint16_t place, uint8_t direction);

/* Whether a room can still be built anywhere, as far as squares go. */
bool mine_is_open(const LapContext *context, const GemRush *game);

/* Lays the tile that was drawn at the square in a direction from a place. Answers the new place. */
uint16_t lay_tile(GemRush *game, uint16_t place, uint8_t direction, uint8_t turned);

/* Whether a tile, turned so, has a door to where it was entered from in this direction. */
bool faces_back(const Room *room, uint8_t turned, uint8_t direction);

/* The same of the room at a place. Without it one cannot go back through the door that led there. */
bool leads_back(const LapContext *context, const GemRush *game, uint16_t place, uint8_t direction);

/* Where each tile lies, by face, NO_PLACE if it is not in the mine: to visit the rooms in ascending order of faces, as
 * `legal` must. */
enum { NO_PLACE = 0xFF };
typedef struct {
  uint8_t place[GEM_RUSH_ROOMS + 1];
} MineIndex;
MineIndex index_mine(const GemRush *game);

/* The place of a tile that lies in the mine. */
uint16_t place_of(const GemRush *game, uint16_t face);

/* The tile that the dwarf stands on, and the room that it shows. */
static inline uint16_t own_tile(const GemRush *game, uint8_t seat) { return game->room[game->dwarf[seat]].piece; }
static inline const Room *own_room(const LapContext *context, const GemRush *game, uint8_t seat)
{
  return room_at(context, game, game->dwarf[seat]);
}

#endif
