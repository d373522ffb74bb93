#include "outlook.h"

static void add_together(LapOutlook *outlook, const LapSheet *sheet, double weight)
{
  gint32 points = sheet->total[0][LAP_TIER_POINTS], goal = sheet->total[0][LAP_TIER_GOAL];
  outlook->together = TRUE;
  outlook->points += weight * points;
  outlook->goal = MAX(outlook->goal, goal);
  if (goal && points >= goal) outlook->won[0] += weight;
}

static void add_places(LapOutlook *outlook, const LapSheet *sheet, guint seats, double weight)
{
  guint first = 0;
  for (guint seat = 0; seat < seats; seat++) first += sheet->place[seat] == 1;
  for (guint seat = 0; seat < seats; seat++)
    if (sheet->place[seat] == 1) outlook->won[seat] += weight / first;
}

void lap_outlook_add(LapOutlook *outlook, const LapSheet *sheet, guint seats, double weight)
{
  outlook->weight += weight;
  if (sheet->together || seats == 1)
    add_together(outlook, sheet, weight);
  else
    add_places(outlook, sheet, seats, weight);
}

void lap_outlook_add_worth(LapOutlook *outlook, const LapSheet *sheet, const float *worth, guint seats, double weight)
{
  double sum = 0;
  if (sheet->together || seats == 1) {
    lap_outlook_add(outlook, sheet, seats, weight);
    return;
  }
  outlook->weight += weight;
  for (guint seat = 0; seat < seats; seat++) sum += (double)worth[seat];
  for (guint seat = 0; seat < seats; seat++)
    outlook->won[seat] += weight * (sum > 0 ? (double)worth[seat] / sum : 1.0 / seats);
}

void lap_outlook_add_proof(LapOutlook *outlook, double won, double weight)
{
  outlook->weight += weight;
  outlook->won[0] += weight * won;
  outlook->won[1] += weight * (1 - won);
}
