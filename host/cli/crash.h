/* Rules that end the program: they run in it if they are trusted, and may crash or leave. */
#pragma once

#include <glib.h>

/* From now on, if they do, one line on standard error says so, of which game and with which seed. `traced`: matches are
 * played on this thread, with engines that are made after this: it says at which ply, in which phase and hook, too. */
void crash_watch(const char *game, guint64 seed, gboolean traced);
/* The rules of the game run no more. */
void crash_watch_end(void);
