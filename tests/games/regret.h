/* Equilibria of a game tree, and how far a policy is from one.
 *
 * A policy has for each action of each information set how likely it is chosen there, indexed as GameTree.actions.
 *
 * Counterfactual regret minimisation: M. Zinkevich and others, "Regret minimization in games with incomplete
 * information", 2007; here CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): regrets do
 * not fall below zero, the seats take turns, and later policies weigh more in the average. */
#pragma once

#include "game-tree.h"

typedef struct Regret Regret;

Regret *regret_new(const GameTree *tree);
void regret_free(Regret *regret);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Regret, regret_free)

void regret_iterate(Regret *regret, guint iterations);

/* The average policy, before any iteration the one that chooses all actions alike. Valid until the next call. */
const double *regret_average(Regret *regret);

/* What `seat` wins in the mean if it answers `policy` as well as its information allows. */
double best_response(const GameTree *tree, const double *policy, guint seat);

/* Half of what the seats could gain together if each answered the other's policy: 0 in an equilibrium. */
static inline double exploitability(const GameTree *tree, const double *policy)
{
  return (best_response(tree, policy, 0) + best_response(tree, policy, 1)) / 2;
}
