/* A playthrough: a whole random match as text that a person can read and a diff can compare. */
#pragma once

#include "host/engine/game.h"
#include "host/text/texts.h"

G_BEGIN_DECLS

typedef struct {
  guint seats;
  guint64 seed;
  const LapOptions *options; /* NULL: the defaults */
  const char *variation;     /* what of them is not the default, for the first line, or NULL */
  guint views_every;         /* moves between views; those of the start and the end are always there */
  gboolean hashes;           /* of each position: they depend on the names of fields */
} LapPlaythrough;

/* The text: for each move its sentence and its JSON, what everybody was told, and the hash after it; now and then
 * the view of the seat that is next and of the watcher; the score at the end. NULL: the rules have failed.
 * Returns: (transfer full) */
char *lap_playthrough_write(LapGame *game, LapTexts *texts, const LapPlaythrough *playthrough, GError **error);

/* The first line in which two texts differ, of each; NULL if they are the same.
 * Returns: (transfer full) (nullable) */
char *lap_playthrough_difference(const char *golden, const char *now);

G_END_DECLS
