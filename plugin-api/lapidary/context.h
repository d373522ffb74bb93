/* The context that hooks get, and the services of the host.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_CONTEXT_H
#define LAPIDARY_CONTEXT_H

#include <stdint.h>

#include "lapidary/action.h"
#include "lapidary/catalogue.h"
#include "lapidary/field.h"

#define LAP_LEVELS_MAX 8

typedef struct LapBlock LapBlock;     /* the match: see lap_segment */
typedef struct LapLevel LapLevel;     /* the host's own */
typedef struct LapContext LapContext; /* below */

/* Functions of the host. Called only from within a hook, with the context and the block that the hook was handed.
 * The struct grows at its end; `struct_size` is what the host has. */
typedef struct {
  uint32_t struct_size, spare;

  /* A number of 0..n-1, all equally likely, from the match's generator, n at least 1. Not in a step that returns
   * LAP_MORE, not in a TOGETHER phase but from `run`. */
  uint32_t (*below)(const LapContext *context, LapBlock *block, uint32_t n);

  /* Reports a change to all viewers; call it after the change. Each piece in a secret argument must be known, in the
   * block, to all viewers in `knows`, each piece in an open argument to everyone; the host checks this. */
  void (*event)(const LapContext *context, const LapBlock *block, const LapEvent *event);

  /* Adds a line to the score sheet. From `score` only. */
  void (*line)(const LapContext *context, const LapLine *line);

  /* Reports that the rules cannot go on. `why` is static. The step is undone. */
  void (*fault)(const LapContext *context, const char *why);

  /* Calls the rule `rule` (LAP_ID) of the topmost level that implements it. */
  int32_t (*rule)(const LapContext *context, const LapBlock *block, uint16_t rule, int32_t a, int32_t b);

  /* Calls a notice at every level above the base that implements it, lowest first. */
  void (*notify)(const LapContext *context, LapBlock *block, uint16_t notice, int32_t a, int32_t b);

  /* Chain up: the same hook of a lower level, as it stands below the level of the caller. Ids are those of the level
   * that declares the thing, not of the row that overrides or replaces it. */
  uint16_t (*enter_up)(const LapContext *context, LapBlock *block, uint16_t phase);
  uint32_t (*actors_up)(const LapContext *context, const LapBlock *block, uint16_t phase);
  void (*legal_up)(const LapContext *context, const LapBlock *block, uint16_t phase, uint8_t seat, LapActions *actions);
  uint16_t (*apply_up)(const LapContext *context, LapBlock *block, uint16_t phase, const LapAction *action);
  uint16_t (*run_up)(const LapContext *context, LapBlock *block, uint16_t phase);
  int32_t (*rule_up)(const LapContext *context, const LapBlock *block, uint16_t rule, int32_t a, int32_t b);
  void (*score_up)(const LapContext *context, const LapBlock *block, int final);

  /* Call the operation `operation` (LAP_ID) of the topmost level that implements it, or of the topmost one below the
   * caller. */
  int32_t (*operation)(const LapContext *context, LapBlock *block, uint16_t operation, int32_t a, int32_t b);
  int32_t (*operation_up)(const LapContext *context, LapBlock *block, uint16_t operation, int32_t a, int32_t b);
} LapServices;

/* Handed to every hook, constant while the match lives. A hook keeps no pointer to it. */
struct LapContext {
  const LapServices *host;
  const LapLevel *level;
  const int16_t *const *options;         /* [depth][index] */
  const LapRowsTable *const *catalogues; /* [depth][index] */
  uint32_t segment[LAP_LEVELS_MAX];      /* bytes from the block's start to each level's segment */
  uint8_t seats, depth, spare[6];        /* seats of the match; depth of the level whose hook this is */
};

/* `depth` in these is that of the level which declares the thing: LapPlugin.depth as a constant, so 0 in a base.
 *
 * The segment of a level: one's own, or a lower one whose field table one carries (LapPlugin.base). */
static inline void *lap_segment(const LapContext *context, LapBlock *block, uint8_t depth)
{
  return (char *)block + context->segment[depth];
}
static inline const void *lap_segment_const(const LapContext *context, const LapBlock *block, uint8_t depth)
{
  return (const char *)block + context->segment[depth];
}

/* The value of an option, which is its index in that level's table: its number, or the index of its choice. */
static inline int16_t lap_option(const LapContext *context, uint8_t depth, uint8_t option)
{
  return context->options[depth][option];
}

/* The rows of a catalogue, by its index in that level's table: [0] is all zero, [1..n] are those of the file. */
static inline const void *lap_rows(const LapContext *context, uint8_t depth, uint8_t catalogue)
{
  return context->catalogues[depth][catalogue].row;
}

#endif
