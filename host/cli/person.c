#include "person.h"

#include <stdio.h>
#include <string.h>

#include "choices.h"
#include "cursor.h"
#include "host/projection/hint.h"
#include "host/projection/preview.h"
#include "host/projection/prompt.h"
#include "host/text/titles.h"
#include "messages.h"
#include "score-table.h"
#include "subcommand.h"
#include "table.h"
#include "terminal.h"
#include "variants.h"

/* A pending move. It is passed to the host when it is complete. */
typedef struct {
  Match *match;
  guint seat;
  LapSession *session; /* the match's, which has tried the steps */
  GArray *steps;       /* LapAction: those taken so far */
  GArray *choice;      /* LapAction: those that may follow */
  GPtrArray *text;     /* char *: a sentence for each choice */
  guint first, shown;  /* of the choices: the first on the screen, and how many are */
  guint at;            /* the number of the choice that the cursor is on; 0: none */
  GArray *spots;       /* CursorSpot: of the table as it was shown last */
  guint read;          /* sentences that had been read before the turn */
} Turn;

static void turn_clear(Turn *turn)
{
  g_clear_pointer(&turn->steps, g_array_unref);
  g_clear_pointer(&turn->choice, g_array_unref);
  g_clear_pointer(&turn->text, g_ptr_array_unref);
  g_clear_pointer(&turn->spots, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Turn, turn_clear)

static const LapAction *steps_of(const Turn *turn) { return (const LapAction *)(gconstpointer)turn->steps->data; }

static const char *name_of(const Turn *turn) { return turn->match->seats.name[turn->seat]; }

static char *text_of(const Turn *turn, const LapAction *step)
{
  return lap_texts_action(turn->match->loaded.texts, step, match_names(turn->match), turn->seat);
}

/* --- what may follow */

/* The points that each choice surely brings stand behind it, or those of the best that may follow. Rules that cannot
 * say it leave them out. */
static void add_points(Turn *turn)
{
  g_autoptr(GArray) brought = g_array_new(FALSE, FALSE, sizeof(LapBrought));
  if (!lap_match_preview_points(turn->match->match, turn->seat, steps_of(turn), turn->steps->len, brought, NULL))
    return;
  for (guint i = 0; i < brought->len; i++) {
    const LapBrought *one = &g_array_index(brought, LapBrought, i);
    if (!one->best) continue;
    char *text = turn->text->pdata[i];
    turn->text->pdata[i] = g_strdup_printf("%s (%s%+" G_GINT64_FORMAT ")", text, one->best > one->points ? "→ " : "",
                                           one->best);
    g_free(text);
  }
}

static void take_choices(Turn *turn, const LapActions *legal)
{
  g_array_set_size(turn->choice, 0);
  g_ptr_array_set_size(turn->text, 0);
  g_array_append_vals(turn->choice, legal->v, legal->n);
  for (guint i = 0; i < legal->n; i++) g_ptr_array_add(turn->text, text_of(turn, &legal->v[i]));
  add_points(turn);
}

/* Reads what may follow the steps; FALSE if the rules failed. */
static gboolean look_ahead(Turn *turn, gboolean *complete, GError **error)
{
  LapNextSteps next;
  if (!lap_next_steps(turn->match->match, turn->seat, steps_of(turn), turn->steps->len, &next, error)) return FALSE;
  turn->session = next.session;
  *complete = next.complete;
  take_choices(turn, next.actions);
  return TRUE;
}

/* --- showing the choices */

static void print_steps(const Turn *turn)
{
  if (!turn->steps->len) return;
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < turn->steps->len; i++) {
    g_autofree char *step = text_of(turn, &steps_of(turn)[i]);
    g_string_append_printf(text, "%s; ", step);
  }
  g_string_append(text, message("cli.and_then"));
  putchar('\n');
  g_autofree char *first = g_strconcat("  ", message("cli.so_far"), NULL);
  terminal_paragraph(first, text->str);
}

enum { OTHERS = 6 }; /* lines: the news, blank ones, which choices these are, the question, what is typed */

/* What is left of the screen under a table of so many lines: the table and what happened last stay in sight; where
 * there is a cursor, that is what one chooses by. 0: as many as there are. */
static guint rows_beside(const Turn *turn, guint lines)
{
  enum { FEW = 6, LEAST = 2 };
  guint height = terminal_height(), least = turn->at ? 1 : turn->text->len <= FEW ? FEW : LEAST;
  if (!height || !terminal()->keyboard) return 0;
  return height > lines + OTHERS + least ? height - lines - OTHERS : least;
}

/* Whether what is to be chosen can be said under a table of so many lines: the table is more use than that. */
static gboolean has_room(const char *prompt, guint lines)
{
  guint height = terminal_height();
  return !height || !terminal()->keyboard || lines + terminal_columns(prompt) / terminal_width() + 1 + OTHERS < height;
}

static void show(Turn *turn)
{
  const LapBlock *block = turn->steps->len ? lap_session_tried(turn->session) : lap_session_block(turn->session);
  const LapActions choices = {(LapAction *)(gpointer)turn->choice->data, turn->choice->len, turn->choice->len};
  if (turn->at > turn->text->len) turn->at = 0;
  g_autoptr(Picture)
      table = match_show(turn->match, lap_session_engine(turn->session), block, turn->seat, &choices, turn->at);
  g_clear_pointer(&turn->spots, g_array_unref);
  turn->spots = cursor_spots(table);
  print_steps(turn);
  if (turn->first >= turn->text->len) turn->first = 0;
  g_autofree char *prompt = lap_prompt_of(
      &(LapAsked){turn->match->loaded.texts, lap_session_engine(turn->session), block, turn->seat, &choices});
  guint lines = table->line->len + (turn->steps->len ? 2 : 0);
  if (prompt && !has_room(prompt, lines)) g_clear_pointer(&prompt, g_free);
  if (prompt) lines++;
  turn->shown = choices_print(prompt, turn->text, turn->first, rows_beside(turn, lines), turn->at);
}

/* --- matching input to a choice */

static gboolean contains(const char *text, const char *typed)
{
  g_autofree char *have = g_utf8_casefold(text, -1), *want = g_utf8_casefold(typed, -1);
  return strstr(have, want) != NULL;
}

/* The index of the only choice whose sentence contains what was typed, or -1 with a message. */
static int find_by_words(const Turn *turn, const char *typed, char **why)
{
  int found = -1;
  for (guint i = 0; i < turn->text->len; i++) {
    if (!contains(turn->text->pdata[i], typed)) continue;
    if (found >= 0) {
      *why = message_with("cli.ambiguous", WORD("words", typed), COUNT("first", found + 1), COUNT("second", i + 1));
      return -1;
    }
    found = (int)i;
  }
  if (found < 0) *why = message_with("cli.no_words", WORD("words", typed));
  return found;
}

static int find_choice(const Turn *turn, const char *typed, char **why)
{
  guint64 number;
  if (!parse_number(typed, &number)) return find_by_words(turn, typed, why);
  if (number >= 1 && number <= turn->text->len) return (int)number - 1;
  *why = message_with("cli.no_choice", WORD("line", typed), COUNT("last", turn->text->len));
  return -1;
}

/* --- commands */

static const struct {
  char letter;
  const char *key;
} commands[] = {{'b', "cli.help_b"}, {'u', "cli.help_u"}, {'v', "cli.help_v"},   {'i', "cli.help_i"},
                {'t', "cli.help_t"}, {'s', "cli.help_s"}, {'l', "cli.help_l"},   {'n', "cli.help_n"},
                {'p', "cli.help_p"}, {'q', "cli.help_q"}, {'?', "cli.help_help"}};

static void print_rules(const char *rules)
{
  g_auto(GStrv) paragraphs = rules ? g_strsplit(rules, "\n\n", -1) : NULL;
  for (char **paragraph = paragraphs; paragraph && *paragraph; paragraph++) {
    puts("");
    terminal_paragraph("  ", *paragraph);
  }
  puts("");
}

/* Those of a variant, then those of its base that it takes for known. */
static void print_rules_of_all(const LapGame *game, LapTexts *texts)
{
  for (guint depth = game->depth; depth-- > 0;) {
    const char *rules = lap_title_rules(game, depth, texts);
    if (rules && depth + 1 < game->depth) {
      g_autofree char *of = message_with("cli.rules_of", WORD("title", lap_title_level(game, depth, texts)));
      terminal_paragraph("  ", of);
    }
    print_rules(rules);
  }
}

/* What is done with the steps of a kind, and what for. */
static void print_kind(const Turn *turn, guint16 id)
{
  LapTexts *texts = turn->match->loaded.texts;
  const LapGameKind *kind = lap_game_action(turn->match->loaded.game, id);
  const char *about = kind ? lap_title_beside(texts, "action", kind->name, "about") : NULL;
  if (!about) return;
  g_autofree char *title = lap_title_action(texts, kind), *paragraph = g_strdup_printf("%s: %s", title, about);
  terminal_paragraph("  ", paragraph);
}

/* Of what may be chosen now. */
static void print_kinds(const Turn *turn)
{
  g_autoptr(GHashTable) told = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < turn->choice->len; i++) {
    const guint16 kind = g_array_index(turn->choice, LapAction, i).kind;
    if (g_hash_table_add(told, GUINT_TO_POINTER(kind))) print_kind(turn, kind);
  }
}

static void print_help(const Turn *turn)
{
  const LoadedGame *loaded = &turn->match->loaded;
  const char *summary = game_summary(loaded->registry, loaded->game, loaded->texts);
  g_autofree char *you_are = message_with("cli.you_are", WORD("name", name_of(turn)));
  puts("");
  if (*summary) terminal_paragraph("  ", summary);
  print_rules_of_all(loaded->game, loaded->texts);
  table_print_about(turn->match->view, loaded->texts);
  print_kinds(turn);
  terminal_paragraph("  ", you_are);
  puts("");
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) printf("  %c  %s\n", commands[i].letter, message(commands[i].key));
  printf("  %s\n", message("cli.help_keys"));
}

static void print_score(const Turn *turn)
{
  LapEngine *engine = lap_session_engine(turn->session);
  const LapBlock *block = lap_session_block(turn->session);
  LapTexts *texts = turn->match->loaded.texts;
  const LapStanding standing = lap_standing_of_match(turn->match->match);
  puts("");
  score_table_print(engine, block, texts, match_names(turn->match), turn->seat, &standing);
  score_table_print_reasons(engine, block, texts, match_names(turn->match), turn->seat);
}

static void print_log(const Turn *turn)
{
  puts("");
  turn->match->reader[turn->seat].read = 0;
  match_print_news(turn->match, turn->seat, 0);
}

static void print_hint(const Turn *turn)
{
  g_autoptr(GError) error = NULL;
  LapHint hint;
  if (!lap_match_hint(turn->match->match, turn->seat, steps_of(turn), turn->steps->len, &hint, &error)) {
    gboolean refused = g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_REFUSED);
    printf("  %s\n", refused ? message("cli.no_hint") : error->message);
    return;
  }
  for (guint i = 0; i < MIN(hint.n, 3); i++) {
    const LapHintChoice *choice = &hint.choice[i];
    const gint64 share = hint.worlds ? (100 * choice->weight.visits + hint.worlds / 2) / hint.worlds : 100;
    g_autofree char *label = text_of(turn, &choice->step);
    g_autofree char *text = message_with("cli.hint", WORD("label", label), COUNT("share", share));
    terminal_paragraph("  ", text);
  }
}

static gboolean wants_to_leave(void)
{
  g_autofree char *prompt = g_strconcat("  ", message("cli.leave"), NULL), *answer = terminal_ask(prompt);
  return !answer || g_ascii_tolower(*answer) == *message("cli.yes");
}

/* --- one question */

typedef enum {
  ANSWER_STEP,    /* the steps have changed, or are to be shown again */
  ANSWER_AGAIN,   /* no step: the same question again */
  ANSWER_CHANGED, /* the match stands elsewhere: the turn is over */
  ANSWER_LEFT,
  ANSWER_FAULT
} Answer;

static Answer go_back(Turn *turn)
{
  if (turn->steps->len) {
    turn->first = turn->at = 0;
    g_array_set_size(turn->steps, turn->steps->len - 1);
    return ANSWER_STEP;
  }
  printf("  %s\n", message("cli.begun"));
  return ANSWER_AGAIN;
}

/* The choices that did not fit on the screen; behind the last come the first. */
static Answer turn_page(Turn *turn, gboolean back)
{
  if (turn->shown >= turn->text->len) return ANSWER_AGAIN;
  guint n = turn->text->len, last = (n - 1) / turn->shown * turn->shown;
  if (back)
    turn->first = turn->first ? turn->first - MIN(turn->first, turn->shown) : last;
  else
    turn->first += turn->shown;
  return ANSWER_STEP;
}

static Answer undo(Turn *turn, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (match_undo(turn->match, turn->seat, &failure)) return ANSWER_CHANGED;
  if (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_REFUSED)) {
    printf("  %s\n", message(match_awaits_swap(turn->match) ? "cli.swap_waits" : "cli.not_moved"));
    return ANSWER_AGAIN;
  }
  g_propagate_error(error, g_steal_pointer(&failure));
  return ANSWER_FAULT;
}

static Answer swap(Turn *turn, GError **error)
{
  switch (variants_ask(turn->match, turn->seat, error)) {
  case VARIANTS_SWAPPED:
    return ANSWER_CHANGED;
  case VARIANTS_FAULT:
    return ANSWER_FAULT;
  default:
    return ANSWER_AGAIN;
  }
}

static Answer command(Turn *turn, char letter, GError **error)
{
  switch (letter) {
  case 'b':
    return go_back(turn);
  case 'u':
    return undo(turn, error);
  case 'v':
    return swap(turn, error);
  case 'i':
    print_hint(turn);
    return ANSWER_AGAIN;
  case 't':
    return ANSWER_STEP;
  case 's':
    print_score(turn);
    return ANSWER_AGAIN;
  case 'l':
    print_log(turn);
    return ANSWER_AGAIN;
  case 'n':
  case 'p':
    return turn_page(turn, letter == 'p');
  case 'q':
    return wants_to_leave() ? ANSWER_LEFT : ANSWER_AGAIN;
  default:
    print_help(turn);
    return ANSWER_AGAIN;
  }
}

static gboolean is_command(const char *line) { return line[0] && !line[1] && strchr("buvits?lnpqh", line[0]); }

static Answer take(Turn *turn, guint choice)
{
  turn->first = turn->at = 0;
  g_array_append_val(turn->steps, g_array_index(turn->choice, LapAction, choice));
  return ANSWER_STEP;
}

/* Shows the table again with the cursor there, and what is new with it. */
static Answer move_cursor(Turn *turn, Key key)
{
  turn->at = cursor_move(turn->spots, turn->text->len, turn->at, key);
  if (turn->at <= turn->first || turn->at > turn->first + turn->shown) turn->first = turn->at - 1;
  turn->match->reader[turn->seat].read = turn->read;
  terminal_begin();
  return ANSWER_STEP;
}

static Answer answer(Turn *turn, GError **error)
{
  g_autofree char *prompt = message_with("cli.prompt", WORD("name", name_of(turn)), COUNT("last", turn->choice->len));
  g_autofree char *line = NULL, *why = NULL;
  Key key = keys_ask(prompt, &line);
  if (!line) return ANSWER_LEFT;
  if (key != KEY_LINE) return move_cursor(turn, key);
  if (!*line) return turn->at ? take(turn, turn->at - 1) : ANSWER_AGAIN;
  if (is_command(line)) return command(turn, line[0], error);
  int choice = find_choice(turn, line, &why);
  if (choice >= 0) return take(turn, (guint)choice);
  printf("  %s\n", why);
  return ANSWER_AGAIN;
}

static Answer ask(Turn *turn, GError **error)
{
  /* After the first step, a single possible next step is taken without asking. */
  if (turn->steps->len && turn->choice->len == 1) return take(turn, 0);
  show(turn);
  Answer given;
  do given = answer(turn, error);
  while (given == ANSWER_AGAIN);
  return given;
}

/* --- the turn */

static PersonTurn play(const Turn *turn, GError **error)
{
  return lap_match_play(turn->match->match, turn->seat, steps_of(turn), turn->steps->len, -1, NULL, NULL, error)
             ? PERSON_MOVED
             : PERSON_FAULT;
}

static PersonTurn choose_move(Turn *turn, GError **error)
{
  gboolean complete;
  for (;;) {
    if (!look_ahead(turn, &complete, error)) return PERSON_FAULT;
    if (complete) return play(turn, error);
    switch (ask(turn, error)) {
    case ANSWER_CHANGED:
      return PERSON_CHANGED;
    case ANSWER_LEFT:
      return PERSON_LEFT;
    case ANSWER_FAULT:
      return PERSON_FAULT;
    default:
      break;
    }
  }
}

/* --- the hand-over screen, which hides one person's view from the next */

static gboolean has_secrets(const LapGame *game) { return game->traits & LAP_HIDDEN || game->steps_max > 0; }

/* FALSE at the end of the input. */
static gboolean hand_over(Match *match, guint seat)
{
  gboolean needed = match->seats.people > 1 && match->at_screen != (int)seat && has_secrets(match->loaded.game);
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

PersonTurn person_turn(Match *match, guint seat, GError **error)
{
  g_auto(Turn) turn = {.match = match, .seat = seat, .read = match->reader[seat].read};
  turn.steps = g_array_new(FALSE, FALSE, sizeof(LapAction));
  turn.choice = g_array_new(FALSE, FALSE, sizeof(LapAction));
  turn.text = g_ptr_array_new_with_free_func(g_free);
  return hand_over(match, seat) ? choose_move(&turn, error) : PERSON_LEFT;
}
