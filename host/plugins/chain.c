#include "chain.h"

#include <string.h>

static LapPluginEntry *find(GPtrArray *entries, const char *id)
{
  for (guint i = 0; i < entries->len; i++) {
    LapPluginEntry *entry = g_ptr_array_index(entries, i);
    if (g_str_equal(entry->id, id)) return entry;
  }
  return NULL;
}

static void check_version(LapPluginEntry *entry)
{
  const LapKeyfile *keyfile = entry->keyfile, *base = entry->base->keyfile;
  if (!base || lap_version_range_has(&keyfile->parsed_accepts, &base->parsed_version)) return;
  g_autofree char *range = lap_version_range_describe(&keyfile->parsed_accepts);
  lap_plugin_entry_block(entry, "it accepts %s %s (%s), but %s is %s", keyfile->extends, keyfile->accepts, range,
                         base->file, base->version);
}

static void find_base(GPtrArray *entries, LapPluginEntry *entry)
{
  if (!entry->keyfile || !entry->keyfile->extends) return;
  entry->base = find(entries, entry->keyfile->extends);
  if (entry->base)
    check_version(entry);
  else
    lap_plugin_entry_block(entry, "its base %s is in no folder of the search path", entry->keyfile->extends);
}

/* "a extends b extends a", if the way down from `entry` leads back to it; else NULL. */
static char *describe_cycle(const LapPluginEntry *entry, guint most)
{
  g_autoptr(GString) way = g_string_new(entry->id);
  for (const LapPluginEntry *below = entry->base; below && most; below = below->base, most--) {
    g_string_append_printf(way, " extends %s", below->id);
    if (below == entry) return g_string_free(g_steal_pointer(&way), FALSE);
  }
  return NULL;
}

static void check_cycle(LapPluginEntry *entry, guint most)
{
  g_autofree char *cycle = describe_cycle(entry, most);
  if (cycle) lap_plugin_entry_block(entry, "it is its own variant: %s", cycle);
}

static gint compare_ids(gconstpointer a, gconstpointer b)
{
  return strcmp((*(LapPluginEntry *const *)a)->id, (*(LapPluginEntry *const *)b)->id);
}

/* Puts a plugin and, behind it, its variants into the list. */
static void list_tree(GPtrArray *entries, LapPluginEntry *entry, guint depth, GPtrArray *list)
{
  if (entry->listed) return;
  entry->listed = TRUE;
  entry->depth = depth;
  g_ptr_array_add(list, entry);
  for (guint i = 0; i < entries->len; i++) {
    LapPluginEntry *other = g_ptr_array_index(entries, i);
    if (other->base == entry) list_tree(entries, other, depth + 1, list);
  }
}

static void check_depth(LapPluginEntry *entry)
{
  if (entry->depth >= LAP_LEVELS_MAX)
    lap_plugin_entry_block(entry, "%u levels are below it, a chain has at most %d in all", entry->depth,
                           LAP_LEVELS_MAX);
}

void lap_chains_resolve(GPtrArray *entries)
{
  g_autoptr(GPtrArray) list = g_ptr_array_new();
  g_ptr_array_sort(entries, compare_ids);
  for (guint i = 0; i < entries->len; i++) find_base(entries, g_ptr_array_index(entries, i));
  for (guint i = 0; i < entries->len; i++) check_cycle(g_ptr_array_index(entries, i), entries->len);
  for (guint i = 0; i < entries->len; i++) {
    LapPluginEntry *entry = g_ptr_array_index(entries, i);
    if (!entry->keyfile || !entry->keyfile->extends) list_tree(entries, entry, 0, list);
  }
  /* Without a base, or in a circle. */
  for (guint i = 0; i < entries->len; i++) list_tree(entries, g_ptr_array_index(entries, i), 0, list);
  memcpy(entries->pdata, list->pdata, list->len * sizeof *list->pdata);
  for (guint i = 0; i < entries->len; i++) check_depth(g_ptr_array_index(entries, i));
}

gboolean lap_chain_is_blocked(LapPluginEntry *entry)
{
  static const char *const is[] = {
      [LAP_PLUGIN_ERROR_NOT_FOUND] = "is not found",    [LAP_PLUGIN_ERROR_KEYFILE] = "has a wrong keyfile",
      [LAP_PLUGIN_ERROR_REFUSED] = "is refused",        [LAP_PLUGIN_ERROR_QUARANTINED] = "is quarantined",
      [LAP_PLUGIN_ERROR_BLOCKED] = "is blocked itself", [LAP_PLUGIN_ERROR_DATA] = "has wrong data",
  };
  if (!entry->base || !entry->base->error) return FALSE;
  lap_plugin_entry_block(entry, "its base %s %s (%s)", entry->base->id, is[entry->base->error->code],
                         entry->base->error->message);
  return TRUE;
}
