/* Workshops of GEMessengers: rows of gems that grow into the pattern of a jewel.
 *
 * Only rows matter. A workshop is a list of rows without gaps, top to bottom, each with a number of gems. It fits a
 * pattern at an offset if each row has room in the pattern's row so far below the first; it is legal if it fits at
 * any. In the state it lies in a grid, at the first offset at which it fits. */
#ifndef GEMESSENGERS_WORKSHOP_H
#define GEMESSENGERS_WORKSHOP_H

#include "gemessengers.h"

typedef struct {
  int n;
  int gems[MESSENGERS_ROWS + 1]; /* [n], and none in those behind */
} WorkshopRows;

/* Whether rows fit at an offset of 0..2. `room` is the pattern, for each of its rows: Messengers.room. */
int workshop_fits(const WorkshopRows *rows, const uint8_t *room, int offset);

/* The rows of a grid. */
WorkshopRows workshop_rows(const LapSlot *cell);

/* Whether a gem may be placed there. */
int workshop_may_place(const LapSlot *cell, const uint8_t *room, int where);

/* Places a gem, and moves the rows to the first offset at which they fit. Returns the cell of the gem. */
int workshop_place(LapSlot *cell, const uint8_t *room, int where, LapSlot gem);

/* The cell of the grid in which the gem of a placing will lie; below 0 where the gems that lie there already move. */
int workshop_place_shown(const LapSlot *cell, const uint8_t *room, int where);

/* Whether a gem can be placed so that it lies in that row of the grid. */
int workshop_reaches(const LapSlot *cell, const uint8_t *room, int row);

/* Whether a row of the pattern has no room, wherever the workshop may come to lie. */
int workshop_is_full(const LapSlot *cell, const uint8_t *room, int row);

/* By how many rows the workshop may still sink: 0 if the position of each gem is known. */
int workshop_slack(const LapSlot *cell, const uint8_t *room);

/* Whether every row of the pattern is full. */
int workshop_is_finished(const LapSlot *cell, const uint8_t *room);
/* How many gems the jewel still lacks. */
int workshop_lacks(const LapSlot *cell, const uint8_t *room);

#endif
