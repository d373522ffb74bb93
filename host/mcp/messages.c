#include "messages.h"

#include "host/json/parse.h"

/* Revisions of the protocol: the one without a handshake, then those with it, newest first. */
static const char *const revisions[] = {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", NULL};
#define STATELESS (revisions[0])
#define NEWEST_WITH_HANDSHAKE (revisions[1])

#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_SERVER "io.modelcontextprotocol/serverInfo"

enum { PARSE = -32700, REQUEST = -32600, METHOD = -32601, PARAMS = -32602, UNSUPPORTED_VERSION = -32022 };

static const char instructions[] =
    "Plays turn-based table games. Begin with list_games and rules, then new_match: it gives you a seat, which all "
    "further calls want, and shows the situation with your legal moves, numbered. Choose one with play, which waits "
    "for "
    "the other players' bots and shows the next situation, until the match is over. You are shown only what your seat "
    "may know.";

typedef struct {
  LapMcpTools *tools;
  JsonObject *params; /* an empty one where there were none */
  gboolean stateless; /* asked in the revision without a handshake */
  LapJsonWriter json; /* the answer; the object of the result is open while a method runs */
  /* Set by a method that fails. */
  int code;
  const char *message;
} Request;

typedef void (*Method)(Request *request);

/* --- parts of results */

static void write_server(LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "name", "lapidary");
  lap_json_member_word(json, "title", "Lapidary");
  lap_json_member_word(json, "version", LAP_HOST_VERSION);
  lap_json_end_object(json);
}

static void write_capabilities(LapJsonWriter *json)
{
  lap_json_member_object(json, "capabilities");
  lap_json_member_object(json, "tools");
  lap_json_end_object(json);
  lap_json_end_object(json);
}

/* What the revision without a handshake wants in each result. */
static void write_stateless_members(LapJsonWriter *json)
{
  lap_json_member_word(json, "resultType", "complete");
  lap_json_member_object(json, "_meta");
  lap_json_name(json, META_SERVER);
  write_server(json);
  lap_json_end_object(json);
}

/* How long a result that does not change may be kept. */
static void write_caching(const Request *request, LapJsonWriter *json)
{
  if (!request->stateless) return;
  lap_json_member_int(json, "ttlMs", 3600000);
  lap_json_member_word(json, "cacheScope", "public");
}

static void write_revisions(LapJsonWriter *json, const char *name)
{
  lap_json_member_array(json, name);
  for (const char *const *revision = revisions; *revision; revision++) lap_json_word(json, *revision);
  lap_json_end_array(json);
}

/* --- methods */

static const char *string_of(JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member(object, name);
  return node && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
}

static void fail(Request *request, int code, const char *message)
{
  request->code = code;
  request->message = message;
}

static void initialize(Request *request)
{
  const char *asked = string_of(request->params, "protocolVersion");
  gboolean known = asked && g_strv_contains(revisions + 1, asked);
  lap_json_member_word(&request->json, "protocolVersion", known ? asked : NEWEST_WITH_HANDSHAKE);
  write_capabilities(&request->json);
  lap_json_name(&request->json, "serverInfo");
  write_server(&request->json);
  lap_json_member_word(&request->json, "instructions", instructions);
}

static void discover(Request *request)
{
  write_revisions(&request->json, "supportedVersions");
  write_capabilities(&request->json);
  lap_json_member_word(&request->json, "instructions", instructions);
  write_caching(request, &request->json);
}

static void ping(Request *request G_GNUC_UNUSED) {}

static void list_tools(Request *request)
{
  lap_json_name(&request->json, "tools");
  lap_json_raw(&request->json, lap_mcp_tools_list(request->tools), -1);
  write_caching(request, &request->json);
}

static void write_text(LapJsonWriter *json, const char *text)
{
  lap_json_member_array(json, "content");
  lap_json_begin_object(json);
  lap_json_member_word(json, "type", "text");
  lap_json_member_string(json, "text", text);
  lap_json_end_object(json);
  lap_json_end_array(json);
}

/* What goes wrong in a tool is a result, which the assistant reads, and no error of the protocol. */
static void call_tool(Request *request)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) text = g_string_new(NULL), structured = g_string_new(NULL);
  const char *name = string_of(request->params, "name");
  g_autoptr(JsonNode) none = json_node_init_object(json_node_alloc(), request->params);
  JsonNode *arguments = json_object_get_member(request->params, "arguments");
  if (!arguments) json_node_take_object(none, json_object_new());
  if (!name || !lap_mcp_tools_has(request->tools, name)) {
    fail(request, PARAMS, "there is no such tool; tools/list has those that there are");
    return;
  }
  gboolean done = lap_mcp_tools_run(request->tools, name, arguments ? arguments : none, text, structured, &error);
  write_text(&request->json, done ? text->str : error->message);
  if (done && structured->len) {
    lap_json_name(&request->json, "structuredContent");
    lap_json_raw(&request->json, structured->str, (gssize)structured->len);
  }
  lap_json_member_true(&request->json, "isError", !done);
}

static const struct {
  const char *name;
  Method run;
} methods[] = {{"initialize", initialize},
               {"server/discover", discover},
               {"ping", ping},
               {"tools/list", list_tools},
               {"tools/call", call_tool}};

/* --- answers */

static void begin_answer(LapJsonWriter *json, JsonNode *id)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "jsonrpc", "2.0");
  lap_json_name(json, "id");
  if (!id)
    lap_json_null(json);
  else if (json_node_get_value_type(id) == G_TYPE_INT64)
    lap_json_int(json, json_node_get_int(id));
  else
    lap_json_string(json, json_node_get_string(id));
}

/* `requested`: the revision that is not supported, or NULL. */
static char *refuse(JsonNode *id, int code, const char *message, const char *requested)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  begin_answer(&json, id);
  lap_json_member_object(&json, "error");
  lap_json_member_int(&json, "code", code);
  lap_json_member_string(&json, "message", message);
  if (requested) {
    lap_json_member_object(&json, "data");
    write_revisions(&json, "supported");
    lap_json_member_string(&json, "requested", requested);
    lap_json_end_object(&json);
  }
  lap_json_end_object(&json);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}

static char *carry_out(Request *request, JsonNode *id, Method method)
{
  GString *out = g_string_new(NULL);
  request->json = lap_json_writer(out);
  begin_answer(&request->json, id);
  lap_json_member_object(&request->json, "result");
  if (request->stateless) write_stateless_members(&request->json);
  method(request);
  if (request->code) {
    g_string_free(out, TRUE);
    return refuse(id, request->code, request->message, NULL);
  }
  lap_json_end_object(&request->json);
  lap_json_end_object(&request->json);
  return g_string_free(out, FALSE);
}

static Method find_method(const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS(methods); i++)
    if (g_str_equal(methods[i].name, name)) return methods[i].run;
  return NULL;
}

/* The revision that a request names, or NULL. */
static const char *revision_of(JsonObject *params)
{
  JsonNode *meta = json_object_get_member(params, "_meta");
  return meta && JSON_NODE_HOLDS_OBJECT(meta) ? string_of(json_node_get_object(meta), META_VERSION) : NULL;
}

static char *answer_request(LapMcpTools *tools, JsonNode *id, const char *name, JsonObject *params)
{
  const char *revision = revision_of(params);
  Method method = find_method(name);
  Request request = {.tools = tools, .params = params, .stateless = g_strcmp0(revision, STATELESS) == 0};
  if (revision && !g_strv_contains(revisions, revision))
    return refuse(id, UNSUPPORTED_VERSION, "this revision of the protocol is not supported", revision);
  return method ? carry_out(&request, id, method) : refuse(id, METHOD, "there is no such method", NULL);
}

static gboolean is_id(JsonNode *id)
{
  GType type = json_node_get_value_type(id);
  return type == G_TYPE_INT64 || type == G_TYPE_STRING;
}

char *lap_mcp_answer(LapMcpTools *tools, const char *text, gsize length)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = lap_json_parse(text, length, &error);
  g_autoptr(JsonObject) empty = json_object_new();
  if (!root) return refuse(NULL, PARSE, error->message, NULL);
  JsonObject *object = JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
  const char *method = object ? string_of(object, "method") : NULL;
  JsonNode *id = object ? json_object_get_member(object, "id") : NULL;
  JsonNode *params = object ? json_object_get_member(object, "params") : NULL;
  if (!method || g_strcmp0(string_of(object, "jsonrpc"), "2.0") != 0 || (id && !is_id(id)))
    return refuse(NULL, REQUEST, "a message must be a request of JSON-RPC 2.0, and no batch", NULL);
  if (!id) return NULL; /* a notification; none of them changes anything here */
  if (params && !JSON_NODE_HOLDS_OBJECT(params)) return refuse(id, PARAMS, "\"params\" must be an object", NULL);
  return answer_request(tools, id, method, params ? json_node_get_object(params) : empty);
}

char *lap_mcp_refuse_size(gsize max)
{
  g_autofree char *message = g_strdup_printf("a message must not be longer than %" G_GSIZE_FORMAT " bytes", max);
  return refuse(NULL, REQUEST, message, NULL);
}
