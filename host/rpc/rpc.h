/* JSON-RPC 2.0: a message in, a reply out.
 *
 * A message is text. It is parsed strictly, taken apart into requests, and each request is carried out in order: its
 * method is looked up, its params are checked against the OpenRPC document, and a handler is called with a LapCall
 * (call.h). Handlers use the server through two structs: LapCaller is the client that sent the request, and
 * LapRpcService has the functions that the server provides. So this folder does not depend on connections, and a server
 * (or a test) decides what a caller is. */
#pragma once

#include "call.h"
#include "host/match/host.h"
#include "response.h"

G_BEGIN_DECLS

/* The client that sends requests; part of each connection. */
struct LapCaller {
  const char *language; /* "en" until host.hello chooses another; interned */
  gboolean patches;     /* takes patches in place of views; set by host.hello */
  gboolean presence;    /* is told who is connected; set by host.hello */
  gboolean is_operator; /* may use the methods of operators; set by the server, and by host.hello for the right token */
};

/* The functions that a server provides to methods; all are required. `server` is the argument of lap_rpc_new. */
typedef struct {
  /* Charges the caller for a request of `bytes`. Returns: 0, or how many milliseconds the caller must wait if it has
   * exceeded its rate. */
  gint64 (*charge)(LapCaller *caller, gsize bytes);
  /* Charges the caller for as much work as so many requests: it is done, and the next request has to wait for it. */
  void (*charge_more)(LapCaller *caller, guint64 requests);
  gboolean (*is_operator_token)(gpointer server, const char *token);

  /* Whether a token or an invitation of the caller may be tried; if not, because too many from its address were wrong,
   * makes the call fail. One that was right on this connection may always be tried. */
  gboolean (*may_try)(LapCall *call, const char *secret);
  /*  Reports the result of trying it. `what`: for the log. */
  void (*tried)(LapCaller *caller, const char *what, const char *secret, gboolean right);

  /* Whether a match may be created for the call; if not, makes the call fail. */
  gboolean (*may_create)(LapCall *call);
  /* A match was created for the caller. `counted`: it is among the live matches of the host already. */
  void (*created)(LapCaller *caller, const char *match, gboolean counted);
  /* Whether the call may add entries to a match; if not, makes the call fail. */
  gboolean (*may_change)(LapCall *call);

  /* Whether the caller may subscribe: it is subscribed to the match as that viewer already, or may have one more
   * subscription. */
  gboolean (*may_subscribe)(LapCaller *caller, LapMatch *match, guint viewer);
  /* Subscribes the caller, which has been sent the present state, to notifications of later changes. */
  void (*subscribe)(LapCaller *caller, LapMatch *match, guint viewer);
  /* Ends its subscriptions to a match as `viewer` or, with LAP_OMNISCIENT, all of them. */
  void (*unsubscribe)(LapCaller *caller, const char *match, guint viewer);

  /* Whether all people of a match play over the caller's connection, and nobody else holds one of their seats. */
  gboolean (*is_alone)(LapCaller *caller, LapMatch *match);
  /* The caller has said something at a match: all who follow it are sent the notification. */
  void (*said)(LapCaller *caller, LapMatch *match, GBytes *message);

  /* Keeps a caller, though its connection may go, until a reply is delivered to it. */
  void (*hold)(LapCaller *caller);
  /* Sends it a reply that was deferred. `reply`: (transfer full) */
  void (*deliver)(LapCaller *caller, LapReply *reply);

  /* What the caller has asked for is at another node, which clients reach there. */
  void (*elsewhere)(LapCaller *caller, const char *address);

  /* Sends a notification to all callers. */
  void (*notify_all)(gpointer server, GBytes *message);
} LapRpcService;

struct LapRpc {
  LapHost *host; /* a reference */
  const LapRpcService *service;
  gpointer server;
  const LapLimit *limits; /* the server's table */
  LapRoutes *routes;
  char *document;         /* of rpc.discover, or NULL: to be made; lap_rpc_forget_document */
  GHashTable *games;      /* texts of games.list and games.describe; changed by methods-games.c alone */
  GString *changes;       /* of plugins, for games.changed; changed by methods-plugins.c alone */
  GCancellable *draining; /* cancelled once deferred calls are to end soon */
};

/* `limits`: (transfer none): a table that outlives it. */
LapRpc *lap_rpc_new(LapHost *host, const LapLimit *limits, const LapRpcService *service, gpointer server);
void lap_rpc_free(LapRpc *rpc);
/* Gives up what takes long: those calls fail soon. */
void lap_rpc_drain(LapRpc *rpc);

/* Carries out the requests of a message and returns the reply, or NULL if it is delivered later. The text need not end
 * with NUL. (transfer full) */
LapReply *lap_rpc_answer(LapRpc *rpc, LapCaller *caller, const char *text, gsize length);
/* Returns the reply to a message that exceeds a limit and was not read. (transfer full) */
LapReply *lap_rpc_refuse_size(LapRpc *rpc, LapLimitIndex limit);

/* The OpenRPC document as rpc.discover answers it. (transfer none): until lap_rpc_forget_document */
const char *lap_rpc_get_document(LapRpc *rpc);
/* Called when a limit has changed: the document is made again. */
void lap_rpc_forget_document(LapRpc *rpc);

static inline gint64 lap_rpc_limit(const LapRpc *rpc, LapLimitIndex index) { return rpc->limits[index].value; }

G_END_DECLS
