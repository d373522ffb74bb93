/* Extension lapidary.highlights/1: which places a step is about, where its arguments do not say so.
 *
 * What the arguments of an action point at, frontends highhighlight by themselves. A step "drop a disc into column c"
 * points at nothing, though it is about the cell where the disc will lie: that is for this hook to say.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_HIGHLIGHTS_H
#define LAPIDARY_HIGHLIGHTS_H

#include <stdint.h>

#include "lapidary/appearance.h"
#include "lapidary/context.h"

#define LAP_HIGHLIGHTS "lapidary.highlights/1"

/* So many of a step at most are asked for. */
#define LAP_HIGHLIGHTS_MAX 16

/* A place: an item or a cell of a field, or a side of the piece there. */
typedef struct {
  const char *field; /* static: of this level, or of a lower one ("<plugin>/<name>"). One that is not sent to the seat
                        is not highlighted */
  uint16_t index;    /* in what is sent of the field: of a list below its count, of a grid below its cells */
  uint8_t row;       /* of a field whose rows are seats, the seat; else 0 */
  uint8_t side;      /* LAP_AT_NORTH to LAP_AT_WEST, as the piece lies, where its face is drawn with a mark at that
                        side; LAP_AT_MIDDLE: the whole of it */
  uint8_t spare[4];
} LapHighlight;

/* What `extension` yields. */
typedef struct {
  uint32_t struct_size, spare;

  /* Writes what `step`, an action of this level, is about besides its arguments, at most `capacity` of it, and returns
   * how many. `block` is one in which the step is legal, the step's seat is the one that is told. Reads the block, and
   * says nothing that this seat does not know. Called when the host likes. */
  uint32_t (*highlights)(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                         uint32_t capacity);
} LapHighlights;

#endif
