#include "failing-store.h"

struct _FailingStore {
  GObject parent_instance;
  LapStore *inner;
  guint at, calls;
  gboolean broken;
  gboolean spoiled; /* a write has failed since the last commit */
};

static void store_iface_init(LapStoreInterface *iface);
G_DEFINE_FINAL_TYPE_WITH_CODE(FailingStore, failing_store, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(LAP_TYPE_STORE, store_iface_init))

static gboolean works(FailingStore *self, GError **error)
{
  if (++self->calls != self->at && !self->broken) return TRUE;
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "call %u fails", self->calls);
  return FALSE;
}

static gboolean may_write(FailingStore *self, GError **error)
{
  if (works(self, self->spoiled ? NULL : error) && !self->spoiled) return TRUE;
  if (self->spoiled) g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "an earlier call failed");
  self->spoiled = TRUE;
  return FALSE;
}

static void failing_store_roll_back(LapStore *store)
{
  FailingStore *self = FAILING_STORE(store);
  self->spoiled = FALSE;
  lap_store_roll_back(self->inner);
}

static gboolean failing_store_create(LapStore *store, const LapStored *match, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_create(self->inner, match, error);
}

static gboolean failing_store_append(LapStore *store, const char *match, guint64 index, const char *entry,
                                     LapStoredState state, gint64 now, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_append(self->inner, match, index, entry, state, now, error);
}

static gboolean failing_store_set_seats(LapStore *store, const char *match, const char *seats, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_set_seats(self->inner, match, seats, error);
}

static gboolean failing_store_set_game(LapStore *store, const char *match, const char *game, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_set_game(self->inner, match, game, error);
}

static gboolean failing_store_commit(LapStore *store, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  if (may_write(self, error)) return lap_store_commit(self->inner, error);
  failing_store_roll_back(store);
  return FALSE;
}

static LapStored *failing_store_find(LapStore *store, const char *match, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return works(self, error) ? lap_store_find(self->inner, match, error) : NULL;
}

static GPtrArray *failing_store_entries(LapStore *store, const char *match, guint64 after, guint64 upto, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return works(self, error) ? lap_store_entries(self->inner, match, after, upto, error) : NULL;
}

static gboolean failing_store_keep(LapStore *store, const char *match, GPtrArray *snapshots, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_keep_snapshots(self->inner, match, snapshots, error);
}

static LapSnapshot *failing_store_snapshot(LapStore *store, const char *match, guint64 upto, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return works(self, error) ? lap_store_find_snapshot(self->inner, match, upto, error) : NULL;
}

static GPtrArray *failing_store_tails(LapStore *store, const char *match, guint64 upto, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return works(self, error) ? lap_store_get_tails(self->inner, match, upto, error) : NULL;
}

static GPtrArray *failing_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                                     GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return works(self, error) ? lap_store_list(self->inner, filter, cursor, limit, error) : NULL;
}

static gboolean failing_store_add_message(LapStore *store, const char *match, guint64 number, const char *message,
                                          GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_add_message(self->inner, match, number, message, error);
}

static GPtrArray *failing_store_messages(LapStore *store, const char *match, guint64 before, guint limit,
                                         GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return works(self, error) ? lap_store_get_messages(self->inner, match, before, limit, error) : NULL;
}

static gboolean failing_store_remove(LapStore *store, const char *match, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_remove(self->inner, match, error);
}

static gboolean failing_store_has_build(LapStore *store, const char *name)
{
  return lap_store_has_build(FAILING_STORE(store)->inner, name);
}

static gboolean failing_store_keep_build(LapStore *store, const char *match, const char *name, GBytes *content,
                                         GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_keep_build(self->inner, match, name, content, error);
}

static gboolean failing_store_release_builds(LapStore *store, const char *match, gboolean drop, GError **error)
{
  FailingStore *self = FAILING_STORE(store);
  return may_write(self, error) && lap_store_release_builds(self->inner, match, drop, error);
}

static void store_iface_init(LapStoreInterface *iface)
{
  iface->create = failing_store_create;
  iface->append = failing_store_append;
  iface->set_seats = failing_store_set_seats;
  iface->set_game = failing_store_set_game;
  iface->commit = failing_store_commit;
  iface->roll_back = failing_store_roll_back;
  iface->find = failing_store_find;
  iface->entries = failing_store_entries;
  iface->keep = failing_store_keep;
  iface->snapshot = failing_store_snapshot;
  iface->tails = failing_store_tails;
  iface->add_message = failing_store_add_message;
  iface->messages = failing_store_messages;
  iface->list = failing_store_list;
  iface->remove = failing_store_remove;
  iface->has_build = failing_store_has_build;
  iface->keep_build = failing_store_keep_build;
  iface->release_builds = failing_store_release_builds;
}

static void failing_store_finalize(GObject *object)
{
  g_object_unref(FAILING_STORE(object)->inner);
  G_OBJECT_CLASS(failing_store_parent_class)->finalize(object);
}

static void failing_store_class_init(FailingStoreClass *class)
{
  G_OBJECT_CLASS(class)->finalize = failing_store_finalize;
}

static void failing_store_init(FailingStore *self) { self->inner = lap_store_open("memory:", NULL); }

FailingStore *failing_store_new(guint at)
{
  FailingStore *store = g_object_new(TYPE_FAILING_STORE, NULL);
  store->at = at;
  return store;
}

guint failing_store_get_calls(FailingStore *store) { return store->calls; }
void failing_store_set_broken(FailingStore *store, gboolean broken) { store->broken = broken; }
