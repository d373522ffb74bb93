/* Estimates: who was ahead at a position of a match that is over.
 *
 * The search (search.h) plays on from there, with what all seats know together laid open, and says what that came to.
 * For the same position, seed and number of worlds an estimate is always the same. */
#pragma once

#include "bot.h"
#include "host/engine/remote.h"

G_BEGIN_DECLS

/* Whole numbers, as they are sent. */
typedef struct {
  gboolean together;             /* the seats play together, or there is one */
  guint16 chance[LAP_SEATS_MAX]; /* parts of 1000: that a seat wins; together: of seat 0, that the goal is reached */
  gint32 points;                 /* together: those that are expected, in tenths */
  gint32 goal;                   /* together: the points to be reached, or 0 */
} LapEstimate;

typedef struct LapEstimator LapEstimator;

/* Returns NULL with the error of lap_engine_new. */
LapEstimator *lap_estimator_new(LapGame *game, guint seats, const LapOptions *options, GError **error);
void lap_estimator_free(LapEstimator *estimator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapEstimator, lap_estimator_free)

/* Estimates a block in which somebody has a decision. FALSE on a fault of the rules. */
gboolean lap_estimate(LapEstimator *estimator, const LapBlock *block, const LapBudget *budget, guint64 seed,
                      LapEstimate *estimate);
const char *lap_estimator_fault(const LapEstimator *estimator);
/* The hook that ran last, or NULL. */
const LapTrace *lap_estimator_trace(const LapEstimator *estimator);

/* What a match has come to in the end. */
LapEstimate lap_estimate_end(const LapSheet *sheet, guint seats);

/* Carries out a LAP_CALL_ESTIMATE, with the rules in this process. */
void lap_estimate_answer(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply);

G_END_DECLS
