/* The phase SETUP: skills, hands, and the first room of the mine. */
#ifndef GEM_RUSH_SETUP_H
#define GEM_RUSH_SETUP_H

#include "gem-rush.h"

uint16_t setup_run(const LapContext *context, LapBlock *block);

#endif
