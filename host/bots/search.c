#include "search.h"

#include <math.h>

#include "host/engine/knowledge.h"

/* The weight of actions that were seldom tried, for rewards from 0 to 1. */
#define EXPLORATION 0.7f
/* Decisions of one world that the tree is asked for. */
#define DECISIONS_MAX 256
/* A world that is longer than this many moves is rewarded by its live score. */
#define PLIES_MAX 100
/* But for as long as that again, and so many times, while nobody leads. */
#define EXTENSIONS_MAX 20

/* A decision on the way through a world. */
typedef struct {
  guint32 node, edge;
  guint8 seat;
} Decision;

struct LapSearch {
  LapWorlds *worlds;
  LapTree tree;
  LapRewards rewards;
  LapBlock *world;
  Decision path[DECISIONS_MAX];
  guint n_path;
  GArray *choices; /* LapChoice */
  guint32 iterations;
};

LapSearch *lap_search_new(LapWorlds *worlds, gsize bytes)
{
  LapSearch *search = g_new0(LapSearch, 1);
  search->worlds = worlds;
  search->world = lap_block_new(lap_worlds_engine(worlds));
  search->choices = g_array_new(FALSE, FALSE, sizeof(LapChoice));
  lap_tree_init(&search->tree, bytes);
  return search;
}

void lap_search_free(LapSearch *search)
{
  if (!search) return;
  lap_tree_clear(&search->tree);
  lap_block_free(search->world);
  g_array_unref(search->choices);
  g_free(search);
}

/* --- choosing in the tree */

/* The edge of the node to go on by: one of those whose actions are in `legal`, which all have edges. One that was never
 * tried is expected to be worth as much as the node. */
static guint32 select_edge(LapTree *tree, const LapNode *node, const LapActions *legal, LapGenerator *generator)
{
  float best = -1, factor = 0, mean = node->visits ? (float)(node->sum / node->visits) : 0.5f;
  guint32 counted = 0, n_untried = 0;
  LapEdge *edge = &tree->edge[node->first], *chosen = edge, *untried = NULL;
  for (guint i = 0; i < legal->n; i++, edge++) {
    while (!lap_is_same_action(&edge->action, &legal->v[i])) edge++;
    if (++edge->available != counted) {
      counted = edge->available;
      factor = EXPLORATION * sqrtf(logf((float)counted));
    }
    if (!edge->visits) {
      if (lap_generator_below(generator, ++n_untried) == 0) untried = edge;
      continue;
    }
    float value = (float)(edge->sum / edge->visits) + factor / sqrtf((float)edge->visits);
    if (value <= best) continue;
    best = value;
    chosen = edge;
  }
  if (untried && mean + factor >= best) chosen = untried;
  return (guint32)(chosen - tree->edge);
}

/* --- one world */

/* The node of the decision of `mover`. *`fresh`: it has just been made. */
static guint32 find_node(LapSearch *search, guint mover, gboolean *fresh)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  guint16 both = (guint16)(1u << mover | 1u << lap_worlds_seat(search->worlds));
  guint64 key = lap_information_set(engine, search->world, both, mover);
  guint32 node = lap_tree_find(&search->tree, key);
  *fresh = node == LAP_NODE_NONE;
  return *fresh ? lap_tree_add(&search->tree, key) : node;
}

/* Takes a step of `mover` in the tree, or, if that knows nothing of it, at random. *`known`: in the tree. */
static LapMove step_in_tree(LapSearch *search, guint mover, LapGenerator *generator, gboolean *known)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  LapTree *tree = &search->tree;
  gboolean fresh = FALSE;
  const LapActions *legal = lap_engine_legal(engine, search->world, mover);
  if (!legal->n) return LAP_MOVE_FAULT;
  if (legal->n == 1) { /* nothing to learn */
    LapAction only = legal->v[0];
    return lap_engine_apply(engine, search->world, &only);
  }
  Decision decision = {.node = find_node(search, mover, &fresh), .edge = LAP_NODE_NONE, .seat = (guint8)mover};
  LapAction action;
  *known = decision.node != LAP_NODE_NONE && !fresh && lap_tree_offer(tree, decision.node, legal);
  if (*known) {
    decision.edge = select_edge(tree, &tree->node[decision.node], legal, generator);
    action = tree->edge[decision.edge].action;
  } else {
    action = legal->v[lap_generator_below(generator, legal->n)];
  }
  if (decision.node != LAP_NODE_NONE) search->path[search->n_path++] = decision;
  return lap_engine_apply(engine, search->world, &action);
}

/* Goes through a world as far as the tree reaches. */
static gboolean descend(LapSearch *search, LapGenerator *generator)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapHead *head = lap_head_of(search->world);
  guint mover = lap_worlds_seat(search->worlds);
  gboolean known = TRUE;
  while (known && search->n_path < DECISIONS_MAX) {
    LapMove move = step_in_tree(search, mover, generator, &known);
    if (move == LAP_MOVE_FAULT) return FALSE;
    if (head->over) return TRUE;
    if (move == LAP_MOVE_MORE) continue;
    guint32 waiting = lap_engine_waiting(engine, search->world);
    if (!waiting) return FALSE;
    mover = (guint)__builtin_ctz(waiting);
  }
  return TRUE;
}

static void learn(LapSearch *search, const float *reward)
{
  LapTree *tree = &search->tree;
  for (guint i = 0; i < search->n_path; i++) {
    const Decision *decision = &search->path[i];
    LapNode *node = &tree->node[decision->node];
    node->visits++;
    node->sum += (double)reward[decision->seat];
    if (decision->edge == LAP_NODE_NONE) continue;
    tree->edge[decision->edge].visits++;
    tree->edge[decision->edge].sum += (double)reward[decision->seat];
  }
}

static gboolean nobody_leads(const LapSheet *sheet, guint seats)
{
  for (guint seat = 0; seat < seats; seat++)
    if (sheet->place[seat] != 1) return FALSE;
  return seats > 1 && !sheet->together;
}

/* Plays the world on at random, and gets its score. */
static gboolean play_out(LapSearch *search, LapGenerator *generator, LapSheet *sheet)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapHead *head = lap_head_of(search->world);
  for (guint i = 0; i < EXTENSIONS_MAX; i++) {
    if (!head->over && lap_engine_playout(engine, search->world, generator, PLIES_MAX, NULL) == LAP_MOVE_FAULT)
      return FALSE;
    lap_engine_score(engine, search->world, sheet);
    if (lap_engine_fault(engine)) return FALSE;
    if (head->over || !nobody_leads(sheet, lap_engine_seats(engine))) break;
  }
  return TRUE;
}

static gboolean play_world(LapSearch *search, LapGenerator *generator)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  float reward[LAP_SEATS_MAX];
  LapSheet sheet;
  search->n_path = 0;
  if (!lap_worlds_deal(search->worlds, search->world, generator) || !descend(search, generator) ||
      !play_out(search, generator, &sheet))
    return FALSE;
  lap_rewards_add(&search->rewards, &sheet, lap_engine_seats(engine), reward);
  learn(search, reward);
  return TRUE;
}

/* --- thinking */

/* The node of the decision itself, which every world begins with. */
static guint32 find_root(LapSearch *search, LapGenerator *generator)
{
  gboolean fresh;
  if (!lap_worlds_deal(search->worlds, search->world, generator)) return LAP_NODE_NONE;
  return find_node(search, lap_worlds_seat(search->worlds), &fresh);
}

static void collect_choices(LapSearch *search, guint32 root, const LapActions *legal)
{
  const LapTree *tree = &search->tree;
  const LapNode *node = &tree->node[root];
  g_array_set_size(search->choices, 0);
  for (guint i = 0; i < legal->n; i++) {
    LapChoice choice = {.action = legal->v[i]};
    for (guint32 at = node->first; at < node->first + node->n; at++) {
      const LapEdge *edge = &tree->edge[at];
      if (!lap_is_same_action(&edge->action, &choice.action)) continue;
      choice.visits = edge->visits;
      choice.value = edge->visits ? edge->sum / edge->visits : 0;
    }
    g_array_append_val(search->choices, choice);
  }
}

gboolean lap_search_think(LapSearch *search, const LapActions *legal, const LapBudget *budget, LapGenerator *generator)
{
  gint64 begun = g_get_monotonic_time();
  search->iterations = 0;
  if (lap_tree_is_half_full(&search->tree)) lap_tree_reset(&search->tree);
  lap_rewards_reset(&search->rewards);
  guint32 root = find_root(search, generator);
  if (root == LAP_NODE_NONE || !lap_tree_offer(&search->tree, root, legal)) return FALSE;
  do {
    if (!play_world(search, generator)) return FALSE;
    search->iterations++;
  } while (!lap_budget_is_spent(budget, search->iterations, begun));
  collect_choices(search, root, legal);
  return TRUE;
}

const GArray *lap_search_choices(const LapSearch *search) { return search->choices; }

guint lap_search_best(const LapSearch *search)
{
  guint best = 0;
  for (guint i = 1; i < search->choices->len; i++)
    if (g_array_index(search->choices, LapChoice, i).visits > g_array_index(search->choices, LapChoice, best).visits)
      best = i;
  return best;
}

guint32 lap_search_iterations(const LapSearch *search) { return search->iterations; }
gsize lap_search_size(const LapSearch *search) { return lap_tree_size(&search->tree); }
