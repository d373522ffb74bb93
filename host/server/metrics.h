/* Counters of what the server has done, and the pages over HTTP that show them (/metrics, in Prometheus' text format
 * 0.0.4), the server's health (/healthz) and its protocol (/openrpc.json): lap_server_page in transport.h. */
#pragma once

#include "transport.h"

G_BEGIN_DECLS

#define LAP_HISTOGRAM_BOUNDS 10

/* Times, in buckets between 50 microseconds and 10 seconds. */
typedef struct {
  guint64 buckets[LAP_HISTOGRAM_BOUNDS + 1]; /* each alone; the last: longer than all bounds */
  guint64 n, sum;                            /* microseconds */
} LapHistogram;

void lap_histogram_add(LapHistogram *histogram, gint64 microseconds);

/* Why a connection is closed. */
typedef enum {
  LAP_CLOSED_BY_PEER, /* by the peer, or by the transport */
  LAP_CLOSED_IDLE,
  LAP_CLOSED_FLOOD,
  LAP_CLOSED_SLOW,
  LAP_CLOSED_OVERLONG,
  LAP_CLOSED_DRAIN,
  LAP_CLOSED_MOVED,
  LAP_CLOSE_REASONS
} LapCloseReason;
/* A word, for log and metrics. */
const char *lap_close_reason_name(LapCloseReason reason);

typedef struct {
  guint64 bytes_in, bytes_out;       /* of messages */
  guint64 opened, refused;           /* connections */
  guint64 closed[LAP_CLOSE_REASONS]; /* connections, by reason */
  guint64 subscriptions;             /* now */
  guint64 notifications;             /* sent */
  guint64 resyncs;                   /* of them, states sent in place of withheld notifications */
  guint64 withheld;                  /* notifications withheld */
  guint64 forwarded;                 /* messages to other nodes */
  guint64 put_off;                   /* messages put off, since rules had not answered yet */
  guint64 commits, commit_failures, entries;
  LapHistogram request_time, commit_time;
} LapMetrics;

G_END_DECLS
