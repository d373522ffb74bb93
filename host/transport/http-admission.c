/* Admission: which requests are answered, and which pages may open a WebSocket (origin.h has the rule). */
#include "listen-private.h"

/* --- headers */

/* Longest header value that is accepted, in bytes. */
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
      "This server does not answer to that name, only to localhost, its addresses (where it listens for its own "
      "machine "
      "only, those of loopback), and the names that it was started with. To reach it by another name, start it with "
      "that host."};
  char host[HEADER_MAX];
  if (!read_header(client, WSI_TOKEN_HOST, host)) return &missing;
  return lap_origin_allows_host(&client->listener->origins, host) ? NULL : &foreign;
}

static gboolean may_page_connect(LapHttpClient *client)
{
  char host[HEADER_MAX], origin[HEADER_MAX];
  if (!has_header(client, WSI_TOKEN_ORIGIN)) return TRUE;
  return read_header(client, WSI_TOKEN_HOST, host) && read_header(client, WSI_TOKEN_ORIGIN, origin) &&
         lap_origin_allows_page(&client->listener->origins, origin, host);
}

/* A client that names no subprotocol is taken to use "lapidary". */
static gboolean is_subprotocol_known(LapHttpClient *client)
{
  char names[HEADER_MAX];
  if (!has_header(client, WSI_TOKEN_PROTOCOL)) return TRUE;
  if (!read_header(client, WSI_TOKEN_PROTOCOL, names)) return FALSE;
  g_auto(GStrv) listed = g_strsplit(names, ",", -1);
  for (char **name = listed; *name; name++)
    if (g_str_equal(g_strstrip(*name), "lapidary") || g_str_equal(*name, LAP_NODE_SUBPROTOCOL)) return TRUE;
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
