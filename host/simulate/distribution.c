#include "distribution.h"

/* Bins of an octave above the exact ones. */
#define OCTAVE_BITS 9
#define OCTAVE (1 << OCTAVE_BITS)

static guint magnitude_bits(guint64 magnitude) { return 63 - (guint)__builtin_clzll(magnitude); }

gint32 lap_distribution_bin(gint64 value)
{
  guint64 magnitude = value < 0 ? -(guint64)value : (guint64)value;
  if (magnitude <= LAP_DISTRIBUTION_EXACT) return (gint32)value;
  guint bits = magnitude_bits(magnitude);
  gint32 within = (gint32)(magnitude >> (bits - OCTAVE_BITS)) - OCTAVE;
  gint32 bin = LAP_DISTRIBUTION_EXACT + 1 + ((gint32)bits - OCTAVE_BITS - 1) * OCTAVE + within;
  return value < 0 ? -bin : bin;
}

gint64 lap_distribution_value(gint32 bin)
{
  gint32 magnitude = ABS(bin);
  if (magnitude <= LAP_DISTRIBUTION_EXACT) return bin;
  gint32 octave = (magnitude - LAP_DISTRIBUTION_EXACT - 1) / OCTAVE,
         within = (magnitude - LAP_DISTRIBUTION_EXACT - 1) % OCTAVE;
  gint64 low = (gint64)(OCTAVE + within) << (octave + 1), middle = low + ((gint64)1 << octave) - 1;
  return bin < 0 ? -middle : middle;
}

void lap_distribution_clear(LapDistribution *distribution)
{
  g_clear_pointer(&distribution->counts, g_array_unref);
  *distribution = (LapDistribution){0};
}

gint32 lap_distribution_first(const LapDistribution *distribution) { return distribution->first; }

gint32 lap_distribution_end(const LapDistribution *distribution)
{
  return distribution->first + (distribution->counts ? (gint32)distribution->counts->len : 0);
}

guint64 lap_distribution_count(const LapDistribution *distribution, gint32 bin)
{
  if (bin < distribution->first || bin >= lap_distribution_end(distribution)) return 0;
  return g_array_index(distribution->counts, guint64, bin - distribution->first);
}

/* Makes room for a bin. The capacity of the array grows by doubling, so this allocates seldom. */
static guint64 *bin_of(LapDistribution *distribution, gint32 bin)
{
  static const guint64 none;
  if (!distribution->counts) {
    distribution->counts = g_array_new(FALSE, TRUE, sizeof(guint64));
    distribution->first = bin;
  }
  if (bin < distribution->first) {
    guint before = (guint)(distribution->first - bin);
    g_autofree guint64 *zeros = g_new0(guint64, before);
    g_array_prepend_vals(distribution->counts, zeros, before);
    distribution->first = bin;
  }
  while (bin >= lap_distribution_end(distribution)) g_array_append_val(distribution->counts, none);
  return &g_array_index(distribution->counts, guint64, bin - distribution->first);
}

void lap_distribution_put(LapDistribution *distribution, gint32 bin, guint64 n) { *bin_of(distribution, bin) += n; }

void lap_distribution_add(LapDistribution *distribution, gint64 value)
{
  lap_measure_add(&distribution->of, value);
  lap_distribution_put(distribution, lap_distribution_bin(value), 1);
}

void lap_distribution_merge(LapDistribution *distribution, const LapDistribution *other)
{
  lap_measure_merge(&distribution->of, &other->of);
  for (gint32 bin = lap_distribution_first(other); bin < lap_distribution_end(other); bin++)
    if (lap_distribution_count(other, bin)) lap_distribution_put(distribution, bin, lap_distribution_count(other, bin));
}

gint64 lap_distribution_quantile(const LapDistribution *distribution, double share)
{
  double wanted = share * (double)distribution->of.n;
  guint64 seen = 0;
  for (gint32 bin = lap_distribution_first(distribution); bin < lap_distribution_end(distribution); bin++) {
    guint64 count = lap_distribution_count(distribution, bin);
    seen += count;
    if (count && (double)seen >= wanted)
      return CLAMP(lap_distribution_value(bin), distribution->of.min, distribution->of.max);
  }
  return distribution->of.max;
}
