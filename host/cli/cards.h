/* Cards: items drawn as boxes of three lines, for what lies in front of whom one draws for. */
#pragma once

#include "items.h"
#include "picture.h"

/* All of `items` side by side, in bands of at most `columns`. `group` items at a time stand closer together; 0: no
 * groups. Below a piece that `marks` (may be NULL) name stands the number of its choice. */
Picture *cards_draw(const Looks *looks, const LapGameField *field, const Items *items, guint group, const GArray *marks,
                    guint columns);

/* The top of a pile and how many lie there. */
Picture *cards_pile(const Looks *looks, const LapGameField *field, const Items *items, const GArray *marks);

/* The same small: chips on as few lines of at most `columns` as there can be, runs of backs as "×6". */
Picture *cards_line(const Looks *looks, const LapGameField *field, const Items *items, guint group, guint columns);
