/* The events of Gem Rush, in the order of their table in kinds.c. */
#ifndef GEM_RUSH_EVENTS_H
#define GEM_RUSH_EVENTS_H

#include "gem-rush.h"

enum {
  OPENED = LAP_ID(0, 0), /* {room}: where all dwarves start */
  GOT_SKILL,             /* {seat, skill} */
  ENDED,                 /* {reason} */
  DREW,                  /* {seat, card}: read by those who see it */
  REVEALED,              /* {card} */
  KEPT,                  /* {seat, card} */
  DISCARDED,             /* {seat, card} */
  CLEARED,               /* {cards}: how many of the revealed ones were discarded */
  RESHUFFLED,            /* {cards} */
  WALKED,                /* {seat, room} */
  BROKE_WALL,            /* {seat, room} */
  WARPED,                /* {seat, card, room} */
  PAID_CARD,             /* {seat, card} */
  WARP_SPENT,            /* {seat, card} */
  HAGGLED,               /* {seat, gem} */
  BUILT,                 /* {seat, room, direction, points}: those of the door */
  DREW_TILE,             /* {seat, room} */
  PUT_UNDER,             /* {room} */
  PLACED,                /* {seat, room} */
  USED_ROOM,             /* {seat, room} */
  USED_SKILL,            /* {seat, skill} */
  NAMED,                 /* {seat, gem} */
  CHOSE_X,               /* {seat, x} */
  GAINED_STEPS,          /* {seat, steps} */
  GAINED_POINTS,         /* {seat, points} */
  LAST_ROUND,            /* {seat, points, other}: it is the first to reach the target; one for each that still plays */
  ORICHALCUM_COUNTED,    /* {seat, points}: more for a door */
  SKILL_COUNTED,         /* {seat, points}: more for a door */
  LEFT_FREE,             /* {seat}: the step just taken costs none, as it led out of a tunnel */
  ENTERED_FREE,          /* {seat}: the same by the skill of the seat, as it led into one */
  NO_CARDS,              /* where some should come from the deck */
  LOST_CARD,             /* {seat, card}: added to a payment that can do without it */
  NO_WAY_BACK,           /* {room}: has a wall where it was just entered from */
  ONE_WAY,               /* {room, neighbour}: a door of the room just laid meets a wall of the neighbour */
  LAST_TURN,             /* {seat, reason}: begins, and why the game ends after the round */
  RACE_ENDS,             /* {seat, points}: it is the first to reach the target, and the last of the round */
  NAMED_AGAIN            /* {seat, gem}: it had been named before in this effect */
};

/* Why the game ended. */
enum { END_TARGET, END_NO_TILES, END_CLOSED, END_ROUNDS };

#endif
