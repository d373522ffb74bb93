/* Pages of HTML that need nothing else: style and plots are in them, and no script, no file, no network, no time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The head, and a heading. Returns: (transfer full) */
GString *lap_page_begin(const char *title, const char *heading);
/* All numbers, folded away, and the end. Takes `out`. Returns: (transfer full) */
char *lap_page_end(GString *out, const char *table);

/* Around a plot. */
void lap_page_begin_figure(GString *out, const char *title, const char *note);
void lap_page_end_figure(GString *out);

G_END_DECLS
