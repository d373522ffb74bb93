/* The SQL of a store, and how it is run.
 *
 * What is written is sent and not waited for: the results are read with those of the next statement that reads, or of
 * the commit. So a batch of moves costs one exchange with the server. All values are in binary. */
#include <stdarg.h>
#include <string.h>

#include "postgresql-private.h"

/* So many results are left unread at most, and so many rows of matches kept. */
enum { SENT_MAX = 2048, ROWS_MAX = 16384, ARGUMENTS_MAX = 8 };

#define STORED(rows)                                                                                       \
  "SELECT id, game, text, seats, created, changed, entries, state::bigint, public::int::bigint FROM " rows \
  " LEFT JOIN header ON header.match = id "

/* The part of a list with the matches in one state that are public, or those that are not: in the order of the index.
 */
#define LISTED(state, is_public)                                                                       \
  "(SELECT * FROM match WHERE $3 & " #state " <> 0 AND $4 <= " #is_public " AND public = (" #is_public \
  " = 1) AND state = " #state                                                                          \
  " AND (changed, id) < ($1, $2) AND ($5 IS NULL OR game = $5) ORDER BY changed DESC, id DESC LIMIT $6) "

#define LISTED_OF(is_public)                                                               \
  LISTED(1, is_public)                                                                     \
  "UNION ALL " LISTED(2, is_public) "UNION ALL " LISTED(4, is_public) "UNION ALL " LISTED( \
      8, is_public) "UNION ALL " LISTED(16, is_public)

typedef struct {
  const char *types; /* of its arguments */
  const char *sql;
} Statement;

static const Statement statements[LAP_PG_STATEMENTS] = {
    [LAP_PG_BEGIN] = {"", "BEGIN"},
    [LAP_PG_COMMIT] = {"", "COMMIT"},
    [LAP_PG_ROLL_BACK] = {"", "ROLLBACK"},
    [LAP_PG_COUNT_BATCH] = {"siiiih",
                            "UPDATE owner SET generation = CASE WHEN epoch = $2 AND generation = $3 THEN $3 + 1"
                            " END, matches = $4, entries = $5, digest = $6 WHERE name = $1"},
    [LAP_PG_CREATE_MATCH] = {"ssiiiih", "INSERT INTO match (id, game, created, changed, entries, state, public, head)"
                                        " VALUES ($1, $2, $3, $4, 0, $5, $6 <> 0, $7)"},
    [LAP_PG_CREATE_HEADER] = {"sss", "INSERT INTO header (match, seats, text) VALUES ($1, $2, $3)"},
    [LAP_PG_APPEND_ENTRY] = {"sihs", "INSERT INTO entry (match, seq, chain, text) VALUES ($1, $2, $3, $4)"},
    [LAP_PG_SET_ROW] = {"siiih", "UPDATE match SET entries = $2, state = $3, changed = $4, head = $5 WHERE id = $1"},
    [LAP_PG_SET_SEATS] = {"ss", "UPDATE header SET seats = $2 WHERE match = $1"},
    [LAP_PG_SET_GAME] = {"ss", "UPDATE match SET game = $2 WHERE id = $1"},
    [LAP_PG_CREATE_LEASE] = {"ssi", "INSERT INTO lease (match, node, epoch) VALUES ($1, $2, $3)"},
    [LAP_PG_REMOVE_LEASE] = {"s", "DELETE FROM lease WHERE match = $1"},
    [LAP_PG_REMOVE_ENTRIES] = {"s", "DELETE FROM entry WHERE match = $1"},
    [LAP_PG_REMOVE_HEADER] = {"s", "DELETE FROM header WHERE match = $1"},
    [LAP_PG_REMOVE_MATCH] = {"s", "DELETE FROM match WHERE id = $1"},
    [LAP_PG_LOOK_UP] = {"s", "SELECT entries, changed, state::bigint, head, (SELECT COALESCE(max(number), 0)"
                             " FROM message WHERE match = id) FROM match WHERE id = $1"},
    [LAP_PG_START] = {"s", "SELECT created, text FROM match LEFT JOIN header ON header.match = id WHERE id = $1"},
    [LAP_PG_FIND] = {"s", STORED("match") "WHERE id = $1"},
    [LAP_PG_ENTRIES] = {"sii", "SELECT seq, chain, text FROM entry WHERE match = $1 AND seq BETWEEN $2 AND $3"
                               " ORDER BY seq"},
    /* Ten parts, each no longer than all of it. */
    [LAP_PG_LIST] = {"isiisi",
                     STORED("(SELECT * FROM (" LISTED_OF(0) "UNION ALL " LISTED_OF(
                         1) ") part ORDER BY changed DESC, id DESC LIMIT $6) part") "ORDER BY changed DESC, id DESC"},
    [LAP_PG_KEEP_SNAPSHOT] = {"sibb", "INSERT INTO snapshot (match, place, chain, tail, state) "
                                      "SELECT match, seq, chain, $3, $4 FROM entry WHERE match = $1 AND seq = $2"},
    [LAP_PG_REMOVE_SNAPSHOTS] = {"si", "DELETE FROM snapshot WHERE match = $1 AND place >= $2"},
    [LAP_PG_SNAPSHOT] = {"si", "SELECT place, state, tail FROM snapshot JOIN entry ON entry.match = snapshot.match "
                               "AND seq = place AND entry.chain = snapshot.chain "
                               "WHERE snapshot.match = $1 AND place <= $2 ORDER BY place DESC LIMIT 1"},
    [LAP_PG_TAILS] = {"si", "SELECT tail FROM snapshot WHERE match = $1 AND place <= $2 ORDER BY place"},
    [LAP_PG_ADD_MESSAGE] = {"sis", "INSERT INTO message (match, number, text) VALUES ($1, $2, $3)"},
    [LAP_PG_MESSAGES] = {"sii", "SELECT text FROM message WHERE match = $1 AND number < $2 "
                                "ORDER BY number DESC LIMIT $3"},
    [LAP_PG_REMOVE_MESSAGES] = {"s", "DELETE FROM message WHERE match = $1"},
    [LAP_PG_HAS_BUILD] = {"s", "SELECT 1 FROM build WHERE name = $1"},
    [LAP_PG_PUT_BUILD] = {"shb", "INSERT INTO build (name, hash, content) VALUES ($1, $2, $3)"},
    [LAP_PG_GET_BUILD] = {"s", "SELECT hash, content FROM build WHERE name = $1"},
    [LAP_PG_BUILDS] = {"", "SELECT name FROM build ORDER BY name"},
    [LAP_PG_NEEDED_BUILDS] = {"s", "SELECT name FROM match_build JOIN build ON name = build WHERE match = $1"
                                   " ORDER BY name"},
    /* Those who log in and are not superusers, and may write builds, or replace the table, by a role that they have or
     * can take. */
    [LAP_PG_WRITERS] = {"", "SELECT person.rolname::text FROM pg_roles person WHERE person.rolcanlogin"
                            " AND NOT person.rolsuper AND person.rolname <> current_user AND EXISTS (SELECT FROM"
                            " pg_roles taken WHERE NOT taken.rolsuper AND pg_has_role(person.oid, taken.oid, 'MEMBER')"
                            " AND (has_table_privilege(taken.oid, 'build', 'INSERT, UPDATE')"
                            " OR has_schema_privilege(taken.oid, 'lapidary', 'CREATE'))) ORDER BY 1 LIMIT 1"},
    [LAP_PG_NEED_BUILD] = {"ss", "INSERT INTO match_build (match, build) SELECT $1, name FROM build WHERE name = $2"
                                 " ON CONFLICT DO NOTHING"},
    [LAP_PG_RELEASE_BUILDS] = {"s", "DELETE FROM match_build WHERE match = $1"},
    [LAP_PG_DROP_BUILDS] = {"", "DELETE FROM build WHERE NOT EXISTS (SELECT FROM match_build WHERE build = name)"},
    [LAP_PG_ADD_INCIDENT] = {"is", "INSERT INTO incident (at, text) VALUES ($1, $2)"},
    [LAP_PG_INCIDENTS] = {"", "SELECT at, text FROM incident ORDER BY at"},
    [LAP_PG_HEADS] = {"", "SELECT head FROM match"},
    [LAP_PG_RECOUNT] = {"", "SELECT (SELECT count(*) FROM match), (SELECT count(*) FROM entry),"
                            " (SELECT COALESCE(sum(entries), 0)::bigint FROM match)"},
    [LAP_PG_TOTALS] = {"", "SELECT matches, entries, digest FROM owner"},
    [LAP_PG_ORPHANS] = {"", "SELECT count(*) FROM entry WHERE NOT EXISTS (SELECT FROM match WHERE id = entry.match)"
                            " GROUP BY match"},
    [LAP_PG_UNBUILT] = {"", "SELECT DISTINCT match_build.match FROM match_build WHERE NOT EXISTS"
                            " (SELECT FROM build WHERE name = build)"},
};

/* --- arguments */

typedef struct {
  const char *value[ARGUMENTS_MAX];
  int length[ARGUMENTS_MAX];
  gint64 number[ARGUMENTS_MAX]; /* big-endian */
} Arguments;

static void take_text(Arguments *arguments, int i, const char *text)
{
  arguments->value[i] = text;
  arguments->length[i] = text ? (int)strlen(text) : 0;
}

static void take_number(Arguments *arguments, int i, gint64 number)
{
  arguments->number[i] = GINT64_TO_BE(number);
  arguments->value[i] = (const char *)&arguments->number[i];
  arguments->length[i] = sizeof number;
}

static void take_bytes(Arguments *arguments, int i, gconstpointer bytes, gsize length)
{
  arguments->value[i] = bytes ? bytes : "";
  arguments->length[i] = (int)length;
}

static void take_arguments(Arguments *arguments, LapPgSql which, va_list list)
{
  const char *types = statements[which].types;
  for (int i = 0; types[i]; i++) {
    if (types[i] == 's') {
      take_text(arguments, i, va_arg(list, const char *));
    } else if (types[i] == 'i') {
      take_number(arguments, i, va_arg(list, gint64));
    } else if (types[i] == 'h') {
      take_bytes(arguments, i, va_arg(list, const LapChain *), sizeof(LapChain));
    } else {
      GBytes *bytes = va_arg(list, GBytes *);
      take_bytes(arguments, i, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    }
  }
}

static void name_statement(LapPgSql which, char name[8]) { g_snprintf(name, 8, "s%d", which); }

/* --- sending, and reading results */

/* One that cannot be sent is noticed when the results are read. */
static void send(LapPostgresqlStore *self, LapPgSql which, const Arguments *arguments)
{
  static const int binary[ARGUMENTS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
  char name[8];
  if (!self->main.connection) return;
  name_statement(which, name);
  PQsendQueryPrepared(self->main.connection, name, (int)strlen(statements[which].types), arguments->value,
                      arguments->length, binary, 1);
  g_array_append_val(self->main.sent, which);
}

void lap_pg_send(LapPostgresqlStore *self, LapPgSql which, ...)
{
  Arguments arguments;
  va_list list;
  va_start(list, which);
  take_arguments(&arguments, which, list);
  va_end(list);
  send(self, which, &arguments);
}

/* The epoch is not the present one any more, or a match that this node believes to have was written to by another one:
 * nothing is kept until another epoch begins. */
static void note_failure(LapPostgresqlStore *self, LapPgSql which, const GError *reason)
{
  gboolean is_entry = which == LAP_PG_APPEND_ENTRY || which == LAP_PG_ADD_MESSAGE;
  if (self->gone || !(which == LAP_PG_COUNT_BATCH || (is_entry && self->public_address))) return;
  if (g_error_matches(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_FENCED)) self->gone = g_error_copy(reason);
}

/* The result of the i-th statement that was sent; after one that failed all others are left out by the server. */
static gboolean read_result(LapPostgresqlStore *self, guint i, gint64 deadline, PGresult **result, GError **failure,
                            GError **reason)
{
  g_autoptr(PGresult) end = NULL;
  g_clear_pointer(result, lap_pg_result_clear);
  if (!lap_pg_next_result(&self->main, deadline, result, reason)) return FALSE;
  ExecStatusType status = PQresultStatus(*result);
  if (status == PGRES_FATAL_ERROR && !*failure) {
    lap_pg_fail(&self->main, *result, failure);
    if (i < self->main.sent->len) note_failure(self, g_array_index(self->main.sent, LapPgSql, i), *failure);
  }
  return status == PGRES_PIPELINE_SYNC || lap_pg_next_result(&self->main, deadline, &end, reason);
}

static gboolean read_results(LapPostgresqlStore *self, gint64 deadline, PGresult **last, GError **failure,
                             GError **reason)
{
  g_autoptr(PGresult) result = NULL;
  guint n = self->main.sent->len;
  for (guint i = 0; i <= n; i++) {
    if (!read_result(self, i, deadline, &result, failure, reason)) return FALSE;
    if (last && i + 1 == n) *last = g_steal_pointer(&result);
  }
  g_array_set_size(self->main.sent, 0);
  return TRUE;
}

static gboolean not_connected(LapPostgresqlStore *self, GError **reason)
{
  g_set_error(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "%s: the connection is lost", self->address.name);
  return FALSE;
}

LapPgOutcome lap_pg_settle(LapPostgresqlStore *self, gint64 longest, PGresult **last, GError **error)
{
  g_autoptr(GError) failure = NULL, lost = NULL;
  g_autoptr(PGresult) result = NULL;
  if (self->main.connection) PQpipelineSync(self->main.connection);
  gboolean there = self->main.connection
                       ? read_results(self, g_get_monotonic_time() + longest, &result, &failure, &lost)
                       : not_connected(self, &lost);
  if (!there || failure) {
    g_propagate_error(error, there ? g_steal_pointer(&failure) : g_steal_pointer(&lost));
    return there ? LAP_PG_FAILED : LAP_PG_LOST;
  }
  if (last) *last = g_steal_pointer(&result);
  return LAP_PG_DONE;
}

gboolean lap_pg_prepare(LapPostgresqlStore *self, GError **error)
{
  static const Oid types[] = {['s'] = 25, ['i'] = 20, ['h'] = 17, ['b'] = 17};
  if (!PQenterPipelineMode(self->main.connection)) return lap_pg_damaged(self, error, "no pipeline");
  for (LapPgSql which = 0; which < LAP_PG_STATEMENTS; which++) {
    const Statement *statement = &statements[which];
    char name[8];
    Oid oids[ARGUMENTS_MAX];
    int n = (int)strlen(statement->types);
    for (int i = 0; i < n; i++) oids[i] = types[(guchar)statement->types[i]];
    name_statement(which, name);
    PQsendPrepare(self->main.connection, name, statement->sql, n, oids);
    g_array_append_val(self->main.sent, which);
  }
  return lap_pg_settle(self, self->address.answer, NULL, error) == LAP_PG_DONE;
}

/* --- transactions */

static gboolean is_touched(gpointer id G_GNUC_UNUSED, gpointer row, gpointer data G_GNUC_UNUSED)
{
  return ((const LapPgRow *)row)->touched;
}

void lap_pg_end_transaction(LapPostgresqlStore *self)
{
  if (self->writing && self->main.connection) {
    if (self->main.sent->len) lap_pg_settle(self, self->address.answer, NULL, NULL);
    lap_pg_send(self, LAP_PG_ROLL_BACK);
    lap_pg_settle(self, self->address.answer, NULL, NULL);
  }
  self->writing = FALSE;
  self->totals = self->committed;
  g_hash_table_foreach_remove(self->rows, is_touched, NULL);
}

void lap_pg_spoil(LapPostgresqlStore *self, const GError *reason)
{
  if (!self->spoiled) self->spoiled = g_error_copy(reason);
  lap_pg_end_transaction(self);
}

static gboolean spoil(LapPostgresqlStore *self, GError *reason, GError **error)
{
  if (self->writing) lap_pg_spoil(self, reason);
  g_propagate_error(error, reason);
  return FALSE;
}

gboolean lap_pg_run(LapPostgresqlStore *self, GError **error, LapPgSql which, ...)
{
  Arguments arguments;
  GError *reason = NULL;
  va_list list;
  va_start(list, which);
  take_arguments(&arguments, which, list);
  va_end(list);
  send(self, which, &arguments);
  gboolean there = self->main.connection || not_connected(self, &reason);
  if (there && self->main.sent->len < SENT_MAX) return TRUE;
  return (there && lap_pg_settle(self, self->address.answer, NULL, &reason) == LAP_PG_DONE) ||
         spoil(self, reason, error);
}

static void send_row(gpointer id G_GNUC_UNUSED, gpointer data, gpointer user)
{
  LapPgRow *row = data;
  if (!row->dirty) return;
  row->dirty = FALSE;
  lap_pg_send(user, LAP_PG_SET_ROW, row->id, (gint64)row->entries, (gint64)row->state, row->changed, &row->head);
}

void lap_pg_send_rows(LapPostgresqlStore *self)
{
  if (self->writing) g_hash_table_foreach(self->rows, send_row, self);
}

/* A connection that was lost while nobody wrote is made again, and asked once more. */
static PGresult *query(LapPostgresqlStore *self, gint64 longest, LapPgSql which, const Arguments *arguments,
                       GError **error)
{
  for (gboolean again = FALSE;; again = TRUE) {
    GError *reason = NULL;
    PGresult *result = NULL;
    if (!self->writing && !lap_pg_is_connected(&self->main) && !lap_pg_ready(self, error)) return NULL;
    lap_pg_send_rows(self);
    send(self, which, arguments);
    LapPgOutcome outcome = lap_pg_settle(self, longest, &result, &reason);
    if (outcome == LAP_PG_DONE) return result;
    if (outcome == LAP_PG_FAILED || self->writing || again) return spoil(self, reason, error), NULL;
    g_error_free(reason);
  }
}

PGresult *lap_pg_query(LapPostgresqlStore *self, GError **error, LapPgSql which, ...)
{
  Arguments arguments;
  va_list list;
  va_start(list, which);
  take_arguments(&arguments, which, list);
  va_end(list);
  return query(self, self->address.answer, which, &arguments, error);
}

PGresult *lap_pg_query_all(LapPostgresqlStore *self, GError **error, LapPgSql which, ...)
{
  Arguments arguments;
  va_list list;
  va_start(list, which);
  take_arguments(&arguments, which, list);
  va_end(list);
  return query(self, LAP_PG_LONG_ANSWER, which, &arguments, error);
}

/* --- columns */

gint64 lap_pg_number(const PGresult *result, int row, int column)
{
  gint64 number = 0;
  if (PQgetlength(result, row, column) == sizeof number)
    memcpy(&number, PQgetvalue(result, row, column), sizeof number);
  return GINT64_FROM_BE(number);
}

const char *lap_pg_text(const PGresult *result, int row, int column)
{
  return PQgetisnull(result, row, column) ? NULL : PQgetvalue(result, row, column);
}

GBytes *lap_pg_bytes(const PGresult *result, int row, int column)
{
  return g_bytes_new(PQgetvalue(result, row, column), (gsize)PQgetlength(result, row, column));
}

gboolean lap_pg_get_chain(const PGresult *result, int row, int column, LapChain *chain)
{
  if (PQgetlength(result, row, column) != sizeof *chain) return FALSE;
  memcpy(chain, PQgetvalue(result, row, column), sizeof *chain);
  return TRUE;
}

/* --- rows of matches */

static gboolean read_row(LapPostgresqlStore *self, const PGresult *result, LapPgRow *row, GError **error)
{
  row->exists = PQntuples(result) > 0;
  if (!row->exists) return TRUE;
  row->entries = (guint64)lap_pg_number(result, 0, 0);
  row->changed = lap_pg_number(result, 0, 1);
  row->state = (LapStoredState)lap_pg_number(result, 0, 2);
  row->messages = (guint64)lap_pg_number(result, 0, 4);
  return lap_pg_get_chain(result, 0, 3, &row->head) ||
         lap_pg_damaged(self, error, "the row of match %s has no hash", row->id);
}

static void forget_some(LapPostgresqlStore *self)
{
  if (g_hash_table_size(self->rows) >= ROWS_MAX && !self->writing) g_hash_table_remove_all(self->rows);
}

/* What is not there is not remembered beyond the transaction. */
LapPgRow *lap_pg_look_up(LapPostgresqlStore *self, const char *id, GError **error)
{
  LapPgRow *row = g_hash_table_lookup(self->rows, id);
  if (row) return row;
  forget_some(self);
  g_autoptr(PGresult) result = lap_pg_query(self, error, LAP_PG_LOOK_UP, id);
  if (!result) return NULL;
  row = g_new0(LapPgRow, 1);
  row->id = g_strdup(id);
  row->touched = PQntuples(result) == 0;
  g_hash_table_insert(self->rows, row->id, row);
  if (read_row(self, result, row, error)) return row;
  g_hash_table_remove(self->rows, id);
  return NULL;
}

gboolean lap_pg_damaged(LapPostgresqlStore *self, GError **error, const char *what, ...)
{
  va_list arguments;
  va_start(arguments, what);
  g_autofree char *text = g_strdup_vprintf(what, arguments);
  va_end(arguments);
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT, "%s is damaged: %s", self->address.name, text);
  return FALSE;
}
