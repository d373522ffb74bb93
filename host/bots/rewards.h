/* Rewards: what a finished world is worth to each seat, from 0 to 1.
 *
 * Seats that play against each other are rewarded by their place: first 1, last 0, equal seats the mean of their
 * places; a little of it is for the distance to the best other, so that a bot that cannot win any more still tries.
 * Seats that play together, and one alone, get the share of the worlds of late that came to fewer points; to have
 * reached the goal is worth half of it.
 *
 * A world that is evaluated by its game is rewarded by what that says, and as much by the share of the worlds of late
 * that were worth less. So the difference that one turn makes shows, however small the game takes it to be. */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

/* So many results of late are compared with. */
#define LAP_RESULTS_MAX 256

/* Results of late, sorted and in order of time. */
typedef struct {
  gint32 sorted[LAP_RESULTS_MAX], ring[LAP_RESULTS_MAX];
  guint n, next;
} LapResults;

typedef struct {
  LapResults results[LAP_SEATS_MAX]; /* in points */
  LapResults worths[LAP_SEATS_MAX];  /* what the game said, of LAP_EVALUATION_MAX */
} LapRewards;

/* By how many points a seat is ahead of the best other; where there is none, and where all play together, the points.
 */
gint64 lap_lead(const LapSheet *sheet, guint seats, guint seat);

/* Forgets all results. */
void lap_rewards_reset(LapRewards *rewards);
/* Computes the reward of each seat for the world that `sheet` is of, and keeps its result. */
void lap_rewards_add(LapRewards *rewards, const LapSheet *sheet, guint seats, float reward[LAP_SEATS_MAX]);
/* Turns what the game says that a world is worth to each seat into rewards, and keeps it. */
void lap_rewards_add_worth(LapRewards *rewards, gboolean together, guint seats, float reward[LAP_SEATS_MAX]);
/* Makes a shared first place worth a little less to `seat`, and what it loses by that worth more to the other one of
 * two: so that a bot shares a match that is over ("contempt", of chess programs) only if it expects less of playing on.
 */
void lap_rewards_add_contempt(const LapSheet *sheet, guint seats, guint seat, float reward[LAP_SEATS_MAX]);

G_END_DECLS
