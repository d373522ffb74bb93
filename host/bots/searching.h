/* Bots that search (search.h): three budgets. */
#pragma once

#include "bot.h"

extern const LapBot lap_bot_easy, lap_bot_normal, lap_bot_hard;
