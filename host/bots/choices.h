/* Choices: what a search has found out of the actions of a decision, and which of them it takes. */
#pragma once

#include "tree.h"

G_BEGIN_DECLS

/* What a search has found out of one action. */
typedef struct {
  LapAction action;
  guint32 visits;   /* where seats choose at once: as many of all as its part of the average strategy */
  float value;      /* the mean reward of the seat, 0 to 1 */
  LapBounds bounds; /* what it comes to, as far as that is proven */
} LapChoice;

/* Replaces `choices` (element-type LapChoice) by the legal actions, with what is known of them in a node. */
void lap_choices_collect(GArray *choices, const LapTree *tree, guint32 node, const LapActions *legal);
/* Adds what another search has found out of the same actions, which stand in the same order; without any, `choices`
 * becomes that. */
void lap_choices_add(GArray *choices, const GArray *more);
/* The index of the best one: the one that was tried the most, of equal ones the first, but for what is proven. */
guint lap_choices_best(const GArray *choices);
/* The index of one of them, each with the probability that its visits are of all. */
guint lap_choices_sample(const GArray *choices, LapGenerator *generator);

G_END_DECLS
