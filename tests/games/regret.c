#include "regret.h"

struct Regret {
  const GameTree *tree;
  guint iterations;
  double *policy, *regret, *sum, *average; /* by action; `sum` of policies, weighted */
  double *realised;                        /* by action: how likely its seat comes to take it, if the other helps */
  double *reach, *value;                   /* by node */
};

static double sign_of(guint seat) { return seat == 0 ? 1 : -1; }

/* For each node, how likely it is reached if `seat` does all to come there. */
static void reach_nodes(const GameTree *tree, const double *policy, guint seat, double *reach)
{
  for (guint i = 0; i < tree->deals; i++) reach[i] = 1.0 / tree->deals;
  for (guint i = 0; i < tree->nodes->len; i++) {
    const GameNode *node = game_node(tree, i);
    if (!node->n) continue;
    const GameSet *set = game_set(tree, node->set);
    for (guint k = 0; k < node->n; k++)
      reach[node->first + k] = reach[i] * (set->seat == seat ? 1 : policy[set->first + k]);
  }
}

/* What seat 0 wins in the mean from this node on; the children have their values. */
static double value_of(const GameTree *tree, const double *policy, const double *value, const GameNode *node)
{
  if (!node->n) return node->payoff;
  double mean = 0;
  guint first = game_set(tree, node->set)->first;
  for (guint k = 0; k < node->n; k++) mean += policy[first + k] * value[node->first + k];
  return mean;
}

/* --- best response */

static guint best_of(const double *worth, const GameSet *set)
{
  guint best = 0;
  for (guint k = 1; k < set->n; k++)
    if (worth[set->first + k] > worth[set->first + best]) best = k;
  return best;
}

/* Values the nodes `from` to `to` - 1, which are those of one ply. What an action is worth to `seat` counts all nodes
 * of its information set, which are of this ply. */
static void respond(const GameTree *tree, const double *policy, guint seat, const double *reach, double *worth,
                    double *value, guint from, guint to)
{
  for (guint i = from; i < to; i++) {
    const GameNode *node = game_node(tree, i);
    if (!node->n || game_set(tree, node->set)->seat != seat) continue;
    for (guint k = 0; k < node->n; k++)
      worth[game_set(tree, node->set)->first + k] += reach[i] * sign_of(seat) * value[node->first + k];
  }
  for (guint i = from; i < to; i++) {
    const GameNode *node = game_node(tree, i);
    const GameSet *set = node->n ? game_set(tree, node->set) : NULL;
    value[i] = set && set->seat == seat ? value[node->first + best_of(worth, set)]
                                        : value_of(tree, policy, value, node);
  }
}

double best_response(const GameTree *tree, const double *policy, guint seat)
{
  guint n = tree->nodes->len;
  g_autofree double *reach = g_new(double, n), *value = g_new(double, n), *worth = g_new0(double, tree->actions->len);
  reach_nodes(tree, policy, seat, reach);
  for (guint to = n, from; to > 0; to = from) {
    for (from = to - 1; from > 0 && game_node(tree, from - 1)->ply == game_node(tree, to - 1)->ply;) from--;
    respond(tree, policy, seat, reach, worth, value, from, to);
  }
  double mean = 0;
  for (guint i = 0; i < tree->deals; i++) mean += sign_of(seat) * value[i] / tree->deals;
  return mean;
}

/* --- regrets */

/* Chances in proportion to `weight`, where that is all zero alike. */
static void normalise(const GameSet *set, const double *weight, double *policy)
{
  double sum = 0;
  for (guint a = set->first; a < set->first + set->n; a++) sum += weight[a];
  for (guint a = set->first; a < set->first + set->n; a++) policy[a] = sum > 0 ? weight[a] / sum : 1.0 / set->n;
}

static void add_regrets(Regret *regret, guint seat)
{
  const GameTree *tree = regret->tree;
  for (guint i = tree->nodes->len; i-- > 0;) {
    const GameNode *node = game_node(tree, i);
    regret->value[i] = value_of(tree, regret->policy, regret->value, node);
    if (!node->n || game_set(tree, node->set)->seat != seat) continue;
    for (guint k = 0; k < node->n; k++)
      regret->regret[game_set(tree, node->set)->first + k] += regret->reach[i] * sign_of(seat) *
                                                              (regret->value[node->first + k] - regret->value[i]);
  }
}

/* Sets stand behind those that their seat comes from. */
static void add_policy(Regret *regret, const GameSet *set)
{
  double before = set->after == GAME_TREE_NONE ? 1 : regret->realised[set->after];
  for (guint a = set->first; a < set->first + set->n; a++) {
    regret->realised[a] = before * regret->policy[a];
    regret->sum[a] += regret->iterations * regret->realised[a];
  }
}

static void improve(Regret *regret, guint seat)
{
  const GameTree *tree = regret->tree;
  reach_nodes(tree, regret->policy, seat, regret->reach);
  add_regrets(regret, seat);
  for (guint i = 0; i < tree->sets->len; i++) {
    const GameSet *set = game_set(tree, i);
    if (set->seat != seat) continue;
    for (guint a = set->first; a < set->first + set->n; a++) regret->regret[a] = MAX(regret->regret[a], 0);
    normalise(set, regret->regret, regret->policy);
    add_policy(regret, set);
  }
}

void regret_iterate(Regret *regret, guint iterations)
{
  for (guint i = 0; i < iterations; i++) {
    regret->iterations++;
    improve(regret, 0);
    improve(regret, 1);
  }
}

const double *regret_average(Regret *regret)
{
  for (guint i = 0; i < regret->tree->sets->len; i++)
    normalise(game_set(regret->tree, i), regret->sum, regret->average);
  return regret->average;
}

Regret *regret_new(const GameTree *tree)
{
  Regret *regret = g_new0(Regret, 1);
  guint actions = tree->actions->len, nodes = tree->nodes->len;
  *regret = (Regret){.tree = tree,
                     .policy = g_new0(double, actions),
                     .regret = g_new0(double, actions),
                     .sum = g_new0(double, actions),
                     .average = g_new0(double, actions),
                     .realised = g_new0(double, actions),
                     .reach = g_new0(double, nodes),
                     .value = g_new0(double, nodes)};
  for (guint i = 0; i < tree->sets->len; i++) normalise(game_set(tree, i), regret->regret, regret->policy);
  return regret;
}

void regret_free(Regret *regret)
{
  g_free(regret->policy);
  g_free(regret->regret);
  g_free(regret->sum);
  g_free(regret->average);
  g_free(regret->realised);
  g_free(regret->reach);
  g_free(regret->value);
  g_free(regret);
}
