#include "search.h"

#include <math.h>

#include "host/engine/knowledge.h"

/* The weight of actions that were seldom tried, for rewards from 0 to 1. */
#define EXPLORATION 0.7f
/* Decisions of one world that the tree is asked for. */
#define DECISIONS_MAX 256
/* Worlds are played on for LAP_SEARCH_PLIES, and so many times, while nobody leads. */
#define EXTENSIONS_MAX 20

/* A decision on the way through a world. */
typedef struct {
  guint32 node, edge;
  guint8 seat;
  gboolean drawn; /* chance has decided what followed */
} Decision;

/* How the way through the tree ended. */
typedef enum { END_FAULT, END_UNKNOWN, END_OVER, END_SOLVED } End;

struct LapSearch {
  LapWorlds *worlds;
  LapTree tree;
  LapRewards rewards;
  LapBlock *world, *tried;
  GArray *steps; /* LapAction: those that are tried */
  Decision path[DECISIONS_MAX];
  guint n_path;
  gboolean open;    /* two seats know all of the worlds: what they come to is certain */
  LapBounds solved; /* for seat 0, what the world comes to; or unknown */
  GArray *choices;  /* LapChoice */
  guint32 iterations;
};

LapSearch *lap_search_new(LapWorlds *worlds, gsize bytes)
{
  LapSearch *search = g_new0(LapSearch, 1);
  search->worlds = worlds;
  search->world = lap_block_new(lap_worlds_engine(worlds));
  search->tried = lap_block_new(lap_worlds_engine(worlds));
  search->steps = g_array_new(FALSE, FALSE, sizeof(LapAction));
  search->choices = g_array_new(FALSE, FALSE, sizeof(LapChoice));
  lap_tree_init(&search->tree, bytes);
  return search;
}

void lap_search_free(LapSearch *search)
{
  if (!search) return;
  lap_tree_clear(&search->tree);
  lap_block_free(search->world);
  lap_block_free(search->tried);
  g_array_unref(search->steps);
  g_array_unref(search->choices);
  g_free(search);
}

/* --- choosing in the tree */

/* Whether going on by an edge can come to more than what is proven of its node. */
static inline gboolean is_worth_trying(const LapNode *node, const LapEdge *edge)
{
  return edge->bounds.most > node->bounds.least;
}

/* The edge of the node to go on by: one of those whose actions are in `legal`, which all have edges. `*step`: that
 * action. One that was never tried is expected to be worth as much as the node. */
static guint32 select_edge(LapTree *tree, const LapNode *node, const LapActions *legal, LapGenerator *generator,
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

/* What is known for seat 0 of what is known for `seat`, and the other way round. */
static inline LapBounds turn(LapBounds bounds, guint seat) { return seat ? lap_bounds_of_other(bounds) : bounds; }

static LapBounds bounds_of_sheet(const LapSheet *sheet)
{
  guint8 outcome = sheet->place[0] < sheet->place[1]   ? LAP_WON
                   : sheet->place[0] > sheet->place[1] ? LAP_LOST
                                                       : LAP_DRAWN;
  return (LapBounds){outcome, outcome};
}

/* Whether the mover wins at once by one of the steps, without chance. To look this one step further than the tree
 * finds many more proofs. */
static gboolean can_win_at_once(LapSearch *search, const LapActions *legal, guint mover)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapHead *head = lap_head_of(search->tried);
  guint64 state = lap_head_of(search->world)->generator.state;
  LapSheet sheet;
  g_array_set_size(search->steps, 0);
  g_array_append_vals(search->steps, legal->v, legal->n);
  for (guint i = 0; i < search->steps->len; i++) {
    const LapAction *step = &g_array_index(search->steps, LapAction, i);
    memcpy(search->tried, search->world, lap_engine_block_size(engine));
    if (lap_engine_apply(engine, search->tried, step) == LAP_MOVE_FAULT || !head->over) continue;
    lap_engine_score(engine, search->tried, &sheet);
    if (head->generator.state == state && !sheet.together && turn(bounds_of_sheet(&sheet), mover).least == LAP_WON)
      return TRUE;
  }
  return FALSE;
}

/* Whether it is proven what the node comes to: then that is `search->solved`. */
static gboolean is_solved(LapSearch *search, guint32 index, gboolean fresh, const LapActions *legal, guint mover)
{
  if (index == LAP_NODE_NONE) return FALSE;
  LapNode *node = &search->tree.node[index];
  if (fresh && can_win_at_once(search, legal, mover)) node->bounds = (LapBounds){LAP_WON, LAP_WON};
  search->solved = turn(node->bounds, mover);
  return lap_bounds_are_exact(node->bounds);
}

/* Chooses a step of `mover` in the tree, or, if that knows nothing of it, at random. Answers how the way ended, or
 * END_UNKNOWN with the step; *`known`: it is in the tree. */
static End choose_step(LapSearch *search, guint mover, LapGenerator *generator, LapAction *step, gboolean *known)
{
  LapTree *tree = &search->tree;
  gboolean fresh = FALSE;
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapActions *legal = lap_engine_legal(engine, search->world, mover);
  if (!legal->n) return END_FAULT;
  *step = legal->v[0];
  if (legal->n == 1) return END_UNKNOWN; /* nothing to learn */
  Decision decision = {.node = find_node(search, mover, &fresh), .edge = LAP_NODE_NONE, .seat = (guint8)mover};
  if (search->open && search->n_path && is_solved(search, decision.node, fresh, legal, mover)) return END_SOLVED;
  if (fresh && search->open) legal = lap_engine_legal(engine, search->world, mover);
  *known = decision.node != LAP_NODE_NONE && !fresh && lap_tree_offer(tree, decision.node, legal, search->open);
  if (*known) {
    decision.edge = select_edge(tree, &tree->node[decision.node], legal, generator, step);
  } else {
    *step = legal->v[lap_generator_below(generator, legal->n)];
  }
  if (decision.node != LAP_NODE_NONE) search->path[search->n_path++] = decision;
  return END_UNKNOWN;
}

static LapMove take_step(LapSearch *search, const LapAction *step)
{
  const LapHead *head = lap_head_of(search->world);
  guint64 state = head->generator.state;
  LapMove move = lap_engine_apply(lap_worlds_engine(search->worlds), search->world, step);
  if (head->generator.state != state && search->n_path) search->path[search->n_path - 1].drawn = TRUE;
  return move;
}

/* Goes through a world as far as the tree reaches. */
static End descend(LapSearch *search, LapGenerator *generator)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapHead *head = lap_head_of(search->world);
  guint mover = lap_worlds_seat(search->worlds);
  gboolean known = TRUE;
  while (known && search->n_path < DECISIONS_MAX) {
    LapAction step;
    End end = choose_step(search, mover, generator, &step, &known);
    if (end != END_UNKNOWN) return end;
    LapMove move = take_step(search, &step);
    if (move == LAP_MOVE_FAULT) return END_FAULT;
    if (head->over) return END_OVER;
    if (move == LAP_MOVE_MORE) continue;
    guint32 waiting = lap_engine_waiting(engine, search->world);
    if (!waiting) return END_FAULT;
    mover = (guint)__builtin_ctz(waiting);
  }
  return END_UNKNOWN;
}

static void learn(LapSearch *search, const float *reward)
{
  LapTree *tree = &search->tree;
  for (guint i = 0; i < search->n_path; i++) {
    const Decision *decision = &search->path[i];
    LapNode *node = &tree->node[decision->node];
    node->value += (reward[decision->seat] - node->value) / (float)++node->visits;
    if (decision->edge == LAP_NODE_NONE) continue;
    LapEdge *edge = &tree->edge[decision->edge];
    edge->value += (reward[decision->seat] - edge->value) / (float)++edge->visits;
  }
}

/* --- proofs */

/* The best of its actions. It has edges for all of them, as nothing is hidden. */
static LapBounds bounds_of_node(const LapTree *tree, const LapNode *node)
{
  LapBounds bounds = {LAP_LOST, LAP_LOST};
  for (const LapEdge *edge = &tree->edge[node->first], *end = edge + node->n; edge < end; edge++) {
    bounds.least = MAX(bounds.least, edge->bounds.least);
    bounds.most = MAX(bounds.most, edge->bounds.most);
  }
  return bounds;
}

/* Carries what the world came to back over its decisions, as far as that proves anything. */
static void prove(LapSearch *search, LapBounds bounds)
{
  LapTree *tree = &search->tree;
  for (guint i = search->n_path; i-- > 0;) {
    const Decision *decision = &search->path[i];
    if (decision->edge == LAP_NODE_NONE || decision->drawn) return;
    LapNode *node = &tree->node[decision->node];
    tree->edge[decision->edge].bounds = turn(bounds, decision->seat);
    bounds = bounds_of_node(tree, node);
    if (bounds.least == node->bounds.least && bounds.most == node->bounds.most) return;
    node->bounds = bounds;
    bounds = turn(bounds, decision->seat);
  }
}

/* --- the end of a world */

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
    if (!head->over && lap_engine_playout(engine, search->world, generator, LAP_SEARCH_PLIES, NULL) == LAP_MOVE_FAULT)
      return FALSE;
    lap_engine_score(engine, search->world, sheet);
    if (lap_engine_fault(engine)) return FALSE;
    if (head->over || !nobody_leads(sheet, lap_engine_seats(engine))) break;
  }
  return TRUE;
}

static gboolean play_world(LapSearch *search, LapGenerator *generator)
{
  float reward[LAP_SEATS_MAX];
  LapSheet sheet;
  search->n_path = 0;
  if (!lap_worlds_deal(search->worlds, search->world, generator)) return FALSE;
  End end = descend(search, generator);
  if (end == END_FAULT) return FALSE;
  if (end == END_SOLVED) {
    reward[0] = (float)search->solved.least / LAP_WON;
    reward[1] = 1 - reward[0];
  } else {
    if (!play_out(search, generator, &sheet)) return FALSE;
    lap_rewards_add(&search->rewards, &sheet, lap_engine_seats(lap_worlds_engine(search->worlds)), reward);
  }
  learn(search, reward);
  if (search->open && end == END_OVER && !sheet.together) prove(search, bounds_of_sheet(&sheet));
  if (end == END_SOLVED) prove(search, search->solved);
  return TRUE;
}

/* --- thinking */

/* The node of the decision itself, which every world begins with. */
static guint32 find_root(LapSearch *search, LapGenerator *generator)
{
  gboolean fresh;
  LapEngine *engine = lap_worlds_engine(search->worlds);
  if (!lap_worlds_deal(search->worlds, search->world, generator)) return LAP_NODE_NONE;
  search->open = lap_engine_seats(engine) == 2 && lap_is_open(engine, search->world);
  return find_node(search, lap_worlds_seat(search->worlds), &fresh);
}

static void collect_choices(LapSearch *search, guint32 root, const LapActions *legal)
{
  const LapTree *tree = &search->tree;
  const LapNode *node = &tree->node[root];
  g_array_set_size(search->choices, 0);
  for (guint i = 0; i < legal->n; i++) {
    LapChoice choice = {.action = legal->v[i], .bounds = LAP_BOUNDS_UNKNOWN};
    for (guint32 at = node->first; at < node->first + node->n; at++) {
      const LapEdge *edge = &tree->edge[at];
      if (!lap_same_action(&tree->action[at], &choice.action)) continue;
      choice.visits = edge->visits;
      choice.value = edge->value;
      choice.bounds = edge->bounds;
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
  guint32 index = find_root(search, generator);
  if (index == LAP_NODE_NONE || !lap_tree_offer(&search->tree, index, legal, FALSE)) return FALSE;
  LapNode *root = &search->tree.node[index];
  root->bounds = bounds_of_node(&search->tree, root); /* that it is won does not say by what */
  while (!lap_bounds_are_exact(root->bounds)) {
    if (!play_world(search, generator)) return FALSE;
    search->iterations++;
    if (lap_budget_is_spent(budget, search->iterations, begun)) break;
  }
  collect_choices(search, index, legal);
  return TRUE;
}

const GArray *lap_search_choices(const LapSearch *search) { return search->choices; }

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

guint lap_search_best(const LapSearch *search)
{
  const GArray *choices = search->choices;
  guint8 proven = LAP_LOST;
  for (guint i = 0; i < choices->len; i++) proven = MAX(proven, g_array_index(choices, LapChoice, i).bounds.least);
  guint sure = most_visited(choices, proven, proven), hope = most_visited(choices, LAP_LOST, (guint8)(proven + 1));
  if (hope == choices->len) return sure;
  return g_array_index(choices, LapChoice, hope).value * LAP_WON < proven ? sure : hope;
}

guint32 lap_search_iterations(const LapSearch *search) { return search->iterations; }
guint32 lap_search_nodes(const LapSearch *search) { return search->tree.n_nodes; }
gsize lap_search_size(const LapSearch *search) { return lap_tree_size(&search->tree); }
