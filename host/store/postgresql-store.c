/* A store in a PostgreSQL database, over one connection of libpq in pipeline mode. It is a module of its own: what is
 * here is loaded when the address of a store asks for it.
 *
 * What is written between two commits is one transaction, which the first write opens. Writes are sent and not waited
 * for; the row of a match is written once, before the commit. So a batch costs one exchange, whatever is in it. What
 * must be known before (how many entries a match has, and their hash) is remembered, since nobody else writes to the
 * store as long as this owner has it.
 *
 * An error spoils the transaction, as in the embedded store. When the connection is lost during a commit, the store
 * connects again, and its generation tells whether the commit succeeded. */
#include "postgresql-store.h"
#include "postgresql-private.h"

static void postgresql_store_iface_init(LapStoreInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(LapPostgresqlStore, lap_postgresql_store, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(LAP_TYPE_STORE, postgresql_store_iface_init))

/* --- writing */

static gboolean begin(LapPostgresqlStore *self, GError **error)
{
  if (self->writing) return TRUE;
  g_autoptr(GError) reason = NULL;
  if (!self->spoiled && !lap_pg_ready(self, &reason)) lap_pg_spoil(self, reason);
  if (self->spoiled) {
    g_propagate_error(error, g_error_copy(self->spoiled));
    return FALSE;
  }
  self->writing = TRUE;
  return lap_pg_run(self, error, LAP_PG_BEGIN);
}

/* Opens the transaction if there is none, and looks the match up. */
static LapPgRow *begin_on(LapPostgresqlStore *self, const char *id, GError **error)
{
  g_autoptr(GError) reason = NULL;
  if (!begin(self, error)) return NULL;
  LapPgRow *row = lap_pg_look_up(self, id, &reason);
  if (row) return row;
  lap_pg_spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return NULL;
}

static LapPgRow *begin_on_match(LapPostgresqlStore *self, const char *id, GError **error)
{
  LapPgRow *row = begin_on(self, id, error);
  return row && (row->exists || lap_store_no_such_match(id, error)) ? row : NULL;
}

static gboolean postgresql_store_create(LapStore *store, const LapStored *match, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  LapPgRow *row = begin_on(self, match->id, error);
  if (!row) return FALSE;
  if (row->exists) return lap_store_match_exists(match->id, error);

  LapChain head = lap_chain_start(match->id, match->created, match->header);
  if (!lap_pg_run(self, error, LAP_PG_CREATE_MATCH, match->id, match->game, match->created, match->changed,
                  (gint64)match->state, (gint64)(match->is_public != FALSE), &head) ||
      !lap_pg_run(self, error, LAP_PG_CREATE_HEADER, match->id, match->seats, match->header) ||
      (self->public_address && !lap_pg_run(self, error, LAP_PG_CREATE_LEASE, match->id, self->owner, self->epoch)))
    return FALSE;
  *row = (LapPgRow){
      .id = row->id, .exists = TRUE, .changed = match->changed, .state = match->state, .head = head, .touched = TRUE};
  self->totals.matches++;
  lap_chain_combine(&self->totals.digest, &head);
  return TRUE;
}

static gboolean postgresql_store_append(LapStore *store, const char *id, guint64 index, const char *entry,
                                        LapStoredState state, gint64 now, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  LapPgRow *row = begin_on_match(self, id, error);
  if (!row || !lap_store_check_next(id, row->entries, index, error)) return FALSE;

  LapChain head = lap_chain_next(&row->head, entry);
  row->touched = TRUE;
  if (!lap_pg_run(self, error, LAP_PG_APPEND_ENTRY, id, (gint64)index, &head, entry)) return FALSE;
  self->totals.entries++;
  lap_chain_combine(&self->totals.digest, &row->head);
  lap_chain_combine(&self->totals.digest, &head);
  row->entries = index;
  row->state = state;
  row->changed = now;
  row->head = head;
  row->dirty = TRUE;
  return TRUE;
}

static gboolean postgresql_store_set_seats(LapStore *store, const char *id, const char *seats, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  return begin_on_match(self, id, error) && lap_pg_run(self, error, LAP_PG_SET_SEATS, id, seats);
}

static gboolean postgresql_store_set_game(LapStore *store, const char *id, const char *game, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  return begin_on_match(self, id, error) && lap_pg_run(self, error, LAP_PG_SET_GAME, id, game);
}

static gboolean postgresql_store_add_message(LapStore *store, const char *id, guint64 number, const char *message,
                                             GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  LapPgRow *row = begin_on_match(self, id, error);
  if (!row || !lap_store_check_next(id, row->messages, number, error)) return FALSE;
  row->touched = TRUE;
  row->messages = number;
  return lap_pg_run(self, error, LAP_PG_ADD_MESSAGE, id, (gint64)number, message);
}

static gboolean postgresql_store_keep(LapStore *store, const char *id, GPtrArray *snapshots, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  const LapSnapshot *first = snapshots->pdata[0];
  if (!begin_on_match(self, id, error) || !lap_pg_run(self, error, LAP_PG_REMOVE_SNAPSHOTS, id, (gint64)first->place))
    return FALSE;
  for (guint i = 0; i < snapshots->len; i++) {
    const LapSnapshot *snapshot = snapshots->pdata[i];
    if (!lap_pg_run(self, error, LAP_PG_KEEP_SNAPSHOT, id, (gint64)snapshot->place, snapshot->tail, snapshot->state))
      return FALSE;
  }
  return TRUE;
}

static gboolean postgresql_store_keep_build(LapStore *store, const char *id, const char *name, GBytes *content,
                                            GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  return begin_on_match(self, id, error) && lap_pg_keep_build(self, id, name, content, error);
}

static gboolean postgresql_store_release_builds(LapStore *store, const char *id, gboolean drop, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  return begin_on_match(self, id, error) && lap_pg_release_builds(self, id, drop, error);
}

static gboolean postgresql_store_remove(LapStore *store, const char *id, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  LapPgRow *row = begin_on_match(self, id, error);
  if (!row) return FALSE;
  row->touched = TRUE;
  row->dirty = FALSE;
  if (!lap_pg_run(self, error, LAP_PG_REMOVE_ENTRIES, id) ||
      !lap_pg_run(self, error, LAP_PG_REMOVE_SNAPSHOTS, id, (gint64)0) ||
      !lap_pg_run(self, error, LAP_PG_REMOVE_MESSAGES, id) || !lap_pg_release_builds(self, id, TRUE, error) ||
      !lap_pg_run(self, error, LAP_PG_REMOVE_LEASE, id) || !lap_pg_run(self, error, LAP_PG_REMOVE_HEADER, id) ||
      !lap_pg_run(self, error, LAP_PG_REMOVE_MATCH, id))
    return FALSE;
  self->totals.matches--;
  self->totals.entries -= (gint64)row->entries;
  lap_chain_combine(&self->totals.digest, &row->head);
  row->exists = FALSE;
  return TRUE;
}

/* --- committing */

static void postgresql_store_roll_back(LapStore *store)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  lap_pg_end_transaction(self);
  g_clear_error(&self->spoiled);
}

static gboolean is_gone(gpointer id G_GNUC_UNUSED, gpointer data, gpointer user G_GNUC_UNUSED)
{
  LapPgRow *row = data;
  row->touched = FALSE;
  return !row->exists;
}

static void finish_commit(LapPostgresqlStore *self)
{
  self->writing = FALSE;
  self->totals.generation++;
  self->committed = self->totals;
  g_hash_table_foreach_remove(self->rows, is_gone, NULL);
}

static void write_batch(LapPostgresqlStore *self)
{
  const LapStoreTotals *totals = &self->totals;
  GError *reason = NULL;
  lap_pg_send_rows(self);
  lap_pg_send(self, LAP_PG_COUNT_BATCH, self->owner, self->epoch, totals->generation, totals->matches, totals->entries,
              &totals->digest);
  lap_pg_send(self, LAP_PG_COMMIT);
  LapPgOutcome outcome = lap_pg_settle(self, self->address.answer, NULL, &reason);
  if (outcome == LAP_PG_DONE) return finish_commit(self);
  if (outcome == LAP_PG_LOST) {
    self->writing = FALSE; /* whatever became of it, there is no transaction any more */
    if (!lap_pg_resolve(self, reason, &self->spoiled)) lap_pg_end_transaction(self);
  } else {
    lap_pg_spoil(self, reason);
  }
  g_error_free(reason);
}

static gboolean postgresql_store_commit(LapStore *store, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  if (self->writing) write_batch(self);
  if (!self->spoiled) return TRUE;

  g_propagate_error(error, g_steal_pointer(&self->spoiled));
  return FALSE;
}

static gboolean postgresql_store_check(LapStore *store, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  return self->writing || lap_pg_ready(self, error);
}

static const char *postgresql_store_get_warning(LapStore *store) { return LAP_POSTGRESQL_STORE(store)->warning; }

static void postgresql_store_iface_init(LapStoreInterface *iface)
{
  iface->create = postgresql_store_create;
  iface->append = postgresql_store_append;
  iface->set_seats = postgresql_store_set_seats;
  iface->set_game = postgresql_store_set_game;
  iface->commit = postgresql_store_commit;
  iface->roll_back = postgresql_store_roll_back;
  iface->find = lap_pg_find;
  iface->entries = lap_pg_entries;
  iface->add_message = postgresql_store_add_message;
  iface->messages = lap_pg_messages;
  iface->list = lap_pg_list;
  iface->keep = postgresql_store_keep;
  iface->snapshot = lap_pg_snapshot;
  iface->tails = lap_pg_tails;
  iface->remove = postgresql_store_remove;
  iface->has_build = lap_pg_has_build;
  iface->keep_build = postgresql_store_keep_build;
  iface->release_builds = postgresql_store_release_builds;
  iface->get_build = lap_pg_get_build;
  iface->get_builds = lap_pg_get_builds;
  iface->check = postgresql_store_check;
  iface->get_warning = postgresql_store_get_warning;
  iface->verify = lap_pg_verify;
  iface->claim = lap_pg_claim;
  iface->release = lap_pg_release;
  iface->renew = lap_pg_renew;
  iface->leave = lap_pg_leave;
}

/* --- opening and closing */

static void row_free(gpointer data)
{
  LapPgRow *row = data;
  g_free(row->id);
  g_free(row);
}

static void lap_postgresql_store_finalize(GObject *object)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(object);
  lap_pg_leave(LAP_STORE(self));
  lap_pg_session_clear(&self->main);
  lap_pg_session_clear(&self->control);
  lap_pg_address_clear(&self->address);
  g_free(self->id);
  g_free(self->warning);
  g_hash_table_unref(self->rows);
  g_hash_table_unref(self->released);
  g_free(self->owner);
  g_free(self->public_address);
  g_clear_error(&self->spoiled);
  g_clear_error(&self->gone);
  G_OBJECT_CLASS(lap_postgresql_store_parent_class)->finalize(object);
}

static void lap_postgresql_store_class_init(LapPostgresqlStoreClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_postgresql_store_finalize;
}

static void lap_postgresql_store_init(LapPostgresqlStore *self)
{
  self->rows = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, row_free);
  self->released = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  lap_pg_session_init(&self->main, &self->address);
  lap_pg_session_init(&self->control, &self->address);
}

LapStore *lap_postgresql_store_open(const char *url, const char *node, const char *address, GError **error)
{
  g_autoptr(LapPostgresqlStore) self = g_object_new(LAP_TYPE_POSTGRESQL_STORE, NULL);
  self->owner = g_strdup(node ? node : LAP_PG_SINGLE);
  self->public_address = g_strdup(node ? address : NULL);
  return lap_pg_open(self, url, error) ? LAP_STORE(g_steal_pointer(&self)) : NULL;
}
