/* What people say to each other at a match. */
#include "host/projection/projection.h"
#include "methods.h"

enum { LISTED = 50 };

/* --- match.say */

static void notify(LapCall *call, LapMatch *match, const LapMessage *message)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_rpc_begin_notification(&json, "match.message");
  lap_json_member_string(&json, "match", lap_match_get_id(match));
  lap_project_message(message, &json);
  lap_rpc_end_notification(&json);
  g_autoptr(GBytes) notification = g_string_free_to_bytes(out);
  call->rpc->service->said(call->caller, match, notification);
}

static gboolean fail(LapCall *call, const GError *error, gint64 wait)
{
  if (!wait) return lap_call_fail_with(call, error);
  lap_call_data_string(call, "limit", "messages");
  lap_call_data_number(call, "retry_after", wait);
  return lap_call_fail(call, LAP_RPC_RATE_LIMITED, "%s", error->message);
}

gboolean lap_method_match_say(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  const char *word = lap_call_string(call, "word"), *text = lap_call_string(call, "text");
  guint seat;
  gint64 wait;
  gboolean is_new;
  if (!word == !text)
    return lap_call_fail(call, LAP_RPC_PARAMS, "params: either \"word\" or \"text\" must be there, and not both");
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  g_autoptr(LapMessage)
      message = lap_match_say(match, seat, word, text, lap_call_string(call, "key"),
                              (guint)lap_rpc_limit(call->rpc, LAP_LIMIT_MESSAGES), &wait, &is_new, &error);
  if (!message) return fail(call, error, wait);
  if (is_new) notify(call, match, message);
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "number", (gint64)message->number);
  lap_json_end_object(call->result);
  return TRUE;
}

/* --- match.messages */

gboolean lap_method_match_messages(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint viewer, limit = (guint)lap_call_integer(call, "limit", LISTED);
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match) return FALSE;
  g_autoptr(GPtrArray)
      messages = lap_match_get_messages(match, (guint64)lap_call_integer(call, "before", 0), limit, &error);
  if (!messages) return lap_call_fail_with(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_array(call->result, "messages");
  for (guint i = 0; i < messages->len; i++) {
    lap_json_begin_object(call->result);
    lap_project_message(messages->pdata[i], call->result);
    lap_json_end_object(call->result);
  }
  lap_json_end_array(call->result);
  lap_json_end_object(call->result);
  return TRUE;
}
