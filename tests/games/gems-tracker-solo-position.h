/* Positions of Gems Tracker, solo, laid out by hand, and moves of it. */
#pragma once

#include "gems-tracker-position.h"
#include "plugins/gems-tracker-solo/gems-tracker-solo.h"

/* A match whose round has opened these trackers: two of each deck. `areas` (two, or NULL behind the last) are built;
 * the cards for them come from other colours. */
GemsPosition *solo_position_new(const char *const *areas, guint left, guint other_left, guint right, guint other_right);

/* The segment of the variant. */
Solo *solo_in_position(GemsPosition *position);

/* Lays these tenders (keys, NULL behind the last) and regards all others as met. */
void solo_position_tenders(GemsPosition *position, const char *const *keys);

/* Leaves as many Bookings. */
void solo_position_bookings(GemsPosition *position, guint n);

const Solo *solo_state(LapSession *session);

/* How many actions of a kind are legal after these steps; whether any is at the beginning of a move. */
guint solo_count(LapSession *session, const LapAction *steps, guint n_steps, guint16 kind);
gboolean solo_may(LapSession *session, guint16 kind);

/* A pair and what becomes of it are one move. */
LapAction solo_pair(guint16 tracker, guint16 mine);
void solo_play_pair(LapSession *session, guint16 tracker, guint16 mine, LapAction place);

#define BEGIN_AREA ((LapAction){.kind = GEMS_TRACKER_BEGIN_AREA, .n_args = 1})
#define EXTEND(area, side) ((LapAction){.kind = GEMS_TRACKER_EXTEND, .n_args = 3, .arg = {area, side}})
enum { BLUE = 0, ORANGE = GEMS_TRACKER_NUMBERS, M01 = 1, M02 = 2, M04 = 4 };
