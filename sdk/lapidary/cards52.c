#include "lapidary/cards52.h"

#define KEYS(suit)                                                                                           \
  "two_of_" suit, "three_of_" suit, "four_of_" suit, "five_of_" suit, "six_of_" suit, "seven_of_" suit,      \
      "eight_of_" suit, "nine_of_" suit, "ten_of_" suit, "jack_of_" suit, "queen_of_" suit, "king_of_" suit, \
      "ace_of_" suit
#define FACE(rank, suit, colour_)        \
  {                                      \
    .colour = colour_, .mark = rank suit \
  }
#define FACES(suit, colour)                                                                                \
  FACE("2", suit, colour), FACE("3", suit, colour), FACE("4", suit, colour), FACE("5", suit, colour),      \
      FACE("6", suit, colour), FACE("7", suit, colour), FACE("8", suit, colour), FACE("9", suit, colour),  \
      FACE("10", suit, colour), FACE("J", suit, colour), FACE("Q", suit, colour), FACE("K", suit, colour), \
      FACE("A", suit, colour)

const char *const lap_cards52_keys[LAP_CARDS + 1] = {0, KEYS("clubs"), KEYS("diamonds"), KEYS("hearts"),
                                                     KEYS("spades")};
const LapFace lap_cards52_faces[LAP_CARDS + 1] = {{.mark = ""},
                                                  FACES("♣", LAP_COLOUR_BLACK),
                                                  FACES("♦", LAP_COLOUR_RED),
                                                  FACES("♥", LAP_COLOUR_RED),
                                                  FACES("♠", LAP_COLOUR_BLACK)};
const LapTrickCards lap_cards52_tricks = {lap_card_suit, lap_card_rank};
