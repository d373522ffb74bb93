/* Why a connection ends. */
#pragma once

#include "transport.h"

G_BEGIN_DECLS

typedef enum {
  LAP_END_PEER, /* it went by itself, or the transport closed it */
  LAP_END_IDLE,
  LAP_END_FLOOD,
  LAP_END_SLOW,
  LAP_END_TOO_LARGE,
  LAP_END_DRAIN,
  LAP_ENDS
} LapEnd;

/* A word, for log and metrics. */
const char *lap_end_name(LapEnd end);
/* What the transport tells the peer: LAP_CLOSE_..., and a few words. */
guint lap_end_code(LapEnd end);
const char *lap_end_reason(LapEnd end);

G_END_DECLS
