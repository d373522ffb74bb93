/* Analysis of matches that are over: who was ahead, and when that changed. */
#pragma once

#include "host/match/match.h"
#include "host/match/positions.h"

G_BEGIN_DECLS

/* A move (or another entry) with which an estimate changed more than with most others. */
typedef struct {
  guint64 seq;
  guint seat;      /* whose entry it is */
  guint about;     /* the seat whose estimate changed most; where the seats play together, and of one alone, 0 */
  gboolean points; /* estimates are points in tenths; else chances of victory in parts of 1000 */
  gint32 before, after;
  GPtrArray *text; /* its sentences */
} LapTurningPoint;

/* Those of a match, in order, at most five; for matches that are short or as good as decided from the start none. It is
 * waited for as long as that takes, unless a request is put off (lap_match_analyse). Returns: (transfer full)
 * (element-type LapTurningPoint); NULL with an error */
GPtrArray *lap_match_turning_points(LapMatch *match, guint viewer, const char *language, GError **error);

G_END_DECLS
