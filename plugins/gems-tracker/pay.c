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

/* Those of the tenders that pay in one way. */
static uint64_t tenders_of(const LapContext *context, const GemsTracker *game, bool (*is)(int8_t way))
{
  uint64_t places = 0;
  for (uint16_t place = 0; place < game->tenders.count; place++)
    places |= (uint64_t)is(gems_tracker_tender(context, face_at(game, place))->way) << place;
  return places;
}

static bool pays_for_none(int8_t way) { return way == GEMS_TRACKER_WITHOUT; }
static bool ranks_all(int8_t way) { return way == GEMS_TRACKER_MOST || way == GEMS_TRACKER_LEAST; }

TenderPay tender_pay(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  TenderPay pay = {.open = 0};
  uint64_t ranking = tenders_of(context, game, ranks_all);
  for (uint8_t other = 0; other < context->seats; other++)
    pay.paying[other] = beside(context, game, (uint8_t)(other + 1)) & (other == seat ? ~UINT64_C(0) : ranking);
  pay.open = beside(context, game, 0) & tenders_of(context, game, pays_for_none) & ~pay.paying[seat];
  for (uint8_t other = 0; other < context->seats; other++)
    for (uint64_t places = pay.paying[other] | (other == seat ? pay.open : 0); places;) {
      uint32_t place = lap_plane_pop(&places);
      pay.worth[other][place] = worth_of_tender(context, block, other, face_at(game, place));
    }
  return pay;
}

static void tell_pay_of(const LapContext *context, const LapBlock *block, uint8_t seat, uint64_t places, uint16_t kind,
                        const int16_t *before)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  while (places) {
    uint32_t place = lap_plane_pop(&places);
    uint16_t face = face_at(game, place);
    int16_t worth = worth_of_tender(context, block, seat, face);
    if (worth != before[place]) lap_emit(context, block, kind, seat, (int16_t)face, worth, before[place]);
  }
}

/* Of one where a token may still be put, only the loss of what it pays for none is told. */
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
  tell_pay_of(context, block, seat, before->paying[seat], TENDER_PAYS, before->worth[seat]);
  tell_pay_of(context, block, seat, still_paying(before->open, before->worth[seat]), TENDER_WOULD_PAY,
              before->worth[seat]);
  for (uint8_t other = 0; other < context->seats; other++)
    if (other != seat) tell_pay_of(context, block, other, before->paying[other], TENDER_PAYS, before->worth[other]);
}
