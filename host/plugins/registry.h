/* The registry: which plugins there are, what extends what, and why some are unavailable. */
#pragma once

#include <gio/gio.h>

#include "host/engine/game.h"

G_BEGIN_DECLS

#define LAP_PLUGIN_ERROR (lap_plugin_error_quark())
/**
 * lap_plugin_error_quark:
 *
 * Gets the domain of [error@Lapidary.PluginError].
 *
 * Returns: the domain
 */
GQuark lap_plugin_error_quark(void);

/**
 * LapPluginError:
 * @LAP_PLUGIN_ERROR_NOT_FOUND: there is no such plugin
 * @LAP_PLUGIN_ERROR_KEYFILE: the keyfile cannot be read, or contradicts the shared object
 * @LAP_PLUGIN_ERROR_REFUSED: wrong magic, versions, struct size or tables
 * @LAP_PLUGIN_ERROR_QUARANTINED: crashed or hung while it was probed
 * @LAP_PLUGIN_ERROR_BLOCKED: its base is missing, unavailable, of another version, or its own variant
 * @LAP_PLUGIN_ERROR_DATA: a catalogue file is missing or wrong
 * @LAP_PLUGIN_ERROR_PENDING: it is new, and there is no verdict of the probe yet
 *
 * Why a plugin is unavailable.
 */
typedef enum {
  LAP_PLUGIN_ERROR_NOT_FOUND,
  LAP_PLUGIN_ERROR_KEYFILE,
  LAP_PLUGIN_ERROR_REFUSED,
  LAP_PLUGIN_ERROR_QUARANTINED,
  LAP_PLUGIN_ERROR_BLOCKED,
  LAP_PLUGIN_ERROR_DATA,
  LAP_PLUGIN_ERROR_PENDING
} LapPluginError;

/**
 * LapPluginInfo:
 * @id: the plugin's id
 * @name: from the keyfile, for people; or %NULL
 * @description: from the keyfile, for people; or %NULL
 * @version: the plugin's version, or %NULL if the keyfile cannot be read
 * @extends: the id of its base, or %NULL
 * @accepts: the versions of its base that it accepts, or %NULL
 * @folder: the absolute path of its folder
 * @keyfile: the absolute path of its keyfile
 * @module: the absolute path of its shared object, or %NULL if the keyfile cannot be read
 * @minutes_min: how long a game takes at least; 0 if the keyfile does not say
 * @minutes_max: how long a game takes at most; 0 if the keyfile does not say
 * @picture: the name of the picture by which lists show the game, from the keyfile, or %NULL
 * @build: the name of its files as they were read, SHA-256 in hex; %NULL if they cannot be read
 * @rules: the name of those that decide the play: its module and its data
 * @error: why it is unavailable, or %NULL
 *
 * What the registry knows of one plugin. It belongs to the registry, and lives until the next scan.
 */
typedef struct {
  const char *id, *name, *description;
  const char *version, *extends, *accepts;
  const char *folder, *keyfile, *module;
  const char *picture;
  const char *build, *rules;
  guint minutes_min, minutes_max;
  const GError *error;
} LapPluginInfo;

#define LAP_TYPE_REGISTRY (lap_registry_get_type())
/**
 * LapRegistry:
 *
 * Which plugins there are, what extends what, and why some are unavailable.
 *
 * It looks through the folders of a search path for keyfiles (NAME.plugin), orders plugins by their bases, copies the
 * files of each to a folder of its own, lets a child process probe each new copy once, and caches the verdict. Listing
 * opens no plugin; loading links a chain of copies, so what happens to the files afterwards harms nothing. A loaded
 * plugin stays in memory for the life of the process, so games outlive the registry.
 */
G_DECLARE_FINAL_TYPE(LapRegistry, lap_registry, LAP, REGISTRY, GObject)

/**
 * LapPluginChange:
 * @LAP_PLUGIN_NEW: it was not there before
 * @LAP_PLUGIN_CHANGED: there is another build of it or of a base, or it was mended; new matches are played with that
 * @LAP_PLUGIN_BROKEN: it is there, but unavailable
 * @LAP_PLUGIN_GONE: it is not there any more
 *
 * What a scan has found out about a plugin.
 */
typedef enum { LAP_PLUGIN_NEW, LAP_PLUGIN_CHANGED, LAP_PLUGIN_BROKEN, LAP_PLUGIN_GONE } LapPluginChange;

/**
 * lap_plugin_change_get_name:
 * @change: a change
 *
 * Gets the name of a change in the protocol and in the log.
 *
 * Returns: "new", "changed", "broken" or "gone"
 */
const char *lap_plugin_change_get_name(LapPluginChange change);

/**
 * LapRegistry::plugin-changed:
 * @registry: a registry
 * @id: of a plugin
 * @change: what has happened to it, a #LapPluginChange
 *
 * Emitted for each plugin that a scan finds changed, once it is known whether it can be used.
 */

/**
 * LapRegistry::settled:
 * @registry: a registry
 *
 * Emitted after one or more [signal@Lapidary.Registry::plugin-changed].
 */

/**
 * lap_registry_new:
 * @path: (nullable) (array zero-terminated=1): folders, of which the first that has a plugin wins; %NULL for the
 * default path: `LAPIDARY_PLUGIN_PATH`, the user's data folder, the build's own if it runs from there, the system's
 * folder
 *
 * Makes a registry and scans once. It waits for the verdict on each plugin that is new.
 *
 * Returns: (transfer full): the registry
 */
LapRegistry *lap_registry_new(const char *const *path);

/**
 * lap_registry_new_for_server:
 * @path: (nullable) (array zero-terminated=1): as in [ctor@Lapidary.Registry.new]
 * @patience: milliseconds
 *
 * The same for a program that has others to serve: once no verdict has arrived for so long, it returns, and the plugins
 * that are tried then are unavailable until their verdicts arrive on the thread's default main context, which it runs
 * while it waits.
 *
 * Returns: (transfer full): the registry
 */
LapRegistry *lap_registry_new_for_server(const char *const *path, guint patience);

/**
 * LapIsolation:
 * @LAP_ISOLATION_UNTRUSTED: those of plugins outside of the system's folder and of the build tree's
 * @LAP_ISOLATION_NONE: none
 * @LAP_ISOLATION_ALL: all
 *
 * Which games' rules run in processes of their own, apart from the host. A game runs there as a whole if one of its
 * levels has to.
 */
typedef enum { LAP_ISOLATION_UNTRUSTED, LAP_ISOLATION_NONE, LAP_ISOLATION_ALL } LapIsolation;

/**
 * lap_isolation_parse:
 * @text: (nullable): "untrusted", "none" or "all"
 * @isolation: (out): what it means
 *
 * Reads the name of an isolation.
 *
 * Returns: whether it is one
 */
gboolean lap_isolation_parse(const char *text, LapIsolation *isolation);

/**
 * lap_registry_set_isolation:
 * @registry: a registry
 * @isolation: which games
 *
 * Says which games' rules run in processes of their own, of those that are loaded from now on. At first it is what the
 * environment's `LAPIDARY_ISOLATION` says, or %LAP_ISOLATION_UNTRUSTED.
 */
void lap_registry_set_isolation(LapRegistry *registry, LapIsolation isolation);

/**
 * lap_registry_get_path:
 * @registry: a registry
 *
 * Gets the search path.
 *
 * Returns: (transfer none) (array zero-terminated=1): folders
 */
const char *const *lap_registry_get_path(LapRegistry *registry);

/**
 * lap_registry_scan:
 * @registry: a registry
 *
 * Looks through the search path again, and waits for the verdict on each plugin that is new.
 */
void lap_registry_scan(LapRegistry *registry);

/**
 * lap_registry_scan_async:
 * @registry: a registry
 * @callback: (nullable): called once it is known of each plugin whether it can be used
 * @data: for @callback
 *
 * Looks through the search path again, in a thread, and tries what is new on the thread's default main context. A
 * plugin that is tried is available as it was before until its verdict has arrived. While one scan is under way another
 * one waits for its end.
 */
void lap_registry_scan_async(LapRegistry *registry, GAsyncReadyCallback callback, gpointer data);

/**
 * lap_registry_scan_finish:
 * @registry: a registry
 * @result: as the callback got it
 *
 * Ends [method@Lapidary.Registry.scan_async].
 */
void lap_registry_scan_finish(LapRegistry *registry, GAsyncResult *result);

/**
 * lap_registry_watch:
 * @registry: a registry
 *
 * From now on scans by itself on the thread's default main context, as [method@Lapidary.Registry.scan_async] does, when
 * something changes in the folders of the search path or of a plugin, once they have been still for a moment.
 */
void lap_registry_watch(LapRegistry *registry);

/**
 * lap_registry_list:
 * @registry: a registry
 *
 * Lists every plugin found, also those that are unavailable: bases by id, each followed by its variants.
 *
 * Returns: (transfer none) (element-type LapPluginInfo): plugins, until the next scan
 */
GPtrArray *lap_registry_list(LapRegistry *registry);

/**
 * lap_registry_find:
 * @registry: a registry
 * @id: of a plugin
 *
 * Looks a plugin up.
 *
 * Returns: (transfer none) (nullable): what is known of it, until the next scan
 */
const LapPluginInfo *lap_registry_find(LapRegistry *registry, const char *id);

/**
 * lap_registry_load: (skip)
 * @registry: a registry
 * @id: of a plugin
 * @error: why it is unavailable
 *
 * Loads a game, its bases first, and links it. It is the same game as long as module and data of no level have changed.
 *
 * Returns: the game, owned by the caller
 */
LapGame *lap_registry_load(LapRegistry *registry, const char *id, GError **error);

/**
 * lap_registry_load_rules: (skip)
 * @registry: a registry
 * @rules: (array zero-terminated=1): LapPluginInfo.rules of each level of a game as it was once, the base first
 * @copies: (out) (nullable): where the files of each level are now
 * @error: why it is not to be had
 *
 * Loads a build that is not that of a plugin's folder any more, for matches that were begun with it. Its copy must be
 * there (%LAP_PLUGIN_ERROR_NOT_FOUND); if it was never tried on this machine, it is tried now, which takes a moment.
 *
 * Returns: the game, owned by the caller
 */
LapGame *lap_registry_load_rules(LapRegistry *registry, const char *const *rules, char ***copies, GError **error);

/**
 * lap_registry_get_folders:
 * @registry: a registry
 * @id: of a plugin
 *
 * Gets where the author's files of each level of a game are, the base first.
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): folders, until the next scan; %NULL if the game is
 *   unavailable
 */
const char *const *lap_registry_get_folders(LapRegistry *registry, const char *id);

/**
 * lap_registry_get_copies:
 * @registry: a registry
 * @id: of a plugin
 *
 * Gets where copies of the files of each level of a game are, as they were when they were scanned, the base first.
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): folders, until the next scan; %NULL if the game is
 *   unavailable
 */
const char *const *lap_registry_get_copies(LapRegistry *registry, const char *id);

/**
 * lap_registry_get_probes:
 * @registry: a registry
 *
 * Counts the probe children that this registry has run. Plugins whose verdict is cached need none.
 *
 * Returns: how many
 */
guint lap_registry_get_probes(LapRegistry *registry);

G_END_DECLS
