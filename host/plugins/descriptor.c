#include "descriptor.h"

#include "fail.h"

static gboolean check_same(const LapKeyfile *keyfile, const char *key, const char *said, const char *promised,
                           GError **error)
{
  if (g_strcmp0(said, promised) == 0) return TRUE;
  return lap_plugin_fail(error, LAP_PLUGIN_ERROR_KEYFILE, keyfile->file,
                         "key %s: the keyfile says %s, %s says %s; both must say the same", key,
                         promised ? promised : "nothing", keyfile->module, said ? said : "nothing");
}

static gboolean check_api(const LapPlugin *plugin, const LapKeyfile *keyfile, GError **error)
{
  g_autofree char *said = g_strdup_printf("%u.%u", plugin->major, plugin->minor);
  g_autofree char *promised = g_strdup_printf("%u.%u", keyfile->api_major, keyfile->api_minor);
  return check_same(keyfile, "Api", said, promised, error);
}

gboolean lap_descriptor_check(const LapPlugin *plugin, const LapKeyfile *keyfile, guint depth, GError **error)
{
  GError *why = NULL;
  if (!lap_game_check_head(plugin, &why)) return lap_plugin_refuse_because(error, keyfile->module_path, why);
  if (!check_same(keyfile, "Id", plugin->id, keyfile->id, error)) return FALSE;
  if (!check_same(keyfile, "Version", plugin->version, keyfile->version, error)) return FALSE;
  if (!check_same(keyfile, "Extends", plugin->extends, keyfile->extends, error)) return FALSE;
  if (!check_same(keyfile, "Accepts", plugin->accepts, keyfile->accepts, error)) return FALSE;
  if (!check_api(plugin, keyfile, error)) return FALSE;
  if (plugin->depth != depth)
    return lap_plugin_refuse(
        error, keyfile->module_path,
        "it says that it has depth %u, but the number of levels below it is %u; set its depth to %u", plugin->depth,
        depth, depth);
  return TRUE;
}
