#pragma once

#include "bot.h"

/* Takes the step after which the live score is the best for its seat, on average over some worlds. */
extern const LapBot lap_bot_greedy;
