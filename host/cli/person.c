#include "person.h"

#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "score-table.h"
#include "subcommand.h"
#include "table.h"
#include "terminal.h"

/* --- the curtain: what one person may see is not for the next */

static gboolean has_secrets(const Match *match)
{
  return match->loaded.game->traits & LAP_HIDDEN || match->loaded.game->steps_max > 0;
}

static gboolean show_hand_over_screen(Match *match, guint seat)
{
  gboolean needed = match->seats.people > 1 && match->at_screen != (int)seat && has_secrets(match);
  match->at_screen = (int)seat;
  if (!needed || !terminal()->screen || !terminal()->keyboard) return TRUE;
  terminal_clear();
  g_autofree char *pass = message_with("cli.pass", WORD("name", match->seats.name[seat]));
  g_autofree char *press = message_with("cli.press_enter", WORD("name", match->seats.name[seat]));
  g_autofree char *prompt = g_strdup_printf("\n\n  %s\n\n  %s", pass, press);
  g_autofree char *line = terminal_ask(prompt);
  terminal_clear();
  return line != NULL;
}

/* --- what one may ask instead of choosing */

static const struct {
  char letter;
  const char *key;
} commands[] = {{'b', "cli.help_b"}, {'u', "cli.help_u"}, {'t', "cli.help_t"},   {'s', "cli.help_s"},
                {'l', "cli.help_l"}, {'q', "cli.help_q"}, {'?', "cli.help_help"}};

static void print_help(const Match *match, guint seat)
{
  puts("");
  const char *summary = game_summary(match->loaded.registry, match->loaded.game, match->loaded.texts);
  if (*summary) terminal_paragraph("  ", summary);
  about_print(match->draft.engine, lap_session_block(match->session), match->loaded.texts, seat);
  g_autofree char *you_are = message_with("cli.you_are", WORD("name", match->seats.name[seat]));
  terminal_paragraph("  ", you_are);
  puts("");
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) printf("  %c  %s\n", commands[i].letter, message(commands[i].key));
}

static void print_score(const Match *match, guint seat)
{
  LapEngine *engine = match->draft.engine;
  const LapBlock *block = lap_session_block(match->session);
  puts("");
  score_table_print(engine, block, match->loaded.texts, match_names(match), seat);
  score_table_print_reasons(engine, block, match->loaded.texts, match_names(match), seat);
}

static void print_log(Match *match, guint seat)
{
  puts("");
  match->heard[seat] = -1;
  match_tell(match, seat, 0);
}

static gboolean wants_to_leave(void)
{
  g_autofree char *prompt = g_strconcat("  ", message("cli.leave"), NULL), *answer = terminal_ask(prompt);
  return !answer || g_ascii_tolower(*answer) == *message("cli.yes");
}

/* --- one step of the move */

typedef enum { STEP_TAKEN, STEP_AGAIN, STEP_SHOW, STEP_UNDID, STEP_LEFT, STEP_FAULT } Step;

static Step back(Match *match)
{
  if (draft_back(&match->draft)) return STEP_SHOW;
  printf("  %s\n", message("cli.begun"));
  return STEP_AGAIN;
}

static Step undo(Match *match, guint seat)
{
  if (match_undo(match, seat)) return STEP_UNDID;
  printf("  %s\n", message("cli.not_moved"));
  return STEP_AGAIN;
}

static Step command(Match *match, guint seat, char letter)
{
  switch (letter) {
  case 'b':
    return back(match);
  case 'u':
    return undo(match, seat);
  case 't':
    return STEP_SHOW;
  case 's':
    print_score(match, seat);
    return STEP_AGAIN;
  case 'l':
    print_log(match, seat);
    return STEP_AGAIN;
  case 'q':
    return wants_to_leave() ? STEP_LEFT : STEP_AGAIN;
  default:
    print_help(match, seat);
    return STEP_AGAIN;
  }
}

static gboolean is_command(const char *line) { return line[0] && !line[1] && strchr("buts?lqh", line[0]); }

static Step take(Match *match, const LapAction *action, LapMove *move, GError **error)
{
  *move = draft_take(&match->draft, action, error);
  return *move == LAP_MOVE_FAULT ? STEP_FAULT : STEP_TAKEN;
}

static Step answer(Match *match, guint seat, const Choices *choices, LapMove *move, GError **error)
{
  g_autofree char *prompt = message_with("cli.prompt", WORD("name", match->seats.name[seat]),
                                         COUNT("last", choices->legal.n));
  g_autofree char *line = terminal_ask(prompt);
  if (!line) return STEP_LEFT;
  if (!*line) return STEP_AGAIN;
  if (is_command(line)) return command(match, seat, line[0]);
  g_autofree char *why = NULL;
  int choice = choices_find(choices, line, &why);
  if (choice >= 0) return take(match, &choices->legal.v[choice], move, error);
  printf("  %s\n", why);
  return STEP_AGAIN;
}

static void show(Match *match, guint seat, const Choices *choices)
{
  match_show(match, match->draft.engine, match->draft.block, seat, &choices->legal);
  choices_print_steps(match->loaded.texts, match_names(match), &match->draft);
  choices_print(choices);
}

/* After the first step one way on needs no question. */
static gboolean is_forced(const Match *match, const Choices *choices)
{
  return match->draft.steps->len > 0 && choices->legal.n == 1;
}

static Step next_step(Match *match, guint seat, LapMove *move, GError **error)
{
  g_auto(Choices) choices = {0};
  if (!choices_read(&choices, &match->draft, match->loaded.texts, match_names(match), error)) return STEP_FAULT;
  if (is_forced(match, &choices)) return take(match, &choices.legal.v[0], move, error);
  show(match, seat, &choices);
  Step step;
  do step = answer(match, seat, &choices, move, error);
  while (step == STEP_AGAIN);
  return step;
}

PersonTurn person_turn(Match *match, guint seat, GError **error)
{
  if (!show_hand_over_screen(match, seat)) return PERSON_LEFT;
  LapMove move = LAP_MOVE_MORE;
  draft_begin(&match->draft, seat);
  while (move == LAP_MOVE_MORE) {
    switch (next_step(match, seat, &move, error)) {
    case STEP_UNDID:
      return PERSON_UNDID;
    case STEP_LEFT:
      return PERSON_LEFT;
    case STEP_FAULT:
      return PERSON_FAULT;
    default:
      break;
    }
  }
  return match_play_draft(match, error) ? PERSON_MOVED : PERSON_FAULT;
}

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
  g_string_append_printf(text, "; %s", message("cli.and_then"));
  putchar('\n');
  g_autofree char *first = g_strconcat("  ", message("cli.so_far"), NULL);
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
      *why = message_with("cli.ambiguous", WORD("words", typed), COUNT("first", found + 1), COUNT("second", i + 1));
      return -1;
    }
    found = (int)i;
  }
  if (found < 0) *why = message_with("cli.no_words", WORD("words", typed));
  return found;
}

int choices_find(const Choices *choices, const char *line, char **why)
{
  guint64 number;
  if (!parse_number(line, &number)) return find_words(choices, line, why);
  if (number >= 1 && number <= choices->text->len) return (int)number - 1;
  *why = message_with("cli.no_choice", WORD("line", line), COUNT("last", choices->text->len));
  return -1;
}
