/* The events of Gems Tracker, the hooks of its phases, and the functions that its files share. */
#ifndef GEMS_TRACKER_PHASES_H
#define GEMS_TRACKER_PHASES_H

#include <stdbool.h>

#include "gems-tracker.h"

/* Events, in the order of their table in gems-tracker.c. */
enum {
  TENDER_LAID = LAP_ID(0, 0),
  ROUND_BEGAN,
  MINE_DISCARDED,
  MINE_OPENED,
  TIE_BREAKERS_PASSED,
  HANDS_RETURNED,
  BID,
  BID_LAST,
  BID_SUM,
  TOOK,
  DISCARDED,
  RODE,
  AREA_BEGUN,
  EXTENDED,
  COVERED,
  CONNECTED,
  BOOKED,
  TOKEN_PUT,
  TOKEN_PAYS,
  SCORING_BEGAN,
  NUMBER_WON,
  NUMBER_WON_BY_RAILS,
  TENDER_PAID,
  ENDED,
  TURNED_ALIKE,
  COUNTED,
  NUMBER_GAINED,
  NUMBER_TAKEN,
  NUMBER_TAKEN_BY_RAILS,
  TENDER_PAYS,
  TENDER_WOULD_PAY,
  TOKEN_STAYS,
  STAYS_UNCOVERED
};

/* set-up.c */
uint16_t set_up_seats(const LapContext *context, LapBlock *block);
uint16_t set_up_mines(const LapContext *context, LapBlock *block);
uint16_t set_up_tenders(const LapContext *context, LapBlock *block);
int32_t mines_open(const LapContext *context, const LapBlock *block, int32_t a, int32_t b);
int32_t tenders_laid(const LapContext *context, const LapBlock *block, int32_t a, int32_t b);
int32_t type_limit(const LapContext *context, const LapBlock *block, int32_t type, int32_t b);

/* bid.c */
uint16_t round_begins(const LapContext *context, LapBlock *block);
uint16_t hands_begin(const LapContext *context, LapBlock *block);
uint32_t bid_actors(const LapContext *context, const LapBlock *block);
void bid_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t bid_apply(const LapContext *context, LapBlock *block, const LapAction *action);
uint16_t bid_run(const LapContext *context, LapBlock *block);

/* draft.c */
uint16_t turn_begins(const LapContext *context, LapBlock *block);
uint32_t turn_actors(const LapContext *context, const LapBlock *block); /* whose turn it is in `order` */
void draft_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t draft_apply(const LapContext *context, LapBlock *block, const LapAction *action);

/* place.c */
void place_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t place_apply(const LapContext *context, LapBlock *block, const LapAction *action);
uint16_t turn_ends(const LapContext *context, LapBlock *block);
int32_t open_areas(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b);
int32_t fits(const LapContext *context, const LapBlock *block, int32_t seat, int32_t numbers);
int32_t may_book(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b);
int32_t turn_may_end(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b);
int32_t rounds(const LapContext *context, const LapBlock *block, int32_t a, int32_t b);
void column_stands(const LapContext *context, LapBlock *block, int32_t seat, int32_t area);

/* tokens.c */
/* Turns are taken in this order of seats. */
void take_turns_in(const LapContext *context, GemsTracker *game, const uint8_t *order);
uint16_t round_ends(const LapContext *context, LapBlock *block);
void tokens_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t tokens_apply(const LapContext *context, LapBlock *block, const LapAction *action);
/* The two tenders at a spot, as they lie: 0.. */
const GemsTrackerSpot *spot_of(const LapContext *context, uint8_t spot);
uint8_t count_spots(const LapContext *context);

/* tenders.c */
int32_t tender_amount(const LapContext *context, const GemsTracker *game, uint8_t seat,
                      const GemsTrackerTender *tender);
/* How much of it the highest tier needs, 0 without tiers. */
int16_t tender_target(const GemsTrackerTender *tender);
int32_t tender_worth(const LapContext *context, const LapBlock *block, int32_t seat, int32_t tender);
int32_t amount_of_tender(const LapContext *context, const LapBlock *block, int32_t seat, int32_t tender);
int32_t tenders_in_reach(const LapContext *context, const LapBlock *block, int32_t seat, int32_t among);
int32_t tenders_topped(const LapContext *context, const LapBlock *block, int32_t seat, int32_t among);

/* pay.c */
/* What is about to change, for the seat that acts. */
typedef enum { PAY_BY_COLUMN, PAY_BY_BOOKING, PAY_BY_RAILS } PayChange;

/* What those tenders that ask about it pay seats as things stand, by their places as bits: those beside tokens of the
 * one that acts, and of other seats the ones that rank all; and the others where a token of the one that acts may still
 * be put, since each column is before the last token. */
typedef struct {
  uint64_t paying[GEMS_TRACKER_SEATS], open;
  int16_t worth[GEMS_TRACKER_SEATS][GEMS_TRACKER_LAID];
} TenderPay;
TenderPay tender_pay(const LapContext *context, const LapBlock *block, uint8_t seat, PayChange change);
/* It has changed: tells what they pay otherwise than before, to whom ever. */
void tender_pay_tell(const LapContext *context, const LapBlock *block, uint8_t seat, const TenderPay *before);

/* scoring.c */
/* What a tender pays a seat now, and those on both sides of a spot; and what all else brings it in a scoring now:
 * numbers, and its tokens at other spots. */
int16_t worth_of_tender(const LapContext *context, const LapBlock *block, uint8_t seat, uint16_t tender);
void worth_beside(const LapContext *context, const LapBlock *block, uint8_t seat, uint8_t spot, int16_t *worth);
int16_t points_without_spot(const LapContext *context, const LapBlock *block, uint8_t seat, uint8_t spot);
uint16_t scoring(const LapContext *context, LapBlock *block);
uint16_t game_ends(const LapContext *context, LapBlock *block);
void score(const LapContext *context, const LapBlock *block, int final);

#endif
