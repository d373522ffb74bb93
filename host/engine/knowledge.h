/* What a viewer knows: knowledge masks, and determinisation, which makes other blocks that are equally possible to a
 * viewer. What a viewer is sent is decided in host/projection. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* `viewer` is a seat or LAP_WATCHER, everywhere. */

/* The viewer that may know everything, used for logs of the host. */
#define LAP_OMNISCIENT 16

/* Whether a viewer (a seat, LAP_WATCHER, LAP_OMNISCIENT) is in a mask of seats. */
static inline gboolean lap_mask_has(guint16 mask, guint viewer)
{
  return viewer == LAP_OMNISCIENT || (mask >> viewer & 1);
}

/* Determinises `block`: turns it into another one that is as possible to `viewer`. The generator is reseeded from
 * `chooser`, what the viewer has not seen is dealt anew among slots of the same set and back, lapidary.resample/1
 * corrects what the rules require to be consistent, sealed moves of others are drawn anew from their own legal lists
 * there, and derived fields are rebuilt. FALSE on a fault. */
gboolean lap_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser);

/* For a match that is over: the same for somebody who knows what all seats know together. What nobody has seen is dealt
 * anew, but stays as it is where the rules tie pieces to each other (lapidary.resample/1); what is sealed stays. The
 * rules must run in this process. */
gboolean lap_deal_unseen(LapEngine *engine, LapBlock *block, LapGenerator *chooser);

/* Drops what the other seats than `viewer` have sealed in a block: they have yet to choose. */
void lap_forget_choices(LapEngine *engine, LapBlock *block, guint viewer);

/* An information set is all blocks that a seat cannot tell apart. Returns a number that is the same for all of one, and
 * differs, but for collisions of 64 bits, between two: for the seats in the mask `seats` together, who are taken to
 * know what each of them knows; with those of `seat` also what it has sealed or begun. The moves before are a part of
 * it as far as the block remembers them. */
guint64 lap_information_set(const LapEngine *engine, const LapBlock *block, guint16 seats, guint seat);

/* Whether all seats know all of a block, and may do nothing in secret. Chance may still decide what follows. */
gboolean lap_is_open(const LapEngine *engine, const LapBlock *block);

/* Whether all seats know the same of a block: what is hidden from one is hidden from all. Values of a seat that are
 * zero tell nothing, as those are in which choices are kept that are made at once (lapidary/phase.h). */
gboolean lap_is_shared(const LapEngine *engine, const LapBlock *block);

/* Whether something that was hidden from `viewer` in the block `before` is known to it in `after`, a later one of the
 * same match: the face of a piece, a choice of another seat that was sealed, or what chance has decided since. The
 * engines differ if the match has become one of another variant in between. */
gboolean lap_has_learned(const LapEngine *then, const LapBlock *before, const LapEngine *now, const LapBlock *after,
                         guint viewer);

G_END_DECLS
