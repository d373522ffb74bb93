/* A bucket of tokens: so many requests a second, and so many at once after a rest. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 filled_at; /* monotonic microseconds; 0: not used yet, so full */
  gint64 level;     /* in millionths of a request */
  gint64 refused;   /* since it was full */
} LapRate;

/* Takes what a request of `bytes` costs, if there is as much.
 * Returns: 0, or how many milliseconds to wait for it. */
gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now);

/* Takes more for what a request turned out to need: microseconds of work. It may leave the bucket emptier than empty,
 * at most as far as it was full. */
void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work);

G_END_DECLS
