/* Suggestions for a mistyped name, for messages: "is it ...?". */
#pragma once

#include <glib.h>

/* At most three candidates that are near to `word`, best first, as "'a', 'b' or 'c'"; NULL if there are none.
 * `candidates` is NULL-terminated. */
char *lap_nearest_names(const char *word, const char *const *candidates);
