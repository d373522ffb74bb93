#include "gems-tracker-solo-position.h"

#include <string.h>

#include "lapidary/zone.h"

const Solo *solo_state(LapSession *session) { return gems_segment(session, 1); }

Solo *solo_in_position(GemsPosition *position)
{
  return (Solo *)((guint8 *)position->state + position->game->segment_offset[1] - position->game->segment_offset[0]);
}

/* Puts the cards with two numbers where those of a deck lie open. */
static void open_two(LapSlot *open, LapSlot *deck, guint n, guint8 colour, guint first, guint second)
{
  const guint number[] = {first, second};
  for (guint i = 0; i < 2; i++) {
    guint16 face = gems_tracker_card(colour, (guint8)number[i]), there = open[i].piece;
    LapSlot *wanted = NULL;
    for (guint j = 0; j < n; j++)
      if (deck[j].piece == face) wanted = &deck[j];
    for (guint j = i; j < 2; j++)
      if (open[j].piece == face) wanted = &open[j];
    g_assert_nonnull(wanted);
    wanted->piece = there;
    open[i].piece = face;
  }
}

GemsPosition *solo_position_new(const char *const *areas, guint left, guint other_left, guint right, guint other_right)
{
  GemsPosition *position = gems_position_new("gems-tracker-solo", 1);
  Solo *solo = solo_in_position(position);
  open_two(solo->left.slot, solo->left_deck.slot, solo->left_deck.count, 0, left, other_left);
  open_two(solo->right.slot, solo->right_deck.slot, solo->right_deck.count, 1, right, other_right);
  for (guint i = 0; i < 2 && areas[i]; i++) gems_position_area(position, 0, areas[i]);
  gems_position_mines(position, "m01 m02 m04");
  return position;
}

guint solo_count(LapSession *session, const LapAction *steps, guint n_steps, guint16 kind)
{
  const LapActions *legal = lap_session_legal(session, 0, steps, n_steps, NULL);
  guint n = 0;
  for (guint i = 0; i < legal->n; i++) n += legal->v[i].kind == kind;
  return n;
}

gboolean solo_may(LapSession *session, guint16 kind) { return solo_count(session, NULL, 0, kind) > 0; }

void solo_position_tenders(GemsPosition *position, const char *const *keys)
{
  guint8 *met = solo_in_position(position)->met;
  memset(met, 1, 10);
  for (guint i = 0; keys[i]; i++) {
    gems_position_tender(position, i, keys[i]);
    met[i] = 0;
  }
}

void solo_position_bookings(GemsPosition *position, guint n)
{
  LapZone bookings = LAP_HAND(&position->state->bookings[0]);
  while (position->state->bookings[0].count > n)
    lap_zone_move(bookings, GEMS_TRACKER_BOOKING, LAP_ZONE(&position->state->box), LAP_EVERYONE);
}

LapAction solo_pair(guint16 tracker, guint16 mine)
{
  return (LapAction){.kind = SOLO_PAIR, .n_args = 2, .arg = {(gint16)tracker, (gint16)mine}};
}

void solo_play_pair(LapSession *session, guint16 tracker, guint16 mine, LapAction place)
{
  LapAction move[] = {solo_pair(tracker, mine), place};
  g_autoptr(GError) error = NULL;
  lap_session_play(session, move, 2, &error);
  g_assert_no_error(error);
}
