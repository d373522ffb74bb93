/* Gems Tracker: its state and the ids of its parts, for its own rules and for variants.
 *
 * A variant names gems_tracker_fields as its `base`, and may then read and write the state through gems_tracker_of and
 * gems_tracker_in. */
#ifndef GEMS_TRACKER_H
#define GEMS_TRACKER_H

#include "lapidary/state.h"

enum {
  GEMS_TRACKER_SEATS = 4,
  GEMS_TRACKER_NUMBERS = 12,
  GEMS_TRACKER_ROUNDS = 9,
  GEMS_TRACKER_FIRST_SCORING = 5, /* the round; the second scoring is after the last */

  /* Faces of the set "card": tracker cards, colour by colour, then the Booking. Seat s has the colour s. */
  GEMS_TRACKER_BOOKING = GEMS_TRACKER_SEATS * GEMS_TRACKER_NUMBERS + 1,
  GEMS_TRACKER_CARD_FACES = GEMS_TRACKER_BOOKING,
  GEMS_TRACKER_BOOKINGS = 12,
  GEMS_TRACKER_CARDS = GEMS_TRACKER_BOOKING - 1 + GEMS_TRACKER_BOOKINGS,

  GEMS_TRACKER_MINES = 48,
  GEMS_TRACKER_TENDERS = 28,
  GEMS_TRACKER_TYPES = 12,
  GEMS_TRACKER_LAID = 10,    /* tenders on the table; the solo game lays most */
  GEMS_TRACKER_SPOTS = 10,   /* between them; four players have most */
  GEMS_TRACKER_PAYMENTS = 6, /* of tenders to a seat: two in the first scoring, four in the second */

  /* Of one seat: slots in all areas (columns and Bookings not covered; the solo game has most), and areas. */
  GEMS_TRACKER_SLOTS = 18,
  GEMS_TRACKER_AREAS = 10, /* nine columns are nine areas at most; an even number needs no padding */
  GEMS_TRACKER_COLUMNS = 12,

  /* The ground of a seat: areas side by side, two cells a slot, and a gap of one cell between areas. */
  GEMS_TRACKER_WIDTH = 2 * GEMS_TRACKER_SLOTS + 1,
  GEMS_TRACKER_HEIGHT = 3,
  GEMS_TRACKER_CELLS = GEMS_TRACKER_WIDTH * GEMS_TRACKER_HEIGHT
};

/* What is in a cell of the ground. Only the first four are gems. */
enum {
  GEMS_TRACKER_NOTHING,
  GEMS_TRACKER_WHITE,
  GEMS_TRACKER_GREEN,
  GEMS_TRACKER_RED,
  GEMS_TRACKER_YELLOW,
  GEMS_TRACKER_ROCK,  /* of a mine, without a gem */
  GEMS_TRACKER_BRIDGE /* of a Booking that is not covered */
};

/* The phases of a game, in order of play. */
enum {
  GEMS_TRACKER_SET_UP_SEATS = LAP_ID(0, 0),
  GEMS_TRACKER_SET_UP_MINES = LAP_ID(0, 1),
  GEMS_TRACKER_SET_UP_TENDERS = LAP_ID(0, 2),
  GEMS_TRACKER_ROUND_BEGINS = LAP_ID(0, 3),
  GEMS_TRACKER_HANDS_BEGIN = LAP_ID(0, 4),
  GEMS_TRACKER_BID = LAP_ID(0, 5), /* a decision, all together */
  GEMS_TRACKER_TURN_BEGINS = LAP_ID(0, 6),
  GEMS_TRACKER_DRAFT = LAP_ID(0, 7), /* a decision */
  GEMS_TRACKER_PLACE = LAP_ID(0, 8), /* a decision */
  GEMS_TRACKER_TURN_ENDS = LAP_ID(0, 9),
  GEMS_TRACKER_ROUND_ENDS = LAP_ID(0, 10),
  GEMS_TRACKER_TOKENS = LAP_ID(0, 11), /* a decision */
  GEMS_TRACKER_SCORING = LAP_ID(0, 12),
  GEMS_TRACKER_GAME_ENDS = LAP_ID(0, 13)
};

enum {
  GEMS_TRACKER_BID_TWO = LAP_ID(0, 0),    /* {first, second}: faces, ascending */
  GEMS_TRACKER_BID_LAST = LAP_ID(0, 1),   /* {card} */
  GEMS_TRACKER_TAKE = LAP_ID(0, 2),       /* {owner, card, mine} */
  GEMS_TRACKER_BOOK = LAP_ID(0, 3),       /* {area, side} */
  GEMS_TRACKER_BEGIN_AREA = LAP_ID(0, 4), /* {turned} */
  GEMS_TRACKER_EXTEND = LAP_ID(0, 5),     /* {area, side, turned} */
  GEMS_TRACKER_COVER = LAP_ID(0, 6),      /* {slot, turned}: slots are counted through all areas of the seat */
  GEMS_TRACKER_DONE = LAP_ID(0, 7),
  GEMS_TRACKER_PUT_TOKEN = LAP_ID(0, 8) /* {spot, first, second}: the tenders follow from the spot */
};
enum { GEMS_TRACKER_LEFT, GEMS_TRACKER_RIGHT };     /* side */
enum { GEMS_TRACKER_EAST = 1, GEMS_TRACKER_SOUTH }; /* spot_side: quarter turns to the right from the north */
enum { GEMS_TRACKER_UPRIGHT, GEMS_TRACKER_TURNED }; /* turned, by half a turn */

/* What a variant may rule otherwise, and what it may ask. */
enum {
  GEMS_TRACKER_MINES_OPEN = LAP_ID(0, 0),   /* (): how many mines lie open in a round */
  GEMS_TRACKER_TENDERS_LAID = LAP_ID(0, 1), /* (): how many tenders are laid */
  GEMS_TRACKER_TYPE_LIMIT = LAP_ID(0, 2),   /* (type): how many tenders of a type, of 0.., are laid at most */
  GEMS_TRACKER_OPEN_AREAS = LAP_ID(0,
                                   3), /* (seat): where a column may go now: bits of areas, the next bit: a new one */
  GEMS_TRACKER_FITS = LAP_ID(0, 4),    /* (seat, numbers): which of these, as bits, may go somewhere now */
  GEMS_TRACKER_TURN_MAY_END = LAP_ID(0, 5),   /* (seat): whether nothing is left to be placed */
  GEMS_TRACKER_TENDER_WORTH = LAP_ID(0, 6),   /* (seat, tender): what a token beside it would score now */
  GEMS_TRACKER_TENDERS_TOPPED = LAP_ID(0, 7), /* (seat, among): which tenders, as bits of their places, have their
                                                 highest tier reached */
  GEMS_TRACKER_MAY_BOOK = LAP_ID(0, 8),       /* (seat): whether a Booking may be laid now */
  GEMS_TRACKER_COLUMN_STANDS = LAP_ID(0, 9),  /* a notice, (seat, area): a column has just been placed */
  GEMS_TRACKER_TENDER_AMOUNT = LAP_ID(0, 10), /* (seat, tender): how many the seat has of what the tender asks about */
  GEMS_TRACKER_ROUNDS_PLAYED = LAP_ID(0, 11), /* (): how many rounds are played */
  GEMS_TRACKER_TENDERS_IN_REACH = LAP_ID(0, 12) /* (seat, among): which tenders, as bits of their places, may be worth
                                                   something to the seat now; the others surely are not */
};

/* Areas are lists of slots; `slots` counts those of all areas, from the left of area 0 on. */
#define GEMS_TRACKER_STATE(F, T)                                                                                       \
  /* Tracker cards and Bookings that nobody plays with. */                                                             \
  F(T, ZONE, box, GEMS_TRACKER_CARDS, .visibility = LAP_NOBODY)                                                        \
  /* All follows from bids, which were open: known to all, shown to the owner. */                                      \
  F(T, ZONES, hand, GEMS_TRACKER_SEATS, GEMS_TRACKER_NUMBERS, .visibility = LAP_BY_OWNER, .order = LAP_SET,            \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, ZONES, discards, GEMS_TRACKER_SEATS, GEMS_TRACKER_NUMBERS, .visibility = LAP_BY_OWNER, .order = LAP_SET,        \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  /* What each has bid and nobody has taken from. */                                                                   \
  F(T, ZONES, bid, GEMS_TRACKER_SEATS, 2, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS)                       \
  F(T, ZONES, bookings, GEMS_TRACKER_SEATS, 6, .visibility = LAP_BY_MASK, .order = LAP_SET,                            \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, ZONES, covered, GEMS_TRACKER_SEATS, 6, .visibility = LAP_BY_MASK, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  /* What was taken and is to be placed. */                                                                            \
  F(T, ZONE, taken, 1, .visibility = LAP_BY_MASK)                                                                      \
  F(T, ZONE, taken_mine, 1, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 1))                                            \
  F(T, ZONE, mine_deck, GEMS_TRACKER_MINES, .visibility = LAP_SIZE, .set = LAP_ID(0, 1))                               \
  F(T, ZONE, mines, 5, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 1))                                                 \
  F(T, ZONE, mine_discards, GEMS_TRACKER_MINES, .visibility = LAP_TOP, .set = LAP_ID(0, 1))                            \
  F(T, ZONE, mine_box, GEMS_TRACKER_MINES, .visibility = LAP_NOBODY, .set = LAP_ID(0, 1))                              \
  F(T, ZONE, tender_box, GEMS_TRACKER_TENDERS, .visibility = LAP_NOBODY, .set = LAP_ID(0, 2))                          \
  F(T, ZONE, tenders, GEMS_TRACKER_LAID, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 2))                               \
  /* The tokens between tenders: 0, or a seat + 1. */                                                                  \
  F(T, LIST, u8, spots, GEMS_TRACKER_SPOTS, .visibility = LAP_PUBLIC)                                                  \
  /* The board that both make: where a tender lies; at which tender a spot lies, and at which of its sides. */         \
  F(T, ARRAY, u8, tender_x, GEMS_TRACKER_LAID, .visibility = LAP_PUBLIC)                                               \
  F(T, ARRAY, u8, tender_y, GEMS_TRACKER_LAID, .visibility = LAP_PUBLIC)                                               \
  F(T, ARRAY, u8, spot_at, GEMS_TRACKER_SPOTS, .visibility = LAP_PUBLIC)                                               \
  F(T, ARRAY, u8, spot_side, GEMS_TRACKER_SPOTS, .visibility = LAP_PUBLIC)                                             \
  /* Of a seat: how many slots each area has; the card of each slot and the round in which it came there; the mine     \
   * cards under the columns, in the order in which they came. */                                                      \
  F(T, LISTS, u8, areas, GEMS_TRACKER_SEATS, GEMS_TRACKER_AREAS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS) \
  F(T, COUNTS, slots, GEMS_TRACKER_SEATS)                                                                              \
  F(T, SLOT_COLUMNS, slots, columns, GEMS_TRACKER_SEATS, GEMS_TRACKER_SLOTS, .visibility = LAP_BY_MASK,                \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, COLUMNS, slots, u8, laid_in, GEMS_TRACKER_SEATS, GEMS_TRACKER_SLOTS, .visibility = LAP_PUBLIC,                  \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, ZONES, mined, GEMS_TRACKER_SEATS, GEMS_TRACKER_COLUMNS, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 1),         \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  /* What tenders have paid: which, in which round, how much. */                                                       \
  F(T, COUNTS, payments, GEMS_TRACKER_SEATS)                                                                           \
  F(T, COLUMNS, payments, u8, paid_for, GEMS_TRACKER_SEATS, GEMS_TRACKER_PAYMENTS, .visibility = LAP_PUBLIC,           \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, COLUMNS, payments, u8, paid_in, GEMS_TRACKER_SEATS, GEMS_TRACKER_PAYMENTS, .visibility = LAP_PUBLIC,            \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, COLUMNS, payments, i8, paid, GEMS_TRACKER_SEATS, GEMS_TRACKER_PAYMENTS, .visibility = LAP_PUBLIC,               \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  /* The rail track: spaces, and the stacks as an order (tracker.h). */                                                \
  F(T, EACH, i16, rails, GEMS_TRACKER_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  F(T, ARRAY, u8, rail_order, GEMS_TRACKER_SEATS, .visibility = LAP_PUBLIC)                                            \
  F(T, MATRIX, u8, ground, GEMS_TRACKER_SEATS, GEMS_TRACKER_CELLS, .visibility = LAP_PUBLIC,                           \
    .rows_are = LAP_ROWS_SEATS, .shape = &gems_tracker_ground)                                                         \
  /* By scoring: who won each number, 0 or a seat + 1, and with how many connected gems. */                            \
  F(T, MATRIX, u8, number_winner, 2, GEMS_TRACKER_NUMBERS, .visibility = LAP_PUBLIC)                                   \
  F(T, MATRIX, u8, number_gems, 2, GEMS_TRACKER_NUMBERS, .visibility = LAP_PUBLIC)                                     \
  F(T, EACH, u8, tie_breaker, GEMS_TRACKER_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                \
  /* Of the last bids: their sums. */                                                                                  \
  F(T, EACH, u8, bid_sum, GEMS_TRACKER_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                    \
  /* The place of a seat in `order`, from 1; 0 while the order is open. */                                             \
  F(T, EACH, u8, place_in_order, GEMS_TRACKER_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)             \
  /* Who acts, in which order, and the index of whose turn it is. */                                                   \
  F(T, ARRAY, u8, order, GEMS_TRACKER_SEATS, .visibility = LAP_PUBLIC)                                                 \
  F(T, VALUE, u8, turn, .visibility = LAP_PUBLIC)                                                                      \
  F(T, VALUE, u8, round, .visibility = LAP_PUBLIC)
static const LapShape gems_tracker_ground = {.width = GEMS_TRACKER_WIDTH, .height = GEMS_TRACKER_HEIGHT};
LAP_STATE(GemsTracker, gems_tracker, GEMS_TRACKER_STATE)

/* A row of data/mines.json. `gems` are those of the card upright, in three lines of two. */
typedef struct {
  const char *key;
  int8_t gems[6], rails;
  uint8_t n_gems;
  int8_t seats; /* bit n - 1: it is used by n players */
} GemsTrackerMine;

/* What a tender asks about. */
enum {
  GEMS_TRACKER_GEMS,
  GEMS_TRACKER_EMPTY_MINES,
  GEMS_TRACKER_RAILS,
  GEMS_TRACKER_PAIRS,
  GEMS_TRACKER_RUN,
  GEMS_TRACKER_GEMS_OF_AREA,
  GEMS_TRACKER_AREAS_BUILT,
  GEMS_TRACKER_GROUP,
  GEMS_TRACKER_PATTERNS,
  GEMS_TRACKER_BOOKINGS_LAID,
  GEMS_TRACKER_DISCARDS
};

/* How it pays: by what one has reached, by rank, or for having none. */
enum { GEMS_TRACKER_TIERS, GEMS_TRACKER_MOST, GEMS_TRACKER_LEAST, GEMS_TRACKER_WITHOUT };

/* A row of data/tenders.json. */
typedef struct {
  const char *key;
  int8_t type, measure, way, pattern;
  int8_t colours[2], needed[3], worth[3]; /* `worth` of a tier: what `needed` of it brings */
  uint8_t n_colours, n_needed, n_worth;
} GemsTrackerTender;

/* A row of data/types.json, and one of data/spots.json: a spot lies between two of the tenders, 0.. */
typedef struct {
  const char *key;
  int8_t at_most;
} GemsTrackerType;
typedef struct {
  int8_t seats, first, second;
} GemsTrackerSpot;

static inline const GemsTrackerMine *gems_tracker_mine(const LapContext *context, uint16_t face)
{
  return (const GemsTrackerMine *)lap_rows(context, 0, 0) + face;
}
static inline const GemsTrackerTender *gems_tracker_tender(const LapContext *context, uint16_t face)
{
  return (const GemsTrackerTender *)lap_rows(context, 0, 1) + face;
}

/* The number on a tracker card, 1..12; 0 for a Booking. And the face of the card with a number, of a colour. */
static inline uint8_t gems_tracker_number(uint16_t face)
{
#define NUMBERS 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  static const uint8_t number[GEMS_TRACKER_CARD_FACES + 1] = {0, NUMBERS, NUMBERS, NUMBERS, NUMBERS, 0};
#undef NUMBERS
  return number[face];
}
static inline uint16_t gems_tracker_card(uint8_t colour, uint8_t number)
{
  return (uint16_t)(colour * GEMS_TRACKER_NUMBERS + number);
}

#endif
