/* Tenders: what each of them asks about, and what it is worth to a seat. */
#include <string.h>

#include "gems.h"
#include "lapidary/majority.h"
#include "lapidary/plane.h"
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

int16_t tender_target(const GemsTrackerTender *tender)
{
  return tender->n_needed ? tender->needed[tender->n_needed - 1] : 0;
}

static int32_t gems_of_area(const GemsTracker *game, uint8_t seat, uint8_t colour)
{
  GemsSurvey survey = gems_survey(game->ground[seat]);
  return tableau_gems_of_area(game, seat, &survey.of[colour]);
}

/* What the tender asks about, of one seat. Patterns are not counted beyond the highest tier. */
int32_t tender_amount(const LapContext *context, const GemsTracker *game, uint8_t seat, const GemsTrackerTender *tender)
{
  const uint8_t *ground = game->ground[seat];
  uint8_t colour = (uint8_t)tender->colours[0];
  switch (tender->measure) {
  case GEMS_TRACKER_GEMS:
    return gems_survey(ground).gems[colour];
  case GEMS_TRACKER_EMPTY_MINES:
    return empty_mines(context, game, seat);
  case GEMS_TRACKER_RAILS:
    return game->rails[seat];
  case GEMS_TRACKER_PAIRS:
    return gems_pairs(ground, colour, (uint8_t)tender->colours[1]);
  case GEMS_TRACKER_RUN:
    return tableau_longest_run(game, seat);
  case GEMS_TRACKER_GEMS_OF_AREA:
    return gems_of_area(game, seat, colour);
  case GEMS_TRACKER_AREAS_BUILT:
    return game->areas[seat].count;
  case GEMS_TRACKER_GROUP:
    return gems_largest_group(ground);
  case GEMS_TRACKER_PATTERNS:
    return gems_patterns(ground, (uint8_t)tender->pattern, (uint8_t)tender_target(tender));
  case GEMS_TRACKER_BOOKINGS_LAID:
    return bookings_laid(game, seat);
  default:
    return sum_of_discards(game, seat);
  }
}

int32_t amount_of_tender(const LapContext *context, const LapBlock *block, int32_t seat, int32_t face)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  return tender_amount(context, game, (uint8_t)seat, gems_tracker_tender(context, (uint16_t)face));
}

/* --- what an amount is worth */

static int32_t worth_of_tier(const GemsTrackerTender *tender, int32_t amount)
{
  int32_t worth = 0;
  for (uint8_t tier = 0; tier < tender->n_needed; tier++)
    if (amount >= tender->needed[tier]) worth = tender->worth[tier];
  return worth;
}

/* All seats are ranked, also those without a token there; those who share places are paid for the last of them. With
 * two players the second gets 1, and each of two equal ones 2. A seat that has none cannot have most. */
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
  for (uint8_t other = 0; other < context->seats; other++) amount[other] = tender_amount(context, game, other, tender);
  return worth_of_rank(amount, context->seats, best, seat);
}

int32_t tender_worth(const LapContext *context, const LapBlock *block, int32_t seat, int32_t face)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  const GemsTrackerTender *tender = gems_tracker_tender(context, (uint16_t)face);
  if (tender->way == GEMS_TRACKER_TIERS)
    return worth_of_tier(tender, tender_amount(context, game, (uint8_t)seat, tender));
  if (tender->way != GEMS_TRACKER_WITHOUT) return worth_among_all(context, game, (uint8_t)seat, tender);
  int32_t amount = tender_amount(context, game, (uint8_t)seat, tender);
  return amount ? amount * tender->worth[1] : tender->worth[0];
}

/* --- which are worth something, and which have their highest tier reached. Most have not, and that is quicker to see
 * than the amount itself */

/* No more than this can be counted, by what a tender asks about and by each of its colours. */
typedef struct {
  uint8_t of[GEMS_TRACKER_DISCARDS + 1][GEMS_TRACKER_YELLOW + 1];
} AtMost;

static AtMost at_most(const GemsTracker *game, uint8_t seat, const GemsSurvey *survey)
{
  AtMost most;
  memset(&most, UINT8_MAX, sizeof most);
  most.of[GEMS_TRACKER_EMPTY_MINES][0] = most.of[GEMS_TRACKER_RUN][0] = (uint8_t)game->mined[seat].count;
  most.of[GEMS_TRACKER_GROUP][0] = survey->group_at_most;
  most.of[GEMS_TRACKER_PATTERNS][0] = survey->patterns_at_most;
  for (uint8_t colour = GEMS_TRACKER_WHITE; colour <= GEMS_TRACKER_YELLOW; colour++)
    most.of[GEMS_TRACKER_PAIRS][colour] = most.of[GEMS_TRACKER_GEMS_OF_AREA][colour] = survey->gems[colour];
  return most;
}

static bool may_reach(const AtMost *most, const GemsTrackerTender *tender, uint8_t needed)
{
  const uint8_t *of = most->of[tender->measure];
  return (of[tender->colours[0]] >= needed) & (of[tender->colours[1]] >= needed);
}

static bool reaches(const LapContext *context, const GemsTracker *game, uint8_t seat, const GemsTrackerTender *tender,
                    const GemsSurvey *survey, uint8_t needed)
{
  uint8_t colour = (uint8_t)tender->colours[0];
  switch (tender->measure) {
  case GEMS_TRACKER_GEMS_OF_AREA:
    return tableau_gems_of_area(game, seat, &survey->of[colour]) >= needed;
  case GEMS_TRACKER_GROUP:
    return gems_have_group(survey, needed);
  case GEMS_TRACKER_PATTERNS:
    return gems_have_patterns(survey, (uint8_t)tender->pattern, needed);
  case GEMS_TRACKER_PAIRS:
    if (!gems_may_have_pairs(survey, colour, (uint8_t)tender->colours[1], needed)) return false;
  }
  return tender_amount(context, game, seat, tender) >= needed;
}

static const GemsTrackerTender *tender_at(const LapContext *context, const GemsTracker *game, uint32_t place)
{
  return gems_tracker_tender(context, game->tenders.slot[place].piece);
}

/* The tenders whose highest tier may be reached. Without branches, since their outcomes could not be predicted. */
static uint64_t highest_in_reach(const LapContext *context, const GemsTracker *game, const AtMost *most, uint64_t among)
{
  uint64_t tenders = 0;
  while (among) {
    uint32_t place = lap_plane_pop(&among);
    const GemsTrackerTender *tender = tender_at(context, game, place);
    tenders |= (uint64_t)may_reach(most, tender, (uint8_t)tender_target(tender)) << place;
  }
  return tenders;
}

/* Those without tiers may always be. */
static bool may_be_worth(const AtMost *most, const GemsTrackerTender *tender, const GemsSurvey *survey)
{
  if (tender->n_needed == 0) return true;
  uint8_t needed = (uint8_t)tender->needed[0];
  if (!may_reach(most, tender, needed)) return false;
  if (tender->measure != GEMS_TRACKER_PAIRS) return true;
  return gems_may_have_pairs(survey, (uint8_t)tender->colours[0], (uint8_t)tender->colours[1], needed);
}

int32_t tenders_in_reach(const LapContext *context, const LapBlock *block, int32_t seat, int32_t among)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  GemsSurvey survey = gems_survey(game->ground[seat]);
  AtMost most = at_most(game, (uint8_t)seat, &survey);
  int32_t reached = 0;
  for (uint64_t left = (uint32_t)among; left;) {
    uint32_t place = lap_plane_pop(&left);
    reached |= may_be_worth(&most, tender_at(context, game, place), &survey) << place;
  }
  return reached;
}

int32_t tenders_topped(const LapContext *context, const LapBlock *block, int32_t seat, int32_t among)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  uint64_t there = (uint32_t)among & ((1u << game->tenders.count) - 1);
  GemsSurvey survey = gems_survey(game->ground[seat]);
  AtMost most = at_most(game, (uint8_t)seat, &survey);
  int32_t topped = 0;
  for (uint64_t left = highest_in_reach(context, game, &most, there); left;) {
    uint32_t place = lap_plane_pop(&left);
    const GemsTrackerTender *tender = tender_at(context, game, place);
    uint8_t highest = (uint8_t)tender_target(tender);
    if (highest && reaches(context, game, (uint8_t)seat, tender, &survey, highest)) topped |= 1 << place;
  }
  return topped;
}
