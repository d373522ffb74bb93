/* Who has a PostgreSQL store: the session that holds its lock, and the epoch that it has begun.
 *
 * The lock is the server's, and ends with the session. So while the connection stands nobody else can become the owner.
 * When it was lost, the next one takes the lock again: from then on nothing of the old session can be committed any
 * more, and the epoch tells whether somebody else was the owner in between, the generation whether the last commit
 * succeeded.
 *
 * Nodes own a store together (postgresql-node.c): they share its lock, and each has one of its own, by its name. */
#include <string.h>
#include <unistd.h>

#include "postgresql-private.h"

/* How long to wait for the lock of a process that is just ending, or that hangs as a node until its leases end; and for
 * a server that is started again. */
#define LOCK_WAIT (5 * G_USEC_PER_SEC)
#define LOCK_WAIT_NODE (8 * G_USEC_PER_SEC)
#define LOCK_WAIT_AGAIN (1 * G_USEC_PER_SEC)
#define RESOLVE_WAIT (8 * G_USEC_PER_SEC)
#define RESOLVE_WAIT_NODE (2 * G_USEC_PER_SEC)
#define PAUSE_MIN 20000
#define PAUSE_NODE 100000
#define PAUSE_MAX (2 * G_USEC_PER_SEC)

/* --- the lock */

static gboolean try_lock(LapPostgresqlStore *self, gboolean *locked, GError **error)
{
  g_autofree char *shared = g_strdup_printf("SELECT CASE WHEN pg_try_advisory_lock_shared(" LAP_PG_LOCK ") "
                                            "THEN pg_try_advisory_lock(" LAP_PG_LOCK ", hashtext('%s')) ELSE FALSE END",
                                            self->owner);
  g_autoptr(PGresult)
      result = lap_pg_exec(&self->main, self->public_address ? shared : "SELECT pg_try_advisory_lock(" LAP_PG_LOCK ")",
                           self->address.answer, error);
  *locked = result && *PQgetvalue(result, 0, 0) == 't';
  return result != NULL;
}

/* An earlier session of this host, which the server has not missed yet. */
static gboolean end_own_session(LapPostgresqlStore *self, GError **error)
{
  g_autofree char *sql = g_strdup_printf(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 "
      "AND objid = " LAP_PG_LOCK " AND objsubid = 1 AND pid = %d AND database = (SELECT oid FROM pg_database "
      "WHERE datname = current_database()) AND EXISTS (SELECT FROM owner WHERE name = '%s' AND epoch = "
      "%" G_GINT64_FORMAT ")",
      self->backend, self->owner, self->epoch);
  g_autoptr(PGresult) result = lap_pg_exec(&self->main, sql, self->address.answer, error);
  return result != NULL;
}

/* Of a process, or an earlier session of this one, that was this node until its leases ended. */
static gboolean end_late_session(LapPostgresqlStore *self, GError **error)
{
  g_autofree char *sql = g_strdup_printf("SELECT pg_terminate_backend(pid) FROM owner JOIN " LAP_PG_NODE_LOCK
                                         " WHERE name = '%s' AND until < now()",
                                         self->owner);
  g_autoptr(PGresult) there = lap_pg_exec(
      &self->main,
      "SELECT to_regclass('owner') IS NOT NULL AND EXISTS (SELECT FROM information_schema.columns WHERE "
      "table_schema = 'lapidary' AND table_name = 'owner' AND column_name = 'until')",
      self->address.answer, error);
  if (!there || *PQgetvalue(there, 0, 0) != 't') return there != NULL;
  g_autoptr(PGresult) result = lap_pg_exec(&self->main, sql, self->address.answer, error);
  return result != NULL;
}

/* Returns: (transfer full) (nullable): who has the store, as that host has written it */
static char *find_holder(LapPostgresqlStore *self)
{
  g_autoptr(PGresult)
      there = lap_pg_exec(&self->main, "SELECT to_regclass('owner') IS NOT NULL", self->address.answer, NULL);
  if (!there || *PQgetvalue(there, 0, 0) != 't') return NULL;
  g_autoptr(PGresult) holder = lap_pg_exec(&self->main,
                                           "SELECT holder || ' since ' || to_char(since AT TIME ZONE 'UTC', "
                                           "'YYYY-MM-DD HH24:MI:SS') || ' UTC' FROM owner ORDER BY since DESC LIMIT 1",
                                           self->address.answer, NULL);
  return holder && PQntuples(holder) ? g_strdup(PQgetvalue(holder, 0, 0)) : NULL;
}

static gboolean is_busy(LapPostgresqlStore *self, GError **error)
{
  g_autofree char *holder = find_holder(self);
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY,
              self->public_address
                  ? "%s: another process has it open as this node, or without being one (%s): each node of a store has "
                    "a name of its own"
                  : "%s: another process, or this one, has it open (%s): a store has one owner at a time",
              self->address.name, holder ? holder : "which, it has not said");
  return FALSE;
}

static gboolean take_lock(LapPostgresqlStore *self, gint64 longest, GError **error)
{
  gint64 deadline = g_get_monotonic_time() + longest;
  for (gboolean locked;;) {
    if (!try_lock(self, &locked, error)) return FALSE;
    if (locked) break;
    if (g_get_monotonic_time() > deadline) return is_busy(self, error);
    if (self->epoch && !end_own_session(self, error)) return FALSE;
    if (self->public_address && !end_late_session(self, error)) return FALSE;
    g_usleep(self->public_address ? PAUSE_NODE : PAUSE_MIN);
  }
  self->backend = PQbackendPID(self->main.connection);
  return TRUE;
}

/* --- the row of the owner */

static gint64 number_of(const PGresult *result, int column)
{
  return g_ascii_strtoll(PQgetvalue(result, 0, column), NULL, 10);
}

/* "\x" and hexadecimal digits. */
static gboolean read_digest(const char *text, LapChain *digest)
{
  if (strlen(text) != 2 + 2 * sizeof digest->bytes) return FALSE;
  for (gsize i = 0; i < sizeof digest->bytes; i++)
    digest->bytes[i] = (guint8)(g_ascii_xdigit_value(text[2 + 2 * i]) << 4 | g_ascii_xdigit_value(text[3 + 2 * i]));
  return TRUE;
}

/* Epoch, id of the store and totals. */
#define OWNER "epoch, (SELECT id FROM store), generation, matches, entries, digest"

static gboolean read_owner(LapPostgresqlStore *self, const PGresult *row, LapStoreTotals *totals, GError **error)
{
  totals->generation = number_of(row, 2);
  totals->matches = number_of(row, 3);
  totals->entries = number_of(row, 4);
  return read_digest(PQgetvalue(row, 0, 5), &totals->digest) ||
         lap_pg_damaged(self, error, "it does not say what it holds");
}

static char *quote(LapPostgresqlStore *self, const char *text)
{
  return PQescapeLiteral(self->main.connection, text, strlen(text));
}

/* Begins an epoch. */
static gboolean begin_epoch(LapPostgresqlStore *self, GError **error)
{
  LapStoreTotals totals;
  g_autofree char *host = quote(self, g_get_host_name());
  g_autofree char *address = quote(self, self->public_address ? self->public_address : "");
  g_autofree char *sql = g_strdup_printf(
      "INSERT INTO owner VALUES ('%s', 1, %s || ', process %d', now(), 0, 0, 0, decode(repeat('00', 32), 'hex'), %s, "
      "%s) ON CONFLICT (name) DO UPDATE SET epoch = owner.epoch + 1, holder = excluded.holder, since = excluded.since, "
      "address = excluded.address, until = excluded.until RETURNING " OWNER,
      self->owner, host, (int)getpid(), address, self->public_address ? "now() + " LAP_PG_LEASE : "'-infinity'");
  g_autoptr(PGresult) row = lap_pg_exec(&self->main, sql, self->address.answer, error);
  if (!row || !read_owner(self, row, &totals, error)) return FALSE;
  self->epoch = number_of(row, 0);
  g_free(self->id);
  self->id = g_strdup(PQgetvalue(row, 0, 1));
  self->totals = self->committed = totals;
  return TRUE;
}

/* --- after the connection was lost */

/* Notes for good that nothing is kept any more. */
static gboolean go(LapPostgresqlStore *self, LapStoreError code, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static gboolean go(LapPostgresqlStore *self, LapStoreError code, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  self->gone = g_error_new(LAP_STORE_ERROR, (gint)code, "%s %s", self->address.name, text);
  g_propagate_error(error, g_error_copy(self->gone));
  return FALSE;
}

/* For `lapidary verify`, since the host that is started next cannot know of it. */
static gboolean has_gone_back(LapPostgresqlStore *self, gint64 generation, GError **error)
{
  go(self, LAP_STORE_ERROR_GONE, error,
     "has gone back to an older state: it had come to generation %" G_GINT64_FORMAT
     ", and is of generation %" G_GINT64_FORMAT ", so that what was acknowledged in between is lost",
     self->committed.generation, generation);
  g_autofree char *text = quote(self, self->gone->message);
  g_autofree char *sql = g_strdup_printf("INSERT INTO incident VALUES (%" G_GINT64_FORMAT ", %s)", g_get_real_time(),
                                         text);
  g_autoptr(PGresult) noted = lap_pg_exec(&self->main, sql, self->address.answer, NULL);
  return FALSE;
}

static gboolean is_fenced(LapPostgresqlStore *self, GError **error)
{
  return !go(self, LAP_STORE_ERROR_FENCED, error, "has another owner now");
}

/* The row of this owner, in this store. */
static gboolean find_row(LapPostgresqlStore *self, PGresult **row, GError **error)
{
  g_autoptr(PGresult)
      there = lap_pg_exec(&self->main, "SELECT to_regclass('owner') IS NOT NULL", self->address.answer, error);
  if (!there) return FALSE;
  if (*PQgetvalue(there, 0, 0) != 't') return go(self, LAP_STORE_ERROR_GONE, error, "has no store any more");
  g_autofree char *sql = g_strdup_printf("SELECT " OWNER " FROM owner WHERE name = '%s'", self->owner);
  *row = lap_pg_exec(&self->main, sql, self->address.answer, error);
  if (!*row) return FALSE;
  if (!PQntuples(*row) || !g_str_equal(PQgetvalue(*row, 0, 1), self->id))
    return go(self, LAP_STORE_ERROR_GONE, error, "is not the store that was here");
  return number_of(*row, 0) <= self->epoch || !is_fenced(self, error);
}

/* What waited for a standby when the connection was lost is not yet safe if it is found: this waits as well. */
static gboolean wait_for_standbys(LapPostgresqlStore *self, GError **error)
{
  g_autofree char *sql = g_strdup_printf("UPDATE owner SET since = since WHERE name = '%s'", self->owner);
  g_autoptr(PGresult) done = lap_pg_exec(&self->main, sql, self->address.answer, error);
  return done != NULL;
}

/* It is the store that it was, of this owner, and has all that was acknowledged. */
static gboolean compare(LapPostgresqlStore *self, GError **error)
{
  LapStoreTotals found;
  g_autoptr(PGresult) row = NULL;
  if (!find_row(self, &row, error) || !read_owner(self, row, &found, error)) return FALSE;
  if (number_of(row, 0) < self->epoch || found.generation < self->committed.generation)
    return has_gone_back(self, found.generation, error);
  if (found.generation > self->committed.generation + self->unknown) return !is_fenced(self, error);
  if (!wait_for_standbys(self, error)) return FALSE;
  self->totals = self->committed = found;
  self->unknown = FALSE;
  return TRUE;
}

static gboolean is_own(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(PGresult) row = NULL;
  return find_row(self, &row, error);
}

static gboolean connect_again(LapPostgresqlStore *self, GError **error)
{
  g_hash_table_remove_all(self->rows);
  lap_pg_disconnect(&self->main);
  gint64 longest = self->public_address ? LOCK_WAIT_AGAIN : LOCK_WAIT;
  if (lap_pg_connect(&self->main, error) && is_own(self, error) && take_lock(self, longest, error) &&
      compare(self, error) && lap_pg_prepare(self, error)) {
    self->pause = 0;
    return TRUE;
  }
  lap_pg_disconnect(&self->main);
  self->pause = CLAMP(2 * self->pause, PAUSE_MIN, PAUSE_MAX);
  self->retry_at = g_get_monotonic_time() + self->pause;
  return FALSE;
}

gboolean lap_pg_ready(LapPostgresqlStore *self, GError **error)
{
  if (self->gone) {
    g_propagate_error(error, g_error_copy(self->gone));
    return FALSE;
  }
  if (lap_pg_is_connected(&self->main)) return TRUE;
  if (g_get_monotonic_time() >= self->retry_at) return connect_again(self, error);
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "%s: the connection is lost, and is tried again soon",
              self->address.name);
  return FALSE;
}

gboolean lap_pg_resolve(LapPostgresqlStore *self, const GError *lost, GError **error)
{
  gint64 longest = self->public_address ? RESOLVE_WAIT_NODE : RESOLVE_WAIT;
  gint64 deadline = g_get_monotonic_time() + longest, before = self->committed.generation;
  self->unknown = TRUE;
  while (!self->gone && g_get_monotonic_time() < deadline) {
    if (connect_again(self, NULL)) {
      if (self->committed.generation > before) return TRUE;
      g_propagate_error(error, g_error_copy(lost));
      return FALSE;
    }
    g_usleep((gulong)self->pause);
  }
  if (self->gone)
    g_propagate_error(error, g_error_copy(self->gone));
  else
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "%s; whether this was kept is unknown", lost->message);
  return FALSE;
}

/* --- opening */

/* A server that syncs nothing keeps nothing that a power cut could take. */
static gboolean look_at_server(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(PGresult) result = lap_pg_exec(&self->main,
                                           "SELECT current_setting('fsync') = 'on' AND "
                                           "current_setting('full_page_writes') = 'on'",
                                           self->address.answer, error);
  if (result && *PQgetvalue(result, 0, 0) != 't')
    self->warning = g_strdup_printf("%s does not sync what it writes (fsync or full_page_writes is off): a power cut, "
                                    "or a crash of its machine, can lose what was acknowledged",
                                    self->address.name);
  return result != NULL;
}

static gboolean open_session(LapPostgresqlStore *self, GError **error)
{
  gint64 longest = self->public_address ? LOCK_WAIT_NODE : LOCK_WAIT;
  g_clear_pointer(&self->warning, g_free);
  return lap_pg_connect(&self->main, error) && take_lock(self, longest, error) && lap_pg_migrate(self, error) &&
         look_at_server(self, error) && begin_epoch(self, error) && lap_pg_prepare(self, error);
}

/* Another node may take the session for that of the process before, and end it, until the epoch has begun. */
gboolean lap_pg_open(LapPostgresqlStore *self, const char *url, GError **error)
{
  g_autoptr(GError) lost = NULL;
  if (!lap_pg_read_address(&self->address, url, error)) return FALSE;
  if (!self->public_address) return open_session(self, error);
  self->address.answer = LAP_PG_NODE_ANSWER;
  if (open_session(self, &lost)) return TRUE;
  if (!self->main.connection) return open_session(self, error);
  g_propagate_error(error, g_steal_pointer(&lost));
  return FALSE;
}

gboolean lap_pg_join_again(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(GError) gone = g_steal_pointer(&self->gone);
  lap_pg_disconnect(&self->main);
  lap_pg_end_transaction(self);
  g_hash_table_remove_all(self->rows);
  g_hash_table_remove_all(self->released);
  if (lap_pg_connect(&self->main, error) && take_lock(self, LOCK_WAIT_AGAIN, error) && begin_epoch(self, error) &&
      lap_pg_prepare(self, error))
    return TRUE;
  lap_pg_disconnect(&self->main);
  self->gone = g_steal_pointer(&gone);
  return FALSE;
}
