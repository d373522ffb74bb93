#include <stdio.h>
#include <string.h>

#include "host/match/action-reader.h"
#include "host/match/log-header.h"
#include "match.h"
#include "messages.h"
#include "score-table.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "replay", "FILE", "Verifies the log of a match, move by move and hash by hash, and shows it.",
    "Without --ply all moves are told as sentences, and the score; with it the table\n"
    "as it lay after so many moves, 0 for the start. A log knows all secrets; --seat\n"
    "shows what that seat (from 0) or \"watcher\" might see. A log that does not replay\n"
    "to the same hashes says at which move, and makes the exit code 1.\n"
    "\n"
    "Examples:\n"
    "  lapidary replay match.log\n"
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

/* Has the library prove the log; what is shown afterwards is played again from the same text. */
static int verify(const Match *match, const char *file, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapLog) log = lap_log_replay(match->loaded.game, text, NULL, &error);
  if (log) return -1;
  return fail_with(EXIT_FAILED, "%s: %s", file, error->message);
}

static LapOptions *options_of(const LapGame *game, const LapLogHeader *header)
{
  LapOptions *options = lap_options_new(game);
  g_autoptr(GList) names = json_object_get_members(header->options);
  for (GList *name = names; name; name = name->next)
    lap_options_set(options, game, name->data, lap_log_string(header->options, name->data), NULL);
  return options;
}

/* --- playing again */

static gboolean take_steps(Match *match, const char *line, guint number, GError **error)
{
  g_autoptr(JsonNode) root = lap_log_line_parse(line, number, error);
  if (!root) return FALSE;
  JsonObject *object = json_node_get_object(root);
  guint seat = (guint)json_object_get_int_member(object, "seat");
  JsonArray *steps = json_object_get_array_member(object, "steps");
  draft_begin(&match->draft, seat);
  for (guint i = 0; i < json_array_get_length(steps); i++) {
    LapAction action;
    if (!lap_action_read(match->loaded.game, json_array_get_object_element(steps, i), seat, &action, error))
      return FALSE;
    if (draft_take(&match->draft, &action, error) == LAP_MOVE_FAULT) return FALSE;
  }
  return match_play_draft(match, error);
}

static int play_again(Match *match, char **lines, guint plies)
{
  g_autoptr(GError) error = NULL;
  for (guint i = 1; lines[i] && *lines[i] && i <= plies; i++)
    if (!take_steps(match, lines[i], i + 1, &error)) return fail_with(EXIT_FAILED, "%s", error->message);
  return -1;
}

static int begin(Match *match, const LapLogHeader *header)
{
  match->seed = header->seed;
  seats_name(&match->seats, header->seats);
  g_autoptr(LapOptions) options = options_of(match->loaded.game, header);
  return match_begin(match, options);
}

/* --- showing */

/* "move 12: " and as many blanks before what else the move brought. */
static void print_move(const Match *match, guint move, guint viewer, guint digits)
{
  g_autoptr(GPtrArray) sentences = g_ptr_array_new_with_free_func(g_free);
  story_tell(&match->story, move, viewer, sentences);
  g_autofree char *number = g_strdup_printf("%*u  ", (int)digits, move);
  g_autofree char *blank = g_strnfill(strlen(number), ' ');
  for (guint i = 0; i < sentences->len; i++) terminal_paragraph(i ? blank : number, sentences->pdata[i]);
}

static void print_moves(Match *match, guint viewer)
{
  guint moves = story_moves(&match->story), digits = 1;
  for (guint rest = moves; rest >= 10; rest /= 10) digits++;
  for (guint move = 0; move <= moves; move++) print_move(match, move, viewer, digits);
}

static void print_score(const Match *match, guint viewer)
{
  const LapBlock *block = lap_session_block(match->session);
  puts("");
  score_table_print(match->draft.engine, block, match->loaded.texts, match_names(match), viewer);
  if (!lap_session_over(match->session)) return;
  g_autofree char *verdict = score_verdict(match->draft.engine, block, match_names(match));
  printf("\n%s\n", verdict);
}

static void print_table(Match *match, guint viewer)
{
  guint moves = story_moves(&match->story);
  match->heard[viewer] = (int)moves - 1;
  match_show(match, match->draft.engine, lap_session_block(match->session), viewer, NULL);
}

static int show(Match *match, const char *file, guint moves, gboolean one, guint viewer)
{
  const char *title = game_title(match->loaded.registry, match->loaded.game, match->loaded.texts);
  g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, match->seed);
  g_autofree char *heading = message_with("cli.replayed", WORD("file", file), WORD("title", title),
                                          COUNT("seats", match->seats.n), WORD("seed", seed), COUNT("moves", moves));
  puts(heading);
  if (one) {
    print_table(match, viewer);
    return EXIT_FINE;
  }
  puts("");
  print_moves(match, viewer);
  print_score(match, viewer);
  return EXIT_FINE;
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

static int replay(Match *match, const char *file, const char *text, const char *ply_text, const char *seat)
{
  g_auto(LapLogHeader) header = {0};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  guint moves = count_moves(lines), viewer = LAP_OMNISCIENT;
  guint64 ply = moves;
  if (!lap_log_header_read(&header, lines[0], NULL)) return EXIT_FAILED;
  if (!read_viewer(seat, header.seats, &viewer)) return EXIT_USAGE;
  if (!parse_number_option("--ply", ply_text, 0, G_MAXUINT32, &ply)) return EXIT_USAGE;
  if (ply > moves)
    return fail_with(EXIT_UNKNOWN, "there is no ply %" G_GUINT64_FORMAT "; the match has %u moves", ply, moves);
  int code = begin(match, &header);
  if (code < 0) code = play_again(match, lines, (guint)ply);
  return code < 0 ? show(match, file, moves, ply_text != NULL, viewer) : code;
}

int subcommand_replay(int n, char **arguments)
{
  g_autofree char *ply = NULL, *seat = NULL, *language = NULL, *text = NULL;
  const GOptionEntry options[] = {
      {"ply", 'p', 0, G_OPTION_ARG_STRING, &ply, "Show the table after so many moves", "NUMBER"},
      {"seat", 's', 0, G_OPTION_ARG_STRING, &seat, "As this seat, or \"watcher\", may see it", "SEAT"},
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  const char *file = arguments[1];
  code = read_file(file, &text);
  if (code >= 0) return code;
  g_autoptr(GError) error = NULL;
  g_autofree char *id = lap_log_game(text, &error);
  if (!id) return fail_with(EXIT_FAILED, "%s: it is not a log: %s", file, error->message);
  g_auto(Match) match = {0};
  code = load_game(&match.loaded, id, language);
  if (code < 0) code = verify(&match, file, text);
  return code < 0 ? replay(&match, file, text, ply, seat) : code;
}
