/* Connections to other nodes, for the server to forward to (host/server/transport.h). */
#pragma once

#include "listen.h"

G_BEGIN_DECLS

/* What a node says to be taken for one. */
#define LAP_NODE_SUBPROTOCOL "lapidary-node"

typedef struct LapUpstreams LapUpstreams;

/* Lets the server of a listener forward. To be freed when all connections of the listener are gone. */
LapUpstreams *lap_upstreams_new(LapListener *listener);
void lap_upstreams_free(LapUpstreams *upstreams);

G_END_DECLS
