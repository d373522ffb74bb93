/* What can be wrong with an SQLite store as a whole. Whether one match is as it was written shows when its entries are
 * read. */
#include "sqlite-private.h"

#define INTEGRITY_MAX "100"

/* Calls for each row of what `query` gives. */
typedef void (*EachRow)(sqlite3_stmt *row, gpointer data);
static gboolean each_row(LapSqliteStore *self, const char *query, EachRow each, gpointer data, GError **error)
{
  sqlite3_stmt *row = NULL;
  int result = sqlite3_prepare_v2(self->db, query, -1, &row, NULL);
  while (result == SQLITE_OK || result == SQLITE_ROW) {
    result = sqlite3_step(row);
    if (result == SQLITE_ROW) each(row, data);
  }
  gboolean good = result == SQLITE_DONE || lap_sqlite_fail(self->db, result, "cannot read", self->path, error);
  sqlite3_finalize(row);
  return good;
}

static void add_integrity(sqlite3_stmt *row, gpointer findings)
{
  const char *text = (const char *)sqlite3_column_text(row, 0);
  if (text && !g_str_equal(text, "ok")) lap_store_add_finding(findings, "the file is damaged: %s", text);
}

/* --- what it counts */

typedef struct {
  LapStoreTotals found;
  gint64 counted; /* entries, as the rows of matches have them */
} Recount;

static void count_match(sqlite3_stmt *row, gpointer data)
{
  Recount *recount = data;
  LapChain head;
  recount->found.matches++;
  recount->counted += sqlite3_column_int64(row, 0);
  if (lap_sqlite_get_chain(row, 1, &head)) lap_chain_combine(&recount->found.digest, &head);
}

static void count_entries(sqlite3_stmt *row, gpointer data)
{
  ((Recount *)data)->found.entries = sqlite3_column_int64(row, 0);
}

static gboolean recount(LapSqliteStore *self, GPtrArray *findings, GError **error)
{
  Recount counts = {0};
  if (!each_row(self, "SELECT entries, head FROM match NOT INDEXED", count_match, &counts, error) ||
      !each_row(self, "SELECT count(*) FROM entry NOT INDEXED", count_entries, &counts, error))
    return FALSE;
  lap_store_compare_totals(findings, &self->totals, &counts.found, counts.counted);
  return TRUE;
}

static void add_orphans(sqlite3_stmt *row, gpointer findings)
{
  lap_store_add_finding(findings, "%" G_GINT64_FORMAT " entries are of a match that is not there",
                        (gint64)sqlite3_column_int64(row, 0));
}

static void check_build(sqlite3_stmt *row, gpointer findings)
{
  g_autoptr(GBytes) content = lap_sqlite_read_build(row);
  if (!content)
    lap_store_add_finding(findings, "build %.12s is not what was written", (const char *)sqlite3_column_text(row, 2));
}

static void add_unbuilt(sqlite3_stmt *row, gpointer findings)
{
  lap_store_add_finding(findings, "match %s needs a build that is not there",
                        (const char *)sqlite3_column_text(row, 0));
}

/* --- what was noticed before */

static void add_incident(sqlite3_stmt *row, gpointer past)
{
  g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(sqlite3_column_int64(row, 0) / G_USEC_PER_SEC);
  g_autofree char *when = at ? g_date_time_format_iso8601(at) : g_strdup("?");
  const char *text = (const char *)sqlite3_column_text(row, 1);
  lap_store_add_finding(past, "%s: %s", when, text ? text : "?");
}

/* A part that cannot be read is a finding, and the next part is tried. */
static void take(GPtrArray *findings, GError *error)
{
  if (error) lap_store_add_finding(findings, "%s", error->message);
  g_clear_error(&error);
}

void lap_sqlite_verify(LapStore *store, GPtrArray *findings, GPtrArray *past)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  GError *error[6] = {NULL};
  if (self->warning) lap_store_add_finding(findings, "%s", self->warning);
  each_row(self, "PRAGMA integrity_check(" INTEGRITY_MAX ")", add_integrity, findings, &error[0]);
  recount(self, findings, &error[1]);
  each_row(self, "SELECT count(*) FROM entry WHERE match NOT IN (SELECT number FROM match) GROUP BY match", add_orphans,
           findings, &error[2]);
  each_row(self, "SELECT at, text FROM incident ORDER BY at", add_incident, past, &error[3]);
  each_row(self, "SELECT hash, content, name FROM build", check_build, findings, &error[4]);
  each_row(self,
           "SELECT DISTINCT id FROM match_build JOIN match ON match.number = match "
           "WHERE build NOT IN (SELECT number FROM build)",
           add_unbuilt, findings, &error[5]);
  for (gsize i = 0; i < G_N_ELEMENTS(error); i++) take(findings, error[i]);
}
