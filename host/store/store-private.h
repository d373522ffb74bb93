/* What the implementations of LapStore share. The dispatch in store.c has checked ids, lines and cursors before any of
 * them is called, so they check only what takes a look at what is stored. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

gboolean lap_store_is_id(const char *text);

/* The place in a listing behind which to go on, from what lap_stored_cursor made; NULL is before all. `id` lies within
 * `cursor`. */
typedef struct {
  gint64 changed;
  const char *id;
} LapStorePlace;

gboolean lap_store_read_cursor(const char *cursor, LapStorePlace *place);

/* Whether entry `index` is the one that follows `entries` others; if not, says why. */
gboolean lap_store_check_next(const char *match, guint64 entries, guint64 index, GError **error);

gboolean lap_store_no_such_match(const char *match, GError **error);
gboolean lap_store_match_exists(const char *match, GError **error);

G_END_DECLS
