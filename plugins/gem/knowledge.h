/* Knowledge: what opponents can infer about a player's lasers whose values they have not seen.
 *
 * Only a contest shows values. When it shows a player's 3, that player's other lasers on the board cannot be the 3; the
 * next 3 can only be a coin that is laid after the shown one has gone back to the supply. So each laser on the board
 * has the set of values that it may have as far as opponents know, and a determinised block gives it one of those. */
#ifndef GEM_KNOWLEDGE_H
#define GEM_KNOWLEDGE_H

#include "gem.h"
#include "lapidary/resample.h"

enum { GEM_ANY_VALUE = (1 << GEM_COINS) - 1 };

/* The values that coins in a seat's supply may have for all its opponents, a bit each. */
uint8_t gem_may_be_in_supply(const Gem *game, uint8_t seat);

/* Records that the laser at an index was shown to everyone. */
void gem_reveal_laser(Gem *game, uint8_t seat, uint16_t i);

extern const LapResample gem_resample;

#endif
