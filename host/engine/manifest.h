/* Manifests: what the host needs of a chain of plugins without running their code.
 *
 * The tables of a plugin are data. A process that may come to harm (the probe) loads the plugins, links them, and
 * writes down everything that linking has read: all tables of all levels, and what their extensions yield, with every
 * face drawn once. Of hooks the manifest says only which there are. The host reads that and links it as it would link
 * the plugins themselves: the game has the same fields, kinds, phases and names, so views, hashes, saved positions and
 * descriptions are the same. Its hooks are stubs that set a fault; the real ones are called where the plugins are
 * loaded.
 *
 * The bytes come from a process in which a stranger's code has run. Reading trusts nothing of them: it checks what
 * lap_game_link takes for granted (lengths, texts, which bits are set), and lap_game_link checks the rest. Catalogues
 * are no part of a manifest; the host reads their files itself, by the columns that the manifest has. */
#pragma once

#include "game.h"

G_BEGIN_DECLS

#define LAP_MANIFEST_MAX (4u << 20) /* bytes */

/* Writes the manifest of a game that was linked from plugins in this process; their `draw` hooks are called. NULL with
 * an error if it would be longer than LAP_MANIFEST_MAX. */
GBytes *lap_manifest_write(LapGame *game, GError **error);

typedef struct LapManifest LapManifest;

/* Reads a manifest. An error (LAP_GAME_ERROR_INVALID) names plugin, table and row.
 * Returns: (transfer full): it must live as long as the games that are linked from it; free with lap_manifest_free */
LapManifest *lap_manifest_read(GBytes *bytes, GError **error);
void lap_manifest_free(LapManifest *manifest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapManifest, lap_manifest_free)

/* Its levels, base first, for lap_game_link: the caller sets `catalogues` and `build`. */
LapSource *lap_manifest_sources(LapManifest *manifest, guint *n);

G_END_DECLS
