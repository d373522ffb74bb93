/* The events of Gemtrix; who may read them is in comments where it is not all. */
#ifndef GEMTRIX_EVENTS_H
#define GEMTRIX_EVENTS_H

#include "lapidary/plugin.h"

enum {
  DEALT = LAP_ID(0, 0),
  DREW,
  TURNED_OVER,
  REBUILT,
  CLAIMED,
  TOOK_LAST,
  FLIPPED,
  EXCHANGED,
  PASSED,
  ENDED,
  RUNNING_OUT,
  /* What is not claimed as a turn ends; only the player is told. */
  HOLDS_TRIX,  /* {seat, first, second, third, points, trixes}: the best one; the points and number of all */
  SECOND_TRIX, /* {seat, first, second, third}: what could be claimed after it */
  LAST_TRIX,   /* {seat, cards}: there are cards for one more; only who begins a turn is told */
  LAST_TURN,   /* a claim takes the last cards */
  COVERED,     /* {seat, card}: a flip; the card that was the available one */
  /* What comes after a turn; only who ends it is told. */
  PLAYS_NEXT, /* {next} */
  OPEN_TRIX,  /* {next, first, second, card}: a trix that all know the next player could make with the available card */
  /* Of a claim, of a turn that ends the game, and of one that does not. */
  NOTHING_TO_DRAW, /* {seat}: both piles are empty */
  LOST_TRIX,       /* as HOLDS_TRIX, where it is too late */
  ONE_PASS_LEFT    /* {next}: whose pass would be the last of as many in a row as there are seats */
};

#endif
