/* Positions of a match that is over, and what each was worth (host/bots/estimate.h). */
#pragma once

#include "host/bots/estimate.h"

G_BEGIN_DECLS

/* So many worlds are played for each. */
#define LAP_ESTIMATE_WORLDS 256

typedef struct {
  guint64 seq;     /* after so many entries */
  LapBlock *block; /* owned */
} LapPosition;

typedef struct {
  guint64 seq;
  LapEstimate estimate;
} LapEstimateAt;

/* Returns: (transfer full): an array of LapPosition, which frees their blocks */
GArray *lap_positions_new(void);
void lap_positions_add(GArray *positions, guint64 seq, const LapBlock *block, gsize size);
/* Adds a LapEstimateAt of one after the other, and begins with no further one when the time of `budget` is over; each
 * has the whole budget. FALSE after a fault of the rules. */
gboolean lap_positions_estimate(LapEstimator *estimator, const GArray *positions, const LapBudget *budget,
                                GArray *estimates);

/* How many of an array of LapEstimateAt, which are in order, have a seq up to `seq`; -1: none. */
guint lap_estimates_upto(const GArray *estimates, gint64 seq);

G_END_DECLS
