/* Modules: the shared objects of plugins, loaded into this process, and the way from a chain of keyfiles to a game.
 *
 * A module stays loaded for the life of the process, because unloading code is unsafe where it has thread-local data or
 * destructors. The same functions load a chain in the probe's child process and in the host. */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* How far the loading of a plugin is. The last stage that a probe reached says where it crashed or hung. */
typedef enum {
  LAP_STAGE_OPEN,       /* its constructors run */
  LAP_STAGE_ENTRY,      /* its entry point runs */
  LAP_STAGE_DESCRIPTOR, /* its descriptor is read */
  LAP_STAGE_DATA,       /* its catalogues are declared and read */
  LAP_STAGE_LINK,       /* the tables of the chain are read and linked */
  LAP_STAGE_MANIFEST,   /* its faces are drawn, and its manifest is written: by the probe alone */
  LAP_STAGE_COUNT
} LapStage;

/* Called before each stage. */
typedef void (*LapStageFunc)(LapStage stage, const char *id, gpointer data);

/* Loads the plugins of `chain` (LapBuild, the base first) into this process and links them. Their files must not change
 * while the process lives: those of copies do not (copies.h). `watch` may be NULL.
 * Returns: (transfer full) */
LapGame *lap_module_load_chain(GPtrArray *chain, LapStageFunc watch, gpointer data, GError **error);

/* Links the game of `chain` from its manifest (host/engine/manifest.h), without opening a module: what the manifest
 * says must fit the keyfiles, and the catalogues are read from the files. The game owns all that it needs.
 * Returns: (transfer full) */
LapGame *lap_module_link_manifest(GPtrArray *chain, GBytes *manifest, GError **error);

G_END_DECLS
