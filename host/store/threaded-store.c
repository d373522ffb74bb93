#include "threaded-store.h"

#include "node.h"
#include "notes.h"
#include "store-private.h"

struct _LapThreadedStore {
  GObject parent_instance;

  LapStore *inner;
  LapNotes *open;     /* since the last commit; those that a read had to see are carried out and gone */
  GError *spoiled;    /* why one of those failed, so that the next commit does */
  GHashTable *builds; /* names of those that the store has: what is found here need not be asked for */
  guint backups;      /* under way: they use the store underneath, so commits are carried out at once */
  gboolean begun;     /* a commit was begun and not finished */

  GThread *thread;
  GMutex mutex; /* of the following */
  GCond changed;
  gboolean committing, ending;
  LapNotes *handed; /* the thread's while it is committing */
  GDestroyNotify done;
  gpointer data;   /* of `done` */
  GError *failure; /* of the commit that was begun, until it is finished */
};

static void store_iface_init(LapStoreInterface *iface);
G_DEFINE_FINAL_TYPE_WITH_CODE(LapThreadedStore, lap_threaded_store, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(LAP_TYPE_STORE, store_iface_init))

/* Takes what the write refers to, but for texts, which are copied. Returns TRUE: what is wrong shows later. */
static gboolean note(LapStore *store, LapNotedWrite write)
{
  lap_notes_add(LAP_THREADED_STORE(store)->open, write);
  return TRUE;
}

/* --- carrying out, on whichever thread has the store underneath */

static gboolean commit_all(LapStore *inner, LapNotes *notes, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(inner);
  if (lap_notes_carry_out(notes, inner, error) && iface->commit(inner, error)) return TRUE;
  iface->roll_back(inner);
  return FALSE;
}

/* --- the thread */

static gpointer run(gpointer data)
{
  LapThreadedStore *self = data;
  g_mutex_lock(&self->mutex);
  while (!self->ending) {
    if (!self->committing) {
      g_cond_wait(&self->changed, &self->mutex);
      continue;
    }
    GError *failure = NULL;
    g_mutex_unlock(&self->mutex);
    commit_all(self->inner, self->handed, &failure);
    g_mutex_lock(&self->mutex);
    self->failure = failure;
    self->committing = FALSE;
    self->done(self->data);
    g_cond_broadcast(&self->changed);
  }
  g_mutex_unlock(&self->mutex);
  return NULL;
}

/* From then on the caller has the store underneath. */
void lap_threaded_store_wait(LapThreadedStore *self)
{
  g_mutex_lock(&self->mutex);
  while (self->committing) g_cond_wait(&self->changed, &self->mutex);
  g_mutex_unlock(&self->mutex);
}

/* Likewise, and it has all that was noted: for what must see that. */
static LapStore *settle(LapStore *store)
{
  LapThreadedStore *self = LAP_THREADED_STORE(store);
  lap_threaded_store_wait(self);
  if (self->failure || self->spoiled)
    lap_notes_clear(self->open);
  else
    lap_notes_carry_out(self->open, self->inner, &self->spoiled);
  return self->inner;
}

/* --- committing */

/* What was noted, on the caller's thread. */
static gboolean commit_here(LapThreadedStore *self, GError **error)
{
  const GError *lost = self->failure ? self->failure : self->spoiled;
  if (!lost) return commit_all(self->inner, self->open, error);
  if (error) *error = g_error_copy(lost);
  lap_store_roll_back(LAP_STORE(self));
  return FALSE;
}

static gboolean threaded_store_commit(LapStore *store, GError **error)
{
  LapThreadedStore *self = LAP_THREADED_STORE(store);
  lap_threaded_store_wait(self);
  return commit_here(self, error);
}

static void hand_over(LapThreadedStore *self, GDestroyNotify done, gpointer data)
{
  g_mutex_lock(&self->mutex);
  LapNotes *empty = self->handed;
  self->handed = self->open;
  self->open = empty;
  self->done = done;
  self->data = data;
  self->committing = TRUE;
  g_cond_broadcast(&self->changed);
  g_mutex_unlock(&self->mutex);
}

void lap_threaded_store_begin_commit(LapThreadedStore *self, GDestroyNotify done, gpointer data)
{
  g_return_if_fail(!self->begun);
  self->begun = TRUE;
  if (!self->backups && !self->spoiled) {
    hand_over(self, done, data);
    return;
  }
  GError *failure = NULL;
  commit_here(self, &failure);
  self->failure = failure;
  done(data);
}

gboolean lap_threaded_store_finish_commit(LapThreadedStore *self, GError **error)
{
  g_return_val_if_fail(self->begun, FALSE);
  lap_threaded_store_wait(self);
  self->begun = FALSE;
  GError *failure = g_steal_pointer(&self->failure);
  if (!failure) return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

static void threaded_store_roll_back(LapStore *store)
{
  LapThreadedStore *self = LAP_THREADED_STORE(store);
  lap_threaded_store_wait(self);
  lap_notes_clear(self->open);
  g_clear_error(&self->spoiled);
  g_hash_table_remove_all(self->builds);
  lap_store_roll_back(self->inner);
}

/* --- writes that are noted */

static gboolean threaded_store_create(LapStore *store, const LapStored *match, GError **error G_GNUC_UNUSED)
{
  return note(store, (LapNotedWrite){.what = LAP_NOTED_CREATE, .stored = lap_stored_copy(match)});
}

static gboolean threaded_store_append(LapStore *store, const char *match, guint64 index, const char *entry,
                                      LapStoredState state, gint64 now, GError **error G_GNUC_UNUSED)
{
  return note(
      store, (LapNotedWrite){
                 .what = LAP_NOTED_APPEND, .match = match, .number = index, .text = entry, .state = state, .now = now});
}

static gboolean threaded_store_set_seats(LapStore *store, const char *match, const char *seats,
                                         GError **error G_GNUC_UNUSED)
{
  return note(store, (LapNotedWrite){.what = LAP_NOTED_SET_SEATS, .match = match, .text = seats});
}

static gboolean threaded_store_set_game(LapStore *store, const char *match, const char *game,
                                        GError **error G_GNUC_UNUSED)
{
  return note(store, (LapNotedWrite){.what = LAP_NOTED_SET_GAME, .match = match, .text = game});
}

static gboolean threaded_store_add_message(LapStore *store, const char *match, guint64 number, const char *message,
                                           GError **error G_GNUC_UNUSED)
{
  return note(store, (LapNotedWrite){.what = LAP_NOTED_ADD_MESSAGE, .match = match, .number = number, .text = message});
}

static gboolean threaded_store_keep(LapStore *store, const char *match, GPtrArray *snapshots,
                                    GError **error G_GNUC_UNUSED)
{
  return note(store, (LapNotedWrite){.what = LAP_NOTED_KEEP, .match = match, .snapshots = g_ptr_array_ref(snapshots)});
}

static gboolean threaded_store_has_build(LapStore *store, const char *name)
{
  LapThreadedStore *self = LAP_THREADED_STORE(store);
  if (g_hash_table_contains(self->builds, name)) return TRUE;
  gboolean has = lap_store_has_build(settle(store), name);
  if (has) g_hash_table_add(self->builds, g_strdup(name));
  return has;
}

static gboolean threaded_store_keep_build(LapStore *store, const char *match, const char *name, GBytes *content,
                                          GError **error G_GNUC_UNUSED)
{
  return note(store, (LapNotedWrite){.what = LAP_NOTED_KEEP_BUILD,
                                     .match = match,
                                     .text = name,
                                     .content = content ? g_bytes_ref(content) : NULL});
}

static gboolean threaded_store_release_builds(LapStore *store, const char *match, gboolean drop,
                                              GError **error G_GNUC_UNUSED)
{
  if (drop) g_hash_table_remove_all(LAP_THREADED_STORE(store)->builds);
  return note(store, (LapNotedWrite){.what = LAP_NOTED_RELEASE_BUILDS, .match = match, .drop = drop});
}

static void threaded_store_release(LapStore *store, const char *match)
{
  note(store, (LapNotedWrite){.what = LAP_NOTED_RELEASE, .match = match});
}

/* --- what waits for the thread */

static LapStored *threaded_store_find(LapStore *store, const char *match, GError **error)
{
  return lap_store_find(settle(store), match, error);
}

static GPtrArray *threaded_store_entries(LapStore *store, const char *match, guint64 after, guint64 upto,
                                         GError **error)
{
  return lap_store_entries(settle(store), match, after, upto, error);
}

static LapSnapshot *threaded_store_snapshot(LapStore *store, const char *match, guint64 upto, GError **error)
{
  return lap_store_find_snapshot(settle(store), match, upto, error);
}

static GPtrArray *threaded_store_tails(LapStore *store, const char *match, guint64 upto, GError **error)
{
  return lap_store_get_tails(settle(store), match, upto, error);
}

static GPtrArray *threaded_store_messages(LapStore *store, const char *match, guint64 before, guint limit,
                                          GError **error)
{
  return lap_store_get_messages(settle(store), match, before, limit, error);
}

static GPtrArray *threaded_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                                      GError **error)
{
  return lap_store_list(settle(store), filter, cursor, limit, error);
}

/* At once, since it may fail because there is no such match. */
static gboolean threaded_store_remove(LapStore *store, const char *match, GError **error)
{
  g_hash_table_remove_all(LAP_THREADED_STORE(store)->builds);
  return lap_store_remove(settle(store), match, error);
}

static GBytes *threaded_store_get_build(LapStore *store, const char *name, GError **error)
{
  return lap_store_get_build(settle(store), name, error);
}

static GPtrArray *threaded_store_get_builds(LapStore *store, const char *match, GError **error)
{
  return lap_store_get_builds(settle(store), match, error);
}

static gboolean threaded_store_check(LapStore *store, GError **error)
{
  LapThreadedStore *self = LAP_THREADED_STORE(store);
  lap_threaded_store_wait(self);
  return lap_store_check(self->inner, error);
}

static const char *threaded_store_get_warning(LapStore *store)
{
  return lap_store_get_warning(LAP_THREADED_STORE(store)->inner);
}

static void threaded_store_verify(LapStore *store, GPtrArray *findings, GPtrArray *past)
{
  LapStore *inner = settle(store);
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(inner);
  if (iface->verify) iface->verify(inner, findings, past);
}

static gboolean threaded_store_claim(LapStore *store, const char *match, char **elsewhere, GError **error)
{
  return lap_store_claim(settle(store), match, elsewhere, error);
}

static GPtrArray *threaded_store_renew(LapStore *store, gboolean *lost, GError **error)
{
  return lap_store_renew(settle(store), lost, error);
}

static void threaded_store_leave(LapStore *store) { lap_store_leave(settle(store)); }

/* --- backups */

static void on_backup_ended(LapThreadedStore *self) { self->backups--; }

static void threaded_store_backup(LapStore *store, const char *path, GTask *task)
{
  LapThreadedStore *self = LAP_THREADED_STORE(store);
  LapStore *inner = settle(store);
  self->backups++;
  g_signal_connect_swapped(task, "notify::completed", G_CALLBACK(on_backup_ended), self);
  lap_store_backup_task(inner, path, task);
}

static void threaded_store_backup_totals(GTask *task, guint64 *matches, guint64 *entries)
{
  LapThreadedStore *self = LAP_THREADED_STORE(g_task_get_source_object(task));
  LAP_STORE_GET_IFACE(self->inner)->backup_totals(task, matches, entries);
}

static void store_iface_init(LapStoreInterface *iface)
{
  iface->create = threaded_store_create;
  iface->append = threaded_store_append;
  iface->set_seats = threaded_store_set_seats;
  iface->set_game = threaded_store_set_game;
  iface->commit = threaded_store_commit;
  iface->roll_back = threaded_store_roll_back;
  iface->find = threaded_store_find;
  iface->entries = threaded_store_entries;
  iface->keep = threaded_store_keep;
  iface->snapshot = threaded_store_snapshot;
  iface->tails = threaded_store_tails;
  iface->add_message = threaded_store_add_message;
  iface->messages = threaded_store_messages;
  iface->list = threaded_store_list;
  iface->remove = threaded_store_remove;
  iface->has_build = threaded_store_has_build;
  iface->keep_build = threaded_store_keep_build;
  iface->release_builds = threaded_store_release_builds;
  iface->get_build = threaded_store_get_build;
  iface->get_builds = threaded_store_get_builds;
  iface->check = threaded_store_check;
  iface->get_warning = threaded_store_get_warning;
  iface->verify = threaded_store_verify;
  iface->backup = threaded_store_backup;
  iface->backup_totals = threaded_store_backup_totals;
  iface->claim = threaded_store_claim;
  iface->release = threaded_store_release;
  iface->renew = threaded_store_renew;
  iface->leave = threaded_store_leave;
}

/* --- life */

/* What is noted and was not committed is lost, as in any store. */
static void lap_threaded_store_finalize(GObject *object)
{
  LapThreadedStore *self = LAP_THREADED_STORE(object);
  lap_threaded_store_wait(self);
  g_mutex_lock(&self->mutex);
  self->ending = TRUE;
  g_cond_broadcast(&self->changed);
  g_mutex_unlock(&self->mutex);
  g_thread_join(self->thread);
  g_clear_error(&self->failure);
  g_clear_error(&self->spoiled);
  lap_notes_free(self->open);
  lap_notes_free(self->handed);
  g_hash_table_unref(self->builds);
  g_object_unref(self->inner);
  g_mutex_clear(&self->mutex);
  g_cond_clear(&self->changed);
  G_OBJECT_CLASS(lap_threaded_store_parent_class)->finalize(object);
}

static void lap_threaded_store_class_init(LapThreadedStoreClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_threaded_store_finalize;
}

static void lap_threaded_store_init(LapThreadedStore *self)
{
  self->open = lap_notes_new();
  self->handed = lap_notes_new();
  self->builds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_mutex_init(&self->mutex);
  g_cond_init(&self->changed);
}

LapStore *lap_threaded_store_new(LapStore *inner)
{
  LapThreadedStore *self = g_object_new(LAP_TYPE_THREADED_STORE, NULL);
  self->inner = g_object_ref(inner);
  self->thread = g_thread_new("store", run, self);
  return LAP_STORE(self);
}
