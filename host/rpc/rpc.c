#include "rpc.h"

#include <string.h>

#include "host/engine/patience.h"
#include "host/json/parse.h"
#include "host/json/writer.h"
#include "methods.h"

/* --- life */

LapRpc *lap_rpc_new(LapHost *host, const LapLimit *limits, const LapRpcService *service, gpointer server)
{
  LapRpc *rpc = g_new0(LapRpc, 1);
  rpc->host = g_object_ref(host);
  rpc->limits = limits;
  rpc->service = service;
  rpc->server = server;
  rpc->routes = lap_routes_new(lap_methods);
  rpc->games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  rpc->draining = g_cancellable_new();
  lap_plugins_follow(rpc);
  return rpc;
}

void lap_rpc_free(LapRpc *rpc)
{
  lap_routes_free(rpc->routes);
  lap_plugins_forget(rpc);
  g_hash_table_unref(rpc->games);
  lap_rpc_forget_document(rpc);
  g_object_unref(rpc->draining);
  g_object_unref(rpc->host);
  g_free(rpc);
}

void lap_rpc_drain(LapRpc *rpc) { g_cancellable_cancel(rpc->draining); }

const char *lap_rpc_get_document(LapRpc *rpc)
{
  if (!rpc->document) rpc->document = lap_routes_write_document(rpc->limits);
  return rpc->document;
}

void lap_rpc_forget_document(LapRpc *rpc) { g_clear_pointer(&rpc->document, g_free); }

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

/* NULL if it is neither text nor a whole number nor null. */
static char *write_id(JsonNode *id)
{
  GString *text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  if (JSON_NODE_HOLDS_NULL(id))
    lap_json_null(&json);
  else if (holds(id, G_TYPE_INT64))
    lap_json_int(&json, json_node_get_int(id));
  else if (holds(id, G_TYPE_STRING))
    lap_json_string(&json, json_node_get_string(id));
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

/* Invalid requests get a response, even without an id. */
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

/* --- why a request is not carried out */

#define METHOD_SHOWN 64

static gboolean no_such_method(LapCall *call)
{
  if (strlen(call->method) > METHOD_SHOWN)
    return lap_call_fail(call, LAP_RPC_METHOD, "the name is longer than that of any method");
  g_autofree char *near = lap_routes_nearest(call->rpc->routes, call->method);
  return lap_call_fail(call, LAP_RPC_METHOD, "there is no method '%s'%s%s%s", call->method,
                       near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static gboolean too_long_an_answer(LapCall *call)
{
  lap_call_data_string(call, "limit", "waiting");
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

/* --- carrying out a request */

static gboolean carry_out(LapCall *call, const LapRoute *route, JsonNode *params)
{
  if (route->entry->operators && !call->caller->is_operator)
    return lap_call_fail(call, LAP_RPC_UNAUTHORISED, "%s is for operators", call->method);
  return take_params(call, route, params) && (!route->entry->changes || call->rpc->service->may_change(call)) &&
         route->entry->method(call);
}

static gboolean try(LapCall *call, const LapRoute *route, const Request *request, gint64 wait, gboolean room)
{
  if (request->wrong) return lap_call_fail(call, LAP_RPC_REQUEST, "%s", request->wrong);
  if (wait) return lap_call_too_fast(call, wait);
  if (!room) return too_long_an_answer(call);
  if (!route) return no_such_method(call);
  g_autoptr(JsonNode) none = request->params ? NULL : json_node_init_object(json_node_alloc(), call->params);
  return carry_out(call, route, request->params ? request->params : none);
}

static void finish(LapCall *call, LapResponse *response, gboolean ok)
{
  response->touches = call->touches;
  response->match = call->match;
  if (ok && !call->code)
    lap_response_end(response);
  else if (call->code)
    lap_response_fail(response, call->code, call->message, call->data ? call->data->str : NULL);
  else
    lap_response_fail(response, LAP_RPC_INTERNAL, "something went wrong within the host", NULL);
  g_free(call->message);
  if (call->data) g_string_free(call->data, TRUE);
}

static void answer(LapRpc *rpc, LapCaller *caller, LapReply *reply, JsonNode *node, gint64 wait)
{
  /* Responses are added up to the number of bytes that may be queued for a reader. */
  gboolean room = lap_reply_length(reply) <= (gsize)lap_rpc_limit(rpc, LAP_LIMIT_WAITING);
  g_autoptr(JsonObject) empty = json_object_new();
  Request request = read_request(node);
  LapRoute *route = request.method ? lap_routes_find(rpc->routes, request.method) : NULL;
  LapResponse *response = lap_reply_add(reply, route ? route : lap_routes_unknown(rpc->routes), request.id);
  LapCall call = {.rpc = rpc,
                  .caller = caller,
                  .method = request.method,
                  .params = empty,
                  .result = &response->json,
                  .reply = reply};
  gboolean ok = try(&call, route, &request, wait, room);
  if (!reply->deferred) finish(&call, response, ok);
}

/* --- messages */

/* One error for the whole message, if no id is known. */
static LapReply *refuse(LapRpc *rpc, LapRpcError code, const char *message, const char *data)
{
  LapReply *reply = lap_reply_new(FALSE);
  lap_response_fail(lap_reply_add(reply, lap_routes_unknown(rpc->routes), g_strdup("null")), code, message, data);
  return reply;
}

LapReply *lap_rpc_refuse_size(LapRpc *rpc, LapLimitIndex index)
{
  const LapLimit *limit = &rpc->limits[index];
  g_autofree char *message = g_strdup_printf("more than %" G_GINT64_FORMAT " %s", limit->value, limit->meaning);
  g_autofree char *data = g_strdup_printf(",\"limit\":\"%s\"", limit->name);
  return refuse(rpc, LAP_RPC_TOO_LARGE, message, data);
}

static LapReply *refuse_broken(LapRpc *rpc, const GError *error)
{
  if (error->code == LAP_JSON_ERROR_DEPTH) return lap_rpc_refuse_size(rpc, LAP_LIMIT_DEPTH);
  if (error->code == LAP_JSON_ERROR_SIZE) return lap_rpc_refuse_size(rpc, LAP_LIMIT_MESSAGE);
  return refuse(rpc, LAP_RPC_PARSE, error->message, NULL);
}

/* `wait` applies to the first request, which was charged for the whole message. */
static LapReply *answer_batch(LapRpc *rpc, LapCaller *caller, JsonArray *batch, gint64 wait)
{
  guint n = json_array_get_length(batch);
  if (!n) return refuse(rpc, LAP_RPC_REQUEST, "a batch must have at least one request", NULL);
  if (n > lap_rpc_limit(rpc, LAP_LIMIT_BATCH)) return lap_rpc_refuse_size(rpc, LAP_LIMIT_BATCH);
  LapReply *reply = lap_reply_new(TRUE);
  for (guint i = 0; i < n && !lap_patience_is_out(); i++)
    answer(rpc, caller, reply, json_array_get_element(batch, i), i ? rpc->service->charge(caller, 0) : wait);
  return reply;
}

static LapReply *answer_single(LapRpc *rpc, LapCaller *caller, JsonNode *node, gint64 wait)
{
  LapReply *reply = lap_reply_new(FALSE);
  answer(rpc, caller, reply, node, wait);
  return reply->deferred ? NULL : reply;
}

LapReply *lap_rpc_answer(LapRpc *rpc, LapCaller *caller, const char *text, gsize length)
{
  g_autoptr(GError) error = NULL;
  gint64 wait = rpc->service->charge(caller, length);
  if (length > (gsize)lap_rpc_limit(rpc, LAP_LIMIT_MESSAGE)) return lap_rpc_refuse_size(rpc, LAP_LIMIT_MESSAGE);
  g_autoptr(JsonNode) root = lap_json_parse(text, length, &error);
  if (!root) return refuse_broken(rpc, error);
  if (JSON_NODE_HOLDS_ARRAY(root)) return answer_batch(rpc, caller, json_node_get_array(root), wait);
  return answer_single(rpc, caller, root, wait);
}
