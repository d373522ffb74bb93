/* Games as they are told: what games.list and games.describe answer, kept for each language until something about the
 * plugins changes. */
#pragma once

#include "server.h"

G_BEGIN_DECLS

/* {"games":[...],"refused":[...]}. `in_full`: with all that is known of why one is refused, which may name files of
 * this machine. (transfer none): until the next lap_games_changed */
GBytes *lap_games_list(LapServer *server, const char *language, gboolean in_full);
/* The description of a game. (transfer none): until the next lap_games_changed */
GBytes *lap_games_describe(LapServer *server, const char *id, const char *language, GError **error);

/* Forgets all that, and tells every connection to ask again (games.changed). */
void lap_games_changed(LapServer *server);
/* Looks for plugins again; lap_games_changed if that changed anything. */
void lap_games_scan(LapServer *server);

G_END_DECLS
