/* What a seat knows: masks, and other worlds that are as possible to it. What it is shown is in
 * host/projection. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* `viewer` is a seat or LAP_WATCHER, everywhere. */

/* The viewer who may know everything: for logs of the host. */
#define LAP_OMNISCIENT 16

/* Whether a viewer (a seat, LAP_WATCHER, LAP_OMNISCIENT) is in a mask of seats. */
static inline gboolean lap_mask_has(guint16 mask, guint viewer)
{
  return viewer == LAP_OMNISCIENT || (mask >> viewer & 1);
}

/* Makes `block` another world that is as possible to `viewer`: the generator is reseeded from `chooser`, what the
 * viewer has not seen is dealt anew among slots of the same set and back, lapidary.resample/1 mends what the rules tie
 * together, sealed moves of others are drawn anew from their own legal lists there, and derived fields are rebuilt.
 * FALSE on a fault. */
gboolean lap_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser);

G_END_DECLS
