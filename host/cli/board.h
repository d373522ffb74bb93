/* Boards: bounded grids. */
#pragma once

#include "items.h"
#include "picture.h"
#include "scene.h"

/* Cells of `items` in the shape of `field`. Where actions or events name cells, columns have letters and rows numbers
 * from the top. Where a cell is empty and a choice names it, the choice's number stands there; tokens stand behind what
 * lies there. Drawn without lines where those would pass `columns`; and without its empty last columns where nothing
 * names cells and they would pass half of it. */
Picture *board_draw(const Scene *scene, const LapGameField *field, const Items *items, guint columns);
