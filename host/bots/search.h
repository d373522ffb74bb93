/* The search: Monte Carlo tree search over information sets (Cowling, Powley, Whitehouse, "Information Set Monte Carlo
 * Tree Search", 2012).
 *
 * Again and again a world is dealt that is possible to the seat that thinks, and played to its end: as far as the tree
 * reaches by what was learned there of each action, which seat's decision it ever is, and from there on at random. What
 * it was worth to each seat is then added to all actions that led to it. An action is chosen by its mean reward, and by
 * how seldom it was tried (UCB1), counted over the worlds in which it was there. A seat that decides is taken to know
 * what it knows, but of the one that thinks only what both know, and the one that thinks does not know the other's
 * secrets in any world: so nobody plays by what nobody can see.
 *
 * Steps of a long move are decisions like any others. Choices made at once are made one after the other, by nodes that
 * do not know of each other's choice, and, where nothing else is hidden, by mixed strategies (mixed.h).
 *
 * Where nothing is hidden from either of two seats, and nothing was drawn at random, what a world came to is certain,
 * and is carried back towards the root as a proof: by the best of a node's actions for its seat. Actions that are
 * proven to be no better than another one are not tried any more, and thinking ends once the decision itself is solved.
 */
#pragma once

#include "bot.h"
#include "choices.h"
#include "outlook.h"
#include "rewards.h"
#include "tree.h"
#include "worlds.h"

G_BEGIN_DECLS

/* A world that is longer than this many moves is rewarded by its live score. */
#define LAP_SEARCH_PLIES 100

typedef struct LapSearch LapSearch;

/* `worlds` must outlive it. `bytes`: how much memory the tree may take. */
LapSearch *lap_search_new(LapWorlds *worlds, gsize bytes);
void lap_search_free(LapSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapSearch, lap_search_free)

/* Thinks about the decision that lap_worlds_look has looked at, with what is known from earlier ones. `legal`: its
 * actions. Ends before the budget is spent where the rest of it cannot change lap_search_best, unless it is to be spent
 * whole. FALSE on a fault of the rules. */
gboolean lap_search_think(LapSearch *search, const LapActions *legal, const LapBudget *budget, LapGenerator *generator);
/* The actions of that decision, as `legal` had them: (element-type LapChoice), until it thinks again. */
const GArray *lap_search_choices(const LapSearch *search);
guint lap_search_best(const LapSearch *search);
/* The index of the one to take: the best one; where seats choose at once, each with the probability that its visits are
 * of all. */
guint lap_search_choose(const LapSearch *search, LapGenerator *generator);
/* Whether they are chosen at once with others. */
gboolean lap_search_is_mixed(const LapSearch *search);
/* For comparison: off, what is chosen at once is always chosen by UCB1, like all else. On at first. */
void lap_search_set_mixed(LapSearch *search, gboolean on);
/* What the worlds of the last thinking came to, the later ones with more weight, or what is proven. */
LapOutlook lap_search_outlook(const LapSearch *search);
/* How many worlds were played in the last thinking; the nodes of the tree, and the bytes that it takes. */
guint32 lap_search_iterations(const LapSearch *search);
guint32 lap_search_nodes(const LapSearch *search);
gsize lap_search_size(const LapSearch *search);

G_END_DECLS
