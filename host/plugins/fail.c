#include "fail.h"

GQuark lap_plugin_error_quark(void) { return g_quark_from_static_string("lap-plugin-error-quark"); }

gboolean lap_plugin_fail(GError **error, LapPluginError code, const char *file, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(error, LAP_PLUGIN_ERROR, (gint)code, "%s: %s", file, what);
  return FALSE;
}

gboolean lap_plugin_refuse_because(GError **error, const char *file, GError *why)
{
  lap_plugin_refuse(error, file, "%s", why->message);
  g_error_free(why);
  return FALSE;
}
