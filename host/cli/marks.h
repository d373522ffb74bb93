/* Marks: the numbers of choices, drawn where on the table they would act. */
#pragma once

#include "host/engine/game.h"

typedef struct {
  const LapGameField *field;
  LapArgType type; /* LAP_ARG_PIECE, LAP_ARG_CELL or LAP_ARG_ITEM */
  gint value;
  guint number; /* of the choice; 0: of more than one */
} Mark;

/* Those of a list of choices, numbered from 1: the places that they name.
 * Returns: (transfer full) (element-type Mark) */
GArray *marks_of(const LapGame *game, const LapActions *choices);

/* The number to draw there, or 0. `marks` may be NULL. */
guint marks_find(const GArray *marks, const LapGameField *field, LapArgType type, gint value);
