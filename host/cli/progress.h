/* A long computation on a terminal: how far it is, how fast, and how long it still takes; and Ctrl-C, which ends it
 * early but keeps what is done. */
#pragma once

#include <glib.h>

/* From now on Ctrl-C is noted; the second one ends the program as ever. */
void progress_begin(void);
/* As LapSimulation has it: FALSE after Ctrl-C. Shows nothing where standard error is no terminal. `data` is a text that
 * is shown before the bar, or NULL. */
gboolean progress_show(guint64 done, guint64 all, gpointer data);
/* Clears the line. Returns TRUE if there was a Ctrl-C. */
gboolean progress_end(void);
