/* Positions: blocks by field name, for files, tests and people; and hashes. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* A hash of the block's fields (no derived ones, no spare bytes), of the head and of sealed moves. The same on every
 * machine, and for a field table in another order or place the same as long as names and values are. */
guint64 lap_hash(const LapEngine *engine, const LapBlock *block);

/* The whole position, secrets and generator too, as JSON text on one line. */
void lap_position_save(LapEngine *engine, const LapBlock *block, GString *out);
/* Reads such a text into a block of `engine`, whose game, seats and options must be those it was saved with. Checks all
 * that a session checks; on FALSE the block is unchanged. */
gboolean lap_position_load(LapEngine *engine, LapBlock *block, const char *text, GError **error);

/* The same position in a block of `to`, an engine of another build of the game with the same seats: by names of fields,
 * faces, phases and actions, checked as when it is loaded. `loosely`: a field that only `to` has is zero, and one that
 * it has not is left out. On FALSE `block_to` is unchanged. */
gboolean lap_position_convert(LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *block_to,
                              gboolean loosely, GError **error);

G_END_DECLS
