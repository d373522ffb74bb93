/* Knowledge: what a player can tell of another's lasers beyond those that he has seen.
 *
 * Only a contest shows values. A laser that lay elsewhere when a 3 was shown is not that player's 3; and when the 3,
 * back in the supply, is among the coins that are laid later, it is one of those. So each laser on the board keeps the
 * values that it may have for all opponents, and other worlds are dealt by them. */
#ifndef GEM_KNOWLEDGE_H
#define GEM_KNOWLEDGE_H

#include "gem.h"
#include "lapidary/resample.h"

enum { GEM_ANY_VALUE = (1 << GEM_COINS) - 1 };

/* The values that coins in a seat's supply may have for all its opponents, a bit each. */
uint8_t gem_may_be_in_supply(const Gem *game, uint8_t seat);

/* Everybody sees the laser at an index. */
void gem_reveal_laser(Gem *game, uint8_t seat, uint16_t i);

extern const LapResample gem_resample;

#endif
