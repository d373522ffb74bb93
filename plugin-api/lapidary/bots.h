/* Extensions lapidary.evaluate/1 and lapidary.rollout/1: what an author knows of playing well.
 *
 * Both are optional. Bots play every game without them, by playing possible worlds to the end at random. Neither
 * changes what is legal or what a match comes to, only which of the legal steps a bot prefers. Add one if bots with
 * it beat bots without.
 *
 * Bots call these hooks on worlds: blocks in which all that a seat does not know is dealt anew. So they may read
 * everything. Of a variant and its base only the variant's are called, where it has them: those of a base may meet the
 * phases and steps of its variants.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_BOTS_H
#define LAPIDARY_BOTS_H

#include "lapidary/action.h"
#include "lapidary/context.h"

#define LAP_EVALUATE "lapidary.evaluate/1"
#define LAP_ROLLOUT "lapidary.rollout/1"

/* What a position is worth to a seat, at most. */
#define LAP_EVALUATION_MAX 1000

/* How good a position is, in place of playing it to its end. */
typedef struct {
  uint32_t struct_size;
  uint32_t plies; /* a world is played on at random for so many moves before it is evaluated; 0: not at all */

  /* Required. Fills worth[seat] for each seat: from 0, it loses for certain, to LAP_EVALUATION_MAX, it wins; of seats
   * that play together and of one alone, how much of what can be reached they will reach. Not called once the match is
   * over. Only reads the block. */
  void (*evaluate)(const LapContext *context, const LapBlock *block, uint16_t *worth);
} LapEvaluate;

/* Which step is taken while a world is played on, in place of any with the same probability. */
typedef struct {
  uint32_t struct_size, spare;

  /* Required. Returns the index of one of `legal`, which has at least two steps of `seat`. `random` is another number
   * each time; a rollout that always chooses alike finds out little. Only reads the block. */
  uint32_t (*choose)(const LapContext *context, const LapBlock *block, uint8_t seat, const LapActions *legal,
                     uint32_t random);
} LapRollout;

#endif
