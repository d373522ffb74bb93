/* Scoring: gem trackers by number, then the tenders beside each token; and the score sheet. */
#include "lapidary/emit.h"
#include "lapidary/tracker.h"
#include "lapidary/zone.h"
#include "numbers.h"
#include "phases.h"

enum { GEM_TRACKERS = LAP_ID(0, 0), TENDER, FEWEST_RAILS, HIGHEST_IN_STACK, PROGRESS, NUMBER };

/* --- gem trackers: who has most gems connected to a number gets a point, among equals the first on the rail track */

static void score_numbers(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int scoring = game->round == GEMS_TRACKER_ROUNDS;
  Numbers numbers = numbers_of_all(context, game);
  for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++) {
    uint8_t equals;
    int8_t winner = numbers_leader(context, &numbers, game->rail_order, number, &equals);
    if (winner < 0) continue;
    uint8_t gems = numbers.of[winner].gems[number];
    game->number_winner[scoring][number - 1] = (uint8_t)(winner + 1);
    game->number_gems[scoring][number - 1] = gems;
    uint16_t event = equals > 1 ? NUMBER_WON_BY_RAILS : NUMBER_WON;
    lap_emit(context, block, event, winner, number, gems);
  }
}

static int16_t points_for_numbers(const LapContext *context, const GemsTracker *game, uint8_t seat)
{
  Numbers numbers = numbers_of_all(context, game);
  int16_t points = 0;
  for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++)
    points += numbers_leader(context, &numbers, game->rail_order, number, NULL) == seat;
  return points;
}

/* --- tenders: each token is paid by the two that it touches */

int16_t worth_of_tender(const LapContext *context, const LapBlock *block, uint8_t seat, uint16_t tender)
{
  return (int16_t)context->host->rule(context, block, GEMS_TRACKER_TENDER_WORTH, seat, tender);
}

/* What the tenders on both sides of a spot pay. */
void worth_beside(const LapContext *context, const LapBlock *block, uint8_t seat, uint8_t spot, int16_t *worth)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  const GemsTrackerSpot *between = spot_of(context, spot);
  worth[0] = worth_of_tender(context, block, seat, game->tenders.slot[between->first].piece);
  worth[1] = worth_of_tender(context, block, seat, game->tenders.slot[between->second].piece);
}

int16_t points_without_spot(const LapContext *context, const LapBlock *block, uint8_t seat, uint8_t spot)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  int16_t points = points_for_numbers(context, game, seat), worth[2];
  for (uint8_t other = 0; other < game->spots.count; other++) {
    if (other == spot || game->spots.item[other] != seat + 1) continue;
    worth_beside(context, block, seat, other, worth);
    points += worth[0] + worth[1];
  }
  return points;
}

static void pay(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t tender)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int16_t worth = worth_of_tender(context, block, seat, tender);
  uint16_t i = game->payments[seat]++;
  game->paid_for[seat][i] = (uint8_t)tender;
  game->paid_in[seat][i] = game->round;
  game->paid[seat][i] = (int8_t)worth;
  lap_emit(context, block, TENDER_PAID, seat, (int16_t)tender, worth);
}

static void score_tenders(const LapContext *context, LapBlock *block)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  for (uint8_t spot = 0; spot < game->spots.count; spot++) {
    if (game->spots.item[spot] == 0) continue;
    const GemsTrackerSpot *between = spot_of(context, spot);
    uint8_t seat = game->spots.item[spot] - 1;
    pay(context, block, seat, game->tenders.slot[between->first].piece);
    pay(context, block, seat, game->tenders.slot[between->second].piece);
  }
}

uint16_t scoring(const LapContext *context, LapBlock *block)
{
  lap_emit(context, block, SCORING_BEGAN, gems_tracker_of(context, block)->round);
  score_numbers(context, block);
  score_tenders(context, block);
  bool ends = gems_tracker_of(context, block)->round == GEMS_TRACKER_ROUNDS;
  return ends ? GEMS_TRACKER_GAME_ENDS : GEMS_TRACKER_ROUND_BEGINS;
}

uint16_t game_ends(const LapContext *context, LapBlock *block)
{
  lap_emit(context, block, ENDED);
  return LAP_OVER;
}

/* --- the score sheet: what has been scored; equal points are parted by fewest rails, then by who is higher in the
 * stack */

static void add_line(const LapContext *context, LapLine line)
{
  line.knows = LAP_EVERYONE;
  context->host->line(context, &line);
}

static void list_won(const LapContext *context, const GemsTracker *game, int8_t seat)
{
  static const int16_t round[] = {GEMS_TRACKER_FIRST_SCORING, GEMS_TRACKER_ROUNDS};
  for (int16_t i = 0; i < 2 * GEMS_TRACKER_NUMBERS; i++) {
    int16_t scoring = i / GEMS_TRACKER_NUMBERS, number = i % GEMS_TRACKER_NUMBERS;
    if (game->number_winner[scoring][number] != seat + 1) continue;
    add_line(context, (LapLine){.kind = GEM_TRACKERS,
                                .seat = seat,
                                .arg = {(int16_t)(number + 1), game->number_gems[scoring][number], round[scoring]},
                                .points = 1});
  }
}

static void list_paid(const LapContext *context, const GemsTracker *game, int8_t seat)
{
  for (uint16_t i = 0; i < game->payments[seat]; i++)
    add_line(context, (LapLine){.kind = TENDER,
                                .seat = seat,
                                .arg = {game->paid_for[seat][i], game->paid_in[seat][i]},
                                .points = game->paid[seat][i]});
}

static void list_ties(const LapContext *context, const GemsTracker *game, int8_t seat)
{
  LapConstTracker rail = LAP_CONST_TRACKER(game->rails, game->rail_order, context->seats);
  add_line(context, (LapLine){.kind = FEWEST_RAILS, .seat = seat, .tier = LAP_TIER_TIES, .points = -game->rails[seat]});
  add_line(context, (LapLine){.kind = HIGHEST_IN_STACK,
                              .seat = seat,
                              .tier = LAP_TIER_TIES + 1,
                              .points = lap_tracker_height(rail, (uint8_t)seat)});
}

/* What each tender asks about, and what a token beside it would score now. Where fewest is best more counts against. */
static void list_progress(const LapContext *context, const LapBlock *block, int8_t seat)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  for (uint16_t i = 0; i < game->tenders.count; i++) {
    int16_t face = (int16_t)game->tenders.slot[i].piece;
    const GemsTrackerTender *tender = gems_tracker_tender(context, (uint16_t)face);
    int32_t amount = tender_amount(context, game, (uint8_t)seat, tender);
    int16_t worth = worth_of_tender(context, block, (uint8_t)seat, (uint16_t)face);
    bool fewest = tender->way == GEMS_TRACKER_LEAST;
    if (amount || worth || context->seats == 1)
      add_line(context, (LapLine){.kind = PROGRESS,
                                  .seat = seat,
                                  .tier = LAP_TIER_PROGRESS,
                                  .arg = {face, worth, (int16_t)amount},
                                  .target = tender_target(tender),
                                  .points = fewest ? -amount : amount});
  }
}

/* How many gems each column counts for its number, of the most that anybody has there. */
static void list_number(const LapContext *context, const GemsTracker *game, const Numbers *numbers, int8_t seat,
                        uint8_t slot)
{
  const TableauValues *values = &numbers->of[seat];
  uint8_t number = tableau_number(game, (uint8_t)seat, slot), gems = values->gems[number];
  if (number == 0 || gems == 0) return;
  int8_t leader = numbers_leader(context, numbers, game->rail_order, number, NULL);
  add_line(context, (LapLine){.kind = NUMBER,
                              .seat = seat,
                              .tier = LAP_TIER_PROGRESS,
                              .arg = {slot, number, gems, leader, values->areas[number]},
                              .target = numbers->of[leader].gems[number],
                              .points = gems});
}

static void list_numbers(const LapContext *context, const GemsTracker *game)
{
  Numbers numbers = numbers_of_all(context, game);
  for (int8_t seat = 0; seat < context->seats; seat++)
    for (uint8_t slot = 0; slot < game->slots[seat]; slot++) list_number(context, game, &numbers, seat, slot);
}

void score(const LapContext *context, const LapBlock *block, int final)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  if (context->seats > 1) list_numbers(context, game);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    list_won(context, game, seat);
    list_paid(context, game, seat);
    if (context->seats > 1) list_ties(context, game, seat);
    list_progress(context, block, seat);
  }
}
