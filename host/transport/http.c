/* HTTP: pages of the server and files of the web folder. */
#include <string.h>
#include <sys/stat.h>

#include "listen-private.h"

enum {
  HEAD_MAX = 2048, /* bytes of an answer's head */
  PART = 16 * 1024 /* bytes of a body that are written at once */
};

static gboolean has_header(LapHttpClient *client, enum lws_token_indexes name)
{
  return lws_hdr_total_length(client->wsi, name) > 0;
}

/* --- refusals */

typedef struct {
  unsigned char room[LWS_PRE + HEAD_MAX];
  unsigned char *start, *end;
  unsigned char *at;
} Head;

static gboolean add(Head *head, LapHttpClient *client, const char *name, const char *value)
{
  return lws_add_http_header_by_name(client->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                     (int)strlen(value), &head->at, head->end) == 0;
}

static gboolean begin_head(Head *head, LapHttpClient *client, guint status, const char *type, gsize length)
{
  g_autofree char *bytes = g_strdup_printf("%" G_GSIZE_FORMAT, length);
  head->start = head->at = head->room + LWS_PRE;
  head->end = head->room + sizeof head->room;
  return lws_add_http_header_status(client->wsi, status, &head->at, head->end) == 0 &&
         add(head, client, "content-type:", type) && add(head, client, "content-length:", bytes);
}

static gboolean write_head(Head *head, LapHttpClient *client, const char *body, gsize length)
{
  if (lws_finalize_http_header(client->wsi, &head->at, head->end) || length > (gsize)(head->end - head->at))
    return FALSE;
  if (length) memcpy(head->at, body, length);
  head->at += length;
  gsize whole = (gsize)(head->at - head->start);
  return lws_write(client->wsi, head->start, whole, LWS_WRITE_HTTP_HEADERS) == (int)whole;
}

static gboolean write_refusal(LapHttpClient *client, const LapRefusal *refusal, const char *connection)
{
  g_autofree char *body = g_strdup_printf("%s\n", refusal->why);
  gsize length = strlen(body);
  gboolean is_head = has_header(client, WSI_TOKEN_HEAD_URI);
  Head head;
  return begin_head(&head, client, refusal->status, "text/plain; charset=utf-8", length) &&
         (refusal->status != HTTP_STATUS_METHOD_NOT_ALLOWED || add(&head, client, "allow:", "GET, HEAD")) &&
         (refusal->status != LAP_HTTP_UPGRADE_REQUIRED || add(&head, client, "sec-websocket-version:", "13")) &&
         (!connection || add(&head, client, "connection:", connection)) &&
         add(&head, client, "cache-control:", "no-store") && write_head(&head, client, body, is_head ? 0 : length);
}

static int refuse(LapHttpClient *client, const LapRefusal *refusal)
{
  if (!write_refusal(client, refusal, NULL)) return -1;
  return lws_http_transaction_completed(client->wsi) ? -1 : 0;
}

/* If not, that has been answered. */
static gboolean may_request(LapHttpClient *client)
{
  static const LapRefusal too_fast = {LAP_HTTP_TOO_MANY_REQUESTS, "Too many requests came from this address."};
  lap_http_client_find_address(client);
  if (lap_server_may_request(client->listener->server, client->address)) return TRUE;
  write_refusal(client, &too_fast, "close");
  return FALSE;
}

int lap_http_upgrade(LapHttpClient *client)
{
  /* If the library does not know the method, it has replied and freed the request's head already. */
  if (!has_header(client, WSI_TOKEN_UPGRADE) || !may_request(client)) return -1;
  const LapRefusal *refusal = lap_http_refuse_upgrade(client);
  if (!refusal) return 0;
  write_refusal(client, refusal, "close");
  return -1;
}

/* --- pages */

int lap_http_write(LapHttpClient *client)
{
  if (!client->body) return 0;
  gsize length = 0;
  const char *bytes = g_bytes_get_data(client->body, &length);
  gsize part = MIN(length - client->written, PART);
  unsigned char room[LWS_PRE + PART];
  if (part) memcpy(room + LWS_PRE, bytes + client->written, part);
  client->written += part;
  gboolean is_last = client->written == length;
  if (lws_write(client->wsi, room + LWS_PRE, part, is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
  if (!is_last) {
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LAP_REQUEST_SECONDS);
    lws_callback_on_writable(client->wsi);
    return 0;
  }
  g_clear_pointer(&client->body, g_bytes_unref);
  return lws_http_transaction_completed(client->wsi) ? -1 : 0;
}

/* Sends what `head` begins. */
static int answer(LapHttpClient *client, Head *head, GBytes *body)
{
  g_clear_pointer(&client->body, g_bytes_unref);
  if (!write_head(head, client, NULL, 0)) return -1;
  if (has_header(client, WSI_TOKEN_HEAD_URI) || g_bytes_get_size(body) == 0)
    return lws_http_transaction_completed(client->wsi) ? -1 : 0;
  client->body = g_bytes_ref(body);
  client->written = 0;
  lws_callback_on_writable(client->wsi);
  return 0;
}

static int answer_page(LapHttpClient *client, GBytes *body, const char *type, guint status)
{
  Head head;
  gboolean ok = begin_head(&head, client, status, type, g_bytes_get_size(body)) &&
                add(&head, client, "cache-control:", "no-store");
  return ok ? answer(client, &head, body) : -1;
}

/* Nobody who opens one by itself lets it do anything, whatever it is: this policy holds besides that of all pages. */
static int answer_picture(LapHttpClient *client, GBytes *picture)
{
  Head head;
  gboolean ok = begin_head(&head, client, HTTP_STATUS_OK, "image/svg+xml", g_bytes_get_size(picture)) &&
                add(&head, client,
                    "content-security-policy:", "default-src 'none'; style-src 'unsafe-inline'; sandbox") &&
                add(&head, client, "cache-control:", "public, max-age=31536000, immutable");
  return ok ? answer(client, &head, picture) : -1;
}

/* --- files */

static const struct {
  const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".wav", "audio/wav"},
    {".ogg", "audio/ogg"},
};

static const char *type_of(const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_str_has_suffix(path, types[i].ending)) return types[i].type;
  return "application/octet-stream";
}

/* The real path of a file in the folder, or NULL. Neither ".." nor a link may lead out of it, and names that begin
 * with a dot are never served. */
static char *find(const char *web, const char *path)
{
  if (strstr(path, "/.") || strchr(path, '\\')) return NULL;
  gboolean is_folder = g_str_has_suffix(path, "/");
  g_autofree char *named = g_strconcat(web, path, is_folder ? "index.html" : NULL, NULL);
  char *resolved = realpath(named, NULL);
  g_autofree char *real = g_strdup(resolved);
  free(resolved);
  g_autofree char *below = g_str_equal(web, "/") ? g_strdup(web) : g_strconcat(web, "/", NULL);
  return real && g_str_has_prefix(real, below) ? g_steal_pointer(&real) : NULL;
}

static gboolean is_known(LapHttpClient *client, const char *tag)
{
  char known[256];
  if (lws_hdr_copy(client->wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH) <= 0) return FALSE;
  return g_str_equal(known, "*") || strstr(known, tag);
}

static int not_modified(LapHttpClient *client, const char *tag)
{
  unsigned char room[LWS_PRE + 1024], *start = room + LWS_PRE, *at = start, *end = room + sizeof room;
  if (lws_add_http_header_status(client->wsi, HTTP_STATUS_NOT_MODIFIED, &at, end) ||
      lws_add_http_header_by_name(client->wsi, (const unsigned char *)"etag:", (const unsigned char *)tag,
                                  (int)strlen(tag), &at, end) ||
      lws_finalize_write_http_header(client->wsi, start, &at, end))
    return -1;
  return lws_http_transaction_completed(client->wsi) ? -1 : 0;
}

static int serve_file(LapHttpClient *client, const char *path)
{
  static const LapRefusal nothing = {HTTP_STATUS_NOT_FOUND, "There is no such page."};
  struct stat about;
  g_autofree char *file = client->listener->web ? find(client->listener->web, path) : NULL;
  if (!file || stat(file, &about) != 0 || !S_ISREG(about.st_mode)) return refuse(client, &nothing);
  g_autofree char *tag = g_strdup_printf("\"%" G_GINT64_MODIFIER "x-%" G_GINT64_MODIFIER "x-%lx\"",
                                         (gint64)about.st_size, (gint64)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
  if (is_known(client, tag)) return not_modified(client, tag);
  g_autofree char *headers = g_strdup_printf("cache-control: no-cache\r\netag: %s\r\n", tag);
  int done = lws_serve_http_file(client->wsi, file, type_of(file), headers, (int)strlen(headers));
  if (done < 0) return -1;
  return done > 0 && lws_http_transaction_completed(client->wsi) ? -1 : 0;
}

/* --- requests */

static const LapRefusal *judge_request(LapHttpClient *client, const char *path)
{
  static const LapRefusal method = {HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are known here."};
  static const LapRefusal websocket = {LAP_HTTP_UPGRADE_REQUIRED, "This is the address of a WebSocket."};
  if (!has_header(client, WSI_TOKEN_GET_URI) && !has_header(client, WSI_TOKEN_HEAD_URI)) return &method;
  const LapRefusal *refusal = lap_http_refuse_host(client);
  if (refusal) return refusal;
  return g_str_equal(path, "/ws") ? &websocket : NULL;
}

int lap_http_request(LapHttpClient *client, const char *path)
{
  if (!may_request(client)) return -1;
  const LapRefusal *refusal = judge_request(client, path);
  if (refusal) return refuse(client, refusal);
  g_autoptr(GBytes) picture = lap_server_picture(client->listener->server, path);
  if (picture) return answer_picture(client, picture);
  const char *type = "text/plain; charset=utf-8";
  guint status = HTTP_STATUS_OK;
  g_autoptr(GBytes) page = lap_server_page(client->listener->server, path, &type, &status);
  return page ? answer_page(client, page, type, status) : serve_file(client, path);
}
