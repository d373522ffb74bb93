/* The tableau of a seat: areas of columns and Bookings, and the ground with their gems. */
#ifndef GEMS_TRACKER_TABLEAU_H
#define GEMS_TRACKER_TABLEAU_H

#include <stdbool.h>

#include "gems-tracker.h"

/* The column of the ground where a slot begins; it is two wide. `area` is the slot's. */
static inline uint8_t tableau_x(uint8_t slot, uint8_t area) { return (uint8_t)(2 * slot + area); }

/* The first slot of an area; with the number of areas: where the next area will begin. */
uint8_t tableau_first(const GemsTracker *game, uint8_t seat, uint8_t area);

/* The area of a slot. */
uint8_t tableau_area_of(const GemsTracker *game, uint8_t seat, uint8_t slot);

/* The number of the column at a slot, 0 for a Booking. */
static inline uint8_t tableau_number(const GemsTracker *game, uint8_t seat, uint8_t slot)
{
  return gems_tracker_number(game->columns[seat][slot].piece);
}

/* Whether a number may go to the end of an area. Beyond a Booking any number may. */
bool tableau_fits_end(const GemsTracker *game, uint8_t seat, uint8_t area, uint8_t side, uint8_t number);

/* Whether a number may cover a slot: a Booking of an earlier round, between numbers that suit. */
bool tableau_fits_cover(const GemsTracker *game, uint8_t seat, uint8_t slot, uint8_t number);

/* Each puts the card into a slot; its gems (tableau_dig) and what it covers are the caller's. The first two answer the
 * slot. */
uint8_t tableau_begin_area(GemsTracker *game, uint8_t seat, LapSlot card);
uint8_t tableau_extend(GemsTracker *game, uint8_t seat, uint8_t area, uint8_t side, LapSlot card);
void tableau_cover(GemsTracker *game, uint8_t seat, uint8_t slot, LapSlot card);

/* Fills the two by three cells of a slot: with the gems of a mine, or, for NULL, with a bridge. */
void tableau_dig(GemsTracker *game, uint8_t seat, uint8_t slot, const GemsTrackerMine *mine, bool turned);

/* The longest run of neighbouring columns, each number one more than the one before it; 12 and 1 follow each other. */
uint8_t tableau_longest_run(const GemsTracker *game, uint8_t seat);

/* The most gems of a colour in one area. */
uint8_t tableau_gems_of_area(const GemsTracker *game, uint8_t seat, uint8_t colour);

/* What a seat has for each number in the scoring of gem trackers: in each area the largest group that has a gem in a
 * column with that number, all areas together. Into `value_out` [GEMS_TRACKER_NUMBERS + 1], [0] unused. */
void tableau_values(const GemsTracker *game, uint8_t seat, uint8_t *value_out);

#endif
