/* What steps bring, for who shows it otherwise than as JSON. */
#pragma once

#include "host/engine/action-json.h"
#include "host/match/match.h"

G_BEGIN_DECLS

/* Appends to `points`, of gint64, for each step that may follow `steps` (those of `seat` so far), in the order of
 * lap_next_steps, how many more points the seat has after the move, or all together have: 0 where that is not sure. It
 * asks for those steps again. FALSE with an error of matches. */
gboolean lap_match_preview_points(LapMatch *match, guint seat, const LapAction *steps, guint n, GArray *points,
                                  GError **error);

G_END_DECLS
