#include "rewards.h"

#include <math.h>
#include <string.h>

#define SHARE_OF_DISTANCE 0.1f
/* Of what a game says that a world is worth, so much is by how it compares with others of late. */
#define SHARE_OF_RANK 0.5f
/* By so much a shared first place is worth less than its place says, so that a search plays on in hope of more. */
#define CONTEMPT 0.05f

void lap_rewards_reset(LapRewards *rewards)
{
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    rewards->results[seat].n = rewards->results[seat].next = 0;
    rewards->worths[seat].n = rewards->worths[seat].next = 0;
  }
}

gint64 lap_lead(const LapSheet *sheet, guint seats, guint seat)
{
  gint32 best = G_MININT32;
  if (sheet->together || seats == 1) return sheet->total[0][LAP_TIER_POINTS];
  for (guint other = 0; other < seats; other++)
    if (other != seat) best = MAX(best, sheet->total[other][LAP_TIER_POINTS]);
  return (gint64)sheet->total[seat][LAP_TIER_POINTS] - best;
}

/* How many of the sorted values are below `value`. */
static guint count_below(const LapResults *results, gint32 value)
{
  guint low = 0, high = results->n;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (results->sorted[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void forget_oldest(LapResults *results)
{
  guint at = count_below(results, results->ring[results->next]);
  results->n--;
  memmove(&results->sorted[at], &results->sorted[at + 1], (results->n - at) * sizeof *results->sorted);
}

/* The share of results below `value`, those equal to it by half; then keeps it. */
static float rank(LapResults *results, gint32 value)
{
  guint at = count_below(results, value), equal = 0;
  while (at + equal < results->n && results->sorted[at + equal] == value) equal++;
  float share = results->n ? ((float)at + (float)equal / 2) / (float)results->n : 0.5f;
  if (results->n == LAP_RESULTS_MAX) forget_oldest(results);
  at = count_below(results, value);
  memmove(&results->sorted[at + 1], &results->sorted[at], (results->n - at) * sizeof *results->sorted);
  results->sorted[at] = value;
  results->n++;
  results->ring[results->next] = value;
  results->next = (results->next + 1) % LAP_RESULTS_MAX;
  return share;
}

static void reward_together(LapRewards *rewards, const LapSheet *sheet, guint seats, float *reward)
{
  gint32 points = sheet->total[0][LAP_TIER_POINTS], goal = sheet->total[0][LAP_TIER_GOAL];
  float share = rank(&rewards->results[0], points);
  if (goal) share = (share + (points >= goal)) / 2;
  for (guint seat = 0; seat < seats; seat++) reward[seat] = share;
}

/* Equal seats share places `place` to `place + equal - 1`. */
static float reward_of_place(const LapSheet *sheet, guint seats, guint seat)
{
  guint equal = 0;
  for (guint other = 0; other < seats; other++) equal += sheet->place[other] == sheet->place[seat];
  float place = (float)sheet->place[seat] + (float)(equal - 1) / 2;
  return ((float)seats - place) / (float)(seats - 1);
}

void lap_rewards_add(LapRewards *rewards, const LapSheet *sheet, guint seats, float reward[LAP_SEATS_MAX])
{
  if (sheet->together || seats == 1) {
    reward_together(rewards, sheet, seats, reward);
    return;
  }
  for (guint seat = 0; seat < seats; seat++) {
    if (seats == 2 && seat == 1) { /* what one gets, the other lacks */
      reward[1] = 1 - reward[0];
      break;
    }
    reward[seat] = (1 - SHARE_OF_DISTANCE) * reward_of_place(sheet, seats, seat) +
                   SHARE_OF_DISTANCE * rank(&rewards->results[seat], (gint32)lap_lead(sheet, seats, seat));
  }
}

void lap_rewards_add_worth(LapRewards *rewards, gboolean together, guint seats, float reward[LAP_SEATS_MAX])
{
  for (guint seat = 0; seat < seats; seat++) {
    if (seat && (together || seats == 2)) {
      reward[seat] = together ? reward[0] : 1 - reward[0];
      continue;
    }
    float share = rank(&rewards->worths[seat], (gint32)lroundf(reward[seat] * LAP_EVALUATION_MAX));
    reward[seat] += SHARE_OF_RANK * (share - reward[seat]);
  }
}

void lap_rewards_add_contempt(const LapSheet *sheet, guint seats, guint seat, float reward[LAP_SEATS_MAX])
{
  guint equal = 0;
  for (guint other = 0; other < seats; other++) equal += sheet->place[other] == 1;
  if (sheet->together || seats == 1 || equal < 2 || sheet->place[seat] != 1) return;
  reward[seat] -= CONTEMPT;
  if (seats == 2) reward[1 - seat] += CONTEMPT;
}
