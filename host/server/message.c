#include "message.h"

#include "connection-private.h"
#include "host/json/check.h"
#include "rpc-private.h"

static LapRoute *unknown(LapConnection *connection) { return lap_routes_unknown(connection->server->routes); }

static void queue(LapConnection *connection, LapAnswer *answer)
{
  lap_turn_answer(connection->server->turn, connection, answer);
}

/* One error to the whole message, of which no id is known. */
static void refuse(LapConnection *connection, LapRpcError code, const char *message, const char *data)
{
  LapAnswer *answer = lap_answer_new(FALSE);
  lap_outcome_fail(lap_answer_add(answer, unknown(connection), g_strdup("null")), code, message, data);
  queue(connection, answer);
}

void lap_message_too_large(LapConnection *connection, LapLimitIndex index)
{
  const LapLimit *limit = &connection->server->limits[index];
  g_autofree char *message = g_strdup_printf("more than %" G_GINT64_FORMAT " %s", limit->value, limit->meaning);
  g_autofree char *data = g_strdup_printf(",\"limit\":\"%s\"", limit->name);
  refuse(connection, LAP_RPC_TOO_LARGE, message, data);
}

static void refuse_broken(LapConnection *connection, const GError *error)
{
  if (error->code == LAP_JSON_ERROR_DEPTH)
    lap_message_too_large(connection, LAP_LIMIT_DEPTH);
  else if (error->code == LAP_JSON_ERROR_SIZE)
    lap_message_too_large(connection, LAP_LIMIT_MESSAGE);
  else
    refuse(connection, LAP_RPC_PARSE, error->message, NULL);
}

static gint64 take_from_rate(LapConnection *connection, gsize bytes)
{
  const LapServer *server = connection->server;
  if (connection->is_operator) return 0;
  gint64 wait = lap_rate_take(&connection->rate, lap_limit(server, LAP_LIMIT_RATE), lap_limit(server, LAP_LIMIT_BURST),
                              bytes, connection->active);
  connection->wait = MAX(connection->wait, wait);
  return wait;
}

/* Answers go on until there is more than a slow reader may have waiting. */
static void answer_one(LapConnection *connection, LapAnswer *answer, JsonNode *node, gint64 wait)
{
  const LapServer *server = connection->server;
  gboolean room = lap_answer_length(answer) <= (gsize)lap_limit(server, LAP_LIMIT_WAITING_MAX);
  lap_rpc_answer(connection, answer, node, wait, room);
}

static void answer_batch(LapConnection *connection, JsonArray *batch, gint64 wait)
{
  guint n = json_array_get_length(batch);
  if (!n) {
    refuse(connection, LAP_RPC_REQUEST, "a batch must have at least one request", NULL);
    return;
  }
  if (n > lap_limit(connection->server, LAP_LIMIT_BATCH)) {
    lap_message_too_large(connection, LAP_LIMIT_BATCH);
    return;
  }
  LapAnswer *answer = lap_answer_new(TRUE);
  for (guint i = 0; i < n; i++)
    answer_one(connection, answer, json_array_get_element(batch, i), i ? take_from_rate(connection, 0) : wait);
  queue(connection, answer);
}

static void answer_single(LapConnection *connection, JsonNode *node, gint64 wait)
{
  LapAnswer *answer = lap_answer_new(FALSE);
  answer_one(connection, answer, node, wait);
  queue(connection, answer);
}

void lap_message_answer(LapConnection *connection, const char *text, gsize length)
{
  g_autoptr(GError) error = NULL;
  gint64 wait = take_from_rate(connection, length);
  if (length > lap_server_message_max(connection->server)) {
    lap_message_too_large(connection, LAP_LIMIT_MESSAGE);
    return;
  }
  g_autoptr(JsonNode) root = lap_json_parse(text, length, &error);
  if (!root)
    refuse_broken(connection, error);
  else if (JSON_NODE_HOLDS_ARRAY(root))
    answer_batch(connection, json_node_get_array(root), wait);
  else
    answer_single(connection, root, wait);
}
