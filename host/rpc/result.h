/* Results in the making: members of JSON objects as text. A comma comes by itself wherever a member or an item stands
 * already. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What comes next is another member, or an item: a comma, unless it is the first. */
void lap_result_separate(GString *out);
/* "name":, after which a value is to be appended. `name` needs no escapes. */
void lap_result_member(GString *out, const char *name);

void lap_result_number(GString *out, const char *name, gint64 number);
/* Only where it is so. */
void lap_result_true(GString *out, const char *name, gboolean is);
/* Any text; NULL is null. What is no UTF-8 in it is replaced. */
void lap_result_text(GString *out, const char *name, const char *text);
/* The same as an item of an array. */
void lap_result_item(GString *out, const char *text);

G_END_DECLS
