/* What seats may be called: names that people can tell apart. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LAP_NAME_MAX 40

/* Whether a name may be that of a seat: 1 to LAP_NAME_MAX characters of UTF-8, not all of them blank, none of
 * them for control, a change of direction, or the end of a line. */
gboolean lap_name_is_good(const char *name);
/* Whether a text may be shown beside others: the same of 1 to `max` characters. */
gboolean lap_text_is_good(const char *text, gsize max);
/* Whether one of `names` ([n], NULL elements are nobody's) reads the same: with capitals or without, with other forms
 * of the same letters, with blanks around it. */
gboolean lap_name_is_taken(const char *name, const char *const *names, guint n);
/* The default name of a bot: its kind, and its seat counted from 1. (transfer full) */
char *lap_name_of_bot(const char *bot, guint seat);
/* `name`, or else the first of "NAME 2", "NAME 3" ... that is not taken. (transfer full) */
char *lap_name_free(const char *name, const char *const *names, guint n);

G_END_DECLS
