/* Nothing is wrong with it: the zoo's test must distinguish it from the others. */
#include "tame.h"

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN("plays-well")
