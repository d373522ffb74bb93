/* Inside of the server: one request. */
#pragma once

#include "answer.h"

G_BEGIN_DECLS

/* Carries out a request and adds what came of it to the answer. `wait`: the milliseconds for which nothing is carried
 * out for this connection, or 0. `room`: whether another result fits into the answer. */
void lap_rpc_answer(LapConnection *connection, LapAnswer *answer, JsonNode *node, gint64 wait, gboolean room);

G_END_DECLS
