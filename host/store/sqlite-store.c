/* A store in one SQLite file, embedded: nothing to install, nothing to start.
 *
 * It uses a write-ahead log with synchronous=FULL, and one connection, which locks the file for as long as it is open.
 * The lock is the kernel's, so it ends with the process, however that ends. Beside the file lies PATH-wal while the
 * store is open, and after a crash. The file is readable to its owner alone, since it holds what players may not know.
 *
 * What is written between two commits is one transaction, which the first write opens. An error in it rolls all of it
 * back and spoils it: later writes and the commit fail with the same error, so that no caller takes a part for the
 * whole. After that commit, or a roll back, the store is usable again. */
#include "sqlite-file.h"
#include "store-private.h"

typedef enum {
  BEGIN,
  COMMIT,
  ROLL_BACK,
  CREATE_MATCH,
  CREATE_HEADER,
  COUNT_ENTRY,
  APPEND_ENTRY,
  REMOVE_ENTRIES,
  REMOVE_HEADER,
  REMOVE_MATCH,
  NUMBER,
  FIND,
  ENTRIES,
  LIST,
  N_STATEMENTS
} Statement;

/* The entries of match ?1 from its last, ?2, back to the first one after place ?3. Each must have the place before that
 * of the entry that names it, so that a damaged store cannot lead into an endless loop. */
#define CHAIN                                                                                 \
  "WITH RECURSIVE chain (number, place, before, text) AS ("                                   \
  "SELECT number, place, before, text FROM entry WHERE number = ?2 AND match = ?1 UNION ALL " \
  "SELECT entry.number, entry.place, entry.before, entry.text FROM chain JOIN entry "         \
  "ON entry.number = chain.before AND entry.match = ?1 AND entry.place = chain.place - 1 "    \
  "WHERE chain.place > ?3 + 1) "

#define STORED "SELECT id, game, text, created, changed, entries, over FROM match LEFT JOIN header ON match = number "

static const char *const sql[N_STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLL_BACK] = "ROLLBACK",
    [CREATE_MATCH] = "INSERT INTO match (id, game, created, changed, entries, over, last) "
                     "VALUES (?1, ?2, ?3, ?4, 0, ?5, 0)",
    [CREATE_HEADER] = "INSERT INTO header (match, text) VALUES (last_insert_rowid(), ?1)",
    [COUNT_ENTRY] = "UPDATE match SET entries = ?2, over = ?3, changed = ?4, last = last_insert_rowid() "
                    "WHERE number = ?1",
    [APPEND_ENTRY] = "INSERT INTO entry (match, place, before, text) VALUES (?1, ?2, ?3, ?4)",
    [REMOVE_ENTRIES] = "DELETE FROM entry WHERE number IN (" CHAIN "SELECT number FROM chain)",
    [REMOVE_HEADER] = "DELETE FROM header WHERE match = ?1",
    [REMOVE_MATCH] = "DELETE FROM match WHERE number = ?1",
    [NUMBER] = "SELECT number, entries, last FROM match WHERE id = ?1",
    [FIND] = STORED "WHERE id = ?1",
    [ENTRIES] = CHAIN "SELECT place, text FROM chain ORDER BY place",
    [LIST] = STORED "WHERE (changed, id) < (?1, ?2) AND (?3 IS NULL OR game = ?3) AND (?4 < 0 OR over = ?4) "
                    "ORDER BY changed DESC, id DESC LIMIT ?5",
};

#define LAP_TYPE_SQLITE_STORE (lap_sqlite_store_get_type())
G_DECLARE_FINAL_TYPE(LapSqliteStore, lap_sqlite_store, LAP, SQLITE_STORE, GObject)

struct _LapSqliteStore {
  GObject parent_instance;

  char *path;
  sqlite3 *db;                           /* the one connection */
  sqlite3_stmt *statement[N_STATEMENTS]; /* each is reset between calls */
  gboolean writing;                      /* a transaction is open, which the next commit ends */
  GError *spoiled; /* why what was written since the last commit is lost, until a commit has returned it */
};

static void sqlite_store_iface_init(LapStoreInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(LapSqliteStore, lap_sqlite_store, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(LAP_TYPE_STORE, sqlite_store_iface_init))

/* -- Statements -- */

/* Binds one argument after another: 's' a text or NULL, 'i' a gint64. Texts must live until the statement is reset. */
static sqlite3_stmt *bind(LapSqliteStore *self, Statement which, const char *types, va_list arguments)
{
  sqlite3_stmt *statement = self->statement[which];
  sqlite3_clear_bindings(statement);
  for (int i = 0; types[i]; i++) {
    if (types[i] == 's')
      sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1, SQLITE_STATIC);
    else
      sqlite3_bind_int64(statement, i + 1, va_arg(arguments, gint64));
  }
  return statement;
}

static sqlite3_stmt *start(LapSqliteStore *self, Statement which, const char *types, ...)
{
  va_list arguments;
  va_start(arguments, types);
  sqlite3_stmt *statement = bind(self, which, types, arguments);
  va_end(arguments);
  return statement;
}

static void end_transaction(LapSqliteStore *self)
{
  if (!sqlite3_get_autocommit(self->db)) {
    sqlite3_step(self->statement[ROLL_BACK]);
    sqlite3_reset(self->statement[ROLL_BACK]);
  }
  self->writing = FALSE;
}

static void spoil(LapSqliteStore *self, const GError *reason)
{
  if (!self->spoiled) self->spoiled = g_error_copy(reason);
  end_transaction(self);
}

/* Resets a statement that reads. Some errors make SQLite roll the open transaction back by itself. */
static gboolean finish(LapSqliteStore *self, sqlite3_stmt *statement, int result, GError **error)
{
  gboolean good = result == SQLITE_DONE || result == SQLITE_ROW;
  g_autoptr(GError) reason = NULL;
  if (!good) lap_sqlite_fail(self->db, result, "cannot read", self->path, &reason);
  sqlite3_reset(statement);
  if (good) return TRUE;

  if (self->writing && sqlite3_get_autocommit(self->db)) spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return FALSE;
}

/* Runs a statement that writes. */
static gboolean run(LapSqliteStore *self, GError **error, Statement which, const char *types, ...)
{
  va_list arguments;
  va_start(arguments, types);
  sqlite3_stmt *statement = bind(self, which, types, arguments);
  va_end(arguments);

  int result = sqlite3_step(statement);
  g_autoptr(GError) reason = NULL;
  if (result != SQLITE_DONE) lap_sqlite_fail(self->db, result, "cannot write to", self->path, &reason);
  sqlite3_reset(statement);
  if (!reason) return TRUE;

  spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return FALSE;
}

static void damaged(LapSqliteStore *self, const char *what, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT, "%s is damaged: %s", self->path, what);
}

/* -- Writing -- */

static gboolean begin(LapSqliteStore *self, GError **error)
{
  if (self->spoiled) {
    g_propagate_error(error, g_error_copy(self->spoiled));
    return FALSE;
  }
  if (!self->writing) self->writing = run(self, error, BEGIN, "");
  return self->writing;
}

/* A row of the table of matches; `number` is 0 if there is none. */
typedef struct {
  gint64 number;
  guint64 entries;
  gint64 last; /* number of its last entry, 0 if it has none */
} Row;

static gboolean look_up(LapSqliteStore *self, const char *id, Row *row, GError **error)
{
  sqlite3_stmt *statement = start(self, NUMBER, "s", id);
  int result = sqlite3_step(statement);
  *row = (Row){0};
  if (result == SQLITE_ROW)
    *row = (Row){sqlite3_column_int64(statement, 0), (guint64)sqlite3_column_int64(statement, 1),
                 sqlite3_column_int64(statement, 2)};
  return finish(self, statement, result, error);
}

/* Opens the transaction if there is none, and looks the match up. */
static gboolean begin_on(LapSqliteStore *self, const char *id, Row *row, GError **error)
{
  g_autoptr(GError) reason = NULL;
  if (!begin(self, error)) return FALSE;
  if (look_up(self, id, row, &reason)) return TRUE;
  spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return FALSE;
}

static gboolean sqlite_store_create(LapStore *store, const LapStored *match, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  Row row;
  if (!begin_on(self, match->id, &row, error)) return FALSE;
  if (row.number) return lap_store_match_exists(match->id, error);

  return run(self, error, CREATE_MATCH, "ssiii", match->id, match->game, match->created, match->changed,
             (gint64)(match->over != FALSE)) &&
         run(self, error, CREATE_HEADER, "s", match->header);
}

static gboolean sqlite_store_append(LapStore *store, const char *id, guint64 index, const char *entry, gboolean over,
                                    gint64 now, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  Row row;
  if (!begin_on(self, id, &row, error)) return FALSE;
  if (!row.number) return lap_store_no_such_match(id, error);
  if (!lap_store_check_next(id, row.entries, index, error)) return FALSE;

  return run(self, error, APPEND_ENTRY, "iiis", row.number, (gint64)index, row.last, entry) &&
         run(self, error, COUNT_ENTRY, "iiii", row.number, (gint64)index, (gint64)(over != FALSE), now);
}

static gboolean sqlite_store_remove(LapStore *store, const char *id, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  Row row;
  if (!begin_on(self, id, &row, error)) return FALSE;
  if (!row.number) return lap_store_no_such_match(id, error);

  return run(self, error, REMOVE_ENTRIES, "iii", row.number, row.last, (gint64)0) &&
         run(self, error, REMOVE_HEADER, "i", row.number) && run(self, error, REMOVE_MATCH, "i", row.number);
}

static void sqlite_store_roll_back(LapStore *store)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  end_transaction(self);
  g_clear_error(&self->spoiled);
}

static gboolean sqlite_store_commit(LapStore *store, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  if (self->writing && run(self, NULL, COMMIT, "")) self->writing = FALSE;
  if (!self->spoiled) return TRUE;

  g_propagate_error(error, g_steal_pointer(&self->spoiled));
  return FALSE;
}

/* -- Reading -- */

static gboolean has_texts(sqlite3_stmt *row, int first, int n)
{
  for (int i = first; i < first + n; i++)
    if (sqlite3_column_type(row, i) != SQLITE_TEXT || !sqlite3_column_text(row, i)) return FALSE;
  return TRUE;
}

static char *get_text(sqlite3_stmt *row, int column)
{
  return g_strdup((const char *)sqlite3_column_text(row, column));
}

/* NULL if something of it is missing. */
static LapStored *read_stored(sqlite3_stmt *row)
{
  if (!has_texts(row, 0, 3)) return NULL;
  LapStored *stored = g_new(LapStored, 1);
  *stored = (LapStored){
      .id = get_text(row, 0),
      .game = get_text(row, 1),
      .header = get_text(row, 2),
      .created = sqlite3_column_int64(row, 3),
      .changed = sqlite3_column_int64(row, 4),
      .entries = (guint64)sqlite3_column_int64(row, 5),
      .over = sqlite3_column_int(row, 6) != 0,
  };
  return stored;
}

static LapStored *sqlite_store_find(LapStore *store, const char *id, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  sqlite3_stmt *row = start(self, FIND, "s", id);
  int result = sqlite3_step(row);
  g_autoptr(LapStored) stored = result == SQLITE_ROW ? read_stored(row) : NULL;
  if (!finish(self, row, result, error)) return NULL;

  if (result == SQLITE_DONE)
    lap_store_no_such_match(id, error);
  else if (!stored)
    damaged(self, "a match lacks its header", error);
  return g_steal_pointer(&stored);
}

/* NULL, with no error, if they do not follow one another. */
static GPtrArray *read_entries(LapSqliteStore *self, const Row *row, guint64 after, GError **error)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(g_free);
  sqlite3_stmt *entry = start(self, ENTRIES, "iii", row->number, row->last, (gint64)after);
  int result;
  while ((result = sqlite3_step(entry)) == SQLITE_ROW) {
    if ((guint64)sqlite3_column_int64(entry, 0) != after + entries->len + 1 || !has_texts(entry, 1, 1)) break;
    g_ptr_array_add(entries, get_text(entry, 1));
  }
  gboolean whole = finish(self, entry, result, error) && result == SQLITE_DONE && after + entries->len == row->entries;
  return whole ? g_steal_pointer(&entries) : NULL;
}

static GPtrArray *sqlite_store_entries(LapStore *store, const char *id, guint64 after, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  g_autoptr(GError) reason = NULL;
  Row row;
  if (!look_up(self, id, &row, error)) return NULL;
  if (!row.number) {
    lap_store_no_such_match(id, error);
    return NULL;
  }
  if (after >= row.entries) return g_ptr_array_new_with_free_func(g_free);

  GPtrArray *entries = read_entries(self, &row, after, &reason);
  if (!entries && !reason) damaged(self, "a match lacks some of its entries", &reason);
  if (reason) g_propagate_error(error, g_steal_pointer(&reason));
  return entries;
}

static sqlite3_stmt *start_list(LapSqliteStore *self, const LapStoreFilter *filter, const char *cursor, guint limit)
{
  LapStorePlace place;
  lap_store_read_cursor(cursor, &place);
  if (filter->changed_before && filter->changed_before <= place.changed)
    place = (LapStorePlace){.changed = filter->changed_before, .id = ""};

  gint64 over = filter->only_over ? 1 : filter->only_running ? 0 : -1;
  return start(self, LIST, "issii", place.changed, place.id, filter->game, over, (gint64)limit);
}

static GPtrArray *sqlite_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                                    GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func((GDestroyNotify)lap_stored_free);
  if (filter->only_running && filter->only_over) return g_steal_pointer(&list);

  sqlite3_stmt *row = start_list(self, filter, cursor, limit);
  int result;
  while ((result = sqlite3_step(row)) == SQLITE_ROW) {
    LapStored *stored = read_stored(row);
    if (!stored) break;
    g_ptr_array_add(list, stored);
  }
  if (!finish(self, row, result, error)) return NULL;
  if (result == SQLITE_DONE) return g_steal_pointer(&list);

  damaged(self, "a match lacks its header", error);
  return NULL;
}

static void sqlite_store_iface_init(LapStoreInterface *iface)
{
  iface->create = sqlite_store_create;
  iface->append = sqlite_store_append;
  iface->commit = sqlite_store_commit;
  iface->roll_back = sqlite_store_roll_back;
  iface->find = sqlite_store_find;
  iface->entries = sqlite_store_entries;
  iface->list = sqlite_store_list;
  iface->remove = sqlite_store_remove;
}

/* -- Opening and closing -- */

static void lap_sqlite_store_finalize(GObject *object)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(object);
  for (int i = 0; i < N_STATEMENTS; i++) sqlite3_finalize(self->statement[i]);
  sqlite3_close(self->db);
  g_free(self->path);
  g_clear_error(&self->spoiled);
  G_OBJECT_CLASS(lap_sqlite_store_parent_class)->finalize(object);
}

static void lap_sqlite_store_class_init(LapSqliteStoreClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_sqlite_store_finalize;
}

static void lap_sqlite_store_init(LapSqliteStore *self G_GNUC_UNUSED) {}

LapStore *lap_sqlite_store_open(const char *path, GError **error)
{
  g_autoptr(LapSqliteStore) self = g_object_new(LAP_TYPE_SQLITE_STORE, NULL);
  self->path = g_strdup(path);
  self->db = lap_sqlite_open(path, lap_sqlite_steps, error);
  if (!self->db) return NULL;

  for (int i = 0; i < N_STATEMENTS; i++) {
    int result = sqlite3_prepare_v3(self->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &self->statement[i], NULL);
    if (result != SQLITE_OK && !lap_sqlite_fail(self->db, result, "cannot open", path, error)) return NULL;
  }
  return LAP_STORE(g_steal_pointer(&self));
}
