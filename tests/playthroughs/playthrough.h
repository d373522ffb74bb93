/* A playthrough: a whole random match as text that a person can read and a diff can compare. */
#pragma once

#include <glib.h>

typedef struct {
  const char *file; /* name without folder */
  const char *game;
  guint seats;
  guint64 seed;
  const char *option, *value; /* one that is not the default, or NULL */
  guint views_every;          /* moves between views; those of the start and the end are always there */
} Playthrough;

/* The text: for each move its sentence and its JSON, what everybody was told, and the hash after it; now and then
 * the view of the seat that is next and of the watcher; the score at the end.
 * Returns: (transfer full) */
char *playthrough_write(const Playthrough *playthrough);
