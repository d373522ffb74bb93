/* The memory of a search: information sets and their actions.
 *
 * A node is an information set of a seat that has a decision (lap_information_set). It is found by that number alone,
 * so ways that lead to the same one share it, and what was learned of it in one move is still there in the next. An
 * edge is an action that may be taken in it. Which ones may be taken can differ from world to world, since a seat other
 * than the one that thinks has cards that are not known; so each edge also counts the visits in which it was there.
 *
 * In games in which nothing is hidden, what an action must come to can be proven from the end of matches backwards
 * (Winands, Björnsson, Saito, "Monte-Carlo Tree Search Solver", 2008; with bounds for draws: Cazenave, Saffidine,
 * "Score Bounded Monte-Carlo Tree Search", 2010).
 *
 * All lie in arrays of a fixed size. A tree that is full takes no more nodes. */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

#define LAP_NODE_NONE G_MAXUINT32

/* What something comes to for a seat. */
enum { LAP_LOST, LAP_DRAWN, LAP_WON };

/* The least and the most that it can come to with best play. */
typedef struct {
  guint8 least, most;
} LapBounds;

#define LAP_BOUNDS_UNKNOWN ((LapBounds){LAP_LOST, LAP_WON})

static inline gboolean lap_bounds_are_exact(LapBounds bounds) { return bounds.least == bounds.most; }
/* The same for the other of two seats. */
static inline LapBounds lap_bounds_of_other(LapBounds bounds)
{
  return (LapBounds){(guint8)(LAP_WON - bounds.most), (guint8)(LAP_WON - bounds.least)};
}

/* Whether a node's seat chooses at once with others, and by a mixed strategy (mixed.h). */
enum { LAP_MIXED_NEVER, LAP_MIXED_LATER, LAP_MIXED };

/* What is known of an action: 16 bytes. Which one it is stands apart, as choosing seldom asks. */
typedef struct {
  guint32 visits; /* how often it was taken */
  float value;    /* the mean reward of the node's seat */
  union {
    struct {
      guint32 available; /* how often it might have been taken */
      LapBounds bounds;  /* for the node's seat */
      guint16 spare;
    };
    struct {        /* in a mixed node */
      float regret; /* how much more it would have been worth than what was done, in all */
      float weight; /* its part of the average strategy */
    };
  };
} LapEdge;

/* 32 bytes. */
typedef struct {
  guint64 key;
  guint32 visits;
  guint32 first, n, room; /* its edges, and how many there is room for */
  float value;            /* the mean reward of its seat */
  LapBounds bounds;       /* for its seat */
  guint8 mixed;           /* LAP_MIXED and the like */
  guint8 spare;
} LapNode;

typedef struct {
  LapNode *node;
  LapEdge *edge;     /* of all nodes */
  LapAction *action; /* [edge] */
  guint32 *table;    /* nodes by their keys */
  guint32 n_nodes, nodes_max, n_edges, edges_max, mask;
} LapTree;

/* `bytes`: what it may take in all. */
void lap_tree_init(LapTree *tree, gsize bytes);
void lap_tree_clear(LapTree *tree);
/* Forgets all nodes. */
void lap_tree_reset(LapTree *tree);
/* Whether more than half of it is taken. */
gboolean lap_tree_is_half_full(const LapTree *tree);
/* The bytes that its nodes and edges take. */
gsize lap_tree_size(const LapTree *tree);

/* The node of that key, or LAP_NODE_NONE. */
guint32 lap_tree_find(const LapTree *tree, guint64 key);
/* Adds one that is not there, without edges; LAP_NODE_NONE if the tree is full. Whether it is mixed is settled before
 * it gets edges. */
guint32 lap_tree_add(LapTree *tree, guint64 key);
/* Makes sure that the node has an edge for each of the legal actions, which are sorted and without doubles. `open`: the
 * same ones are legal whenever the node is come to. FALSE if the tree is full. */
gboolean lap_tree_offer(LapTree *tree, guint32 node, const LapActions *legal, gboolean open);

G_END_DECLS
