#include "choices.h"

#include <stdio.h>

#include "messages.h"
#include "terminal.h"

enum { MARGIN = 5 }; /* columns of a number */

static char *numbered(guint number, guint at)
{
  g_autofree char *text = g_strdup_printf("%3u", number);
  g_autofree char *bold = terminal_styled(number == at ? TERMINAL_REVERSE : TERMINAL_BOLD, text);
  return g_strconcat(bold, "  ", NULL);
}

static guint widest(const GPtrArray *texts)
{
  guint columns = 0;
  for (guint i = 0; i < texts->len; i++) columns = MAX(columns, terminal_columns(texts->pdata[i]) + MARGIN);
  return columns;
}

/* Those from `first` to before `end`, down the first column, then the next. */
static void print_columns(const GPtrArray *texts, guint first, guint end, guint columns, guint wide, guint at)
{
  guint rows = (end - first + columns - 1) / columns;
  for (guint row = first; row < first + rows; row++) {
    for (guint i = row; i < end; i += rows) {
      g_autofree char *number = numbered(i + 1, at);
      guint blanks = i + rows < end ? wide + 3 - MARGIN - terminal_columns(texts->pdata[i]) : 0;
      printf("%s%s%*s", number, (const char *)texts->pdata[i], (int)blanks, "");
    }
    putchar('\n');
  }
}

/* The lines that a text takes, about: words are not broken. */
static guint height_of(const char *text)
{
  guint room = MAX(terminal_width(), MARGIN + 20) - MARGIN;
  return terminal_columns(text) <= room ? 1 : 1 + (terminal_columns(text) + 10) / room;
}

/* The end of those that fit into so many lines. */
static guint end_of_lines(const GPtrArray *texts, guint first, guint rows)
{
  guint end = first, used = 0;
  while (end < texts->len && (!rows || end == first || used + height_of(texts->pdata[end]) <= rows))
    used += height_of(texts->pdata[end++]);
  return end;
}

static void print_lines(const GPtrArray *texts, guint first, guint end, guint at)
{
  for (guint i = first; i < end; i++) {
    g_autofree char *number = numbered(i + 1, at);
    terminal_paragraph(number, texts->pdata[i]);
  }
}

guint choices_print(const char *heading, const GPtrArray *texts, guint first, guint rows, guint at)
{
  enum { FEW = 8 };
  guint wide = widest(texts), columns = MAX((terminal_width() + 3) / (wide + 3), 1);
  gboolean abreast = columns > 1 && (texts->len > FEW || (rows && texts->len > rows));
  guint fit = abreast && rows ? first + rows * columns : texts->len;
  guint end = abreast ? MIN(fit, texts->len) : end_of_lines(texts, first, rows);
  putchar('\n');
  if (heading) terminal_paragraph("  ", heading);
  if (abreast)
    print_columns(texts, first, end, columns, wide, at);
  else
    print_lines(texts, first, end, at);
  if (end - first == texts->len) return end - first;
  g_autofree char *which = message_with("cli.choices_of", COUNT("first", first + 1), COUNT("last", end),
                                        COUNT("all", texts->len));
  g_autofree char *dim = terminal_styled(TERMINAL_DIM, which);
  printf("     %s\n", dim);
  return end - first;
}
