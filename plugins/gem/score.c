/* The score: extractions as they come; the awards for most gems and the longest chain at the end. */
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
int16_t gem_most_gems_award(const LapContext *context, const Gem *game, uint8_t seat, uint8_t *place)
{
  int32_t gems[GEM_SEATS] = {0};
  for (int other = 0; other < context->seats; other++) gems[other] = game->gems[other];
  *place = lap_majority_last_place(gems, context->seats, LAP_MOST, seat);
  return gems[seat] ? (int16_t)gem_award(context, *place) : 0;
}

/* All who share the longest chain get the whole award. */
int16_t gem_longest_chain_award(const LapContext *context, const Gem *game, uint8_t seat)
{
  int32_t chain[GEM_SEATS] = {0};
  for (int other = 0; other < context->seats; other++) chain[other] = game->chain[other];
  return lap_majority_leaders(chain, context->seats, LAP_MOST, 1) >> seat & 1 ? LONGEST_CHAIN : 0;
}

static void score_awards(const LapContext *context, const Gem *game)
{
  uint8_t place;
  for (int8_t seat = 0; seat < context->seats; seat++) {
    int16_t points = gem_most_gems_award(context, game, (uint8_t)seat, &place);
    if (points) add_line(context, GEM_SCORE_MOST_GEMS, seat, points, place, game->gems[seat]);
  }
  for (int8_t seat = 0; seat < context->seats; seat++) {
    int16_t points = gem_longest_chain_award(context, game, (uint8_t)seat);
    if (points) add_line(context, GEM_SCORE_LONGEST_CHAIN, seat, points, game->chain[seat], 0);
  }
}

void gem_score(const LapContext *context, const LapBlock *block, int final)
{
  const Gem *game = gem_of(context, block);
  score_extractions(context, game);
  if (final) score_awards(context, game);
}
