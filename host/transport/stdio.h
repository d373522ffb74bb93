/* The protocol over standard input and output: one message a line, nothing else on standard output. */
#pragma once

#include "host/server/transport.h"

G_BEGIN_DECLS

typedef struct LapStdio LapStdio;

/* Reads lines from `in` and writes to `out`, which the caller closes. `ended` is called once when the input has ended
 * and all answers are written, or the output is broken. Fails as lap_connection_open does. */
LapStdio *lap_stdio_new(LapServer *server, GInputStream *in, GOutputStream *out, GCallback ended, gpointer data,
                        GError **error);
void lap_stdio_free(LapStdio *stdio);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapStdio, lap_stdio_free)

G_END_DECLS
