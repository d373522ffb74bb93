/* GEM: its state and the ids of its parts, for its own rules and for variants.
 *
 * A variant names gem_fields as its `base`, and may then read and write the state through gem_of and gem_in. */
#ifndef GEM_H
#define GEM_H

#include "lapidary/grid.h"
#include "lapidary/plane.h"
#include "lapidary/state.h"

enum { GEM_SEATS = 4, GEM_WIDTH = 8, GEM_SQUARES = 64, GEM_GEMS = 60, GEM_COINS = 6, GEM_BOX = 12, GEM_KINDS = 5 };

/* The most gems between two lasers. */
enum { GEM_LONGEST = GEM_WIDTH - 2 };

/* The phases of a game, in order of play. */
enum {
  GEM_ROLL = LAP_ID(0, 0),
  GEM_SETUP = LAP_ID(0, 1), /* the player in turn places one of the first gems */
  GEM_TURN = LAP_ID(0, 2),  /* a gem or a laser, in steps */
  GEM_LANDS = LAP_ID(0, 3), /* a gem comes to lie on the square, of a setup or of a turn */
  GEM_RESOLVE = LAP_ID(0, 4),
  GEM_CHOICE = LAP_ID(0, 5), /* one player has two extractions, and takes one */
  GEM_TURN_ENDS = LAP_ID(0, 6),
  GEM_GAME_ENDS = LAP_ID(0, 7)
};

enum {
  GEM_FIRST = LAP_ID(0, 0),      /* {square}: one of the first gems */
  GEM_TAKE_GEM = LAP_ID(0, 1),   /* a turn: what it is, */
  GEM_TAKE_LASER = LAP_ID(0, 2), /* ... */
  GEM_PLACE = LAP_ID(0, 3),      /* {square} where it goes, */
  GEM_POINT = LAP_ID(0, 4),      /* {direction} where a laser points, */
  GEM_COIN = LAP_ID(0, 5),       /* {coin} and which one it is */
  GEM_EXTRACT = LAP_ID(0, 6)     /* {from, to}: the squares of two lasers */
};

/* How far the move of a turn has come. */
enum { GEM_BEGINS, GEM_PLACES_GEM, GEM_PLACES_LASER, GEM_POINTS_LASER, GEM_CHOOSES_COIN, GEM_PLACES_OTHER };

/* What a variant may follow and rule otherwise. */
enum {
  GEM_EXTRACTED = LAP_ID(0, 0),    /* (seat, kinds): a seat has extracted gems, of each kind as gem_of_kind says */
  GEM_CLEAR_STACK = LAP_ID(0, 1),  /* (seat, square), an operation: takes all its lasers off a square; how many */
  GEM_BONUS = LAP_ID(0, 2),        /* a rule (kinds): what extracting these gems scores besides */
  GEM_OTHER_POINTS = LAP_ID(0, 3), /* a rule (seat): what it has scored besides extractions, for bots */
  GEM_AWARDED = LAP_ID(0, 4)       /* (): it has been told who gets which award at the end */
};

/* What is seen on a square. There are GEM_KINDS kinds of gems, of which GEM has one and variants may have others. An
 * obstacle stays for ever; GEM has none. Of a stack of lasers the top is seen. */
enum {
  GEM_OPEN,
  GEM_GEM,
  GEM_OBSTACLE = GEM_GEM + GEM_KINDS,
  GEM_LASER, /* + 4 * seat + direction */
  GEM_SEEN = GEM_LASER + 4 * GEM_SEATS
};

static const LapShape gem_board = {.width = GEM_WIDTH, .height = GEM_WIDTH, .step_x = 1, .step_y = GEM_WIDTH};

#define GEM_STATE(F, T)                                                                                               \
  /* Coins that lie with their player. Others see how many. */                                                        \
  F(T, ZONES, supply, GEM_SEATS, GEM_COINS, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  /* Lasers on the board, by square, and on one square from the bottom of the stack up. */                            \
  F(T, COUNTS, lasers, GEM_SEATS)                                                                                     \
  F(T, SLOT_COLUMNS, lasers, laser, GEM_SEATS, GEM_COINS, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS)      \
  /* The coins of those who do not play. */                                                                           \
  F(T, ZONE, box, GEM_BOX, .visibility = LAP_NOBODY)                                                                  \
  /* How many times each has extracted so many gems: one, two, ... */                                                 \
  F(T, MATRIX, u8, extracted, GEM_SEATS, GEM_LONGEST, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)           \
  F(T, COLUMNS, lasers, u8, laser_square, GEM_SEATS, GEM_COINS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS) \
  F(T, COLUMNS, lasers, u8, laser_direction, GEM_SEATS, GEM_COINS, .visibility = LAP_PUBLIC,                          \
    .rows_are = LAP_ROWS_SEATS)                                                                                       \
  /* The values that it may have for all that its opponents have seen, a bit each. See knowledge.h. */                \
  F(T, COLUMNS, lasers, u8, laser_may, GEM_SEATS, GEM_COINS, .visibility = LAP_NOBODY, .rows_are = LAP_ROWS_SEATS)    \
  F(T, ARRAY, u8, board, GEM_SQUARES, .visibility = LAP_PUBLIC, .shape = &gem_board)                                  \
  /* Gems collected, and the most in one extraction. */                                                               \
  F(T, EACH, u8, gems, GEM_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                               \
  F(T, EACH, u8, chain, GEM_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                              \
  /* Gems that have not been placed, and how many of them the setup still places. */                                  \
  F(T, VALUE, u8, gems_left, .visibility = LAP_PUBLIC)                                                                \
  F(T, VALUE, u8, setup_left, .visibility = LAP_PUBLIC)                                                               \
  /* Open squares, counted when a gem of the setup lies and whenever GEM_RESOLVE begins. */                           \
  F(T, VALUE, u8, open, .visibility = LAP_PUBLIC)                                                                     \
  /* The seat in turn; its move so far, zero where it has not come so far; the kind of gem it places. */              \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)                                                                   \
  F(T, VALUE, u8, step, .visibility = LAP_PUBLIC)                                                                     \
  F(T, VALUE, u8, square, .visibility = LAP_PUBLIC)                                                                   \
  F(T, VALUE, u8, direction, .visibility = LAP_PUBLIC)                                                                \
  F(T, VALUE, u8, kind, .visibility = LAP_PUBLIC)
LAP_STATE(Gem, gem, GEM_STATE)

/* --- what is seen on a square */

static inline int gem_is_gem(uint8_t seen) { return seen >= GEM_GEM && seen < GEM_OBSTACLE; }
static inline int gem_is_laser(uint8_t seen) { return seen >= GEM_LASER; }
static inline int gem_is_laser_of(uint8_t seen, uint8_t seat)
{
  return gem_is_laser(seen) && (seen - GEM_LASER) / 4 == seat;
}
static inline uint8_t gem_laser(uint8_t seat, uint8_t direction) { return GEM_LASER + 4 * seat + direction; }

/* The open squares, a bit each. */
static inline uint64_t gem_open_squares(const Gem *game) { return lap_plane_where(game->board, GEM_SQUARES, GEM_OPEN); }
static inline void gem_count_open(Gem *game) { game->open = (uint8_t)lap_plane_size(gem_open_squares(game)); }

/* --- how many gems of a kind there are in the second argument of GEM_EXTRACTED: five bits a kind */

static inline int32_t gem_one_of_kind(int kind) { return 1 << 5 * kind; }
static inline int gem_of_kind(int32_t kinds, int kind) { return kinds >> 5 * kind & 31; }

/* --- the coins: faces 1..24, six of each seat, by value */

static inline uint16_t gem_coin(uint8_t seat, uint8_t value) { return 1 + GEM_COINS * seat + value; }
static inline uint8_t gem_coin_value(uint16_t face) { return (face - 1) % GEM_COINS; }

#endif
