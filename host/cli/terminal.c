#include "terminal.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const Terminal *terminal(void)
{
  static Terminal found;
  static gsize once;
  if (g_once_init_enter(&once)) {
    const char *none = g_getenv("NO_COLOR"), *kind = g_getenv("TERM");
    found.screen = isatty(STDOUT_FILENO);
    found.keyboard = isatty(STDIN_FILENO);
    found.colour = found.screen && !(none && *none) && g_strcmp0(kind, "dumb") != 0;
    found.utf8 = g_get_charset(NULL);
    if (found.keyboard) setvbuf(stdin, NULL, _IONBF, 0); /* keys are read past it */
    g_once_init_leave(&once, 1);
  }
  return &found;
}

static guint width_from_environment(void)
{
  const char *columns = g_getenv("COLUMNS");
  guint64 width = 0;
  if (columns && g_ascii_string_to_unsigned(columns, 10, 20, 1000, &width, NULL)) return (guint)width;
  return 80;
}

guint terminal_width(void)
{
  struct winsize size;
  if (terminal()->screen && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
  return width_from_environment();
}

guint terminal_height(void)
{
  struct winsize size;
  return terminal()->screen && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/* Past an escape sequence, which ends at its first letter. */
static const char *skip_escape(const char *at)
{
  while (*at && !g_ascii_isalpha(*at)) at++;
  return *at ? at + 1 : at;
}

static guint columns_of(gunichar letter)
{
  return g_unichar_iszerowidth(letter) ? 0 : g_unichar_iswide(letter) ? 2 : 1;
}

guint terminal_columns(const char *text)
{
  guint columns = 0;
  while (*text) {
    if (*text == '\033') {
      text = skip_escape(text);
      continue;
    }
    columns += columns_of(g_utf8_get_char(text));
    text = g_utf8_next_char(text);
  }
  return columns;
}

static void append_blanks(GString *out, guint n)
{
  while (n--) g_string_append_c(out, ' ');
}

static const char *ellipsis(void) { return terminal()->utf8 ? "…" : "~"; }

/* Names of one kind often differ in a number at their end: the last word with its blank, if it is short; or "". */
static const char *telling_end(const char *text, guint columns)
{
  enum { SHORT = 4, LEFT = 3 };
  const char *end = strrchr(text, ' ');
  return end && terminal_columns(end) <= SHORT && columns >= terminal_columns(end) + 1 + LEFT ? end : "";
}

char *terminal_fit(const char *text, guint columns)
{
  GString *fit = g_string_new(NULL);
  guint used = 0;
  gboolean cut = terminal_columns(text) > columns;
  const char *end = cut ? telling_end(text, columns) : "";
  guint room = cut && columns ? columns - 1 - terminal_columns(end) : columns;
  for (; *text; text = g_utf8_next_char(text)) {
    guint more = columns_of(g_utf8_get_char(text));
    if (used + more > room) break;
    g_string_append_unichar(fit, g_utf8_get_char(text));
    used += more;
  }
  if (cut && columns) {
    g_string_append_printf(fit, "%s%s", ellipsis(), end);
    used += 1 + terminal_columns(end);
  }
  append_blanks(fit, columns - used);
  return g_string_free(fit, FALSE);
}

char *terminal_styled(const char *style, const char *text)
{
  if (!style || !terminal()->colour) return g_strdup(text);
  return g_strconcat("\033[", style, "m", text, "\033[0m", NULL);
}

/* From the palette of 256 colours, which themes leave alone, so that no two look alike. */
static const struct {
  const char *ground, *ink;
} colours[] = {
    [LAP_COLOUR_WHITE] = {"1;38;5;16;48;5;255", "38;5;255"},  [LAP_COLOUR_BLACK] = {"1;38;5;255;48;5;236", "38;5;244"},
    [LAP_COLOUR_GREY] = {"1;38;5;16;48;5;247", "38;5;247"},   [LAP_COLOUR_RED] = {"1;38;5;255;48;5;160", "38;5;203"},
    [LAP_COLOUR_ORANGE] = {"1;38;5;16;48;5;208", "38;5;208"}, [LAP_COLOUR_YELLOW] = {"1;38;5;16;48;5;226", "38;5;226"},
    [LAP_COLOUR_GREEN] = {"1;38;5;255;48;5;28", "38;5;77"},   [LAP_COLOUR_BLUE] = {"1;38;5;255;48;5;26", "38;5;75"},
    [LAP_COLOUR_PURPLE] = {"1;38;5;255;48;5;91", "38;5;141"}, [LAP_COLOUR_PINK] = {"1;38;5;16;48;5;218", "38;5;218"},
    [LAP_COLOUR_BROWN] = {"1;38;5;255;48;5;94", "38;5;137"},
};

const char *terminal_ground(guint colour) { return colour < G_N_ELEMENTS(colours) ? colours[colour].ground : NULL; }

const char *terminal_ink(guint colour) { return colour < G_N_ELEMENTS(colours) ? colours[colour].ink : NULL; }

void terminal_clear(void)
{
  if (!terminal()->screen) return;
  fputs("\033[H\033[2J\033[3J", stdout);
  fflush(stdout);
}

void terminal_begin(void) { fputs("\033[H\033[2J", stdout); }

char *terminal_ask(const char *prompt)
{
  char *line = NULL;
  size_t size = 0;
  fputs(prompt, stdout);
  fflush(stdout);
  ssize_t length = getline(&line, &size, stdin);
  if (length < 0) {
    free(line);
    return NULL;
  }
  char *typed = g_utf8_make_valid(line, length);
  free(line);
  g_strstrip(typed);
  if (!terminal()->keyboard) printf("%s\n", typed);
  return typed;
}

void terminal_paragraph(const char *first, const char *text)
{
  guint indent = terminal_columns(first), width = MAX(terminal_width(), indent + 20), used = indent;
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  fputs(first, stdout);
  for (guint i = 0; words[i]; i++) {
    guint columns = terminal_columns(words[i]);
    if (used > indent && used + 1 + columns > width) {
      printf("\n%*s", (int)indent, "");
      used = indent;
    } else if (used > indent) {
      putchar(' ');
      used++;
    }
    fputs(words[i], stdout);
    used += columns;
  }
  putchar('\n');
}
