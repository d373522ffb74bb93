/* Catalogue files: a plugin's tables of constants, read, checked and handed over (see lapidary/catalogue.h). */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

/* The catalogues of one plugin. */
typedef struct LapCatalogues LapCatalogues;

/* Reads every catalogue that `plugin` declares from files in `folder`. Its descriptor must have been checked.
 * Errors: LAP_PLUGIN_ERROR_REFUSED, a declaration contradicts itself; LAP_PLUGIN_ERROR_DATA, a file is missing or
 * wrong: file, row, member, what is wrong and what would be right. */
LapCatalogues *lap_catalogues_read(const LapPlugin *plugin, const char *folder, GError **error);
void lap_catalogues_free(LapCatalogues *catalogues);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapCatalogues, lap_catalogues_free)

/* [plugin->catalogues.n], as LapSource has it. */
const LapRowsTable *lap_catalogues_get_tables(const LapCatalogues *catalogues);
/* SHA-256 of the bytes of the files, one behind the other in the order of their declaration, in hex; NULL if the
 * plugin has none. */
const char *lap_catalogues_get_hash(const LapCatalogues *catalogues);

G_END_DECLS
