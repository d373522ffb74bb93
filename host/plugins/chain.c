#include "chain.h"

#include <string.h>

/* -- Records -- */

static LapPluginRecord *new_record(const char *folder, const char *name)
{
  LapPluginRecord *record = g_new0(LapPluginRecord, 1);
  gsize length = strlen(name);
  if (g_str_has_suffix(name, LAP_KEYFILE_SUFFIX)) length -= strlen(LAP_KEYFILE_SUFFIX);
  g_autofree char *stem = g_strndup(name, length);
  record->id = g_utf8_make_valid(stem, -1);
  record->folder = g_strdup(folder);
  record->file = g_build_filename(folder, name, NULL);
  record->info = (LapPluginInfo){.id = record->id, .folder = record->folder, .keyfile = record->file};
  return record;
}

static void show_keyfile(LapPluginRecord *record)
{
  const LapKeyfile *keyfile = record->keyfile;
  record->info.name = keyfile->name;
  record->info.description = keyfile->description;
  record->info.version = keyfile->version;
  record->info.extends = keyfile->extends;
  record->info.accepts = keyfile->accepts;
  record->info.module = keyfile->module_path;
  record->info.picture = keyfile->picture;
  record->info.minutes_min = keyfile->minutes_min;
  record->info.minutes_max = keyfile->minutes_max;
}

LapPluginRecord *lap_plugin_record_new(const char *folder, const char *name)
{
  LapPluginRecord *record = new_record(folder, name);
  GError *error = NULL;
  record->keyfile = lap_keyfile_read(folder, name, &error);
  if (record->keyfile)
    show_keyfile(record);
  else
    lap_plugin_record_take_error(record, error);
  return record;
}

LapPluginRecord *lap_plugin_record_new_unavailable(const char *folder, const char *name, GError *error)
{
  LapPluginRecord *record = new_record(folder, name);
  lap_plugin_record_take_error(record, error);
  return record;
}

void lap_plugin_record_free(LapPluginRecord *record)
{
  g_clear_pointer(&record->probe, lap_probe_cancel);
  g_clear_pointer(&record->found, g_ptr_array_unref);
  g_clear_pointer(&record->chain, g_ptr_array_unref);
  g_clear_pointer(&record->folders, g_strfreev);
  g_clear_pointer(&record->copies, g_strfreev);
  g_free(record->stamp);
  g_clear_error(&record->error);
  lap_keyfile_unref(record->keyfile);
  g_free(record->id);
  g_free(record->folder);
  g_free(record->file);
  g_free(record);
}

void lap_plugin_record_take_error(LapPluginRecord *record, GError *error)
{
  if (record->error) {
    g_error_free(error);
    return;
  }
  record->error = error;
  record->info.error = error;
  g_clear_pointer(&record->chain, g_ptr_array_unref);
  g_clear_pointer(&record->folders, g_strfreev);
  g_clear_pointer(&record->copies, g_strfreev);
}

LapPluginRecord *lap_plugin_record_find(GPtrArray *records, const char *id)
{
  for (guint i = 0; i < records->len; i++) {
    LapPluginRecord *record = g_ptr_array_index(records, i);
    if (g_str_equal(record->id, id)) return record;
  }
  return NULL;
}

static const GError *pending_error(void)
{
  static GError *error;
  if (g_once_init_enter(&error)) {
    /* cppcheck-suppress leakNoVarFunctionCall ; it is kept for good */
    g_once_init_leave(&error, g_error_new_literal(LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_PENDING,
                                                  "it is new, and is being tried; ask again"));
  }
  return error;
}

void lap_plugin_record_use(LapPluginRecord *record, GPtrArray *chain)
{
  g_clear_pointer(&record->chain, g_ptr_array_unref);
  g_clear_pointer(&record->folders, g_strfreev);
  g_clear_pointer(&record->copies, g_strfreev);
  record->info.error = chain ? NULL : pending_error();
  if (!chain) return;
  g_autoptr(GStrvBuilder) folders = g_strv_builder_new(), copies = g_strv_builder_new();
  for (guint i = 0; i < chain->len; i++) {
    const LapBuild *level = g_ptr_array_index(chain, i);
    g_strv_builder_add(folders, level->origin);
    g_strv_builder_add(copies, level->keyfile->folder);
  }
  record->chain = g_ptr_array_ref(chain);
  record->folders = g_strv_builder_end(folders);
  record->copies = g_strv_builder_end(copies);
}

/* -- Chains -- */

/* Makes a plugin unavailable with LAP_PLUGIN_ERROR_BLOCKED. */
static G_GNUC_PRINTF(2, 3) void block(LapPluginRecord *record, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *why = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  lap_plugin_record_take_error(
      record, g_error_new(LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_BLOCKED, "%s: blocked: %s", record->file, why));
}

static void check_version(LapPluginRecord *record)
{
  const LapKeyfile *keyfile = record->keyfile, *base = record->base->keyfile;
  if (!base || lap_version_range_has(&keyfile->parsed_accepts, &base->parsed_version)) return;
  g_autofree char *range = lap_version_range_describe(&keyfile->parsed_accepts);
  block(record, "it accepts %s %s (%s), but %s is %s", keyfile->extends, keyfile->accepts, range, base->file,
        base->version);
}

static void find_base(GPtrArray *records, LapPluginRecord *record)
{
  if (!record->keyfile || !record->keyfile->extends) return;
  record->base = lap_plugin_record_find(records, record->keyfile->extends);
  if (record->base)
    check_version(record);
  else
    block(record,
          "its base %s is in no folder of the search path; install it, or add its folder to LAPIDARY_PLUGIN_PATH",
          record->keyfile->extends);
}

/* "a extends b extends a" if the way down from `record` leads back to it; NULL otherwise. */
static char *describe_cycle(const LapPluginRecord *record, guint most)
{
  g_autoptr(GString) way = g_string_new(record->id);
  for (const LapPluginRecord *below = record->base; below && most; below = below->base, most--) {
    g_string_append_printf(way, " extends %s", below->id);
    if (below == record) return g_string_free(g_steal_pointer(&way), FALSE);
  }
  return NULL;
}

static void check_cycle(LapPluginRecord *record, guint most)
{
  g_autofree char *cycle = describe_cycle(record, most);
  if (cycle) block(record, "it is its own variant: %s", cycle);
}

static gint compare_ids(gconstpointer a, gconstpointer b)
{
  return strcmp((*(LapPluginRecord *const *)a)->id, (*(LapPluginRecord *const *)b)->id);
}

/* Appends a plugin and then its variants to the list. */
static void list_tree(GPtrArray *records, LapPluginRecord *record, guint depth, GPtrArray *list)
{
  if (record->listed) return;
  record->listed = TRUE;
  record->depth = depth;
  g_ptr_array_add(list, record);
  for (guint i = 0; i < records->len; i++) {
    LapPluginRecord *other = g_ptr_array_index(records, i);
    if (other->base == record) list_tree(records, other, depth + 1, list);
  }
}

static void check_depth(LapPluginRecord *record)
{
  if (record->depth >= LAP_LEVELS_MAX)
    block(record, "%u levels are below it, a chain has at most %d in all", record->depth, LAP_LEVELS_MAX);
}

void lap_chains_resolve(GPtrArray *records)
{
  g_autoptr(GPtrArray) list = g_ptr_array_new();
  g_ptr_array_sort(records, compare_ids);
  for (guint i = 0; i < records->len; i++) find_base(records, g_ptr_array_index(records, i));
  for (guint i = 0; i < records->len; i++) check_cycle(g_ptr_array_index(records, i), records->len);
  for (guint i = 0; i < records->len; i++) {
    LapPluginRecord *record = g_ptr_array_index(records, i);
    if (!record->keyfile || !record->keyfile->extends) list_tree(records, record, 0, list);
  }
  /* Those whose base is missing, and those that extend themselves. */
  for (guint i = 0; i < records->len; i++) list_tree(records, g_ptr_array_index(records, i), 0, list);
  if (list->len) memcpy(records->pdata, list->pdata, list->len * sizeof *list->pdata); /* else they may be NULL */
  for (guint i = 0; i < records->len; i++) check_depth(g_ptr_array_index(records, i));
}

gboolean lap_chain_is_blocked(LapPluginRecord *record)
{
  static const char *const is[] = {
      [LAP_PLUGIN_ERROR_NOT_FOUND] = "is not found",    [LAP_PLUGIN_ERROR_KEYFILE] = "has a wrong keyfile",
      [LAP_PLUGIN_ERROR_REFUSED] = "is refused",        [LAP_PLUGIN_ERROR_QUARANTINED] = "is quarantined",
      [LAP_PLUGIN_ERROR_BLOCKED] = "is blocked itself", [LAP_PLUGIN_ERROR_DATA] = "has wrong data",
      [LAP_PLUGIN_ERROR_PENDING] = "is being tried",
  };
  if (!record->base || !record->base->error) return FALSE;
  block(record, "its base %s %s (%s)", record->base->id, is[record->base->error->code], record->base->error->message);
  return TRUE;
}

void lap_chain_complete(LapPluginRecord *record, LapBuild *build)
{
  record->found = g_ptr_array_new_with_free_func((GDestroyNotify)lap_build_unref);
  for (guint i = 0; record->base && i < record->base->found->len; i++)
    g_ptr_array_add(record->found, lap_build_ref(g_ptr_array_index(record->base->found, i)));
  g_ptr_array_add(record->found, build);
  record->info.build = build->hash;
  record->info.rules = build->rules;
}
