/* Keyfiles: ID.plugin, what a plugin says of itself without being opened.
 *
 *   [Plugin]
 *   Id=nim-fast          a word of a-z, 0-9, '-'; the keyfile is ID.plugin
 *   Version=1.0.2
 *   Extends=nim          a variant only
 *   Accepts=1.2          a variant only: versions of that base
 *   Api=0.4              version of the contract it was built against
 *   Module=nim-fast.so   a file beside the keyfile
 *   Name=Nim, fast       for people; may be translated: Name[es]
 *   Description=...      for people
 *   Minutes=15-30        how long a game takes, or one number; may be left out */
#pragma once

#include "registry.h"
#include "version.h"

G_BEGIN_DECLS

#define LAP_KEYFILE_SUFFIX ".plugin"
#define LAP_KEYFILE_MINUTES_MAX 1440 /* a day */

typedef struct {
  char *file, *folder; /* absolute */
  char *id, *name, *description;
  char *version, *extends, *accepts; /* extends and accepts: both or neither */
  char *module, *module_path;        /* a file name in `folder`, and the two together */
  guint api_major, api_minor;
  guint minutes_min, minutes_max; /* how long a game takes; both 0 where it is not said */
  LapVersion parsed_version;
  LapVersionRange parsed_accepts;
} LapKeyfile;

/* Reads `folder`/`name`. The message of an error (LAP_PLUGIN_ERROR_KEYFILE) names file, key and what would be right. */
LapKeyfile *lap_keyfile_read(const char *folder, const char *name, GError **error);
void lap_keyfile_free(LapKeyfile *keyfile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapKeyfile, lap_keyfile_free)

G_END_DECLS
