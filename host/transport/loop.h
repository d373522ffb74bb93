/* The loop that waits for sockets: libev's, on which libwebsockets runs, as one source of a main context and on its
 * thread. A source for each connection would be looked at in every iteration of the main loop; libev asks epoll, which
 * names those on which something has happened. */
#pragma once

#include <libwebsockets.h>

#include <ev.h>
#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct LapLoop LapLoop;

/* NULL if the system has no more file descriptors. */
LapLoop *lap_loop_new(GMainContext *context);
/* What libwebsockets takes as its loop. */
struct ev_loop *lap_loop_get_ev(LapLoop *loop);
/* Begins to run it for what libwebsockets has made on it. */
void lap_loop_begin(LapLoop *loop, struct lws_context *context);
/* To be freed after what libwebsockets has made on it. */
void lap_loop_free(LapLoop *loop);

/* libev notices only when it runs what a connection now waits for. To be called wherever the library is asked for
 * something from outside of its callbacks that it does when a socket is ready, or no longer: to write, to hold reading
 * or to go on with it, to adopt a socket, to connect. */
void lap_loop_stir(LapLoop *loop);
/* Lets the library look at its timers soon, of which one was just set for now. */
void lap_loop_hurry(LapLoop *loop);
/* A connection comes, or goes: only while there are any, the library looks at its timers once a second. */
void lap_loop_connection_comes(LapLoop *loop);
void lap_loop_connection_goes(LapLoop *loop);

G_END_DECLS
