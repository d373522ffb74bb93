/* Inside the PostgreSQL store: its state, its statements, and what its files share.
 *
 * postgresql-store.c writes and commits; postgresql-owner.c opens the store, takes it, and takes it again after the
 * connection was lost; postgresql-read.c finds, lists and reads, postgresql-builds.c builds, postgresql-verify.c looks
 * for damage; postgresql-node.c is about stores that several hosts own together. postgresql-statement.c has the SQL and
 * runs it for all, over the connection of postgresql-connection.c; postgresql-schema.c has the tables.
 * postgresql-address.c reads addresses, and is the one that knows passwords. */
#pragma once

#include <libpq-fe.h>

#include "chain.h"
#include "node.h"
#include "store-private.h"

G_BEGIN_DECLS

typedef enum {
  LAP_PG_BEGIN,
  LAP_PG_COMMIT,
  LAP_PG_ROLL_BACK,
  LAP_PG_COUNT_BATCH,
  LAP_PG_CREATE_MATCH,
  LAP_PG_CREATE_HEADER,
  LAP_PG_APPEND_ENTRY,
  LAP_PG_SET_ROW,
  LAP_PG_SET_SEATS,
  LAP_PG_SET_GAME,
  LAP_PG_CREATE_LEASE,
  LAP_PG_REMOVE_LEASE,
  LAP_PG_REMOVE_ENTRIES,
  LAP_PG_REMOVE_HEADER,
  LAP_PG_REMOVE_MATCH,
  LAP_PG_LOOK_UP,
  LAP_PG_START,
  LAP_PG_FIND,
  LAP_PG_ENTRIES,
  LAP_PG_LIST,
  LAP_PG_KEEP_SNAPSHOT,
  LAP_PG_REMOVE_SNAPSHOTS,
  LAP_PG_SNAPSHOT,
  LAP_PG_TAILS,
  LAP_PG_ADD_MESSAGE,
  LAP_PG_MESSAGES,
  LAP_PG_REMOVE_MESSAGES,
  LAP_PG_HAS_BUILD,
  LAP_PG_PUT_BUILD,
  LAP_PG_GET_BUILD,
  LAP_PG_BUILDS,
  LAP_PG_NEEDED_BUILDS,
  LAP_PG_WRITERS,
  LAP_PG_NEED_BUILD,
  LAP_PG_RELEASE_BUILDS,
  LAP_PG_DROP_BUILDS,
  LAP_PG_ADD_INCIDENT,
  LAP_PG_INCIDENTS,
  LAP_PG_HEADS,
  LAP_PG_RECOUNT,
  LAP_PG_TOTALS,
  LAP_PG_ORPHANS,
  LAP_PG_UNBUILT,
  LAP_PG_STATEMENTS
} LapPgSql;

/* What the owner of a store knows of a match without asking for it. */
typedef struct {
  char *id;
  gboolean exists;
  guint64 entries, messages;
  gint64 changed;
  LapStoredState state;
  LapChain head;
  gboolean touched; /* since the last commit */
  gboolean dirty;   /* entries, state, change and head are not yet sent */
} LapPgRow;

#define LAP_TYPE_POSTGRESQL_STORE (lap_postgresql_store_get_type())
G_DECLARE_FINAL_TYPE(LapPostgresqlStore, lap_postgresql_store, LAP, POSTGRESQL_STORE, GObject)

typedef struct {
  char **keywords, **values; /* what connections are made with: may hold a password */
  char *name;                /* the address, for people: without a password */
  gint64 answer;             /* LAP_PG_ANSWER, or that of a node */
} LapPgAddress;

typedef struct {
  const LapPgAddress *address;
  PGconn *connection; /* NULL while there is none */
  GArray *sent;       /* LapPgSql: what was sent and not answered yet */
} LapPgSession;

struct _LapPostgresqlStore {
  GObject parent_instance;

  LapPgAddress address;
  LapPgSession main; /* in pipeline mode: all that is read and written of matches */
  gint64 retry_at;   /* no connection is tried before, in monotonic microseconds */
  gint64 pause;      /* between the last two tries */
  int backend;       /* the server's process of the connection that was open last */

  GHashTable *rows; /* id (within the row) to LapPgRow, which it owns */
  gboolean writing; /* a transaction is open, which the next commit ends */
  GError *spoiled;  /* why what was written since the last commit is lost, until a commit has returned it */
  GError *gone;     /* why nothing is kept any more, or NULL */

  char *owner;                      /* the name of its row: that of the node, or LAP_PG_SINGLE */
  char *public_address;             /* where clients reach this node; NULL: there is no other owner */
  gint64 epoch;                     /* how often this row was taken, with this time */
  char *id;                         /* of the store; NULL before it was opened */
  LapStoreTotals totals, committed; /* what this owner has added: the sums over all owners are what there is */
  gboolean unknown; /* whether the last commit succeeded is not known: the generation may be one further */
  char *warning;    /* or NULL */

  /* Of a node (postgresql-node.c). */
  LapPgSession control; /* connected at the first use: leases change apart from what is written of matches */
  GHashTable *released; /* ids of matches whose leases are given back at the next renewal */
};

/* --- postgresql-address.c */

void lap_pg_address_clear(LapPgAddress *address);
/* Reads "postgresql:...". */
gboolean lap_pg_read_address(LapPgAddress *address, const char *url, GError **error);

/* --- postgresql-connection.c */

/* How long the server may take for an answer, and for one that reads or changes much, in microseconds. A node gives up
 * before others have its matches. */
#define LAP_PG_ANSWER (10 * G_USEC_PER_SEC)
#define LAP_PG_NODE_ANSWER (3 * G_USEC_PER_SEC)
#define LAP_PG_LONG_ANSWER (3600 * (gint64)G_USEC_PER_SEC)

void lap_pg_result_clear(PGresult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PGresult, lap_pg_result_clear)

void lap_pg_session_init(LapPgSession *session, const LapPgAddress *address);
void lap_pg_session_clear(LapPgSession *session);
/* Opens a connection, for lap_pg_exec; lap_pg_prepare makes it one for statements. */
gboolean lap_pg_connect(LapPgSession *session, GError **error);
void lap_pg_disconnect(LapPgSession *session);
/* Whether it is there, as far as the socket tells. */
gboolean lap_pg_is_connected(LapPgSession *session);

/* Runs SQL that needs no statement, one or more, and returns the last result: in text. */
PGresult *lap_pg_exec(LapPgSession *session, const char *sql, gint64 longest, GError **error);

/* The next result of a pipeline, NULL at the end of each command's. FALSE if the connection is lost; then it is closed,
 * and `reason` says why. `deadline` is in monotonic microseconds. */
gboolean lap_pg_next_result(LapPgSession *session, gint64 deadline, PGresult **result, GError **reason);
/* Sets the error from a result that is one. Returns: FALSE, always */
gboolean lap_pg_fail(LapPgSession *session, const PGresult *result, GError **error);

/* --- postgresql-schema.c */

/* Makes the tables, or brings them up to date, in one transaction. */
gboolean lap_pg_migrate(LapPostgresqlStore *self, GError **error);

/* --- postgresql-statement.c */

/* Prepares all statements on a new connection, which is in pipeline mode then. */
gboolean lap_pg_prepare(LapPostgresqlStore *self, GError **error);

/* Arguments by the types of the statement: 's' a text, 'i' a gint64, 'h' a LapChain *, 'b' a GBytes *; NULL as such. */

/* Sends a statement that writes, in the open transaction. Its result is read with those after it; an error in any of
 * them spoils the transaction. */
gboolean lap_pg_run(LapPostgresqlStore *self, GError **error, LapPgSql which, ...);
/* Runs a statement that reads, after all that was sent. */
PGresult *lap_pg_query(LapPostgresqlStore *self, GError **error, LapPgSql which, ...);
/* The same for one that may take long. */
PGresult *lap_pg_query_all(LapPostgresqlStore *self, GError **error, LapPgSql which, ...);

/* What became of what was sent. */
typedef enum { LAP_PG_DONE, LAP_PG_FAILED, LAP_PG_LOST } LapPgOutcome;
/* Waits for all results. With LAP_PG_LOST the connection is closed. */
LapPgOutcome lap_pg_settle(LapPostgresqlStore *self, gint64 longest, PGresult **last, GError **error);
/* Sends the rows of matches that have changed. */
void lap_pg_send_rows(LapPostgresqlStore *self);
void lap_pg_send(LapPostgresqlStore *self, LapPgSql which, ...);

/* Rolls the open transaction back; everything fails for this reason until a commit has returned it. */
void lap_pg_spoil(LapPostgresqlStore *self, const GError *reason);
void lap_pg_end_transaction(LapPostgresqlStore *self);

/* The columns of a result of a statement. */
gint64 lap_pg_number(const PGresult *result, int row, int column);
const char *lap_pg_text(const PGresult *result, int row, int column);
GBytes *lap_pg_bytes(const PGresult *result, int row, int column);
/* FALSE if it is none. */
gboolean lap_pg_get_chain(const PGresult *result, int row, int column, LapChain *chain);

/* The row of a match, of which it is only said that it is not there by `exists`; NULL if it cannot be read. */
LapPgRow *lap_pg_look_up(LapPostgresqlStore *self, const char *id, GError **error);
/* Sets the error; `what` is what the damage is. Returns: FALSE, always */
gboolean lap_pg_damaged(LapPostgresqlStore *self, GError **error, const char *what, ...) G_GNUC_PRINTF(3, 4);

/* --- postgresql-owner.c */

/* The row of an owner that is the only one. */
#define LAP_PG_SINGLE "host"

/* "Lpdy", the key of the lock, and the sessions that have the one of the node in the row of `owner`. */
#define LAP_PG_LOCK "1282434169"
#define LAP_PG_NODE_LOCK                                                                                      \
  "pg_locks ON locktype = 'advisory' AND granted AND classid = " LAP_PG_LOCK " AND objsubid = 2 AND objid = " \
  "(hashtext(name)::bigint & 4294967295)::oid AND database = (SELECT oid FROM pg_database "                   \
  "WHERE datname = current_database())"

/* Connects, makes the tables if there are none, and becomes the owner, or one of the nodes that own it together. */
gboolean lap_pg_open(LapPostgresqlStore *self, const char *url, GError **error);
/* Begins another epoch after this owner was fenced. */
gboolean lap_pg_join_again(LapPostgresqlStore *self, GError **error);
/* Whether the store can be written to: connects again if the connection is lost and the time for that has come. */
gboolean lap_pg_ready(LapPostgresqlStore *self, GError **error);
/* After the connection was lost during a commit: connects again, for some seconds, to see what became of it. */
gboolean lap_pg_resolve(LapPostgresqlStore *self, const GError *lost, GError **error);

/* --- postgresql-node.c: as in LapStoreInterface */

#define LAP_PG_LEASE "interval '" G_STRINGIFY(LAP_STORE_LEASE_SECONDS) " seconds'"

gboolean lap_pg_claim(LapStore *store, const char *id, char **elsewhere, GError **error);
void lap_pg_release(LapStore *store, const char *id);
GPtrArray *lap_pg_renew(LapStore *store, gboolean *lost, GError **error);
void lap_pg_leave(LapStore *store);

/* --- postgresql-read.c: as in LapStoreInterface */

LapStored *lap_pg_find(LapStore *store, const char *id, GError **error);
GPtrArray *lap_pg_entries(LapStore *store, const char *id, guint64 after, guint64 upto, GError **error);
GPtrArray *lap_pg_messages(LapStore *store, const char *id, guint64 before, guint limit, GError **error);
GPtrArray *lap_pg_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, GError **error);
LapSnapshot *lap_pg_snapshot(LapStore *store, const char *id, guint64 upto, GError **error);
GPtrArray *lap_pg_tails(LapStore *store, const char *id, guint64 upto, GError **error);

/* --- postgresql-builds.c: as in LapStoreInterface, but those with an id, for a match that is there, in a transaction
 */

gboolean lap_pg_has_build(LapStore *store, const char *name);
gboolean lap_pg_keep_build(LapPostgresqlStore *self, const char *match, const char *name, GBytes *content,
                           GError **error);
gboolean lap_pg_release_builds(LapPostgresqlStore *self, const char *match, gboolean drop, GError **error);
GBytes *lap_pg_get_build(LapStore *store, const char *name, GError **error);
GPtrArray *lap_pg_get_builds(LapStore *store, const char *id, GError **error);
/* From a row of `hash` and `content`; NULL if it is not what was written. */
GBytes *lap_pg_read_build(const PGresult *result);

/* --- postgresql-verify.c: as in LapStoreInterface */

void lap_pg_verify(LapStore *store, GPtrArray *findings, GPtrArray *past);

G_END_DECLS
