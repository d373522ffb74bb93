/* The tree of the search: nodes by their keys, edges in the order of the contract. */
#include "host/bots/tree.h"

#define SMALL 0 /* as few nodes as a tree can have */
#define KEY G_GUINT64_CONSTANT(0x123456789ABCDEF0)

typedef struct {
  LapActions list;
  LapAction v[64];
} Legal;

/* Actions of kind 0 with these first arguments. */
static const LapActions *legal_of(Legal *legal, const gint16 *arg, guint n)
{
  for (guint i = 0; i < n; i++) legal->v[i] = (LapAction){.n_args = 1, .arg = {arg[i]}};
  legal->list = (LapActions){.v = legal->v, .n = n, .capacity = n};
  return &legal->list;
}

#define OFFER(tree, node, ...)                                                                                        \
  lap_tree_offer(tree, node,                                                                                          \
                 legal_of(&(Legal){0}, (const gint16[]){__VA_ARGS__}, G_N_ELEMENTS(((const gint16[]){__VA_ARGS__}))), \
                 FALSE)

static void assert_edges(const LapTree *tree, guint32 index, const gint16 *arg, guint n)
{
  const LapNode *node = &tree->node[index];
  g_assert_cmpuint(node->n, ==, n);
  for (guint i = 0; i < n; i++) g_assert_cmpint(tree->action[node->first + i].arg[0], ==, arg[i]);
}
#define ASSERT_EDGES(tree, node, ...) \
  assert_edges(tree, node, (const gint16[]){__VA_ARGS__}, G_N_ELEMENTS(((const gint16[]){__VA_ARGS__})))

static LapEdge *edge_of(LapTree *tree, guint32 node, gint16 arg)
{
  guint32 first = tree->node[node].first;
  for (guint32 at = first; at < first + tree->node[node].n; at++)
    if (tree->action[at].arg[0] == arg) return &tree->edge[at];
  g_assert_not_reached();
}

static void test_found(void)
{
  LapTree tree;
  lap_tree_init(&tree, 1 << 20);
  /* Keys that fall onto the same place of the table. */
  guint64 keys[] = {KEY, KEY + ((guint64)1 << 31), KEY + ((guint64)1 << 30), 0, G_MAXUINT64};
  guint32 nodes[G_N_ELEMENTS(keys)];
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    g_assert_cmpuint(lap_tree_find(&tree, keys[i]), ==, LAP_NODE_NONE);
    nodes[i] = lap_tree_add(&tree, keys[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) g_assert_cmpuint(lap_tree_find(&tree, keys[i]), ==, nodes[i]);
  lap_tree_clear(&tree);
}

static void test_appearing(void)
{
  LapTree tree;
  lap_tree_init(&tree, 1 << 20);
  guint32 node = lap_tree_add(&tree, KEY), other = lap_tree_add(&tree, KEY + 1);
  g_assert_true(OFFER(&tree, node, 3, 5));
  edge_of(&tree, node, 3)->visits = 30;
  edge_of(&tree, node, 5)->visits = 50;
  g_assert_true(OFFER(&tree, other, 1));
  g_assert_true(OFFER(&tree, node, 1, 4, 9)); /* none of those before */
  ASSERT_EDGES(&tree, node, 1, 3, 4, 5, 9);
  g_assert_true(OFFER(&tree, node, 3, 9));
  ASSERT_EDGES(&tree, node, 1, 3, 4, 5, 9);
  ASSERT_EDGES(&tree, other, 1);
  g_assert_cmpuint(edge_of(&tree, node, 3)->visits, ==, 30);
  g_assert_cmpuint(edge_of(&tree, node, 5)->visits, ==, 50);
  g_assert_cmpuint(edge_of(&tree, node, 9)->visits, ==, 0);
  lap_tree_clear(&tree);
}

/* By kind, then seat, then arguments, as lists of legal actions are. */
static void test_order(void)
{
  static LapAction v[] = {{.kind = 0, .seat = 1, .n_args = 1, .arg = {9}},
                          {.kind = 1, .seat = 0, .n_args = 2, .arg = {-1, 7}},
                          {.kind = 1, .seat = 0, .n_args = 2, .arg = {0, -3}},
                          {.kind = 1, .seat = 0, .n_args = 2, .arg = {0, 2}},
                          {.kind = 1, .seat = 2, .n_args = 2, .arg = {0, 0}}};
  LapTree tree;
  lap_tree_init(&tree, 1 << 20);
  guint32 node = lap_tree_add(&tree, KEY);
  static const guint8 in_this_order[] = {3, 0, 4, 1, 2};
  for (guint i = 0; i < G_N_ELEMENTS(in_this_order); i++)
    g_assert_true(lap_tree_offer(&tree, node, &(LapActions){.v = &v[in_this_order[i]], .n = 1, .capacity = 1}, FALSE));
  g_assert_cmpuint(tree.node[node].n, ==, G_N_ELEMENTS(v));
  for (guint i = 0; i < G_N_ELEMENTS(v); i++)
    g_assert_true(lap_same_action(&tree.action[tree.node[node].first + i], &v[i]));
  g_assert_true(lap_tree_offer(&tree, node, &(LapActions){.v = v, .n = G_N_ELEMENTS(v)}, FALSE));
  g_assert_cmpuint(tree.node[node].n, ==, G_N_ELEMENTS(v));
  lap_tree_clear(&tree);
}

static void test_full_of_nodes(void)
{
  LapTree tree;
  lap_tree_init(&tree, SMALL);
  guint32 n = 0;
  while (lap_tree_add(&tree, KEY + n) != LAP_NODE_NONE) n++;
  g_assert_cmpuint(n, ==, tree.nodes_max);
  g_assert_true(lap_tree_is_half_full(&tree));
  for (guint32 i = 0; i < n; i++) g_assert_cmpuint(lap_tree_find(&tree, KEY + i), ==, i);
  g_assert_cmpuint(lap_tree_find(&tree, KEY + n), ==, LAP_NODE_NONE);
  lap_tree_reset(&tree);
  g_assert_false(lap_tree_is_half_full(&tree));
  g_assert_cmpuint(lap_tree_size(&tree), ==, 0);
  g_assert_cmpuint(lap_tree_find(&tree, KEY), ==, LAP_NODE_NONE);
  g_assert_cmpuint(lap_tree_add(&tree, KEY), ==, 0);
  lap_tree_clear(&tree);
}

/* A node that gets no more edges keeps those that it has. */
static void test_full_of_edges(void)
{
  LapTree tree;
  lap_tree_init(&tree, SMALL);
  guint32 node = lap_tree_add(&tree, KEY), last = lap_tree_add(&tree, KEY + 1);
  g_assert_true(OFFER(&tree, last, 2));
  gint16 arg = 0;
  while (OFFER(&tree, node, arg)) arg++;
  g_assert_cmpuint(tree.node[node].n, ==, arg);
  g_assert_true(lap_tree_is_half_full(&tree));
  g_assert_cmpuint(tree.n_edges, <=, tree.edges_max);
  for (gint16 i = 0; i < arg; i++) g_assert_true(OFFER(&tree, node, i));
  g_assert_true(OFFER(&tree, last, 2));
  ASSERT_EDGES(&tree, last, 2);
  lap_tree_clear(&tree);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/tree/nodes-are-found-by-their-keys", test_found);
  g_test_add_func("/tree/actions-that-appear-later-take-their-places", test_appearing);
  g_test_add_func("/tree/edges-are-in-the-order-of-legal-actions", test_order);
  g_test_add_func("/tree/a-full-one-takes-no-more-nodes-until-it-is-reset", test_full_of_nodes);
  g_test_add_func("/tree/a-full-one-takes-no-more-edges", test_full_of_edges);
  return g_test_run();
}
