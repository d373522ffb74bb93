/* Gemtrix: its state and the ids of its parts, for its own rules and for variants.
 *
 * A variant names gemtrix_fields as its `base`, and may then read and write the state through gemtrix_of and
 * gemtrix_in. */
#ifndef GEMTRIX_H
#define GEMTRIX_H

#include "lapidary/state.h"
#include "lapidary/turns.h"

enum { GEMTRIX_SEATS = 6, GEMTRIX_CARDS = 54, GEMTRIX_FACES = 30, GEMTRIX_HAND = 6, GEMTRIX_TRIX = 3 };

/* The phases of a game, in order of play. */
enum {
  GEMTRIX_DEAL = LAP_ID(0, 0),
  GEMTRIX_TURN_BEGINS = LAP_ID(0, 1),
  GEMTRIX_TURN = LAP_ID(0, 2), /* the only decision */
  GEMTRIX_TURN_ENDS = LAP_ID(0, 3),
  GEMTRIX_GAME_ENDS = LAP_ID(0, 4)
};

enum {
  GEMTRIX_CLAIM = LAP_ID(0, 0),    /* {first, second, third}: faces, ascending */
  GEMTRIX_EXCHANGE = LAP_ID(0, 1), /* {card}: the face that is put down */
  GEMTRIX_FLIP = LAP_ID(0, 2),
  GEMTRIX_PASS = LAP_ID(0, 3)
};

/* What a variant may rule otherwise. */
enum {
  GEMTRIX_TRIX_WORTH = LAP_ID(0, 0), /* (seat, trix): what a tabled trix, the first is 0, adds to the score */
  GEMTRIX_TIE_BREAK = LAP_ID(0, 1)   /* (seat): what decides among equal scores, more is better */
};

#define GEMTRIX_STATE(F, T)                                                                                   \
  /* Face down, the top is drawn. */                                                                          \
  F(T, ZONE, draw_pile, GEMTRIX_CARDS, .visibility = LAP_SIZE)                                                \
  /* Face up, the top is the available card. All have seen the cards below it, none may look through them. */ \
  F(T, ZONE, discard_pile, GEMTRIX_CARDS, .visibility = LAP_TOP)                                              \
  F(T, ZONES, hand, GEMTRIX_SEATS, GEMTRIX_HAND, .visibility = LAP_BY_OWNER, .order = LAP_SET,                \
    .rows_are = LAP_ROWS_SEATS)                                                                               \
  /* Claimed trixes, face up: every three cards are one. */                                                   \
  F(T, ZONES, table, GEMTRIX_SEATS, GEMTRIX_CARDS, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS)     \
  /* Turns in a row, over all seats: without a claim; and ended by a pass, without a claim. */                \
  F(T, VALUE, u16, turns_without_claim, .visibility = LAP_PUBLIC)                                             \
  F(T, VALUE, u8, turns_passed, .visibility = LAP_PUBLIC)                                                     \
  F(T, VALUE, u8, dealer, .visibility = LAP_PUBLIC)                                                           \
  /* The seat whose turn it is, and 1 for what it has done in this turn. */                                   \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)                                                           \
  F(T, VALUE, u8, flipped, .visibility = LAP_PUBLIC)                                                          \
  F(T, VALUE, u8, claimed, .visibility = LAP_PUBLIC)                                                          \
  F(T, VALUE, u8, passed, .visibility = LAP_PUBLIC)
LAP_STATE(Gemtrix, gemtrix, GEMTRIX_STATE)

/* A row of data/cards.json. Either points 2, 4 or 6 and bonus 1, or no points and bonus 2 or 3. */
typedef struct {
  const char *key;
  int8_t colour, points, bonus, copies;
} GemtrixCard;

static inline const GemtrixCard *gemtrix_card(const LapContext *context, uint16_t face)
{
  return (const GemtrixCard *)lap_rows(context, 0, 0) + face;
}

/* A card of a tabled trix: `card` 0..2. */
static inline const GemtrixCard *gemtrix_card_of_trix(const LapContext *context, const Gemtrix *game, int32_t seat,
                                                      int32_t trix, int card)
{
  return gemtrix_card(context, game->table[seat].slot[trix * GEMTRIX_TRIX + card].piece);
}

/* The seat to the right: the next to play, and the next to deal. */
static inline uint8_t gemtrix_right(const LapContext *context, uint8_t seat)
{
  return lap_seat_after(context, seat, -1);
}

#endif
