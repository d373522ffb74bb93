/* The score: extractions as they come; most gems and the longest chain as they stand, and as they end. */
#include "lapidary/majority.h"
#include "tables.h"

enum { LONGEST_CHAIN = 5 };

static void add_line(const LapContext *context, uint16_t kind, int8_t seat, int32_t points, int16_t a, int16_t b)
{
  LapLine line = {.kind = kind, .knows = LAP_EVERYONE, .seat = seat, .arg = {a, b}, .points = points};
  context->host->line(context, &line);
}

static void score_extractions(const LapContext *context, const Gem *game)
{
  for (int8_t seat = 0; seat < context->seats; seat++)
    add_line(context, GEM_SCORE_EXTRACTIONS, seat, game->points[seat], game->gems[seat], 0);
}

/* Who share a place get the award of the last one that they take up (11); without gems there is none (12). */
static void score_most_gems(const LapContext *context, const Gem *game)
{
  int32_t gems[GEM_SEATS] = {0};
  for (int seat = 0; seat < context->seats; seat++) gems[seat] = game->gems[seat];
  for (int8_t seat = 0; seat < context->seats; seat++) {
    uint8_t place = lap_majority_last_place(gems, context->seats, LAP_MOST, seat);
    int16_t points = gems[seat] ? gem_award(context, place) : 0;
    if (points) add_line(context, GEM_SCORE_MOST_GEMS, seat, points, place, gems[seat]);
  }
}

/* All who share the longest chain get the whole award. */
static void score_longest_chain(const LapContext *context, const Gem *game)
{
  int32_t chain[GEM_SEATS] = {0};
  for (int seat = 0; seat < context->seats; seat++) chain[seat] = game->chain[seat];
  uint32_t leaders = lap_majority_leaders(chain, context->seats, LAP_MOST, 1);
  for (int8_t seat = 0; seat < context->seats; seat++)
    if (leaders >> seat & 1) add_line(context, GEM_SCORE_LONGEST_CHAIN, seat, LONGEST_CHAIN, chain[seat], 0);
}

void gem_score(const LapContext *context, const LapBlock *block, int final)
{
  const Gem *game = gem_of(context, block);
  score_extractions(context, game);
  score_most_gems(context, game);
  score_longest_chain(context, game);
}
