/* Near misses: what somebody who mistyped a name may have meant. */
#pragma once

#include <glib.h>

/* The candidates that are near to `word`, best first, as "'a', 'b' or 'c'"; NULL if none is. At most three.
 * `candidates` is NULL-terminated. */
char *lap_nearest_names(const char *word, const char *const *candidates);
