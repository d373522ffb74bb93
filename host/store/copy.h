/* Copying matches from one store to another, of whatever kind. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/**
 * lap_store_copy_match:
 * @from: a store
 * @to: another one
 * @id: id of a match
 * @builds: whether the builds that it needs go with it
 * @error: why not
 *
 * Copies a match with its entries, seats, messages and snapshots. Durable with the next commit of @to; on %FALSE what
 * was written to @to since the last one must be rolled back.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_copy_match(LapStore *from, LapStore *to, const char *id, gboolean builds, GError **error);

/**
 * lap_store_compare_match:
 * @one: a store
 * @other: another one
 * @id: id of a match in both
 * @error: why it cannot be told, or %LAP_STORE_ERROR_EXISTS and what differs
 *
 * Compares header, seats, times, entries and messages of a match.
 *
 * Returns: whether they are alike
 */
gboolean lap_store_compare_match(LapStore *one, LapStore *other, const char *id, GError **error);

G_END_DECLS
