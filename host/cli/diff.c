#include <stdio.h>

#include "arguments.h"
#include "host/projection/changes.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "diff", "GAME VARIANT", "Shows what a variant changes of a game.",
    "Phases that are replaced, inserted and left out, rules that are overridden, and\n"
    "the options, fields, actions and score categories that are added or hidden: as\n"
    "the plugins' tables say it. Of two variants of one base: what the first changes,\n"
    "and what the second changes instead.\n"
    "\n"
    "With --json one object on one line: \"leaves\" and \"joins\", from the base up.\n"
    "\n"
    "Examples:\n"
    "  lapidary diff GAME VARIANT\n"
    "  lapidary diff VARIANT VARIANT --json --language es",
    subcommand_diff};

static void print_levels(const LoadedGame *loaded, const char *heading, guint from, const char *language)
{
  for (guint depth = from; depth < loaded->game->depth; depth++) {
    g_autoptr(GPtrArray) changes = lap_changes_of_level(loaded->game, depth, loaded->texts, language);
    const LapPlugin *plugin = &loaded->game->level[depth].plugin;
    g_autofree char *line = g_strdup_printf("%s %s %s", heading, plugin->id, plugin->version);
    g_autofree char *styled = terminal_styled(TERMINAL_BOLD, line);
    puts(styled);
    for (guint i = 0; i < changes->len; i++)
      terminal_paragraph("  ", ((const LapChange *)g_ptr_array_index(changes, i))->text);
  }
}

static void write_levels(const LoadedGame *loaded, const char *member, guint from, const char *language,
                         LapJsonWriter *json)
{
  lap_json_member_array(json, member);
  for (guint depth = from; depth < loaded->game->depth; depth++) {
    lap_json_begin_object(json);
    lap_json_member_string(json, "id", loaded->game->level[depth].plugin.id);
    lap_json_member_string(json, "version", loaded->game->level[depth].plugin.version);
    lap_changes_to_json(loaded->game, depth, loaded->texts, language, json);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void print_json(const LoadedGame *from, const LoadedGame *to, guint shared, const char *language)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_string(&json, "from", from->game->id);
  lap_json_member_string(&json, "to", to->game->id);
  write_levels(from, "leaves", shared, language, &json);
  write_levels(to, "joins", shared, language, &json);
  lap_json_end_object(&json);
  fputs(out->str, stdout);
}

int subcommand_diff(int n, char **arguments)
{
  g_autofree char *language = NULL;
  gboolean json = FALSE;
  const GOptionEntry options[] = {
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &json, "As JSON", NULL},
      {0}};
  int code = subcommand_parse(&subcommand, options, 2, &n, &arguments);
  if (code >= 0) return code;
  g_auto(LoadedGame) from = {0}, to = {0};
  if ((code = load_game(&from, arguments[1], language)) >= 0) return code;
  if ((code = load_game(&to, arguments[2], language)) >= 0) return code;
  guint shared = lap_game_shared_levels(from.game, to.game);
  if (!shared) return fail_with(EXIT_USAGE, "'%s' and '%s' have no base in common", arguments[1], arguments[2]);
  const char *words = language ? language : "en";
  if (json) {
    print_json(&from, &to, shared, words);
  } else {
    print_levels(&from, "without", shared, words);
    print_levels(&to, "with", shared, words);
  }
  return EXIT_FINE;
}
