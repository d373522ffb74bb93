/* Matches of connect-four that are played over the wire: whole ones, always the same, which ends in a draw. */
#pragma once

#include "load.h"

typedef struct Played Played;

/* Creates `each` matches for every client of a load, with both seats taken by it. */
Played *played_new(Load *load, guint clients, guint each, GError **error);
void played_free(Played *played);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Played, played_free)

/* Plays them all, move by move. */
gboolean played_run(Played *played, Load *load, LoadResult *result, GError **error);

/* How long a request to move and its answer are, in bytes. */
gsize played_request_length(const Played *played);

/* Creates `n` matches that nobody plays. */
gboolean played_create_idle(Load *load, guint n, GError **error);
/* Asks for the view of a match of these, and waits for it. */
gboolean played_ask_view(Load *load, const Played *played, GError **error);
