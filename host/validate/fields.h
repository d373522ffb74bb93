/* Reads blocks by their field tables, for the properties. Deliberately independent of the engine's own functions for
 * this, so that a mistake in either is found by the other. */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

/* The address of item `item` of row `row`. */
const guint8 *lap_fields_at(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                            guint item);
/* Rows in use: those of seats that play. */
guint lap_fields_rows(const LapEngine *engine, const LapGameField *field);
/* How many items a row's count says, or the capacity where there is none. */
guint lap_fields_items(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row);

/* Names the first place in which two blocks of an engine differ; NULL if they are the same.
 * Returns: (transfer full) (nullable) */
char *lap_fields_difference(const LapEngine *engine, const LapBlock *a, const LapBlock *b);
/* The same for the segment of one level of two games that share it: no head, no sealed moves, no derived fields. */
char *lap_fields_level_difference(const LapEngine *engine_a, const LapBlock *a, const LapEngine *engine_b,
                                  const LapBlock *b, guint depth);

/* Checks counts, empty slots, unused rows and items, and that no piece is lost or doubled. Returns what is wrong, or
 * NULL. Returns: (transfer full) (nullable) */
char *lap_fields_census(const LapEngine *engine, const LapBlock *block);

/* Appends, for each place, the piece if `viewer` has seen it, else its back, and the number of such pieces: equal bytes
 * for two blocks that differ only in what the viewer has not seen. */
void lap_fields_seen(const LapEngine *engine, const LapBlock *block, guint viewer, gboolean places, GString *out);

/* How many pieces of each face of `set` the viewer knows the places of: adds to `known` [faces + 1]. */
void lap_fields_known(const LapEngine *engine, const LapBlock *block, const LapPieceSet *set, guint viewer,
                      guint *known);

G_END_DECLS
