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

/* Starts logging to `descriptor`: all lines up to `level`, including those of libraries (g_log). Before this call
 * nothing is logged. A descriptor of -1 stops logging. */
void lap_server_log_open(LapServerLogLevel level, int descriptor);

/* Begins a line. Returns NULL if its level is not logged; all functions below accept NULL. */
typedef struct LapServerLogLine LapServerLogLine;
LapServerLogLine *lap_server_log_begin(LapServerLogLevel level, const char *event);
void lap_server_log_text(LapServerLogLine *line, const char *name, const char *value);
void lap_server_log_number(LapServerLogLine *line, const char *name, gint64 value);
/* Writes the line and frees it. If the log cannot be written at once (a pipe that is not read), the line is dropped;
 * before the next line that fits, one is written that says how many were dropped. */
void lap_server_log_end(LapServerLogLine *line);

/* Writes a line of level error from a handler of signals. `members`: name, value, ..., NULL; values that are empty are
 * left out, the others need no escapes. */
void lap_server_log_last_line(const char *event, const char *const *members);

G_END_DECLS
