/* The extension lapidary.evaluate/1 of GEM. */
#ifndef GEM_EVALUATE_H
#define GEM_EVALUATE_H

#include "gem.h"
#include "lapidary/bots.h"

extern const LapEvaluate gem_evaluate;

#endif
