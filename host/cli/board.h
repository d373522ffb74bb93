/* Boards: bounded grids with coordinates. */
#pragma once

#include "items.h"
#include "picture.h"

/* Cells of `items` in the shape of `field`: columns are letters, rows numbers from the top. Where a cell is empty and
 * `marks` (may be NULL) have a choice for it, its number stands there. Drawn without lines where those would pass
 * `columns`. */
Picture *board_draw(const Looks *looks, const LapGameField *field, const Items *items, const GArray *marks,
                    guint columns);
