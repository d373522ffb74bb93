/* The events of Gems Tracker, solo, and the functions that its files share. */
#ifndef GEMS_TRACKER_SOLO_PHASES_H
#define GEMS_TRACKER_SOLO_PHASES_H

#include "gems-tracker-solo.h"

/* Events, in the order of their table in gems-tracker-solo.c. */
enum {
  OPENED_LEFT = LAP_ID(1, 0),
  OPENED_RIGHT,
  CHOSE,
  FITS,
  SKIPPED,
  TENDER_MET,
  PRAISED,
  TENDER_NEARED,
  GEMS_FOR,
  COLOURS_FOR,
  EMPTY_FOR,
  NOT_TAKEN,
  TWO_NEARED,
  THREE_NEARED,
  MATCH_ENDS,
  ONE_AREA,
  ONE_AREA_UNLESS_BOOKED,
  FITS_NOWHERE,
  FITS_NOWHERE_UNLESS_BOOKED,
  TWO_GEMS_FOR,
  TWO_COLOURS_FOR,
  ONE_NOWHERE,
  ONE_NOWHERE_UNLESS_BOOKED,
  BOTH_NOWHERE,
  BOTH_NOWHERE_BUT_ONE_BOOKING,
  BOTH_NOWHERE_UNLESS_BOOKED
};

/* draft.c */
/* In how many places either tracker fits; or that one or both fit nowhere, or both in one and the same area alone, so
 * that not both will be placed without Bookings. */
void solo_tell_fits(const LapContext *context, LapBlock *block, int16_t left, int16_t right);
/* What two mines have for the tenders that are not met, wherever they are placed. */
void solo_tell_use(const LapContext *context, LapBlock *block, const int16_t *mine);
/* Of a tracker that is left alone: that it fits nowhere. */
void solo_tell_left(const LapContext *context, LapBlock *block);
/* After a Booking: what is still so of the trackers that are left. */
void solo_tell_booked(const LapContext *context, LapBlock *block);

/* tenders.c */
/* How much the highest tier of a tender needs. */
int16_t solo_needed_for(const LapContext *context, uint16_t face);
void solo_column_stands(const LapContext *context, LapBlock *block, int32_t seat, int32_t area);
/* Where nothing is left to be placed, and no Booking either, the last round ends by itself: that is told. */
void solo_tell_end(const LapContext *context, LapBlock *block);

#endif
