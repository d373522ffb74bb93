/* match.list: the public matches, last changed first. The store knows little of a match without reading it, so one call
 * looks at a bounded number of them, and its cursor goes on from there. */
#include <string.h>

#include "host/json/check.h"
#include "methods.h"
#include "summary.h"

enum { LISTED = 20, LOOKED_AT = 200 };

/* As its header says: so that those which are not listed need not be restored. */
static gboolean is_public(const LapStored *stored)
{
  g_autoptr(JsonNode) root = lap_json_parse(stored->header, strlen(stored->header), NULL);
  return root && JSON_NODE_HOLDS_OBJECT(root) &&
         json_object_get_boolean_member_with_default(json_node_get_object(root), "public", FALSE);
}

/* Whether it was listed. One that cannot be had is nobody's to see in a list. */
static gboolean list_one(LapCall *call, const LapStored *stored)
{
  if (!is_public(stored)) return FALSE;
  g_autoptr(LapMatch) match = lap_host_find(lap_call_host(call), stored->id, NULL);
  const char *state = lap_call_string(call, "state");
  if (!match || (state && !g_str_equal(state, lap_summary_state(match)))) return FALSE;
  lap_result_separate(call->result);
  lap_summary_write(match, call->result);
  return TRUE;
}

/* How many of `stored` were looked at until `wanted` were listed. */
static guint list_some(LapCall *call, GPtrArray *stored, guint wanted)
{
  guint i = 0;
  for (guint listed = 0; i < stored->len && listed < wanted; i++) listed += list_one(call, stored->pdata[i]) ? 1 : 0;
  return i;
}

static LapStoreFilter filter_of(const LapCall *call)
{
  const char *state = lap_call_string(call, "state");
  gboolean over = g_strcmp0(state, "over") == 0;
  return (LapStoreFilter){
      .game = lap_call_string(call, "game"), .only_over = over, .only_running = state != NULL && !over};
}

static gboolean fail_cursor(LapCall *call, const GError *error)
{
  if (g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID))
    return lap_call_fail(call, LAP_RPC_PARAMS, "params.cursor: must be \"next\" of an earlier match.list");
  return lap_call_fail_with(call, error);
}

gboolean lap_method_match_list(LapCall *call)
{
  g_autoptr(GError) error = NULL;
  LapStoreFilter filter = filter_of(call);
  lap_call_touches(call, NULL);
  g_autoptr(GPtrArray) stored = lap_store_list(lap_host_get_store(lap_call_host(call)), &filter,
                                               lap_call_string(call, "cursor"), LOOKED_AT, &error);
  if (!stored) return fail_cursor(call, error);
  g_string_append(call->result, "{\"items\":[");
  guint seen = list_some(call, stored, (guint)lap_call_integer(call, "limit", LISTED));
  g_string_append_c(call->result, ']');
  if (seen < stored->len || stored->len == LOOKED_AT) {
    g_autofree char *next = lap_stored_cursor(stored->pdata[seen - 1]);
    lap_result_text(call->result, "next", next);
  }
  g_string_append_c(call->result, '}');
  return TRUE;
}
