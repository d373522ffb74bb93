/* A card game of two seats as a tree: every deal, every line of play, and at each decision its information set.
 *
 * In an information set are the nodes that a seat cannot tell apart. Here they are those at which it has been shown the
 * same views, one after the other, from the deal on. So a view that shows too much, or too little, makes other sets.
 *
 * Deals are made through the contract alone: a match is started once, and the faces in the slots of the hands and the
 * deck are exchanged. All orders of a shuffled deck are equally likely, so all these deals are. (Starting matches with
 * many seeds until each deal has come would take thousands of starts, and would not show that none is missing.) After
 * the deal nothing may be left to chance: the tree asserts that no random number is drawn. */
#pragma once

#include "host/engine/engine.h"

/* Nodes are ordered by ply: children stand behind their parents, side by side. */
typedef struct {
  guint first, n; /* children, one for each action of `set`; none: the match is over */
  guint set, ply;
  double payoff;  /* over: points of seat 0, which are those that seat 1 loses */
  guint shown[2]; /* by seat: names the list of views that it has been shown */
  guint last[2];  /* by seat: the action that it took last, GAME_TREE_NONE at first */
} GameNode;

#define GAME_TREE_NONE G_MAXUINT

/* An information set. Sets that a seat comes to later stand behind those that it comes from. */
typedef struct {
  guint seat, first, n; /* the legal actions, a run of GameTree.actions, the same at each of its nodes */
  guint after;          /* the seat's action before, the same at each node: the seat forgets nothing */
  guint ply;            /* the same at each node */
} GameSet;

typedef struct {
  LapEngine *engine;
  GArray *nodes;     /* GameNode; the first `deals` are the roots */
  GPtrArray *blocks; /* LapBlock, by node */
  GArray *sets;      /* GameSet */
  GArray *actions;   /* LapAction, of all sets */
  guint deals;
  GHashTable *shown; /* "<list of views before> <view>" to the list of views with it */
  GHashTable *set_of;
} GameTree;

static inline GameNode *game_node(const GameTree *tree, guint i) { return &g_array_index(tree->nodes, GameNode, i); }
static inline GameSet *game_set(const GameTree *tree, guint i) { return &g_array_index(tree->sets, GameSet, i); }

/* The tree of a game whose cards lie in the field `hand`, a row for each seat, and in the field `deck`, drawn from the
 * end. `used` of them, of the hands first, can ever come into play: the order of the others makes no difference. */
GameTree *game_tree_new(const char *game, const char *hand, const char *deck, guint used);
void game_tree_free(GameTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GameTree, game_tree_free)
