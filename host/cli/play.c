#include <stdio.h>

#include "match.h"
#include "messages.h"
#include "person.h"
#include "score-table.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "play", "GAME", "Plays a game at this terminal, people and bots, to the end.",
    "Seats are given in order: \"me\" or \"me=NAME\" is a person, others are bots\n"
    "(\"random\" or \"random=NAME\"). A number of seats means you and bots; without\n"
    "--seats it is you and one bot, or the fewest seats that the game takes. Several\n"
    "people take turns at one screen, with a curtain between them where there are\n"
    "secrets. What is typed may come from a pipe, a line each; its end leaves the\n"
    "match.\n"
    "\n"
    "While you play: a number chooses, \"b\" goes a step back, \"u\" takes a move back,\n"
    "\"s\" shows the score, \"l\" all that happened, \"q\" quits, \"?\" helps. With --log the\n"
    "log is kept up to date; 'lapidary replay' reads it.\n"
    "\n"
    "Examples:\n"
    "  lapidary play GAME\n"
    "  lapidary play GAME --seats me=Ada,me=Bob --log match.log\n"
    "  lapidary play GAME --seats random,random --seed 1",
    subcommand_play};

static guint64 random_seed(void) { return (guint64)g_random_int() << 20 ^ g_random_int(); }

static gboolean choose_seed(Match *match, const char *text)
{
  if (!text)
    match->seed = random_seed();
  else if (!parse_number(text, &match->seed))
    return fail_with(EXIT_USAGE, "--seed wants a number from 0, not '%s'", text), FALSE;
  return TRUE;
}

static char *seed_text(const Match *match)
{
  g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, match->seed);
  return message_with("cli.seed", WORD("seed", digits));
}

static void greet(const Match *match)
{
  const LoadedGame *loaded = &match->loaded;
  g_autofree char *title = terminal_styled(TERMINAL_BOLD, game_title(loaded->registry, loaded->game, loaded->texts));
  const char *summary = game_summary(loaded->registry, loaded->game, loaded->texts);
  g_autofree char *seed = seed_text(match);
  printf("%s, %s\n", title, seed);
  if (*summary) terminal_paragraph("", summary);
  for (guint seat = 0; seat < match->seats.n; seat++)
    printf("  %s: %s\n", match->seats.name[seat],
           match->seats.bot[seat] ? match->seats.bot[seat]->name : message("cli.person"));
}

static void farewell(const Match *match)
{
  guint moves = story_moves(&match->story);
  g_autofree char *left = message_with("cli.left", COUNT("moves", moves));
  printf("\n%s\n", left);
}

/* Returns the exit code of a match that went well but for its log. */
static int keep_log(const Match *match)
{
  g_autoptr(GError) error = NULL;
  if (!match_save(match, &error)) return fail_with(EXIT_FAILED, "the log cannot be written: %s", error->message);
  g_autofree char *kept = match->file ? message_with("cli.log_kept", WORD("file", match->file)) : NULL;
  if (kept) printf("%s\n", kept);
  return EXIT_FINE;
}

/* The end is for everybody: one who played alone sees it from his seat, several as watchers do. */
static guint last_viewer(const Match *match)
{
  for (guint seat = 0; seat < match->seats.n; seat++)
    if (match->seats.people == 1 && !match->seats.bot[seat]) return seat;
  return LAP_WATCHER;
}

static void show_end(Match *match)
{
  LapEngine *engine = match->draft.engine;
  const LapBlock *block = lap_session_block(match->session);
  match_show(match, engine, block, last_viewer(match), NULL);
  g_autofree char *verdict = score_verdict(engine, block, match_names(match));
  g_autofree char *styled = terminal_styled(TERMINAL_BOLD, verdict);
  puts("");
  score_table_print(engine, block, match->loaded.texts, match_names(match), LAP_OMNISCIENT);
  g_autofree char *seed = seed_text(match);
  printf("\n%s (%s)\n", styled, seed);
}

/* Bots first: they need no screen. */
static guint next_seat(Match *match)
{
  guint32 waiting = lap_session_waiting(match->session);
  for (guint seat = 0; seat < match->seats.n; seat++)
    if (waiting >> seat & 1 && match->seats.bot[seat]) return seat;
  return (guint)g_bit_nth_lsf(waiting, -1);
}

/* The log is written whenever a person is asked, so that closing the window loses one move at most. */
static PersonTurn turn(Match *match, GError **error)
{
  guint seat = next_seat(match);
  if (!match->seats.bot[seat]) return match_save(match, error) ? person_turn(match, seat, error) : PERSON_FAULT;
  if (!match_play_bot(match, seat, error)) return PERSON_FAULT;
  /* With nobody to ask, the story is what there is to see. */
  if (!match->seats.people) match_tell(match, LAP_WATCHER, 0);
  return PERSON_MOVED;
}

static int break_off(const Match *match, const GError *error)
{
  keep_log(match);
  return fail_with(EXIT_FAILED, "the match ends at a fault: %s", error->message);
}

static int play(Match *match)
{
  g_autoptr(GError) error = NULL;
  while (!lap_session_over(match->session)) {
    PersonTurn done = turn(match, &error);
    if (done == PERSON_FAULT) return break_off(match, error);
    if (done != PERSON_LEFT) continue;
    farewell(match);
    return keep_log(match);
  }
  show_end(match);
  return keep_log(match);
}

int subcommand_play(int n, char **arguments)
{
  g_autofree char *seats = NULL, *seed = NULL, *file = NULL, *language = NULL;
  g_auto(GStrv) settings = NULL;
  const GOptionEntry options[] = {
      {"seats", 's', 0, G_OPTION_ARG_STRING, &seats, "Who sits where, or how many seats", "me,random,..."},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &settings, "An option of the game; may be repeated", "NAME=VALUE"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &seed, "What chance there is follows from it (random)", "NUMBER"},
      {"log", 0, 0, G_OPTION_ARG_FILENAME, &file, "Keep the log of the match in FILE", "FILE"},
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_auto(Match) match = {.file = g_steal_pointer(&file)};
  code = load_game(&match.loaded, arguments[1], language);
  if (code >= 0) return code;
  g_autoptr(LapOptions) chosen = read_options(match.loaded.game, settings);
  if (!chosen || !choose_seed(&match, seed) || !seats_read(&match.seats, match.loaded.game, seats, TRUE))
    return EXIT_USAGE;
  code = match_begin(&match, chosen);
  if (code >= 0) return code;
  greet(&match);
  return play(&match);
}
