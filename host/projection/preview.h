/* What steps bring, for who shows it otherwise than as JSON. */
#pragma once

#include "host/engine/action-json.h"
#include "host/match/match.h"

G_BEGIN_DECLS

/* How many more points a seat has after a move, or all together have, 0 where that is not sure; and if it moves again
 * then, after the best next move: as many where that does not bring more, or is not sure. */
typedef struct {
  gint64 points, best;
} LapBrought;

/* Appends to `brought`, of LapBrought, what each step brings that may follow `steps` (those of `seat` so far), in the
 * order of lap_next_steps. It asks for those steps again. FALSE with an error of matches. */
gboolean lap_match_preview_points(LapMatch *match, guint seat, const LapAction *steps, guint n, GArray *brought,
                                  GError **error);

G_END_DECLS
