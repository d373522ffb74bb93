/* What can be wrong with a PostgreSQL store as a whole. Whether one match is as it was written shows when its entries
 * are read. */
#include "postgresql-private.h"

/* A part that cannot be read is a finding, and the next part is tried. */
static PGresult *ask(LapPostgresqlStore *self, GPtrArray *findings, LapPgSql which)
{
  g_autoptr(GError) error = NULL;
  PGresult *result = lap_pg_query_all(self, &error, which);
  if (!result) lap_store_add_finding(findings, "%s", error->message);
  return result;
}

/* --- what it counts */

/* What all owners have added. */
static LapStoreTotals sum(const PGresult *owners)
{
  LapStoreTotals totals = {0};
  LapChain digest;
  for (int row = 0; row < PQntuples(owners); row++) {
    totals.matches += lap_pg_number(owners, row, 0);
    totals.entries += lap_pg_number(owners, row, 1);
    if (lap_pg_get_chain(owners, row, 2, &digest)) lap_chain_combine(&totals.digest, &digest);
  }
  return totals;
}

static LapChain combine(const PGresult *heads)
{
  LapChain digest = {{0}}, head;
  for (int row = 0; row < PQntuples(heads); row++)
    if (lap_pg_get_chain(heads, row, 0, &head)) lap_chain_combine(&digest, &head);
  return digest;
}

static void recount(LapPostgresqlStore *self, GPtrArray *findings)
{
  g_autoptr(PGresult) owners = ask(self, findings, LAP_PG_TOTALS), found = ask(self, findings, LAP_PG_RECOUNT);
  g_autoptr(PGresult) heads = ask(self, findings, LAP_PG_HEADS);
  if (!owners || !found || !heads) return;
  const LapStoreTotals written = sum(owners);
  const LapStoreTotals there = {
      .matches = lap_pg_number(found, 0, 0), .entries = lap_pg_number(found, 0, 1), .digest = combine(heads)};
  lap_store_compare_totals(findings, &written, &there, lap_pg_number(found, 0, 2));
}

static void find_orphans(LapPostgresqlStore *self, GPtrArray *findings)
{
  g_autoptr(PGresult) result = ask(self, findings, LAP_PG_ORPHANS);
  for (int row = 0; result && row < PQntuples(result); row++)
    lap_store_add_finding(findings, "%" G_GINT64_FORMAT " entries are of a match that is not there",
                          lap_pg_number(result, row, 0));
}

/* --- builds */

static void check_build(LapPostgresqlStore *self, GPtrArray *findings, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(PGresult) result = lap_pg_query_all(self, &error, LAP_PG_GET_BUILD, name);
  g_autoptr(GBytes) content = result && PQntuples(result) ? lap_pg_read_build(result) : NULL;
  if (!result)
    lap_store_add_finding(findings, "%s", error->message);
  else if (!content)
    lap_store_add_finding(findings, "build %.12s is not what was written", name);
}

static void check_builds(LapPostgresqlStore *self, GPtrArray *findings)
{
  g_autoptr(PGresult) builds = ask(self, findings, LAP_PG_BUILDS), unbuilt = ask(self, findings, LAP_PG_UNBUILT);
  for (int row = 0; builds && row < PQntuples(builds); row++) check_build(self, findings, lap_pg_text(builds, row, 0));
  for (int row = 0; unbuilt && row < PQntuples(unbuilt); row++)
    lap_store_add_finding(findings, "match %s needs a build that is not there", lap_pg_text(unbuilt, row, 0));
}

/* --- what was noticed before */

static void add_incidents(LapPostgresqlStore *self, GPtrArray *findings, GPtrArray *past)
{
  g_autoptr(PGresult) result = ask(self, findings, LAP_PG_INCIDENTS);
  for (int row = 0; result && row < PQntuples(result); row++) {
    g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(lap_pg_number(result, row, 0) / G_USEC_PER_SEC);
    g_autofree char *when = at ? g_date_time_format_iso8601(at) : g_strdup("?");
    lap_store_add_finding(past, "%s: %s", when, lap_pg_text(result, row, 1));
  }
}

void lap_pg_verify(LapStore *store, GPtrArray *findings, GPtrArray *past)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  if (self->warning) lap_store_add_finding(findings, "%s", self->warning);
  recount(self, findings);
  find_orphans(self, findings);
  add_incidents(self, findings, past);
  check_builds(self, findings);
}
