#include "choices.h"

#include <stdio.h>
#include <string.h>

#include "terminal.h"
#include "verb.h"
#include "words.h"

void choices_clear(Choices *choices)
{
  g_clear_pointer(&choices->action, g_array_unref);
  g_clear_pointer(&choices->text, g_ptr_array_unref);
}

gboolean choices_read(Choices *choices, Draft *draft, LapTexts *texts, const char *const *names, GError **error)
{
  choices->action = draft_choices(draft, error);
  if (!choices->action) return FALSE;
  guint n = choices->action->len;
  choices->legal = (LapActions){(LapAction *)(gpointer)choices->action->data, n, n};
  choices->text = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add(choices->text, lap_texts_action(texts, &choices->legal.v[i], names, draft->seat));
  return TRUE;
}

/* --- printing */

static char *numbered(const Choices *choices, guint i)
{
  g_autofree char *number = g_strdup_printf("%3u", i + 1);
  g_autofree char *bold = terminal_styled(TERMINAL_BOLD, number);
  return g_strdup_printf("%s  %s", bold, (const char *)choices->text->pdata[i]);
}

static guint widest(const Choices *choices)
{
  guint columns = 0;
  for (guint i = 0; i < choices->text->len; i++) columns = MAX(columns, terminal_columns(choices->text->pdata[i]) + 5);
  return columns;
}

/* Down the first column, then the next. */
static void print_columns(const Choices *choices, guint columns, guint wide)
{
  guint n = choices->text->len, rows = (n + columns - 1) / columns;
  for (guint row = 0; row < rows; row++) {
    for (guint i = row; i < n; i += rows) {
      g_autofree char *text = numbered(choices, i);
      guint blanks = i + rows < n ? wide + 3 - terminal_columns(text) : 0;
      printf("%s%*s", text, (int)blanks, "");
    }
    putchar('\n');
  }
}

static void print_lines(const Choices *choices)
{
  for (guint i = 0; i < choices->text->len; i++) {
    g_autofree char *number = g_strdup_printf("%3u", i + 1);
    g_autofree char *bold = terminal_styled(TERMINAL_BOLD, number), *first = g_strconcat(bold, "  ", NULL);
    terminal_paragraph(first, choices->text->pdata[i]);
  }
}

#define FEW 8

void choices_print(const Choices *choices)
{
  guint wide = widest(choices), columns = (terminal_width() + 3) / (wide + 3);
  putchar('\n');
  if (choices->text->len > FEW && columns > 1)
    print_columns(choices, columns, wide);
  else
    print_lines(choices);
}

void choices_print_steps(LapTexts *texts, const char *const *names, const Draft *draft)
{
  if (!draft->steps->len) return;
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < draft->steps->len; i++) {
    g_autofree char *step = lap_texts_action(texts, &g_array_index(draft->steps, LapAction, i), names, draft->seat);
    g_string_append_printf(text, "%s%s", i ? "; " : "", step);
  }
  g_string_append_printf(text, "; %s", words("cli.and_then"));
  putchar('\n');
  g_autofree char *first = g_strconcat("  ", words("cli.so_far"), NULL);
  terminal_paragraph(first, text->str);
}

/* --- finding */

static gboolean speaks_of(const char *text, const char *typed)
{
  g_autofree char *have = g_utf8_casefold(text, -1), *want = g_utf8_casefold(typed, -1);
  return strstr(have, want) != NULL;
}

static int find_words(const Choices *choices, const char *typed, char **why)
{
  int found = -1;
  for (guint i = 0; i < choices->text->len; i++) {
    if (!speaks_of(choices->text->pdata[i], typed)) continue;
    if (found >= 0) {
      *why = words_with("cli.ambiguous", WORD("words", typed), COUNT("first", found + 1), COUNT("second", i + 1));
      return -1;
    }
    found = (int)i;
  }
  if (found < 0) *why = words_with("cli.no_words", WORD("words", typed));
  return found;
}

int choices_find(const Choices *choices, const char *line, char **why)
{
  guint64 number;
  if (!verb_number(line, &number)) return find_words(choices, line, why);
  if (number >= 1 && number <= choices->text->len) return (int)number - 1;
  *why = words_with("cli.no_choice", WORD("line", line), COUNT("last", choices->text->len));
  return -1;
}
