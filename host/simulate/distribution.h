/* A histogram of whole numbers that merges exactly.
 *
 * Counts are integers, and the bin of a value follows from the value alone, so histograms of parts of a series, added
 * in any order, are the histogram of the whole, bit by bit. Values of up to LAP_DISTRIBUTION_EXACT have bins of their
 * own; beyond, bins are as wide as 1/512 of the values in them. Count, sum, least and most are exact for all. */
#pragma once

#include "host/engine/statistics.h"

G_BEGIN_DECLS

#define LAP_DISTRIBUTION_EXACT 1023

/* Zeroed it is empty; lap_distribution_clear frees what it holds. */
typedef struct {
  LapMeasure of;
  GArray *counts; /* guint64 of the bins `first`, `first` + 1, ...; NULL: none yet */
  gint32 first;
} LapDistribution;

void lap_distribution_clear(LapDistribution *distribution);
void lap_distribution_add(LapDistribution *distribution, gint64 value);
void lap_distribution_merge(LapDistribution *distribution, const LapDistribution *other);

/* The bin of a value, which grows with it, and the value that stands for a bin: the only one, or the middle. */
gint32 lap_distribution_bin(gint64 value);
gint64 lap_distribution_value(gint32 bin);
/* Values in a bin. */
guint64 lap_distribution_count(const LapDistribution *distribution, gint32 bin);
/* The bins that were used, and one past the last; equal if there are none. */
gint32 lap_distribution_first(const LapDistribution *distribution);
gint32 lap_distribution_end(const LapDistribution *distribution);
/* Adds `n` values to a bin, without counting them in `of`: for reading what was written. */
void lap_distribution_put(LapDistribution *distribution, gint32 bin, guint64 n);

/* The least value that `share` (0 to 1) of the values do not exceed; 0 if there are none. */
gint64 lap_distribution_quantile(const LapDistribution *distribution, double share);

G_END_DECLS
