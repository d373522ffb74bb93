/* A program of somebody else's, which is started or listens on a socket, and the lines that are exchanged with it: a
 * request, then one line in answer.
 *
 * The program is never trusted to answer, to read, to end, or to say little: each exchange has a deadline, a line has a
 * longest length, and when the channel is closed the program is killed with all processes of its group. What it writes
 * to standard error is read, and the end of it is kept for messages. The caller is blocked meanwhile. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAP_AGENT_ERROR (lap_agent_error_quark())
GQuark lap_agent_error_quark(void);
typedef enum {
  LAP_AGENT_ERROR_START, /* it cannot be started */
  LAP_AGENT_ERROR_LATE,  /* no answer in time */
  LAP_AGENT_ERROR_ENDED, /* it has ended, or reads or writes no more */
  LAP_AGENT_ERROR_ANSWER /* too many wrong answers */
} LapAgentError;

/* The longest line that is read, in bytes. */
#define LAP_CHANNEL_LINE_MAX (64 * 1024)

typedef struct LapChannel LapChannel;

/* Starts a program, in a process group of its own; `command` is words as in a shell, the first of them a program. Or
 * connects to one that listens, and is nobody's child: "unix:PATH" or "tcp:HOST:PORT". */
LapChannel *lap_channel_open(const char *command, GError **error);
/* Closes its input, lets it end by itself for a moment, and kills it. */
void lap_channel_close(LapChannel *channel);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapChannel, lap_channel_close)

/* Writes `text`, whole lines, and returns the next line that comes back; an empty one stands for one that was too long.
 * `deadline`: monotonic, us. (transfer full) */
char *lap_channel_ask(LapChannel *channel, const char *text, gint64 deadline, GError **error);
/* Writes `text` as far as the program reads it at once. */
void lap_channel_tell(LapChannel *channel, const char *text);

G_END_DECLS
