/* The sets of pieces: tracker cards with Bookings, mines, tenders. */
#ifndef GEMS_TRACKER_CARDS_H
#define GEMS_TRACKER_CARDS_H

#include "gems-tracker.h"

extern const LapPieces gems_tracker_pieces[3];

#endif
