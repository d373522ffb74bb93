/* What `lapidary matches` does: each action in a function. */
#pragma once

#include "host/store/store.h"

typedef struct {
  /* What the command line said. */
  char *url, *to, *days;
  gboolean json, over, yes, force;

  LapStore *store;
} Matches;

/* Each returns an exit code. */
int matches_list(const Matches *matches);
int matches_prune(const Matches *matches);
/* Of one match, by its id. */
int matches_show(const Matches *matches, const char *id);
int matches_export(const Matches *matches, const char *id);

/* The store failed: says so. */
int matches_fail(const GError *error);
/* "2026-11-21 09:30" in local time. Returns: (transfer full) */
char *matches_moment(gint64 microseconds);

/* Calls for every stored match that passes the filter, last changed first. Stops where `each` says FALSE; FALSE with an
 * error if the store fails. */
typedef gboolean (*MatchesEach)(const LapStored *stored, gpointer data);
gboolean matches_each(LapStore *store, const LapStoreFilter *filter, MatchesEach each, gpointer data, GError **error);
