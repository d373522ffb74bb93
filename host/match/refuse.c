#include "refuse.h"

G_DEFINE_QUARK(lap - match - error - quark, lap_match_error)

gboolean lap_match_refuse(GError **error, LapMatchError code, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autoptr(GError) refusal = g_error_new_valist(LAP_MATCH_ERROR, (gint)code, format, values);
  va_end(values);
  g_propagate_error(error, g_steal_pointer(&refusal));
  return FALSE;
}
