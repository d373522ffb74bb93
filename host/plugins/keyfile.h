/* Keyfiles: the file ID.plugin beside a plugin, from which it can be listed and ordered without its code being loaded.
 *
 *   [Plugin]
 *   Id=nim-fast          a word of a-z, 0-9, '-'; the keyfile is ID.plugin
 *   Version=1.0.2
 *   Extends=nim          a variant only
 *   Accepts=1.2          a variant only: versions of that base
 *   Api=1.1              version of the contract it was built against
 *   Module=nim-fast.so   a file beside the keyfile
 *   Name=Nim, fast       for people; may be translated: Name[es]
 *   Description=...      for people
 *   Minutes=15-30        how long a game takes, or one number; optional
 *   Picture=noughts      one of the plugin's pictures, by which lists show the game; optional
 *
 * Versions are "1.2.3". A variant accepts a base by "1.2" or "1.2.3": from there to the next major version, or, below
 * 1.0.0, to the next minor one (LapPlugin.accepts). */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

typedef struct {
  guint major, minor, patch; /* each at most 65535 */
} LapVersion;

/* Versions from `from` up to, but not including, `below`. */
typedef struct {
  LapVersion from, below;
} LapVersionRange;

/* Three numbers without leading zeros. FALSE if `text` is anything else, NULL too. */
gboolean lap_version_parse(const char *text, LapVersion *version);

/* "1.2" or "1.2.3": from there to the next major, or, below 1.0.0, to the next minor. */
gboolean lap_version_range_parse(const char *text, LapVersionRange *range);
gboolean lap_version_range_has(const LapVersionRange *range, const LapVersion *version);
/* ">= 1.2.0 and < 2.0.0" */
char *lap_version_range_describe(const LapVersionRange *range);

#define LAP_KEYFILE_SUFFIX ".plugin"
#define LAP_KEYFILE_MINUTES_MAX 1440 /* a day */

typedef struct {
  gatomicrefcount references;
  char *file, *folder; /* absolute */
  char *text;          /* all of the file, as it was read */
  gsize length;        /* of it */
  char *id, *name, *description;
  char *version, *extends, *accepts; /* extends and accepts: both or neither */
  char *module, *module_path;        /* a file name in `folder`, and the two together */
  char *picture;                     /* or NULL */
  guint api_major, api_minor;
  guint minutes_min, minutes_max; /* how long a game takes; both 0 if the keyfile does not say */
  LapVersion parsed_version;
  LapVersionRange parsed_accepts;
} LapKeyfile;

/* Whether a plugin may have this id. */
gboolean lap_keyfile_is_id(const char *id);
/* Reads `folder`/`name`. The message of an error (LAP_PLUGIN_ERROR_KEYFILE) names file, key and what would be right. */
LapKeyfile *lap_keyfile_read(const char *folder, const char *name, GError **error);
LapKeyfile *lap_keyfile_ref(LapKeyfile *keyfile);
/* NULL is allowed. */
void lap_keyfile_unref(LapKeyfile *keyfile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapKeyfile, lap_keyfile_unref)

G_END_DECLS
