/* How a whole number becomes one of an observation: divided by 64, and past 64 one more for each doubling, linear in
 * between. The same bits on every machine, since it takes no function of a mathematics library. */
#pragma once

#include <glib.h>

#define LAP_NUMBER_DIVISOR 64

static inline float lap_scaled_magnitude(guint64 magnitude)
{
  if (G_LIKELY(magnitude <= LAP_NUMBER_DIVISOR)) return (float)magnitude / LAP_NUMBER_DIVISOR;
  guint doublings = 63 - (guint)__builtin_clzll(magnitude);
  double within = (double)magnitude / (double)(G_GUINT64_CONSTANT(1) << doublings) - 1;
  return (float)(doublings - 6 + 1 + within);
}

static inline float lap_scaled(gint64 number)
{
  return number < 0 ? -lap_scaled_magnitude(-(guint64)number) : lap_scaled_magnitude((guint64)number);
}
