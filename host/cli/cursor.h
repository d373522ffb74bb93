/* A cursor on the table: from choice to choice, by where their numbers stand in its picture. */
#pragma once

#include "keys.h"
#include "picture.h"

/* How numbers of choices are drawn, and nothing else is: so they are found again. */
#define CURSOR_QUIET "0;2"
#define CURSOR_LOUD "0;1"

/* A number in a picture. */
typedef struct {
  guint number;
  int column, line;
} CursorSpot;

/* Returns: (transfer full) (element-type CursorSpot): of all numbers, the highest first, then from the left */
GArray *cursor_spots(const Picture *picture);

/* The line of the picture that a number stands in; 0 if it does not. */
guint cursor_line(const Picture *picture, guint number);

/* Draws a number so that it stands out. */
void cursor_mark(Picture *picture, guint number);

/* Where a key leads from a number (0: from nowhere) among choices 1 to `choices`: to the nearest in that direction;
 * Tab, and all keys where a choice does not stand in the picture, to the next or previous one. */
guint cursor_move(const GArray *spots, guint choices, guint from, Key key);
