#include <json-glib/json-glib.h>

#include "connection.h"
#include "host/bots/bot.h"
#include "languages.h"
#include "methods.h"

static gboolean speaks(JsonArray *protocols)
{
  for (guint i = 0; i < json_array_get_length(protocols); i++)
    if (json_array_get_int_element(protocols, i) == LAP_PROTOCOL) return TRUE;
  return FALSE;
}

static gboolean agree_on_protocol(LapCall *call)
{
  if (!json_object_has_member(call->params, "protocols")) return TRUE;
  if (speaks(json_object_get_array_member(call->params, "protocols"))) return TRUE;
  lap_call_fail(call, LAP_RPC_UNSUPPORTED_VERSION, "this host speaks version %d of the protocol, and none of yours",
                LAP_PROTOCOL);
  lap_call_data_number(call, "protocol", LAP_PROTOCOL);
  return FALSE;
}

static gboolean become_operator(LapCall *call)
{
  const char *token = lap_call_string(call, "operator");
  if (!token || lap_connection_become_operator(call->connection, token)) return TRUE;
  return lap_call_fail(call, LAP_RPC_UNAUTHORISED, "that is not the token of this host's operators");
}

static gboolean wants_patches(const LapCall *call)
{
  if (!json_object_has_member(call->params, "capabilities")) return FALSE;
  JsonArray *wanted = json_object_get_array_member(call->params, "capabilities");
  for (guint i = 0; i < json_array_get_length(wanted); i++)
    if (g_str_equal(json_array_get_string_element(wanted, i), "patch")) return TRUE;
  return FALSE;
}

static void write_languages(GString *out)
{
  lap_result_member(out, "locales");
  g_string_append_c(out, '[');
  for (const char *const *language = lap_languages; *language; language++) lap_result_item(out, *language);
  g_string_append_c(out, ']');
}

static void write_bots(GString *out)
{
  lap_result_member(out, "bots");
  g_string_append_c(out, '[');
  for (const LapBot *const *bot = lap_bots(); *bot; bot++) lap_result_item(out, (*bot)->name);
  g_string_append_c(out, ']');
}

static void write_limits(LapServer *server, GString *out)
{
  lap_result_member(out, "limits");
  g_string_append_c(out, '{');
  for (const LapLimit *limit = lap_server_get_limits(server); limit->name; limit++)
    lap_result_number(out, limit->name, limit->value);
  g_string_append_c(out, '}');
}

gboolean lap_method_host_hello(LapCall *call)
{
  if (!agree_on_protocol(call) || !become_operator(call)) return FALSE;
  lap_connection_set_language(call->connection, lap_call_language(call));
  lap_connection_set_patches(call->connection, wants_patches(call));
  g_string_append_c(call->result, '{');
  lap_result_number(call->result, "protocol", LAP_PROTOCOL);
  lap_result_text(call->result, "version", LAP_HOST_VERSION);
  lap_result_text(call->result, "locale", lap_connection_get_language(call->connection));
  write_languages(call->result);
  write_bots(call->result);
  g_string_append(call->result, ",\"capabilities\":[\"patch\"]");
  write_limits(call->server, call->result);
  g_string_append_c(call->result, '}');
  return TRUE;
}

gboolean lap_method_rpc_discover(LapCall *call)
{
  g_string_append(call->result, lap_server_get_document(call->server));
  return TRUE;
}
