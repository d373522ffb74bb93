/* The tableau of a seat: areas of columns and Bookings, and the ground with their gems. */
#ifndef GEMS_TRACKER_TABLEAU_H
#define GEMS_TRACKER_TABLEAU_H

#include <stdbool.h>

#include "gems-tracker.h"
#include "gems.h"

/* The column of the ground where a slot begins; it is two wide. `area` is the slot's. */
static inline uint8_t tableau_x(uint8_t slot, uint8_t area) { return (uint8_t)(2 * slot + area); }

/* The first slot of an area; with the number of areas: where the next area will begin. */
static inline uint8_t tableau_first(const GemsTracker *game, uint8_t seat, uint8_t area)
{
  uint8_t slot = 0;
  for (uint8_t i = 0; i < area; i++) slot += game->areas[seat].item[i];
  return slot;
}

/* The area of a slot. */
static inline uint8_t tableau_area_of(const GemsTracker *game, uint8_t seat, uint8_t slot)
{
  uint8_t area = 0;
  for (uint8_t end = game->areas[seat].item[0]; end <= slot; end += game->areas[seat].item[area]) area++;
  return area;
}

/* The number of the column at a slot, 0 for a Booking. */
static inline uint8_t tableau_number(const GemsTracker *game, uint8_t seat, uint8_t slot)
{
  return gems_tracker_number(game->columns[seat][slot].piece);
}

/* --- where a number may go. All of this is inline since it is asked of every place at every decision */

/* Whether numbers may stand side by side: a larger one to the right, or 1 to the right of 12. 0 is a Booking, beside
 * which any number may stand. */
static inline bool tableau_suits(uint8_t left, uint8_t right)
{
  return (left == 0) | (right == 0) | (right > left) | ((left == GEMS_TRACKER_NUMBERS) & (right == 1));
}

/* Whether a number may go to the end of an area. */
static inline bool tableau_fits_end(const GemsTracker *game, uint8_t seat, uint8_t area, uint8_t side, uint8_t number)
{
  uint8_t first = tableau_first(game, seat, area), last = first + game->areas[seat].item[area] - 1;
  if (side == GEMS_TRACKER_LEFT) return tableau_suits(number, tableau_number(game, seat, first));
  return tableau_suits(tableau_number(game, seat, last), number);
}

/* Whether there is a Booking of an earlier round, which may be covered. */
static inline bool tableau_is_coverable(const GemsTracker *game, uint8_t seat, uint8_t slot)
{
  return (game->columns[seat][slot].piece == GEMS_TRACKER_BOOKING) & (game->laid_in[seat][slot] != game->round);
}

/* Whether a number may cover a slot: a Booking of an earlier round, between numbers that suit. */
static inline bool tableau_fits_cover(const GemsTracker *game, uint8_t seat, uint8_t slot, uint8_t number)
{
  if (!tableau_is_coverable(game, seat, slot)) return false;
  uint8_t area = tableau_area_of(game, seat, slot), first = tableau_first(game, seat, area);
  uint8_t end = first + game->areas[seat].item[area];
  uint8_t left = slot > first ? tableau_number(game, seat, slot - 1) : 0;
  uint8_t right = slot + 1 < end ? tableau_number(game, seat, slot + 1) : 0;
  return tableau_suits(left, number) & tableau_suits(number, right);
}

/* Each puts the card into a slot; its gems (tableau_dig) and what it covers are the caller's. The first two answer the
 * slot. */
uint8_t tableau_begin_area(GemsTracker *game, uint8_t seat, LapSlot card);
uint8_t tableau_extend(GemsTracker *game, uint8_t seat, uint8_t area, uint8_t side, LapSlot card);
void tableau_cover(GemsTracker *game, uint8_t seat, uint8_t slot, LapSlot card);

/* Fills the two by three cells of a slot: with the gems of a mine, or, for NULL, with a bridge. */
void tableau_dig(GemsTracker *game, uint8_t seat, uint8_t slot, const GemsTrackerMine *mine, bool turned);

/* The longest run of neighbouring columns, each number one more than the one before it; 12 and 1 follow each other. */
uint8_t tableau_longest_run(const GemsTracker *game, uint8_t seat);

/* The most of these gems in one area. */
uint8_t tableau_gems_of_area(const GemsTracker *game, uint8_t seat, const GemsCells *gems);

/* What a seat has for each number in the scoring of gem trackers: in each area the largest group that has a gem in a
 * column with that number, all areas together; and how many areas have such a group. [0] is unused. */
typedef struct {
  uint8_t gems[GEMS_TRACKER_NUMBERS + 1], areas[GEMS_TRACKER_NUMBERS + 1];
} TableauValues;
TableauValues tableau_values(const GemsTracker *game, uint8_t seat);

#endif
