/* What the server does for the methods (LapRpcService): it charges callers, says who is an operator and who may create
 * a match, and subscribes. */
#include "log.h"
#include "server-private.h"

/* --- operators: only a hash of their token is kept */

static char *hash_token(const char *token) { return g_compute_checksum_for_string(G_CHECKSUM_SHA256, token, -1); }

void lap_server_set_operator_token(LapServer *server, const char *token)
{
  g_free(server->operator_hash);
  server->operator_hash = token ? hash_token(token) : NULL;
}

/* Compares in constant time, so that the time does not reveal how much of the token is right. */
static gboolean is_operator_token(gpointer data, const char *token)
{
  const char *hash = ((LapServer *)data)->operator_hash;
  if (!hash) return FALSE;
  g_autofree char *other = hash_token(token);
  guint different = 0;
  for (gsize i = 0; hash[i]; i++) different |= (guint)(hash[i] ^ other[i]);
  return !different;
}

/* --- guesses at tokens: slowed down by address */

/* Secrets that were right on one connection and stay so for it while others guess from its address. */
enum { PROVEN_MAX = 64 };

static gboolean is_proven(const LapConnection *connection, const char *secret)
{
  return connection->proven && g_hash_table_contains(connection->proven, secret);
}

static void prove(LapConnection *connection, const char *secret)
{
  if (!connection->proven) connection->proven = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_size(connection->proven) < PROVEN_MAX) g_hash_table_add(connection->proven, g_strdup(secret));
}

static gboolean may_try(LapCall *call, const char *secret)
{
  const LapConnection *connection = lap_connection_of_caller(call->caller);
  if (call->caller->is_operator || is_proven(connection, secret)) return TRUE;
  gint64 wait = lap_address_guess_wait(connection->place, g_get_monotonic_time());
  if (!wait) return TRUE;
  lap_call_data_number(call, "retry_after", wait);
  return lap_call_fail(call, LAP_RPC_RATE_LIMITED, "too many wrong tokens came from this address");
}

/* Each at the operators' token is logged; at matches, whose tokens nobody can guess, those that are too many. */
static void log_guess(const LapConnection *connection, const char *what, guint guesses)
{
  if (guesses <= LAP_GUESSES_FREE && !g_str_equal(what, "operator")) return;
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_WARNING, "wrong-token");
  lap_server_log_number(line, "connection", (gint64)connection->id);
  lap_server_log_text(line, "address", connection->address);
  lap_server_log_text(line, "kind", what);
  lap_server_log_number(line, "count", guesses);
  lap_server_log_end(line);
}

static void tried(LapCaller *caller, const char *what, const char *secret, gboolean right)
{
  LapConnection *connection = lap_connection_of_caller(caller);
  if (caller->is_operator) return;
  if (right)
    prove(connection, secret);
  else
    log_guess(connection, what, lap_address_guessed(connection->place, g_get_monotonic_time()));
}

/* --- the rate */

static gint64 charge(LapCaller *caller, gsize bytes)
{
  LapConnection *connection = lap_connection_of_caller(caller);
  const LapServer *server = connection->server;
  if (caller->is_operator || connection->again) return 0;
  gint64 wait = lap_rate_take(&connection->place->requests, lap_limit(server, LAP_LIMIT_RATE),
                              lap_limit(server, LAP_LIMIT_BURST), bytes, g_get_monotonic_time());
  connection->wait = MAX(connection->wait, wait);
  connection->refused = MAX(connection->refused + (wait ? 1 : -1), 0);
  return wait;
}

static void charge_more(LapCaller *caller, guint64 requests)
{
  LapConnection *connection = lap_connection_of_caller(caller);
  if (caller->is_operator || connection->again) return;
  lap_rate_charge_requests(&connection->place->requests, lap_limit(connection->server, LAP_LIMIT_BURST), requests);
}

/* As many as requests over WebSockets. */
gboolean lap_server_may_request(LapServer *server, const char *address)
{
  return !lap_rate_take(&lap_addresses_find(server->addresses, address)->pages, lap_limit(server, LAP_LIMIT_RATE),
                        lap_limit(server, LAP_LIMIT_BURST), 0, g_get_monotonic_time());
}

/* --- matches that are not over: counted in the store when first asked for, then kept up to date from what happens */

#define PAGE 1000

/* If the store cannot be listed, creating a match in it will report the error. */
static gint64 count_matches(LapServer *server)
{
  const LapStoreFilter filter = {.states = LAP_STORED_OPEN | LAP_STORED_RUNNING | LAP_STORED_SUSPENDED};
  LapStore *store = lap_host_get_store(server->host);
  g_autofree char *cursor = NULL;
  gint64 n = 0;
  guint found = PAGE;
  while (found == PAGE) {
    g_autoptr(GPtrArray) page = lap_store_list(store, &filter, cursor, PAGE, NULL);
    found = page ? page->len : 0;
    n += found;
    g_free(cursor);
    cursor = found ? lap_stored_cursor(page->pdata[found - 1]) : NULL;
  }
  return n;
}

static gboolean has_room(LapServer *server)
{
  if (server->live_matches == LAP_MATCHES_UNKNOWN) server->live_matches = count_matches(server);
  return server->live_matches < lap_limit(server, LAP_LIMIT_MATCHES);
}

void lap_server_match_added(LapServer *server)
{
  if (server->live_matches != LAP_MATCHES_UNKNOWN) server->live_matches++;
}

void lap_server_match_ended(LapServer *server)
{
  if (server->live_matches > 0) server->live_matches--;
}

/* --- creating matches */

static gboolean too_many(LapCall *call)
{
  lap_call_data_string(call, "limit", "matches");
  return lap_call_fail(call, LAP_RPC_TOO_LARGE, "there are %" G_GINT64_FORMAT " matches, as many as there may be",
                       lap_rpc_limit(call->rpc, LAP_LIMIT_MATCHES));
}

static gboolean used_up(LapCall *call, LapLimitIndex limit, gint64 wait)
{
  const LapLimit *row = &call->rpc->limits[limit];
  lap_call_data_string(call, "limit", row->name);
  lap_call_data_number(call, "retry_after", wait);
  return lap_call_fail(call, LAP_RPC_RATE_LIMITED, "the limit \"%s\" is used up: %" G_GINT64_FORMAT " %s", row->name,
                       row->value, row->meaning);
}

static gboolean has_left(LapCall *call, LapLimitIndex limit, const LapHour *hour)
{
  gint64 wait = lap_hour_wait(hour, lap_rpc_limit(call->rpc, limit), g_get_monotonic_time());
  return call->caller->is_operator || !wait || used_up(call, limit, wait);
}

/* Of match.create; a rematch names no seats. */
static gboolean is_for_bots_alone(LapCall *call)
{
  if (!json_object_has_member(call->params, "seats")) return FALSE;
  JsonArray *seats = json_object_get_array_member(call->params, "seats");
  for (guint i = 0; i < json_array_get_length(seats); i++)
    if (!JSON_NODE_HOLDS_OBJECT(json_array_get_element(seats, i))) return FALSE;
  return TRUE;
}

static gboolean may_change(LapCall *call)
{
  const LapConnection *connection = lap_connection_of_caller(call->caller);
  return has_left(call, LAP_LIMIT_ENTRIES, &connection->server->bills->entries) &&
         has_left(call, LAP_LIMIT_ENTRIES_PER_ADDRESS, &connection->place->entries);
}

static gboolean may_create(LapCall *call)
{
  const LapConnection *connection = lap_connection_of_caller(call->caller);
  LapServer *server = connection->server;
  if (server->draining) return lap_call_fail(call, LAP_RPC_DRAINING, "the host is about to stop");
  if (!has_room(server)) return too_many(call);
  return has_left(call, LAP_LIMIT_MATCHES_PER_ADDRESS, &connection->place->created) &&
         (!is_for_bots_alone(call) || has_left(call, LAP_LIMIT_BOT_MOVES_PER_ADDRESS, &connection->place->bot_moves));
}

static void created(LapCaller *caller, const char *match, gboolean counted)
{
  const LapConnection *connection = lap_connection_of_caller(caller);
  if (!counted) lap_server_match_added(connection->server);
  lap_hour_add(&connection->place->created, 1, g_get_monotonic_time());
  lap_bills_add(connection->server->bills, match, connection->place);
}

/* --- subscriptions */

static gboolean may_subscribe(LapCaller *caller, LapMatch *match, guint viewer)
{
  return lap_subscriptions_may_add(lap_connection_of_caller(caller), match, viewer);
}

static void subscribe(LapCaller *caller, LapMatch *match, guint viewer)
{
  lap_subscriptions_add(lap_connection_of_caller(caller), match, viewer);
}

static void unsubscribe(LapCaller *caller, const char *match, guint viewer)
{
  lap_subscriptions_remove(lap_connection_of_caller(caller), match, viewer);
}

static gboolean is_alone(LapCaller *caller, LapMatch *match)
{
  const LapConnection *connection = lap_connection_of_caller(caller);
  return lap_subscriptions_are_alone(connection->server->subscriptions, connection, match);
}

static void said(LapCaller *caller, LapMatch *match, GBytes *message)
{
  LapConnection *connection = lap_connection_of_caller(caller);
  lap_bills_count_entry(connection->server->bills, connection);
  lap_subscriptions_notify_all(connection->server->subscriptions, match, message);
}

/* --- replies that come later */

static void hold(LapCaller *caller) { lap_connection_ref(lap_connection_of_caller(caller))->owed++; }

static void deliver(LapCaller *caller, LapReply *reply)
{
  LapConnection *connection = lap_connection_of_caller(caller);
  LapBatch *batch = connection->server->batch;
  connection->owed--;
  lap_batch_begin(batch);
  lap_batch_reply(batch, connection, reply);
  lap_connection_unref(connection);
}

/* --- other nodes */

static void elsewhere(LapCaller *caller, const char *address)
{
  LapConnection *connection = lap_connection_of_caller(caller);
  g_free(connection->elsewhere);
  connection->elsewhere = g_strdup(address);
}

/* --- notifications */

static void notify(LapConnection *connection, gpointer message)
{
  lap_batch_notify(connection->server->batch, connection, LAP_NOTIFY_HOST, message);
}

static void notify_all(gpointer server, GBytes *message) { lap_server_visit_connections(server, notify, message); }

const LapRpcService lap_server_service = {.charge = charge,
                                          .charge_more = charge_more,
                                          .is_operator_token = is_operator_token,
                                          .may_try = may_try,
                                          .tried = tried,
                                          .may_create = may_create,
                                          .created = created,
                                          .may_change = may_change,
                                          .may_subscribe = may_subscribe,
                                          .subscribe = subscribe,
                                          .unsubscribe = unsubscribe,
                                          .is_alone = is_alone,
                                          .said = said,
                                          .hold = hold,
                                          .deliver = deliver,
                                          .elsewhere = elsewhere,
                                          .notify_all = notify_all};
