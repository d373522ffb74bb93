/* The 52 cards of four suits: faces, ranks, keys, and how they look.
 *
 *   static const LapPieces pieces[] = {LAP_CARDS52("card")};
 *   static const LapFaces faces[] = {LAP_CARDS52_FACES(LAP_ID(0, 0))};
 *
 * Faces are 1..52: clubs, diamonds, hearts, spades, each from the two to the ace. The keys are "two_of_clubs" to
 * "ace_of_spades", so that one text names all of them (the texts of examples/oh-hell have it in three languages):
 *
 *   "x.piece.card.{rank}_of_{suit}": "{rank} of {suit}", "x.rank.two": "Two", ..., "x.suit.clubs": "clubs", ... */
#ifndef LAPIDARY_CARDS52_H
#define LAPIDARY_CARDS52_H

#include "lapidary/appearance.h"
#include "lapidary/decls.h"
#include "lapidary/piece.h"
#include "lapidary/trick.h"

LAP_BEGIN_DECLS

enum { LAP_CLUBS, LAP_DIAMONDS, LAP_HEARTS, LAP_SPADES, LAP_SUITS };
enum { LAP_TWO = 2, LAP_JACK = 11, LAP_QUEEN, LAP_KING, LAP_ACE, LAP_RANKS = 13, LAP_CARDS = LAP_SUITS * LAP_RANKS };

/* The face of a card, rank LAP_TWO..LAP_ACE; and the suit and the rank of a face. */
static inline uint16_t lap_card(uint8_t suit, uint8_t rank)
{
  return (uint16_t)(suit * LAP_RANKS + rank - LAP_TWO + 1);
}
static inline uint8_t lap_card_suit(uint16_t face) { return (uint8_t)((face - 1) / LAP_RANKS); }
static inline uint8_t lap_card_rank(uint16_t face) { return (uint8_t)((face - 1) % LAP_RANKS + LAP_TWO); }

extern const char *const lap_cards52_keys[LAP_CARDS + 1];
extern const LapFace lap_cards52_faces[LAP_CARDS + 1]; /* "A♠" */
extern const LapTrickCards lap_cards52_tricks;         /* for trick.h: aces high */

/* A row of LapPieces, and one of LapFaces. */
#define LAP_CARDS52(name_)                                                                       \
  {                                                                                              \
    .name = name_, .faces = LAP_CARDS, .total = LAP_CARDS, .n_backs = 0, .key = lap_cards52_keys \
  }
#define LAP_CARDS52_FACES(set_)                                                      \
  {                                                                                  \
    .set = set_, .n = LAP_CARDS, .face = lap_cards52_faces, .style = LAP_STYLE_PAPER \
  }

LAP_END_DECLS

#endif
