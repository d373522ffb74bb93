/* The extension lapidary.rollout/1 of GEM. */
#ifndef GEM_ROLLOUT_H
#define GEM_ROLLOUT_H

#include "gem.h"
#include "lapidary/bots.h"

extern const LapRollout gem_rollout;

#endif
