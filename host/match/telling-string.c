#include "host/engine/json-writer.h"
#include "host/json/quote.h"
#include "telling-private.h"

void lap_tell_and_free(GString *out, char *text)
{
  lap_json_quote(out, text);
  g_free(text);
}

void lap_tell_seats(GString *out, guint32 seats)
{
  gboolean first = TRUE;
  g_string_append_c(out, '[');
  for (guint seat = 0; seats >> seat; seat++) {
    if (!(seats >> seat & 1)) continue;
    lap_json_separate(out, &first);
    lap_json_number(out, seat);
  }
  g_string_append_c(out, ']');
}
