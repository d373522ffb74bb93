#include <stdio.h>
#include <string.h>

#include "host/match/action-reader.h"
#include "host/match/log-header.h"
#include "host/projection/analysis.h"
#include "match.h"
#include "messages.h"
#include "score-table.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "replay", "FILE", "Verifies the log of a match, move by move and hash by hash, and shows it.",
    "Without --ply it prints all moves as sentences, and the score; with --ply the\n"
    "table after so many moves, 0 for the start. A log has all secrets; --seat shows\n"
    "what that seat (from 0) or \"watcher\" could see. With --analyse it prints the\n"
    "turning points, the moves with which the chance of victory changed most, as it\n"
    "is estimated with what all seats knew. If the log does not replay to\n"
    "the same hashes, the error names the move, and the exit code is 1.\n"
    "\n"
    "Examples:\n"
    "  lapidary replay match.log\n"
    "  lapidary replay match.log --analyse\n"
    "  lapidary replay match.log --ply 4 --seat 1",
    subcommand_replay};

/* --- reading */

static int read_file(const char *file, char **text)
{
  g_autoptr(GError) error = NULL;
  gsize length;
  if (!g_file_get_contents(file, text, &length, &error)) return fail_with(EXIT_UNKNOWN, "%s", error->message);
  if (strlen(*text) == length) return -1;
  return fail_with(EXIT_FAILED, "%s: it is not a log: it holds a zero byte", file);
}

/* The games that a replay has loaded. */
typedef struct {
  LapRegistry *registry;
  GPtrArray *games;
} Games;

static LapGame *find_game(const char *id, gpointer data, GError **error)
{
  Games *games = data;
  LapGame *game = lap_registry_load(games->registry, id, error);
  if (game) g_ptr_array_add(games->games, game);
  return game;
}

/* Checks every move and hash; what is shown afterwards is played again from the same text. */
static int verify(const Match *match, const char *file, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) loaded = g_ptr_array_new_with_free_func((GDestroyNotify)lap_game_unref);
  Games games = {match->loaded.registry, loaded};
  g_autoptr(LapLog) log = lap_log_replay(match->loaded.game, find_game, &games, text, NULL, &error);
  if (log) return -1;
  return fail_with(EXIT_FAILED, "%s: %s", file, error->message);
}

/* --- playing again */

/* As "NAME=VALUE", ended by NULL. Returns: (transfer full) */
static char **settings_of(const LapLogHeader *header)
{
  GPtrArray *settings = g_ptr_array_new();
  g_autoptr(GList) names = json_object_get_members(header->options);
  for (GList *name = names; name; name = name->next)
    g_ptr_array_add(settings,
                    g_strdup_printf("%s=%s", (char *)name->data, lap_log_string(header->options, name->data)));
  g_ptr_array_add(settings, NULL);
  return (char **)g_ptr_array_free(settings, FALSE);
}

static int begin(Match *match, const LapLogHeader *header, guint viewer)
{
  g_auto(GStrv) settings = settings_of(header);
  match->seed = header->seed;
  seats_name(&match->seats, header->seats);
  return match_begin(match, settings, 1u << viewer);
}

/* Of agreeing to it a log says nothing. */
static gboolean change_rules(Match *match, Reader *reader, const char *game, JsonObject *options, GError **error)
{
  g_auto(GStrv) pairs = lap_log_options(options);
  guint first = reader->sentences->len;
  if (!match_swap(match, 0, game, (const char *const *)pairs, error)) return FALSE;
  g_ptr_array_remove_range(reader->sentences, first, reader->sentences->len - 1 - first);
  return TRUE;
}

static gboolean play_line(Match *match, Reader *reader, const char *line, guint number, GError **error)
{
  g_autoptr(JsonNode) root = lap_log_line_parse(line, number, error);
  if (!root) return FALSE;
  JsonObject *object = json_node_get_object(root);
  const char *rules = lap_log_string(object, "rules");
  if (rules) return change_rules(match, reader, rules, json_object_get_object_member(object, "options"), error);
  guint seat = (guint)json_object_get_int_member(object, "seat");
  g_autofree char *steps = json_to_string(json_object_get_member(object, "steps"), FALSE);
  return lap_match_play_text(match->match, seat, steps, -1, NULL, NULL, error);
}

/* --- showing */

/* "12  " before the first sentence of a move, and as many blanks before the others. */
static void print_move(Match *match, guint viewer, guint move, guint digits)
{
  Reader *reader = &match->reader[viewer];
  g_autofree char *number = g_strdup_printf("%*u  ", (int)digits, move), *blank = g_strnfill(strlen(number), ' ');
  for (guint first = reader->read; reader->read < reader->sentences->len; reader->read++)
    terminal_paragraph(reader->read > first ? blank : number, reader->sentences->pdata[reader->read]);
}

static guint digits_of(guint number) { return number < 10 ? 1 : 1 + digits_of(number / 10); }

/* `printed`: with the sentences of each move; else those of the last are left to be read. `seqs`: gets how many entries
 * there were after each move. */
static int play_moves(Match *match, char **lines, guint plies, guint viewer, gboolean printed, GArray *seqs)
{
  g_autoptr(GError) error = NULL;
  Reader *reader = &match->reader[viewer];
  if (printed) print_move(match, viewer, 0, digits_of(plies));
  for (guint i = 1; i <= plies; i++) {
    reader->read = reader->sentences->len;
    if (!play_line(match, reader, lines[i], i + 1, &error)) return fail_with(EXIT_FAILED, "%s", error->message);
    const guint64 seq = lap_match_get_seq(match->match);
    g_array_append_val(seqs, seq);
    if (printed) print_move(match, viewer, i, digits_of(plies));
  }
  return -1;
}

/* --- turning points */

static char *say_change(const Match *match, const LapTurningPoint *turn)
{
  const char *const name = match_names(match)[turn->about];
  if (!turn->points)
    return message_with("cli.turn", WORD("name", name), COUNT("before", (turn->before + 5) / 10),
                        COUNT("after", (turn->after + 5) / 10));
  g_autofree char *before = g_strdup_printf("%.1f", turn->before / 10.0);
  g_autofree char *after = g_strdup_printf("%.1f", turn->after / 10.0);
  return message_with("cli.turn_points", WORD("before", before), WORD("after", after));
}

static guint move_of(const GArray *seqs, guint64 seq)
{
  guint move = 0;
  while (move < seqs->len && g_array_index(seqs, guint64, move) < seq) move++;
  return move + 1;
}

static void print_turn(const Match *match, const LapTurningPoint *turn, const GArray *seqs)
{
  const guint digits = digits_of(seqs->len);
  g_autofree char *number = g_strdup_printf("%*u  ", (int)digits, move_of(seqs, turn->seq));
  g_autofree char *blank = g_strnfill(strlen(number), ' '), *change = say_change(match, turn);
  for (guint i = 0; i < turn->text->len; i++) terminal_paragraph(i ? blank : number, turn->text->pdata[i]);
  terminal_paragraph(blank, change);
}

static int print_turns(const Match *match, guint viewer, const GArray *seqs)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) turns = lap_match_turning_points(match->match, viewer, match->language, &error);
  if (!turns) return fail_with(EXIT_FAILED, "%s", error->message);
  printf("\n%s\n", message(turns->len ? "cli.turns" : "cli.no_turns"));
  for (guint i = 0; i < turns->len; i++) print_turn(match, turns->pdata[i], seqs);
  return EXIT_FINE;
}

static int print_score(const Match *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = match_session(match, &error);
  if (!session) return fail_with(EXIT_FAILED, "%s", error->message);
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  const LapStanding standing = lap_standing_of_match(match->match);
  puts("");
  score_table_print(engine, block, match->loaded.texts, match_names(match), viewer, &standing);
  if (!lap_session_over(session)) return EXIT_FINE;
  g_autofree char *verdict = score_verdict(engine, block, match_names(match), &standing);
  printf("\n%s\n", verdict);
  return EXIT_FINE;
}

static int print_table(Match *match, guint viewer)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = match_session(match, &error);
  if (!session) return fail_with(EXIT_FAILED, "%s", error->message);
  g_autoptr(Picture)
      shown = match_show(match, lap_session_engine(session), lap_session_block(session), viewer, NULL, 0);
  return EXIT_FINE;
}

static void print_heading(const Match *match, const char *file, guint moves)
{
  const char *title = game_title(match->loaded.registry, match->loaded.game, match->loaded.texts);
  g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, match->seed);
  g_autofree char *heading = message_with("cli.replayed", WORD("file", file), WORD("title", title),
                                          COUNT("seats", match->seats.n), WORD("seed", seed), COUNT("moves", moves));
  puts(heading);
}

/* --- the command line */

static guint count_moves(char **lines)
{
  guint moves = 0;
  while (lines[moves + 1] && *lines[moves + 1]) moves++;
  return moves;
}

static gboolean read_viewer(const char *text, guint seats, guint *viewer)
{
  guint64 seat;
  if (!text) return TRUE;
  if (strcmp(text, "watcher") == 0) {
    *viewer = LAP_WATCHER;
    return TRUE;
  }
  if (!parse_number(text, &seat) || seat >= seats) {
    fail_with(EXIT_USAGE, "--seat wants \"watcher\" or a seat of 0 to %u, not '%s'", seats - 1, text);
    return FALSE;
  }
  *viewer = (guint)seat;
  return TRUE;
}

/* What is asked for. */
typedef struct {
  char *ply, *seat; /* or NULL */
  gboolean analyse;
} Wanted;

static int replay(Match *match, const char *file, const char *text, const Wanted *wanted)
{
  g_auto(LapLogHeader) header = {0};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  guint moves = count_moves(lines), viewer = LAP_OMNISCIENT;
  guint64 ply = moves;
  if (!lap_log_header_read(&header, lines[0], NULL)) return EXIT_FAILED;
  g_autoptr(GArray) seqs = g_array_new(FALSE, FALSE, sizeof(guint64));
  if (wanted->ply && wanted->analyse) return fail_with(EXIT_USAGE, "--ply and --analyse do not go together");
  if (!read_viewer(wanted->seat, header.seats, &viewer)) return EXIT_USAGE;
  if (!parse_number_option("--ply", wanted->ply, 0, G_MAXUINT32, &ply)) return EXIT_USAGE;
  if (ply > moves)
    return fail_with(EXIT_UNKNOWN, "there is no ply %" G_GUINT64_FORMAT "; the match has %u moves", ply, moves);
  int code = begin(match, &header, viewer);
  if (code >= 0) return code;
  print_heading(match, file, moves);
  const gboolean tells = !wanted->ply && !wanted->analyse;
  if (tells) puts("");
  code = play_moves(match, lines, (guint)ply, viewer, tells, seqs);
  if (code >= 0) return code;
  if (wanted->analyse) return print_turns(match, viewer, seqs);
  return tells ? print_score(match, viewer) : print_table(match, viewer);
}

int subcommand_replay(int n, char **arguments)
{
  g_autofree char *ply = NULL, *seat = NULL, *language = NULL, *text = NULL;
  gboolean analyse = FALSE;
  const GOptionEntry options[] = {
      {"ply", 'p', 0, G_OPTION_ARG_STRING, &ply, "Show the table after so many moves", "NUMBER"},
      {"seat", 's', 0, G_OPTION_ARG_STRING, &seat, "As this seat, or \"watcher\", may see it", "SEAT"},
      {"analyse", 'a', 0, G_OPTION_ARG_NONE, &analyse, "Print the turning points of a match that is over", NULL},
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      ISOLATION,
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  const char *file = arguments[1];
  code = read_file(file, &text);
  if (code >= 0) return code;
  g_autoptr(GError) error = NULL;
  g_autofree char *id = lap_log_game(text, &error);
  if (!id) return fail_with(EXIT_FAILED, "%s: it is not a log: %s", file, error->message);
  g_auto(Match) match = {.language = language ? language : "en"};
  code = load_game(&match.loaded, id, language);
  if (code < 0) code = verify(&match, file, text);
  const Wanted wanted = {ply, seat, analyse};
  return code < 0 ? replay(&match, file, text, &wanted) : code;
}
