#include "client.h"

#include "host/json/parse.h"

G_DEFINE_QUARK(lap - mcp - error - quark, lap_mcp_error)

struct LapMcpClient {
  LapConnection *connection;
  GMainContext *context;
  GString *params;
  LapJsonWriter json; /* writes the params of the next call; an object is open */
  gint64 id;          /* of the last request */
  JsonNode *response; /* to it, or NULL */
  JsonObject *news;   /* params of the last notification about a match, or NULL */
  gboolean closed;    /* by the server */
};

/* --- the transport */

static JsonObject *member_object(JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member(object, name);
  return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static void take_news(LapMcpClient *client, JsonObject *params)
{
  if (!params || !json_object_has_member(params, "match")) return;
  g_clear_pointer(&client->news, json_object_unref);
  client->news = json_object_ref(params);
}

static void send_message(gpointer peer, GBytes *message)
{
  LapMcpClient *client = peer;
  gsize length;
  const char *text = g_bytes_get_data(message, &length);
  g_autoptr(JsonNode) node = lap_json_parse(text, length, NULL);
  JsonObject *object = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  if (!object) return;
  if (json_object_has_member(object, "method")) {
    take_news(client, member_object(object, "params"));
    return;
  }
  g_clear_pointer(&client->response, json_node_unref);
  client->response = g_steal_pointer(&node);
}

static gsize waiting(gpointer peer G_GNUC_UNUSED) { return 0; }

static void close_peer(gpointer peer, guint code G_GNUC_UNUSED, const char *reason G_GNUC_UNUSED,
                       gboolean now G_GNUC_UNUSED)
{
  ((LapMcpClient *)peer)->closed = TRUE;
}

static const LapTransport transport = {.name = "mcp", .send = send_message, .waiting = waiting, .close = close_peer};

static void begin_params(LapMcpClient *client)
{
  g_string_truncate(client->params, 0);
  client->json = lap_json_writer(client->params);
  lap_json_begin_object(&client->json);
}

LapMcpClient *lap_mcp_client_new(LapServer *server, GError **error)
{
  LapMcpClient *client = g_new0(LapMcpClient, 1);
  client->context = g_main_context_ref_thread_default();
  client->params = g_string_new(NULL);
  begin_params(client);
  client->connection = lap_connection_open(server, &transport, client, "mcp", error);
  if (client->connection) return client;
  lap_mcp_client_free(client);
  return NULL;
}

void lap_mcp_client_free(LapMcpClient *client)
{
  if (client->connection) lap_connection_gone(client->connection);
  g_clear_pointer(&client->response, json_node_unref);
  g_clear_pointer(&client->news, json_object_unref);
  g_string_free(client->params, TRUE);
  g_main_context_unref(client->context);
  g_free(client);
}

/* --- waiting */

static gboolean on_time(gpointer data)
{
  *(gboolean *)data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the context until `*there`, the time is over or the connection is closed. */
static void run_until(const LapMcpClient *client, gpointer const *there, gint64 deadline)
{
  gboolean over = FALSE;
  gint64 left = MAX(deadline - g_get_monotonic_time(), 0) / 1000;
  g_autoptr(GSource) timer = g_timeout_source_new((guint)MIN(left, G_MAXINT));
  g_source_set_callback(timer, on_time, &over, NULL);
  g_source_attach(timer, client->context);
  while (!*there && !over && !client->closed) g_main_context_iteration(client->context, TRUE);
  g_source_destroy(timer);
}

JsonObject *lap_mcp_wait(LapMcpClient *client, gint64 deadline)
{
  run_until(client, (gpointer const *)&client->news, deadline);
  return g_steal_pointer(&client->news);
}

/* --- calls */

LapJsonWriter *lap_mcp_params(LapMcpClient *client) { return &client->json; }

static char *write_request(LapMcpClient *client, const char *method)
{
  GString *text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "jsonrpc", "2.0");
  lap_json_member_int(&json, "id", ++client->id);
  lap_json_member_word(&json, "method", method);
  lap_json_name(&json, "params");
  lap_json_raw(&json, client->params->str, (gssize)client->params->len);
  lap_json_end_object(&json);
  return g_string_free(text, FALSE);
}

static JsonObject *ask(LapMcpClient *client, const char *request)
{
  g_clear_pointer(&client->response, json_node_unref);
  lap_connection_receive(client->connection, request, strlen(request));
  run_until(client, (gpointer const *)&client->response, G_MAXINT64);
  return client->response ? json_node_get_object(client->response) : NULL;
}

/* How many milliseconds to wait before asking again; 0 if this is no reason to. */
static gint64 retry_after(JsonObject *response)
{
  JsonObject *error = member_object(response, "error");
  return error ? json_object_get_int_member_with_default(json_object_get_object_member(error, "data"), "retry_after", 0)
               : 0;
}

enum { PATIENCE = 10000 /* ms: for longer it does not wait before it asks again */ };

static void pass_time(const LapMcpClient *client, gint64 milliseconds)
{
  gpointer never = NULL;
  run_until(client, &never, g_get_monotonic_time() + milliseconds * 1000);
}

static JsonObject *fail_with(JsonObject *failure, GError **error)
{
  JsonObject *data = json_object_get_object_member(failure, "data");
  g_set_error(error, LAP_MCP_ERROR, (int)json_object_get_int_member(failure, "code"), "%s (%s: %s)",
              json_object_get_string_member(failure, "message"), json_object_get_string_member(data, "reason"),
              json_object_get_string_member(data, "advice"));
  return NULL;
}

JsonObject *lap_mcp_call(LapMcpClient *client, const char *method, GError **error)
{
  lap_json_end_object(&client->json);
  g_autofree char *request = write_request(client, method);
  JsonObject *response = ask(client, request);
  for (gint64 wait; response && (wait = retry_after(response)) && wait <= PATIENCE;) {
    pass_time(client, wait);
    response = ask(client, request);
  }
  begin_params(client);
  if (!response) {
    g_set_error_literal(error, LAP_MCP_ERROR, 0, "the host is about to stop");
    return NULL;
  }
  JsonObject *failure = member_object(response, "error");
  return failure ? fail_with(failure, error) : json_object_ref(json_object_get_object_member(response, "result"));
}
