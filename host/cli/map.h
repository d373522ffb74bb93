/* Maps: pieces on an unbounded grid, side by side as they lie, with their doors between them. */
#pragma once

#include "items.h"
#include "tile.h"

/* Where the pieces of a list lie. */
typedef struct {
  const Items *item, *x, *y, *turn; /* any but `item` may be NULL */
  const GArray *value;              /* MapValue */
} MapColumns;

/* A value of a field that stands at a side of a tile. */
typedef struct {
  const LapGameField *field;
  guint place; /* in its field */
  Item item;
  gint64 tile; /* its place in the map's field */
  guint side;  /* below TILE_SIDES */
} MapValue;

/* As wide as there is room for; what passes `columns` follows below, in bands from west to east. */
Picture *map_draw(const Scene *scene, const LapGameField *field, const MapColumns *map, guint columns);
