/* What the implementations of LapStore share. The dispatch in store.c checks ids, lines and cursors before it calls one
 * of them, so they check only what depends on what is stored. */
#pragma once

#include "chain.h"
#include "store.h"

G_BEGIN_DECLS

/* A store that lasts as long as its object: for tests, trials and hosts that need no persistence.
 * Returns: (transfer full) */
LapStore *lap_memory_store_new(void);

/* A store in one SQLite file.
 * Returns: (transfer full) */
LapStore *lap_sqlite_store_open(const char *path, GError **error);

/* Begins a backup, whose end is that of the task. */
void lap_store_backup_task(LapStore *store, const char *path, GTask *task);

gboolean lap_store_is_id(const char *text);

/* The place in a listing after which it continues, as lap_stored_cursor made it; NULL is before all. `id` points into
 * `cursor`. */
typedef struct {
  gint64 changed;
  const char *id;
} LapStorePlace;

gboolean lap_store_read_cursor(const char *cursor, LapStorePlace *place);

/* Whether entry `index` is the one that follows `entries` others; if not, says why. */
gboolean lap_store_check_next(const char *match, guint64 entries, guint64 index, GError **error);

/* What a store counts with each commit. */
typedef struct {
  gint64 generation; /* commits */
  gint64 matches, entries;
  LapChain digest; /* of the heads of all matches */
} LapStoreTotals;

void lap_store_add_finding(GPtrArray *findings, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Adds what differs. `counted`: entries, as the rows of matches have them. */
void lap_store_compare_totals(GPtrArray *findings, const LapStoreTotals *written, const LapStoreTotals *found,
                              gint64 counted);

gboolean lap_store_no_such_match(const char *match, GError **error);
gboolean lap_store_match_exists(const char *match, GError **error);

G_END_DECLS
