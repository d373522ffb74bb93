/* What the codes of errors mean: docs/protocol.md has the table. */
#pragma once

#include "rpc.h"

G_BEGIN_DECLS

/* How a request may end: 0 is fine, then every code in the order of LapRpcError. */
#define LAP_OUTCOMES 24

/* The index of a code (0: fine) among outcomes, and the word for it: "ok", "illegal". */
guint lap_outcome_of(LapRpcError code);
const char *lap_outcome_reason(guint outcome);

/* Appends {"code":...,"message":...,"data":{"reason":...,"advice":...,...}}. `data`: further members, each after a
 * comma, or NULL. */
void lap_rpc_write_error(GString *out, LapRpcError code, const char *message, const char *data);

G_END_DECLS
