/* A load of WebSocket clients on one machine, each with one message under way. Fast enough that it is not what is
 * measured: raw sockets, one poll for all. */
#pragma once

#include <glib.h>

/* What the clients say. `data` is the caller's. */
typedef struct {
  gpointer data;
  /* The next message of a client, or NULL if it has no more. Owned by the caller until the next call. */
  const char *(*next)(gpointer data, guint client, gsize *length);
  /* The answer to it. FALSE breaks the run off. */
  gboolean (*answered)(gpointer data, guint client, const char *text, gsize length);
} LoadScript;

typedef struct {
  guint64 answers;
  double seconds;
  double p50, p99; /* microseconds from sending to the answer */
} LoadResult;

typedef struct Load Load;

/* Connects `n` clients to path `path` of a port on loopback, WebSocket handshake and all. */
Load *load_new(guint16 port, const char *path, guint n, GError **error);
void load_free(Load *load);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Load, load_free)

/* Lets every client go through its script; ends when all have. */
gboolean load_run(Load *load, const LoadScript *script, LoadResult *result, GError **error);

/* One message of one client, and its answer: for getting ready. (transfer full) */
char *load_ask(Load *load, guint client, const char *message, GError **error);
