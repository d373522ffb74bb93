#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "copying.h"
#include "host/match/entry.h"
#include "host/match/match.h"
#include "host/projection/projection.h"
#include "host/projection/text.h"
#include "stored.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "matches", "[list|show ID|export ID|resume ID|prune|copy A B]",
    "Lists, shows, exports, copies and removes the matches in a store.",
    "'list' prints one match a line, last changed first; 'show' prints the seats and\n"
    "the state of one. 'export' writes the log of one that is over, for\n"
    "'lapidary replay'; with --force also of one that runs, with all its secrets.\n"
    "'resume' lets one go on that is suspended, since its rules have failed.\n"
    "'prune' removes matches for good: those that are over (--over), or that have not\n"
    "changed for some days (--older-than), or both; it asks first. 'copy' copies all\n"
    "of store A to store B: from a file to a database, or back. Matches that are\n"
    "there are not overwritten; what was copied is read again and compared. A store\n"
    "belongs to one process at a time: if a server runs on it, stop that first.\n"
    "\n"
    "Examples:\n"
    "  lapidary matches\n"
    "  lapidary matches export ID --to match.log\n"
    "  lapidary matches prune --over --older-than 30\n"
    "  lapidary matches copy sqlite:matches.db postgresql://lapidary@/lapidary",
    subcommand_matches};

typedef struct {
  /* Values of the command line's options. */
  char *url, *to, *days;
  gboolean json, over, yes, force, no_stored_builds;

  LapStore *store;
} Matches;

static int fail_on_store(const GError *error) { return fail_with(EXIT_FAILED, "the store fails: %s", error->message); }

/* "2026-11-21 09:30" in local time. Returns: (transfer full) */
static char *local_time(gint64 microseconds)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(microseconds / G_USEC_PER_SEC);
  g_autoptr(GDateTime) local = utc ? g_date_time_to_local(utc) : NULL;
  return local ? g_date_time_format(local, "%Y-%m-%d %H:%M") : g_strdup("?");
}

/* --- list */

static gboolean print_line(const LapStored *stored, gpointer data)
{
  guint *n = data;
  g_autofree char *id = terminal_fit(stored->id, 20), *game = terminal_fit(stored->game, 20);
  g_autofree char *changed = local_time(stored->changed);
  if (!(*n)++) printf("%-20s  %-20s  %-8s  %7s  %s\n", "match", "game", "state", "entries", "changed");
  printf("%s  %s  %-8s  %7" G_GUINT64_FORMAT "  %s\n", id, game, lap_project_stored_state_name(stored), stored->entries,
         changed);
  return TRUE;
}

static gboolean write_item(const LapStored *stored, gpointer data)
{
  LapJsonWriter *json = data;
  lap_json_begin_object(json);
  lap_json_member_string(json, "match", stored->id);
  lap_json_member_string(json, "game", stored->game);
  lap_json_member_bool(json, "over", (stored->state & LAP_STORED_ENDED) != 0);
  lap_json_member_int(json, "seq", (gint64)stored->entries);
  lap_json_member_int(json, "created", stored->created / 1000);
  lap_json_member_int(json, "changed", stored->changed / 1000);
  lap_json_end_object(json);
  return TRUE;
}

static int list_as_json(const Matches *matches)
{
  g_autoptr(GError) error = NULL;
  const LapStoreFilter filter = {.states = matches->over ? LAP_STORED_ENDED : 0};
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_array(&json, "matches");
  if (!stored_for_each(matches->store, &filter, write_item, &json, &error)) return fail_on_store(error);
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  printf("%s", out->str);
  return EXIT_FINE;
}

static int matches_list(const Matches *matches)
{
  g_autoptr(GError) error = NULL;
  const LapStoreFilter filter = {.states = matches->over ? LAP_STORED_ENDED : 0};
  guint n = 0;
  if (matches->json) return list_as_json(matches);
  if (!stored_for_each(matches->store, &filter, print_line, &n, &error)) return fail_on_store(error);
  if (!n) puts("no matches");
  return EXIT_FINE;
}

/* --- one match, restored from its store */

/* A match with its stored data. */
typedef struct {
  LapStored *stored;
  LapHost *host;
  LapMatch *match; /* NULL: it cannot be restored, and `why` */
  GError *why;
} Restored;

static void restored_clear(Restored *restored)
{
  g_clear_pointer(&restored->stored, lap_stored_free);
  g_clear_object(&restored->match);
  g_clear_object(&restored->host);
  g_clear_error(&restored->why);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Restored, restored_clear)

/* -1, or the exit code. */
static int restore_match(const Matches *matches, const char *id, Restored *restored)
{
  g_autoptr(GError) error = NULL;
  restored->stored = lap_store_find(matches->store, id, &error);
  if (!restored->stored) {
    gboolean fault = !g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND) &&
                     !g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
    return fault ? fail_on_store(error)
                 : fail_with(EXIT_UNKNOWN, "there is no match '%s'; 'lapidary matches' lists them", id);
  }
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  restored->host = lap_host_new(registry, matches->store);
  if (matches->no_stored_builds) lap_host_refuse_stored_builds(restored->host);
  restored->match = lap_host_find(restored->host, id, &restored->why);
  return -1;
}

/* --- show */

static char *seat_text(LapMatch *match, guint index)
{
  LapSeat seat;
  lap_match_get_seat(match, index, &seat);
  g_autofree char *clock = seat.left < 0 ? NULL : g_strdup_printf(", %" G_GINT64_FORMAT " s left", seat.left / 1000);
  const char *waits = lap_match_get_waiting(match) >> index & 1 ? ", to decide" : "";
  const char *name = seat.free ? "free" : *seat.name ? seat.name : seat.bot ? seat.bot : "";
  return g_strconcat(name, seat.bot ? " (bot)" : "", seat.resigned ? ", resigned" : "", waits, clock, NULL);
}

static void print_seats(LapMatch *match)
{
  for (guint index = 0; index < lap_match_get_seats(match); index++) {
    g_autofree char *text = seat_text(match, index);
    printf("  seat %u   %s\n", index, text);
  }
}

static void print_suspension(LapMatch *match)
{
  const LapSuspension *how = lap_match_get_suspension(match);
  if (!how) return;
  printf("  suspended: %s", how->cause);
  if (*how->phase) printf(", phase %s", how->phase);
  if (*how->hook) printf(", hook %s", how->hook);
  printf("\n    %s\n", how->reason);
}

static void print_restored(const Restored *restored)
{
  const LapStored *stored = restored->stored;
  g_autofree char *created = local_time(stored->created), *changed = local_time(stored->changed);
  printf("%s\n  game     %s\n  state    %s\n  entries  %" G_GUINT64_FORMAT "\n  created  %s\n  changed  %s\n",
         stored->id, stored->game, lap_project_stored_state_name(stored), stored->entries, created, changed);
  if (restored->match) print_seats(restored->match);
  if (restored->match) print_suspension(restored->match);
}

static void print_summary(const LapStored *stored)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_project_summary(stored, &json);
  puts(out->str);
}

static int matches_show(const Matches *matches, const char *id)
{
  g_auto(Restored) restored = {0};
  int code = restore_match(matches, id, &restored);
  if (code >= 0) return code;
  if (restored.match && matches->json)
    print_summary(restored.stored);
  else if (!matches->json)
    print_restored(&restored);
  return restored.match ? EXIT_FINE
                        : fail_with(EXIT_UNAVAILABLE, "its seats cannot be read: %s", restored.why->message);
}

/* --- resume */

static int matches_resume(const Matches *matches, const char *id)
{
  g_auto(Restored) restored = {0};
  g_autoptr(GError) error = NULL;
  int code = restore_match(matches, id, &restored);
  if (code >= 0) return code;
  if (!restored.match) return fail_with(EXIT_UNAVAILABLE, "the match cannot be restored: %s", restored.why->message);
  if (!lap_match_resume(restored.match, &error)) return fail_with(EXIT_FAILED, "%s", error->message);
  printf("match %s goes on\n", id);
  return EXIT_FINE;
}

/* --- export */

static int write_log(const Matches *matches, const char *log)
{
  g_autoptr(GError) error = NULL;
  gssize length = (gssize)strlen(log);
  if (!matches->to) return fputs(log, stdout) >= 0 ? EXIT_FINE : EXIT_FAILED;
  if (g_file_set_contents_full(matches->to, log, length, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    return EXIT_FINE;
  return fail_with(EXIT_FAILED, "the log cannot be written: %s", error->message);
}

static int matches_export(const Matches *matches, const char *id)
{
  g_auto(Restored) restored = {0};
  g_autoptr(GError) error = NULL;
  int code = restore_match(matches, id, &restored);
  if (code >= 0) return code;
  if (!restored.match) return fail_with(EXIT_UNAVAILABLE, "the match cannot be restored: %s", restored.why->message);
  if (lap_match_get_state(restored.match) != LAP_MATCH_OVER && !matches->force)
    return fail_with(EXIT_USAGE, "match %s is not over: its log has the secrets of all seats; --force writes it", id);
  g_autofree char *log = lap_match_export(restored.match, LAP_OMNISCIENT, &error);
  return log ? write_log(matches, log) : fail_with(EXIT_FAILED, "%s", error->message);
}

/* --- prune */

static gboolean collect(const LapStored *stored, gpointer data)
{
  g_ptr_array_add(data, lap_stored_copy(stored));
  return TRUE;
}

/* -1, or the exit code. */
static int read_filter(const Matches *matches, LapStoreFilter *filter)
{
  guint64 days = 0;
  if (!matches->over && !matches->days)
    return fail_with(EXIT_USAGE, "prune: say which matches to remove, with --over or --older-than DAYS, or both");
  if (matches->days && (!parse_number(matches->days, &days) || days < 1 || days > 36500))
    return fail_with(EXIT_USAGE, "--older-than wants a number of days from 1 to 36500, not '%s'", matches->days);
  *filter = (LapStoreFilter){.states = matches->over ? LAP_STORED_ENDED : 0};
  if (days) filter->changed_before = g_get_real_time() - (gint64)days * 24 * 3600 * G_USEC_PER_SEC;
  return -1;
}

static guint count_running(GPtrArray *doomed)
{
  guint n = 0;
  for (guint i = 0; i < doomed->len; i++) n += ((const LapStored *)doomed->pdata[i])->state & LAP_STORED_ENDED ? 0 : 1;
  return n;
}

static gboolean agree(GPtrArray *doomed)
{
  guint running = count_running(doomed);
  g_autofree char *also = running ? g_strdup_printf(", %u of them not over", running) : g_strdup("");
  g_autofree char *matches = counted(doomed->len, "match", "matches");
  g_autofree char *prompt = g_strdup_printf("Remove %s for good%s? [y/N] ", matches, also);
  g_autofree char *answer = terminal_ask(prompt);
  return answer && (g_ascii_strcasecmp(answer, "y") == 0 || g_ascii_strcasecmp(answer, "yes") == 0);
}

static int remove_all(const Matches *matches, GPtrArray *doomed)
{
  g_autoptr(GError) error = NULL;
  for (guint i = 0; i < doomed->len; i++)
    if (!lap_store_remove(matches->store, ((const LapStored *)doomed->pdata[i])->id, &error))
      return fail_on_store(error);
  if (!lap_store_commit(matches->store, &error)) return fail_on_store(error);
  g_autofree char *removed = counted(doomed->len, "match", "matches");
  printf("%s removed\n", removed);
  return EXIT_FINE;
}

static int matches_prune(const Matches *matches)
{
  g_autoptr(GError) error = NULL;
  LapStoreFilter filter;
  int code = read_filter(matches, &filter);
  if (code >= 0) return code;
  g_autoptr(GPtrArray) doomed = g_ptr_array_new_with_free_func((GDestroyNotify)lap_stored_free);
  if (!stored_for_each(matches->store, &filter, collect, doomed, &error)) return fail_on_store(error);
  if (doomed->len && !matches->yes && !agree(doomed)) {
    puts("nothing is removed");
    return EXIT_FINE;
  }
  return remove_all(matches, doomed);
}

/* --- the command line */

static const struct {
  const char *name;
  gboolean of_one;
  int (*all)(const Matches *matches);
  int (*one)(const Matches *matches, const char *id);
} actions[] = {{"list", FALSE, matches_list, NULL},
               {"show", TRUE, NULL, matches_show},
               {"export", TRUE, NULL, matches_export},
               {"resume", TRUE, NULL, matches_resume},
               {"prune", FALSE, matches_prune, NULL}};

static int run(Matches *matches, guint action, const char *id)
{
  int code;
  matches->store = open_existing_store(matches->url, &code);
  if (!matches->store) return code;
  code = actions[action].of_one ? actions[action].one(matches, id) : actions[action].all(matches);
  g_clear_object(&matches->store);
  return code;
}

static int copy(const Matches *matches, int n, char **arguments)
{
  if (n < 4) return fail_with(EXIT_USAGE, "matches: 'copy' wants two stores, A and B: from where, and to where");
  if (n > 4) return fail_with(EXIT_USAGE, "matches: '%s' is one argument too many", arguments[4]);
  if (matches->url) return fail_with(EXIT_USAGE, "matches: 'copy' wants its stores without --store");
  return copy_matches(arguments[2], arguments[3], !matches->no_stored_builds);
}

static int choose(Matches *matches, int n, char **arguments)
{
  const char *name = n > 1 ? arguments[1] : "list";
  if (strcmp(name, "copy") == 0) return copy(matches, n, arguments);
  guint i = 0;
  while (i < G_N_ELEMENTS(actions) && strcmp(actions[i].name, name) != 0) i++;
  if (i == G_N_ELEMENTS(actions))
    return fail_with(EXIT_USAGE, "matches: there is no '%s'; there are list, show, export, resume, prune and copy",
                     name);
  int wanted = actions[i].of_one ? 3 : 2;
  if (MAX(n, 2) < wanted) return fail_with(EXIT_USAGE, "matches: '%s' wants the ID of a match", name);
  if (n > wanted) return fail_with(EXIT_USAGE, "matches: '%s' is one argument too many", arguments[wanted]);
  return run(matches, i, actions[i].of_one ? arguments[2] : NULL);
}

static void matches_clear(Matches *matches)
{
  g_free(matches->url);
  g_free(matches->to);
  g_free(matches->days);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Matches, matches_clear)

int subcommand_matches(int n, char **arguments)
{
  g_auto(Matches) matches = {0};
  const GOptionEntry options[] = {
      {"store", 's', 0, G_OPTION_ARG_STRING, &matches.url, "The store (that of 'lapidary serve')", "URL"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &matches.json, "list, show: as JSON", NULL},
      {"over", 0, 0, G_OPTION_ARG_NONE, &matches.over, "list, prune: only those that are over", NULL},
      {"older-than", 0, 0, G_OPTION_ARG_STRING, &matches.days, "prune: unchanged for so long", "DAYS"},
      {"yes", 'y', 0, G_OPTION_ARG_NONE, &matches.yes, "prune: do not ask", NULL},
      {"to", 'o', 0, G_OPTION_ARG_FILENAME, &matches.to, "export: to this file, not to standard output", "FILE"},
      {"force", 0, 0, G_OPTION_ARG_NONE, &matches.force, "export: with its secrets while it runs", NULL},
      NO_STORED_BUILDS(&matches.no_stored_builds),
      {0}};
  int code = subcommand_parse_some(&subcommand, options, &n, &arguments);
  return code >= 0 ? code : choose(&matches, n, arguments);
}
