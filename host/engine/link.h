/* Inside of game.h: the steps of linking, shared by the files that do them. */
#pragma once

#include "game.h"

/* Behind each segment of a block so many bytes are zero and stay so: who writes there has missed the segment. */
#define LAP_GUARD 64

/* Fails with LAP_GAME_ERROR_INVALID; the message starts with the plugin's id. Returns FALSE. */
gboolean lap_link_fail(GError **error, const LapGameLevel *level, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Whether a name is there, and only of characters that are allowed. */
gboolean lap_link_is_word(const char *name, const char *allowed);
/* Names go into JSON and text keys as they are: each is a word of a-z, 0-9 and '_'. `what` says whose name it is. */
gboolean lap_link_check_word(const LapGameLevel *level, const char *what, const char *name, GError **error);
gboolean lap_link_check_words(const LapGameLevel *level, const char *what, const char *const *names, GError **error);

/* "<plugin>/<name>", owned by the game. */
const char *lap_link_qualify(LapGame *game, const LapGameLevel *level, const char *name);
/* Whether `name`, qualified or bare, means `candidate` ("<plugin>/<name>"). */
gboolean lap_link_means(const char *name, const char *candidate);

/* The host's own copy of a table, owned by the game: rows of the host's size, what the plugin does not have is zero. */
gpointer lap_link_copy_table(LapGame *game, const LapTable *table, gsize row_size);

/* Takes the extensions of the level's plugin into the level. */
gboolean lap_link_extensions(LapGame *game, guint depth, const LapSource *source, GError **error);

/* A level's fields alone: types, visibility, places; every byte in exactly one. Then against the live base. */
gboolean lap_link_check_fields(const LapGameLevel *level, GError **error);
gboolean lap_link_check_base(const LapGameLevel *level, const LapGameLevel *below, GError **error);

/* Each adds what the level at `depth` declares to the game. */
gboolean lap_link_options(LapGame *game, guint depth, GError **error);
gboolean lap_link_pieces(LapGame *game, guint depth, GError **error);
gboolean lap_link_fields(LapGame *game, guint depth, GError **error);
/* Called when all fields are known, and the seats of the chain: each seat has its rows. */
gboolean lap_link_check_seats(const LapGame *game, GError **error);
/* Called then, too: lists those that the checks have to read. */
void lap_link_sort_fields(LapGame *game);
gboolean lap_link_kinds(LapGame *game, guint depth, GError **error);
gboolean lap_link_phases(LapGame *game, guint depth, GError **error);
gboolean lap_link_rules(LapGame *game, guint depth, GError **error);
