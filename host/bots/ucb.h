/* UCB1: which action to try next (Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem",
 * 2002), counted over the visits in which it could have been taken, as information sets need it. */
#pragma once

#include "host/engine/generator.h"
#include "tree.h"

G_BEGIN_DECLS

/* The edge of the node to go on by: one of those whose actions are in `legal`, which all have edges. `*step`: that
 * action. One that was never tried is expected to be worth as much as the node. */
guint32 lap_ucb_select(LapTree *tree, const LapNode *node, const LapActions *legal, LapGenerator *generator,
                       LapAction *step);

G_END_DECLS
