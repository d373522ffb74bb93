/* Extension lapidary.resample/1: corrects determinised blocks where knowledge masks are not enough.
 *
 * The host deals unknown pieces anew by itself. A game whose seats know more than masks hold ("one of these is the 3"),
 * or that hides plain values (LAP_ROW_OWNER, LAP_NOBODY), corrects the dealt block here.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_RESAMPLE_H
#define LAPIDARY_RESAMPLE_H

#include "lapidary/context.h"

#define LAP_RESAMPLE "lapidary.resample/1"

typedef struct {
  uint32_t struct_size, spare;

  /* Required. Changes the block into one that is possible to `seat` (or LAP_WATCHER), with about the same probability
   * for each of those. May use host->below, which draws from this block's generator. Must not change anything that
   * `seat` has seen. */
  void (*resample)(const LapContext *context, LapBlock *block, uint8_t seat);
} LapResample;

#endif
