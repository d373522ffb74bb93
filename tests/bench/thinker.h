/* A bot that searches in the first decision of a match, beside plain playouts from there. */
#pragma once

#include "host/bots/search.h"
#include "player.h"

typedef struct {
  Player *player;
  LapBlock *block; /* the first decision with more than one action */
  LapWorlds *worlds;
  LapSearch *search;
  LapActions legal;
  LapGenerator chooser;
} Thinker;

/* NULL with the fault if it cannot be set up, or without one if matches of this game have no decision. `player` must
 * outlive it. */
Thinker *thinker_new(Player *player, GError **error);
void thinker_free(Thinker *thinker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Thinker, thinker_free)

/* For measure(): each takes a Thinker. Playouts are as long as those of the search. */
guint64 work_iterations(gpointer thinker, guint64 amount);
guint64 work_plain_playouts(gpointer thinker, guint64 amount);

/* Iterations a second of `n` threads, a thinker each, all together. */
double thinker_rate_of_threads(Thinker *const *thinkers, guint n, double seconds);
/* Of the tree: bytes a node, with its edges. */
double thinker_bytes_a_node(const Thinker *thinker);
