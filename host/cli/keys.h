/* Keys: lines that people type, and arrows, which are answers at once. */
#pragma once

#include <glib.h>

typedef enum {
  KEY_LINE, /* Enter, or the end of the input */
  KEY_UP,
  KEY_DOWN,
  KEY_LEFT,
  KEY_RIGHT,
  KEY_NEXT,    /* Tab */
  KEY_PREVIOUS /* Shift and Tab */
} Key;

/* Asks as terminal_ask() does, and sets `*line` (transfer full) to what that returns. Where nothing has been typed,
 * another key ends the question, with an empty line. A terminal without colours, or none, has no such keys. */
Key keys_ask(const char *prompt, char **line);
