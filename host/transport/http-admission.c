/* Admission: which requests are answered, and which pages may open a WebSocket.
 *
 * A browser lets every page that somebody has open reach servers on their own machine, and says in Origin whose page it
 * is: only the server's own pages and those of listed origins may connect. A name that an attacker lets point at this
 * machine (DNS rebinding) would make its pages the server's own, so a server that is bound to loopback believes only
 * loopback names in Host. */
#include <string.h>

#include "listen-private.h"

/* --- hosts and origins */

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

/* Whether a request with this Host may be answered. A Host that is of a listed origin passes too: a proxy in front may
 * hand it on. */
static gboolean is_host_allowed(const LapOriginRule *rule, const char *host)
{
  if (!rule->loopback || is_loopback(host)) return TRUE;
  for (char **listed = rule->listed; listed && *listed; listed++)
    if (is_of_host(*listed, host)) return TRUE;
  return FALSE;
}

/* Whether a page of this origin may open a WebSocket: it is of this very server, or listed. */
static gboolean is_origin_allowed(const LapOriginRule *rule, const char *origin, const char *host)
{
  if (is_of_host(origin, host)) return TRUE;
  for (char **listed = rule->listed; listed && *listed; listed++)
    if (g_ascii_strcasecmp(*listed, origin) == 0) return TRUE;
  return FALSE;
}

/* --- headers */

/* Bytes of a header's value that is looked at. What is longer is wrong. */
enum { HEADER_MAX = 512 };

static gboolean has_header(LapHttpClient *client, enum lws_token_indexes name)
{
  return lws_hdr_total_length(client->wsi, name) > 0;
}

/* FALSE if there is none, or it is too long. */
static gboolean read_header(LapHttpClient *client, enum lws_token_indexes name, char value[HEADER_MAX])
{
  return lws_hdr_copy(client->wsi, value, HEADER_MAX, name) > 0;
}

static gboolean header_is(LapHttpClient *client, enum lws_token_indexes name, const char *expected)
{
  char value[HEADER_MAX];
  return read_header(client, name, value) && g_ascii_strcasecmp(value, expected) == 0;
}

const LapRefusal *lap_http_refuse_host(LapHttpClient *client)
{
  static const LapRefusal missing = {HTTP_STATUS_BAD_REQUEST, "The request has no Host."};
  static const LapRefusal foreign = {
      HTTP_STATUS_FORBIDDEN,
      "This server listens for its own machine only, and answers to localhost and loopback addresses. To reach it by "
      "another name, start it with that origin allowed."};
  char host[HEADER_MAX];
  if (!read_header(client, WSI_TOKEN_HOST, host)) return &missing;
  return is_host_allowed(&client->listener->origins, host) ? NULL : &foreign;
}

static gboolean may_page_connect(LapHttpClient *client)
{
  char host[HEADER_MAX], origin[HEADER_MAX];
  if (!has_header(client, WSI_TOKEN_ORIGIN)) return TRUE;
  return read_header(client, WSI_TOKEN_HOST, host) && read_header(client, WSI_TOKEN_ORIGIN, origin) &&
         is_origin_allowed(&client->listener->origins, origin, host);
}

/* A client that names no subprotocol speaks ours. */
static gboolean is_subprotocol_known(LapHttpClient *client)
{
  char names[HEADER_MAX];
  if (!has_header(client, WSI_TOKEN_PROTOCOL)) return TRUE;
  if (!read_header(client, WSI_TOKEN_PROTOCOL, names)) return FALSE;
  g_auto(GStrv) listed = g_strsplit(names, ",", -1);
  for (char **name = listed; *name; name++)
    if (g_str_equal(g_strstrip(*name), "lapidary")) return TRUE;
  return FALSE;
}

static gboolean is_whole_handshake(LapHttpClient *client)
{
  return header_is(client, WSI_TOKEN_VERSION, "13") && has_header(client, WSI_TOKEN_KEY);
}

const LapRefusal *lap_http_refuse_upgrade(LapHttpClient *client)
{
  static const LapRefusal unknown = {HTTP_STATUS_BAD_REQUEST, "Only an upgrade to websocket is known."};
  static const LapRefusal elsewhere = {HTTP_STATUS_NOT_FOUND, "The WebSocket is at /ws."};
  static const LapRefusal half = {LAP_HTTP_UPGRADE_REQUIRED, "A WebSocket of version 13, with a key, is expected."};
  static const LapRefusal subprotocol = {HTTP_STATUS_BAD_REQUEST, "The subprotocol is \"lapidary\", or none is named."};
  static const LapRefusal origin = {
      HTTP_STATUS_FORBIDDEN,
      "Pages of this origin may not connect: it is not the server's own, nor one that it was started with."};
  const LapRefusal *refusal = lap_http_refuse_host(client);
  if (refusal) return refusal;
  if (!header_is(client, WSI_TOKEN_UPGRADE, "websocket")) return &unknown;
  if (!header_is(client, WSI_TOKEN_GET_URI, "/ws")) return &elsewhere;
  if (!is_whole_handshake(client)) return &half;
  if (!is_subprotocol_known(client)) return &subprotocol;
  return may_page_connect(client) ? NULL : &origin;
}
