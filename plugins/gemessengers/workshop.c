#include "workshop.h"

#include <string.h>

enum { NOWHERE = -1 };

/* --- rows and patterns */

int workshop_fits(const WorkshopRows *rows, const uint8_t *room, int offset)
{
  if (offset + rows->n > MESSENGERS_ROWS) return 0;
  for (int i = 0; i < rows->n; i++)
    if (rows->gems[i] > room[offset + i]) return 0;
  return 1;
}

static int first_offset(const WorkshopRows *rows, const uint8_t *room)
{
  for (int offset = 0; offset < MESSENGERS_ROWS; offset++)
    if (workshop_fits(rows, room, offset)) return offset;
  return NOWHERE;
}

static int last_offset(const WorkshopRows *rows, const uint8_t *room)
{
  for (int offset = MESSENGERS_ROWS - 1; offset >= 0; offset--)
    if (workshop_fits(rows, room, offset)) return offset;
  return NOWHERE;
}

/* --- the grid */

static int gems_in(const LapSlot *cell, int row)
{
  int n = 0;
  while (n < MESSENGERS_WIDTH && cell[row * MESSENGERS_WIDTH + n].piece) n++;
  return n;
}

/* The row of the grid in which the gems begin. */
static int first_row(const LapSlot *cell)
{
  for (int row = 0; row < MESSENGERS_ROWS; row++)
    if (gems_in(cell, row)) return row;
  return 0;
}

WorkshopRows workshop_rows(const LapSlot *cell)
{
  WorkshopRows rows = {0};
  for (int row = first_row(cell); row < MESSENGERS_ROWS && gems_in(cell, row); row++)
    rows.gems[rows.n++] = gems_in(cell, row);
  return rows;
}

/* --- placing */

typedef struct {
  int at;     /* the index of the row that the gem comes into */
  int is_new; /* that row has been empty */
} Placing;

static Placing placing(const LapSlot *cell, const WorkshopRows *rows, int where)
{
  switch (where) {
  case MESSENGERS_FIRST:
  case MESSENGERS_ABOVE:
    return (Placing){0, 1};
  case MESSENGERS_BELOW:
    return (Placing){rows->n, 1};
  default:
    return (Placing){where - MESSENGERS_ROW_1 - first_row(cell), 0};
  }
}

static WorkshopRows with_gem(WorkshopRows rows, Placing gem)
{
  if (gem.is_new) {
    memmove(&rows.gems[gem.at + 1], &rows.gems[gem.at], (size_t)(rows.n - gem.at) * sizeof *rows.gems);
    rows.gems[gem.at] = 0;
    rows.n++;
  }
  rows.gems[gem.at]++;
  return rows;
}

int workshop_may_place(const LapSlot *cell, const uint8_t *room, int where)
{
  WorkshopRows rows = workshop_rows(cell);
  if ((where == MESSENGERS_FIRST) != (rows.n == 0)) return 0;
  Placing gem = placing(cell, &rows, where);
  if (!gem.is_new && (gem.at < 0 || gem.at >= rows.n)) return 0;
  WorkshopRows after = with_gem(rows, gem);
  return first_offset(&after, room) != NOWHERE;
}

int workshop_place(LapSlot *cell, const uint8_t *room, int where, LapSlot gem)
{
  LapSlot before[MESSENGERS_CELLS];
  memcpy(before, cell, sizeof before);
  memset(cell, 0, sizeof before);

  WorkshopRows rows = workshop_rows(before);
  Placing to = placing(before, &rows, where);
  WorkshopRows after = with_gem(rows, to);
  int offset = first_offset(&after, room), from = first_row(before);
  for (int i = 0; i < rows.n; i++) {
    int row = offset + i + (to.is_new && i >= to.at);
    memcpy(&cell[row * MESSENGERS_WIDTH], &before[(from + i) * MESSENGERS_WIDTH], MESSENGERS_WIDTH * sizeof *cell);
  }
  int place = (offset + to.at) * MESSENGERS_WIDTH + after.gems[to.at] - 1;
  cell[place] = gem;
  return place;
}

int workshop_place_shown(const LapSlot *cell, const uint8_t *room, int where)
{
  LapSlot after[MESSENGERS_CELLS];
  memcpy(after, cell, sizeof after);
  int place = workshop_place(after, room, where, (LapSlot){.piece = 1});
  for (int i = 0; i < MESSENGERS_CELLS; i++)
    if (!after[i].piece != !cell[i].piece && i != place) return NOWHERE;
  return cell[place].piece ? NOWHERE : place;
}

int workshop_reaches(const LapSlot *cell, const uint8_t *room, int row)
{
  for (int where = 0; where < MESSENGERS_WHERES; where++) {
    LapSlot after[MESSENGERS_CELLS];
    memcpy(after, cell, sizeof after);
    if (workshop_may_place(cell, room, where) &&
        workshop_place(after, room, where, (LapSlot){.piece = 1}) / MESSENGERS_WIDTH == row)
      return 1;
  }
  return 0;
}

int workshop_is_full(const LapSlot *cell, const uint8_t *room, int row)
{
  WorkshopRows rows = workshop_rows(cell);
  for (int offset = 0; offset < MESSENGERS_ROWS; offset++)
    if (workshop_fits(&rows, room, offset) && (row < offset || rows.gems[row - offset] < room[row])) return 0;
  return 1;
}

int workshop_slack(const LapSlot *cell, const uint8_t *room)
{
  WorkshopRows rows = workshop_rows(cell);
  return last_offset(&rows, room) - first_offset(&rows, room);
}

int workshop_lacks(const LapSlot *cell, const uint8_t *room)
{
  int lacks = 0;
  for (int row = 0; row < MESSENGERS_ROWS; row++) lacks += room[row] - gems_in(cell, row);
  return lacks;
}

int workshop_is_finished(const LapSlot *cell, const uint8_t *room)
{
  for (int row = 0; row < MESSENGERS_ROWS; row++)
    if (gems_in(cell, row) < room[row]) return 0;
  return 1;
}
