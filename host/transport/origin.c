#include "origin.h"

#include <gio/gio.h>
#include <string.h>

/* The host of "host", "host:port", "[::1]" and "[::1]:port", without brackets. */
static char *without_port(const char *host)
{
  const char *bracket = *host == '[' ? strchr(host, ']') : NULL;
  if (bracket) return g_strndup(host + 1, (gsize)(bracket - host - 1));
  const char *colon = strchr(host, ':');
  return colon ? g_strndup(host, (gsize)(colon - host)) : g_strdup(host);
}

/* "localhost", "127.0.0.1", "[::1]" and the like, with or without a port. */
static gboolean is_loopback(const char *host)
{
  g_autofree char *name = without_port(host);
  if (g_ascii_strcasecmp(name, "localhost") == 0) return TRUE;
  g_autoptr(GInetAddress) address = g_inet_address_new_from_string(name);
  return address && g_inet_address_get_is_loopback(address);
}

/* What of an origin stands in a Host: all behind the scheme. NULL if it is no origin of the web ("null"). */
static const char *host_of(const char *origin)
{
  const char *mark = strstr(origin, "://");
  return mark ? mark + 3 : NULL;
}

static gboolean is_of_host(const char *origin, const char *host)
{
  const char *own = host_of(origin);
  return own && g_ascii_strcasecmp(own, host) == 0;
}

gboolean lap_host_is_allowed(const LapOriginRule *rule, const char *host)
{
  if (!rule->loopback || is_loopback(host)) return TRUE;
  for (char **listed = rule->listed; listed && *listed; listed++)
    if (is_of_host(*listed, host)) return TRUE;
  return FALSE;
}

gboolean lap_origin_is_allowed(const LapOriginRule *rule, const char *origin, const char *host)
{
  if (!origin || is_of_host(origin, host)) return TRUE;
  for (char **listed = rule->listed; listed && *listed; listed++)
    if (g_ascii_strcasecmp(*listed, origin) == 0) return TRUE;
  return FALSE;
}
