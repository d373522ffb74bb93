/* All matches of one store, copied to another. */
#pragma once

#include <glib.h>

/* Copies from the store at `from`, which must be there, to the one at `to`, which is made; `builds`: with the builds
 * that matches need. Prints what was done, or what is wrong. Returns an exit code. */
int copy_matches(const char *from, const char *to, gboolean builds);
