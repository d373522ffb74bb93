/* Tenders: what each of them asks about, and what it is worth to a seat. */
#include "gems.h"
#include "lapidary/majority.h"
#include "lapidary/zone.h"
#include "phases.h"
#include "tableau.h"

/* --- amounts */

static int32_t empty_mines(const LapContext *context, const GemsTracker *game, uint8_t seat)
{
  int32_t n = 0;
  for (uint16_t i = 0; i < game->mined[seat].count; i++) {
    const int8_t *gem = gems_tracker_mine(context, game->mined[seat].slot[i].piece)->gems;
    n += !(gem[0] | gem[1] | gem[2] | gem[3] | gem[4] | gem[5]);
  }
  return n;
}

static int32_t bookings_laid(const GemsTracker *game, uint8_t seat)
{
  int32_t n = game->covered[seat].count;
  for (uint16_t slot = 0; slot < game->slots[seat]; slot++)
    n += game->columns[seat][slot].piece == GEMS_TRACKER_BOOKING;
  return n;
}

static int32_t sum_of_discards(const GemsTracker *game, uint8_t seat)
{
  int32_t sum = 0;
  for (uint16_t i = 0; i < game->discards[seat].count; i++)
    sum += gems_tracker_number(game->discards[seat].slot[i].piece);
  return sum;
}

/* What the highest tier needs, 0 without tiers. */
static uint8_t needed_for_all(const GemsTrackerTender *tender)
{
  return tender->n_needed ? (uint8_t)tender->needed[tender->n_needed - 1] : 0;
}

/* What the tender asks about, of one seat. Patterns are not counted beyond the highest tier. */
static int32_t amount_of(const LapContext *context, const GemsTracker *game, uint8_t seat,
                         const GemsTrackerTender *tender)
{
  const uint8_t *ground = game->ground[seat];
  uint8_t colour = (uint8_t)tender->colours[0];
  switch (tender->measure) {
  case GEMS_TRACKER_GEMS:
    return gems_count(ground, colour, 0, GEMS_TRACKER_WIDTH);
  case GEMS_TRACKER_EMPTY_MINES:
    return empty_mines(context, game, seat);
  case GEMS_TRACKER_RAILS:
    return game->rails[seat];
  case GEMS_TRACKER_PAIRS:
    return gems_pairs(ground, colour, (uint8_t)tender->colours[1]);
  case GEMS_TRACKER_RUN:
    return tableau_longest_run(game, seat);
  case GEMS_TRACKER_GEMS_OF_AREA:
    return tableau_gems_of_area(game, seat, colour);
  case GEMS_TRACKER_AREAS_BUILT:
    return game->areas[seat].count;
  case GEMS_TRACKER_GROUP:
    return gems_largest_group(ground);
  case GEMS_TRACKER_PATTERNS:
    return gems_patterns(ground, (uint8_t)tender->pattern, needed_for_all(tender));
  case GEMS_TRACKER_BOOKINGS_LAID:
    return bookings_laid(game, seat);
  default:
    return sum_of_discards(game, seat);
  }
}

/* What could be counted at most, at a glance: far quicker than counting. */
static int32_t amount_at_most(const GemsSurvey *survey, const GemsTrackerTender *tender)
{
  uint8_t colour = (uint8_t)tender->colours[0];
  switch (tender->measure) {
  case GEMS_TRACKER_PAIRS:
    return gems_pairs_at_most(survey, colour, (uint8_t)tender->colours[1]);
  case GEMS_TRACKER_GEMS_OF_AREA:
    return survey->gems[colour];
  case GEMS_TRACKER_GROUP:
    return survey->group_at_most;
  case GEMS_TRACKER_PATTERNS:
    return survey->patterns_at_most;
  default:
    return INT32_MAX;
  }
}

/* --- what an amount is worth */

static int32_t worth_of_tier(const GemsTrackerTender *tender, int32_t amount)
{
  int32_t worth = 0;
  for (uint8_t tier = 0; tier < tender->n_needed; tier++)
    if (amount >= tender->needed[tier]) worth = tender->worth[tier];
  return worth;
}

/* All are ranked, whoever has a token there; those who share places are paid for the last of them. With two players
 * the second gets 1, and each of two equal ones 2. Of nothing nobody has most. */
static int32_t worth_of_rank(const int32_t *amount, uint8_t seats, LapBest best, uint8_t seat)
{
  static const int16_t of_two[] = {3, 1}, of_more[] = {3, 2, 1, 0};
  int32_t needed = best == LAP_MOST ? 1 : INT32_MIN;
  int16_t points[GEMS_TRACKER_SEATS];
  if (seats == 2 && amount[0] == amount[1]) return amount[0] >= needed ? 2 : 0;
  lap_majority_award(amount, seats, best, needed, seats == 2 ? of_two : of_more, seats, points);
  return points[seat];
}

static int32_t worth_among_all(const LapContext *context, const GemsTracker *game, uint8_t seat,
                               const GemsTrackerTender *tender)
{
  int32_t amount[GEMS_TRACKER_SEATS];
  LapBest best = tender->way == GEMS_TRACKER_MOST ? LAP_MOST : LAP_LEAST;
  for (uint8_t other = 0; other < context->seats; other++) amount[other] = amount_of(context, game, other, tender);
  return worth_of_rank(amount, context->seats, best, seat);
}

int32_t tender_worth(const LapContext *context, const LapBlock *block, int32_t seat, int32_t face)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  const GemsTrackerTender *tender = gems_tracker_tender(context, (uint16_t)face);
  if (tender->way == GEMS_TRACKER_TIERS) return worth_of_tier(tender, amount_of(context, game, (uint8_t)seat, tender));
  if (tender->way != GEMS_TRACKER_WITHOUT) return worth_among_all(context, game, (uint8_t)seat, tender);
  int32_t amount = amount_of(context, game, (uint8_t)seat, tender);
  return amount ? amount * tender->worth[1] : tender->worth[0];
}

int32_t tenders_topped(const LapContext *context, const LapBlock *block, int32_t seat, int32_t among)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  GemsSurvey survey = gems_survey(game->ground[seat]);
  int32_t topped = 0;
  for (uint16_t i = 0; i < game->tenders.count; i++) {
    const GemsTrackerTender *tender = gems_tracker_tender(context, game->tenders.slot[i].piece);
    int32_t highest = needed_for_all(tender);
    if (!(among >> i & 1) || !highest || amount_at_most(&survey, tender) < highest) continue;
    if (amount_of(context, game, (uint8_t)seat, tender) >= highest) topped |= 1 << i;
  }
  return topped;
}
