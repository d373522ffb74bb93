/* What a service tells the manager that started it (sd_notify(3)): that it is ready, alive, and about to stop. Without
 * a manager that listens (NOTIFY_SOCKET) nothing is sent. */
#pragma once

#include <glib.h>

/* Sends one assignment, such as "READY=1". */
void notify_manager(const char *state);

/* Says that the main loop is alive, as often as the manager wants to hear it (WATCHDOG_USEC).
 * Returns: a source for g_source_remove, or 0 */
guint notify_begin_watchdog(void);
