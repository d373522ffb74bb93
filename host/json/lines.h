/* Lines out of bytes that arrive in pieces: messages of one line each, from a pipe or a socket.
 *
 * Memory is bounded: of a line that is longer than it may be nothing is kept, and it is reported once. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gsize max;         /* bytes of a line, without its end */
  GByteArray *bytes; /* not taken yet: whole lines, and the beginning of the next */
  gsize unfinished;  /* how many of them, at the end, are of a line that has not ended */
  gboolean skipping; /* the rest of a line that is too long is dropped */
  gboolean too_long; /* a line was dropped; for the caller to read and reset */
} LapLines;

void lap_lines_init(LapLines *lines, gsize max);
void lap_lines_clear(LapLines *lines);
/* Adds what was read. Lines should be taken before more is added. */
void lap_lines_add(LapLines *lines, const char *bytes, gsize length);
/* The next whole line without its end, "\n" or "\r\n", or NULL. Empty lines are passed over. (transfer full) */
char *lap_lines_take(LapLines *lines, gsize *length);

G_END_DECLS
