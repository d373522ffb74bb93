/* Builds in a PostgreSQL store: what matches that are not over are played with. As in the embedded one, a build that no
 * match needs is dropped when the next one is put, or when a match says so. */
#include "postgresql-private.h"

/* --- keeping */

gboolean lap_pg_has_build(LapStore *store, const char *name)
{
  g_autoptr(PGresult) result = lap_pg_query(LAP_POSTGRESQL_STORE(store), NULL, LAP_PG_HAS_BUILD, name);
  return result && PQntuples(result);
}

static gboolean put(LapPostgresqlStore *self, const char *name, GBytes *content, GError **error)
{
  gsize n;
  gconstpointer bytes = g_bytes_get_data(content, &n);
  const LapSha256 hash = lap_sha256_of(bytes, n);
  return lap_pg_run(self, error, LAP_PG_DROP_BUILDS) && lap_pg_run(self, error, LAP_PG_PUT_BUILD, name, &hash, content);
}

gboolean lap_pg_keep_build(LapPostgresqlStore *self, const char *match, const char *name, GBytes *content,
                           GError **error)
{
  if (content && !lap_pg_has_build(LAP_STORE(self), name) && !put(self, name, content, error)) return FALSE;
  return lap_pg_run(self, error, LAP_PG_NEED_BUILD, match, name);
}

gboolean lap_pg_release_builds(LapPostgresqlStore *self, const char *match, gboolean drop, GError **error)
{
  return lap_pg_run(self, error, LAP_PG_RELEASE_BUILDS, match) &&
         (!drop || lap_pg_run(self, error, LAP_PG_DROP_BUILDS));
}

/* --- reading */

/* It is code that the host would run: whoever may write here may run code as the host's user. Superusers of the server
 * are to it what root is to a file. */
static gboolean check_trust(LapPostgresqlStore *self, GError **error)
{
  g_autoptr(PGresult) writers = lap_pg_query(self, error, LAP_PG_WRITERS);
  if (!writers) return FALSE;
  if (!PQntuples(writers)) return TRUE;
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_UNTRUSTED,
              "%s: other users may write it (\"%s\" of its server), so no code is taken out of it", self->address.name,
              lap_pg_text(writers, 0, 0));
  return FALSE;
}

GBytes *lap_pg_read_build(const PGresult *result)
{
  LapSha256 hash;
  g_autoptr(GBytes) content = lap_pg_bytes(result, 0, 1);
  gsize n;
  gconstpointer bytes = g_bytes_get_data(content, &n);
  const LapSha256 found = lap_sha256_of(bytes, n);
  gboolean good = lap_pg_get_chain(result, 0, 0, &hash) && lap_chain_equal(&hash, &found);
  return good ? g_steal_pointer(&content) : NULL;
}

GBytes *lap_pg_get_build(LapStore *store, const char *name, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  if (!check_trust(self, error)) return NULL;
  g_autoptr(PGresult) result = lap_pg_query_all(self, error, LAP_PG_GET_BUILD, name);
  if (!result) return NULL;
  GBytes *content = PQntuples(result) ? lap_pg_read_build(result) : NULL;
  if (!PQntuples(result))
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND, "the store has no build %.12s", name);
  else if (!content)
    lap_pg_damaged(self, error, "build %.12s is not what was written", name);
  return content;
}

GPtrArray *lap_pg_get_builds(LapStore *store, const char *id, GError **error)
{
  g_autoptr(PGresult) result = lap_pg_query(LAP_POSTGRESQL_STORE(store), error, LAP_PG_NEEDED_BUILDS, id);
  if (!result) return NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  for (int row = 0; row < PQntuples(result); row++) g_ptr_array_add(names, g_strdup(lap_pg_text(result, row, 0)));
  return names;
}
