/* The question which other variant a match should go on as. */
#pragma once

#include "match.h"

typedef enum {
  VARIANTS_SAME,    /* nothing is different */
  VARIANTS_SWAPPED, /* the match is one of another variant */
  VARIANTS_FAULT
} VariantsAnswer;

/* Lists the variants, asks `seat` for one and its options, shows what it changes, and lets the match go on as it, now
 * or as soon as it can; all people at this terminal agree. Of one that waits it asks whether to call it off. */
VariantsAnswer variants_ask(Match *match, guint seat, GError **error);
