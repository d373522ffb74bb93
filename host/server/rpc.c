#include "rpc.h"

#include <string.h>

#include "connection-private.h"
#include "host/json/write.h"
#include "rpc-private.h"

/* --- what a request is */

typedef struct {
  char *id;           /* JSON text; NULL: a notification */
  const char *method; /* NULL: not a request */
  JsonNode *params;   /* an object or an array, or NULL */
  const char *wrong;  /* what is wrong with it, or NULL */
} Request;

static gboolean holds(JsonNode *node, GType type)
{
  return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type;
}

static char *write_id(JsonNode *id)
{
  GString *text = g_string_new(NULL);
  if (JSON_NODE_HOLDS_NULL(id))
    g_string_append(text, "null");
  else if (holds(id, G_TYPE_INT64))
    lap_json_number(text, json_node_get_int(id));
  else if (holds(id, G_TYPE_STRING))
    lap_json_quote(text, json_node_get_string(id));
  return g_string_free(text, text->len == 0);
}

static void read_id(Request *request, JsonObject *object)
{
  JsonNode *id = json_object_get_member(object, "id");
  if (!id) return;
  request->id = write_id(id);
  if (!request->id) request->wrong = "\"id\" must be text, a whole number or null";
}

static void read_method(Request *request, JsonObject *object)
{
  JsonNode *method = json_object_get_member(object, "method");
  if (method && holds(method, G_TYPE_STRING))
    request->method = json_node_get_string(method);
  else
    request->wrong = "\"method\" must be the name of a method";
}

static void read_params(Request *request, JsonObject *object)
{
  request->params = json_object_get_member(object, "params");
  if (request->params && !JSON_NODE_HOLDS_OBJECT(request->params) && !JSON_NODE_HOLDS_ARRAY(request->params))
    request->wrong = "\"params\" must be an object";
}

static gboolean says_2_0(JsonObject *object)
{
  JsonNode *version = json_object_get_member(object, "jsonrpc");
  return version && holds(version, G_TYPE_STRING) && g_str_equal(json_node_get_string(version), "2.0");
}

/* What cannot be read is answered, even without an id. */
static Request read_request(JsonNode *node)
{
  Request request = {0};
  if (!JSON_NODE_HOLDS_OBJECT(node)) {
    request.wrong = "a request must be an object";
  } else {
    JsonObject *object = json_node_get_object(node);
    if (!says_2_0(object)) request.wrong = "\"jsonrpc\" must be \"2.0\"";
    read_params(&request, object);
    read_method(&request, object);
    read_id(&request, object);
  }
  if (request.wrong && !request.id) request.id = g_strdup("null");
  return request;
}

/* --- why it is not carried out */

#define METHOD_SHOWN 64

static gboolean no_such_method(LapCall *call)
{
  if (strlen(call->method) > METHOD_SHOWN) return lap_call_fail(call, LAP_RPC_METHOD, "no method has a name so long");
  g_autofree char *near = lap_routes_nearest(call->server->routes, call->method);
  return lap_call_fail(call, LAP_RPC_METHOD, "there is no method '%s'%s%s%s", call->method,
                       near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static gboolean too_fast(LapCall *call, gint64 wait)
{
  lap_call_data_number(call, "retry_after", wait);
  return lap_call_fail(call, LAP_RPC_RATE_LIMITED, "more than %" G_GINT64_FORMAT " requests a second",
                       lap_limit(call->server, LAP_LIMIT_RATE));
}

static gboolean too_long_an_answer(LapCall *call)
{
  lap_call_data_string(call, "limit", "waiting_max");
  return lap_call_fail(call, LAP_RPC_TOO_LARGE,
                       "the answers to this batch are too long together: nothing was done; "
                       "ask in a message of its own");
}

static gboolean take_params(LapCall *call, const LapRoute *route, JsonNode *params)
{
  g_autoptr(GError) error = NULL;
  if (JSON_NODE_HOLDS_ARRAY(params))
    return lap_call_fail(call, LAP_RPC_PARAMS, "params: must go by name, in an object, not in an array");
  if (!lap_schema_check(route->params, "params", params, &error))
    return lap_call_fail(call, LAP_RPC_PARAMS, "%s", error->message);
  call->params = json_node_get_object(params);
  return TRUE;
}

/* --- carrying it out */

static gboolean carry_out(LapCall *call, const LapRoute *route, JsonNode *params)
{
  if (route->entry->operators && !lap_connection_is_operator(call->connection))
    return lap_call_fail(call, LAP_RPC_UNAUTHORISED, "%s is for operators", call->method);
  return take_params(call, route, params) && route->entry->method(call);
}

static gboolean try(LapCall *call, const LapRoute *route, const Request *request, gint64 wait, gboolean room)
{
  if (request->wrong) return lap_call_fail(call, LAP_RPC_REQUEST, "%s", request->wrong);
  if (wait) return too_fast(call, wait);
  if (!room) return too_long_an_answer(call);
  if (!route) return no_such_method(call);
  g_autoptr(JsonNode) none = request->params ? NULL : json_node_init_object(json_node_alloc(), call->params);
  return carry_out(call, route, request->params ? request->params : none);
}

static void finish(LapCall *call, LapOutcome *outcome, gboolean ok)
{
  outcome->touches = call->touches;
  outcome->match = call->match;
  if (ok && !call->code)
    lap_outcome_end(outcome);
  else if (call->code)
    lap_outcome_fail(outcome, call->code, call->message, call->data ? call->data->str : NULL);
  else
    lap_outcome_fail(outcome, LAP_RPC_INTERNAL, "something went wrong within the host", NULL);
  g_free(call->message);
  if (call->data) g_string_free(call->data, TRUE);
}

void lap_rpc_answer(LapConnection *connection, LapAnswer *answer, JsonNode *node, gint64 wait, gboolean room)
{
  LapServer *server = connection->server;
  g_autoptr(JsonObject) empty = json_object_new();
  Request request = read_request(node);
  LapRoute *route = request.method ? lap_routes_find(server->routes, request.method) : NULL;
  LapOutcome *outcome = lap_answer_add(answer, route ? route : lap_routes_unknown(server->routes), request.id);
  LapCall call = {
      .server = server, .connection = connection, .method = request.method, .params = empty, .result = outcome->text};
  finish(&call, outcome, try(&call, route, &request, wait, room));
}
