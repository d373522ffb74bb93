/* One WebSocket as a transport: whole messages in, whole messages out. */
#pragma once

#include "listen-private.h"

G_BEGIN_DECLS

struct LapWebsocket {
  LapVisitor *visitor;
  LapConnection *connection; /* NULL: refused */

  /* Coming in. */
  GByteArray *unfinished; /* the fragments so far of a message, or NULL; never past lap_server_message_max */
  gboolean deaf;          /* nothing that comes is taken any more */
  gboolean held;          /* not read, because so much waits for the peer, or it rests */
  GSource *resting;       /* ends its rest, or NULL */

  /* Going out. */
  GQueue queue; /* (element-type GBytes) */
  gsize queued; /* bytes of their text */
  gsize handed; /* bytes of text that the library has taken and not yet written; 0 while it takes more */
  GList turn;   /* its place among the listener's unwritten; data is NULL when it is not there */

  /* Closing. */
  gboolean closing; /* nothing more is queued; after what is there goes the close frame */
  guint code;
  char *reason;
};

/* What the server calls. */
extern const LapTransport lap_websocket_transport;

/* Writes what is queued, as much as the socket takes. FALSE if it is broken. */
gboolean lap_websocket_write(LapWebsocket *websocket);
/* It has nothing to write at the end of this turn. */
void lap_websocket_unschedule(LapWebsocket *websocket);
/* It rests no longer. */
void lap_websocket_end_rest(LapWebsocket *websocket);
/* Closes after what is queued. */
void lap_websocket_close(LapWebsocket *websocket, guint code, const char *reason);

G_END_DECLS
