/* Boxes: a piece or a value, large. */
#pragma once

#include "picture.h"
#include "scene.h"

/* On its colour, or between lines; a piece with a grid of its own with its cells, one with sides as a tile. */
Picture *box_draw(const Scene *scene, const LapGameField *field, Item item, guint place);
