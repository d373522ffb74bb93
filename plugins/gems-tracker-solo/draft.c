/* What is told of two trackers and two mines once they are chosen: where the trackers fit, what the mines have for
 * tenders. And later, whether a tracker that is left fits nowhere. */
#include <stdbool.h>
#include <string.h>

#include "lapidary/emit.h"
#include "lapidary/zone.h"
#include "phases.h"
#include "plugins/gems-tracker/tableau.h"

/* --- where trackers fit */

/* At how many ends and on how many Bookings a tracker may stand, and in which areas, as bits. */
typedef struct {
  int16_t places;
  uint8_t areas;
} Fit;

static void add_places(Fit *fit, uint8_t area, int places)
{
  fit->places = (int16_t)(fit->places + places);
  if (places) fit->areas |= (uint8_t)(1 << area);
}

static Fit fit_of(const GemsTracker *game, int16_t tracker)
{
  uint8_t number = gems_tracker_number((uint16_t)tracker);
  Fit fit = {0};
  for (uint8_t area = 0; area < game->areas[0].count; area++)
    for (uint8_t side = GEMS_TRACKER_LEFT; side <= GEMS_TRACKER_RIGHT; side++)
      add_places(&fit, area, tableau_fits_end(game, 0, area, side, number));
  for (uint8_t slot = 0; slot < game->slots[0]; slot++)
    add_places(&fit, tableau_area_of(game, 0, slot), tableau_fits_cover(game, 0, slot, number));
  return fit;
}

/* Whether both fit in one and the same area alone, which takes only one of them. */
static bool share_area(Fit left, Fit right)
{
  return left.areas == right.areas && (left.areas == 1 << 0 || left.areas == 1 << 1);
}

/* Beyond a Booking in the other area any tracker fits. */
static void tell_one_area(const LapContext *context, const LapBlock *block, int16_t left, int16_t right, uint8_t areas)
{
  bool can_book = gems_tracker_of(context, block)->bookings[0].count > 0;
  lap_emit(context, block, can_book ? ONE_AREA_UNLESS_BOOKED : ONE_AREA, left, right, areas == 1 << 1);
}

/* Without Bookings what fits nowhere is lost: whatever the other tracker does is done in the other area. */
static void tell_one_nowhere(const LapContext *context, const LapBlock *block, int16_t tracker, int16_t other,
                             Fit other_fit)
{
  bool can_book = gems_tracker_of(context, block)->bookings[0].count > 0;
  lap_emit(context, block, can_book ? ONE_NOWHERE_UNLESS_BOOKED : ONE_NOWHERE, tracker, other, other_fit.places);
}

/* A Booking makes room for one column, in its area. */
static void tell_both_nowhere(const LapContext *context, const LapBlock *block, int16_t left, int16_t right)
{
  static const uint16_t kind[] = {BOTH_NOWHERE, BOTH_NOWHERE_BUT_ONE_BOOKING, BOTH_NOWHERE_UNLESS_BOOKED};
  uint16_t bookings = gems_tracker_of(context, block)->bookings[0].count;
  lap_emit(context, block, kind[bookings < SOLO_TAKEN ? bookings : SOLO_TAKEN], left, right);
}

/* An area that is not begun takes any. */
void solo_tell_fits(const LapContext *context, LapBlock *block, int16_t left, int16_t right)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  if (game->areas[0].count < SOLO_AREAS) return;
  Fit left_fit = fit_of(game, left), right_fit = fit_of(game, right);
  if (left_fit.areas == 0 && right_fit.areas == 0)
    tell_both_nowhere(context, block, left, right);
  else if (left_fit.areas == 0)
    tell_one_nowhere(context, block, left, right, right_fit);
  else if (right_fit.areas == 0)
    tell_one_nowhere(context, block, right, left, left_fit);
  else if (share_area(left_fit, right_fit))
    tell_one_area(context, block, left, right, left_fit.areas);
  else
    lap_emit(context, block, FITS, left, left_fit.places, right, right_fit.places);
}

void solo_tell_left(const LapContext *context, LapBlock *block)
{
  const Solo *solo = solo_of(context, block);
  if (solo->trackers.count != 1) return;
  uint16_t tracker = solo->trackers.slot[0].piece;
  if (context->host->rule(context, block, GEMS_TRACKER_FITS, 0, 1 << gems_tracker_number(tracker))) return;
  bool can_book = gems_tracker_of(context, block)->bookings[0].count > 0;
  lap_emit(context, block, can_book ? FITS_NOWHERE_UNLESS_BOOKED : FITS_NOWHERE, (int16_t)tracker,
           (int16_t)solo->chosen_mines.slot[0].piece);
}

static void tell_two_left(const LapContext *context, LapBlock *block)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  const LapSlot *tracker = solo_of(context, block)->trackers.slot;
  int16_t left = (int16_t)tracker[0].piece, right = (int16_t)tracker[1].piece;
  if (game->areas[0].count < SOLO_AREAS) return;
  Fit left_fit = fit_of(game, left);
  if (share_area(left_fit, fit_of(game, right))) tell_one_area(context, block, left, right, left_fit.areas);
}

void solo_tell_booked(const LapContext *context, LapBlock *block)
{
  if (solo_of(context, block)->trackers.count == SOLO_TAKEN)
    tell_two_left(context, block);
  else
    solo_tell_left(context, block);
}

/* --- what mines have */

/* What is told of tenders of one kind, two at once: for each the same number of arguments. */
typedef struct {
  uint16_t one, two; /* kinds of event */
  uint8_t n_args, n;
  int16_t arg[LAP_ARGS_MAX];
} Uses;

static void tell_uses(const LapContext *context, LapBlock *block, Uses *uses)
{
  if (uses->n == 0) return;
  LapEvent event = {.kind = uses->n == 1 ? uses->one : uses->two, .knows = LAP_EVERYONE};
  memcpy(event.arg, uses->arg, (size_t)uses->n * uses->n_args * sizeof *uses->arg);
  lap_emit_event(context, block, event);
  uses->n = 0;
}

static void add_use(const LapContext *context, LapBlock *block, Uses *uses, const int16_t *arg)
{
  memcpy(uses->arg + uses->n * uses->n_args, arg, uses->n_args * sizeof *arg);
  if (++uses->n == 2) tell_uses(context, block, uses);
}

static int16_t gems_of_colour(const GemsTrackerMine *mine, int8_t colour)
{
  int16_t gems = 0;
  for (int i = 0; i < 6; i++) gems += mine->gems[i] == colour;
  return gems;
}

static int16_t is_empty(const GemsTrackerMine *mine) { return gems_of_colour(mine, GEMS_TRACKER_NOTHING) == 6; }

/* Gems of each colour that a tender asks for, or empty mines. */
static void add_use_for(const LapContext *context, LapBlock *block, int16_t tender, const int16_t *mine, Uses *gems,
                        Uses *colours)
{
  const GemsTrackerTender *asked = gems_tracker_tender(context, (uint16_t)tender);
  int16_t of[2] = {0}, empty = 0;
  for (int j = 0; j < SOLO_TAKEN; j++) {
    const GemsTrackerMine *one = gems_tracker_mine(context, (uint16_t)mine[j]);
    empty += is_empty(one);
    for (uint8_t c = 0; c < asked->n_colours; c++) of[c] += gems_of_colour(one, asked->colours[c]);
  }
  const int16_t arg[] = {tender, of[0], of[1]};
  if (asked->measure == GEMS_TRACKER_EMPTY_MINES) {
    if (empty) lap_emit(context, block, EMPTY_FOR, tender, empty);
  } else if (of[0] + of[1]) {
    add_use(context, block, asked->n_colours > 1 ? colours : gems, arg);
  }
}

void solo_tell_use(const LapContext *context, LapBlock *block, const int16_t *mine)
{
  const GemsTracker *game = gems_tracker_of(context, block);
  Uses gems = {.one = GEMS_FOR, .two = TWO_GEMS_FOR, .n_args = 2};
  Uses colours = {.one = COLOURS_FOR, .two = TWO_COLOURS_FOR, .n_args = 3};
  for (uint16_t i = 0; i < game->tenders.count; i++)
    if (!solo_of(context, block)->met[i])
      add_use_for(context, block, (int16_t)game->tenders.slot[i].piece, mine, &gems, &colours);
  tell_uses(context, block, &gems);
  tell_uses(context, block, &colours);
}
