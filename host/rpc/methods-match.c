/* Who sits at a match, who watches it, and what they see. */
#include "host/projection/projection.h"
#include "host/projection/text.h"
#include "methods.h"

gboolean lap_method_match_join(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = NULL;
  guint taken;
  guint64 seq;
  g_autoptr(LapMatch) match = lap_call_match(call);
  if (!match) return FALSE;
  if (!lap_match_join(match, lap_call_string(call, "invitation"), (gint)lap_call_integer(call, "seat", -1),
                      lap_call_string(call, "name"), lap_call_string(call, "key"), &taken, &token, &seq, &error))
    return lap_call_fail_with(call, error);
  g_string_append_c(call->result, '{');
  lap_result_number(call->result, "seat", taken);
  lap_result_text(call->result, "token", token);
  lap_result_number(call->result, "seq", (gint64)seq);
  g_string_append_c(call->result, '}');
  return TRUE;
}

gboolean lap_method_match_leave(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *invitation = NULL;
  guint seat;
  guint64 seq;
  g_autoptr(LapMatch) match = lap_call_seat(call, &seat);
  if (!match) return FALSE;
  if (!lap_match_leave(match, seat, lap_call_string(call, "key"), &invitation, &seq, &error))
    return lap_call_fail_with(call, error);
  g_string_append_c(call->result, '{');
  lap_result_text(call->result, "invitation", invitation);
  lap_result_number(call->result, "seq", (gint64)seq);
  g_string_append_c(call->result, '}');
  return TRUE;
}

gboolean lap_method_match_bot(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint by;
  guint64 seq;
  guint seat = (guint)lap_call_integer(call, "seat", 0);
  g_autoptr(LapMatch) match = lap_call_seat(call, &by);
  if (!match) return FALSE;
  if (!lap_match_seat_bot(match, by, seat, lap_call_string(call, "bot"), lap_call_string(call, "name"),
                          lap_call_string(call, "key"), &seq, &error))
    return lap_call_fail_with(call, error);
  g_string_append_c(call->result, '{');
  lap_result_number(call->result, "seat", seat);
  lap_result_number(call->result, "seq", (gint64)seq);
  g_string_append_c(call->result, '}');
  return TRUE;
}

/* --- watching */

static gboolean write_missed(LapCall *call, LapMatch *match, guint viewer, GError **error)
{
  gint64 since = lap_call_integer(call, "since", -1);
  if (since < 0) return TRUE;
  LapJsonWriter json = lap_json_writer_inside(call->result);
  lap_json_member_array(&json, "events");
  if (!lap_project_entries(match, viewer, lap_call_language(call), (guint64)since, LAP_MISSED_MAX, &json, error))
    return FALSE;
  lap_json_end_array(&json);
  return TRUE;
}

gboolean lap_method_match_subscribe(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint viewer;
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match) return FALSE;
  if (!call->rpc->service->may_subscribe(call->caller, match, viewer)) {
    lap_call_fail(call, LAP_RPC_TOO_LARGE, "this connection follows as many matches as it may");
    lap_call_data_string(call, "limit", "subscriptions");
    return FALSE;
  }
  g_string_append_c(call->result, '{');
  LapJsonWriter json = lap_json_writer_inside(call->result);
  if (!lap_project_match(match, viewer, lap_call_language(call), &json, &error) ||
      !write_missed(call, match, viewer, &error))
    return lap_call_fail_with(call, error);
  g_string_append_c(call->result, '}');
  call->rpc->service->subscribe(call->caller, match, viewer);
  return TRUE;
}

/* Who may subscribe may end it; without a token, all of this connection's to that match end. */
gboolean lap_method_match_unsubscribe(LapCall *call)
{
  guint viewer = LAP_OMNISCIENT;
  if (lap_call_string(call, "token")) {
    g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
    if (!match) return FALSE;
  }
  call->rpc->service->unsubscribe(call->caller, lap_call_string(call, "match"), viewer);
  g_string_append(call->result, "{}");
  return TRUE;
}

gboolean lap_method_match_view(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint viewer;
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match) return FALSE;
  gint64 at = lap_call_integer(call, "at", -1);
  g_string_append_c(call->result, '{');
  LapJsonWriter json = lap_json_writer_inside(call->result);
  if (!lap_project_view(match, viewer, lap_call_language(call), at, &json, &error))
    return lap_call_fail_with(call, error);
  g_string_append_c(call->result, '}');
  return TRUE;
}

static gboolean export_sheet(LapCall *call, LapMatch *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *sheet = lap_match_sheet(match, viewer, &error);
  if (!sheet) return lap_call_fail_with(call, error);
  g_string_append_printf(call->result, "{\"format\":\"sheet\",\"score\":%s}", sheet);
  return TRUE;
}

static gboolean export_log(LapCall *call, LapMatch *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *log = lap_match_export(match, viewer, &error);
  if (!log) return lap_call_fail_with(call, error);
  g_string_append(call->result, "{\"format\":\"log\"");
  lap_result_text(call->result, "log", log);
  g_string_append_c(call->result, '}');
  return TRUE;
}

gboolean lap_method_match_export(LapCall *call)
{
  guint viewer;
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match) return FALSE;
  gboolean sheet = g_str_equal(lap_call_string(call, "format"), "sheet");
  return sheet ? export_sheet(call, match, viewer) : export_log(call, match, viewer);
}
