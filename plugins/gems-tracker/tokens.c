/* The order of turns; and after rounds 5 and 9 everybody puts a token between two tenders, in the order of the rail
 * track. */
#include "lapidary/emit.h"
#include "lapidary/zone.h"
#include "phases.h"

void take_turns_in(const LapContext *context, GemsTracker *game, const uint8_t *order)
{
  for (uint8_t i = 0; i < context->seats; i++) {
    game->order[i] = order[i];
    game->place_in_order[order[i]] = i + 1;
  }
  game->turn = 0;
}

/* --- a round ends */

static bool is_scored(uint8_t round) { return round == GEMS_TRACKER_FIRST_SCORING || round == GEMS_TRACKER_ROUNDS; }

uint16_t round_ends(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  if (!is_scored(game->round)) return GEMS_TRACKER_ROUND_BEGINS;
  take_turns_in(context, game, game->rail_order);
  return GEMS_TRACKER_TOKENS;
}

/* --- spots: the rows of their catalogue that are for so many seats, in its order */

static uint8_t first_spot(const LapContext *context)
{
  const GemsTrackerSpot *spot = lap_rows(context, 0, 3);
  uint8_t first = 1;
  while (first <= context->catalogues[0][3].n && spot[first].seats != context->seats) first++;
  return first;
}

const GemsTrackerSpot *spot_of(const LapContext *context, uint8_t spot)
{
  return (const GemsTrackerSpot *)lap_rows(context, 0, 3) + first_spot(context) + spot;
}

uint8_t count_spots(const LapContext *context)
{
  const GemsTrackerSpot *spot = lap_rows(context, 0, 3);
  uint8_t n = 0;
  for (uint32_t row = 1; row <= context->catalogues[0][3].n; row++) n += spot[row].seats == context->seats;
  return n;
}

/* --- tokens: one at a spot, and there it stays */

void tokens_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  const GemsTrackerSpot *between = spot_of(context, 0);
  for (uint8_t spot = 0; spot < game->spots.count; spot++)
    if (game->spots.item[spot] == 0)
      lap_add_3(actions, GEMS_TRACKER_PUT_TOKEN, seat, spot, (int16_t)game->tenders.slot[between[spot].first].piece,
                (int16_t)game->tenders.slot[between[spot].second].piece);
}

/* What the scoring brings is certain by now: nothing that it counts changes before it. */
static void tell_pay(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t spot)
{
  int16_t worth[2];
  worth_beside(context, block, seat, spot, worth);
  lap_emit(context, block, TOKEN_PAYS, seat, worth[0], worth[1], points_without_spot(context, block, seat, spot));
}

uint16_t tokens_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemsTracker *game = gems_tracker_in(context, block);
  const int16_t *arg = action->arg;
  game->spots.item[arg[0]] = action->seat + 1;
  lap_emit(context, block, TOKEN_PUT, action->seat, arg[0], arg[1], arg[2]);
  tell_pay(context, block, action->seat, (uint8_t)arg[0]);
  if (game->round == GEMS_TRACKER_FIRST_SCORING) lap_emit(context, block, TOKEN_STAYS);
  game->turn++;
  return game->turn < context->seats ? LAP_STAY : GEMS_TRACKER_SCORING;
}
