/* The events that several possible courses of a match have in common. */
#pragma once

#include "game.h"

G_BEGIN_DECLS

/* Of `events` those stay that `more` has, too: arrays of LapEvent. Where `more` is of another world, behind one that it
 * lacks none stays that names pieces: a card may be drawn in all worlds that are looked at by chance alone. Of a list,
 * which is sent as an event for each of its pieces, all stay or none. Returns whether all begin with the first of
 * these. */
gboolean lap_keep_common_events(const LapGame *game, GArray *events, const GArray *more, gboolean is_of_world);

G_END_DECLS
