#include "copy.h"

#include <string.h>

/* --- copying */

static gboolean copy_entries(LapStore *from, LapStore *to, const LapStored *match, GError **error)
{
  g_autoptr(GPtrArray) entries = lap_store_entries(from, match->id, 0, G_MAXUINT64, error);
  if (!entries) return FALSE;
  for (guint i = 0; i < entries->len; i++)
    if (!lap_store_append(to, match->id, i + 1, entries->pdata[i], match->state, match->changed, error)) return FALSE;
  return TRUE;
}

static gboolean copy_messages(LapStore *from, LapStore *to, const char *id, GError **error)
{
  g_autoptr(GPtrArray) messages = lap_store_get_messages(from, id, 0, G_MAXUINT, error);
  if (!messages) return FALSE;
  for (guint i = 0; i < messages->len; i++)
    if (!lap_store_add_message(to, id, i + 1, messages->pdata[i], error)) return FALSE;
  return TRUE;
}

/* From the last one back to the first. */
static gboolean copy_snapshots(LapStore *from, LapStore *to, const LapStored *match, GError **error)
{
  g_autoptr(GPtrArray) snapshots = g_ptr_array_new_with_free_func((GDestroyNotify)lap_snapshot_free);
  GError *reason = NULL;
  for (guint64 upto = match->entries; upto;) {
    LapSnapshot *snapshot = lap_store_find_snapshot(from, match->id, upto, &reason);
    if (!snapshot) break;
    g_ptr_array_insert(snapshots, 0, snapshot);
    upto = snapshot->place - 1;
  }
  if (reason) return g_propagate_error(error, reason), FALSE;
  return !snapshots->len || lap_store_keep_snapshots(to, match->id, snapshots, error);
}

static gboolean copy_build(LapStore *from, LapStore *to, const char *id, const char *name, GError **error)
{
  if (lap_store_has_build(to, name)) return lap_store_keep_build(to, id, name, NULL, error);
  g_autoptr(GBytes) content = lap_store_get_build(from, name, error);
  return content && lap_store_keep_build(to, id, name, content, error);
}

static gboolean copy_builds(LapStore *from, LapStore *to, const char *id, GError **error)
{
  g_autoptr(GPtrArray) builds = lap_store_get_builds(from, id, error);
  if (!builds) return FALSE;
  for (guint i = 0; i < builds->len; i++)
    if (!copy_build(from, to, id, builds->pdata[i], error)) return FALSE;
  return TRUE;
}

gboolean lap_store_copy_match(LapStore *from, LapStore *to, const char *id, gboolean builds, GError **error)
{
  g_autoptr(LapStored) match = lap_store_find(from, id, error);
  return match && lap_store_create(to, match, error) && copy_entries(from, to, match, error) &&
         copy_messages(from, to, id, error) && copy_snapshots(from, to, match, error) &&
         (!builds || copy_builds(from, to, id, error));
}

/* --- comparing */

static gboolean differs(const char *id, const char *what, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS, "match %s is in both stores with other %s", id, what);
  return FALSE;
}

static gboolean same_lines(const GPtrArray *one, const GPtrArray *other)
{
  if (one->len != other->len) return FALSE;
  for (guint i = 0; i < one->len; i++)
    if (strcmp(one->pdata[i], other->pdata[i]) != 0) return FALSE;
  return TRUE;
}

static gboolean compare_stored(const LapStored *one, const LapStored *other, GError **error)
{
  if (strcmp(one->header, other->header) != 0 || strcmp(one->game, other->game) != 0 || one->created != other->created)
    return differs(one->id, "settings", error);
  if (one->entries != other->entries || one->changed != other->changed || one->state != other->state)
    return differs(one->id, "entries", error);
  if (strcmp(one->seats, other->seats) != 0 || !one->is_public != !other->is_public)
    return differs(one->id, "seats", error);
  return TRUE;
}

static gboolean compare_entries(LapStore *one, LapStore *other, const char *id, GError **error)
{
  g_autoptr(GPtrArray) first = lap_store_entries(one, id, 0, G_MAXUINT64, error);
  g_autoptr(GPtrArray) second = first ? lap_store_entries(other, id, 0, G_MAXUINT64, error) : NULL;
  return second && (same_lines(first, second) || differs(id, "entries", error));
}

static gboolean compare_messages(LapStore *one, LapStore *other, const char *id, GError **error)
{
  g_autoptr(GPtrArray) first = lap_store_get_messages(one, id, 0, G_MAXUINT, error);
  g_autoptr(GPtrArray) second = first ? lap_store_get_messages(other, id, 0, G_MAXUINT, error) : NULL;
  return second && (same_lines(first, second) || differs(id, "messages", error));
}

gboolean lap_store_compare_match(LapStore *one, LapStore *other, const char *id, GError **error)
{
  g_autoptr(LapStored) first = lap_store_find(one, id, error);
  g_autoptr(LapStored) second = first ? lap_store_find(other, id, error) : NULL;
  return second && compare_stored(first, second, error) && compare_entries(one, other, id, error) &&
         compare_messages(one, other, id, error);
}
