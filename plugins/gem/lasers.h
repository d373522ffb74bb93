/* Lasers: laying them down on squares and stacks, and lifting them again.
 *
 * The lasers of a seat are kept by square and by height, so the top of a stack is the last of its square, and nothing
 * tells in which order they came. */
#ifndef GEM_LASERS_H
#define GEM_LASERS_H

#include "gem.h"

/* The index of the top laser of `seat` on a square, where one is. */
uint16_t gem_top_laser(const Gem *game, uint8_t seat, uint8_t square);

/* How many lasers of `seat` lie on a square. */
uint16_t gem_stack_height(const Gem *game, uint8_t seat, uint8_t square);

/* A coin goes face down from the supply of its player onto a square, which may hold lasers of his. */
void gem_lay_laser(Gem *game, uint8_t seat, uint16_t coin, uint8_t square, uint8_t direction);

/* The top laser of a square goes back to its player. Seats that have seen it have seen it go there. */
void gem_lift_laser(Gem *game, uint8_t seat, uint8_t square);

#endif
