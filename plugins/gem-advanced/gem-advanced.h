/* GEM, the advanced game: its state, for its own rules and for variants of it. */
#ifndef GEM_ADVANCED_H
#define GEM_ADVANCED_H

#include "plugins/gem/gem.h"

enum { GEM_COLOURS = 4, GEM_OF_COLOUR = 15 };

/* Colour c is kind c + 1 of gems: kind 0 is without a colour, and not in this game. */
static inline int gem_kind_of_colour(int colour) { return colour + 1; }

enum {
  GEM_TAKE_SHIELD = LAP_ID(1, 0), /* a turn, */
  GEM_COLOUR = LAP_ID(1, 1),      /* {colour}: of the gem that lands */
  GEM_SHIELD_ON = LAP_ID(1, 2)    /* {square} where the shield goes, its second step */
};

#define ADVANCED_STATE(F, T)                                                                               \
  /* For extractions of gems in matching colours; for gems under one's shield. */                          \
  F(T, EACH, u16, bonus, GEM_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                  \
  F(T, EACH, u8, shielded, GEM_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                \
  F(T, MATRIX, u8, gathered, GEM_SEATS, GEM_COLOURS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS) \
  /* 1: has not placed the shield yet. */                                                                  \
  F(T, EACH, u8, shields, GEM_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                 \
  /* Where it lies then; GEM_SQUARES before. */                                                            \
  F(T, EACH, u8, shield_square, GEM_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)           \
  F(T, ARRAY, u8, colours_left, GEM_COLOURS, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Advanced, advanced, ADVANCED_STATE)

#endif
