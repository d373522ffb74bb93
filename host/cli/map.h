/* Maps: pieces on an unbounded grid, side by side as they lie, with their doors between them. */
#pragma once

#include "picture.h"
#include "render.h"

/* Where the pieces of a list lie. */
typedef struct {
  const LapViewRow *item, *x, *y, *turn; /* any but `item` may be NULL */
  const GArray *value;                   /* MapValue */
} MapColumns;

/* A value of a field that stands at a side of a tile. */
typedef struct {
  const LapGameField *field;
  guint place; /* in its field */
  LapViewItem item;
  gint64 tile; /* its place in the map's field */
  guint side;  /* below TILE_SIDES */
} MapValue;

/* As wide as there is room for; what passes `columns` follows below, in bands from west to east. A map that would have
 * too many places is not drawn as one: its pieces stand side by side. */
Picture *map_draw(const Render *render, const LapGameField *field, const MapColumns *map, guint columns);

/* The four sides of the terminal, as LapAt counts from LAP_AT_NORTH. */
enum { TILE_NORTH, TILE_EAST, TILE_SOUTH, TILE_WEST, TILE_SIDES };

/* A piece with sides, alone, with what is marked outside of it. */
Picture *tile_alone(const Render *render, const LapGameField *field, LapViewItem item, guint place);
