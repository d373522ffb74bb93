#include "lapidary/deck.h"

#include "lapidary/random.h"

uint16_t lap_deck_add(LapZone zone, uint16_t face, uint16_t copies)
{
  uint16_t added = 0;
  while (added < copies && lap_zone_put(zone, (LapSlot){.piece = face})) added++;
  return added;
}

uint16_t lap_deck_fill(LapZone zone, uint16_t faces, const uint8_t *copies)
{
  uint16_t added = 0;
  for (uint16_t face = 1; face <= faces; face++) added += lap_deck_add(zone, face, copies ? copies[face] : 1);
  return added;
}

void lap_deck_shuffle(const LapContext *context, LapBlock *block, LapZone zone)
{
  lap_zone_forget(zone, 0);
  if (zone.order == LAP_SET) {
    lap_zone_sort(zone);
    return;
  }
  for (uint16_t i = *zone.count; i > 1; i--) {
    uint16_t other = (uint16_t)lap_random_below(context, block, i);
    LapSlot slot = zone.slot[i - 1];
    zone.slot[i - 1] = zone.slot[other];
    zone.slot[other] = slot;
  }
}

uint16_t lap_deck_reshuffle(const LapContext *context, LapBlock *block, LapZone discard, LapZone draw, uint16_t keep)
{
  if (!discard.slot || *discard.count <= keep) return 0;
  uint16_t n = *discard.count - keep;
  if (n > draw.capacity - *draw.count) return 0;
  if (keep == 0) lap_zone_pass(discard, draw, 0);
  for (uint16_t i = 0; keep > 0 && i < n; i++) lap_zone_move_at(discard, 0, draw, 0);
  lap_deck_shuffle(context, block, draw);
  return n;
}

/* Whether `draw` has a piece, after a reshuffle if need be. */
static bool has_next(const LapContext *context, LapBlock *block, LapZone draw, LapZone discard)
{
  return *draw.count > 0 || lap_deck_reshuffle(context, block, discard, draw, 0) > 0;
}

static bool full(LapZone zone) { return *zone.count >= zone.capacity; }

uint16_t lap_deck_draw(const LapContext *context, LapBlock *block, LapZone draw, LapZone discard, LapZone to,
                       uint16_t n, uint16_t seen)
{
  uint16_t drawn = 0;
  while (drawn < n && !full(to) && has_next(context, block, draw, discard)) {
    lap_zone_draw(draw, to, seen);
    drawn++;
  }
  return drawn;
}

uint16_t lap_deck_dig(const LapContext *context, LapBlock *block, LapZone draw, LapZone discard, LapZone aside,
                      uint16_t n, LapWanted wanted, const void *user)
{
  uint16_t found = 0;
  while (found < n && !full(aside) && has_next(context, block, draw, discard))
    found += wanted(lap_zone_draw(draw, aside, LAP_EVERYONE), user);
  return found;
}

uint16_t lap_deck_draw_any(const LapContext *context, LapBlock *block, LapZone from, LapZone to, uint16_t seen)
{
  if (*from.count == 0 || full(to)) return 0;
  return lap_zone_move_at(from, (uint16_t)lap_random_below(context, block, *from.count), to, seen);
}
