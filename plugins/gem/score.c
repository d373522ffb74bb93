/* The score: extractions as they come; the awards for most gems and the longest chain at the end. Until then what they
 * would be counts for nothing, and is listed as progress. */
#include "lapidary/majority.h"
#include "tables.h"

enum { LONGEST_CHAIN = 5 };

static void add_line(const LapContext *context, LapLine line)
{
  line.knows = LAP_EVERYONE;
  context->host->line(context, &line);
}

static void score_extractions(const LapContext *context, const Gem *game)
{
  for (int8_t seat = 0; seat < context->seats; seat++)
    for (uint8_t gems = 1; gems <= GEM_LONGEST; gems++) {
      int16_t times = game->extracted[seat][gems - 1];
      if (times == 0) continue;
      add_line(context, (LapLine){.kind = GEM_SCORE_EXTRACTIONS,
                                  .seat = seat,
                                  .arg = {gems, times},
                                  .points = times * gem_extraction_points(context, gems)});
    }
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

static void score_award(const LapContext *context, LapLine line, int final)
{
  line.tier = final ? LAP_TIER_POINTS : LAP_TIER_PROGRESS;
  if (line.points) add_line(context, line);
}

static void score_awards(const LapContext *context, const Gem *game, int final)
{
  uint8_t place;
  for (int8_t seat = 0; seat < context->seats; seat++) {
    LapLine line = {.kind = GEM_SCORE_MOST_GEMS, .seat = seat};
    line.points = gem_most_gems_award(context, game, (uint8_t)seat, &place);
    line.arg[0] = place;
    line.arg[1] = game->gems[seat];
    score_award(context, line, final);
  }
  for (int8_t seat = 0; seat < context->seats; seat++) {
    LapLine line = {.kind = GEM_SCORE_LONGEST_CHAIN, .seat = seat, .arg = {game->chain[seat]}};
    line.points = gem_longest_chain_award(context, game, (uint8_t)seat);
    score_award(context, line, final);
  }
}

void gem_score(const LapContext *context, const LapBlock *block, int final)
{
  const Gem *game = gem_of(context, block);
  score_extractions(context, game);
  score_awards(context, game, final);
}
