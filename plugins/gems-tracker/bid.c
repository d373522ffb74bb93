/* A round begins, and everybody bids for the order of turns. */
#include <string.h>

#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/majority.h"
#include "lapidary/turns.h"
#include "phases.h"

/* --- a round begins: the mine that was left is discarded, and new ones are opened */

static void discard_mine(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int16_t mine = (int16_t)lap_zone_draw(LAP_ZONE(&game->mines), LAP_ZONE(&game->mine_discards), LAP_EVERYONE);
  lap_emit(context, block, MINE_DISCARDED, mine);
}

static void open_mine(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int16_t mine = (int16_t)lap_zone_draw(LAP_ZONE(&game->mine_deck), LAP_ZONE(&game->mines), LAP_EVERYONE);
  lap_emit(context, block, MINE_OPENED, mine);
}

uint16_t round_begins(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  game->round++;
  memset(game->place_in_order, 0, sizeof game->place_in_order);
  lap_emit(context, block, ROUND_BEGAN, game->round);
  while (game->mines.count) discard_mine(context, block);
  int open = context->host->rule(context, block, GEMS_TRACKER_MINES_OPEN, 0, 0);
  while (game->mines.count < open) open_mine(context, block);
  return GEMS_TRACKER_HANDS_BEGIN;
}

/* --- tie breakers go to the left; in round 6 discards return to the hands */

static void pass_tie_breakers(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  uint8_t last = game->tie_breaker[context->seats - 1];
  for (uint8_t seat = context->seats - 1; seat > 0; seat--) game->tie_breaker[seat] = game->tie_breaker[seat - 1];
  game->tie_breaker[0] = last;
  int16_t first = 0;
  while (game->tie_breaker[first] != 1) first++;
  lap_emit(context, block, TIE_BREAKERS_PASSED, first);
}

static void return_discards(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  for (uint8_t seat = 0; seat < context->seats; seat++)
    lap_zone_pass(LAP_HAND(&game->discards[seat]), LAP_HAND(&game->hand[seat]), LAP_EVERYONE);
  lap_emit(context, block, HANDS_RETURNED);
}

uint16_t hands_begin(const LapContext *context, LapBlock *block)
{
  uint8_t round = gems_tracker_of(context, block)->round;
  if (round > 1) pass_tie_breakers(context, block);
  if (round == GEMS_TRACKER_FIRST_SCORING + 1) return_discards(context, block);
  return GEMS_TRACKER_BID;
}

/* --- bid: two cards each, in the last round the one that is left */

uint32_t bid_actors(const LapContext *context, const LapBlock *block) { return lap_all_seats(context); }

void bid_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  uint16_t card[GEMS_TRACKER_NUMBERS];
  uint16_t cards = lap_zone_faces(LAP_CONST_ZONE(&gems_tracker_of(context, block)->hand[seat]), card);
  if (cards == 1) {
    lap_add_1(actions, GEMS_TRACKER_BID_LAST, seat, (int16_t)card[0]);
    return;
  }
  for (uint16_t first = 0; first < cards; first++)
    for (uint16_t second = first + 1; second < cards; second++)
      lap_add_2(actions, GEMS_TRACKER_BID_TWO, seat, (int16_t)card[first], (int16_t)card[second]);
}

uint16_t bid_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemsTracker *game = gems_tracker_in(context, block);
  for (uint8_t i = 0; i < action->n_args; i++)
    lap_zone_move(LAP_HAND(&game->hand[action->seat]), (uint16_t)action->arg[i], LAP_ZONE(&game->bid[action->seat]),
                  LAP_EVERYONE);
  return LAP_DONE;
}

static void emit_bid(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  const LapSlot *card = game->bid[seat].slot;
  LapEvent event = {.kind = game->bid[seat].count == 1 ? BID_LAST : BID,
                    .knows = LAP_EVERYONE,
                    .arg = {seat, (int16_t)card[0].piece}};
  if (event.kind == BID) event.arg[2] = (int16_t)card[1].piece;
  lap_emit_event(context, block, event);
}

/* In the order of turns. One card is told with its number. */
static void emit_sums(const LapContext *context, const LapBlock *block)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  for (uint8_t i = 0; i < context->seats; i++)
    if (game->bid[game->order[i]].count > 1)
      lap_emit(context, block, BID_SUM, game->order[i], game->bid_sum[game->order[i]]);
}

static uint8_t sum_of_bid(const GemsTracker *game, uint8_t seat)
{
  uint8_t sum = 0;
  for (uint8_t i = 0; i < game->bid[seat].count; i++) sum += gems_tracker_number(game->bid[seat].slot[i].piece);
  return sum;
}

/* What decides who is first: the sum, and among equal sums the smaller tie breaker. */
static int32_t precedence(const GemsTracker *game, uint8_t seat)
{
  return game->bid_sum[seat] * (GEMS_TRACKER_SEATS + 1) - game->tie_breaker[seat];
}

uint16_t bid_run(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int32_t amount[GEMS_TRACKER_SEATS];
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    emit_bid(context, block, seat);
    game->bid_sum[seat] = sum_of_bid(game, seat);
    amount[seat] = precedence(game, seat);
  }
  uint8_t order[GEMS_TRACKER_SEATS];
  lap_majority_order(amount, context->seats, LAP_MOST, order);
  take_turns_in(context, game, order);
  emit_sums(context, block);
  return GEMS_TRACKER_TURN_BEGINS;
}
