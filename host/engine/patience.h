/* Patience: how long a thread waits for rules that run in another process.
 *
 * Rules may take long, and a server has one thread for the matches of all. So for each request it begins to be
 * impatient: a call that is not answered in time is put off, which its caller sees as a fault. It goes on all the same.
 * When the request is over the server finds that something was put off. It drops what it has made of the request,
 * carries it out again when the call is finished, and then finds the answer at once. So a request that was put off must
 * not have changed anything: from where one has to take place as a whole, calls are waited for again
 * (lap_patience_pause).
 *
 * All of this is for the calling thread. A thread that never began waits as long as a call may take. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Calls are waited for `microseconds` in all from now on. `ready` is dispatched (g_source_set_ready_time) whenever one
 * that was put off has finished. */
void lap_patience_begin(gint64 microseconds, GSource *ready);
/* Waits for calls again. Returns whether any was put off since it began. */
gboolean lap_patience_end(void);

/* Whether one was put off since it began: then no other is carried out. */
gboolean lap_patience_is_out(void);

/* Waits for calls until it is resumed. Returns what to resume with; pauses may be nested. */
gboolean lap_patience_pause(void);
void lap_patience_resume(gboolean before);

/* --- for what carries out calls */

/* How many microseconds a call may still be waited for; G_MAXINT64: as long as it takes. */
gint64 lap_patience_left(void);
/* Notes that a call was put off. The source to be dispatched when it has finished; a reference. */
GSource *lap_patience_put_off(void);

G_END_DECLS
