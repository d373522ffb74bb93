#include "ucb.h"

#include <math.h>

/* The weight of actions that were seldom tried, for rewards from 0 to 1. */
#define EXPLORATION 0.7f

/* Whether going on by an edge can come to more than what is proven of its node. */
static inline gboolean is_worth_trying(const LapNode *node, const LapEdge *edge)
{
  return edge->bounds.most > node->bounds.least;
}

guint32 lap_ucb_select(LapTree *tree, const LapNode *node, const LapActions *legal, LapGenerator *generator,
                       LapAction *step)
{
  float best = -1, factor = 0;
  guint32 counted = 0, n_untried = 0;
  guint chosen_step = 0, untried_step = 0;
  gboolean all = node->n == legal->n; /* they are the same */
  LapEdge *edge = &tree->edge[node->first], *chosen = edge, *untried = NULL;
  const LapAction *action = &tree->action[node->first];
  for (guint i = 0; i < legal->n; i++, edge++, action++) {
    for (; !all && !lap_same_action(action, &legal->v[i]); action++) edge++;
    if (++edge->available != counted) {
      counted = edge->available;
      factor = EXPLORATION * sqrtf(logf((float)counted));
    }
    if (!is_worth_trying(node, edge)) continue;
    if (!edge->visits) {
      if (lap_generator_below(generator, ++n_untried) == 0) {
        untried = edge;
        untried_step = i;
      }
      continue;
    }
    float value = edge->value + factor / sqrtf((float)edge->visits);
    if (value <= best) continue;
    best = value;
    chosen = edge;
    chosen_step = i;
  }
  if (untried && (node->visits ? node->value : 0.5f) + factor >= best) {
    chosen = untried;
    chosen_step = untried_step;
  }
  *step = legal->v[chosen_step];
  return (guint32)(chosen - tree->edge);
}
