#include "descriptor.h"

#include <stddef.h>

#include "contract-version.h"

/* The struct of the first minor of this major: no plugin has a smaller one. It ends with `extension`. */
#define SIZE_OF_FIRST_MINOR (offsetof(LapPlugin, extension) + sizeof(((LapPlugin *)0)->extension))

static gboolean refuse(const LapKeyfile *keyfile, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);

static gboolean refuse(const LapKeyfile *keyfile, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED, "%s: %s", keyfile->module_path, what);
  return FALSE;
}

static gboolean check_head(const LapPlugin *plugin, const LapKeyfile *keyfile, GError **error)
{
  if (plugin->magic != LAP_MAGIC)
    return refuse(keyfile, error, "its descriptor begins with 0x%08x, not with 0x%08x; begin it with LAP_PLUGIN_HEAD",
                  plugin->magic, LAP_MAGIC);
  if (!lap_contract_speaks(keyfile->module_path, plugin->major, plugin->minor, error)) return FALSE;
  gsize size = plugin->struct_size;
  if (size < SIZE_OF_FIRST_MINOR)
    return refuse(keyfile, error,
                  "its descriptor has %" G_GSIZE_FORMAT " bytes, the shortest of %d.x has %" G_GSIZE_FORMAT
                  "; begin it with LAP_PLUGIN_HEAD",
                  size, LAP_API_MAJOR, SIZE_OF_FIRST_MINOR);
  if (size > sizeof(LapPlugin))
    return refuse(keyfile, error,
                  "its descriptor has %" G_GSIZE_FORMAT " bytes, that of %u.%u has at most %" G_GSIZE_FORMAT
                  "; begin it with LAP_PLUGIN_HEAD",
                  size, plugin->major, plugin->minor, sizeof(LapPlugin));
  return TRUE;
}

static gboolean check_same(const LapKeyfile *keyfile, const char *key, const char *said, const char *promised,
                           GError **error)
{
  if (g_strcmp0(said, promised) == 0) return TRUE;
  g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE,
              "%s: key %s: the keyfile says %s, %s says %s; both must say the same", keyfile->file, key,
              promised ? promised : "nothing", keyfile->module, said ? said : "nothing");
  return FALSE;
}

static gboolean check_api(const LapPlugin *plugin, const LapKeyfile *keyfile, GError **error)
{
  g_autofree char *said = g_strdup_printf("%u.%u", plugin->major, plugin->minor);
  g_autofree char *promised = g_strdup_printf("%u.%u", keyfile->api_major, keyfile->api_minor);
  return check_same(keyfile, "Api", said, promised, error);
}

gboolean lap_descriptor_check(const LapPlugin *plugin, const LapKeyfile *keyfile, guint depth, GError **error)
{
  if (!plugin) return refuse(keyfile, error, "its entry yields NULL; it must yield its descriptor");
  if (!check_head(plugin, keyfile, error)) return FALSE;
  if (!check_same(keyfile, "Id", plugin->id, keyfile->id, error)) return FALSE;
  if (!check_same(keyfile, "Version", plugin->version, keyfile->version, error)) return FALSE;
  if (!check_same(keyfile, "Extends", plugin->extends, keyfile->extends, error)) return FALSE;
  if (!check_same(keyfile, "Accepts", plugin->accepts, keyfile->accepts, error)) return FALSE;
  if (!check_api(plugin, keyfile, error)) return FALSE;
  if (plugin->depth != depth)
    return refuse(keyfile, error, "it says that it has depth %u, but %u levels are below it; set its depth to %u",
                  plugin->depth, depth, depth);
  return TRUE;
}
