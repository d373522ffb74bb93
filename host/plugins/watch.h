/* Watches: the folders of plugins, and whether something changes there.
 *
 * A change is reported once the folders have been still for a moment, since a linker writes a file in many steps and a
 * plugin has several files; and at the latest after some seconds, since a folder may never be still. Folders are
 * watched and not files, since most tools put a new file in the place of the old one. */
#pragma once

#include "chain.h"

G_BEGIN_DECLS

typedef struct LapWatch LapWatch;

/* `changed` is called on the thread's default main context, and may change what is watched. */
LapWatch *lap_watch_new(void (*changed)(gpointer data), gpointer data);
void lap_watch_free(LapWatch *watch);

/* Watches the folders of `path` and what lies in them, and the folders of `records` (LapPluginRecord) with those of
 * their data and texts, and no others. */
void lap_watch_set(LapWatch *watch, const char *const *path, GPtrArray *records);

G_END_DECLS
