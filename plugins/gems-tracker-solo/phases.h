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
  MATCH_ENDS
};

/* tenders.c */
/* How many tenders are met; how much the highest tier of one needs. */
int16_t solo_count_met(const Solo *solo);
int16_t solo_needed_for(const LapContext *context, uint16_t face);
void solo_column_stands(const LapContext *context, LapBlock *block, int32_t seat, int32_t area);
/* Where nothing is left to be placed, and no Booking either, the last round ends by itself: that is told. */
void solo_tell_end(const LapContext *context, LapBlock *block);

#endif
