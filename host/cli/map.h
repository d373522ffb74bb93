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

/* As wide as there is room for; what passes `columns` follows below, in bands from west to east. */
Picture *map_draw(const Render *render, const LapGameField *field, const MapColumns *map, guint columns);

/* Tiles: pieces with sides, as rooms with walls and doors. What is marked at a side stands outside of it. */

enum { TILE_ROWS = 5 };

/* The four sides of the terminal, as LapAt counts from LAP_AT_NORTH. */
enum { TILE_NORTH, TILE_EAST, TILE_SOUTH, TILE_WEST, TILE_SIDES };

typedef struct {
  const LapGameField *field;
  LapViewItem item;
  guint place; /* in its field */
  guint turn;  /* quarter turns to the right */
  guint columns;
  gboolean lower; /* what stands before its west door stands a line lower, as another door is there too */
  guint joined;   /* bits of sides at which another tile lies: their marks are not shown */
  LapDrawing drawing;
} Tile;

/* Reads how the piece looks. */
void tile_read(Tile *tile, const Render *render);
/* What was printed on the side that lies there now. */
LapAt tile_printed(const Tile *tile, guint side);
/* Draws it with its top left corner there. */
void tile_draw(const Tile *tile, const Render *render, Canvas *canvas, int x, int y);
/* It alone, with what stands around it. */
Picture *tile_alone(const Render *render, const LapGameField *field, LapViewItem item, guint place);
