/* A short life of the fixture game, and its log. */
#pragma once

#include "host/match/log.h"

/* Plays `moves` moves of a match of the fixture game with so many levels, at random from `seed`.
 * Returns: (transfer full): the text of its log */
char *life_log(LapGame *game, guint seats, guint moves, guint64 seed);
