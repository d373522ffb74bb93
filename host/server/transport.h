/* Between transports and connections.
 *
 * A transport (stdio, WebSocket; host/transport) knows bytes, frames and sockets. It opens a LapConnection for each
 * peer, hands it whole messages, and carries out what the connection asks for. It does not parse JSON.
 *
 * Transports stand above the server and know it by this header alone; the server knows of a transport only the
 * functions of LapTransport that it was given. So a new transport changes nothing below, and transports are tested with
 * another server behind them. Everything runs on one GMainContext. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _LapServer LapServer;
typedef struct LapConnection LapConnection;

/* What a transport provides; all members are required except the last two. `peer` is what it gave to
 * lap_connection_open. */
typedef struct {
  const char *name; /* "stdio", "websocket" */

  /* Queues one message and returns at once. The bytes are UTF-8 without an end of line; the transport keeps a
   * reference until they are written, so one message may wait in many queues. */
  void (*send)(gpointer peer, GBytes *message);

  /* How many bytes are queued and not yet written. */
  gsize (*waiting)(gpointer peer);

  /* Closes: after what is queued if it can be written soon, at once if `now`. `reason` is a few words of UTF-8 (at most
   * 120 bytes). lap_connection_gone is called later, never from within. */
  void (*close)(gpointer peer, guint code, const char *reason, gboolean now);

  /* Pauses reading from the peer for so many milliseconds; messages that were read already are still delivered. Called
   * from within lap_connection_receive, also during a pause. NULL: peers of this transport are never slowed. */
  void (*pause_reading)(gpointer peer, guint milliseconds);

  /* Stops reading from the peer until it is called again with FALSE; otherwise as pause_reading, which is independent
   * of it. */
  void (*hold_reading)(gpointer peer, gboolean hold);
} LapTransport;

/* Why a connection is closed, as WebSocket has it (RFC 6455, 7.4.1). */
enum {
  LAP_CLOSE_NORMAL = 1000,
  LAP_CLOSE_GOING_AWAY = 1001, /* draining */
  LAP_CLOSE_NOT_TEXT = 1003,   /* a binary message */
  LAP_CLOSE_NOT_UTF8 = 1007,   /* text that is not valid UTF-8 */
  LAP_CLOSE_POLICY = 1008,     /* too fast for too long, does not read */
  LAP_CLOSE_TOO_LARGE = 1009,  /* a message past the limit */
  LAP_CLOSE_RESTART = 1012,    /* come back: what was followed may be elsewhere */
  LAP_CLOSE_TRY_LATER = 1013   /* too many connections, or draining */
};

/* --- what a transport calls */

/* A peer has connected. `address` is for logs and for counting connections of one origin ("127.0.0.1", "stdio"). NULL
 * with an error if there are too many connections, or the server drains: the transport then closes with
 * LAP_CLOSE_TRY_LATER. */
LapConnection *lap_connection_open(LapServer *server, const LapTransport *transport, gpointer peer, const char *address,
                                   GError **error);

/* A whole message has arrived. `text` need not end with NUL. May call send and close of the transport. */
void lap_connection_receive(LapConnection *connection, const char *text, gsize length);

/* A message was dropped because it is longer than lap_server_message_max. Replies with an error, then closes. */
void lap_connection_overlong(LapConnection *connection);

/* Whether a reply to what it has received comes later, so that a peer that sends no more is not done. */
gboolean lap_connection_is_owed(const LapConnection *connection);

/* Its message came in far more fragments than a message needs: closed. */
void lap_connection_flood(LapConnection *connection);

/* Another node has connected for a client of its own: it is not told where else to ask, but closed. */
void lap_connection_mark_node(LapConnection *connection);

/* What was queued has been written, to the last byte. */
void lap_connection_drained(LapConnection *connection);

/* The peer is gone. Frees the connection; the transport must not use it again. */
void lap_connection_gone(LapConnection *connection);

/* --- other nodes, of which this one is the client for its clients */

typedef struct LapUpstream LapUpstream;
typedef struct LapUpstreamPeer LapUpstreamPeer;

/* What a transport provides. */
typedef struct {
  /* Begins to connect to a node, for a client of that address; what is sent before waits. NULL if that cannot be. */
  LapUpstreamPeer *(*open)(gpointer data, LapUpstream *upstream, const char *address, const char *client);
  void (*send)(LapUpstreamPeer *peer, GBytes *message);
  /* Stops reading from the node until it is called again with FALSE. */
  void (*hold_reading)(LapUpstreamPeer *peer, gboolean hold);
  /* Gives the connection up; nothing more is heard of it. */
  void (*close)(LapUpstreamPeer *peer);
} LapForwarding;

/* Lets the server forward; NULL: it tells its clients where to ask. `data`: for `open`. */
void lap_server_set_forwarding(LapServer *server, const LapForwarding *forwarding, gpointer data);
/* A whole message of the node. */
void lap_upstream_receive(LapUpstream *upstream, GBytes *message);
/* The node is gone, or could not be reached. Frees it. */
void lap_upstream_gone(LapUpstream *upstream);

/* The longest message that is accepted, in bytes. */
gsize lap_server_message_max(const LapServer *server);

/* Takes one request for a page or a file from what the address may ask for. FALSE if it asks too fast. */
gboolean lap_server_may_request(LapServer *server, const char *address);

/* The text of /metrics, /healthz and /openrpc.json. `*status` is the HTTP status (200, 503 where unhealthy).
 * Returns: (transfer full), or NULL if there is no such page. */
GBytes *lap_server_page(LapServer *server, const char *path, const char **type, guint *status);

/* The picture of a plugin at a path, as SVG; it is never another one at the same path. Returns: (transfer full), or
 * NULL if there is none. */
GBytes *lap_server_picture(LapServer *server, const char *path);

G_END_DECLS
