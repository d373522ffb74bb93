#include "entry.h"

#include <string.h>

static LapPluginEntry *new_entry(const char *folder, const char *name)
{
  LapPluginEntry *entry = g_new0(LapPluginEntry, 1);
  gsize length = strlen(name);
  if (g_str_has_suffix(name, LAP_KEYFILE_SUFFIX)) length -= strlen(LAP_KEYFILE_SUFFIX);
  g_autofree char *stem = g_strndup(name, length);
  entry->id = g_utf8_make_valid(stem, -1);
  entry->folder = g_strdup(folder);
  entry->file = g_build_filename(folder, name, NULL);
  entry->info = (LapPluginInfo){.id = entry->id, .folder = entry->folder, .keyfile = entry->file};
  return entry;
}

static void show_keyfile(LapPluginEntry *entry)
{
  const LapKeyfile *keyfile = entry->keyfile;
  entry->info.name = keyfile->name;
  entry->info.description = keyfile->description;
  entry->info.version = keyfile->version;
  entry->info.extends = keyfile->extends;
  entry->info.accepts = keyfile->accepts;
  entry->info.module = keyfile->module_path;
  entry->info.minutes_min = keyfile->minutes_min;
  entry->info.minutes_max = keyfile->minutes_max;
}

LapPluginEntry *lap_plugin_entry_new(const char *folder, const char *name)
{
  LapPluginEntry *entry = new_entry(folder, name);
  GError *error = NULL;
  entry->keyfile = lap_keyfile_read(folder, name, &error);
  if (entry->keyfile)
    show_keyfile(entry);
  else
    lap_plugin_entry_refuse(entry, error);
  return entry;
}

LapPluginEntry *lap_plugin_entry_new_refused(const char *folder, const char *name, GError *error)
{
  LapPluginEntry *entry = new_entry(folder, name);
  lap_plugin_entry_refuse(entry, error);
  return entry;
}

void lap_plugin_entry_free(LapPluginEntry *entry)
{
  g_clear_pointer(&entry->chain, g_ptr_array_unref);
  g_clear_pointer(&entry->folders, g_strfreev);
  g_clear_error(&entry->error);
  lap_keyfile_free(entry->keyfile);
  g_free(entry->id);
  g_free(entry->folder);
  g_free(entry->file);
  g_free(entry);
}

void lap_plugin_entry_refuse(LapPluginEntry *entry, GError *error)
{
  if (entry->error) {
    g_error_free(error);
    return;
  }
  entry->error = error;
  entry->info.error = error;
}

void lap_plugin_entry_block(LapPluginEntry *entry, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *why = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  lap_plugin_entry_refuse(entry,
                          g_error_new(LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_BLOCKED, "%s: blocked: %s", entry->file, why));
}

void lap_plugin_entry_set_chain(LapPluginEntry *entry)
{
  g_autoptr(GStrvBuilder) folders = g_strv_builder_new();
  entry->chain = g_ptr_array_new();
  if (entry->base) {
    g_ptr_array_extend(entry->chain, entry->base->chain, NULL, NULL);
    g_strv_builder_addv(folders, (const char **)entry->base->folders);
  }
  g_ptr_array_add(entry->chain, entry->keyfile);
  g_strv_builder_add(folders, entry->folder);
  entry->folders = g_strv_builder_end(folders);
}
