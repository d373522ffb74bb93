/* What lies in a folder of sources, to notice that it has changed. */
#pragma once

#include <glib.h>

/* A number that changes with the files below `folder`: their names, sizes and times. Hidden files, those of editors,
 * and folders that Meson builds in do not count. Looked for again and again rather than watched: that works on every
 * file system, and for folders that are new. */
guint64 sources_stamp(const char *folder);
