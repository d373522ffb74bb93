/* Catalogues: the tables of constants that a plugin's rules read, such as the cards of a game and their costs.
 *
 * A plugin declares each catalogue as columns of a C struct (lapidary/catalogue.h) and ships its rows as a JSON file:
 * {"catalogue": NAME, "rows": [{COLUMN: VALUE, ...}, ...]}. The file is strict JSON that lies beside the plugin or in
 * its folder data/. Every row is checked against the columns, so that a mistyped card is an error with its file, row
 * and member when the plugin is loaded, and never a wrong rule in a match. The plugin is then given arrays of its own
 * structs. */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

/* The catalogues of one plugin. */
typedef struct LapCatalogues LapCatalogues;

/* Reads every catalogue that `plugin` declares from files in `folder`. Its descriptor must have been checked.
 * Errors: LAP_PLUGIN_ERROR_REFUSED, a declaration contradicts itself; LAP_PLUGIN_ERROR_DATA, a file is missing or
 * wrong: the message has file, row, member, what is wrong and what would be right. */
LapCatalogues *lap_catalogues_read(const LapPlugin *plugin, const char *folder, GError **error);
void lap_catalogues_free(LapCatalogues *catalogues);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapCatalogues, lap_catalogues_free)

/* [plugin->catalogues.n], as LapSource has it. */
const LapRowsTable *lap_catalogues_get_tables(const LapCatalogues *catalogues);
/* SHA-256 of the bytes of the files, in the order of their declarations, in hex; NULL if the plugin has none. */
const char *lap_catalogues_get_hash(const LapCatalogues *catalogues);

G_END_DECLS
