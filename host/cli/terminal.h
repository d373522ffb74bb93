/* The terminal: how wide it is, whether it can show colours, and lines that people type. */
#pragma once

#include <glib.h>

#include "lapidary/appearance.h"

typedef struct {
  gboolean screen;   /* standard output is a terminal */
  gboolean keyboard; /* standard input is one */
  gboolean colour;   /* a screen, and neither NO_COLOR nor TERM=dumb */
  gboolean utf8;     /* box drawing and other letters than ASCII */
} Terminal;

/* The properties of the terminal; determined once. */
const Terminal *terminal(void);

/* Columns of the screen now; 80 where there is none, COLUMNS where it is set. */
guint terminal_width(void);

/* Lines of the screen now; 0 where there is none. */
guint terminal_height(void);

/* The columns that `text` takes, without its colours; it must be UTF-8. */
guint terminal_columns(const char *text);

/* `text` followed by blanks, or cut with an ellipsis, to exactly `columns`; a short last word stays ("Tunn… 10").
 * Colours are not allowed in it. */
char *terminal_fit(const char *text, guint columns);

/* `text` in the style of an escape sequence such as "1;31"; as it is on a terminal without colours. */
char *terminal_styled(const char *style, const char *text);
#define TERMINAL_BOLD "1"
#define TERMINAL_DIM "2"
#define TERMINAL_REVERSE "7"
#define TERMINAL_GOOD "32"
#define TERMINAL_BAD "31"

/* The style of a piece of `colour`: letters on a ground. NULL for LAP_COLOUR_NONE and unknown ones. */
const char *terminal_ground(guint colour);

/* The style of letters of `colour` on the terminal's own ground; NULL as above. */
const char *terminal_ink(guint colour);

/* Clears the screen and what can be scrolled back to; nothing where there is no screen. */
void terminal_clear(void);

/* Begins the screen anew: what stood there is gone from sight. */
void terminal_begin(void);

/* Asks for a line: without its newline, stripped; NULL at the end of the input. What a pipe says is echoed, so that
 * a transcript reads well. */
char *terminal_ask(const char *prompt);

/* Prints `text` in lines of at most the terminal's width, broken between words, the first after `first`, the others
 * after as many blanks. */
void terminal_paragraph(const char *first, const char *text);
