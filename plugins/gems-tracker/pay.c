/* What tenders pay a seat as things stand: a change is told as soon as a column or a Booking brings it. */
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

static uint64_t paying_for_none(const LapContext *context, const GemsTracker *game)
{
  uint64_t places = 0;
  for (uint16_t place = 0; place < game->tenders.count; place++) {
    bool is = gems_tracker_tender(context, face_at(game, place))->way == GEMS_TRACKER_WITHOUT;
    places |= (uint64_t)is << place;
  }
  return places;
}

TenderPay tender_pay(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  TenderPay pay = {.paying = beside(context, game, (uint8_t)(seat + 1))};
  pay.open = beside(context, game, 0) & paying_for_none(context, game) & ~pay.paying;
  for (uint64_t places = pay.paying | pay.open; places;) {
    uint32_t place = lap_plane_pop(&places);
    pay.worth[place] = worth_of_tender(context, block, seat, face_at(game, place));
  }
  return pay;
}

/* Of one where a token may still be put, only the loss of what it pays for none is told. */
void tender_pay_tell(const LapContext *context, const LapBlock *block, uint8_t seat, const TenderPay *before)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  for (uint64_t places = before->paying | before->open; places;) {
    uint32_t place = lap_plane_pop(&places);
    uint16_t face = face_at(game, place);
    bool pays = before->paying >> place & 1;
    if (!pays && before->worth[place] < 0) continue;
    int16_t worth = worth_of_tender(context, block, seat, face);
    if (worth != before->worth[place])
      lap_emit(context, block, pays ? TENDER_PAYS : TENDER_WOULD_PAY, seat, (int16_t)face, worth, before->worth[place]);
  }
}
