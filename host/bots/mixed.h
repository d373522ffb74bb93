/* Mixed strategies, for what several seats choose at once.
 *
 * Where seats choose without knowing each other's choice, no single action need be best: whoever always shows the same
 * is read. Regret matching (Hart, Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium", 2000)
 * counts for each action how much more it would have been worth than what was done, and takes actions in proportion to
 * that. Its average over all visits comes near an equilibrium. Each seat learns by itself, from its own action and the
 * reward alone (decoupled: Tak, Lanctot, Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games",
 * 2014).
 *
 * What the actions that were not taken would have been worth is estimated by their mean rewards; the difference from
 * that of the one that was taken, divided by the probability with which it was, makes the estimate right on the average
 * (Schmid, Burch, Lanctot et al., "Variance Reduction in Monte Carlo Counterfactual Regret Minimization", 2019). */
#pragma once

#include "host/engine/generator.h"
#include "tree.h"

G_BEGIN_DECLS

/* It takes many visits to tell good actions from bad ones, as chance and all that is done later weigh more: so a node
 * is chosen in by UCB1 until it was visited so often for each of its actions. Actions that were found worse until then
 * begin with that as their regret. */
#define LAP_MIXED_AFTER 50

/* Whether it is to be chosen in by regret matching; settles that from now on it is. */
gboolean lap_mixed_is_due(LapTree *tree, guint32 node);
/* Whether it is so after `more` visits. */
static inline gboolean lap_mixed_will_be_due(const LapNode *node, guint32 more)
{
  return node->mixed != LAP_MIXED_NEVER && (guint64)node->visits + more >= (guint64)LAP_MIXED_AFTER * node->n;
}

/* Edges of a mixed node that were there to choose from. */
typedef struct {
  const guint32 *edge;
  guint n;
} LapOffer;

/* Returns one of them, by regret matching with some exploration. */
guint32 lap_mixed_select(const LapTree *tree, LapOffer offer, LapGenerator *generator);
/* Learns that `chosen`, one of them, came to `reward`, before the node and the edge count that. */
void lap_mixed_learn(LapTree *tree, const LapNode *node, LapOffer offer, guint32 chosen, float reward);

G_END_DECLS
