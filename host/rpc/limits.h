/* Limits: the figures that bound what clients may do.
 *
 * They belong to the protocol, since clients can read them (host.hello, the OpenRPC document, "limit" in the data of
 * errors). Each server has a copy of the table, which its owner may change; who enforces a limit reads it by index. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LapLimitIndex:
 *
 * The place of each limit in the table, whose rows have their meanings.
 */
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
  LAP_LIMIT_ENTRIES,
  LAP_LIMIT_ENTRIES_PER_ADDRESS,
  LAP_LIMIT_MESSAGES,
  LAP_LIMIT_BOT_MOVES,
  LAP_LIMIT_BOT_MOVES_PER_ADDRESS,
  LAP_LIMIT_THINKING,
  LAP_LIMIT_THINKING_TIME,
  LAP_LIMIT_DRAIN,
  LAP_LIMIT_HOOK,
  LAP_LIMITS
} LapLimitIndex;

/**
 * LapLimit:
 *
 * A figure that bounds what clients may do.
 */
typedef struct {
  const char *name; /* as host.hello and --limit have it */
  gint64 value, min, max;
  const char *meaning; /* with the unit, to follow a number: "bytes of a message" */
} LapLimit;

/* All of them with their defaults, ended by a NULL name. */
extern const LapLimit lap_limits[LAP_LIMITS + 1];

/**
 * lap_limits_find: (skip)
 * @limits: a table
 * @name: of a limit
 *
 * Finds a limit in a table.
 *
 * Returns: the limit; NULL if there is none of that name
 */
LapLimit *lap_limits_find(LapLimit *limits, const char *name);

/**
 * lap_limits_set: (skip)
 * @limits: a table
 * @name: of a limit
 * @value: within its bounds
 * @error: what would be right, if there is no such limit or the value is out of its bounds
 *
 * Sets a limit in a table.
 *
 * Returns: whether that was possible
 */
gboolean lap_limits_set(LapLimit *limits, const char *name, gint64 value, GError **error);

G_END_DECLS
