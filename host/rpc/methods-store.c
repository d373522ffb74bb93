/* The store as a whole, for operators. */
#include "methods.h"

static void on_backup(GObject *store, GAsyncResult *result, gpointer data)
{
  g_autoptr(GError) error = NULL;
  LapDeferred *deferred = data;
  guint64 matches, entries;
  if (!lap_store_backup_finish(LAP_STORE(store), result, &matches, &entries, &error)) {
    lap_deferred_fail_with(deferred, error);
    return;
  }
  lap_json_begin_object(deferred->result);
  lap_json_member_int(deferred->result, "matches", (gint64)matches);
  lap_json_member_int(deferred->result, "entries", (gint64)entries);
  lap_json_end_object(deferred->result);
  lap_deferred_end(deferred);
}

gboolean lap_method_store_backup(LapCall *call)
{
  const char *file = lap_call_string(call, "file");
  if (!g_path_is_absolute(file))
    return lap_call_fail(call, LAP_RPC_PARAMS, "params.file: must be an absolute path on the machine of the host");
  if (g_file_test(file, G_FILE_TEST_EXISTS))
    return lap_call_fail(call, LAP_RPC_PARAMS, "params.file: %s is there already, and nothing is overwritten", file);
  LapDeferred *deferred = lap_call_defer(call);
  if (!deferred) return FALSE;
  LapStore *store = lap_host_get_store(call->rpc->host);
  lap_store_backup_async(store, file, call->rpc->draining, on_backup, deferred);
  return TRUE;
}
