#include <stdio.h>

#include "agents.h"
#include "crash.h"
#include "match.h"
#include "messages.h"
#include "person.h"
#include "score-table.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "play", "GAME", "Plays a game at this terminal, people and bots, to the end.",
    "Seats are given in order: \"me\" or \"me=NAME\" is a person, others are bots\n"
    "(\"easy\" or \"easy=NAME\"). A number of seats means you and bots; without\n"
    "--seats it is you and one bot, or the fewest seats that the game takes. Several\n"
    "people take turns at one terminal; where there are secrets, the screen is\n"
    "cleared before it is handed over. --agent names a program of yours, which may\n"
    "be given seats by that name; docs/agents.md has what is said to it. One that\n"
    "fails gives up its seat, and the exit code is 1. What is typed may come from a\n"
    "pipe, a line each; its end leaves the match.\n"
    "\n"
    "While you play: a number chooses, \"b\" goes a step back, \"u\" takes a move back,\n"
    "\"v\" goes on as another variant, \"s\" shows the score, \"l\" all that happened,\n"
    "\"q\" quits, \"?\" helps. With --log the log is kept up to date; 'lapidary replay'\n"
    "reads it.\n"
    "\n"
    "Examples:\n"
    "  lapidary play GAME\n"
    "  lapidary play GAME --seats me=Ada,me=Bob --log match.log\n"
    "  lapidary play GAME --seats random,random --seed 1\n"
    "  lapidary play GAME --agent bot='python3 bot.py' --seats me,bot",
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
           match->seats.bot[seat]       ? match->seats.bot[seat]->name
           : match->seats.command[seat] ? match->seats.command[seat]
                                        : message("cli.person"));
}

static void farewell(const Match *match)
{
  g_autofree char *left = message_with("cli.left", COUNT("moves", match_moves(match)));
  printf("\n%s\n", left);
}

/* Returns the exit code of a match that went well but for its log. */
static int keep_log(const Match *match)
{
  g_autoptr(GError) error = NULL;
  if (!match_save(match, &error)) return fail_with(EXIT_FAILED, "%s", error->message);
  g_autofree char *text = match->file ? message_with("cli.log_kept", WORD("file", match->file)) : NULL;
  if (text) printf("%s\n", text);
  return EXIT_FINE;
}

/* The end is shown once: as the seat sees it if one person played, as a watcher sees it if several did. */
static guint last_viewer(const Match *match)
{
  for (guint seat = 0; seat < match->seats.n; seat++)
    if (match->seats.people == 1 && seats_has_person(&match->seats, seat)) return seat;
  return LAP_WATCHER;
}

static int show_end(Match *match)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = match_session(match, &error);
  if (!session) return fail_with(EXIT_FAILED, "%s", error->message);
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  const LapStanding standing = lap_standing_of_match(match->match);
  g_autoptr(Picture) shown = match_show(match, engine, block, last_viewer(match), NULL, 0);
  g_autofree char *verdict = score_verdict(engine, block, match_names(match), &standing);
  g_autofree char *styled = terminal_styled(TERMINAL_BOLD, verdict), *seed = seed_text(match);
  puts("");
  score_table_print(engine, block, match->loaded.texts, match_names(match), LAP_OMNISCIENT, &standing);
  printf("\n%s (%s)\n", styled, seed);
  return keep_log(match);
}

/* The seats of people, as bits. */
static guint32 people_of(const Seats *seats)
{
  guint32 people = 0;
  for (guint seat = 0; seat < seats->n; seat++)
    if (seats_has_person(seats, seat)) people |= 1u << seat;
  return people;
}

/* A person's turn. The log is written whenever one is asked, so that closing the window loses one move at most. */
static PersonTurn ask_person(Match *match, GError **error)
{
  guint32 people = lap_match_get_waiting(match->match) & people_of(&match->seats);
  if (people)
    return match_save(match, error) ? person_turn(match, (guint)g_bit_nth_lsf(people, -1), error) : PERSON_FAULT;
  g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_FAULT, "%s",
              match_fault(match) ? match_fault(match) : "nobody can move");
  return PERSON_FAULT;
}

/* Bots first, then programs: they need no screen. */
static PersonTurn turn(Match *match, Agents *agents, GError **error)
{
  PersonTurn done = PERSON_MOVED;
  if (!match_play_bot(match) && !agents_play(agents, match, &done, error)) return ask_person(match, error);
  /* Between bots alone there is nothing else to see. */
  if (!match->seats.people) match_print_news(match, LAP_WATCHER, 0);
  return done;
}

/* The library's warnings are for the log of a server; here an error says the same when it ends the match. */
static void drop_warning(G_GNUC_UNUSED const char *domain, G_GNUC_UNUSED GLogLevelFlags level,
                         G_GNUC_UNUSED const char *text, G_GNUC_UNUSED gpointer data)
{
}

static int break_off(const Match *match, guint moves, const GError *error)
{
  keep_log(match);
  return fail_with(EXIT_FAILED, "the match ends at a fault: seed %" G_GUINT64_FORMAT ", after %u moves: %s",
                   match->seed, moves, error->message);
}

static int play(Match *match, Agents *agents)
{
  g_autoptr(GError) error = NULL;
  g_log_set_handler(NULL, G_LOG_LEVEL_WARNING, drop_warning, NULL);
  guint moves = 0; /* a match whose rules have failed has no session to ask */
  while (lap_match_get_state(match->match) != LAP_MATCH_OVER) {
    moves = MAX(moves, match_moves(match));
    PersonTurn done = turn(match, agents, &error);
    if (done == PERSON_FAULT) return break_off(match, moves, error);
    if (done != PERSON_LEFT) continue;
    farewell(match);
    return keep_log(match);
  }
  return show_end(match);
}

/* The match has begun. */
static int play_with_agents(Match *match, guint time)
{
  g_auto(Agents) agents = {0};
  int code = agents_begin(&agents, match, time);
  if (code >= 0) return code;
  greet(match);
  code = play(match, &agents);
  return agents.failed ? EXIT_FAILED : code;
}

int subcommand_play(int n, char **arguments)
{
  guint64 time = AGENT_TIME;
  g_autofree char *agent_time = NULL;
  g_auto(GStrv) agents = NULL;
  g_autofree char *seats = NULL, *seed = NULL, *file = NULL, *language = NULL;
  g_auto(GStrv) settings = NULL;
  const GOptionEntry options[] = {
      {"seats", 's', 0, G_OPTION_ARG_STRING, &seats, "Who sits where, or how many seats", "me,random,..."},
      {"agent", 0, 0, G_OPTION_ARG_STRING_ARRAY, &agents, "A program that may sit; may be repeated", "NAME=COMMAND"},
      {"agent-time", 0, 0, G_OPTION_ARG_STRING, &agent_time, "Time of a program for each move (10000)", "MS"},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &settings, "An option of the game; may be repeated", "NAME=VALUE"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &seed, "Seed of the random generator (random)", "NUMBER"},
      {"log", 0, 0, G_OPTION_ARG_FILENAME, &file, "Keep the log of the match in FILE", "FILE"},
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      ISOLATION,
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_auto(Match) match = {.language = language ? language : "en", .file = g_steal_pointer(&file)};
  match.seats.agents = g_steal_pointer(&agents);
  if (!parse_number_option("--agent-time", agent_time, 1, AGENT_TIME_MAX, &time)) return EXIT_USAGE;
  code = load_game(&match.loaded, arguments[1], language);
  if (code >= 0) return code;
  g_autoptr(LapOptions) chosen = read_options(match.loaded.game, settings);
  if (!chosen || !choose_seed(&match, seed) || !seats_read(&match.seats, match.loaded.game, seats, TRUE))
    return EXIT_USAGE;
  crash_watch(match.loaded.game->id, match.seed, TRUE);
  code = match_begin(&match, settings, people_of(&match.seats) | 1u << LAP_WATCHER);
  if (code < 0) code = play_with_agents(&match, (guint)time);
  crash_watch_end();
  return code;
}
