/* Phases: who may do what, and where the game goes next.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_PHASE_H
#define LAPIDARY_PHASE_H

#include <stdint.h>

#include "lapidary/context.h"

typedef enum {
  LAP_PHASE_ONE = 1,  /* seats move one at a time, in any order among `actors` */
  LAP_PHASE_TOGETHER, /* all `actors` choose at once. The host seals their moves until the last is in, then applies them
                         in seat order and calls `run` */
  LAP_PHASE_AUTOMATIC /* no seat decides: the host calls `run` */
} LapPhaseKind;

/* What `enter`, `apply` and `run` return: LAP_ID of the phase to go to, or one of these. */
enum {
  LAP_STAY = 0xFFFF,   /* the same phase goes on; `enter` is not called again */
  LAP_MORE = 0xFFFE,   /* apply: the move is not complete, the same seat goes on. Nothing is committed or seen yet */
  LAP_DONE = 0xFFFD,   /* apply, TOGETHER: this seat's move is complete */
  LAP_RESUME = 0xFFFC, /* of an inserted phase: on to the phase that it stands before */
  LAP_OVER = 0xFFFB    /* the match is over */
};

/* One phase. Phase 0 of the base begins every match, on a block of zeroes with a seeded generator.
 *
 * Hooks are called on any thread, one at a time for a block. They use the block and their arguments, nothing else: no
 * static that changes, no I/O, no clock, no allocation, no generator but `below`.
 *
 * A variant's phase either is new, or `replaces` a phase of a lower level (hooks left NULL are inherited, each by
 * itself; `kind` 0 is inherited too), or is inserted `before` one (every way into that phase then leads through this
 * one, which returns LAP_RESUME to go on), or `removes` one (a transition to it leads to `instead`; past an inserted
 * one, to what it stood before). Phases are named
 * "<plugin>/<name>", or by the bare name of the nearest lower level that has it. */
typedef struct {
  const char *name; /* text key "<plugin>.phase.<name>" */
  const char *replaces, *before, *removes;
  uint16_t instead;
  uint8_t kind;
  uint8_t steps_max; /* TOGETHER: the longest move in steps, at least 1 */
  uint8_t spare[4];

  /* Optional. Called once on the way into the phase. Returns LAP_STAY to begin, or where to go at once instead. May
   * draw at random, unless the phase is TOGETHER and stays. */
  uint16_t (*enter)(const LapContext *context, LapBlock *block);

  /* Required, except for AUTOMATIC. The seats that have a decision here, as bits; never none. In a TOGETHER phase no
   * sealed move changes it, not even the seat's own: the host leaves out seats that are ready. */
  uint32_t (*actors)(const LapContext *context, const LapBlock *block);

  /* Required, except for AUTOMATIC. Adds every step that `seat` may take now: in ascending order, without doubles, at
   * least one, and none that leads to where there is none. The order must follow from faces and public positions, never
   * from the order of hidden slots. TOGETHER: reads nothing that another seat's move writes. */
  void (*legal)(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);

  /* Required, except for AUTOMATIC. Carries out one step that `legal` gave for this very block. A step that returns
   * LAP_MORE must neither draw at random nor show its mover a piece. TOGETHER: writes only rows of the mover's seat,
   * draws nothing, emits no event, and ends with LAP_DONE. What it keeps for `run`, a choice as a value, has the
   * visibility LAP_ROW_OWNER, and `run` makes it zero again. */
  uint16_t (*apply)(const LapContext *context, LapBlock *block, const LapAction *action);

  /* Required of AUTOMATIC: carries out the step that no seat decides. Required of TOGETHER: called once all choices are
   * made. */
  uint16_t (*run)(const LapContext *context, LapBlock *block);
} LapPhase;

#endif
