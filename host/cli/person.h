/* A person's turn at the terminal. */
#pragma once

#include "match.h"

typedef enum {
  PERSON_MOVED,
  PERSON_CHANGED, /* the match stands elsewhere; another seat may have the decision now */
  PERSON_LEFT,    /* quit, or the end of the input */
  PERSON_FAULT    /* the rules or the store failed, see `error` */
} PersonTurn;

/* Shows what `seat` may see, and asks until it has moved, changed the match or left. */
PersonTurn person_turn(Match *match, guint seat, GError **error);
