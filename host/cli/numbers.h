/* Numbers of the command line: decimal, not below zero, within bounds. */
#pragma once

#include <glib.h>

/* Reads `text` as the value of `option`, `low` to `high`; NULL leaves `*number` as it is. FALSE after it has said on
 * standard error what would be right. */
gboolean number_read(const char *option, const char *text, guint64 low, guint64 high, guint64 *number);

/* `number` with commas between thousands, for people. */
char *number_grouped(guint64 number);
