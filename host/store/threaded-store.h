/* A store that commits on a thread of its own, so that its caller goes on meanwhile.
 *
 * What is written to it is only noted. When a commit begins, all that was noted is handed to the thread, which writes
 * it to the store underneath and commits it there, while the caller notes what belongs to the next commit. One commit
 * is under way at a time, so everything is written in its order, and what was noted after a commit that fails is lost
 * with it. Reads, and what cannot wait for the next commit, wait for the thread, and see all that was noted.
 *
 * The store underneath is used by one thread at a time: the caller's unless a commit is under way. An error of a write
 * that was noted shows when it is carried out: at the commit. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

#define LAP_TYPE_THREADED_STORE (lap_threaded_store_get_type())
G_DECLARE_FINAL_TYPE(LapThreadedStore, lap_threaded_store, LAP, THREADED_STORE, GObject)

/* Over a store that nobody else uses any more. Returns: (transfer full) */
LapStore *lap_threaded_store_new(LapStore *inner);

/* Begins to commit everything since the last commit, none of which may be under way. `done` is called, on any thread,
 * when lap_threaded_store_finish_commit need not wait any more. */
void lap_threaded_store_begin_commit(LapThreadedStore *store, GDestroyNotify done, gpointer data);
/* Waits for the commit that was begun. On FALSE it has failed as lap_store_commit does, and the caller must call
 * lap_store_roll_back: what was written since then is lost, too. */
gboolean lap_threaded_store_finish_commit(LapThreadedStore *store, GError **error);

/* Waits until no commit is under way. */
void lap_threaded_store_wait(LapThreadedStore *store);

G_END_DECLS
