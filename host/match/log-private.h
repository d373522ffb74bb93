/* Inside host/match: what writing and reading a log share. */
#pragma once

#include "log.h"

G_BEGIN_DECLS

/* The hashes of its catalogues: {"x/cards":"<SHA-256>"}. */
void lap_log_write_catalogues(const LapGame *game, GString *out);
/* What a match is of, the members "plugins", "catalogues", "options" and "seats" without braces. */
void lap_log_write_settings(const LapGame *game, const LapOptions *options, guint seats, GString *out);
/* A hash as 16 hexadecimal digits. */
void lap_log_write_hash(LapSession *session, GString *out);

G_END_DECLS
