/* The actions of Gem Rush, in the order of their table in gem-rush.c. */
#ifndef GEM_RUSH_KINDS_H
#define GEM_RUSH_KINDS_H

#include "gem-rush.h"

enum {
  DISCARD = LAP_ID(0, 0), /* {card} */
  STEP,                   /* {direction} */
  BREAK_WALL,             /* {direction} */
  BUILD,                  /* {direction}, then payment */
  WARP,                   /* {card}: whose warpstone is spent, then one of these: */
  WARP_TO,                /* {room} */
  WARP_BUILD,             /* {room, direction}, then payment */
  HAGGLE,                 /* {gem}: payment may begin with it */
  SETTLE,                 /* the cards so far are the payment; offered before cards that would be wasted */
  PAY,                    /* {card} */
  ADD,                    /* {card}: the same of one that the payment can do without */
  USE_ROOM,               /* {room}: where the dwarf stands */
  USE_SKILL,              /* {card} */
  END_MOVE,
  CHOOSE_TILE, /* {room} */
  ROTATE,      /* {turn} */
  DRAW,
  CHOOSE_X, /* {x} */
  NAME_GEM, /* {gem} */
  KEEP,     /* {card} */
  GO        /* {room} */
};

#endif
