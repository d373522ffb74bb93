/* Inside of the server: a connection. */
#pragma once

#include "rate.h"
#include "server-private.h"

G_BEGIN_DECLS

struct LapConnection {
  LapServer *server;             /* a reference */
  const LapTransport *transport; /* not to be called once it is gone */
  gpointer peer;
  guint references; /* the transport's until it is gone, and that of each output in a turn */
  GList link;       /* in the server's connections, until it is gone */
  guint64 id;
  char *address;

  const char *language; /* interned */
  gboolean patches, is_operator;

  gpointer subscriptions;
  GDestroyNotify subscriptions_destroy;
  guint subscribed;

  LapRate rate;
  gint64 wait;     /* ms until something of the present message that came too fast may be asked again; 0: nothing did */
  gint64 active;   /* monotonic: when the last message came */
  gboolean behind; /* notifications are withheld, and it will be caught up */
  gboolean closing; /* the transport was asked to close; nothing is read or sent any more */
  gboolean gone;
  LapEnd end; /* why it is closed */
};

LapConnection *lap_connection_ref(LapConnection *connection);
void lap_connection_unref(LapConnection *connection);

/* Sends an answer, or cuts off a reader for whom too much waits already. */
void lap_connection_send(LapConnection *connection, GBytes *message);
/* Sends a notification, or leaves it out where the reader is behind. `lost`: leave it out in any case. */
void lap_connection_send_news(LapConnection *connection, LapNews news, GBytes *message, gboolean lost);
/* Has it caught up if it is behind and reads again. */
void lap_connection_catch_up(LapConnection *connection);
void lap_connection_close(LapConnection *connection, LapEnd end, gboolean now);

G_END_DECLS
