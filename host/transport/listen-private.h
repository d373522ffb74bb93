/* What the files of the listener share. The library underneath (libwebsockets) has one `struct lws` for each TCP
 * connection, which is an HTTP client here: first HTTP, then possibly WebSocket until it is closed. */
#pragma once

#include <libwebsockets.h>

#include "listen.h"
#include "loop.h"
#include "origin.h"
#include "proxies.h"
#include "upstream.h"

G_BEGIN_DECLS

typedef struct LapHttpClient LapHttpClient;
typedef struct LapWebsocket LapWebsocket;

struct LapListener {
  LapServer *server;
  GMainContext *main_context;
  LapLoop *loop;
  struct lws_context *context;
  struct lws_vhost *vhost; /* of the context, which owns it */
  GSocket *socket;         /* NULL once stopped */
  GSource *accepting;      /* NULL while none are accepted */
  char *url;
  char *web; /* the folder, links resolved, or NULL */
  LapOriginRule origins;
  LapProxies *proxies;
  LapUpstreams *upstreams; /* or NULL */
  char *policy;            /* where its pages may load from and connect to */
  struct lws_protocol_vhost_options policy_header;

  /* TCP connections, and their maximum: the remaining file descriptors of the process are for matches. */
  guint clients, clients_max;

  /* Clients that have not become WebSockets, the oldest first; unowned. At most LAP_PENDING_MAX: then the oldest is
   * closed, so that clients that never finish a request cannot keep others out. */
  GQueue pending;

  GQueue unwritten;   /* WebSockets with queued messages, written once all input is dispatched; unowned */
  GSource *writing;   /* writes them */
  GByteArray *frames; /* where messages become frames; empty in between */

  gboolean ending; /* the context is being destroyed: nothing is sent any more */
};

#define LAP_HTTP_UPGRADE_REQUIRED 426
#define LAP_HTTP_TOO_MANY_REQUESTS 429
#define LAP_PENDING_MAX 512
/* Seconds for a request's head, a TLS handshake, and for each part of a body to be taken. */
#define LAP_REQUEST_SECONDS 10
/* Seconds for what is queued to be taken by a peer that is closed. */
#define LAP_CLOSE_SECONDS 5

struct LapHttpClient {
  LapListener *listener;
  struct lws *wsi;
  GList pending;           /* its place among them; data is NULL when it is none */
  char *address;           /* of the client that sent the present request, or NULL before the first */
  GBytes *body;            /* of the page that is being answered, or NULL */
  gsize written;           /* of it */
  LapWebsocket *websocket; /* once it has become one */
};

/* --- http-client.c */

/* The library's callback for all events of a connection. */
int lap_http_client_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Determines the address of the client that sent the present request: the peer's, or what a trusted proxy reports;
 * "unknown" if there is none; an IPv4 one that comes as IPv6 is what it is. Called while the request's head is there.
 */
void lap_http_client_find_address(LapHttpClient *client);

/* Breaks a connection as soon as the library is not in the middle of it. */
void lap_http_client_kill(LapHttpClient *client);
/* Removes the client from the pending ones. */
void lap_http_client_settle(LapHttpClient *client);

/* Closes the oldest pending client if there are too many. Returns FALSE if there is still no room for one more. Must
 * not be called from within the library. */
gboolean lap_listener_make_room(LapListener *listener);

/* --- listen.c */

/* `tls` is the library's SSL_CTX, with certificate and key loaded. Not 0 if they do not belong together, which the
 * library itself does not see when they are of different kinds. */
int lap_listener_check_key(void *tls);

/* --- accept.c */

/* Binds the address and port of the settings, or takes over their socket, and determines the URL. */
gboolean lap_listener_bind(LapListener *listener, const LapListenSettings *settings, GError **error);
void lap_listener_begin_accepting(LapListener *listener);
void lap_listener_end_accepting(LapListener *listener);

/* --- http.c: each returns what the library's callback must: not 0 ends the connection */

int lap_http_request(LapHttpClient *client, const char *path);
int lap_http_write(LapHttpClient *client);
/* Whether the request may become a WebSocket: 0 if it may, otherwise it has been answered. */
int lap_http_upgrade(LapHttpClient *client);

/* --- http-admission.c */

typedef struct {
  guint status;
  const char *why; /* a sentence, the body of the response */
} LapRefusal;

/* Return why a request, or an upgrade to a WebSocket, is refused, or NULL if it is not. */
const LapRefusal *lap_http_refuse_host(LapHttpClient *client);
const LapRefusal *lap_http_refuse_upgrade(LapHttpClient *client);

/* --- websocket.c */

/* Before the loop is made. */
void lap_listener_begin_writing(LapListener *listener);
/* Opens a connection for the client. */
int lap_websocket_open(LapHttpClient *client);
int lap_websocket_receive(LapWebsocket *websocket, const char *bytes, gsize length);
int lap_websocket_writeable(LapWebsocket *websocket);
/* Called when the peer closes: nothing more is sent to it. */
void lap_websocket_hears_close(LapWebsocket *websocket);
void lap_websocket_gone(LapWebsocket *websocket);

G_END_DECLS
