/* Outlooks: what worlds came to for each seat, as people count it.
 *
 * Rewards (rewards.h) are for a search, which compares what it has seen of late. An outlook can be compared between two
 * positions: how often each seat won, or how many points there were. */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

/* Sums over worlds, each with a weight. */
typedef struct {
  double weight;
  double won[LAP_SEATS_MAX]; /* a victory that several share is divided among them; of seats that play together, and of
                                one alone, `won[0]`: that the goal was reached */
  double points;             /* of those that play together, and of one alone */
  gint32 goal;               /* likewise, or 0 */
  gboolean together;         /* or alone */
} LapOutlook;

/* Adds a world that came to `sheet`. */
void lap_outlook_add(LapOutlook *outlook, const LapSheet *sheet, guint seats, double weight);
/* Adds a world that was not played to its end: `sheet` is its live score, `worth` what it is worth to each seat, from 0
 * to 1. Where seats play together, the live score counts. */
void lap_outlook_add_worth(LapOutlook *outlook, const LapSheet *sheet, const float *worth, guint seats, double weight);
/* Adds one of two seats that was not played to its end: 1 if seat 0 wins, 0 if seat 1 does, 0.5 if neither. */
void lap_outlook_add_proof(LapOutlook *outlook, double won, double weight);

G_END_DECLS
