#include "lapidary/tracker.h"

#include <string.h>

void lap_tracker_start(LapTracker tracker, int16_t space)
{
  for (uint8_t token = 0; token < tracker.n; token++) {
    tracker.space[token] = space;
    tracker.order[token] = token;
  }
}

static uint8_t rank_of(const uint8_t *order, uint8_t token)
{
  uint8_t rank = 0;
  while (order[rank] != token) rank++;
  return rank;
}

/* The rank of a token that arrives on a space, among the others, of whom there are `n`. */
static uint8_t rank_on_arrival(const int16_t *space, const uint8_t *order, uint8_t n, int16_t to, LapArrival arrival)
{
  uint8_t rank = 0;
  while (rank < n && (space[order[rank]] > to || (arrival == LAP_ON_TOP && space[order[rank]] == to))) rank++;
  return rank;
}

void lap_tracker_put(LapTracker tracker, uint8_t token, int16_t space, LapArrival arrival)
{
  uint8_t others = tracker.n - 1, from = rank_of(tracker.order, token);
  memmove(tracker.order + from, tracker.order + from + 1, others - from);
  uint8_t to = rank_on_arrival(tracker.space, tracker.order, others, space, arrival);
  memmove(tracker.order + to + 1, tracker.order + to, others - to);
  tracker.order[to] = token;
  tracker.space[token] = space;
}

void lap_tracker_move(LapTracker tracker, uint8_t token, int by, LapArrival arrival)
{
  int64_t to = (int64_t)tracker.space[token] + by;
  if (to > INT16_MAX) to = INT16_MAX;
  if (to < INT16_MIN) to = INT16_MIN;
  if (to != tracker.space[token]) lap_tracker_put(tracker, token, (int16_t)to, arrival);
}

uint8_t lap_tracker_rank(LapConstTracker tracker, uint8_t token) { return rank_of(tracker.order, token); }

uint8_t lap_tracker_rank_from_top(LapConstTracker tracker, uint8_t token)
{
  uint8_t below = lap_tracker_height(tracker, token);
  uint8_t above = lap_tracker_stacked(tracker, tracker.space[token]) - 1 - below;
  return lap_tracker_rank(tracker, token) - below + above;
}

uint8_t lap_tracker_height(LapConstTracker tracker, uint8_t token)
{
  uint8_t rank = rank_of(tracker.order, token), height = 0;
  while (height < rank && tracker.space[tracker.order[rank - height - 1]] == tracker.space[token]) height++;
  return height;
}

uint8_t lap_tracker_stacked(LapConstTracker tracker, int space)
{
  uint8_t stacked = 0;
  for (uint8_t token = 0; token < tracker.n; token++) stacked += tracker.space[token] == space;
  return stacked;
}

uint8_t lap_tracker_first(LapConstTracker tracker, uint32_t among)
{
  for (uint8_t rank = 0; rank < tracker.n; rank++)
    if (tracker.order[rank] < 32 && among >> tracker.order[rank] & 1) return tracker.order[rank];
  return LAP_NO_TOKEN;
}
