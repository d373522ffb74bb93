#include "search.h"

#include "host/engine/knowledge.h"
#include "mixed.h"
#include "ucb.h"

/* Decisions of one world that the tree is asked for. */
#define DECISIONS_MAX 256
/* Worlds are played on for LAP_SEARCH_PLIES, and so many times, while nobody leads. */
#define EXTENSIONS_MAX 20
/* Iterations between two looks at whether the rest of them can change the choice. */
#define LOOK_EVERY 16

/* A decision on the way through a world. */
typedef struct {
  guint32 node, edge;
  guint offered, n_offered; /* of a mixed node: the edges to choose from, in `search->offered` */
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
  gint64 evaluated; /* worlds are evaluated by the game after so many moves; -1: they are played on */
  GArray *offered;  /* guint32: edges */
  gboolean pure;    /* there are to be no mixed nodes */
  gboolean mixes;   /* there are some */
  gboolean mixed;   /* the node of the decision is */
  gboolean open;    /* two seats know all of the worlds: what they come to is certain */
  LapBounds solved; /* for seat 0, what the world comes to; or unknown */
  GArray *choices;  /* LapChoice */
  LapOutlook outlook;
  guint32 iterations;
};

LapSearch *lap_search_new(LapWorlds *worlds, gsize bytes)
{
  LapSearch *search = g_new0(LapSearch, 1);
  search->worlds = worlds;
  search->world = lap_block_new(lap_worlds_engine(worlds));
  search->tried = lap_block_new(lap_worlds_engine(worlds));
  search->evaluated = lap_engine_evaluates_after(lap_worlds_engine(worlds));
  lap_engine_guide_playouts(lap_worlds_engine(worlds));
  search->steps = g_array_new(FALSE, FALSE, sizeof(LapAction));
  search->offered = g_array_new(FALSE, FALSE, sizeof(guint32));
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
  g_array_unref(search->offered);
  g_array_unref(search->choices);
  g_free(search);
}

/* --- choosing in the tree */

/* Notes the edges of the legal actions, which all have one. */
static void list_offer(LapSearch *search, const LapNode *node, const LapActions *legal)
{
  guint32 at = node->first;
  for (guint i = 0; i < legal->n; i++, at++) {
    while (!lap_same_action(&search->tree.action[at], &legal->v[i])) at++;
    g_array_append_val(search->offered, at);
  }
}

static inline LapOffer offer_of(const LapSearch *search, const Decision *decision)
{
  return (LapOffer){&g_array_index(search->offered, guint32, decision->offered), decision->n_offered};
}

/* Chooses in a mixed node, as lap_ucb_select does in the others. */
static void select_mixed(LapSearch *search, Decision *decision, const LapActions *legal, LapGenerator *generator,
                         LapAction *step)
{
  decision->offered = search->offered->len;
  decision->n_offered = legal->n;
  list_offer(search, &search->tree.node[decision->node], legal);
  decision->edge = lap_mixed_select(&search->tree, offer_of(search, decision), generator);
  *step = search->tree.action[decision->edge];
}

/* --- one world */

/* Whether `mover` and others choose at once. Those that are not ready yet are those that wait. */
static gboolean is_at_once(LapSearch *search, guint mover)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapHead *head = lap_head_of(search->world);
  if (!search->mixes || lap_game_phase(lap_engine_game(engine), head->phase)->kind != LAP_PHASE_TOGETHER) return FALSE;
  guint32 others = (head->ready | lap_engine_waiting(engine, search->world)) & ~(1u << mover);
  return others != 0;
}

/* The node of the decision of `mover`. *`fresh`: it has just been made. */
static guint32 find_node(LapSearch *search, guint mover, gboolean *fresh)
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  guint16 both = (guint16)(1u << mover | 1u << lap_worlds_seat(search->worlds));
  guint64 key = lap_information_set(engine, search->world, both, mover);
  guint32 node = lap_tree_find(&search->tree, key);
  *fresh = node == LAP_NODE_NONE;
  if (!*fresh) return node;
  node = lap_tree_add(&search->tree, key);
  if (node != LAP_NODE_NONE)
    search->tree.node[node].mixed = is_at_once(search, mover) ? LAP_MIXED_LATER : LAP_MIXED_NEVER;
  return node;
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
  if (*known && lap_mixed_is_due(tree, decision.node)) {
    select_mixed(search, &decision, legal, generator, step);
  } else if (*known) {
    decision.edge = lap_ucb_select(tree, &tree->node[decision.node], legal, generator, step);
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
    if (decision->n_offered)
      lap_mixed_learn(tree, node, offer_of(search, decision), decision->edge, reward[decision->seat]);
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
static gboolean play_to_score(LapSearch *search, LapGenerator *generator, LapSheet *sheet)
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

/* What the game says that the world is worth. */
static gboolean evaluate(LapSearch *search, LapSheet *sheet, float reward[LAP_SEATS_MAX])
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  lap_engine_score(engine, search->world, sheet);
  if (lap_engine_fault(engine) || !lap_engine_evaluate(engine, search->world, reward)) return FALSE;
  guint seats = lap_engine_seats(engine);
  lap_outlook_add_worth(&search->outlook, sheet, reward, seats, search->iterations + 1);
  lap_rewards_add_worth(&search->rewards, sheet->together || seats == 1, seats, reward);
  return TRUE;
}

/* Plays the world on, and gets its score and what it is worth to each seat. */
static gboolean play_out(LapSearch *search, LapGenerator *generator, LapSheet *sheet, float reward[LAP_SEATS_MAX])
{
  LapEngine *engine = lap_worlds_engine(search->worlds);
  const LapHead *head = lap_head_of(search->world);
  if (search->evaluated >= 0 && !head->over) {
    guint32 plies = (guint32)search->evaluated;
    if (plies && lap_engine_playout(engine, search->world, generator, plies, NULL) == LAP_MOVE_FAULT) return FALSE;
    if (!head->over) return evaluate(search, sheet, reward);
  }
  if (!play_to_score(search, generator, sheet)) return FALSE;
  lap_outlook_add(&search->outlook, sheet, lap_engine_seats(engine), search->iterations + 1);
  lap_rewards_add(&search->rewards, sheet, lap_engine_seats(engine), reward);
  if (head->over) lap_rewards_add_contempt(sheet, lap_engine_seats(engine), lap_worlds_seat(search->worlds), reward);
  return TRUE;
}

static gboolean play_world(LapSearch *search, LapGenerator *generator)
{
  float reward[LAP_SEATS_MAX];
  LapSheet sheet;
  search->n_path = 0;
  g_array_set_size(search->offered, 0);
  if (!lap_worlds_deal(search->worlds, search->world, generator)) return FALSE;
  End end = descend(search, generator);
  if (end == END_FAULT) return FALSE;
  if (end == END_SOLVED) {
    reward[0] = (float)search->solved.least / LAP_WON;
    reward[1] = 1 - reward[0];
    lap_outlook_add_proof(&search->outlook, reward[0], search->iterations + 1);
  } else if (!play_out(search, generator, &sheet, reward)) {
    return FALSE;
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
  search->mixes = !search->pure && lap_engine_game(engine)->steps_max && lap_is_shared(engine, search->world);
  return find_node(search, lap_worlds_seat(search->worlds), &fresh);
}

/* Whether `left` more iterations cannot make another action the most visited one. In an open game they may still prove
 * something of it; where choices are made at once, they are not made by visits. */
static gboolean is_decided(const LapSearch *search, const LapNode *root, guint32 left)
{
  guint32 most = 0, second = 0;
  if (search->open || lap_mixed_will_be_due(root, left)) return FALSE;
  for (const LapEdge *edge = &search->tree.edge[root->first], *end = edge + root->n; edge < end; edge++) {
    second = MAX(second, MIN(most, edge->visits));
    most = MAX(most, edge->visits);
  }
  return most - second > left;
}

gboolean lap_search_think(LapSearch *search, const LapActions *legal, const LapBudget *budget, LapGenerator *generator)
{
  gint64 begun = g_get_monotonic_time();
  search->iterations = 0;
  search->outlook = (LapOutlook){0};
  if (lap_tree_is_half_full(&search->tree)) lap_tree_reset(&search->tree);
  lap_rewards_reset(&search->rewards);
  guint32 index = find_root(search, generator);
  if (index == LAP_NODE_NONE || !lap_tree_offer(&search->tree, index, legal, FALSE)) return FALSE;
  LapNode *root = &search->tree.node[index];
  if (root->mixed != LAP_MIXED)
    root->bounds = bounds_of_node(&search->tree, root); /* that it is won does not say by what */
  while (!lap_bounds_are_exact(root->bounds)) {
    if (!play_world(search, generator)) return FALSE;
    search->iterations++;
    if (lap_budget_is_spent(budget, search->iterations, begun)) break;
    if (!budget->whole && search->iterations % LOOK_EVERY == 0 &&
        is_decided(search, root, lap_budget_left(budget, search->iterations, begun)))
      break;
  }
  lap_choices_collect(search->choices, &search->tree, index, legal);
  search->mixed = root->mixed == LAP_MIXED;
  return TRUE;
}

const GArray *lap_search_choices(const LapSearch *search) { return search->choices; }

guint lap_search_best(const LapSearch *search) { return lap_choices_best(search->choices); }

guint lap_search_choose(const LapSearch *search, LapGenerator *generator)
{
  return search->mixed ? lap_choices_sample(search->choices, generator) : lap_search_best(search);
}

gboolean lap_search_is_mixed(const LapSearch *search) { return search->mixed; }

void lap_search_set_mixed(LapSearch *search, gboolean on) { search->pure = !on; }

LapOutlook lap_search_outlook(const LapSearch *search)
{
  LapOutlook outlook = search->outlook;
  LapBounds best = {LAP_LOST, LAP_LOST};
  for (guint i = 0; i < search->choices->len; i++) {
    const LapBounds bounds = g_array_index(search->choices, LapChoice, i).bounds;
    best.least = MAX(best.least, bounds.least);
    best.most = MAX(best.most, bounds.most);
  }
  if (!search->open || outlook.together || !lap_bounds_are_exact(best)) return outlook;
  outlook = (LapOutlook){0};
  lap_outlook_add_proof(&outlook, (float)turn(best, lap_worlds_seat(search->worlds)).least / LAP_WON, 1);
  return outlook;
}

guint32 lap_search_iterations(const LapSearch *search) { return search->iterations; }
guint32 lap_search_nodes(const LapSearch *search) { return search->tree.n_nodes; }
gsize lap_search_size(const LapSearch *search) { return lap_tree_size(&search->tree); }
