#include "keys.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "terminal.h"

/* How long the rest of a key may take that begins as the key Escape does, in milliseconds. */
#define REST 50
#define CONTROL(letter) ((letter) - '@')

static gboolean take_keyboard(struct termios *before)
{
  if (tcgetattr(STDIN_FILENO, before) != 0) return FALSE;
  struct termios mine = *before;
  mine.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
  mine.c_cc[VMIN] = 1;
  mine.c_cc[VTIME] = 0;
  return tcsetattr(STDIN_FILENO, TCSADRAIN, &mine) == 0;
}

static void give_back(const struct termios *before) { tcsetattr(STDIN_FILENO, TCSADRAIN, before); }

/* -1 at the end of the input. */
static int next_byte(void)
{
  unsigned char byte;
  ssize_t n;
  do n = read(STDIN_FILENO, &byte, 1);
  while (n < 0 && errno == EINTR);
  return n == 1 ? byte : -1;
}

static gboolean more_follows(void)
{
  struct pollfd keyboard = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&keyboard, 1, REST) == 1;
}

/* What follows an Escape: [ or O, perhaps numbers, and a letter. KEY_LINE: none of ours. */
static Key read_key(void)
{
  static const struct {
    char letter;
    Key key;
  } keys[] = {{'A', KEY_UP}, {'B', KEY_DOWN}, {'C', KEY_RIGHT}, {'D', KEY_LEFT}, {'Z', KEY_PREVIOUS}};
  int byte = more_follows() ? next_byte() : -1;
  if (byte != '[' && byte != 'O') return KEY_LINE;
  do byte = more_follows() ? next_byte() : -1;
  while (byte >= 0 && !g_ascii_isalpha(byte) && byte != '~');
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
    if (keys[i].letter == byte) return keys[i].key;
  return KEY_LINE;
}

static void take_back(GString *line)
{
  const char *last = g_utf8_find_prev_char(line->str, line->str + line->len);
  if (!last) return;
  for (guint columns = terminal_columns(last); columns; columns--) fputs("\b \b", stdout);
  g_string_truncate(line, (gsize)(last - line->str));
}

/* What the keyboard does by itself, as long as it is not ours. */
static void pass_on(int number, const struct termios *before)
{
  struct termios again;
  give_back(before);
  raise(number);
  take_keyboard(&again);
}

/* Takes a byte of what is typed; FALSE at the end of the line. */
static gboolean take_byte(GString *line, int byte, const struct termios *before)
{
  if (byte == '\n' || byte == '\r') return FALSE;
  if (byte == CONTROL('C') || byte == CONTROL('Z')) pass_on(byte == CONTROL('C') ? SIGINT : SIGTSTP, before);
  if (byte == CONTROL('H') || byte == 0x7f) take_back(line);
  while (byte == CONTROL('U') && line->len) take_back(line);
  if (byte >= ' ' && byte != 0x7f) {
    g_string_append_c(line, (char)byte);
    putchar(byte);
  }
  return TRUE;
}

/* FALSE at the end of the input. */
static gboolean read_line(GString *line, Key *key, const struct termios *before)
{
  for (;;) {
    fflush(stdout);
    int byte = next_byte();
    if (byte < 0 || (!line->len && (byte == CONTROL('D') || !byte))) return FALSE;
    if (byte == '\033') *key = read_key();
    if (byte == '\t') *key = KEY_NEXT;
    if (line->len) *key = KEY_LINE; /* in the middle of a line they mean nothing */
    if (*key != KEY_LINE || !take_byte(line, byte, before)) return TRUE;
  }
}

Key keys_ask(const char *prompt, char **line)
{
  struct termios before;
  Key key = KEY_LINE;
  if (!terminal()->keyboard || !terminal()->colour || !take_keyboard(&before)) {
    *line = terminal_ask(prompt);
    return key;
  }
  g_autoptr(GString) typed = g_string_new(NULL);
  fputs(prompt, stdout);
  gboolean more = read_line(typed, &key, &before);
  give_back(&before);
  putchar('\n');
  *line = more ? g_strstrip(g_utf8_make_valid(typed->str, (gssize)typed->len)) : NULL;
  return key;
}
