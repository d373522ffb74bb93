/* Decks: zones that are filled, shuffled, dealt from, and made anew from their discard pile.
 *
 * All act on the handles of zone.h and keep its rules of knowledge. Those that draw at random take the hook's context
 * and block: the generator is the match's. None of those may be called in a step that returns LAP_MORE, nor in a
 * TOGETHER phase but from `run`. */
#ifndef LAPIDARY_DECK_H
#define LAPIDARY_DECK_H

#include "lapidary/decls.h"
#include "lapidary/zone.h"

LAP_BEGIN_DECLS

/* No zone: for a missing `discard`. */
#define LAP_NO_ZONE ((LapZone){0})

/* Puts `copies` pieces with this face on top, seen by nobody. Returns how many fitted. */
uint16_t lap_deck_add(LapZone zone, uint16_t face, uint16_t copies);

/* Puts in every copy of every face of a set, seen by nobody, in the order of faces: the box as it comes from the shop.
 * The set is `faces` and `copies` as LapPieces has them (`copies` NULL: one of each). Returns how many fitted. */
uint16_t lap_deck_fill(LapZone zone, uint16_t faces, const uint8_t *copies);

/* Shuffles: every order is equally likely, and nobody knows any piece any longer. (A hand loses the masks and is
 * sorted, since its positions mean nothing.) */
void lap_deck_shuffle(const LapContext *context, LapBlock *block, LapZone zone);

/* Shuffles `discard`, but for its top `keep` pieces, into `draw`, together with what `draw` still holds. Returns how
 * many pieces came to `draw`; with none, or when they do not fit, nothing is changed and nothing is shuffled. */
uint16_t lap_deck_reshuffle(const LapContext *context, LapBlock *block, LapZone discard, LapZone draw, uint16_t keep);

/* Moves up to `n` pieces from the top of `draw` to `to`, one by one, seen by `seen`. Whenever `draw` is empty and
 * another is needed, the whole of `discard` is reshuffled into it; LAP_NO_ZONE: never. Returns how many moved. */
uint16_t lap_deck_draw(const LapContext *context, LapBlock *block, LapZone draw, LapZone discard, LapZone to,
                       uint16_t n, uint16_t seen);

/* Turns over pieces of `draw` onto `aside`, one by one, face up to all, until `n` of those are `wanted`. `discard` is
 * as in lap_deck_draw; `aside` is never reshuffled. Returns how many wanted ones came; less than `n` if the pieces ran
 * out or `aside` is full. What lay in `aside` before is not counted. */
uint16_t lap_deck_dig(const LapContext *context, LapBlock *block, LapZone draw, LapZone discard, LapZone aside,
                      uint16_t n, LapWanted wanted, const void *user);

/* Takes a piece of `from` at random, all equally likely, to the top of `to`, seen by `seen`: a bag, a card out of
 * another's hand. Out of a hand or bag the rules of a piece taken face down hold for all others. Returns its face; 0 if
 * `from` is empty or `to` is full. */
uint16_t lap_deck_draw_any(const LapContext *context, LapBlock *block, LapZone from, LapZone to, uint16_t seen);

LAP_END_DECLS

#endif
