/* A connection, as methods and subscriptions see it.
 *
 * It lives from lap_connection_open to lap_connection_gone (transport.h); a method or a visit may use it while it runs,
 * and subscriptions until their slot is destroyed. All on the server's thread. */
#pragma once

#include "server.h"

G_BEGIN_DECLS

/* --- who it is */

LapServer *lap_connection_get_server(LapConnection *connection);
/* As the transport gave it: "127.0.0.1", "stdio". */
const char *lap_connection_get_address(const LapConnection *connection);

/* --- what host.hello settles */

/* "en" at first. Whoever sets it has made sure that there is such a language; interned. */
const char *lap_connection_get_language(const LapConnection *connection);
void lap_connection_set_language(LapConnection *connection, const char *language);
/* Whether it takes patches in place of views. FALSE at first. */
gboolean lap_connection_get_patches(const LapConnection *connection);
void lap_connection_set_patches(LapConnection *connection, gboolean patches);
/* Whether it may use the methods of operators: over stdio from the start. */
gboolean lap_connection_is_operator(const LapConnection *connection);
/* Makes it an operator's if `token` is the server's (lap_server_set_operator_token); else FALSE. */
gboolean lap_connection_become_operator(LapConnection *connection, const char *token);

/* --- being told */

typedef enum {
  LAP_NEWS_EVENT,  /* of a match: an entry, a proposal */
  LAP_NEWS_RESYNC, /* of a match: its whole state */
  LAP_NEWS_NOTICE  /* of the host */
} LapNews;

/* Queues one whole notification in the present turn; begins one if there is none. It goes out after the turn's commit,
 * in order with answers and other notifications. A reference is taken: build the bytes once and share them.
 *
 * It is withheld if the connection is behind by then, or if the commit fails (but for LAP_NEWS_NOTICE). Whoever lost
 * something is caught up later: see LapAudience. What is told while "undone" of the host is emitted is not lost. */
void lap_connection_tell(LapConnection *connection, LapNews news, GBytes *message);

/* Whether notifications are withheld now, since too much waits for its reader: nothing need be built for it. */
gboolean lap_connection_is_behind(const LapConnection *connection);

/* A slot for what it is subscribed to; `destroy` is called when it goes, or another is set. NULL at first. */
gpointer lap_connection_get_subscriptions(const LapConnection *connection);
void lap_connection_set_subscriptions(LapConnection *connection, gpointer subscriptions, GDestroyNotify destroy);
/* How many matches it follows: one that follows some is never closed for being idle. */
void lap_connection_set_subscribed(LapConnection *connection, guint n);

/* What subscriptions provide; each is a must. Called within a turn, so that they may tell. */
typedef struct {
  /* Notifications for it were withheld or lost, and it reads again: time to tell it where all its matches stand. */
  void (*caught_up)(LapConnection *connection, gpointer data);
  /* The server begins to drain: everybody is to be told (host.notice). */
  void (*draining)(LapServer *server, gpointer data);
} LapAudience;

/* lap_server_new calls lap_subscriptions_new(server) (subscriptions.h), which sets this. */
void lap_server_set_audience(LapServer *server, const LapAudience *audience, gpointer data, GDestroyNotify destroy);

/* Visits all connections, oldest first. A visit may tell, and must not end turns. */
typedef void (*LapConnectionVisit)(LapConnection *connection, gpointer data);
void lap_server_visit_connections(LapServer *server, LapConnectionVisit visit, gpointer data);

G_END_DECLS
