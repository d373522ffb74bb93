/* What bots take a position for: the points of each seat, what it can extract next, and what it may expect of the
 * awards at the end.
 *
 * A match is long, and everybody extracts in worlds that are played on to its end: what one turn is worth shows in
 * hardly any of them. So a world is played on for the rest of a move and an answer to it, and judged there. */
#include "evaluate.h"

#include "lapidary/leads.h"
#include "shots.h"
#include "tables.h"

/* Plies that are played on; parts of a point that are counted; how many of them a lead has that is worth half of what
 * is left to win. */
enum { PLIES = 2, PART = 20, HALF = 8 * PART };
/* How much of a shot counts: of the seat in turn, of the others, who may find it blocked, and of the second best. */
enum { OWN_SHOT = PART / 2, OTHER_SHOT = PART / 4, SECOND_SHOT = PART / 5, GEM_COLLECTED = PART / 4 };

/* An extraction also comes nearer to the awards. */
static int32_t worth_of_shot(const GemShot *shot) { return shot->points ? shot->points + 1 : 0; }

static int32_t prospects(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const Gem *game = gem_of(context, block);
  GemShots shots = gem_shots(context, block, seat);
  int32_t points = gem_points(context, game, seat) + context->host->rule(context, block, GEM_OTHER_POINTS, seat, 0);
  int32_t shot = worth_of_shot(&shots.best) * (seat == game->active ? OWN_SHOT : OTHER_SHOT);
  return points * PART + shot + worth_of_shot(&shots.second) * SECOND_SHOT;
}

/* Awards count by the share of the gems that have been placed, collected gems for themselves by the rest. */
static int32_t awards(const LapContext *context, const Gem *game, uint8_t seat)
{
  uint8_t place;
  int32_t placed = GEM_GEMS - game->gems_left;
  int32_t award = gem_most_gems_award(context, game, seat, &place) + gem_longest_chain_award(context, game, seat);
  return (award * PART * placed + game->gems[seat] * GEM_COLLECTED * game->gems_left) / GEM_GEMS;
}

static void evaluate(const LapContext *context, const LapBlock *block, uint16_t *worth)
{
  const Gem *game = gem_of(context, block);
  int32_t expected[GEM_SEATS];
  for (uint8_t seat = 0; seat < context->seats; seat++)
    expected[seat] = prospects(context, block, seat) + awards(context, game, seat);
  lap_worth_of_leads(expected, context->seats, HALF, worth);
}

const LapEvaluate gem_evaluate = {.struct_size = sizeof(LapEvaluate), .plies = PLIES, .evaluate = evaluate};
