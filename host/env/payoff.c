#include "payoff.h"

/* Equal seats share the places `place` to `place + equal - 1`. */
static float worth_of_place(const LapSheet *sheet, guint seats, guint seat)
{
  guint equal = 0;
  for (guint other = 0; other < seats; other++) equal += sheet->place[other] == sheet->place[seat];
  guint twice = 2 * sheet->place[seat] + equal - 1; /* the mean of the places that it shares, times two */
  return ((float)(seats + 1) - (float)twice) / (float)(seats - 1);
}

void lap_env_payoff(LapEnvReward how, const LapSheet *sheet, guint seats, float *reward)
{
  for (guint seat = 0; seat < seats; seat++) {
    if (how == LAP_ENV_POINTS_REWARD)
      reward[seat] = (float)sheet->total[sheet->together ? 0 : seat][LAP_TIER_POINTS];
    else if (sheet->together || seats == 1)
      reward[seat] = sheet->place[seat] == 1 ? 1 : -1;
    else
      reward[seat] = worth_of_place(sheet, seats, seat);
  }
}
