/* Addresses of PostgreSQL: those of libpq, as an URI, or as words after "postgresql:". */
#include <string.h>

#include "postgresql-private.h"

#define SCHEME "postgresql:"

/* What holds where neither the address nor the environment says otherwise: a server that does not answer is given up
 * before its clients are, and of several the one that can be written to is meant. */
static const struct {
  const char *keyword, *value;
  gboolean fixed; /* whatever the address says */
} defaults[] = {
    {"connect_timeout", "3", FALSE},
    {"target_session_attrs", "read-write", FALSE},
    {"fallback_application_name", "lapidary", FALSE},
    {"client_encoding", "UTF8", TRUE},
};

/* libpq takes "postgresql://..." as it is. */
static const char *without_scheme(const char *url)
{
  const char *rest = strchr(url, ':') + 1;
  return g_str_has_prefix(rest, "//") ? url : rest;
}

static const char *value_of(const PQconninfoOption *options, const char *keyword)
{
  for (; options->keyword; options++)
    if (g_str_equal(options->keyword, keyword)) return options->val && *options->val ? options->val : NULL;
  return NULL;
}

/* Never with a password. */
static char *name_of(const PQconninfoOption *options)
{
  const char *service = value_of(options, "service"), *host = value_of(options, "host");
  const char *user = value_of(options, "user"), *port = value_of(options, "port");
  const char *database = value_of(options, "dbname");
  if (service) return g_strconcat(SCHEME "service=", service, NULL);
  if (!host) host = value_of(options, "hostaddr");
  return g_strconcat(SCHEME "//", user ? user : "", user ? "@" : "", host ? host : "", port ? ":" : "",
                     port ? port : "", database ? "/" : "", database ? database : "", NULL);
}

static const PQconninfoOption *find_option(const PQconninfoOption *options, const char *keyword)
{
  while (options->keyword && !g_str_equal(options->keyword, keyword)) options++;
  return options;
}

static gboolean is_said(const PQconninfoOption *options, gsize i)
{
  const PQconninfoOption *option = find_option(options, defaults[i].keyword);
  return !defaults[i].fixed && (option->val || (option->envvar && g_getenv(option->envvar)));
}

static void take(LapPgAddress *address, const PQconninfoOption *options)
{
  g_autoptr(GStrvBuilder) keywords = g_strv_builder_new(), values = g_strv_builder_new();
  for (const PQconninfoOption *option = options; option->keyword; option++) {
    if (!option->val) continue;
    g_strv_builder_add(keywords, option->keyword);
    g_strv_builder_add(values, option->val);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(defaults); i++) { /* the last of a word counts */
    if (is_said(options, i)) continue;
    g_strv_builder_add(keywords, defaults[i].keyword);
    g_strv_builder_add(values, defaults[i].value);
  }
  address->keywords = g_strv_builder_end(keywords);
  address->values = g_strv_builder_end(values);
  address->name = name_of(options);
  address->answer = LAP_PG_ANSWER;
}

void lap_pg_address_clear(LapPgAddress *address)
{
  g_strfreev(address->keywords);
  g_strfreev(address->values);
  g_free(address->name);
}

/* The message of libpq is not passed on: it may quote a password. */
gboolean lap_pg_read_address(LapPgAddress *address, const char *url, GError **error)
{
  PQconninfoOption *options = PQconninfoParse(without_scheme(url), NULL);
  if (!options) {
    g_set_error_literal(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL,
                        "not the address of a database: expected postgresql://USER@HOST/DATABASE, "
                        "postgresql:service=NAME, or what else libpq takes, with reserved characters as %XX");
    return FALSE;
  }
  take(address, options);
  PQconninfoFree(options);
  return TRUE;
}
