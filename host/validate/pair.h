/* Two worlds that are alike to a viewer, side by side. */
#pragma once

#include "sight.h"

G_BEGIN_DECLS

typedef struct {
  LapTrial *trial;
  guint viewer;
  LapSession *one, *other; /* not its own */
  LapSight sight_one, sight_other;
  guint16 sealed; /* seats whose sealed moves differ in both: they come to light when all are in */
} LapPair;

void lap_pair_init(LapPair *pair, LapTrial *trial, guint viewer, LapSession *one, LapSession *other);
void lap_pair_clear(LapPair *pair);

/* Both positions as they are now. FALSE, and the trial has failed, unless the viewer is sent the same of both. */
gboolean lap_pair_compare_now(LapPair *pair);

/* Makes the same moves in both for a while. As long as the viewer has seen no piece that differs, all that it is sent
 * must be the same. */
gboolean lap_pair_follow(LapPair *pair);

G_END_DECLS
