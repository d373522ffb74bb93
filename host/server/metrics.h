/* Counters of what the server has done, and the page that shows them (/metrics), in Prometheus' text format 0.0.4. */
#pragma once

#include "end.h"

G_BEGIN_DECLS

#define LAP_HISTOGRAM_BOUNDS 10

/* Times, in buckets between 50 microseconds and 10 seconds. */
typedef struct {
  guint64 buckets[LAP_HISTOGRAM_BOUNDS + 1]; /* each alone; the last: longer than all bounds */
  guint64 n, sum;                            /* microseconds */
} LapHistogram;

void lap_histogram_add(LapHistogram *histogram, gint64 microseconds);

typedef struct {
  guint64 bytes_in, bytes_out; /* of messages */
  guint64 opened, refused;     /* connections */
  guint64 closed[LAP_ENDS];    /* connections, by reason */
  guint64 subscriptions;       /* now */
  guint64 notifications;       /* sent */
  guint64 resyncs;             /* of them, those that made up for some left out */
  guint64 withheld;            /* notifications left out */
  guint64 commits, commit_failures, entries;
  LapHistogram request_time, commit_time;
} LapMetrics;

/* Appends the page. */
void lap_metrics_write(LapServer *server, GString *out);

G_END_DECLS
