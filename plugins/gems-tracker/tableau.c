#include "tableau.h"

#include <string.h>

/* --- putting cards into slots */

static void put(GemsTracker *game, uint8_t seat, uint8_t slot, LapSlot card)
{
  game->columns[seat][slot] = card;
  game->laid_in[seat][slot] = game->round;
}

/* Moves all that stands at `x` and to the right of it by a slot. */
static void move_ground(uint8_t *ground, uint8_t x)
{
  for (uint8_t y = 0; y < GEMS_TRACKER_HEIGHT; y++) {
    uint8_t *row = ground + y * GEMS_TRACKER_WIDTH;
    memmove(row + x + 2, row + x, GEMS_TRACKER_WIDTH - x - 2);
  }
}

static void insert(GemsTracker *game, uint8_t seat, uint8_t slot, uint8_t area, LapSlot card)
{
  size_t after = game->slots[seat]++ - slot;
  if (after) {
    memmove(&game->columns[seat][slot + 1], &game->columns[seat][slot], after * sizeof(LapSlot));
    memmove(&game->laid_in[seat][slot + 1], &game->laid_in[seat][slot], after);
    move_ground(game->ground[seat], tableau_x(slot, area));
  }
  put(game, seat, slot, card);
}

uint8_t tableau_begin_area(GemsTracker *game, uint8_t seat, LapSlot card)
{
  uint8_t slot = (uint8_t)game->slots[seat]++;
  game->areas[seat].item[game->areas[seat].count++] = 1;
  put(game, seat, slot, card);
  return slot;
}

uint8_t tableau_extend(GemsTracker *game, uint8_t seat, uint8_t area, uint8_t side, LapSlot card)
{
  uint8_t slot = tableau_first(game, seat, area);
  if (side == GEMS_TRACKER_RIGHT) slot += game->areas[seat].item[area];
  insert(game, seat, slot, area, card);
  game->areas[seat].item[area]++;
  return slot;
}

void tableau_cover(GemsTracker *game, uint8_t seat, uint8_t slot, LapSlot card) { put(game, seat, slot, card); }

void tableau_dig(GemsTracker *game, uint8_t seat, uint8_t slot, const GemsTrackerMine *mine, bool turned)
{
  uint8_t *corner = game->ground[seat] + tableau_x(slot, tableau_area_of(game, seat, slot));
  for (uint8_t i = 0; i < 6; i++) {
    uint8_t gem = mine ? (uint8_t)mine->gems[turned ? 5 - i : i] : GEMS_TRACKER_BRIDGE;
    corner[i / 2 * GEMS_TRACKER_WIDTH + i % 2] = gem ? gem : GEMS_TRACKER_ROCK;
  }
}

/* --- what a tableau has */

static uint8_t longest_run_of_area(const GemsTracker *game, uint8_t seat, uint8_t first, uint8_t end)
{
  uint8_t longest = 0, run = 0, next = 0;
  for (uint8_t slot = first; slot < end; slot++) {
    uint8_t number = tableau_number(game, seat, slot);
    run = number ? run * (number == next) + 1 : 0;
    next = number == GEMS_TRACKER_NUMBERS ? 1 : number + 1;
    if (run > longest) longest = run;
  }
  return longest;
}

uint8_t tableau_longest_run(const GemsTracker *game, uint8_t seat)
{
  uint8_t longest = 0;
  for (uint8_t area = 0, first = 0; area < game->areas[seat].count; area++) {
    uint8_t end = first + game->areas[seat].item[area], run = longest_run_of_area(game, seat, first, end);
    if (run > longest) longest = run;
    first = end;
  }
  return longest;
}

uint8_t tableau_gems_of_area(const GemsTracker *game, uint8_t seat, const GemsCells *gems)
{
  uint8_t most = 0;
  for (uint8_t area = 0, first = 0; area < game->areas[seat].count; area++) {
    uint8_t end = first + game->areas[seat].item[area];
    uint8_t here = gems_in_columns(gems, tableau_x(first, area), tableau_x(end, area));
    if (here > most) most = here;
    first = end;
  }
  return most;
}

/* --- gem trackers */

enum { COLUMN_CELLS = 6 }; /* two columns of the ground, three cells high */

/* The cell of the ground at place `i` of the column that begins at `x`. */
static uint8_t cell_of_column(uint8_t x, uint8_t i) { return (uint8_t)(i / 2 * GEMS_TRACKER_WIDTH + x + i % 2); }

/* The largest group with a gem in the column that begins at `x`. */
static uint8_t largest_from(const uint8_t *size, uint8_t x)
{
  uint8_t largest = 0;
  for (uint8_t i = 0; i < COLUMN_CELLS; i++) {
    uint8_t here = size[cell_of_column(x, i)];
    if (here > largest) largest = here;
  }
  return largest;
}

/* A number may stand in an area more than once: the best of them counts. */
static void best_of_area(const GemsTracker *game, uint8_t seat, uint8_t area, uint8_t first, const uint8_t *size,
                         uint8_t *best)
{
  for (uint8_t slot = first; slot < first + game->areas[seat].item[area]; slot++) {
    uint8_t number = tableau_number(game, seat, slot), value = largest_from(size, tableau_x(slot, area));
    if (value > best[number]) best[number] = value;
  }
}

TableauValues tableau_values(const GemsTracker *game, uint8_t seat)
{
  TableauValues values = {{0}, {0}};
  uint8_t size[GEMS_TRACKER_CELLS];
  gems_group_sizes(game->ground[seat], size);
  for (uint8_t area = 0, first = 0; area < game->areas[seat].count; area++) {
    uint8_t best[GEMS_TRACKER_NUMBERS + 1] = {0};
    best_of_area(game, seat, area, first, size, best);
    for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++) {
      values.gems[number] += best[number];
      values.areas[number] += best[number] > 0;
    }
    first += game->areas[seat].item[area];
  }
  return values;
}
