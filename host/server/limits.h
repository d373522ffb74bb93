/* The limits, by index. server.h has them by name. */
#pragma once

#include "server.h"

G_BEGIN_DECLS

typedef enum {
  LAP_LIMIT_MESSAGE,
  LAP_LIMIT_DEPTH,
  LAP_LIMIT_BATCH,
  LAP_LIMIT_RATE,
  LAP_LIMIT_BURST,
  LAP_LIMIT_CONNECTIONS,
  LAP_LIMIT_CONNECTIONS_PER_ADDRESS,
  LAP_LIMIT_SUBSCRIPTIONS,
  LAP_LIMIT_WAITING,
  LAP_LIMIT_WAITING_MAX,
  LAP_LIMIT_IDLE,
  LAP_LIMIT_MATCHES,
  LAP_LIMIT_MATCHES_PER_ADDRESS,
  LAP_LIMIT_OPEN_MATCHES,
  LAP_LIMIT_DRAIN,
  LAP_LIMITS
} LapLimitIndex;

/* All as they are at first, ended by a NULL name. */
extern const LapLimit lap_limits[LAP_LIMITS + 1];

G_END_DECLS
