/* Helpers for functions that fail: they set the error and return FALSE. */
#pragma once

#include "match.h"

G_BEGIN_DECLS

gboolean lap_match_refuse(GError **error, LapMatchError code, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Fails because a log entry, stored or exported, does not fit the match. */
#define lap_match_unfit(error, ...) lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, __VA_ARGS__)

G_END_DECLS
