/* Extractions: finding them on the board, contests over them, and scoring them. */
#ifndef GEM_EXTRACTIONS_H
#define GEM_EXTRACTIONS_H

#include "gem.h"

/* Six lasers make at most three. */
enum { GEM_EXTRACTIONS_MAX = 3 };

typedef struct {
  uint8_t from, to; /* the western or northern laser, and the other */
  uint8_t direction, gems;
} GemExtraction;

/* All of a seat, by their first square. Answers how many. */
int gem_extractions(const Gem *game, uint8_t seat, GemExtraction extraction[GEM_EXTRACTIONS_MAX]);

/* Whether a laser of a seat on a square extracts if it points in this direction, or in any. */
int gem_would_extract(const Gem *game, uint8_t seat, uint8_t square, uint8_t direction);
int gem_may_extract(const Gem *game, uint8_t seat, uint8_t square);

/* The next seat that has any, looked for clockwise from `first` on, `seats` of them at most; LAP_NOWHERE for none. */
uint16_t gem_extracting_seat(const LapContext *context, const Gem *game, uint8_t first, uint8_t seats);

/* The phases. */
uint16_t gem_resolve(const LapContext *context, LapBlock *block);
uint32_t gem_choice_actors(const LapContext *context, const LapBlock *block);
void gem_choice_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t gem_choice_apply(const LapContext *context, LapBlock *block, const LapAction *action);

#endif
