#include "cursor.h"

#include <stdlib.h>
#include <string.h>

#include "terminal.h"

/* A line of letters is twice as high as a column is wide. */
#define LINE 2

static const char *const styles[] = {"\033[" CURSOR_QUIET "m", "\033[" CURSOR_LOUD "m"};

#define MARK "\033[" TERMINAL_REVERSE "m"

/* The next number of a line from `at` on, past the escape that begins it; NULL if there is none. */
static const char *next_number(const char *at)
{
  while ((at = strchr(at, '\033'))) {
    for (guint i = 0; i < G_N_ELEMENTS(styles); i++)
      if (g_str_has_prefix(at, styles[i])) return at + strlen(styles[i]);
    at++;
  }
  return NULL;
}

static guint value_at(const char *number)
{
  return (guint)strtoul(number + (g_str_has_prefix(number, MARK) ? strlen(MARK) : 0), NULL, 10);
}

GArray *cursor_spots(const Picture *picture)
{
  GArray *spots = g_array_new(FALSE, FALSE, sizeof(CursorSpot));
  for (guint line = 0; line < picture->line->len; line++) {
    const char *text = picture->line->pdata[line];
    for (const char *at = next_number(text); at; at = next_number(at)) {
      g_autofree char *before = g_strndup(text, (gsize)(at - text));
      const CursorSpot spot = {value_at(at), (int)terminal_columns(before), (int)line};
      g_array_append_val(spots, spot);
    }
  }
  return spots;
}

static char *marked(const char *line, guint number)
{
  GString *text = g_string_new(NULL);
  for (const char *at = next_number(line); at; at = next_number(line)) {
    g_string_append_len(text, line, at - line);
    if (value_at(at) == number) g_string_append(text, MARK);
    line = at;
  }
  g_string_append(text, line);
  return g_string_free(text, FALSE);
}

void cursor_mark(Picture *picture, guint number)
{
  for (guint i = 0; i < picture->line->len; i++) {
    char *line = picture->line->pdata[i];
    picture->line->pdata[i] = marked(line, number);
    g_free(line);
  }
}

static const CursorSpot *spot_of(const GArray *spots, guint number)
{
  for (guint i = 0; i < spots->len; i++)
    if (g_array_index(spots, CursorSpot, i).number == number) return &g_array_index(spots, CursorSpot, i);
  return NULL;
}

guint cursor_line(const Picture *picture, guint number)
{
  g_autoptr(GArray) spots = cursor_spots(picture);
  const CursorSpot *spot = spot_of(spots, number);
  return spot ? (guint)spot->line : 0;
}

/* How far it is in the direction of a key, more so to the side; -1: not at all. */
static int distance(const CursorSpot *from, const CursorSpot *to, Key key)
{
  int right = to->column - from->column, down = (to->line - from->line) * LINE;
  int ahead = key == KEY_RIGHT ? right : key == KEY_LEFT ? -right : key == KEY_DOWN ? down : -down;
  int aside = abs(key == KEY_RIGHT || key == KEY_LEFT ? down : right);
  return ahead > 0 ? ahead + 2 * aside : -1;
}

static guint nearest(const GArray *spots, const CursorSpot *from, Key key)
{
  guint number = from->number;
  int least = G_MAXINT;
  for (guint i = 0; i < spots->len; i++) {
    const CursorSpot *to = &g_array_index(spots, CursorSpot, i);
    int away = distance(from, to, key);
    if (away < 0 || away >= least || to->number == from->number) continue;
    least = away;
    number = to->number;
  }
  return number;
}

guint cursor_move(const GArray *spots, guint choices, guint from, Key key)
{
  const CursorSpot *spot = spot_of(spots, from);
  if (!from) return spots->len && key != KEY_NEXT ? g_array_index(spots, CursorSpot, 0).number : 1;
  if (spot && key != KEY_NEXT && key != KEY_PREVIOUS) return nearest(spots, spot, key);
  gboolean back = key == KEY_PREVIOUS || key == KEY_UP || key == KEY_LEFT;
  return (from - 1 + (back ? choices - 1 : 1)) % choices + 1;
}
