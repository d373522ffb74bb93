#include "mixed.h"

/* So often any action is tried. */
#define EXPLORATION 0.1f

gboolean lap_mixed_is_due(LapTree *tree, guint32 index)
{
  LapNode *node = &tree->node[index];
  if (node->mixed == LAP_MIXED || !lap_mixed_will_be_due(node, 0)) return node->mixed == LAP_MIXED;
  node->mixed = LAP_MIXED;
  for (LapEdge *edge = &tree->edge[node->first], *end = edge + node->n; edge < end; edge++) {
    edge->regret = edge->visits ? (float)node->visits * (edge->value - node->value) : 0;
    edge->weight = 0;
  }
  return TRUE;
}

static inline float positive(float regret) { return MAX(regret, 0); }

static float sum_of_regrets(const LapTree *tree, LapOffer offer)
{
  float sum = 0;
  for (guint i = 0; i < offer.n; i++) sum += positive(tree->edge[offer.edge[i]].regret);
  return sum;
}

/* The probability of an action in the strategy; `sum` is that of all regrets. */
static inline float share_of(const LapEdge *edge, float sum, guint n)
{
  return sum > 0 ? positive(edge->regret) / sum : 1 / (float)n;
}

static inline float probability_of(float share, guint n) { return EXPLORATION / (float)n + (1 - EXPLORATION) * share; }

guint32 lap_mixed_select(const LapTree *tree, LapOffer offer, LapGenerator *generator)
{
  float sum = sum_of_regrets(tree, offer), left = (float)(lap_generator_next(generator) >> 8) / (1 << 24);
  guint i = 0;
  for (; i + 1 < offer.n; i++) {
    left -= probability_of(share_of(&tree->edge[offer.edge[i]], sum, offer.n), offer.n);
    if (left < 0) break;
  }
  return offer.edge[i];
}

static inline float estimate(const LapNode *node, const LapEdge *edge)
{
  if (edge->visits) return edge->value;
  return node->visits ? node->value : 0.5f;
}

void lap_mixed_learn(LapTree *tree, const LapNode *node, LapOffer offer, guint32 chosen, float reward)
{
  float sum = sum_of_regrets(tree, offer), mean = 0;
  LapEdge *taken = &tree->edge[chosen];
  float share = share_of(taken, sum, offer.n);
  float correction = (reward - estimate(node, taken)) / probability_of(share, offer.n);
  for (guint i = 0; i < offer.n; i++) {
    LapEdge *edge = &tree->edge[offer.edge[i]];
    float part = share_of(edge, sum, offer.n);
    mean += part * estimate(node, edge);
    edge->weight += part * (float)(node->visits + 1); /* what was learned later counts more */
  }
  mean += share * correction;
  for (guint i = 0; i < offer.n; i++) {
    LapEdge *edge = &tree->edge[offer.edge[i]];
    edge->regret += estimate(node, edge) + (edge == taken ? correction : 0) - mean;
  }
}
