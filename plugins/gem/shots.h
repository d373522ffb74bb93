/* Shots: lasers and gems that would complete an extraction. For what bots are told. */
#ifndef GEM_SHOTS_H
#define GEM_SHOTS_H

#include "gem.h"

typedef struct {
  uint16_t square;   /* where it goes, LAP_NOWHERE if there is none */
  uint8_t is_gem;    /* else it is a laser, */
  uint8_t direction; /* which points there */
  int16_t points;    /* of the extraction, with what a variant adds for the gems that lie there */
} GemShot;

/* The two best on different squares, the better one first. */
typedef struct {
  GemShot best, second;
} GemShots;

/* Those of a seat. */
GemShots gem_shots(const LapContext *context, const LapBlock *block, uint8_t seat);

#endif
