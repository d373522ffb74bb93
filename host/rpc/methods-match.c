/* Who sits at a match, who watches it, and what they see. */
#include "host/projection/projection.h"
#include "host/projection/text.h"
#include "methods.h"

gboolean lap_method_match_invitation(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  const char *invitation = lap_call_string(call, "invitation");
  guint seat;
  g_autoptr(LapMatch) match = lap_call_match(call);
  if (!match || !call->rpc->service->may_try(call, invitation)) return FALSE;
  lap_match_find_invited(match, invitation, &seat, &error);
  lap_call_tried(call, "invitation", invitation, error);
  if (error) return lap_call_fail_with(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seat", seat);
  if (!lap_project_settings(match, call->result, &error)) return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  return TRUE;
}

gboolean lap_method_match_join(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = NULL;
  guint taken;
  guint64 seq;
  const char *invitation = lap_call_string(call, "invitation");
  g_autoptr(LapMatch) match = lap_call_match(call);
  if (!match || (invitation && !call->rpc->service->may_try(call, invitation))) return FALSE;
  lap_match_join(match, invitation, (gint)lap_call_integer(call, "seat", -1), lap_call_string(call, "name"),
                 lap_call_string(call, "key"), &taken, &token, &seq, &error);
  lap_call_tried(call, "invitation", invitation, error);
  lap_call_tried(call, "token", token, NULL);
  if (error) return lap_call_fail_with(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seat", taken);
  lap_json_member_string(call->result, "token", token);
  lap_json_member_int(call->result, "seq", (gint64)seq);
  lap_json_end_object(call->result);
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
  lap_json_begin_object(call->result);
  lap_json_member_string(call->result, "invitation", invitation);
  lap_json_member_int(call->result, "seq", (gint64)seq);
  lap_json_end_object(call->result);
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
  lap_json_begin_object(call->result);
  lap_json_member_int(call->result, "seat", seat);
  lap_json_member_int(call->result, "seq", (gint64)seq);
  lap_json_end_object(call->result);
  return TRUE;
}

/* --- watching */

static gboolean write_missed(LapCall *call, LapMatch *match, guint viewer, GError **error)
{
  gint64 since = lap_call_integer(call, "since", -1), seq = (gint64)lap_match_get_seq(match);
  if (since < 0) return TRUE;
  if (since > seq) lap_json_member_int(call->result, "lost", since - seq);
  lap_json_member_array(call->result, "events");
  if (!lap_project_entries(match, viewer, lap_call_language(call), (guint64)since, LAP_MISSED_MAX, call->result, error))
    return FALSE;
  lap_json_end_array(call->result);
  return TRUE;
}

static void bill_missed(LapCall *call, LapMatch *match)
{
  guint64 seq = lap_match_get_seq(match), since = (guint64)lap_call_integer(call, "since", (gint64)seq);
  if (since < seq) lap_call_bill_entries(call, MIN(seq - since, LAP_MISSED_MAX));
}

gboolean lap_method_match_subscribe(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint viewer;
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match) return FALSE;
  if (!call->rpc->service->may_subscribe(call->caller, match, viewer)) {
    lap_call_fail(call, LAP_RPC_TOO_LARGE, "this connection is subscribed to as many matches as it may be");
    lap_call_data_string(call, "limit", "subscriptions");
    return FALSE;
  }
  bill_missed(call, match);
  lap_json_begin_object(call->result);
  if (!lap_project_match(match, viewer, lap_call_language(call), call->result, &error) ||
      !write_missed(call, match, viewer, &error))
    return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  call->rpc->service->subscribe(call->caller, match, viewer);
  return TRUE;
}

/* The same tokens are valid as for subscribing. Without one, all subscriptions of this connection to that match end. */
gboolean lap_method_match_unsubscribe(LapCall *call)
{
  guint viewer = LAP_OMNISCIENT;
  if (lap_call_string(call, "token")) {
    g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
    if (!match) return FALSE;
  }
  call->rpc->service->unsubscribe(call->caller, lap_call_string(call, "match"), viewer);
  lap_json_begin_object(call->result);
  lap_json_end_object(call->result);
  return TRUE;
}

/* Once a match is over all of it is open, to whoever may see it. */
static gboolean look_as(LapCall *call, LapMatch *match, guint *viewer)
{
  gint64 as = lap_call_integer(call, "as", LAP_SEATS_MAX);
  if (as == LAP_SEATS_MAX) return TRUE;
  if (lap_match_get_state(match) != LAP_MATCH_OVER)
    return lap_call_fail(call, LAP_RPC_REFUSED, "a match is seen with the eyes of others only once it is over");
  if (as >= (gint64)lap_match_get_seats(match))
    return lap_call_fail(call, LAP_RPC_NOT_FOUND, "there is no seat %d; they are 0 to %u", (int)as,
                         lap_match_get_seats(match) - 1);
  *viewer = as >= 0 ? (guint)as : as == -1 ? LAP_WATCHER : LAP_OMNISCIENT;
  return TRUE;
}

gboolean lap_method_match_view(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  guint viewer;
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match || !look_as(call, match, &viewer)) return FALSE;
  gint64 at = lap_call_integer(call, "at", -1);
  if (at >= 0) lap_call_bill_entries(call, 0);
  lap_json_begin_object(call->result);
  if (!lap_project_view(match, viewer, lap_call_language(call), at, call->result, &error))
    return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  return TRUE;
}

/* It looks back as far as that is allowed: for who may have the log of a match that is over there are no secrets. */
gboolean lap_method_match_analyse(LapCall *call)
{
  enum { POINTS = 200 };
  g_autoptr(GError) error = NULL;
  guint viewer;
  g_autoptr(LapMatch) match = lap_call_viewer(call, &viewer);
  if (!match) return FALSE;
  lap_json_begin_object(call->result);
  if (!lap_project_analysis(match, viewer, lap_call_language(call), lap_call_integer(call, "since", -1),
                            (guint)lap_call_integer(call, "limit", POINTS), call->result, &error))
    return lap_call_fail_with(call, error);
  lap_json_end_object(call->result);
  return TRUE;
}

static gboolean export_sheet(LapCall *call, LapMatch *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *sheet = lap_match_sheet(match, viewer, &error);
  if (!sheet) return lap_call_fail_with(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_word(call->result, "format", "sheet");
  lap_json_name(call->result, "score");
  lap_json_raw(call->result, sheet, -1);
  lap_json_end_object(call->result);
  return TRUE;
}

static gboolean export_log(LapCall *call, LapMatch *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) log = g_string_new(NULL);
  g_autofree char *next = NULL;
  guint max = (guint)lap_call_integer(call, "limit", LAP_LOG_PAGE);
  lap_call_bill_entries(call, MIN(max, lap_match_get_seq(match)));
  if (!lap_project_log(match, viewer, lap_call_string(call, "cursor"), max, LAP_LOG_PAGE_ROOM, log, &next, &error))
    return lap_call_fail_with(call, error);
  lap_json_begin_object(call->result);
  lap_json_member_word(call->result, "format", "log");
  lap_json_member_string(call->result, "log", log->str);
  lap_json_member_optional(call->result, "next", next);
  lap_json_end_object(call->result);
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
