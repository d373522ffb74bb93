#include "tree.h"

G_STATIC_ASSERT(sizeof(LapNode) == 32);
G_STATIC_ASSERT(sizeof(LapEdge) == 16);

#define NODES_MIN 64
/* Most nodes are visited once, and have no edges; the others have many. */
#define BYTES_OF_NODE 256
#define BYTES_OF_EDGE (sizeof(LapEdge) + sizeof(LapAction))

void lap_tree_init(LapTree *tree, gsize bytes)
{
  *tree = (LapTree){.nodes_max = (guint32)CLAMP(bytes / BYTES_OF_NODE, NODES_MIN, G_MAXINT32)};
  guint32 places = NODES_MIN;
  while (places < tree->nodes_max * 2) places *= 2;
  tree->mask = places - 1;
  tree->edges_max = tree->nodes_max * ((BYTES_OF_NODE - sizeof(LapNode)) / BYTES_OF_EDGE);
  tree->node = g_new(LapNode, tree->nodes_max);
  tree->edge = g_new(LapEdge, tree->edges_max);
  tree->action = g_new(LapAction, tree->edges_max);
  tree->table = g_new(guint32, places);
  lap_tree_reset(tree);
}

void lap_tree_clear(LapTree *tree)
{
  g_free(tree->node);
  g_free(tree->edge);
  g_free(tree->action);
  g_free(tree->table);
}

void lap_tree_reset(LapTree *tree)
{
  tree->n_nodes = tree->n_edges = 0;
  memset(tree->table, 0xFF, (tree->mask + 1) * sizeof *tree->table);
}

gboolean lap_tree_is_half_full(const LapTree *tree)
{
  return tree->n_nodes > tree->nodes_max / 2 || tree->n_edges > tree->edges_max / 2;
}

gsize lap_tree_size(const LapTree *tree) { return tree->n_nodes * sizeof(LapNode) + tree->n_edges * BYTES_OF_EDGE; }

/* Where in the table the key is, or would be. */
static inline guint32 place_of(const LapTree *tree, guint64 key)
{
  guint32 place = (guint32)(key ^ key >> 32) & tree->mask;
  while (tree->table[place] != LAP_NODE_NONE && tree->node[tree->table[place]].key != key)
    place = (place + 1) & tree->mask;
  return place;
}

guint32 lap_tree_find(const LapTree *tree, guint64 key) { return tree->table[place_of(tree, key)]; }

guint32 lap_tree_add(LapTree *tree, guint64 key)
{
  if (tree->n_nodes == tree->nodes_max) return LAP_NODE_NONE;
  guint32 node = tree->n_nodes++;
  tree->node[node] = (LapNode){.key = key, .bounds = LAP_BOUNDS_UNKNOWN};
  tree->table[place_of(tree, key)] = node;
  return node;
}

static gboolean has_all(const LapTree *tree, const LapNode *node, const LapActions *legal)
{
  const LapAction *action = &tree->action[node->first], *end = action + node->n;
  for (guint i = 0; i < legal->n; i++, action++) {
    while (action < end && !lap_same_action(action, &legal->v[i])) action++;
    if (action >= end) return FALSE;
  }
  return TRUE;
}

/* Room for `more` edges: what has grown once will grow again. Where they lay before stays empty until the tree is
 * reset. */
static gboolean make_room(LapTree *tree, LapNode *node, guint32 more)
{
  if (node->room - node->n >= more) return TRUE;
  guint32 room = node->n ? 2 * (node->n + more) : more, first = tree->n_edges;
  if (tree->edges_max - first < room) return FALSE;
  memcpy(&tree->edge[first], &tree->edge[node->first], node->n * sizeof(LapEdge));
  memcpy(&tree->action[first], &tree->action[node->first], node->n * sizeof(LapAction));
  node->first = first;
  node->room = room;
  tree->n_edges += room;
  return TRUE;
}

static guint32 count_missing(const LapTree *tree, const LapNode *node, const LapActions *legal)
{
  guint32 missing = 0, at = 0;
  const LapAction *action = &tree->action[node->first];
  for (guint i = 0; i < legal->n; i++) {
    while (at < node->n && lap_compare_actions(&action[at], &legal->v[i]) < 0) at++;
    missing += at == node->n || !lap_same_action(&action[at], &legal->v[i]);
  }
  return missing;
}

/* There is room. */
static void insert_missing(LapTree *tree, LapNode *node, const LapActions *legal)
{
  LapEdge *edge = &tree->edge[node->first];
  LapAction *action = &tree->action[node->first];
  guint32 at = 0;
  for (guint i = 0; i < legal->n; i++, at++) {
    while (at < node->n && lap_compare_actions(&action[at], &legal->v[i]) < 0) at++;
    if (at < node->n && lap_same_action(&action[at], &legal->v[i])) continue;
    memmove(&edge[at + 1], &edge[at], (node->n - at) * sizeof *edge);
    memmove(&action[at + 1], &action[at], (node->n - at) * sizeof *action);
    edge[at] = node->mixed == LAP_MIXED ? (LapEdge){.regret = 0} : (LapEdge){.bounds = LAP_BOUNDS_UNKNOWN};
    action[at] = legal->v[i];
    node->n++;
  }
}

gboolean lap_tree_offer(LapTree *tree, guint32 index, const LapActions *legal, gboolean open)
{
  LapNode *node = &tree->node[index];
  if ((open && node->n == legal->n) || has_all(tree, node, legal)) return TRUE;
  if (!make_room(tree, node, count_missing(tree, node, legal))) return FALSE;
  insert_missing(tree, node, legal);
  return TRUE;
}
