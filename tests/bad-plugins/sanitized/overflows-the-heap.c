/* Writes behind what it has allocated, which AddressSanitizer finds, with which it is built. */
#include <stdlib.h>

#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  volatile size_t length = tame_of(context, block)->deck.count < 8 ? 8 : 12;
  volatile char *volatile bytes = malloc(length);
  bytes[10] = 1;
  free((void *)bytes);
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("overflows-the-heap")
