/* Tricks: who must follow suit, and which card wins. */
#ifndef LAPIDARY_TRICK_H
#define LAPIDARY_TRICK_H

#include "lapidary/decls.h"
#include "lapidary/zone.h"

LAP_BEGIN_DECLS

/* What is no suit: nothing trumps, nothing has been led. */
#define LAP_NO_SUIT 0xFFu

/* What the cards of a deck are in a trick. Both are functions of the face alone, 1..n; lap_cards52_tricks has them for
 * the 52 cards. */
typedef struct {
  uint8_t (*suit)(uint16_t face);
  uint8_t (*rank)(uint16_t face); /* a higher one wins */
} LapTrickCards;

/* The faces of a hand that may be played when `led` was led (LAP_NO_SUIT: the hand leads): those of that suit, or, if
 * there is none, all. In ascending order, each once, as `legal` must, into `face_out` [hand.count]. Returns how many.
 */
uint16_t lap_trick_playable(const LapTrickCards *cards, LapConstZone hand, uint8_t led, uint16_t *face_out);

/* Which of `n` cards wins, in the order in which they were played: the highest of suit `trump`, or, if there is none,
 * of the suit that was led. Of equal ones the first. n is at least 1. */
uint8_t lap_trick_winner(const LapTrickCards *cards, const uint16_t *face, uint8_t n, uint8_t trump);

LAP_END_DECLS

#endif
