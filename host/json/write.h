/* JSON by hand, for those who write much of it. Each appends to `out`. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `text`, which is UTF-8, in quotation marks, with what must be escaped escaped. */
void lap_json_quote(GString *out, const char *text);
/* The same, and frees `text`. */
void lap_json_quote_and_free(GString *out, char *text);
/* A word that needs no escapes in quotation marks: a key, a name. */
void lap_json_text(GString *out, const char *text);
void lap_json_number(GString *out, gint64 number);
/* The array of the bits that are set, by number: seats. */
void lap_json_bits(GString *out, guint32 bits);
/* A comma, but for the first time. */
void lap_json_separate(GString *out, gboolean *first);

G_END_DECLS
