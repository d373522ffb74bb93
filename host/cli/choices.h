/* The choices of a person, numbered: in columns where they are many and short, and no more of them than fit. */
#pragma once

#include <glib.h>

/* Prints `heading` (NULL: nothing) and `texts` from `first` on, numbered from 1, in at most `rows` lines (0: in as many
 * as it takes), and which ones these are if there are others. Number `at` (0: none) stands out. Returns how many, at
 * least one. */
guint choices_print(const char *heading, const GPtrArray *texts, guint first, guint rows, guint at);
