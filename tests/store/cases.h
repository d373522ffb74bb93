/* What every store does: cases that run with each kind of store. */
#pragma once

#include "host/store/store.h"

typedef struct {
  const char *name;
  void (*run)(LapStore *store);
} StoreCase;

/* Adds the cases, each with a store in memory, and with one in a file and one in a database, which are opened anew in
 * the end, and runs them. */
int store_run_cases(const StoreCase *cases, gsize n);

/* Each of these must succeed. */
void store_create_as(LapStore *store, const char *id, const char *game, gint64 changed, LapStoredState state,
                     gboolean is_public);
void store_create(LapStore *store, const char *id, const char *game, gint64 changed);
void store_append(LapStore *store, const char *id, guint64 index, const char *entry, gboolean over, gint64 now);
void store_commit(LapStore *store);
/* The entries after a place, with spaces between. */
void store_assert_entries(LapStore *store, const char *id, guint64 after, const char *expected);
/* The ids of a page of the list, and where it ends. (transfer full) */
char *store_page(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, char **next);
void store_assert_page(LapStore *store, const LapStoreFilter *filter, const char *expected);
