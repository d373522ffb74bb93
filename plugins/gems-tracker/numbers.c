#include "numbers.h"

#include <string.h>

#include "lapidary/emit.h"
#include "lapidary/plane.h"
#include "phases.h"

/* --- what everybody counts, and who is ahead */

Numbers numbers_of_all(const LapContext *context, const GemsTracker *game)
{
  Numbers numbers;
  for (uint8_t seat = 0; seat < context->seats; seat++) numbers.of[seat] = tableau_values(game, seat);
  return numbers;
}

int8_t numbers_leader(const LapContext *context, const Numbers *numbers, const uint8_t *rail_order, uint8_t number,
                      uint8_t *equals_out)
{
  int8_t leader = -1;
  uint8_t best = 0, equals = 0;
  for (uint8_t rank = 0; rank < context->seats; rank++) {
    uint8_t seat = rail_order[rank], gems = numbers->of[seat].gems[number];
    equals = gems > best ? 1 : equals + (gems == best);
    if (gems <= best) continue;
    best = gems;
    leader = (int8_t)seat;
  }
  if (equals_out) *equals_out = equals;
  return leader;
}

/* --- what is told of some numbers, as bits */

enum { ALL_NUMBERS = (1 << (GEMS_TRACKER_NUMBERS + 1)) - 2 };

/* Of each number who would get its point; -1: nobody, or it is not asked. And whether others have as many gems, so that
 * the rails decide. */
typedef struct {
  int8_t of[GEMS_TRACKER_NUMBERS + 1];
  bool by_rails[GEMS_TRACKER_NUMBERS + 1];
} Leaders;

static Leaders leaders_of(const LapContext *context, const Numbers *numbers, const uint8_t *rail_order, uint64_t among)
{
  Leaders leaders = {.by_rails = {false}};
  memset(leaders.of, -1, sizeof leaders.of);
  while (among) {
    uint8_t number = (uint8_t)lap_plane_pop(&among);
    uint8_t equals;
    leaders.of[number] = numbers_leader(context, numbers, rail_order, number, &equals);
    leaders.by_rails[number] = equals > 1;
  }
  return leaders;
}

static void tell_gained_from(const LapContext *context, const LapBlock *block, const Leaders *before,
                             const Leaders *now, int8_t from, bool by_rails)
{
  for (int16_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++) {
    int8_t leader = now->of[number];
    if (before->of[number] != from || leader == from || now->by_rails[number] != by_rails) continue;
    if (from < 0)
      lap_emit(context, block, NUMBER_GAINED, leader, number);
    else
      lap_emit(context, block, by_rails ? NUMBER_TAKEN_BY_RAILS : NUMBER_TAKEN, leader, from, number);
  }
}

/* Those that are gained from the same seat, or from nobody, and for the same reason, follow each other, and so are told
 * in one sentence. */
static void tell_gained(const LapContext *context, const LapBlock *block, const Leaders *before, const Leaders *now)
{
  if (!memcmp(before->of, now->of, sizeof now->of)) return;
  for (int8_t from = -1; from < context->seats; from++) {
    tell_gained_from(context, block, before, now, from, false);
    tell_gained_from(context, block, before, now, from, true);
  }
}

static void tell_count(const LapContext *context, const LapBlock *block, const TableauValues *values, uint8_t number)
{
  uint8_t gems = values->gems[number], areas = values->areas[number];
  if (areas > 1)
    lap_emit(context, block, COUNTED, gems, areas, number);
  else
    lap_emit(context, block, CONNECTED, gems, number);
}

static uint64_t alike(const TableauValues *values, uint64_t numbers, uint32_t as)
{
  uint64_t found = 0;
  while (numbers) {
    uint32_t number = lap_plane_pop(&numbers);
    bool is = values->gems[number] == values->gems[as] && values->areas[number] == values->areas[as];
    found |= (uint64_t)is << number;
  }
  return found;
}

/* Those that count alike follow each other, too. */
static void tell_counts(const LapContext *context, const LapBlock *block, const TableauValues *values, uint64_t numbers)
{
  while (numbers) {
    uint64_t together = alike(values, numbers, lap_plane_lowest(numbers));
    numbers &= ~together;
    while (together) tell_count(context, block, values, (uint8_t)lap_plane_pop(&together));
  }
}

/* --- what others have there. To count is slow, and who has no column with any of the numbers need not be counted */

static uint64_t numbers_built(const GemsTracker *game, uint8_t seat)
{
  uint64_t numbers = 0;
  for (uint8_t slot = 0; slot < game->slots[seat]; slot++) numbers |= UINT64_C(1) << tableau_number(game, seat, slot);
  return numbers & ALL_NUMBERS;
}

static Numbers numbers_of_others(const LapContext *context, const GemsTracker *game, uint8_t seat, uint64_t among)
{
  Numbers numbers = {{{{0}, {0}}}};
  for (uint8_t other = 0; other < context->seats; other++)
    if (other != seat && numbers_built(game, other) & among) numbers.of[other] = tableau_values(game, other);
  return numbers;
}

/* --- a column has been placed */

static uint64_t changed(const TableauValues *before, const TableauValues *now)
{
  uint64_t numbers = 0;
  for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++)
    numbers |= (uint64_t)(before->gems[number] != now->gems[number]) << number;
  return numbers;
}

void numbers_tell_column(const LapContext *context, const LapBlock *block, uint8_t seat, const TableauValues *before)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  TableauValues now = tableau_values(game, seat);
  uint64_t numbers = changed(before, &now);
  if (!numbers) return;
  tell_counts(context, block, &now, numbers);
  Numbers all = numbers_of_others(context, game, seat, numbers);
  all.of[seat] = *before;
  Leaders leaders_before = leaders_of(context, &all, game->rail_order, numbers);
  all.of[seat] = now;
  Leaders leaders = leaders_of(context, &all, game->rail_order, numbers);
  tell_gained(context, block, &leaders_before, &leaders);
}

/* --- somebody has advanced on the rail track: that decides where gems are equal */

void numbers_tell_ride(const LapContext *context, const LapBlock *block, uint8_t seat, const uint8_t *order_before)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  if (!memcmp(order_before, game->rail_order, context->seats)) return;
  uint64_t numbers = numbers_built(game, seat);
  Numbers all = numbers_of_others(context, game, seat, numbers);
  all.of[seat] = tableau_values(game, seat);
  Leaders before = leaders_of(context, &all, order_before, numbers);
  Leaders now = leaders_of(context, &all, game->rail_order, numbers);
  tell_gained(context, block, &before, &now);
}
