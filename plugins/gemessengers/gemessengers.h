/* GEMessengers: its state and the ids of its parts, for its own rules and for variants.
 *
 * A variant names messengers_fields as its `base`, and may then read and write the state through messengers_of and
 * messengers_in. */
#ifndef GEMESSENGERS_H
#define GEMESSENGERS_H

#include "lapidary/state.h"

enum { MESSENGERS_SEATS = 5, MESSENGERS_CARDS = 49, MESSENGERS_FACES = 14, MESSENGERS_HAND = 6, MESSENGERS_ROUNDS = 3 };

/* The rows of the Guild and of a finished jewel, top to bottom. A row holds at most three gems or Proclamations. */
enum { MESSENGERS_HEADSTONE, MESSENGERS_DECORATION, MESSENGERS_BASE, MESSENGERS_ROWS };
enum { MESSENGERS_WIDTH = 3, MESSENGERS_CELLS = MESSENGERS_WIDTH * MESSENGERS_ROWS, MESSENGERS_TOKENS = 3 };

/* The phases of a game, in order of play. */
enum {
  MESSENGERS_ROUND_BEGINS = LAP_ID(0, 0),
  MESSENGERS_TURN_BEGINS = LAP_ID(0, 1),
  MESSENGERS_PICK = LAP_ID(0, 2),       /* unfinished players, together */
  MESSENGERS_HANDS_PASS = LAP_ID(0, 3), /* the picks lie open */
  MESSENGERS_PLACE_GEM = LAP_ID(0, 4),  /* whoever picked a gemstone, together */
  MESSENGERS_GUILD = LAP_ID(0, 5),      /* whoever picked a Proclamation, one by one */
  MESSENGERS_PRESTIGE = LAP_ID(0, 6),   /* whoever had finished before this turn, one by one */
  MESSENGERS_TURN_ENDS = LAP_ID(0, 7),
  MESSENGERS_HANDS_REFILL = LAP_ID(0, 8),
  MESSENGERS_ROUND_ENDS = LAP_ID(0, 9)
};

enum {
  MESSENGERS_PICK_CARD = LAP_ID(0, 0), /* {card} */
  MESSENGERS_PLACE = LAP_ID(0, 1),     /* {where} */
  MESSENGERS_PROCLAIM = LAP_ID(0, 2),  /* {row} */
  MESSENGERS_TAKE_TOKEN = LAP_ID(0, 3) /* {row} */
};

/* Events, in the order of their table. */
enum {
  MESSENGERS_ROUND_BEGAN = LAP_ID(0, 0),
  MESSENGERS_REVEALED = LAP_ID(0, 1),
  MESSENGERS_PASSED = LAP_ID(0, 2),
  MESSENGERS_PLACED = LAP_ID(0, 3),
  MESSENGERS_FINISHED = LAP_ID(0, 4),
  MESSENGERS_PROCLAIMED = LAP_ID(0, 5),
  MESSENGERS_TOOK_TOKEN = LAP_ID(0, 6),
  MESSENGERS_DREW = LAP_ID(0, 7),
  MESSENGERS_ROUND_SCORED = LAP_ID(0, 8),
  MESSENGERS_COUNTED = LAP_ID(0, 9),
  MESSENGERS_COUNTED_LOOSE = LAP_ID(0, 10),
  MESSENGERS_REVALUED = LAP_ID(0, 11),   /* {seat, change}: a jewel, by a Proclamation */
  MESSENGERS_SETTLED = LAP_ID(0, 12),    /* {seat}: its rows cannot move any more */
  MESSENGERS_SANK = LAP_ID(0, 13),       /* {seat}: its rows have moved down, to where they have room */
  MESSENGERS_ROW_COUNTS = LAP_ID(0, 14), /* {worth}: of gems proclaimed where a Proclamation was laid */
  /* What a picked card may bring, as the Guild is now. All see it; only the player himself is told. */
  MESSENGERS_MAY_COUNT = LAP_ID(0, 15),       /* {seat, card, row, worth}: a gemstone in a row where it is proclaimed */
  MESSENGERS_KIN = LAP_ID(0, 16),             /* {seat, card, gems}: gems of the jewel that a Proclamation is about */
  MESSENGERS_MAY_BRING = LAP_ID(0, 17),       /* {seat, card, row, points}: a Proclamation, at its best row */
  MESSENGERS_GEM_COUNTS = LAP_ID(0, 18),      /* {seat, card, row, worth}: a gem that now counts more than elsewhere */
  MESSENGERS_WILL_COLLECT = LAP_ID(0, 19),    /* {seat}: who has finished, where there will be tokens to take */
  MESSENGERS_ALL_FINISHED = LAP_ID(0, 20),    /* {end}: with this turn; who picks the last gem is told before */
  MESSENGERS_LAST_TOKEN = LAP_ID(0, 21),      /* {seat, end}: all jewels were finished when it was taken */
  MESSENGERS_MAY_BRING_TOKEN = LAP_ID(0, 22), /* {seat, card}: a Proclamation that brings no more at any row */
  MESSENGERS_MAY_COUNT_LATER = LAP_ID(0, 23), /* as MAY_COUNT, but the rows of the jewel may still move */
  MESSENGERS_MAY_SINK = LAP_ID(0, 24),        /* {seat, card}: the first gem of a jewel; only its player is told */
  MESSENGERS_WILL_FINISH = LAP_ID(0, 25),     /* {seat, card, jewel}: the last gem that a jewel lacks */
  MESSENGERS_MAY_BRING_NOTHING = LAP_ID(0, 26), /* {seat, card}: a Proclamation, at any row */
  MESSENGERS_MAY_SETTLE = LAP_ID(0, 27),        /* {seat, card, row, worth}: a gem that lies, by the one picked */
  MESSENGERS_OUT_OF_REACH = LAP_ID(0, 28),      /* as MAY_COUNT, {gap}: a row that must have a gem before */
  MESSENGERS_WILL_TAKE_TOKENS = LAP_ID(0, 29),  /* {seat, card}: who will finish, and others will not in this turn */
  MESSENGERS_MAY_END = LAP_ID(0, 30),           /* {seat, card, end}: who will finish, and all others may, too */
  MESSENGERS_TOKENS_FIRST = LAP_ID(0, 31)       /* {tokens}: taken before the round ends, as ALL_FINISHED is told */
};

/* How the worth of a jewel changes. */
enum { MESSENGERS_MORE, MESSENGERS_LESS };

/* What comes when all jewels are finished. */
enum { MESSENGERS_ROUND_IS_COUNTED, MESSENGERS_MATCH_ENDS };

/* Where a gem is placed: alone, as a new row above or below all others, or into a row of the workshop's grid. */
enum {
  MESSENGERS_FIRST,
  MESSENGERS_ABOVE,
  MESSENGERS_ROW_1,
  MESSENGERS_ROW_2,
  MESSENGERS_ROW_3,
  MESSENGERS_BELOW,
  MESSENGERS_WHERES
};

/* What a variant may rule otherwise. */
enum { MESSENGERS_GEM_WORTH = LAP_ID(0, 0) /* (row, face): points for a gem; the row is -1 while it is not known */ };

/* What the points of a round are made with: gems of each row, gems in no certain row, tokens; one by one, gems by their
 * cells, and tokens. */
enum { MESSENGERS_LOOSE = MESSENGERS_ROWS, MESSENGERS_OF_TOKENS, MESSENGERS_PARTS };
enum { MESSENGERS_COUNTS = MESSENGERS_CELLS + 1 };

static const LapShape messengers_square = {.width = MESSENGERS_WIDTH, .height = MESSENGERS_ROWS};
static const LapShape messengers_column = {.width = 1, .height = MESSENGERS_ROWS};

#define MESSENGERS_STATE(F, T)                                                                                         \
  /* Face down, the top is drawn. */                                                                                   \
  F(T, ZONE, draw_pile, MESSENGERS_CARDS, .visibility = LAP_SIZE)                                                      \
  F(T, ZONES, hand, MESSENGERS_SEATS, MESSENGERS_HAND, .visibility = LAP_BY_OWNER, .order = LAP_SET,                   \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  /* The picked card, from when all are revealed until it is laid into the workshop or the Guild. */                   \
  F(T, ZONES, revealed, MESSENGERS_SEATS, 1, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS)                    \
  /* Rows of gems without gaps, as far up as `room` allows; `slack` says by how many rows they may still sink. */      \
  F(T, SLOT_ROWS, workshop, MESSENGERS_SEATS, MESSENGERS_CELLS, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS, \
    .shape = &messengers_square)                                                                                       \
  /* Proclamations, each row filled from the left. */                                                                  \
  F(T, SLOTS, guild, MESSENGERS_CELLS, .visibility = LAP_BY_MASK, .shape = &messengers_square)                         \
  /* Gems that each row of this round's jewel has room for. */                                                         \
  F(T, ARRAY, u8, room, MESSENGERS_ROWS, .visibility = LAP_PUBLIC, .shape = &messengers_column)                        \
  /* Prestige tokens that lie at each row of the Guild, and those that each player has taken in this round. */         \
  F(T, ARRAY, u8, tokens, MESSENGERS_ROWS, .visibility = LAP_PUBLIC, .shape = &messengers_column)                      \
  F(T, EACH, u8, prestige, MESSENGERS_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  /* The jewels of the rounds that have ended as they lay then, their faces; the points of each gem and, behind those  \
   * of a round, of its tokens; the rounds, as bits, after which it was not certain which rows the gems lay in. */     \
  F(T, MATRIX, u8, made, MESSENGERS_SEATS, MESSENGERS_ROUNDS *MESSENGERS_CELLS, .visibility = LAP_PUBLIC,              \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, MATRIX, u8, earned, MESSENGERS_SEATS, MESSENGERS_ROUNDS *MESSENGERS_COUNTS, .visibility = LAP_PUBLIC,           \
    .rows_are = LAP_ROWS_SEATS)                                                                                        \
  F(T, EACH, u8, uncertain, MESSENGERS_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                    \
  F(T, EACH, u8, slack, MESSENGERS_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                        \
  /* 1: the jewel is complete; it was so before this turn, and a token is still to be taken for that. */               \
  F(T, EACH, u8, finished, MESSENGERS_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  F(T, EACH, u8, collects, MESSENGERS_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  /* Sealed choices: a face, and 1 + where. Zero once all have chosen. */                                              \
  F(T, EACH, u8, picked, MESSENGERS_SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                    \
  F(T, EACH, u8, placing, MESSENGERS_SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                   \
  F(T, VALUE, u8, round, .visibility = LAP_PUBLIC)
LAP_STATE(Messengers, messengers, MESSENGERS_STATE)

/* A row of data/cards.json. */
enum { MESSENGERS_GEMSTONE, MESSENGERS_PROCLAMATION };
typedef struct {
  const char *key;
  int8_t kind, suit, copies;
  int8_t number; /* of a Proclamation: lower ones are laid first */
} MessengersCard;

/* A row of data/rounds.json: the jewel of a round. */
enum { MESSENGERS_LEFT, MESSENGERS_RIGHT };
typedef struct {
  const char *key;
  uint8_t pass; /* to whom hands are passed on */
  uint8_t room[MESSENGERS_ROWS];
} MessengersJewel;

static inline const MessengersCard *messengers_card(const LapContext *context, uint16_t face)
{
  return (const MessengersCard *)lap_rows(context, 0, 0) + face;
}

/* The jewel of this round. */
static inline const MessengersJewel *messengers_jewel(const LapContext *context, const Messengers *game)
{
  return (const MessengersJewel *)lap_rows(context, 0, 1) + 1 + game->round;
}

/* The revealed card of a seat, if it is of that kind; else 0. */
static inline uint16_t messengers_revealed(const LapContext *context, const Messengers *game, int seat, int kind)
{
  uint16_t face = game->revealed[seat].slot[0].piece;
  return face && messengers_card(context, face)->kind == kind ? face : 0;
}

/* How many Proclamations lie in a row of the Guild. */
static inline int messengers_proclaimed(const Messengers *game, int row)
{
  int n = 0;
  while (n < MESSENGERS_WIDTH && game->guild[row * MESSENGERS_WIDTH + n].piece) n++;
  return n;
}

static inline int messengers_any_token(const Messengers *game)
{
  return (game->tokens[0] | game->tokens[1] | game->tokens[2]) != 0;
}

static inline int messengers_all_finished(const LapContext *context, const Messengers *game)
{
  for (int seat = 0; seat < context->seats; seat++)
    if (!game->finished[seat]) return 0;
  return 1;
}

static inline int16_t messengers_end_of_round(const Messengers *game)
{
  return game->round == MESSENGERS_ROUNDS - 1 ? MESSENGERS_MATCH_ENDS : MESSENGERS_ROUND_IS_COUNTED;
}

#endif
