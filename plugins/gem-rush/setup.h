/* The phase SETUP: skills, hands, and the first room of the mine. */
#ifndef GEM_RUSH_SETUP_H
#define GEM_RUSH_SETUP_H

#include "gem-rush.h"

/* The rule GEM_RUSH_TARGET of the race. */
int32_t target_of_race(const LapContext *context, const LapBlock *block, int32_t a, int32_t b);

uint16_t setup_run(const LapContext *context, LapBlock *block);

#endif
