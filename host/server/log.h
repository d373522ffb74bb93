/* The log of the server: what happens, as a JSON object a line on standard error.
 *
 *   {"time":"2026-01-02T03:04:05.678901Z","level":"info","event":"opened","connection":7,"address":"127.0.0.1"}
 *
 * Never in it: tokens, keys, invitations, seeds, params, what a hand holds. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  LAP_SERVER_LOG_ERROR,
  LAP_SERVER_LOG_WARNING,
  LAP_SERVER_LOG_INFO,
  LAP_SERVER_LOG_DEBUG
} LapServerLogLevel;

/* The words for levels, NULL-terminated: "error", "warning", "info", "debug". */
extern const char *const lap_server_log_levels[];

/* From now on everything up to `level` is written to `descriptor`, and what the libraries log (g_log) with it. Until
 * then nothing is. A descriptor of -1 ends it. */
void lap_server_log_open(LapServerLogLevel level, int descriptor);

/* A line that is being built. NULL if its level is not logged; all of these take NULL. */
typedef struct LapServerLogLine LapServerLogLine;
LapServerLogLine *lap_server_log_begin(LapServerLogLevel level, const char *event);
void lap_server_log_text(LapServerLogLine *line, const char *name, const char *value);
void lap_server_log_number(LapServerLogLine *line, const char *name, gint64 value);
/* Writes the line and frees it. If the log cannot take it at once, since it is not read, the line is lost; the next one
 * that fits comes behind one that says how many were lost. */
void lap_server_log_end(LapServerLogLine *line);

G_END_DECLS
