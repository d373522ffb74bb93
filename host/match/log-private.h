/* Inside host/match: what writing and reading a log share. */
#pragma once

#include "log.h"

G_BEGIN_DECLS

/* The plugins of a game as the header lists them: [{"id":"x","version":"1.0.0"}]. */
void lap_log_write_plugins(const LapGame *game, GString *out);
/* The hashes of its catalogues: {"x/cards":"<SHA-256>"}. */
void lap_log_write_catalogues(const LapGame *game, GString *out);
/* A hash as 16 hexadecimal digits. */
void lap_log_write_hash(LapSession *session, GString *out);

G_END_DECLS
