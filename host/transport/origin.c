#include "origin.h"

#include <gio/gio.h>
#include <string.h>

/* --- authorities: "host", "host:port", "[::1]" and "[::1]:port" */

typedef struct {
  char *name;            /* without brackets */
  GInetAddress *address; /* NULL: it is a name */
  guint port;            /* 0: none is given */
} Authority;

static void authority_clear(Authority *authority)
{
  g_free(authority->name);
  g_clear_object(&authority->address);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Authority, authority_clear)

static gboolean consists_of(const char *text, gsize length, const char *others)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum(text[i]) && !strchr(others, text[i])) return FALSE;
  return length > 0;
}

static gboolean read_port(const char *text, guint *port)
{
  guint64 number = 0;
  if (!*text) return TRUE;
  if (*text != ':' || !g_ascii_string_to_unsigned(text + 1, 10, 1, G_MAXUINT16, &number, NULL)) return FALSE;
  *port = (guint)number;
  return TRUE;
}

/* Only a port may follow the bracket: "[::1].example.org" is not an address. */
static gboolean read_bracketed(Authority *authority, const char *text)
{
  const char *end = strchr(text, ']');
  if (!end || !consists_of(text + 1, (gsize)(end - text - 1), ":.")) return FALSE;
  authority->name = g_strndup(text + 1, (gsize)(end - text - 1));
  authority->address = g_inet_address_new_from_string(authority->name);
  return authority->address && strchr(authority->name, ':') && read_port(end + 1, &authority->port);
}

static gboolean read_authority(Authority *authority, const char *text)
{
  if (*text == '[') return read_bracketed(authority, text);
  gsize length = strcspn(text, ":");
  if (!consists_of(text, length, "-._")) return FALSE;
  authority->name = g_strndup(text, length);
  authority->address = g_inet_address_new_from_string(authority->name);
  return read_port(text + length, &authority->port);
}

static gboolean is_same(const Authority *a, const Authority *b)
{
  return a->port == b->port && g_ascii_strcasecmp(a->name, b->name) == 0;
}

/* Whether it is an origin of http or https; "null" is not. */
static gboolean read_origin(Authority *authority, const char *origin)
{
  const char *mark = strstr(origin, "://");
  gsize scheme = mark ? (gsize)(mark - origin) : 0;
  gboolean is_web = (scheme == 4 || scheme == 5) && g_ascii_strncasecmp(origin, "https", scheme) == 0;
  return is_web && read_authority(authority, mark + 3);
}

/* --- the rule */

static gboolean is_own_name(const LapOriginRule *rule, const Authority *host)
{
  if (g_ascii_strcasecmp(host->name, "localhost") == 0) return TRUE;
  if (host->address && (!rule->loopback || g_inet_address_get_is_loopback(host->address))) return TRUE;
  for (char **name = rule->hosts; name && *name; name++)
    if (g_ascii_strcasecmp(*name, host->name) == 0) return TRUE;
  return FALSE;
}

static gboolean is_of_listed(const LapOriginRule *rule, const Authority *host)
{
  for (char **listed = rule->listed; listed && *listed; listed++) {
    g_auto(Authority) own = {0};
    if (read_origin(&own, *listed) && is_same(&own, host)) return TRUE;
  }
  return FALSE;
}

gboolean lap_origin_is_host_name(const char *text)
{
  g_auto(Authority) host = {0};
  return read_authority(&host, text) && !host.port;
}

gboolean lap_origin_allows_host(const LapOriginRule *rule, const char *text)
{
  g_auto(Authority) host = {0};
  return read_authority(&host, text) && (is_own_name(rule, &host) || is_of_listed(rule, &host));
}

gboolean lap_origin_allows_page(const LapOriginRule *rule, const char *origin, const char *text)
{
  g_auto(Authority) host = {0}, own = {0};
  if (read_authority(&host, text) && read_origin(&own, origin) && is_same(&own, &host)) return TRUE;
  for (char **listed = rule->listed; listed && *listed; listed++)
    if (g_ascii_strcasecmp(*listed, origin) == 0) return TRUE;
  return FALSE;
}
