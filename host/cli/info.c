#include <stdio.h>

#include "arguments.h"
#include "host/projection/describe.h"
#include "host/text/titles.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "info", "GAME", "Shows all that is known of a game or variant.",
    "What was found and where, what it extends, how many seats it takes and how\n"
    "long, its rules in short, its options with bounds and defaults, its phases and\n"
    "actions; and, if it is unavailable, why (exit code 4).\n"
    "\n"
    "With --json the description of the game: one object on one line, with all that a\n"
    "frontend needs to draw it. Names are those of views and actions.\n"
    "\n"
    "Examples:\n"
    "  lapidary info GAME\n"
    "  lapidary info GAME --json --language es",
    subcommand_info};

static void print_line(const char *label, const char *text)
{
  if (!text || !*text) return;
  g_autofree char *first = g_strdup_printf("  %-10s ", label);
  terminal_paragraph(first, text);
}

/* --- information from the registry, also for unavailable plugins */

static void print_found(const LapPluginInfo *info)
{
  print_line("version", info->version);
  print_line("extends", info->extends);
  print_line("accepts", info->accepts);
  print_line("keyfile", info->keyfile);
  print_line("module", info->module);
}

static int refuse(const LapPluginInfo *info)
{
  return fail_with(EXIT_UNAVAILABLE, "'%s' is unavailable: %s", info->id, info->error->message);
}

static void print_refused(const LapPluginInfo *info)
{
  g_autofree char *title = terminal_styled(TERMINAL_BOLD, info->name ? info->name : info->id);
  printf("%s\n", title);
  print_line("", info->description);
  print_found(info);
}

/* --- information from the linked game */

static void print_chain(const LapGame *game)
{
  if (game->depth < 2) return;
  GString *chain = g_string_new(NULL);
  for (guint depth = 0; depth < game->depth; depth++)
    g_string_append_printf(chain, "%s%s %s", depth ? " < " : "", game->level[depth].plugin.id,
                           game->level[depth].plugin.version);
  print_line("chain", chain->str);
  g_string_free(chain, TRUE);
}

static void print_seats(const LapGame *game)
{
  g_autofree char *seats = game->seats_min == game->seats_max
                               ? g_strdup_printf("%u", game->seats_min)
                               : g_strdup_printf("%u to %u", game->seats_min, game->seats_max);
  print_line("seats", seats);
}

static void print_minutes(const LapPluginInfo *info)
{
  if (!info->minutes_min) return;
  g_autofree char *minutes = info->minutes_min == info->minutes_max
                                 ? g_strdup_printf("%u", info->minutes_min)
                                 : g_strdup_printf("%u to %u", info->minutes_min, info->minutes_max);
  print_line("minutes", minutes);
}

static void print_rules(const char *heading, const char *rules)
{
  if (!rules) return;
  g_auto(GStrv) paragraphs = g_strsplit(rules, "\n\n", -1);
  printf("\n%s\n", heading);
  for (char **paragraph = paragraphs; *paragraph; paragraph++) {
    if (paragraph > paragraphs) puts("");
    terminal_paragraph("  ", *paragraph);
  }
}

static void print_traits(const LapGame *game)
{
  static const struct {
    guint bit;
    const char *text;
  } traits[] = {{LAP_HIDDEN, "hidden information"}, {LAP_CHANCE, "chance"}, {LAP_COOPERATIVE, "cooperative"}};
  g_autoptr(GPtrArray) texts = g_ptr_array_new();
  for (gsize i = 0; i < G_N_ELEMENTS(traits); i++)
    if (game->traits & traits[i].bit) g_ptr_array_add(texts, (char *)traits[i].text);
  if (game->steps_max) g_ptr_array_add(texts, (char *)"choices at once");
  g_ptr_array_add(texts, NULL);
  g_autofree char *all = g_strjoinv(", ", (char **)texts->pdata);
  print_line("traits", *all ? all : "no chance, nothing hidden");
}

static char *option_range(const LapOption *option)
{
  if (!option->choices) return g_strdup_printf("%d to %d", option->min, option->max);
  return g_strjoinv(", ", (char **)option->choices);
}

static void print_option(const LapGame *game, LapTexts *texts, guint depth, guint i)
{
  const LapGameLevel *level = &game->level[depth];
  const LapOption *option = &level->options[i];
  g_autoptr(LapOptions) defaults = lap_options_new(game);
  g_autofree char *value = lap_options_get(defaults, game, depth, i), *range = option_range(option);
  g_autofree char *key = g_strdup_printf("%s.option.%s", level->plugin.id, option->name);
  g_autofree char *first = g_strdup_printf("  %s=%s  ", option->name, value);
  const char *said = text_or_null(texts, key);
  g_autofree char *text = said ? g_strdup_printf("%s (%s)", said, range) : g_strdup_printf("(%s)", range);
  terminal_paragraph(first, text);
}

static void print_options(const LapGame *game, LapTexts *texts)
{
  gboolean any = FALSE;
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++) {
      if (!any) puts("\noptions, with their defaults (--option NAME=VALUE)");
      any = TRUE;
      print_option(game, texts, depth, i);
    }
}

static const char *phase_kind(const LapGamePhase *phase)
{
  switch (phase->kind) {
  case LAP_PHASE_ONE:
    return "one seat at a time";
  case LAP_PHASE_TOGETHER:
    return "all at once, sealed";
  default:
    return "automatic";
  }
}

static void print_phases(const LapGame *game, LapTexts *texts)
{
  puts("\nphases");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.phases.n; i++) {
      const LapGamePhase *phase = lap_game_phase(game, LAP_ID(depth, i));
      /* A phase that replaces one of a lower level is listed in that one's place. */
      if (!phase || phase->removed || game->level[depth].phases[i].replaces || game->level[depth].phases[i].removes)
        continue;
      printf("  %s: %s (%s)\n", phase->name, lap_title_named(texts, "phase", phase->name), phase_kind(phase));
    }
}

static char *arguments_text(const LapGameKind *kind)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < kind->n_args; i++) g_string_append_printf(text, "%s%s", i ? ", " : "", kind->args[i].name);
  return g_string_free(text, FALSE);
}

static void print_actions(const LapGame *game)
{
  puts("\nactions");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++) {
      const LapGameKind *kind = &game->level[depth].actions[i];
      g_autofree char *arguments = arguments_text(kind);
      printf("  %s(%s)\n", kind->name, arguments);
    }
}

static void print_game(const LoadedGame *loaded, const LapPluginInfo *info)
{
  const LapGame *game = loaded->game;
  const LapPlugin *plugin = &game->level[game->depth - 1].plugin;
  g_autofree char *title = terminal_styled(TERMINAL_BOLD, game_title(loaded->registry, game, loaded->texts));
  printf("%s (%s)\n", title, game->id);
  print_line("", game_summary(loaded->registry, game, loaded->texts));
  print_found(info);
  print_chain(game);
  print_seats(game);
  print_minutes(info);
  print_traits(game);
  print_line("licence", plugin->licence);
  print_line("authors", plugin->authors);
  print_rules("rules", lap_title_rules(game, game->depth - 1, loaded->texts));
  for (guint depth = game->depth - 1; depth-- > 0;) {
    g_autofree char *heading = g_strconcat("rules of ", lap_title_level(game, depth, loaded->texts), NULL);
    print_rules(heading, lap_title_rules(game, depth, loaded->texts));
  }
  print_options(game, loaded->texts);
  print_phases(game, loaded->texts);
  print_actions(game);
}

static void print_json(const LoadedGame *loaded, const LapPluginInfo *info, const char *language)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  lap_describe_game(loaded->game, loaded->texts, language ? language : "en", info, NULL, &json);
  fputs(out->str, stdout);
}

int subcommand_info(int n, char **arguments)
{
  g_autofree char *language = NULL;
  gboolean json = FALSE;
  const GOptionEntry options[] = {
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &json, "The description for frontends, as JSON", NULL},
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  const LapPluginInfo *info = lap_registry_find(registry, arguments[1]);
  if (info && info->error && !json) print_refused(info);
  if (info && info->error) return refuse(info);
  g_auto(LoadedGame) loaded = {0};
  code = load_game(&loaded, arguments[1], language);
  if (code >= 0) return code;
  info = lap_registry_find(loaded.registry, loaded.game->id);
  if (json)
    print_json(&loaded, info, language);
  else
    print_game(&loaded, info);
  return EXIT_FINE;
}
