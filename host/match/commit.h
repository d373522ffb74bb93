/* Commits that the caller does not wait for: it goes on with the next transaction meanwhile. */
#pragma once

#include "host.h"

G_BEGIN_DECLS

/* Ends the transaction. Returns TRUE if its commit has begun: `done` is called, on any thread, when
 * lap_host_finish_commit need not wait any more. FALSE if that has nothing to wait for, and must be called now. */
gboolean lap_host_begin_commit(LapHost *host, GDestroyNotify done, gpointer data);

/* Waits for the commit. On FALSE nothing of the transaction is kept, as lap_host_end says, nor of one that has begun
 * meanwhile: that one fails, too, when it is ended. */
gboolean lap_host_finish_commit(LapHost *host, GError **error);

G_END_DECLS
