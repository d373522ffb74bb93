/* Set-up: cards, mines and tenders. */
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/tracker.h"
#include "phases.h"

enum { BOOKINGS_DEALT = 3 };

/* --- seats: twelve tracker cards of a colour, three Bookings, a tie breaker, a token at rail 0 */

static void put_open(LapZone zone, uint16_t face, int copies)
{
  for (; copies > 0; copies--) lap_zone_put(zone, (LapSlot){face, LAP_EVERYONE});
}

static void put_colour(LapZone zone, uint8_t colour)
{
  for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++)
    put_open(zone, gems_tracker_card(colour, number), 1);
}

static void deal_seat(GemsTracker *game, uint8_t seat)
{
  put_colour(LAP_HAND(&game->hand[seat]), seat);
  put_open(LAP_HAND(&game->bookings[seat]), GEMS_TRACKER_BOOKING, BOOKINGS_DEALT);
  game->tie_breaker[seat] = seat + 1;
}

/* What nobody plays with. */
static void fill_box(GemsTracker *game, uint8_t seats)
{
  for (uint8_t colour = seats; colour < GEMS_TRACKER_SEATS; colour++) put_colour(LAP_ZONE(&game->box), colour);
  put_open(LAP_ZONE(&game->box), GEMS_TRACKER_BOOKING, GEMS_TRACKER_BOOKINGS - BOOKINGS_DEALT * seats);
}

uint16_t set_up_seats(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  for (uint8_t seat = 0; seat < context->seats; seat++) deal_seat(game, seat);
  fill_box(game, context->seats);
  lap_tracker_start(LAP_TRACKER(game->rails, game->rail_order, context->seats), 0);
  return GEMS_TRACKER_SET_UP_MINES;
}

/* --- mines: those with the number of players on them */

static bool is_used(const LapContext *context, uint16_t mine)
{
  return gems_tracker_mine(context, mine)->seats >> (context->seats - 1) & 1;
}

uint16_t set_up_mines(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  for (uint16_t mine = 1; mine <= GEMS_TRACKER_MINES; mine++)
    if (is_used(context, mine))
      lap_zone_put(LAP_ZONE(&game->mine_deck), (LapSlot){.piece = mine});
    else
      lap_zone_put(LAP_ZONE(&game->mine_box), (LapSlot){mine, LAP_EVERYONE});
  lap_deck_shuffle(context, block, LAP_ZONE(&game->mine_deck));
  return GEMS_TRACKER_SET_UP_TENDERS;
}

/* One more than there are players. */
int32_t mines_open(const LapContext *context, const LapBlock *block, int32_t a, int32_t b)
{
  return context->seats + 1;
}

/* --- tenders: turned up one by one; of each type at most so many are laid */

int32_t tenders_laid(const LapContext *context, const LapBlock *block, int32_t a, int32_t b)
{
  return context->seats == 4 ? 8 : 6;
}

int32_t type_limit(const LapContext *context, const LapBlock *block, int32_t type, int32_t b)
{
  return ((const GemsTrackerType *)lap_rows(context, 0, 2))[type + 1].at_most;
}

/* The next tender is laid, or, one too many of its type, goes under the others. `limit` [GEMS_TRACKER_TYPES] is of
 * those still to be turned up. */
static void turn_up_tender(const LapContext *context, LapBlock *block, int32_t *limit)
{
  GemsTracker *game = gems_tracker_in(context, block);
  LapZone box = LAP_ZONE(&game->tender_box);
  LapSlot tender = lap_zone_take_at(box, game->tender_box.count - 1, LAP_EVERYONE);
  if (limit[gems_tracker_tender(context, tender.piece)->type]-- <= 0) {
    lap_zone_put_under(box, tender);
    return;
  }
  lap_zone_put(LAP_ZONE(&game->tenders), tender);
  lap_emit(context, block, TENDER_LAID, (int16_t)tender.piece);
}

/* In one line for two players, in two lines for others. */
static void lay_out(const LapContext *context, GemsTracker *game)
{
  uint16_t in_line = context->seats == 2 ? game->tenders.count : (game->tenders.count + 1) / 2;
  for (uint16_t i = 0; i < game->tenders.count; i++) {
    game->tender_x[i] = (uint8_t)(i % in_line);
    game->tender_y[i] = (uint8_t)(i / in_line);
  }
  game->spots.count = count_spots(context);
  for (uint8_t i = 0; i < game->spots.count; i++) {
    const GemsTrackerSpot *between = spot_of(context, i);
    bool beside = game->tender_y[between->first] == game->tender_y[between->second];
    game->spot_at[i] = (uint8_t)between->first;
    game->spot_side[i] = beside ? GEMS_TRACKER_EAST : GEMS_TRACKER_SOUTH;
  }
}

uint16_t set_up_tenders(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  int laid = context->host->rule(context, block, GEMS_TRACKER_TENDERS_LAID, 0, 0);
  int32_t limit[GEMS_TRACKER_TYPES];
  for (int type = 0; type < GEMS_TRACKER_TYPES; type++)
    limit[type] = context->host->rule(context, block, GEMS_TRACKER_TYPE_LIMIT, type, 0);
  lap_deck_fill(LAP_ZONE(&game->tender_box), GEMS_TRACKER_TENDERS, NULL);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->tender_box));
  for (int cards = GEMS_TRACKER_TENDERS; cards > 0 && game->tenders.count < laid; cards--)
    turn_up_tender(context, block, limit);
  lay_out(context, game);
  return GEMS_TRACKER_ROUND_BEGINS;
}
