#include "limits.h"

#include "host/json/parse.h"

#define KIB 1024
#define MIB (1024 * KIB)

const LapLimit lap_limits[LAP_LIMITS + 1] = {
    [LAP_LIMIT_MESSAGE] = {"message", 64 * KIB, KIB, LAP_JSON_SIZE_MAX, "bytes of a message"},
    [LAP_LIMIT_DEPTH] = {"depth", LAP_JSON_DEPTH_MAX, LAP_JSON_DEPTH_MAX, LAP_JSON_DEPTH_MAX,
                         "levels of arrays and objects in a message"},
    [LAP_LIMIT_BATCH] = {"batch", 16, 1, 256, "requests of a batch"},
    [LAP_LIMIT_RATE] = {"rate", 200, 1, 1000000,
                        "requests a second of an address; 4 KiB of one, or 2 ms of work for it, count as one more"},
    [LAP_LIMIT_BURST] = {"burst", 1000, 1, 1000000, "requests that an address may make at once after a pause"},
    [LAP_LIMIT_CONNECTIONS] = {"connections", 1000, 1, 100000, "connections"},
    [LAP_LIMIT_CONNECTIONS_PER_ADDRESS] = {"connections_per_address", 256, 1, 100000,
                                           "connections from one address (of IPv6, from one /64)"},
    [LAP_LIMIT_SUBSCRIPTIONS] = {"subscriptions", 64, 1, 100000, "matches that a connection may follow"},
    [LAP_LIMIT_WAITING] = {"waiting", 128 * KIB, KIB, 64 * MIB,
                           "bytes that may wait for a reader before it is skipped ahead (match.resync)"},
    [LAP_LIMIT_WAITING_MAX] = {"waiting_max", 512 * KIB, KIB, 256 * MIB,
                               "bytes that may wait for a reader before it is cut off"},
    [LAP_LIMIT_IDLE] = {"idle", 600, 1, 7 * 24 * 3600,
                        "seconds of silence after which a connection that follows no "
                        "match is closed"},
    [LAP_LIMIT_MATCHES] = {"matches", 100000, 1, 100000000, "matches that are not over"},
    [LAP_LIMIT_MATCHES_PER_ADDRESS] = {"matches_per_address", 1000, 1, 100000000,
                                       "matches created from one address in an hour"},
    [LAP_LIMIT_OPEN_MATCHES] = {"open_matches", 1000, 1, 100000000, "matches kept in memory while nobody uses them"},
    [LAP_LIMIT_ENTRIES] = {"entries", 10000000, 1, 1000000000000,
                           "log entries (moves, joins, proposals, ...) from all addresses in an hour"},
    [LAP_LIMIT_ENTRIES_PER_ADDRESS] = {"entries_per_address", 200000, 1, 1000000000,
                                       "log entries (moves, joins, proposals, ...) from one address in an hour"},
    [LAP_LIMIT_MESSAGES] = {"messages", 10, 1, 100, "messages that a seat may send within half a minute"},
    [LAP_LIMIT_BOT_MOVES] = {"bot_moves", 2000, 1, 1000000, "moves a second in all matches that bots play alone"},
    [LAP_LIMIT_BOT_MOVES_PER_ADDRESS] = {"bot_moves_per_address", 100000, 1, 1000000000,
                                         "moves an hour in the matches of one address that bots play alone"},
    [LAP_LIMIT_THINKING] = {"thinking", 2, 1, 8, "bots that may think at once, each on a thread of its own"},
    [LAP_LIMIT_THINKING_TIME] = {"thinking_time", 3000, 1, 600000,
                                 "milliseconds that a bot may think about a choice, however strong it is; it has less "
                                 "where more think than may at once"},
    [LAP_LIMIT_DRAIN] = {"drain", 5000, 0, 600000, "milliseconds that connections have to end when the host stops"},
    [LAP_LIMIT_HOOK] = {"hook", 1000, 10, 600000,
                        "milliseconds that a worker may take for a step of a match before it is ended; and, of "
                        "processor time, a hook in "
                        "the host itself before the host ends, to suspend the match when it starts again"},
};

LapLimit *lap_limits_find(LapLimit *limits, const char *name)
{
  while (limits->name && !g_str_equal(limits->name, name)) limits++;
  return limits->name ? limits : NULL;
}

static char *list_names(void)
{
  GString *names = g_string_new(NULL);
  for (const LapLimit *limit = lap_limits; limit->name; limit++)
    g_string_append_printf(names, "%s%s", limit == lap_limits ? "" : ", ", limit->name);
  return g_string_free(names, FALSE);
}

static gboolean no_such_limit(const char *name, GError **error)
{
  g_autofree char *names = list_names();
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no limit \"%s\"; there are %s", name, names);
  return FALSE;
}

gboolean lap_limits_set(LapLimit *limits, const char *name, gint64 value, GError **error)
{
  LapLimit *limit = lap_limits_find(limits, name);
  if (!limit) return no_such_limit(name, error);
  if (value < limit->min || value > limit->max) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "limit \"%s\" cannot be %" G_GINT64_FORMAT "; it goes from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                name, value, limit->min, limit->max);
    return FALSE;
  }
  limit->value = value;
  return TRUE;
}
