#include "bills.h"

#include "log.h"
#include "server-private.h"

/* Milliseconds after which bots that had to wait are asked for again. */
enum { PAUSE = 1000 };

/* --- the bots of matches that nobody plays in */

static void log_held(const LapAddress *address, LapMatch *match, gint64 wait)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_WARNING, "bots-held");
  lap_server_log_text(line, "address", address->name);
  lap_server_log_text(line, "match", lap_match_get_id(match));
  lap_server_log_text(line, "limit", "bot_moves_per_address");
  lap_server_log_number(line, "retry_after", wait);
  lap_server_log_end(line);
}

static gboolean on_release(gpointer data)
{
  LapBills *bills = data;
  g_clear_pointer(&bills->release, g_source_unref);
  lap_host_release_bots(bills->server->host);
  lap_batch_follow(bills->server->batch);
  return G_SOURCE_REMOVE;
}

static gboolean hold(LapBills *bills)
{
  if (bills->release) return FALSE;
  bills->release = g_timeout_source_new(PAUSE);
  g_source_set_callback(bills->release, on_release, bills, NULL);
  g_source_attach(bills->release, bills->server->context);
  return FALSE;
}

static gboolean may_play(LapMatch *match, gpointer data)
{
  LapBills *bills = data;
  LapServer *server = bills->server;
  gint64 now = g_get_monotonic_time(), max = lap_limit(server, LAP_LIMIT_BOT_MOVES_PER_ADDRESS);
  gint64 rate = lap_limit(server, LAP_LIMIT_BOT_MOVES);
  LapAddress *owner = g_hash_table_lookup(bills->owners, lap_match_get_id(match));
  if (!owner) owner = lap_addresses_find(server->addresses, "restored");
  if (lap_hour_wait(&owner->bot_moves, max, now) || lap_rate_take(&bills->bot_moves, rate, rate, 0, now))
    return hold(bills);
  lap_hour_add(&owner->bot_moves, 1, now);
  if (owner->bot_moves.count == max) log_held(owner, match, lap_hour_wait(&owner->bot_moves, max, now));
  return TRUE;
}

/* --- life */

LapBills *lap_bills_new(LapServer *server)
{
  LapBills *bills = g_new0(LapBills, 1);
  bills->server = server;
  bills->owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  lap_host_set_may_play(server->host, may_play, bills);
  return bills;
}

void lap_bills_free(LapBills *bills)
{
  lap_host_set_may_play(bills->server->host, NULL, NULL);
  if (bills->release) g_source_destroy(bills->release);
  g_clear_pointer(&bills->release, g_source_unref);
  g_hash_table_unref(bills->owners);
  g_free(bills);
}

/* --- owners */

void lap_bills_add(LapBills *bills, const char *match, LapAddress *address)
{
  lap_bills_remove(bills, match);
  g_hash_table_insert(bills->owners, g_strdup(match), address);
  address->matches++;
}

void lap_bills_remove(LapBills *bills, const char *match)
{
  LapAddress *owner = g_hash_table_lookup(bills->owners, match);
  if (!owner) return;
  owner->matches--;
  g_hash_table_remove(bills->owners, match);
}

void lap_bills_count_entry(LapBills *bills, LapConnection *by)
{
  if (!by) return;
  gint64 now = g_get_monotonic_time();
  lap_hour_add(&by->place->entries, 1, now);
  lap_hour_add(&bills->entries, 1, now);
}
