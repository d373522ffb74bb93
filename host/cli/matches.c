#include "matches.h"

#include <stdio.h>
#include <string.h>

#include "host/rpc/result.h"
#include "kept.h"
#include "terminal.h"
#include "verb.h"

static const Verb verb = {"matches", "[list|show ID|export ID|prune]", "Looks after the matches that a host has kept.",
                          "'list' has one a line, last changed first; 'show' tells who plays one and how\n"
                          "it stands. 'export' writes the log of one that is over, for 'lapidary replay';\n"
                          "with --force also of one that runs, with all its secrets. 'prune' removes\n"
                          "matches for good: those that are over (--over), or that nothing has happened in\n"
                          "for some days (--older-than), or both; it asks first. A store belongs to one\n"
                          "process at a time: where a server runs on it, stop that first.\n"
                          "\n"
                          "Examples:\n"
                          "  lapidary matches\n"
                          "  lapidary matches export ID --to match.log\n"
                          "  lapidary matches prune --over --older-than 30",
                          verb_matches};

int matches_fail(const GError *error) { return verb_fail(EXIT_FAILED, "the store fails: %s", error->message); }

char *matches_moment(gint64 microseconds)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(microseconds / G_USEC_PER_SEC);
  g_autoptr(GDateTime) local = utc ? g_date_time_to_local(utc) : NULL;
  return local ? g_date_time_format(local, "%Y-%m-%d %H:%M") : g_strdup("?");
}

gboolean matches_each(LapStore *store, const LapStoreFilter *filter, MatchesEach each, gpointer data, GError **error)
{
  enum { PAGE = 500 };
  g_autofree char *cursor = NULL;
  for (;;) {
    g_autoptr(GPtrArray) page = lap_store_list(store, filter, cursor, PAGE, error);
    if (!page) return FALSE;
    for (guint i = 0; i < page->len; i++)
      if (!each(page->pdata[i], data)) return TRUE;
    if (page->len < PAGE) return TRUE;
    g_free(cursor);
    cursor = lap_stored_cursor(page->pdata[page->len - 1]);
  }
}

/* --- list */

static const char *state_of(const LapStored *stored) { return stored->over ? "over" : "going on"; }

static gboolean print_line(const LapStored *stored, gpointer data)
{
  guint *n = data;
  g_autofree char *id = terminal_fit(stored->id, 20), *game = terminal_fit(stored->game, 20);
  g_autofree char *changed = matches_moment(stored->changed);
  if (!(*n)++) printf("%-20s  %-20s  %-8s  %7s  %s\n", "match", "game", "state", "entries", "changed");
  printf("%s  %s  %-8s  %7" G_GUINT64_FORMAT "  %s\n", id, game, state_of(stored), stored->entries, changed);
  return TRUE;
}

static gboolean write_item(const LapStored *stored, gpointer data)
{
  GString *out = data;
  lap_result_separate(out);
  g_string_append_c(out, '{');
  lap_result_text(out, "match", stored->id);
  lap_result_text(out, "game", stored->game);
  lap_result_member(out, "over");
  g_string_append(out, stored->over ? "true" : "false");
  lap_result_number(out, "seq", (gint64)stored->entries);
  lap_result_number(out, "created", stored->created / 1000);
  lap_result_number(out, "changed", stored->changed / 1000);
  g_string_append_c(out, '}');
  return TRUE;
}

static int list_as_json(const Matches *matches)
{
  g_autoptr(GError) error = NULL;
  const LapStoreFilter filter = {.only_over = matches->over};
  g_autoptr(GString) out = g_string_new("{\"matches\":[");
  if (!matches_each(matches->store, &filter, write_item, out, &error)) return matches_fail(error);
  printf("%s]}\n", out->str);
  return EXIT_FINE;
}

int matches_list(const Matches *matches)
{
  g_autoptr(GError) error = NULL;
  const LapStoreFilter filter = {.only_over = matches->over};
  guint n = 0;
  if (matches->json) return list_as_json(matches);
  if (!matches_each(matches->store, &filter, print_line, &n, &error)) return matches_fail(error);
  if (!n) puts("no matches");
  return EXIT_FINE;
}

/* --- the verb */

static const struct {
  const char *name;
  gboolean of_one;
  int (*all)(const Matches *matches);
  int (*one)(const Matches *matches, const char *id);
} actions[] = {{"list", FALSE, matches_list, NULL},
               {"show", TRUE, NULL, matches_show},
               {"export", TRUE, NULL, matches_export},
               {"prune", FALSE, matches_prune, NULL}};

static int run(Matches *matches, guint action, const char *id)
{
  int code;
  matches->store = kept_open_existing(matches->url, &code);
  if (!matches->store) return code;
  code = actions[action].of_one ? actions[action].one(matches, id) : actions[action].all(matches);
  g_clear_object(&matches->store);
  return code;
}

static int choose(Matches *matches, int n, char **arguments)
{
  const char *name = n > 1 ? arguments[1] : "list";
  guint i = 0;
  while (i < G_N_ELEMENTS(actions) && strcmp(actions[i].name, name) != 0) i++;
  if (i == G_N_ELEMENTS(actions))
    return verb_fail(EXIT_USAGE, "matches: '%s' is none of list, show, export and prune", name);
  int wanted = actions[i].of_one ? 3 : 2;
  if (MAX(n, 2) < wanted) return verb_fail(EXIT_USAGE, "matches: '%s' wants the ID of a match", name);
  if (n > wanted) return verb_fail(EXIT_USAGE, "matches: '%s' is one argument too many", arguments[wanted]);
  return run(matches, i, actions[i].of_one ? arguments[2] : NULL);
}

static void matches_clear(Matches *matches)
{
  g_free(matches->url);
  g_free(matches->to);
  g_free(matches->days);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Matches, matches_clear)

int verb_matches(int n, char **arguments)
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
      {0}};
  int code = verb_parse_some(&verb, options, &n, &arguments);
  return code >= 0 ? code : choose(&matches, n, arguments);
}
