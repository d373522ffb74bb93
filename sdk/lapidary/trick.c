#include "lapidary/trick.h"

static bool has_suit(const LapTrickCards *cards, LapConstZone hand, uint8_t suit)
{
  for (uint16_t i = 0; i < hand.count; i++)
    if (cards->suit(hand.slot[i].piece) == suit) return true;
  return false;
}

uint16_t lap_trick_playable(const LapTrickCards *cards, LapConstZone hand, uint8_t led, uint16_t *face_out)
{
  const bool follows = led != LAP_NO_SUIT && has_suit(cards, hand, led);
  uint16_t n = 0;
  for (uint16_t face = lap_zone_next(hand, 0); face; face = lap_zone_next(hand, face))
    if (!follows || cards->suit(face) == led) face_out[n++] = face;
  return n;
}

static bool beats(const LapTrickCards *cards, uint16_t face, uint16_t best, uint8_t trump)
{
  const uint8_t suit = cards->suit(face), of_best = cards->suit(best);
  return suit == of_best ? cards->rank(face) > cards->rank(best) : suit == trump;
}

uint8_t lap_trick_winner(const LapTrickCards *cards, const uint16_t *face, uint8_t n, uint8_t trump)
{
  uint8_t winner = 0;
  for (uint8_t i = 1; i < n; i++)
    if (beats(cards, face[i], face[winner], trump)) winner = i;
  return winner;
}
