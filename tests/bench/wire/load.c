#include "load.h"

#include <errno.h>
#include <gio/gio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  int socket;
  GByteArray *in; /* what has come of frames that are not whole */
  gint64 sent;    /* when the message under way was sent */
} Client;

struct Load {
  Client *client;
  struct pollfd *poll;
  guint n;
  GByteArray *out;
  GArray *latencies; /* guint32, nanoseconds / 16 */
};

static gboolean broken(GError **error, const char *what)
{
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", what, g_strerror(errno));
  return FALSE;
}

static gint64 now_ns(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * G_GINT64_CONSTANT(1000000000) + time.tv_nsec;
}

/* --- frames */

static gboolean write_all(const Client *client, const guint8 *bytes, gsize n, GError **error)
{
  while (n) {
    gssize done = send(client->socket, bytes, n, MSG_NOSIGNAL);
    if (done < 0) return broken(error, "send");
    bytes += done;
    n -= (gsize)done;
  }
  return TRUE;
}

/* A text frame whose mask is zero, which leaves the text as it is. */
static gboolean send_text(Load *load, Client *client, const char *text, gsize n, GError **error)
{
  guint8 head[8] = {0x81, 0x80};
  gsize length = 2;
  g_byte_array_set_size(load->out, 0);
  if (n < 126) {
    head[1] |= (guint8)n;
  } else {
    head[1] |= 126;
    head[2] = (guint8)(n >> 8);
    head[3] = (guint8)n;
    length = 4;
  }
  const guint8 mask[4] = {0};
  g_byte_array_append(load->out, head, (guint)length);
  g_byte_array_append(load->out, mask, sizeof mask);
  g_byte_array_append(load->out, (const guint8 *)text, (guint)n);
  client->sent = now_ns();
  return write_all(client, load->out->data, load->out->len, error);
}

/* An answer to a ping whose payload is of so many bytes, at most 125. */
static gboolean send_pong(const Client *client, const guint8 *payload, gsize n, GError **error)
{
  guint8 pong[6 + 125] = {0x8A, (guint8)(0x80 | n)};
  memcpy(pong + 6, payload, n);
  return write_all(client, pong, 6 + n, error);
}

static gboolean receive(Client *client, GError **error)
{
  guint8 bytes[16384];
  gssize n = recv(client->socket, bytes, sizeof bytes, 0);
  if (n == 0) errno = ECONNRESET;
  if (n <= 0) return broken(error, "recv");
  g_byte_array_append(client->in, bytes, (guint)n);
  return TRUE;
}

/* Where the payload of the first frame begins and how long it is; FALSE if it is not whole yet. */
static gboolean frame(const Client *client, gsize *start, gsize *length)
{
  const guint8 *head = client->in->data;
  gsize n = client->in->len, extra = n < 2 ? 0 : head[1] < 126 ? 0 : head[1] == 126 ? 2 : 8;
  if (n < 2 + extra) return FALSE;
  *start = 2 + extra;
  *length = extra ? 0 : head[1];
  for (gsize i = 0; i < extra; i++) *length = *length << 8 | head[2 + i];
  return n >= *start + *length;
}

static void drop_frame(Client *client, gsize size) { g_byte_array_remove_range(client->in, 0, (guint)size); }

enum { TEXT = 1, PING = 9 };

static guint opcode(const Client *client) { return client->in->data[0] & 0x0F; }

/* --- connecting */

static gboolean shake_hands(Client *client, const char *path, guint16 port, GError **error)
{
  g_autofree char *request = g_strdup_printf("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
                                             "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                             "Sec-WebSocket-Version: 13\r\n\r\n",
                                             path, port);
  if (!write_all(client, (const guint8 *)request, strlen(request), error)) return FALSE;
  while (!client->in->len || !g_strstr_len((const char *)client->in->data, client->in->len, "\r\n\r\n"))
    if (!receive(client, error)) return FALSE;
  const char *end = g_strstr_len((const char *)client->in->data, client->in->len, "\r\n\r\n");
  gboolean agreed = client->in->len > 12 && memcmp(client->in->data, "HTTP/1.1 101", 12) == 0;
  if (!agreed) g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "no WebSocket at %s", path);
  drop_frame(client, (gsize)(end + 4 - (const char *)client->in->data));
  return agreed;
}

static gboolean client_connect(Client *client, const char *path, guint16 port, GError **error)
{
  const struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  client->in = g_byte_array_new();
  client->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (client->socket < 0) return broken(error, "socket");
  const int on = 1;
  setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(client->socket, (const struct sockaddr *)&address, sizeof address) < 0) return broken(error, "connect");
  return shake_hands(client, path, port, error);
}

Load *load_new(guint16 port, const char *path, guint n, GError **error)
{
  g_autoptr(Load) load = g_new0(Load, 1);
  load->client = g_new0(Client, n);
  load->poll = g_new0(struct pollfd, n);
  load->out = g_byte_array_new();
  load->latencies = g_array_new(FALSE, FALSE, sizeof(guint32));
  for (; load->n < n; load->n++)
    if (!client_connect(&load->client[load->n], path, port, error)) {
      load->n++;
      return NULL;
    }
  return g_steal_pointer(&load);
}

void load_free(Load *load)
{
  if (!load) return;
  for (guint i = 0; i < load->n; i++) {
    if (load->client[i].socket > 0) close(load->client[i].socket);
    g_byte_array_unref(load->client[i].in);
  }
  g_byte_array_unref(load->out);
  g_array_unref(load->latencies);
  g_free(load->client);
  g_free(load->poll);
  g_free(load);
}

/* --- running */

static gboolean go_on(Load *load, const LoadScript *script, guint i, guint *busy, GError **error)
{
  gsize length;
  const char *text = script->next(script->data, i, &length);
  load->poll[i] = (struct pollfd){text ? load->client[i].socket : -1, POLLIN, 0};
  if (!text) (*busy)--;
  return !text || send_text(load, &load->client[i], text, length, error);
}

static void note_latency(Load *load, const Client *client)
{
  guint32 latency = (guint32)MIN((now_ns() - client->sent) / 16, (gint64)G_MAXUINT32);
  g_array_append_val(load->latencies, latency);
}

static gboolean take_answers(Load *load, const LoadScript *script, guint i, guint *busy, GError **error)
{
  Client *client = &load->client[i];
  gsize start, length;
  if (!receive(client, error)) return FALSE;
  while (client->in->len && frame(client, &start, &length)) {
    gboolean text = opcode(client) == TEXT, ping = opcode(client) == PING, fine = TRUE;
    if (ping && !send_pong(client, client->in->data + start, length, error)) return FALSE;
    if (text) {
      note_latency(load, client);
      fine = script->answered(script->data, i, (const char *)client->in->data + start, length);
    }
    if (!fine) {
      g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "client %u was answered: %.*s", i, (int)length,
                  (const char *)client->in->data + start);
      return FALSE;
    }
    drop_frame(client, start + length);
    if (text && !go_on(load, script, i, busy, error)) return FALSE;
  }
  return TRUE;
}

static int by_size(gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *)a, right = *(const guint32 *)b;
  return (left > right) - (left < right);
}

static double percentile(const GArray *sorted, double part)
{
  guint at = (guint)((double)(sorted->len - 1) * part);
  return sorted->len ? g_array_index(sorted, guint32, at) * 16 / 1000.0 : 0;
}

gboolean load_run(Load *load, const LoadScript *script, LoadResult *result, GError **error)
{
  guint busy = load->n;
  gint64 begun = now_ns();
  g_array_set_size(load->latencies, 0);
  for (guint i = 0; i < load->n; i++)
    if (!go_on(load, script, i, &busy, error)) return FALSE;
  while (busy) {
    if (poll(load->poll, load->n, 10000) <= 0) return broken(error, "no answer for ten seconds");
    for (guint i = 0; i < load->n; i++)
      if (load->poll[i].fd >= 0 && load->poll[i].revents && !take_answers(load, script, i, &busy, error)) return FALSE;
  }
  *result = (LoadResult){.answers = load->latencies->len, .seconds = (double)(now_ns() - begun) / 1e9};
  g_array_sort(load->latencies, by_size);
  result->p50 = percentile(load->latencies, 0.5);
  result->p99 = percentile(load->latencies, 0.99);
  return TRUE;
}

char *load_ask(Load *load, guint i, const char *message, GError **error)
{
  Client *client = &load->client[i];
  gsize start, length;
  if (!send_text(load, client, message, strlen(message), error)) return NULL;
  for (;;) {
    while (!client->in->len || !frame(client, &start, &length))
      if (!receive(client, error)) return NULL;
    gboolean text = opcode(client) == TEXT;
    char *answer = text ? g_strndup((const char *)client->in->data + start, length) : NULL;
    drop_frame(client, start + length);
    if (text) return answer;
  }
}
