/* What a card that a player of GEMessengers has picked may bring. */
#ifndef GEMESSENGERS_PROSPECTS_H
#define GEMESSENGERS_PROSPECTS_H

#include "gemessengers.h"

/* Tells it to the player alone. No gem of the turn lies yet. */
void messengers_tell_prospects(const LapContext *context, LapBlock *block, int16_t seat, int16_t card);

#endif
