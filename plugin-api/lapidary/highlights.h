/* Extension lapidary.highlights/1: the places to highlight for a step, besides those that its arguments name.
 *
 * Frontends highlight the places that the arguments of an action name. A step "drop a disc into column c" names no
 * place, but the cell where the disc will lie should be highlighted: this hook returns it.
 *
 * The last argument of a step that is a choice of {"north", "east", "south", "west"} or of {"not", "right", "half",
 * "left"} is taken as quarter turns to the right, 0 to 3. If the step's places are the piece, where it waits, and a
 * side of a tile on a map, frontends can show how the piece will lie there.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_HIGHLIGHTS_H
#define LAPIDARY_HIGHLIGHTS_H

#include <stdint.h>

#include "lapidary/appearance.h"
#include "lapidary/context.h"

#define LAP_HIGHLIGHTS "lapidary.highlights/1"

/* At most so many places of a step are used. */
#define LAP_HIGHLIGHTS_MAX 16

/* A place: an item or a cell of a field, or a side of the piece there. */
typedef struct {
  const char *field; /* static: of this level, or of a lower one ("<plugin>/<name>"). One that is not sent to the seat
                        is not highlighted; a pile of which only the size or the top is sent is, as a whole */
  uint16_t index;    /* in what is sent of the field: of a list below its count, of a grid below its cells */
  uint8_t row;       /* of a field whose rows are seats, the seat; else 0 */
  uint8_t side;      /* LAP_AT_NORTH to LAP_AT_WEST, as the piece lies, where its face is drawn with a mark at that
                        side; LAP_AT_MIDDLE: the whole of it */
  uint8_t spare[4];
} LapHighlight;

/* What the extension points to. */
typedef struct {
  uint32_t struct_size, spare;

  /* Writes at most `capacity` places to highlight for `step`, an action of this level, and returns how many. The step
   * is legal in `block`, and the places are sent to the step's seat, so they must not depend on anything that this seat
   * does not know. Only reads the block. May be called at any time. */
  uint32_t (*highlights)(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                         uint32_t capacity);
} LapHighlights;

#endif
