/* The registry: which plugins there are, what extends what, and why some cannot be had.
 *
 * It looks through the folders of a search path for keyfiles (NAME.plugin), orders plugins by their bases, has a child
 * process probe each new .so once, and remembers the answer. Listing opens no plugin; loading links a chain. A loaded
 * plugin stays in memory for the life of the process, so games outlive the registry. */
#pragma once

#include <gio/gio.h>

#include "host/engine/game.h"

G_BEGIN_DECLS

#define LAP_PLUGIN_ERROR (lap_plugin_error_quark())
GQuark lap_plugin_error_quark(void);

typedef enum {
  LAP_PLUGIN_ERROR_NOT_FOUND,
  LAP_PLUGIN_ERROR_KEYFILE,     /* the keyfile cannot be read, or contradicts the .so */
  LAP_PLUGIN_ERROR_REFUSED,     /* wrong magic, versions, struct size, tables */
  LAP_PLUGIN_ERROR_QUARANTINED, /* crashed or hung while it was probed */
  LAP_PLUGIN_ERROR_BLOCKED,     /* its base is missing, refused, quarantined, of another version, or its own variant */
  LAP_PLUGIN_ERROR_DATA         /* a catalogue file is missing or wrong */
} LapPluginError;

/* What the registry knows of one plugin. Owned by the registry, until the next scan. */
typedef struct {
  const char *id, *name, *description;     /* name and description from the keyfile, for people; may be NULL */
  const char *version, *extends, *accepts; /* NULL where there is none */
  const char *folder, *keyfile, *module;   /* absolute paths */
  guint minutes_min, minutes_max;          /* how long a game takes; 0 where the keyfile does not say */
  const GError *error;                     /* why it cannot be had, or NULL */
} LapPluginInfo;

#define LAP_TYPE_REGISTRY (lap_registry_get_type())
G_DECLARE_FINAL_TYPE(LapRegistry, lap_registry, LAP, REGISTRY, GObject)

/* `path`: folders, first found wins, NULL-terminated; NULL: the default path (LAPIDARY_PLUGIN_PATH, the user's data
 * folder, the build's own if it runs from there, the system's plugin folder). Scans once. */
LapRegistry *lap_registry_new(const char *const *path);
/* The folders it looks through. */
const char *const *lap_registry_get_path(LapRegistry *registry);
/* Looks again. */
void lap_registry_scan(LapRegistry *registry);
/* Every plugin found, those that cannot be had too: bases by id, each followed by its variants.
 * Returns: (element-type LapPluginInfo) (transfer none) */
GPtrArray *lap_registry_list(LapRegistry *registry);
/* (nullable) */
const LapPluginInfo *lap_registry_find(LapRegistry *registry, const char *id);
/* Loads a game, its bases first, and links it. The same game again the second time.
 * Returns: (transfer full) */
LapGame *lap_registry_load(LapRegistry *registry, const char *id, GError **error);

/* Where the files of each level of a game lie, the base first, NULL-terminated.
 * Returns: (nullable) (transfer none): until the next scan; NULL if the game cannot be had */
const char *const *lap_registry_get_folders(LapRegistry *registry, const char *id);
/* How many probe children this registry has run: none for what the cache knows. */
guint lap_registry_get_probes(LapRegistry *registry);

G_END_DECLS
