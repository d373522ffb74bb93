/* Text as a JSON string, for those who write JSON by hand. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends `text`, which is UTF-8, in quotation marks, with what must be escaped escaped. */
void lap_json_quote(GString *out, const char *text);

G_END_DECLS
