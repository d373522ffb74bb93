/* What was taken becomes a column, before or after any number of Bookings. */
#include "lapidary/emit.h"
#include "lapidary/plane.h"
#include "lapidary/zone.h"
#include "numbers.h"
#include "phases.h"

/* --- what may be done */

static void legal_bookings(const GemsTracker *game, uint8_t seat, LapActions *actions)
{
  for (uint8_t area = 0; area < game->areas[seat].count; area++)
    for (uint8_t side = GEMS_TRACKER_LEFT; side <= GEMS_TRACKER_RIGHT; side++)
      lap_add_2(actions, GEMS_TRACKER_BOOK, seat, area, side);
}

/* The ends of open areas where a number may go, as bits of 2 * area + side. */
static uint64_t ends_for(const GemsTracker *game, uint8_t seat, uint32_t open, uint8_t number)
{
  uint64_t ends = 0;
  for (uint8_t area = 0; area < game->areas[seat].count; area++) {
    uint64_t left = tableau_fits_end(game, seat, area, GEMS_TRACKER_LEFT, number);
    uint64_t right = tableau_fits_end(game, seat, area, GEMS_TRACKER_RIGHT, number);
    ends |= (open >> area & 1) * (left | right << 1) << 2 * area;
  }
  return ends;
}

/* The slots that it may cover in open areas, as bits. Without branches, since their outcomes could not be predicted. */
static uint64_t covers_for(const GemsTracker *game, uint8_t seat, uint32_t open, uint8_t number)
{
  uint64_t bookings = 0, slots = 0;
  for (uint8_t slot = 0; slot < game->slots[seat]; slot++)
    bookings |= (uint64_t)tableau_is_coverable(game, seat, slot) << slot;
  while (bookings) {
    uint8_t slot = (uint8_t)lap_plane_pop(&bookings);
    bool is_open = open >> tableau_area_of(game, seat, slot) & 1;
    slots |= (uint64_t)(is_open & tableau_fits_cover(game, seat, slot, number)) << slot;
  }
  return slots;
}

static void legal_ends(uint64_t ends, uint8_t seat, LapActions *actions)
{
  while (ends) {
    uint32_t end = lap_plane_pop(&ends);
    lap_add_3(actions, GEMS_TRACKER_EXTEND, seat, (int16_t)(end / 2), end % 2, GEMS_TRACKER_UPRIGHT);
    lap_add_3(actions, GEMS_TRACKER_EXTEND, seat, (int16_t)(end / 2), end % 2, GEMS_TRACKER_TURNED);
  }
}

static void legal_covers(uint64_t slots, uint8_t seat, LapActions *actions)
{
  while (slots) {
    uint32_t slot = lap_plane_pop(&slots);
    lap_add_2(actions, GEMS_TRACKER_COVER, seat, (int16_t)slot, GEMS_TRACKER_UPRIGHT);
    lap_add_2(actions, GEMS_TRACKER_COVER, seat, (int16_t)slot, GEMS_TRACKER_TURNED);
  }
}

static void legal_columns(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  uint32_t open = (uint32_t)context->host->rule(context, block, GEMS_TRACKER_OPEN_AREAS, seat, 0);
  uint8_t number = gems_tracker_number(game->taken.slot[0].piece);
  if (open >> game->areas[seat].count & 1) {
    lap_add_1(actions, GEMS_TRACKER_BEGIN_AREA, seat, GEMS_TRACKER_UPRIGHT);
    lap_add_1(actions, GEMS_TRACKER_BEGIN_AREA, seat, GEMS_TRACKER_TURNED);
  }
  legal_ends(ends_for(game, seat, open, number), seat, actions);
  legal_covers(covers_for(game, seat, open, number), seat, actions);
}

void place_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  if (context->host->rule(context, block, GEMS_TRACKER_MAY_BOOK, seat, 0)) legal_bookings(game, seat, actions);
  if (game->taken.count)
    legal_columns(context, block, seat, actions);
  else if (context->host->rule(context, block, GEMS_TRACKER_TURN_MAY_END, seat, 0))
    lap_add(actions, GEMS_TRACKER_DONE, seat);
}

/* --- the rules that this asks: a column may go to any area, or begin another */

int32_t may_book(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  return gems_tracker_of(context, block)->bookings[seat].count > 0;
}

int32_t rounds(const LapContext *context, const LapBlock *block, int32_t a, int32_t b) { return GEMS_TRACKER_ROUNDS; }

int32_t open_areas(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b) { return -1; }

int32_t turn_may_end(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  return gems_tracker_of(context, block)->taken.count == 0;
}

int32_t fits(const LapContext *context, const LapBlock *block, int32_t seat, int32_t numbers)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  uint32_t open = (uint32_t)context->host->rule(context, block, GEMS_TRACKER_OPEN_AREAS, seat, 0);
  if (open >> game->areas[seat].count & 1) return numbers;
  int32_t fitting = 0;
  for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++)
    if (numbers >> number & 1 &&
        (ends_for(game, (uint8_t)seat, open, number) || covers_for(game, (uint8_t)seat, open, number)))
      fitting |= 1 << number;
  return fitting;
}

/* --- carrying it out */

static LapSlot taken_card(GemsTracker *game) { return lap_zone_take_at(LAP_ZONE(&game->taken), 0, LAP_EVERYONE); }

/* With nothing left to place and no Booking in hand the turn ends by itself. */
static uint16_t goes_on(const LapContext *context, LapBlock *block, uint8_t seat)
{
  if (gems_tracker_of(context, block)->bookings[seat].count) return LAP_STAY;
  return context->host->rule(context, block, GEMS_TRACKER_TURN_MAY_END, seat, 0) ? GEMS_TRACKER_TURN_ENDS : LAP_STAY;
}

/* One may place a mine either way up also where that makes no difference. */
static void tell_turned_alike(const LapContext *context, LapBlock *block, const GemsTrackerMine *mine)
{
  for (int i = 0; i < 3; i++)
    if (mine->gems[i] != mine->gems[5 - i]) return;
  lap_emit(context, block, TURNED_ALIKE);
}

/* Puts the card where the action says, and answers the slot. */
static uint8_t put_card(GemsTracker *game, const LapAction *action)
{
  uint8_t seat = action->seat;
  if (action->kind == GEMS_TRACKER_BEGIN_AREA) return tableau_begin_area(game, seat, taken_card(game));
  if (action->kind == GEMS_TRACKER_EXTEND)
    return tableau_extend(game, seat, (uint8_t)action->arg[0], (uint8_t)action->arg[1], taken_card(game));
  uint8_t slot = (uint8_t)action->arg[0];
  lap_zone_put(LAP_HAND(&game->covered[seat]), game->columns[seat][slot]);
  tableau_cover(game, seat, slot, taken_card(game));
  return slot;
}

/* The mine is laid under the card in `slot`, the way up that the last argument says. */
static void dig(const LapContext *context, LapBlock *block, const LapAction *action, uint8_t slot)
{
  GemsTracker *game = gems_tracker_in(context, block);
  uint8_t seat = action->seat;
  bool is_turned = action->arg[action->n_args - 1] == GEMS_TRACKER_TURNED;
  uint16_t mine = lap_zone_draw(LAP_ZONE(&game->taken_mine), LAP_ZONE(&game->mined[seat]), LAP_EVERYONE);
  tableau_dig(game, seat, slot, gems_tracker_mine(context, mine), is_turned);

  static const uint16_t event[] = {
      [GEMS_TRACKER_BEGIN_AREA] = AREA_BEGUN, [GEMS_TRACKER_EXTEND] = EXTENDED, [GEMS_TRACKER_COVER] = COVERED};
  uint8_t area = tableau_area_of(game, seat, slot);
  lap_emit(context, block, event[action->kind], seat, (int16_t)game->columns[seat][slot].piece, (int16_t)mine, area);
  tell_turned_alike(context, block, gems_tracker_mine(context, mine));
}

/* Who plays alone competes for no numbers, and has no tokens. */
static uint16_t place_column(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemsTracker *game = gems_tracker_in(context, block);
  uint8_t seat = action->seat;
  bool competes = context->seats > 1;
  TableauValues before = competes ? tableau_values(game, seat) : (TableauValues){{0}, {0}};
  TenderPay pay_before = tender_pay(context, block, seat, PAY_BY_COLUMN);
  uint8_t slot = put_card(game, action);
  dig(context, block, action, slot);
  if (competes) numbers_tell_column(context, block, seat, &before);
  tender_pay_tell(context, block, seat, &pay_before);
  context->host->notify(context, block, GEMS_TRACKER_COLUMN_STANDS, seat, tableau_area_of(game, seat, slot));
  return goes_on(context, block, seat);
}

/* A Booking is covered in a later round, and the last one has none. */
static void tell_stays_uncovered(const LapContext *context, const LapBlock *block)
{
  int32_t last = context->host->rule(context, block, GEMS_TRACKER_ROUNDS_PLAYED, 0, 0);
  if (gems_tracker_of(context, block)->round == last) lap_emit(context, block, STAYS_UNCOVERED);
}

static uint16_t book(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemsTracker *game = gems_tracker_in(context, block);
  uint8_t seat = action->seat, area = (uint8_t)action->arg[0], side = (uint8_t)action->arg[1];
  TenderPay pay_before = tender_pay(context, block, seat, PAY_BY_BOOKING);
  LapSlot card = lap_zone_take(LAP_HAND(&game->bookings[seat]), GEMS_TRACKER_BOOKING, LAP_EVERYONE);
  tableau_dig(game, seat, tableau_extend(game, seat, area, side, card), NULL, false);
  lap_emit(context, block, BOOKED, seat, area, side);
  tell_stays_uncovered(context, block);
  tender_pay_tell(context, block, seat, &pay_before);
  return goes_on(context, block, seat);
}

uint16_t place_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == GEMS_TRACKER_BOOK) return book(context, block, action);
  if (action->kind == GEMS_TRACKER_DONE) return GEMS_TRACKER_TURN_ENDS;
  return place_column(context, block, action);
}

/* Nobody listens below the variants. */
void column_stands(const LapContext *context, LapBlock *block, int32_t seat, int32_t area) {}

/* --- the turn ends */

uint16_t turn_ends(const LapContext *context, LapBlock *block)
{
  GemsTracker *game = gems_tracker_in(context, block);
  game->turn++;
  return game->turn < context->seats ? GEMS_TRACKER_TURN_BEGINS : GEMS_TRACKER_ROUND_ENDS;
}
