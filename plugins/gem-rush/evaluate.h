/* The extension lapidary.evaluate/1 of Gem Rush. */
#ifndef GEM_RUSH_EVALUATE_H
#define GEM_RUSH_EVALUATE_H

#include "gem-rush.h"
#include "lapidary/bots.h"

extern const LapEvaluate gem_rush_evaluate;

#endif
