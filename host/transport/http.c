#include <string.h>

#include "listen-private.h"

enum {
  HEAD_MAX = 2048, /* bytes of an answer's head */
  PART = 16 * 1024 /* bytes of a body that are written at once */
};

static gboolean has_header(LapVisitor *visitor, enum lws_token_indexes name)
{
  return lws_hdr_total_length(visitor->wsi, name) > 0;
}

/* --- refusals */

typedef struct {
  unsigned char room[LWS_PRE + HEAD_MAX];
  unsigned char *start, *end;
  unsigned char *at;
} Head;

static gboolean add(Head *head, LapVisitor *visitor, const char *name, const char *value)
{
  return lws_add_http_header_by_name(visitor->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                     (int)strlen(value), &head->at, head->end) == 0;
}

static gboolean begin_head(Head *head, LapVisitor *visitor, guint status, const char *type, gsize length)
{
  g_autofree char *bytes = g_strdup_printf("%" G_GSIZE_FORMAT, length);
  head->start = head->at = head->room + LWS_PRE;
  head->end = head->room + sizeof head->room;
  return lws_add_http_header_status(visitor->wsi, status, &head->at, head->end) == 0 &&
         add(head, visitor, "content-type:", type) && add(head, visitor, "content-length:", bytes);
}

static gboolean write_head(Head *head, LapVisitor *visitor, const char *body, gsize length)
{
  if (lws_finalize_http_header(visitor->wsi, &head->at, head->end) || length > (gsize)(head->end - head->at))
    return FALSE;
  if (length) memcpy(head->at, body, length);
  head->at += length;
  gsize whole = (gsize)(head->at - head->start);
  return lws_write(visitor->wsi, head->start, whole, LWS_WRITE_HTTP_HEADERS) == (int)whole;
}

static gboolean write_refusal(LapVisitor *visitor, const LapRefusal *refusal, const char *connection)
{
  g_autofree char *body = g_strdup_printf("%s\n", refusal->why);
  gsize length = strlen(body);
  gboolean is_head = has_header(visitor, WSI_TOKEN_HEAD_URI);
  Head head;
  return begin_head(&head, visitor, refusal->status, "text/plain; charset=utf-8", length) &&
         (refusal->status != HTTP_STATUS_METHOD_NOT_ALLOWED || add(&head, visitor, "allow:", "GET, HEAD")) &&
         (refusal->status != LAP_HTTP_UPGRADE_REQUIRED || add(&head, visitor, "sec-websocket-version:", "13")) &&
         (!connection || add(&head, visitor, "connection:", connection)) &&
         add(&head, visitor, "cache-control:", "no-store") && write_head(&head, visitor, body, is_head ? 0 : length);
}

int lap_http_refuse(LapVisitor *visitor, const LapRefusal *refusal)
{
  if (!write_refusal(visitor, refusal, NULL)) return -1;
  return lws_http_transaction_completed(visitor->wsi) ? -1 : 0;
}

int lap_http_upgrade(LapVisitor *visitor)
{
  /* The library has answered and let go of the head already where it does not know what is asked for. */
  if (!has_header(visitor, WSI_TOKEN_UPGRADE)) return -1;
  const LapRefusal *refusal = lap_http_judge_upgrade(visitor);
  if (!refusal) return 0;
  write_refusal(visitor, refusal, "close");
  return -1;
}

/* --- pages */

int lap_http_write(LapVisitor *visitor)
{
  if (!visitor->body) return 0;
  gsize length = 0;
  const char *bytes = g_bytes_get_data(visitor->body, &length);
  gsize part = MIN(length - visitor->written, PART);
  unsigned char room[LWS_PRE + PART];
  if (part) memcpy(room + LWS_PRE, bytes + visitor->written, part);
  visitor->written += part;
  gboolean is_last = visitor->written == length;
  if (lws_write(visitor->wsi, room + LWS_PRE, part, is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
  if (!is_last) {
    lws_set_timeout(visitor->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LAP_REQUEST_SECONDS);
    lws_callback_on_writable(visitor->wsi);
    return 0;
  }
  g_clear_pointer(&visitor->body, g_bytes_unref);
  return lws_http_transaction_completed(visitor->wsi) ? -1 : 0;
}

static int answer_page(LapVisitor *visitor, GBytes *body, const char *type, guint status)
{
  Head head;
  g_clear_pointer(&visitor->body, g_bytes_unref);
  if (!begin_head(&head, visitor, status, type, g_bytes_get_size(body)) ||
      !add(&head, visitor, "cache-control:", "no-store") || !write_head(&head, visitor, NULL, 0))
    return -1;
  if (has_header(visitor, WSI_TOKEN_HEAD_URI) || g_bytes_get_size(body) == 0)
    return lws_http_transaction_completed(visitor->wsi) ? -1 : 0;
  visitor->body = g_bytes_ref(body);
  visitor->written = 0;
  lws_callback_on_writable(visitor->wsi);
  return 0;
}

static const LapRefusal *judge_request(LapVisitor *visitor, const char *path)
{
  static const LapRefusal method = {HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are known here."};
  static const LapRefusal websocket = {LAP_HTTP_UPGRADE_REQUIRED, "This is the address of a WebSocket."};
  if (!has_header(visitor, WSI_TOKEN_GET_URI) && !has_header(visitor, WSI_TOKEN_HEAD_URI)) return &method;
  const LapRefusal *refusal = lap_http_judge_host(visitor);
  if (refusal) return refusal;
  return g_str_equal(path, "/ws") ? &websocket : NULL;
}

int lap_http_request(LapVisitor *visitor, const char *path)
{
  const LapRefusal *refusal = judge_request(visitor, path);
  if (refusal) return lap_http_refuse(visitor, refusal);
  const char *type = "text/plain; charset=utf-8";
  guint status = HTTP_STATUS_OK;
  g_autoptr(GBytes) page = lap_server_page(visitor->listener->server, path, &type, &status);
  return page ? answer_page(visitor, page, type, status) : lap_http_serve_file(visitor, path);
}
