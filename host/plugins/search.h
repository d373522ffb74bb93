/* The search: every keyfile that the folders of a path hold. */
#pragma once

#include "entry.h"

G_BEGIN_DECLS

/* Looks in each folder, in order, for NAME/NAME.plugin and NAME.plugin. The first found of an id wins.
 * Returns: (element-type LapPluginEntry) (transfer full): by path, then by file name */
GPtrArray *lap_search(const char *const *path);

G_END_DECLS
