#include "choices.h"

static float sum_of_weights(const LapTree *tree, const LapNode *node)
{
  float sum = 0;
  for (guint32 at = node->first; at < node->first + node->n; at++) sum += tree->edge[at].weight;
  return sum;
}

void lap_choices_collect(GArray *choices, const LapTree *tree, guint32 index, const LapActions *legal)
{
  const LapNode *node = &tree->node[index];
  gboolean mixed = node->mixed == LAP_MIXED;
  float sum = mixed ? sum_of_weights(tree, node) : 0;
  g_array_set_size(choices, 0);
  for (guint i = 0; i < legal->n; i++) {
    LapChoice choice = {.action = legal->v[i], .bounds = LAP_BOUNDS_UNKNOWN};
    for (guint32 at = node->first; at < node->first + node->n; at++) {
      const LapEdge *edge = &tree->edge[at];
      if (!lap_same_action(&tree->action[at], &choice.action)) continue;
      choice.value = edge->value;
      choice.visits = !mixed ? edge->visits : sum > 0 ? (guint32)((float)node->visits * edge->weight / sum) : 0;
      if (!mixed) choice.bounds = edge->bounds;
    }
    g_array_append_val(choices, choice);
  }
}

static void add(LapChoice *choice, const LapChoice *more)
{
  guint32 visits = choice->visits + more->visits;
  if (visits) choice->value += (more->value - choice->value) * (float)more->visits / (float)visits;
  choice->visits = visits;
  choice->bounds.least = MAX(choice->bounds.least, more->bounds.least);
  choice->bounds.most = MIN(choice->bounds.most, more->bounds.most);
}

void lap_choices_add(GArray *choices, const GArray *more)
{
  if (!choices->len)
    g_array_append_vals(choices, more->data, more->len);
  else
    for (guint i = 0; i < choices->len; i++)
      add(&g_array_index(choices, LapChoice, i), &g_array_index(more, LapChoice, i));
}

/* The most visited of the choices with bounds for which `least` and `most` are the smallest; `len` if there is none. */
static guint most_visited(const GArray *choices, guint8 least, guint8 most)
{
  guint best = choices->len;
  for (guint i = 0; i < choices->len; i++) {
    const LapChoice *choice = &g_array_index(choices, LapChoice, i);
    if (choice->bounds.least < least || choice->bounds.most < most) continue;
    if (best == choices->len || choice->visits > g_array_index(choices, LapChoice, best).visits) best = i;
  }
  return best;
}

guint lap_choices_best(const GArray *choices)
{
  guint8 proven = LAP_LOST;
  for (guint i = 0; i < choices->len; i++) proven = MAX(proven, g_array_index(choices, LapChoice, i).bounds.least);
  guint sure = most_visited(choices, proven, proven), hope = most_visited(choices, LAP_LOST, (guint8)(proven + 1));
  if (hope == choices->len) return sure;
  return g_array_index(choices, LapChoice, hope).value * LAP_WON < proven ? sure : hope;
}

guint lap_choices_sample(const GArray *choices, LapGenerator *generator)
{
  guint32 visits = 0;
  for (guint i = 0; i < choices->len; i++) visits += g_array_index(choices, LapChoice, i).visits;
  guint32 left = visits ? lap_generator_below(generator, visits) : 0;
  guint i = 0;
  for (; i + 1 < choices->len && left >= g_array_index(choices, LapChoice, i).visits; i++)
    left -= g_array_index(choices, LapChoice, i).visits;
  return i;
}
