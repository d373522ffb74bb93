/* A peer in the same process: what it is sent is kept as it came. For tests of what goes out. */
#pragma once

#include "host/server/connection.h"

typedef struct {
  LapConnection *connection; /* NULL once it is closed */
  GString *heard;            /* every message since the last peer_forget, a line each */
  char *answer;              /* the last message that was no notification */
  guint closed;              /* the code it was closed with, or 0 */
} Peer;

Peer *peer_new(LapServer *server);
void peer_free(Peer *peer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Peer, peer_free)

/* Sends one message, ends the turn, and returns the answer, the peer's until the next one; NULL if there was none. */
const char *peer_ask(Peer *peer, const char *message);
/* The same for {"jsonrpc":"2.0","id":1,"method":METHOD,"params":{PARAMS}}, PARAMS formatted. */
const char *peer_call(Peer *peer, const char *method, const char *params, ...) G_GNUC_PRINTF(3, 4);
void peer_forget(Peer *peer);

/* The text or number behind "NAME": in an answer, at its first place; what stands there, without quotes.
 * (transfer full) */
char *peer_member(const char *answer, const char *name);
