/* Inside the SQLite store: its state, its statements, and what its files share.
 *
 * sqlite-store.c writes, opens and closes; sqlite-read.c finds, lists and reads entries; sqlite-snapshots.c keeps and
 * reads snapshots, sqlite-builds.c builds; sqlite-backup.c copies it all; sqlite-statement.c runs SQL for all, and
 * holds the rule that an error in a transaction spoils all of it. */
#pragma once

#include "chain.h"
#include "sqlite-file.h"
#include "sqlite-files.h"
#include "sqlite-mark.h"
#include "store-private.h"

G_BEGIN_DECLS

typedef enum {
  LAP_SQL_BEGIN,
  LAP_SQL_COMMIT,
  LAP_SQL_ROLL_BACK,
  LAP_SQL_CREATE_MATCH,
  LAP_SQL_CREATE_HEADER,
  LAP_SQL_COUNT_ENTRY,
  LAP_SQL_APPEND_ENTRY,
  LAP_SQL_SET_SEATS,
  LAP_SQL_SET_GAME,
  LAP_SQL_REMOVE_ENTRIES,
  LAP_SQL_REMOVE_HEADER,
  LAP_SQL_REMOVE_MATCH,
  LAP_SQL_SET_TOTALS,
  LAP_SQL_ADD_INCIDENT,
  LAP_SQL_TOTALS,
  LAP_SQL_LOOK_UP,
  LAP_SQL_START,
  LAP_SQL_FIND,
  LAP_SQL_ENTRIES,
  LAP_SQL_LIST,
  LAP_SQL_PLACES,
  LAP_SQL_KEEP_SNAPSHOT,
  LAP_SQL_REMOVE_SNAPSHOTS,
  LAP_SQL_SNAPSHOT,
  LAP_SQL_SNAPSHOT_FROM,
  LAP_SQL_TAILS,
  LAP_SQL_COUNT_MESSAGES,
  LAP_SQL_ADD_MESSAGE,
  LAP_SQL_MESSAGES,
  LAP_SQL_REMOVE_MESSAGES,
  LAP_SQL_HAS_BUILD,
  LAP_SQL_PUT_BUILD,
  LAP_SQL_GET_BUILD,
  LAP_SQL_NEEDED_BUILDS,
  LAP_SQL_NEED_BUILD,
  LAP_SQL_RELEASE_BUILDS,
  LAP_SQL_DROP_BUILDS,
  LAP_SQL_STATEMENTS
} LapSql;

#define LAP_TYPE_SQLITE_STORE (lap_sqlite_store_get_type())
G_DECLARE_FINAL_TYPE(LapSqliteStore, lap_sqlite_store, LAP, SQLITE_STORE, GObject)

struct _LapSqliteStore {
  GObject parent_instance;

  char *path;
  sqlite3 *db;                                 /* the one connection */
  sqlite3_stmt *statement[LAP_SQL_STATEMENTS]; /* each is reset between calls */
  gboolean writing;                            /* a transaction is open, which the next commit ends */
  GError *spoiled; /* why what was written since the last commit is lost, until a commit has returned it */
  GError *gone;    /* why nothing is kept any more, or NULL */
  LapStoreTotals totals, committed; /* with what is written, and as of the last commit */

  guint8 id[LAP_MARK_ID_SIZE];
  LapSqliteFiles files;
  LapMark *mark;
  guint unsynced; /* commits since the mark was synced */
  char *warning;  /* or NULL */
};

/* A row of the table of matches; `number` is 0 if there is none. */
typedef struct {
  gint64 number;
  guint64 entries;
  gint64 last; /* number of its last entry, 0 if it has none */
  LapChain head;
} LapSqliteRow;

/* --- sqlite-statement.c */

gboolean lap_sqlite_prepare(LapSqliteStore *self, GError **error);

/* Binds one argument after another: 's' a text, 'i' a gint64, 'h' a LapChain *, 'b' a GBytes *. All must live until the
 * statement is reset; NULL is bound as such. */
sqlite3_stmt *lap_sqlite_start(LapSqliteStore *self, LapSql which, const char *types, ...);
/* Resets a statement that reads and ended with `result`. */
gboolean lap_sqlite_finish(LapSqliteStore *self, sqlite3_stmt *statement, int result, GError **error);
/* Runs a statement that writes. */
gboolean lap_sqlite_run(LapSqliteStore *self, GError **error, LapSql which, const char *types, ...);

/* Rolls the open transaction back; everything fails for this reason until a commit has returned it. */
void lap_sqlite_spoil(LapSqliteStore *self, const GError *reason);
void lap_sqlite_end_transaction(LapSqliteStore *self);

gboolean lap_sqlite_look_up(LapSqliteStore *self, const char *id, LapSqliteRow *row, GError **error);
/* FALSE if the column has no hash. */
gboolean lap_sqlite_get_chain(sqlite3_stmt *row, int column, LapChain *chain);
/* Sets the error; `what` is what the damage is. Returns: FALSE, always */
gboolean lap_sqlite_damaged(LapSqliteStore *self, GError **error, const char *what, ...) G_GNUC_PRINTF(3, 4);

/* --- sqlite-read.c: as in LapStoreInterface */

LapStored *lap_sqlite_find(LapStore *store, const char *id, GError **error);
GPtrArray *lap_sqlite_entries(LapStore *store, const char *id, guint64 after, guint64 upto, GError **error);
GPtrArray *lap_sqlite_messages(LapStore *store, const char *id, guint64 before, guint limit, GError **error);
GPtrArray *lap_sqlite_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                           GError **error);

/* --- sqlite-backup.c: as in LapStoreInterface */

void lap_sqlite_backup(LapStore *store, const char *path, GTask *task);
void lap_sqlite_backup_totals(GTask *task, guint64 *matches, guint64 *entries);

/* --- sqlite-verify.c: as in LapStoreInterface */

void lap_sqlite_verify(LapStore *store, GPtrArray *findings, GPtrArray *past);

/* --- sqlite-builds.c: as in LapStoreInterface, but those with a row, for a match that was looked up in a transaction
 */

gboolean lap_sqlite_has_build(LapStore *store, const char *name);
gboolean lap_sqlite_keep_build(LapSqliteStore *self, const LapSqliteRow *row, const char *name, GBytes *content,
                               GError **error);
gboolean lap_sqlite_release_builds(LapSqliteStore *self, const LapSqliteRow *row, gboolean drop, GError **error);
/* From a row of `hash` and `content`; NULL if it is not what was written. */
GBytes *lap_sqlite_read_build(sqlite3_stmt *row);
GBytes *lap_sqlite_get_build(LapStore *store, const char *name, GError **error);
GPtrArray *lap_sqlite_get_builds(LapStore *store, const char *id, GError **error);

/* --- sqlite-snapshots.c: as in LapStoreInterface, but the first, for a match that was looked up in a transaction */

gboolean lap_sqlite_keep(LapSqliteStore *self, const LapSqliteRow *row, GPtrArray *snapshots, GError **error);
LapSnapshot *lap_sqlite_snapshot(LapStore *store, const char *id, guint64 upto, GError **error);
GPtrArray *lap_sqlite_tails(LapStore *store, const char *id, guint64 upto, GError **error);
/* Changes the row to that which the match had at the first snapshot that has entry `upto`, if there is one. */
gboolean lap_sqlite_end_at_snapshot(LapSqliteStore *self, LapSqliteRow *row, guint64 upto, GError **error);

G_END_DECLS
