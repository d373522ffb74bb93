#include "contract-version.h"

gboolean lap_contract_speaks(const char *what, guint major, guint minor, GError **error)
{
  if (major != LAP_API_MAJOR) {
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED,
                "%s: speaks major %u of the contract, this host speaks major %d; build it against that", what, major,
                LAP_API_MAJOR);
    return FALSE;
  }
  if (minor > LAP_API_MINOR) {
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED,
                "%s: needs %u.%u of the contract, this host has %d.%d; a newer host can load it", what, major, minor,
                LAP_API_MAJOR, LAP_API_MINOR);
    return FALSE;
  }
  if (minor < LAP_API_MINOR_OLDEST) {
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED,
                "%s: speaks %u.%u of the contract, this host has %d.%d and loads plugins from %d.%d on; build it again",
                what, major, minor, LAP_API_MAJOR, LAP_API_MINOR, LAP_API_MAJOR, LAP_API_MINOR_OLDEST);
    return FALSE;
  }
  return TRUE;
}
