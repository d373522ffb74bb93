/* Trixes that a hand has: which may be claimed, what they are worth, and which were not claimed. */
#ifndef GEMTRIX_CLAIMS_H
#define GEMTRIX_CLAIMS_H

#include "lapidary/plugin.h"

/* The index of the first card that is not a copy of the one at `i`. */
int gemtrix_next_face(const uint16_t *face, int n, int i);

/* Any three cards of one colour, before or after a flip (2). */
void gemtrix_legal_claims(const LapContext *context, uint8_t seat, const uint16_t *face, int n, LapActions *actions);

/* As a turn ends: what could be claimed, one after the other, in events of the kind `best` and SECOND_TRIX. They are
 * sent whether there is a trix or not, so that others learn nothing from them; where there is none they name any three
 * cards, and nobody may read them. */
void gemtrix_tell_unclaimed(const LapContext *context, LapBlock *block, uint16_t best);

#endif
