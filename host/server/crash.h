/* Rules that end the process, or do not come back.
 *
 * When a fatal signal comes while a hook runs, when a hook calls exit(), and when one has used more time of the
 * processor than it may, the process leaves a line in its log and a record beside the store, and ends. The next one
 * reads the record before it does anything else, and suspends the match for which the hook ran: so it does not end
 * again in the same way as soon as that match is touched. Time of the processor and not that of the clock, so that a
 * process that was stopped, or is looked at in a debugger, is not taken for one that hangs. */
#pragma once

#include "host/match/host.h"

G_BEGIN_DECLS

/* Watches the hooks that the calling thread runs from now on, for the rest of the process.
 * @path: of the record; NULL: none is left
 * @limit: milliseconds of the processor that a hook may take
 * @status: with which the process ends if a hook calls exit() or takes longer */
void lap_crash_watch(const char *path, gint64 limit, int status);

/* Reads the record, if there is one, suspends the match that it names, or has it keep its build, and removes the
 * record. FALSE with the error of the store: the record is kept. */
gboolean lap_crash_settle(LapHost *host, const char *path, GError **error);

G_END_DECLS
