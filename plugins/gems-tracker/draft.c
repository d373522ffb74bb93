/* In the order of bids everybody takes a tracker card from another's bid, and a mine. */
#include <string.h>

#include "lapidary/emit.h"
#include "lapidary/tracker.h"
#include "lapidary/zone.h"
#include "numbers.h"
#include "phases.h"

uint16_t turn_begins(const LapContext *context, LapBlock *block) { return GEMS_TRACKER_DRAFT; }

uint32_t turn_actors(const LapContext *context, const LapBlock *block)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  return 1u << game->order[game->turn];
}

/* --- draft: each bid is taken from once a round; from one's own only if no other is left */

static bool another_is_left(const LapContext *context, const GemsTracker *game, uint8_t seat)
{
  for (uint8_t owner = 0; owner < context->seats; owner++)
    if (owner != seat && game->bid[owner].count) return true;
  return false;
}

static void legal_from(const GemsTracker *game, uint8_t seat, uint8_t owner, LapActions *actions)
{
  uint16_t card[2], cards = lap_zone_faces(LAP_CONST_ZONE(&game->bid[owner]), card);
  uint16_t mine[GEMS_TRACKER_SEATS + 1], mines = lap_zone_faces(LAP_CONST_ZONE(&game->mines), mine);
  for (uint16_t i = 0; i < cards; i++)
    for (uint16_t j = 0; j < mines; j++)
      lap_add_3(actions, GEMS_TRACKER_TAKE, seat, owner, (int16_t)card[i], (int16_t)mine[j]);
}

void draft_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  bool own_too = !another_is_left(context, game, seat);
  for (uint8_t owner = 0; owner < context->seats; owner++)
    if (owner != seat || own_too) legal_from(game, seat, owner, actions);
}

/* The other card of the bid goes to its owner's discards. All have seen which it is. */
static void discard_rest(const LapContext *context, LapBlock *block, uint8_t owner)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int16_t card = (int16_t)lap_zone_draw(LAP_ZONE(&game->bid[owner]), LAP_HAND(&game->discards[owner]), LAP_EVERYONE);
  if (card) lap_emit(context, block, DISCARDED, owner, card);
}

/* The token that comes to a space is put on top of the stack there. */
static void ride(const LapContext *context, LapBlock *block, uint8_t seat, int rails)
{
  GemsTracker *game = gems_tracker_in(context, block);
  if (!rails) return;
  uint8_t order_before[GEMS_TRACKER_SEATS];
  memcpy(order_before, game->rail_order, sizeof order_before);
  TenderPay pay_before = tender_pay(context, block, seat, PAY_BY_RAILS);
  lap_tracker_move(LAP_TRACKER(game->rails, game->rail_order, context->seats), seat, rails, LAP_ON_TOP);
  lap_emit(context, block, RODE, seat, (int16_t)rails, game->rails[seat]);
  numbers_tell_ride(context, block, seat, order_before);
  tender_pay_tell(context, block, seat, &pay_before);
}

uint16_t draft_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemsTracker *game = gems_tracker_in(context, block);
  uint8_t owner = (uint8_t)action->arg[0];
  uint16_t card = (uint16_t)action->arg[1], mine = (uint16_t)action->arg[2];
  lap_zone_move(LAP_ZONE(&game->bid[owner]), card, LAP_ZONE(&game->taken), LAP_EVERYONE);
  lap_zone_move(LAP_ZONE(&game->mines), mine, LAP_ZONE(&game->taken_mine), LAP_EVERYONE);
  lap_emit(context, block, TOOK, action->seat, owner, (int16_t)card, (int16_t)mine);
  discard_rest(context, block, owner);
  ride(context, block, action->seat, gems_tracker_mine(context, mine)->rails);
  return GEMS_TRACKER_PLACE;
}
