/* The tables of a PostgreSQL store, in a schema of their own, and the steps that lead to them.
 *
 * The layout has a version. Step v brings version v - 1 to v, and version 0 is no schema, or an empty one. Steps are
 * only ever added, since databases that went through the old ones exist. */
#include "postgresql-private.h"

/* `(match, seq)` is the key of entries, so that no two writers can ever append at the same place. Entries are in parts
 * by match, each with an index that is small enough to stay in memory where the moves are, and that is vacuumed by
 * itself. Headers, which never change, and seats, which seldom do, are apart from the rows that change with each batch.
 * The listing reads its parts, by state and whether they are public, from their index in its order.
 *
 * The row of an owner counts what that owner has added: sums over all of them are what there is, and owners do not wait
 * for each other. Each commit checks there that its epoch and its generation are the present ones: if not, it would
 * write NULL, which the row refuses, and with it all of the commit.
 *
 * Of a node, `address` is where clients reach it, and `until` when its leases end; an owner that is the only one has
 * neither. `lease` has the matches that nodes have in memory.
 *
 * `chain` and `head` are hashes (chain.h); a snapshot has that of the last entry that it is of. `hash` of a build is
 * that of its content. `incident` has warnings. */
static const char *const steps[] = {
    "CREATE TABLE store (version integer NOT NULL, id uuid NOT NULL);"
    "INSERT INTO store VALUES (1, gen_random_uuid());"
    "CREATE TABLE owner (name text PRIMARY KEY, epoch bigint NOT NULL, holder text NOT NULL,"
    "  since timestamptz NOT NULL, generation bigint NOT NULL, matches bigint NOT NULL, entries bigint NOT NULL,"
    "  digest bytea NOT NULL) WITH (fillfactor = 20);"
    "CREATE TABLE match (id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL, created bigint NOT NULL,"
    "  changed bigint NOT NULL, entries bigint NOT NULL, state smallint NOT NULL, public boolean NOT NULL,"
    "  head bytea NOT NULL);"
    "CREATE INDEX match_by_change ON match (public, state, changed DESC, id DESC);"
    "CREATE TABLE header (match text COLLATE \"C\" PRIMARY KEY, seats text NOT NULL, text text NOT NULL);"
    "CREATE TABLE entry (match text COLLATE \"C\" NOT NULL, seq bigint NOT NULL, chain bytea NOT NULL,"
    "  text text NOT NULL, PRIMARY KEY (match, seq)) PARTITION BY HASH (match);"
    "DO $$ BEGIN FOR i IN 0..15 LOOP"
    "  EXECUTE format('CREATE TABLE entry_%s PARTITION OF entry FOR VALUES WITH (MODULUS 16, REMAINDER %s)', i, i);"
    "END LOOP; END $$;"
    "CREATE TABLE snapshot (match text COLLATE \"C\" NOT NULL, place bigint NOT NULL, chain bytea NOT NULL,"
    "  tail bytea NOT NULL, state bytea NOT NULL, PRIMARY KEY (match, place));"
    "CREATE TABLE message (match text COLLATE \"C\" NOT NULL, number bigint NOT NULL, text text NOT NULL,"
    "  PRIMARY KEY (match, number));"
    "CREATE TABLE build (name text COLLATE \"C\" PRIMARY KEY, hash bytea NOT NULL, content bytea NOT NULL);"
    "CREATE TABLE match_build (match text COLLATE \"C\" NOT NULL, build text COLLATE \"C\" NOT NULL,"
    "  PRIMARY KEY (match, build));"
    "CREATE INDEX match_build_by_build ON match_build (build);"
    "CREATE TABLE incident (at bigint NOT NULL, text text NOT NULL)",
    "ALTER TABLE owner ADD COLUMN address text NOT NULL DEFAULT '',"
    "  ADD COLUMN until timestamptz NOT NULL DEFAULT '-infinity';"
    "CREATE TABLE lease (match text COLLATE \"C\" PRIMARY KEY, node text COLLATE \"C\" NOT NULL, epoch bigint NOT "
    "NULL);"
    "CREATE INDEX lease_by_node ON lease (node, epoch)",
    NULL};

static gboolean run(LapPostgresqlStore *self, const char *sql, gint64 *number, GError **error)
{
  g_autoptr(PGresult) result = lap_pg_exec(&self->main, sql, LAP_PG_LONG_ANSWER, error);
  if (!result) return FALSE;
  if (number) *number = PQntuples(result) ? g_ascii_strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
  return TRUE;
}

static gboolean read_version(LapPostgresqlStore *self, gint64 newest, gint64 *version, GError **error)
{
  gint64 stores = 0, others = 0;
  *version = 0;
  if (!run(self, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('lapidary.store')", &stores, error) ||
      !run(self, "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('lapidary')", &others, error))
    return FALSE;
  if (!stores && others) {
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT,
                "%s has a schema \"lapidary\" of something else: expected a store of matches, or none",
                self->address.name);
    return FALSE;
  }
  if (stores && !run(self, "SELECT version FROM lapidary.store", version, error)) return FALSE;
  if (*version >= (stores ? 1 : 0) && *version <= newest) return TRUE;
  if (*version < 1) return lap_pg_damaged(self, error, "it does not say which layout it has");
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_VERSION,
              "%s has layout %" G_GINT64_FORMAT
              ", which a newer host wrote: this one knows layouts up to %" G_GINT64_FORMAT,
              self->address.name, *version, newest);
  return FALSE;
}

static gboolean take_steps(LapPostgresqlStore *self, gint64 version, GError **error)
{
  gint64 exists;
  if (!run(self, "SELECT count(*) FROM pg_namespace WHERE nspname = 'lapidary'", &exists, error)) return FALSE;
  if (!exists && !run(self, "CREATE SCHEMA lapidary", NULL, error)) return FALSE;
  for (; steps[version]; version++)
    if (!run(self, steps[version], NULL, error)) return FALSE;
  g_autofree char *stamp = g_strdup_printf("UPDATE store SET version = %" G_GINT64_FORMAT, version);
  return run(self, stamp, NULL, error);
}

/* Nodes that are started at the same time. */
static gboolean wait_for_others(LapPostgresqlStore *self, GError **error)
{
  return run(self, "SELECT pg_advisory_xact_lock(hashtext('lapidary migration'))", NULL, error);
}

gboolean lap_pg_migrate(LapPostgresqlStore *self, GError **error)
{
  gint64 version, newest = (gint64)G_N_ELEMENTS(steps) - 1;
  if (!read_version(self, newest, &version, error)) return FALSE;
  if (!steps[version]) return TRUE;
  if (!run(self, "BEGIN", NULL, error)) return FALSE;
  if (wait_for_others(self, error) && read_version(self, newest, &version, error) && take_steps(self, version, error))
    return run(self, "COMMIT", NULL, error);
  if (self->main.connection) run(self, "ROLLBACK", NULL, NULL);
  return FALSE;
}
