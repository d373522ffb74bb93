/* Hashes of catalogues: whether two matches were played with the same data. */
#pragma once

#include "host/engine/game.h"

G_BEGIN_DECLS

/* SHA-256, in hexadecimal, of the values of a level's catalogue, column by column as it declares them: the same however
 * the file is laid out and whatever the machine.
 * Returns: (transfer full) */
char *lap_data_hash(const LapGameLevel *level, guint catalogue);

G_END_DECLS
