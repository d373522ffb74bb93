/* Listening: HTTP and WebSocket on one port.
 *
 * GET / and below are files of the web folder (the table in the browser), /pictures/ those of plugins, /healthz and
 * /metrics report health and counters, /openrpc.json is the protocol's document, and /ws is the WebSocket (subprotocol
 * "lapidary", or none), one message a text frame. Plain or TLS.
 *
 * Limits against hostile clients: messages only up to lap_server_message_max, however they are cut into frames; a
 * limited time for a request's head and for a handshake; an Origin that is the server's own, on the list, or missing
 * (no browser); pings, and closing those that do not answer them; a limited number of bytes queued for a peer (kept by
 * the connection: host/server/transport.h). */
#pragma once

#include "host/server/transport.h"

G_BEGIN_DECLS

#define LAP_LISTEN_ERROR (lap_listen_error_quark())
GQuark lap_listen_error_quark(void);
typedef enum {
  LAP_LISTEN_ERROR_ADDRESS,     /* cannot be bound: in use, not this machine's, not allowed */
  LAP_LISTEN_ERROR_PROXY,       /* not an address or network of a proxy */
  LAP_LISTEN_ERROR_CERTIFICATE, /* a certificate or key cannot be read, or do not fit */
  LAP_LISTEN_ERROR_FOLDER       /* the web folder is not a folder */
} LapListenError;

typedef struct {
  const char *address;           /* "127.0.0.1", "::1", "0.0.0.0", "::"; NULL: loopback */
  guint port;                    /* 0: any that is free */
  int socket;                    /* a listening socket handed over (systemd), or -1; address and port unused */
  const char *certificate, *key; /* PEM files, both or neither: TLS */
  const char *web;               /* folder of files to serve, or NULL: none */
  const char *const *hosts;      /* further names in Host ("play.example.org"), NULL-terminated; or NULL */
  const char *const *origins;    /* further origins that may connect ("https://example.org"), NULL-terminated */
  gboolean forward;              /* what is asked of a match of another node is asked there for the client */
  const char *const *proxies;    /* addresses or networks whose X-Forwarded-For is believed, NULL-terminated */
} LapListenSettings;

typedef struct LapListener LapListener;

/* Starts listening on the thread's default main context. The error names the address and the cause. */
LapListener *lap_listener_new(LapServer *server, const LapListenSettings *settings, GError **error);
/* "http://127.0.0.1:8080/": what to open in a browser. */
const char *lap_listener_get_url(const LapListener *listener);
/* Accepts no new connections; those that are open stay. */
void lap_listener_stop(LapListener *listener);
/* Closes everything at once. */
void lap_listener_free(LapListener *listener);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapListener, lap_listener_free)

G_END_DECLS
