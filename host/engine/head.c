/* The head of a descriptor: what is read before anything else of a plugin is believed. */
#include <stddef.h>

#include "game.h"

/* The struct of the first minor of this major: no plugin has a smaller one. It ends with `extension`. */
#define SIZE_OF_FIRST_MINOR (offsetof(LapPlugin, extension) + sizeof(((LapPlugin *)0)->extension))

static gboolean refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean refuse(GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (error) *error = g_error_new_valist(LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, format, arguments);
  va_end(arguments);
  return FALSE;
}

gboolean lap_game_check_contract(guint major, guint minor, GError **error)
{
  if (major != LAP_API_MAJOR)
    return refuse(error, "speaks major %u of the contract, this host speaks major %d; build it against that", major,
                  LAP_API_MAJOR);
  if (minor > LAP_API_MINOR)
    return refuse(error, "needs %u.%u of the contract, this host has %d.%d; a newer host can load it", major, minor,
                  LAP_API_MAJOR, LAP_API_MINOR);
  if (minor < LAP_API_MINOR_OLDEST)
    return refuse(error,
                  "speaks %u.%u of the contract, this host has %d.%d and loads plugins from %d.%d on; build it again",
                  major, minor, LAP_API_MAJOR, LAP_API_MINOR, LAP_API_MAJOR, LAP_API_MINOR_OLDEST);
  return TRUE;
}

static gboolean check_size(const LapPlugin *plugin, GError **error)
{
  gsize size = plugin->struct_size, least = SIZE_OF_FIRST_MINOR, most = sizeof(LapPlugin);
  if (size < least)
    return refuse(error, "its descriptor has %zu bytes, the shortest of %d.x has %zu; begin it with LAP_PLUGIN_HEAD",
                  size, LAP_API_MAJOR, least);
  if (size > most)
    return refuse(error, "its descriptor has %zu bytes, that of %u.%u has at most %zu; begin it with LAP_PLUGIN_HEAD",
                  size, plugin->major, plugin->minor, most);
  return TRUE;
}

gboolean lap_game_check_head(const LapPlugin *plugin, GError **error)
{
  if (!plugin) return refuse(error, "its entry yields NULL; it must yield its descriptor");
  if (plugin->magic != LAP_MAGIC)
    return refuse(error, "its descriptor begins with 0x%08x, not with 0x%08x; begin it with LAP_PLUGIN_HEAD",
                  plugin->magic, LAP_MAGIC);
  return lap_game_check_contract(plugin->major, plugin->minor, error) && check_size(plugin, error);
}
