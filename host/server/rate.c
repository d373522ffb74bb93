#include "rate.h"

#define ONE 1000000
#define BYTES_FREE 4096
#define WORK_FREE 2000 /* microseconds */

static void fill(LapRate *rate, gint64 per_second, gint64 full, gint64 now)
{
  gint64 rest = MIN(now - rate->filled_at, (gint64)3600 * ONE);
  rate->level = rate->filled_at ? MIN(full, rate->level + rest * per_second) : full;
  rate->filled_at = now;
  if (rate->level == full) rate->refused = 0;
}

gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now)
{
  gint64 full = burst * ONE, cost = MIN(full, (gint64)(1 + bytes / BYTES_FREE) * ONE);
  fill(rate, per_second, full, now);
  if (rate->level < cost) {
    rate->refused++;
    return (cost - rate->level) / per_second / 1000 + 1;
  }
  rate->level -= cost;
  return 0;
}

void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work)
{
  rate->level = MAX(rate->level - work / WORK_FREE * ONE, -burst * ONE);
}
