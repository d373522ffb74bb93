/* After every column: a tender whose highest tier is reached is turned down for good, others may come nearer. */
#include <stdbool.h>
#include <string.h>

#include "lapidary/emit.h"
#include "phases.h"

void solo_tell_end(const LapContext *context, LapBlock *block)
{
  const Solo *solo = solo_of(context, block);
  const GemsTracker *game = gems_tracker_of(context, block);
  if (game->round == SOLO_ROUNDS && solo->trackers.count == 0 && game->bookings[0].count == 0)
    lap_emit(context, block, MATCH_ENDS);
}

int16_t solo_needed_for(const LapContext *context, uint16_t face)
{
  const GemsTrackerTender *tender = gems_tracker_tender(context, face);
  return tender->n_needed ? tender->needed[tender->n_needed - 1] : 0;
}

/* --- some come nearer */

/* Tenders that have come nearer, with how much of each there is, as they are told at once. */
enum { TOLD_AT_ONCE = 3 };
typedef struct {
  int16_t arg[2 * TOLD_AT_ONCE];
  uint8_t n;
} Nearer;

/* How much is needed only stands with one alone: the name of a tender says it, too. */
static void tell_nearer(const LapContext *context, LapBlock *block, Nearer *nearer)
{
  static const uint16_t kind[] = {0, TENDER_NEARED, TWO_NEARED, THREE_NEARED};
  if (nearer->n == 0) return;
  LapEvent event = {.kind = kind[nearer->n], .knows = LAP_EVERYONE};
  memcpy(event.arg, nearer->arg, 2 * nearer->n * sizeof *nearer->arg);
  if (nearer->n == 1) event.arg[2] = solo_needed_for(context, (uint16_t)nearer->arg[0]);
  lap_emit_event(context, block, event);
  nearer->n = 0;
}

static void come_nearer(const LapContext *context, LapBlock *block, uint16_t place, Nearer *nearer)
{
  Solo *solo = solo_in(context, block);
  uint16_t face = gems_tracker_of(context, block)->tenders.slot[place].piece;
  int16_t amount = (int16_t)context->host->rule(context, block, GEMS_TRACKER_TENDER_AMOUNT, 0, face);
  if (amount == solo->reached[place]) return;
  solo->reached[place] = (uint8_t)amount;
  nearer->arg[2 * nearer->n] = (int16_t)face;
  nearer->arg[2 * nearer->n + 1] = amount;
  if (++nearer->n == TOLD_AT_ONCE) tell_nearer(context, block, nearer);
}

/* Whether it matters for a tender which way up a mine is. */
static bool counts_neighbours(const LapContext *context, uint16_t face)
{
  int8_t measure = gems_tracker_tender(context, face)->measure;
  return measure == GEMS_TRACKER_PAIRS || measure == GEMS_TRACKER_GROUP || measure == GEMS_TRACKER_PATTERNS;
}

/* Those that do count neighbours, or that do not. */
static void all_come_nearer(const LapContext *context, LapBlock *block, bool neighbours)
{
  const LapSlot *tender = gems_tracker_of(context, block)->tenders.slot;
  Nearer nearer = {.n = 0};
  for (uint16_t i = 0; i < gems_tracker_of(context, block)->tenders.count; i++)
    if (!solo_of(context, block)->met[i] && counts_neighbours(context, tender[i].piece) == neighbours)
      come_nearer(context, block, i, &nearer);
  tell_nearer(context, block, &nearer);
}

/* --- others are turned down */

static int32_t open_tenders(const Solo *solo)
{
  int32_t open = 0;
  for (int i = 0; i < GEMS_TRACKER_LAID; i++) open |= !solo->met[i] << i;
  return open;
}

static void turn_down(const LapContext *context, LapBlock *block, int32_t met)
{
  Solo *solo = solo_in(context, block);
  for (int i = 0; i < GEMS_TRACKER_LAID; i++) solo->met[i] |= met >> i & 1;
  solo_tell_end(context, block);
  for (int i = 0; i < GEMS_TRACKER_LAID; i++)
    if (met >> i & 1)
      lap_emit(context, block, TENDER_MET, (int16_t)gems_tracker_of(context, block)->tenders.slot[i].piece);
}

/* What is alike whichever way up the mine is comes before what is not. */
void solo_column_stands(const LapContext *context, LapBlock *block, int32_t seat, int32_t area)
{
  Solo *solo = solo_in(context, block);
  solo->extended[area] = 1;
  solo_tell_left(context, block);
  turn_down(context, block, context->host->rule(context, block, GEMS_TRACKER_TENDERS_TOPPED, seat, open_tenders(solo)));
  all_come_nearer(context, block, false);
  all_come_nearer(context, block, true);
}
