#include "person.h"

#include <stdio.h>
#include <string.h>

#include "about.h"
#include "choices.h"
#include "sheet.h"
#include "terminal.h"
#include "verb.h"
#include "words.h"

/* --- the curtain: what one person may see is not for the next */

static gboolean has_secrets(const Match *match)
{
  return match->opening.game->traits & LAP_HIDDEN || match->opening.game->steps_max > 0;
}

static gboolean draw_curtain(Match *match, guint seat)
{
  gboolean needed = match->seats.people > 1 && match->at_screen != (int)seat && has_secrets(match);
  match->at_screen = (int)seat;
  if (!needed || !terminal()->screen || !terminal()->keyboard) return TRUE;
  terminal_clear();
  g_autofree char *pass = words_with("cli.pass", WORD("name", match->seats.name[seat]));
  g_autofree char *press = words_with("cli.press_enter", WORD("name", match->seats.name[seat]));
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
  const char *summary = opening_summary(match->opening.registry, match->opening.game, match->opening.texts);
  if (*summary) terminal_paragraph("  ", summary);
  about_print(match->draft.engine, lap_session_block(match->session), match->opening.texts, seat);
  g_autofree char *you_are = words_with("cli.you_are", WORD("name", match->seats.name[seat]));
  terminal_paragraph("  ", you_are);
  puts("");
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) printf("  %c  %s\n", commands[i].letter, words(commands[i].key));
}

static void print_score(const Match *match, guint seat)
{
  LapEngine *engine = match->draft.engine;
  const LapBlock *block = lap_session_block(match->session);
  puts("");
  sheet_print(engine, block, match->opening.texts, match_names(match), seat);
  sheet_print_reasons(engine, block, match->opening.texts, match_names(match), seat);
}

static void print_log(Match *match, guint seat)
{
  puts("");
  match->heard[seat] = -1;
  match_tell(match, seat, 0);
}

static gboolean wants_to_leave(void)
{
  g_autofree char *prompt = g_strconcat("  ", words("cli.leave"), NULL), *answer = terminal_ask(prompt);
  return !answer || g_ascii_tolower(*answer) == *words("cli.yes");
}

/* --- one step of the move */

typedef enum { STEP_TAKEN, STEP_AGAIN, STEP_SHOW, STEP_UNDID, STEP_LEFT, STEP_FAULT } Step;

static Step back(Match *match)
{
  if (draft_back(&match->draft)) return STEP_SHOW;
  printf("  %s\n", words("cli.begun"));
  return STEP_AGAIN;
}

static Step undo(Match *match, guint seat)
{
  if (match_undo(match, seat)) return STEP_UNDID;
  printf("  %s\n", words("cli.not_moved"));
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
  g_autofree char *prompt = words_with("cli.prompt", WORD("name", match->seats.name[seat]),
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
  choices_print_steps(match->opening.texts, match_names(match), &match->draft);
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
  if (!choices_read(&choices, &match->draft, match->opening.texts, match_names(match), error)) return STEP_FAULT;
  if (is_forced(match, &choices)) return take(match, &choices.legal.v[0], move, error);
  show(match, seat, &choices);
  Step step;
  do step = answer(match, seat, &choices, move, error);
  while (step == STEP_AGAIN);
  return step;
}

PersonTurn person_turn(Match *match, guint seat, GError **error)
{
  if (!draw_curtain(match, seat)) return PERSON_LEFT;
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
