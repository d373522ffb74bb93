/* The Model Context Protocol over pipes: an assistant that speaks it can play any game of the host.
 *
 * Messages are JSON-RPC 2.0, one a line. Both eras of the protocol are answered: clients up to revision 2025-11-25
 * begin with initialize, those of 2026-07-28 name the revision in each request. What the tools do is in tools.h; they
 * keep nothing between two calls. */
#pragma once

#include "host/server/transport.h"

G_BEGIN_DECLS

typedef struct LapMcp LapMcp;

/* Reads requests from `in` and answers them one after the other on `out`. `ended` is called once when the input has
 * ended, or the output is broken. */
LapMcp *lap_mcp_new(LapServer *server, GInputStream *in, GOutputStream *out, GCallback ended, gpointer data);
void lap_mcp_free(LapMcp *mcp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapMcp, lap_mcp_free)

G_END_DECLS
