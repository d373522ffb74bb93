/* The fixture games with looks: all that lapidary.faces/1 and lapidary.placements/1 can say, and some of it wrong. */
#pragma once

#include "host/engine/game.h"

/* `sealed` alone, or with its variant, each with looks of its own. Returns: (transfer full) */
LapGame *dressed_game(guint levels);
