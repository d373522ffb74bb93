/* Maps: pieces on an unbounded grid, side by side as they lie, with their doors between them. */
#pragma once

#include "items.h"
#include "tile.h"

/* Where the pieces of a list lie. */
typedef struct {
  const Items *item, *x, *y, *turn; /* any but `item` may be NULL */
} MapColumns;

/* As wide as there is room for; what passes `columns` follows below, in bands from west to east. */
Picture *map_draw(const Scene *scene, const LapGameField *field, const MapColumns *map, guint columns);
