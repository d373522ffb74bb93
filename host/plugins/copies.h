/* Copies: lapidary/builds in the user's cache folder, one folder for each build, under its name.
 *
 * They are what the host probes and loads. Only this user can write there (0700), and a copy never changes: it is
 * written under another name and renamed once it is whole, so that several hosts may do so at the same time. Copies are
 * a cache: one that was damaged or removed is written again when plugins are scanned, and one that was not used for a
 * month is removed. Without a cache folder that can be written, they are in lapidary-UID of the folder for temporary
 * files. */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* Makes sure that there is a copy of a build that was read, byte for byte; `build->keyfile` is then that of the copy,
 * and `build->files` are given up. LAP_PLUGIN_ERROR_REFUSED, if it cannot be written. */
gboolean lap_copy_make(LapBuild *build, GError **error);
/* Whether the copies of a chain (LapBuild) are there, and what their names say. */
gboolean lap_copies_are_whole(GPtrArray *chain);
/* Makes sure before a copy is loaded that it is what its name says. One that is not is made again, as long as the
 * author's files are still the same. Done once for each build that was read. */
gboolean lap_copy_check(LapBuild *build, GError **error);

/* Finds a copy by its rules (build.h): of a build that was scanned once, wherever that was and whatever became of it.
 * Returns: (transfer full): the build, or NULL if there is none that is what its name says */
LapBuild *lap_copy_find(const char *rules);

/* The files of such a copy as one piece, to be kept elsewhere. Returns: (transfer full): NULL if there is none */
GBytes *lap_copy_pack(const char *rules);
/* Makes a copy of what was packed. What it was packed as is not believed: LAP_PLUGIN_ERROR_REFUSED if its rules are not
 * `rules`, or if there is anything in it that does not belong to a build. */
gboolean lap_copy_unpack(const char *rules, GBytes *packed, GError **error);

/* Removes the copies that no host has used for a month. */
void lap_copies_prune(void);

G_END_DECLS
