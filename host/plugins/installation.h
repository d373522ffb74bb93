/* Where the files of this installation lie.
 *
 * They are looked for from the place of the library itself, and not at the prefix that was configured: so an
 * installation that is staged (DESTDIR) or moved as a whole finds its plugins, programs and pages. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether this runs from the build tree. An installed library does not, even if its build tree still exists. */
gboolean lap_installation_is_build(void);

/* The absolute path of what lies at `path` below the prefix; an absolute `path` as it is.
 * Returns: (transfer full) */
char *lap_installation_path(const char *path);

G_END_DECLS
