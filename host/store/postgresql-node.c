/* Nodes: hosts that own a PostgreSQL store together, each some of its matches.
 *
 * A node has a row among the owners, which it renews (`until`), and an epoch. The lease of a match names a node and its
 * epoch; it holds as long as that is the node's epoch. So nobody writes to leases to renew them, and all leases of a
 * node that is not there any more end at once: whoever sees that its time is over makes its epoch one more. That
 * refuses every later commit of that node too, since each checks the epoch, whatever the node believes and however late
 * its clock is. The server's clock says when time is over, and nothing but speed depends on it. A match whose lease has
 * ended is taken by the node that is asked for it, or that finds it when it renews its own.
 *
 * Leases are changed on a connection of their own: a batch of moves would keep others waiting until it ends. Who takes
 * a match waits until standbys know of it, if they are waited for: so they have the last moves of the former owner too,
 * which it may not have acknowledged, before the new one does. Of what else is changed here a server that crashes may
 * lose the last. */
#include <string.h>

#include "node.h"
#include "postgresql-private.h"
#include "postgresql-store.h"

/* So many matches are taken at one renewal, since reading them keeps requests waiting: the others are left to other
 * nodes, or to the next one. */
#define TAKEN_MAX "64"

static const char settings[] = "SET lock_timeout = '2s'";

/* For one statement, in front of it. */
#define WITHOUT_WAITING "SELECT set_config('synchronous_commit', 'off', true); "

/* --- asking */

static gboolean connect_control(LapPostgresqlStore *self, GError **error)
{
  if (lap_pg_is_connected(&self->control)) return TRUE;
  lap_pg_disconnect(&self->control);
  if (!lap_pg_connect(&self->control, error)) return FALSE;
  g_autoptr(PGresult) set = lap_pg_exec(&self->control, settings, self->address.answer, error);
  return set != NULL;
}

/* Ids of matches and names of nodes need no quotes escaped. */
static PGresult *ask(LapPostgresqlStore *self, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static PGresult *ask(LapPostgresqlStore *self, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *sql = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return connect_control(self, error) ? lap_pg_exec(&self->control, sql, self->address.answer, error) : NULL;
}

/* --- what ends leases */

#define IS_LATE "until < now() AND until > '-infinity' AND name <> '%s'"

/* Of nodes that have not said for too long that they are there. One that hangs may have left a transaction open, which
 * would keep those waiting who write to the same matches: its session is ended first. Where that is not allowed, and
 * its own row is what it keeps, its leases end later. */
static gboolean end_leases(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(PGresult) sessions = ask(
      self, NULL, "SELECT pg_terminate_backend(pid) FROM owner JOIN " LAP_PG_NODE_LOCK " WHERE " IS_LATE, self->owner);
  g_autoptr(PGresult)
      ended = ask(self, error,
                  WITHOUT_WAITING "UPDATE owner SET epoch = epoch + 1, until = '-infinity' WHERE name "
                                  "IN (SELECT name FROM owner WHERE " IS_LATE " FOR UPDATE SKIP LOCKED)",
                  self->owner);
  return ended != NULL;
}

void lap_pg_leave(LapStore *store)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  if (self->gone || !self->public_address || !self->epoch) return;
  g_autoptr(PGresult) left = ask(self, NULL,
                                 WITHOUT_WAITING "UPDATE owner SET epoch = epoch + 1, until = '-infinity' "
                                                 "WHERE name = '%s' AND epoch = %" G_GINT64_FORMAT,
                                 self->owner, self->epoch);
  self->gone = g_error_new(LAP_STORE_ERROR, LAP_STORE_ERROR_FENCED, "%s: this node has left it", self->address.name);
}

/* --- a match */

typedef enum { LAP_PG_FREE, LAP_PG_OWN, LAP_PG_ELSEWHERE, LAP_PG_ENDED, LAP_PG_UNKNOWN } Holder;

static Holder find_holder(LapPostgresqlStore *self, const char *id, char **address, GError **error)
{
  g_autoptr(PGresult) row = ask(self, error,
                                "SELECT name = '%s' AND lease.epoch = %" G_GINT64_FORMAT
                                ", until < now() OR lease.epoch <> owner.epoch, address "
                                "FROM lease JOIN owner ON name = node WHERE match = '%s'",
                                self->owner, self->epoch, id);
  if (!row) return LAP_PG_UNKNOWN;
  if (!PQntuples(row)) return LAP_PG_FREE;
  if (*PQgetvalue(row, 0, 0) == 't') return LAP_PG_OWN;
  if (*PQgetvalue(row, 0, 1) == 't') return LAP_PG_ENDED;
  *address = g_strdup(PQgetvalue(row, 0, 2));
  return LAP_PG_ELSEWHERE;
}

/* In one statement, so that of several nodes one takes it. The statement may see a node as it was a moment ago, and
 * then a lease of a later epoch: that one has not ended. */
static gboolean take_if_free(LapPostgresqlStore *self, const char *id, gboolean *taken, GError **error)
{
  g_autoptr(PGresult) row = ask(self, error,
                                "INSERT INTO lease SELECT id, '%s', %" G_GINT64_FORMAT " FROM match WHERE id = '%s' "
                                "ON CONFLICT (match) DO UPDATE SET node = excluded.node, epoch = excluded.epoch WHERE "
                                "NOT EXISTS (SELECT FROM owner WHERE name = lease.node AND epoch <= lease.epoch) "
                                "RETURNING match",
                                self->owner, self->epoch, id);
  *taken = row && PQntuples(row);
  return row != NULL;
}

static gboolean is_elsewhere(LapPostgresqlStore *self, const char *id, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_FENCED, "%s: another node has match %s", self->address.name, id);
  return FALSE;
}

/* Others may have written to it before, or removed it; what this transaction has written of it nobody else can have. */
static gboolean begin_owning(LapPostgresqlStore *self, const char *id)
{
  const LapPgRow *row = g_hash_table_lookup(self->rows, id);
  g_hash_table_remove(self->released, id);
  if (row && !(self->writing && row->touched && row->exists)) g_hash_table_remove(self->rows, id);
  return TRUE;
}

gboolean lap_pg_claim(LapStore *store, const char *id, char **elsewhere, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  if (!self->public_address) return TRUE;
  for (gboolean again = FALSE, taken;; again = TRUE) {
    if (!lap_pg_ready(self, error) || !take_if_free(self, id, &taken, error)) return FALSE;
    if (taken) return begin_owning(self, id);
    Holder holder = find_holder(self, id, elsewhere, error);
    if (holder == LAP_PG_UNKNOWN) return FALSE;
    if (holder == LAP_PG_FREE) return begin_owning(self, id); /* there is no such match */
    if (holder == LAP_PG_OWN) return g_hash_table_remove(self->released, id), TRUE;
    if (holder == LAP_PG_ELSEWHERE || again) return is_elsewhere(self, id, error);
    if (!end_leases(self, error)) return FALSE;
  }
}

void lap_pg_release(LapStore *store, const char *id)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  if (self->public_address) g_hash_table_add(self->released, g_strdup(id));
}

/* --- renewal */

static gboolean give_back(LapPostgresqlStore *self, GError **error)
{
  if (!g_hash_table_size(self->released)) return TRUE;
  g_autofree const char **ids = (const char **)g_hash_table_get_keys_as_array(self->released, NULL);
  g_autofree char *list = g_strjoinv(",", (char **)ids);
  g_autoptr(PGresult) given = ask(
      self, error,
      WITHOUT_WAITING "DELETE FROM lease WHERE match = ANY ('{%s}') AND node = '%s' AND epoch = %" G_GINT64_FORMAT,
      list, self->owner, self->epoch);
  if (given) g_hash_table_remove_all(self->released);
  return given != NULL;
}

#define ENDED                                                                                                 \
  "SELECT lease.match FROM owner JOIN lease ON node = name AND lease.epoch < owner.epoch JOIN match ON id = " \
  "lease.match "

/* Nothing happens in those that do not run unless they are asked for: whoever is asked takes them. */
static gboolean forget_ended(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(PGresult)
      forgotten = ask(self, error,
                      WITHOUT_WAITING "WITH ended AS (" ENDED "WHERE state <> %d LIMIT 1024 FOR UPDATE OF "
                                      "lease SKIP LOCKED) DELETE FROM lease USING ended "
                                      "WHERE lease.match = ended.match",
                      LAP_STORED_RUNNING);
  return forgotten != NULL;
}

/* Matches that their owners had in memory when their leases ended: clocks may run in them, bots may be to move. */
static GPtrArray *take_ended(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(PGresult)
      rows = ask(self, error,
                 "WITH ended AS (" ENDED "WHERE state = %d LIMIT " TAKEN_MAX " FOR UPDATE OF lease SKIP "
                 "LOCKED) UPDATE lease SET node = '%s', epoch = %" G_GINT64_FORMAT
                 " FROM ended WHERE lease.match = ended.match RETURNING lease.match",
                 LAP_STORED_RUNNING, self->owner, self->epoch);
  if (!rows) return NULL;
  GPtrArray *taken = g_ptr_array_new_with_free_func(g_free);
  for (int row = 0; row < PQntuples(rows); row++) {
    begin_owning(self, PQgetvalue(rows, row, 0));
    g_ptr_array_add(taken, g_strdup(PQgetvalue(rows, row, 0)));
  }
  return taken;
}

static gboolean say_present(LapPostgresqlStore *self, gboolean *lost, GError **error)
{
  g_autoptr(PGresult) row = ask(self, error,
                                WITHOUT_WAITING "UPDATE owner SET until = now() + " LAP_PG_LEASE
                                                " WHERE name = '%s' AND epoch = %" G_GINT64_FORMAT " RETURNING 1",
                                self->owner, self->epoch);
  *lost = row && !PQntuples(row);
  return row != NULL;
}

GPtrArray *lap_pg_renew(LapStore *store, gboolean *lost, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  *lost = self->gone != NULL;
  if (!*lost && !say_present(self, lost, error)) return NULL;
  if (*lost && !lap_pg_join_again(self, error)) return NULL;
  return give_back(self, error) && end_leases(self, error) && forget_ended(self, error) ? take_ended(self, error)
                                                                                        : NULL;
}

/* --- all nodes */

static gint64 number_of(const PGresult *rows, int row, int column)
{
  return g_ascii_strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

static GPtrArray *read_nodes(const PGresult *rows)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func((GDestroyNotify)lap_store_node_free);
  for (int row = 0; row < PQntuples(rows); row++) {
    const LapStoreNode node = {.name = g_strdup(PQgetvalue(rows, row, 0)),
                               .address = g_strdup(PQgetvalue(rows, row, 1)),
                               .holder = g_strdup(PQgetvalue(rows, row, 2)),
                               .since = number_of(rows, row, 3),
                               .is_there = *PQgetvalue(rows, row, 4) == 't',
                               .matches = (guint64)number_of(rows, row, 5)};
    g_ptr_array_add(nodes, g_memdup2(&node, sizeof node));
  }
  return nodes;
}

static GPtrArray *list_nodes(LapPgSession *session, GError **error)
{
  g_autoptr(PGresult)
      rows = lap_pg_connect(session, error)
                 ? lap_pg_exec(
                       session,
                       "SELECT name, address, holder, (extract(epoch FROM since) * 1000000)::bigint, until >= now(), "
                       "(SELECT count(*) FROM lease WHERE node = name AND lease.epoch = owner.epoch) FROM owner "
                       "WHERE address <> '' ORDER BY name COLLATE \"C\"",
                       session->address->answer, error)
                 : NULL;
  return rows ? read_nodes(rows) : NULL;
}

GPtrArray *lap_postgresql_list_nodes(const char *url, GError **error)
{
  LapPgAddress address = {0};
  LapPgSession session;
  if (!lap_pg_read_address(&address, url, error)) return NULL;
  lap_pg_session_init(&session, &address);
  GPtrArray *nodes = list_nodes(&session, error);
  lap_pg_session_clear(&session);
  lap_pg_address_clear(&address);
  return nodes;
}
