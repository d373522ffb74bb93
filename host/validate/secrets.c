/* The property of secrets: what is hidden is drawn anew in imagined worlds, and nothing public tells it.
 *
 * Bots, hints and the property paired-worlds imagine other worlds. The host deals unknown pieces anew by itself, but of
 * a hidden plain value (a role, a goal) it does not know which others are possible: without lapidary.resample/1 the
 * imagined worlds keep the true one, and bots know it.
 *
 * A public value that tells a hidden one from the deal on is the same in all imagined worlds, so paired worlds do not
 * show it. Many deals do: it goes with the hidden one, deal for deal. */
#include <math.h>

#include "fields.h"
#include "walk.h"

enum { DEALS = 200 };
/* Two places that have nothing to do with each other go together in all deals with a probability below e^-CERTAIN. */
#define CERTAIN 28.0

/* --- imagined worlds */

static gboolean is_plain(const LapGameField *field)
{
  return field->type != LAP_SLOT && field->type != LAP_SPARE && field->type != LAP_PLANE && !field->hidden;
}

static gint64 value_at(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row, guint item)
{
  gint64 value = 0;
  memcpy(&value, lap_fields_at(engine, block, field, row, item), field->item_size);
  return value;
}

/* A value that somebody may not know. */
static gboolean hides_a_value(const LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  if (!is_plain(field) || (field->visibility != LAP_ROW_OWNER && field->visibility != LAP_NOBODY)) return FALSE;
  for (guint row = 0; row < lap_fields_rows(engine, field); row++)
    for (guint item = 0; item < lap_fields_items(engine, block, field, row); item++)
      if (value_at(engine, block, field, row, item)) return TRUE;
  return FALSE;
}

/* While all choose at once, such values are choices, which the host draws anew. */
static gboolean values_here(LapTrial *trial, LapSession *session)
{
  const LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  if (lap_session_over(session) || lap_trial_resamples(trial) ||
      lap_game_phase(trial->game, lap_head_of(block)->phase)->kind == LAP_PHASE_TOGETHER)
    return TRUE;
  for (guint i = 0; i < trial->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(trial->game->fields, i);
    if (hides_a_value(engine, block, field))
      return lap_trial_fail(
          trial,
          "field %s hides a value that is not zero, and no level has lapidary.resample/1: worlds that "
          "bots imagine keep the true one. Draw it anew there, or keep it as a piece, which the host "
          "deals anew by itself",
          field->name);
  }
  return TRUE;
}

/* --- deals */

/* A place, and what it holds in each deal. */
typedef struct {
  const LapGameField *field;
  guint row, item;
  gboolean shown, hidden; /* there in all deals, and shown to everybody, or hidden from a watcher */
  gint64 value[DEALS];
  double surprise; /* that it holds the same in two deals: -log of the probability; 0: it always does */
} Place;

static void look(const LapEngine *engine, const LapBlock *block, guint deal, Place *place)
{
  const LapGameField *field = place->field;
  gboolean there = place->item < lap_fields_items(engine, block, field, place->row);
  gboolean shown = field->visibility == LAP_PUBLIC;
  if (!there) {
    place->shown = place->hidden = FALSE;
    return;
  }
  place->value[deal] = value_at(engine, block, field, place->row, place->item);
  if (field->type == LAP_SLOT) {
    LapSlot slot;
    memcpy(&slot, lap_fields_at(engine, block, field, place->row, place->item), sizeof slot);
    place->value[deal] = slot.piece;
    shown = slot.known >> LAP_WATCHER & 1;
  }
  place->shown &= shown;
  place->hidden &= !shown;
}

/* Returns: (transfer full) (element-type Place) */
static GArray *places_of(const LapEngine *engine, const LapGame *game)
{
  GArray *places = g_array_new(FALSE, TRUE, sizeof(Place));
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(game->fields, i);
    if (field->visibility == LAP_DERIVED || !(is_plain(field) || (field->type == LAP_SLOT && !field->hidden))) continue;
    for (guint row = 0; row < lap_fields_rows(engine, field); row++)
      for (guint item = 0; item < field->capacity; item++) {
        const Place place = {.field = field, .row = row, .item = item, .shown = TRUE, .hidden = TRUE};
        g_array_append_val(places, place);
      }
  }
  return places;
}

static double surprise_of(const Place *place)
{
  guint same = 0;
  for (guint a = 0; a < DEALS; a++)
    for (guint b = 0; b < DEALS; b++) same += place->value[a] == place->value[b];
  return -log((double)same / (DEALS * DEALS));
}

/* Whether a place holds the same whenever `by` does, far more often than by chance. */
static gboolean follows(const Place *place, const Place *by)
{
  guint repeats = 0;
  for (guint deal = 1; deal < DEALS; deal++) {
    guint before = 0;
    while (before < deal && by->value[before] != by->value[deal]) before++;
    if (before == deal) continue;
    if (place->value[before] != place->value[deal]) return FALSE;
    repeats++;
  }
  return repeats * place->surprise > CERTAIN;
}

static gboolean nothing_tells(LapTrial *trial, const GArray *places, const Place *secret)
{
  for (guint i = 0; i < places->len; i++) {
    const Place *open = &g_array_index(places, Place, i);
    if (!open->shown || open->surprise <= 0 || !(follows(secret, open) || follows(open, secret))) continue;
    return lap_trial_fail(
        trial,
        "what lies at %s, row %u, item %u goes with what is hidden at %s, row %u, item %u, in all of "
        "%d deals: it tells it; hide it, too, or, where an event says it, declare that (LapArg.reveals)",
        open->field->name, open->row, open->item, secret->field->name, secret->row, secret->item, DEALS);
  }
  return TRUE;
}

static gboolean compare_deals(LapTrial *trial, const GArray *places)
{
  for (guint i = 0; i < places->len; i++) {
    Place *place = &g_array_index(places, Place, i);
    place->surprise = place->shown || place->hidden ? surprise_of(place) : 0;
  }
  for (guint i = 0; i < places->len; i++) {
    const Place *place = &g_array_index(places, Place, i);
    if (place->hidden && place->surprise > 0 && !nothing_tells(trial, places, place)) return FALSE;
  }
  return TRUE;
}

static gboolean try_deals(LapTrial *trial)
{
  g_autoptr(GArray) places = NULL;
  for (guint deal = 0; deal < DEALS; deal++) {
    lap_trial_begin(trial, trial->seed + deal);
    g_autoptr(LapSession) session = lap_trial_session(trial, trial->seed + deal);
    if (!session) return FALSE;
    if (!places) places = places_of(lap_session_engine(session), trial->game);
    for (guint i = 0; i < places->len; i++)
      look(lap_session_engine(session), lap_session_block(session), deal, &g_array_index(places, Place, i));
  }
  return compare_deals(trial, places);
}

gboolean lap_try_secrets(LapTrial *trial) { return try_deals(trial) && lap_walk_positions(trial, values_here); }
