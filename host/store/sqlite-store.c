/* A store in one SQLite file, embedded: nothing to install, nothing to start.
 *
 * It uses a write-ahead log with synchronous=FULL, and one connection, which locks the file for as long as it is open.
 * The lock is the kernel's, so it ends with the process, however that ends. Beside the file lies PATH-wal while the
 * store is open, and after a crash. The file is readable to its owner alone, since it holds what players may not know.
 *
 * What is written between two commits is one transaction, which the first write opens. An error in it rolls all of it
 * back and spoils it: later writes and the commit fail with the same error, so that no caller takes a part for the
 * whole. After that commit, or a roll back, the store is usable again. */
#include "sqlite-private.h"

/* The mark is synced every so many commits, and when the store is closed. */
#define MARK_SYNC 256

static void sqlite_store_iface_init(LapStoreInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(LapSqliteStore, lap_sqlite_store, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(LAP_TYPE_STORE, sqlite_store_iface_init))

/* --- writing */

/* Notes for good that the files are not those that are open. */
static gboolean check_files(LapSqliteStore *self, GError **error)
{
  if (!self->gone && !self->writing) lap_sqlite_files_check(&self->files, &self->gone);
  if (!self->gone) return TRUE;
  if (error) *error = g_error_copy(self->gone);
  return FALSE;
}

static gboolean begin(LapSqliteStore *self, GError **error)
{
  if (self->writing) return TRUE;
  g_autoptr(GError) reason = NULL;
  if (!self->spoiled && !check_files(self, &reason)) lap_sqlite_spoil(self, reason);
  if (self->spoiled) {
    g_propagate_error(error, g_error_copy(self->spoiled));
    return FALSE;
  }
  self->writing = lap_sqlite_run(self, error, LAP_SQL_BEGIN, "");
  return self->writing;
}

/* Opens the transaction if there is none, and looks the match up. */
static gboolean begin_on(LapSqliteStore *self, const char *id, LapSqliteRow *row, GError **error)
{
  g_autoptr(GError) reason = NULL;
  if (!begin(self, error)) return FALSE;
  if (lap_sqlite_look_up(self, id, row, &reason)) return TRUE;
  lap_sqlite_spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return FALSE;
}

static gboolean begin_on_match(LapSqliteStore *self, const char *id, LapSqliteRow *row, GError **error)
{
  return begin_on(self, id, row, error) && (row->number || lap_store_no_such_match(id, error));
}

static gboolean sqlite_store_create(LapStore *store, const LapStored *match, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  if (!begin_on(self, match->id, &row, error)) return FALSE;
  if (row.number) return lap_store_match_exists(match->id, error);

  LapChain head = lap_chain_start(match->id, match->created, match->header);
  if (!lap_sqlite_run(self, error, LAP_SQL_CREATE_MATCH, "ssiiiih", match->id, match->game, match->created,
                      match->changed, (gint64)match->state, (gint64)(match->is_public != FALSE), &head) ||
      !lap_sqlite_run(self, error, LAP_SQL_CREATE_HEADER, "ss", match->seats, match->header))
    return FALSE;
  self->totals.matches++;
  lap_chain_combine(&self->totals.digest, &head);
  return TRUE;
}

static gboolean sqlite_store_append(LapStore *store, const char *id, guint64 index, const char *entry,
                                    LapStoredState state, gint64 now, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  if (!begin_on_match(self, id, &row, error) || !lap_store_check_next(id, row.entries, index, error)) return FALSE;

  LapChain head = lap_chain_next(&row.head, entry);
  if (!lap_sqlite_run(self, error, LAP_SQL_APPEND_ENTRY, "iiihs", row.number, (gint64)index, row.last, &head, entry) ||
      !lap_sqlite_run(self, error, LAP_SQL_COUNT_ENTRY, "iiiih", row.number, (gint64)index, (gint64)state, now, &head))
    return FALSE;
  self->totals.entries++;
  lap_chain_combine(&self->totals.digest, &row.head);
  lap_chain_combine(&self->totals.digest, &head);
  return TRUE;
}

static gboolean sqlite_store_set_seats(LapStore *store, const char *id, const char *seats, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  return begin_on_match(self, id, &row, error) &&
         lap_sqlite_run(self, error, LAP_SQL_SET_SEATS, "is", row.number, seats);
}

static gboolean sqlite_store_set_game(LapStore *store, const char *id, const char *game, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  return begin_on_match(self, id, &row, error) && lap_sqlite_run(self, error, LAP_SQL_SET_GAME, "is", row.number, game);
}

static gboolean sqlite_store_add_message(LapStore *store, const char *id, guint64 number, const char *message,
                                         GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  if (!begin_on_match(self, id, &row, error)) return FALSE;

  sqlite3_stmt *count = lap_sqlite_start(self, LAP_SQL_COUNT_MESSAGES, "i", row.number);
  int result = sqlite3_step(count);
  guint64 messages = result == SQLITE_ROW ? (guint64)sqlite3_column_int64(count, 0) : 0;
  return lap_sqlite_finish(self, count, result, error) && lap_store_check_next(id, messages, number, error) &&
         lap_sqlite_run(self, error, LAP_SQL_ADD_MESSAGE, "iis", row.number, (gint64)number, message);
}

static gboolean sqlite_store_keep(LapStore *store, const char *id, GPtrArray *snapshots, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  return begin_on_match(self, id, &row, error) && lap_sqlite_keep(self, &row, snapshots, error);
}

static gboolean sqlite_store_keep_build(LapStore *store, const char *id, const char *name, GBytes *content,
                                        GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  return begin_on_match(self, id, &row, error) && lap_sqlite_keep_build(self, &row, name, content, error);
}

static gboolean sqlite_store_release_builds(LapStore *store, const char *id, gboolean drop, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  return begin_on_match(self, id, &row, error) && lap_sqlite_release_builds(self, &row, drop, error);
}

static gboolean sqlite_store_remove(LapStore *store, const char *id, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow row;
  if (!begin_on_match(self, id, &row, error) ||
      !lap_sqlite_run(self, error, LAP_SQL_REMOVE_ENTRIES, "iii", row.number, row.last, (gint64)1) ||
      !lap_sqlite_run(self, error, LAP_SQL_REMOVE_SNAPSHOTS, "ii", row.number, (gint64)0) ||
      !lap_sqlite_run(self, error, LAP_SQL_REMOVE_MESSAGES, "i", row.number) ||
      !lap_sqlite_release_builds(self, &row, TRUE, error) ||
      !lap_sqlite_run(self, error, LAP_SQL_REMOVE_HEADER, "i", row.number) ||
      !lap_sqlite_run(self, error, LAP_SQL_REMOVE_MATCH, "i", row.number))
    return FALSE;
  self->totals.matches--;
  self->totals.entries -= (gint64)row.entries;
  lap_chain_combine(&self->totals.digest, &row.head);
  return TRUE;
}

static void sqlite_store_roll_back(LapStore *store)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  lap_sqlite_end_transaction(self);
  g_clear_error(&self->spoiled);
}

static gboolean write_totals(LapSqliteStore *self)
{
  LapStoreTotals *totals = &self->totals;
  totals->generation++;
  return lap_sqlite_run(self, NULL, LAP_SQL_SET_TOTALS, "iiih", totals->generation, totals->matches, totals->entries,
                        &totals->digest);
}

static gboolean write_mark(LapSqliteStore *self)
{
  LapMarkState state = {.generation = (guint64)self->committed.generation, .digest = self->committed.digest};
  memcpy(state.store, self->id, sizeof state.store);
  return lap_mark_write(self->mark, &state);
}

/* A mark that cannot be written is some commits behind, no more: the commit has succeeded. */
static void renew_mark(LapSqliteStore *self)
{
  if (!write_mark(self) || ++self->unsynced < MARK_SYNC) return;
  lap_mark_sync(self->mark);
  self->unsynced = 0;
}

/* What went to files that are not in the folder any more is lost with the process. */
static void finish_commit(LapSqliteStore *self)
{
  self->writing = FALSE;
  self->committed = self->totals;
  renew_mark(self);
  if (!lap_sqlite_files_note(&self->files, &self->gone)) self->spoiled = g_error_copy(self->gone);
}

static gboolean sqlite_store_commit(LapStore *store, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  if (self->writing && write_totals(self) && lap_sqlite_run(self, NULL, LAP_SQL_COMMIT, "")) finish_commit(self);
  if (!self->spoiled) return TRUE;

  g_propagate_error(error, g_steal_pointer(&self->spoiled));
  return FALSE;
}

static gboolean sqlite_store_check(LapStore *store, GError **error)
{
  return check_files(LAP_SQLITE_STORE(store), error);
}

static const char *sqlite_store_get_warning(LapStore *store) { return LAP_SQLITE_STORE(store)->warning; }

static void sqlite_store_iface_init(LapStoreInterface *iface)
{
  iface->create = sqlite_store_create;
  iface->append = sqlite_store_append;
  iface->set_seats = sqlite_store_set_seats;
  iface->set_game = sqlite_store_set_game;
  iface->commit = sqlite_store_commit;
  iface->roll_back = sqlite_store_roll_back;
  iface->find = lap_sqlite_find;
  iface->entries = lap_sqlite_entries;
  iface->add_message = sqlite_store_add_message;
  iface->messages = lap_sqlite_messages;
  iface->list = lap_sqlite_list;
  iface->keep = sqlite_store_keep;
  iface->snapshot = lap_sqlite_snapshot;
  iface->tails = lap_sqlite_tails;
  iface->remove = sqlite_store_remove;
  iface->has_build = lap_sqlite_has_build;
  iface->keep_build = sqlite_store_keep_build;
  iface->release_builds = sqlite_store_release_builds;
  iface->get_build = lap_sqlite_get_build;
  iface->get_builds = lap_sqlite_get_builds;
  iface->check = sqlite_store_check;
  iface->get_warning = sqlite_store_get_warning;
  iface->verify = lap_sqlite_verify;
  iface->backup = lap_sqlite_backup;
  iface->backup_totals = lap_sqlite_backup_totals;
}

/* --- opening and closing */

static void lap_sqlite_store_finalize(GObject *object)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(object);
  if (self->mark && self->unsynced) lap_mark_sync(self->mark);
  lap_mark_close(self->mark);
  for (int i = 0; i < LAP_SQL_STATEMENTS; i++) sqlite3_finalize(self->statement[i]);
  sqlite3_close(self->db);
  g_free(self->path);
  g_free(self->warning);
  lap_sqlite_files_clear(&self->files);
  g_clear_error(&self->spoiled);
  g_clear_error(&self->gone);
  G_OBJECT_CLASS(lap_sqlite_store_parent_class)->finalize(object);
}

static void lap_sqlite_store_class_init(LapSqliteStoreClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_sqlite_store_finalize;
}

static void lap_sqlite_store_init(LapSqliteStore *self G_GNUC_UNUSED) {}

static gboolean read_totals(LapSqliteStore *self, GError **error)
{
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_TOTALS, "");
  int result = sqlite3_step(row);
  gboolean whole = result == SQLITE_ROW && lap_sqlite_get_chain(row, 3, &self->totals.digest) &&
                   sqlite3_column_bytes(row, 4) == sizeof self->id;
  if (whole) memcpy(self->id, sqlite3_column_blob(row, 4), sizeof self->id);
  self->totals.generation = sqlite3_column_int64(row, 0);
  self->totals.matches = sqlite3_column_int64(row, 1);
  self->totals.entries = sqlite3_column_int64(row, 2);
  self->committed = self->totals;
  if (!lap_sqlite_finish(self, row, result, error)) return FALSE;
  return whole || lap_sqlite_damaged(self, error, "it does not say what it holds");
}

#define CANNOT_TELL "%s-mark %s: whether the store has gone back to an older state is unknown"

/* Returns: (transfer full) (nullable): what the mark says against the store */
static char *compare(LapSqliteStore *self, LapMarkFound found, const LapMarkState *mark)
{
  guint64 generation = (guint64)self->totals.generation;
  const char *path = self->path;
  if (found != LAP_MARK_READ && !generation) return NULL; /* it was not made yet, or half */
  if (found != LAP_MARK_READ)
    return g_strdup_printf(CANNOT_TELL, path, found == LAP_MARK_ABSENT ? "is missing" : "is damaged");
  if (memcmp(mark->store, self->id, sizeof self->id) != 0)
    return g_strdup_printf("%s is not the store that was here: that one had come to generation %" G_GUINT64_FORMAT
                           ", this one is of generation %" G_GUINT64_FORMAT,
                           path, mark->generation, generation);
  if (generation < mark->generation)
    return g_strdup_printf("%s has gone back to an older state: it had come to generation %" G_GUINT64_FORMAT
                           ", and is of generation %" G_GUINT64_FORMAT
                           ", so that what was acknowledged in between is lost",
                           path, mark->generation, generation);
  if (generation == mark->generation && !lap_chain_equal(&mark->digest, &self->totals.digest))
    return g_strdup_printf("%s does not hold what it held at generation %" G_GUINT64_FORMAT, path, generation);
  return mark->damaged && generation ? g_strdup_printf(CANNOT_TELL, path, "is damaged") : NULL;
}

/* The generation goes on behind that of the mark, so that no two states of a store are of the same one. */
static gboolean note_incident(LapSqliteStore *self, guint64 marked, GError **error)
{
  if (!begin(self, error) || !lap_sqlite_run(self, error, LAP_SQL_ADD_INCIDENT, "is", g_get_real_time(), self->warning))
    return FALSE;
  self->totals.generation = MAX(self->totals.generation, (gint64)marked);
  return sqlite_store_commit(LAP_STORE(self), error);
}

static gboolean write_synced(LapSqliteStore *self, GError **error)
{
  if (write_mark(self) && lap_mark_sync(self->mark)) return lap_sqlite_files_note(&self->files, error);
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "cannot write to %s-mark", self->path);
  return FALSE;
}

/* A new store: once its mark is whole, both slots, its file says by itself that there must be one. */
static gboolean leave_generation_zero(LapSqliteStore *self, GError **error)
{
  if (!write_synced(self, error)) return FALSE;
  if (!begin(self, error) || !sqlite_store_commit(LAP_STORE(self), error)) return FALSE;
  int result = sqlite3_wal_checkpoint_v2(self->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  if (result != SQLITE_OK) return lap_sqlite_fail(self->db, result, "cannot write to", self->path, error);
  return lap_sqlite_files_note(&self->files, error);
}

static gboolean open_mark(LapSqliteStore *self, GError **error)
{
  LapMarkFound found;
  LapMarkState state = {0};
  self->mark = lap_mark_open(self->path, &found, &state, error);
  if (!self->mark) return FALSE;
  self->warning = compare(self, found, &state);
  lap_sqlite_files_init(&self->files, self->path);
  if (self->warning && !note_incident(self, state.generation, error)) return FALSE;
  return write_synced(self, error) && (self->committed.generation || leave_generation_zero(self, error));
}

LapStore *lap_sqlite_store_open(const char *path, GError **error)
{
  g_autoptr(LapSqliteStore) self = g_object_new(LAP_TYPE_SQLITE_STORE, NULL);
  self->path = g_strdup(path);
  self->db = lap_sqlite_open(path, lap_sqlite_steps, error);
  if (!self->db || !lap_sqlite_prepare(self, error) || !read_totals(self, error) || !open_mark(self, error))
    return NULL;
  return LAP_STORE(g_steal_pointer(&self));
}
