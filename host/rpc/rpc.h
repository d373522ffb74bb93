/* JSON-RPC 2.0: a message in, a reply out.
 *
 * A message is text. It is parsed strictly, taken apart into requests, and each request is carried out in order: its
 * method is looked up, its params are checked against the OpenRPC document, and a handler is called with a LapCall
 * (call.h). What the handlers need of the server that they run in stands in two structs: LapCaller is who asks, and
 * LapRpcService what the server does for them. So nothing here knows of connections, and what a caller is (a
 * connection, a test) is the server's to decide. */
#pragma once

#include "call.h"
#include "host/match/host.h"
#include "response.h"

G_BEGIN_DECLS

/* Who asks; part of each connection. */
struct LapCaller {
  const char *language; /* "en" until host.hello chooses another; interned */
  gboolean patches;     /* takes patches in place of views; set by host.hello */
  gboolean is_operator; /* may use the methods of operators; set by the server, and by host.hello for the right token */
};

/* What a server does for the methods; each is a must. `server` is what was given to lap_rpc_new. */
typedef struct {
  /* Takes what a request of `bytes` costs from what the caller may ask for. Returns: 0, or for how many milliseconds
   * nothing is carried out for it. */
  gint64 (*charge)(LapCaller *caller, gsize bytes);
  gboolean (*is_operator_token)(gpointer server, const char *token);

  /* Whether a token or an invitation of the caller may be looked at; fails the call if not, since too many were wrong
   * from its address. One that was right on this connection may be at any time. */
  gboolean (*may_try)(LapCall *call, const char *secret);
  /* What came of it. `what`: for the log. */
  void (*tried)(LapCaller *caller, const char *what, const char *secret, gboolean right);

  /* Whether a match may be created for the call; fails the call if not. */
  gboolean (*may_create)(LapCall *call);
  /* A match was created for the caller. `counted`: it already is among the matches of the host. */
  void (*created)(LapCaller *caller, gboolean counted);

  /* Whether the caller is subscribed to the match as that viewer, or may subscribe to one more. */
  gboolean (*may_subscribe)(LapCaller *caller, LapMatch *match, guint viewer);
  /* The caller knows the match as it is now, and is notified of what happens from here on. */
  void (*subscribe)(LapCaller *caller, LapMatch *match, guint viewer);
  /* Ends its subscriptions to a match as `viewer` or, with LAP_OMNISCIENT, all of them. */
  void (*unsubscribe)(LapCaller *caller, const char *match, guint viewer);

  /* Sends a notification to all callers. */
  void (*notify_all)(gpointer server, GBytes *message);
} LapRpcService;

struct LapRpc {
  LapHost *host; /* a reference */
  const LapRpcService *service;
  gpointer server;
  const LapLimit *limits; /* the server's table */
  LapRoutes *routes;
  char *document;    /* of rpc.discover, or NULL: to be made; lap_rpc_forget_document */
  GHashTable *games; /* texts of games.list and games.describe; changed by methods-games.c alone */
};

/* `limits`: (transfer none): a table that outlives it. */
LapRpc *lap_rpc_new(LapHost *host, const LapLimit *limits, const LapRpcService *service, gpointer server);
void lap_rpc_free(LapRpc *rpc);

/* Carries out what a message asks for. The text need not end with NUL. (transfer full) */
LapReply *lap_rpc_answer(LapRpc *rpc, LapCaller *caller, const char *text, gsize length);
/* The reply to a message that is past a limit, and was not read. (transfer full) */
LapReply *lap_rpc_refuse_size(LapRpc *rpc, LapLimitIndex limit);

/* The OpenRPC document as rpc.discover answers it. (transfer none): until lap_rpc_forget_document */
const char *lap_rpc_get_document(LapRpc *rpc);
/* A limit has changed. */
void lap_rpc_forget_document(LapRpc *rpc);

static inline gint64 lap_rpc_limit(const LapRpc *rpc, LapLimitIndex index) { return rpc->limits[index].value; }

G_END_DECLS
