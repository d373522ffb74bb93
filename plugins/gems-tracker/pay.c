/* What tenders pay a seat as things stand, or would pay: a change is told as soon as a column, a Booking or rails bring
 * it. */
#include "lapidary/emit.h"
#include "lapidary/plane.h"
#include "phases.h"

static uint16_t face_at(const GemsTracker *game, uint32_t place) { return game->tenders.slot[place].piece; }

/* The tenders beside spots where this lies: 0, or a seat + 1. As bits of their places, as below. */
static uint64_t beside(const LapContext *context, const GemsTracker *game, uint8_t token)
{
  const GemsTrackerSpot *between = spot_of(context, 0);
  uint64_t places = 0;
  for (uint8_t spot = 0; spot < game->spots.count; spot++)
    if (game->spots.item[spot] == token)
      places |= UINT64_C(1) << between[spot].first | UINT64_C(1) << between[spot].second;
  return places;
}

/* What changes what a tender asks about; discards change at none of these. */
static bool is_changed_by(int8_t measure, PayChange change)
{
  switch (measure) {
  case GEMS_TRACKER_RAILS:
    return change == PAY_BY_RAILS;
  case GEMS_TRACKER_BOOKINGS_LAID:
    return change == PAY_BY_BOOKING;
  case GEMS_TRACKER_DISCARDS:
    return false;
  default:
    return change == PAY_BY_COLUMN;
  }
}

static bool ranks_all(int8_t way) { return way == GEMS_TRACKER_MOST || way == GEMS_TRACKER_LEAST; }

/* The tenders that may pay otherwise; and of them those that rank all. */
static uint64_t tenders_changed(const LapContext *context, const GemsTracker *game, PayChange change, uint64_t *ranking)
{
  uint64_t places = 0;
  *ranking = 0;
  for (uint16_t place = 0; place < game->tenders.count; place++) {
    const GemsTrackerTender *tender = gems_tracker_tender(context, face_at(game, place));
    uint64_t changed = (uint64_t)is_changed_by(tender->measure, change) << place;
    places |= changed;
    if (ranks_all(tender->way)) *ranking |= changed;
  }
  return places;
}

/* To count is slow: where it is plain that nothing is paid, nothing is counted. */
static void find_worth(const LapContext *context, const LapBlock *block, uint8_t seat, uint64_t places, int16_t *worth)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  if (!places) return;
  int32_t paying = context->host->rule(context, block, GEMS_TRACKER_TENDERS_IN_REACH, seat, (int32_t)places);
  while (places) {
    uint32_t place = lap_plane_pop(&places);
    worth[place] = paying >> place & 1 ? worth_of_tender(context, block, seat, face_at(game, place)) : 0;
  }
}

static void find_all_worth(const LapContext *context, const LapBlock *block, uint8_t seat, TenderPay *pay)
{
  for (uint8_t other = 0; other < context->seats; other++)
    find_worth(context, block, other, pay->paying[other] | (other == seat ? pay->open : 0), pay->worth[other]);
}

TenderPay tender_pay(const LapContext *context, const LapBlock *block, uint8_t seat, PayChange change)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  TenderPay pay = {.open = 0};
  uint64_t ranking, changed = tenders_changed(context, game, change, &ranking);
  if (!changed) return pay;
  for (uint8_t other = 0; other < context->seats; other++)
    pay.paying[other] = beside(context, game, (uint8_t)(other + 1)) & (other == seat ? changed : ranking);
  pay.open = beside(context, game, 0) & changed & ~pay.paying[seat];
  find_all_worth(context, block, seat, &pay);
  return pay;
}

static void tell_pay_of(const LapContext *context, const LapBlock *block, uint8_t seat, uint64_t places, uint16_t kind,
                        const int16_t *before, const int16_t *now)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  while (places) {
    uint32_t place = lap_plane_pop(&places);
    if (now[place] != before[place])
      lap_emit(context, block, kind, seat, (int16_t)face_at(game, place), now[place], before[place]);
  }
}

/* Nobody puts a token where it would lose points: that it would lose still more is not told. */
static uint64_t still_paying(uint64_t places, const int16_t *worth)
{
  uint64_t paying = 0;
  while (places) {
    uint32_t place = lap_plane_pop(&places);
    paying |= (uint64_t)(worth[place] >= 0) << place;
  }
  return paying;
}

void tender_pay_tell(const LapContext *context, const LapBlock *block, uint8_t seat, const TenderPay *before)
{
  TenderPay now = *before;
  find_all_worth(context, block, seat, &now);
  tell_pay_of(context, block, seat, now.paying[seat], TENDER_PAYS, before->worth[seat], now.worth[seat]);
  tell_pay_of(context, block, seat, still_paying(now.open, before->worth[seat]), TENDER_WOULD_PAY, before->worth[seat],
              now.worth[seat]);
  for (uint8_t other = 0; other < context->seats; other++)
    if (other != seat)
      tell_pay_of(context, block, other, now.paying[other], TENDER_PAYS, before->worth[other], now.worth[other]);
}
