#include <stdio.h>

#include "arguments.h"
#include "host/projection/describe.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "games", "", "Lists the games and variants that there are, with their seats and a summary.",
    "Variants stand below their base. Unavailable ones come last, with the reason.\n"
    "\n"
    "With --json one object on one line: \"games\", and \"refused\" with the reasons.\n"
    "\n"
    "Examples:\n"
    "  lapidary games\n"
    "  lapidary games --json --language es",
    subcommand_games};

/* One plugin, ready to be printed. */
typedef struct {
  const LapPluginInfo *info;
  LapGame *game;
  LapTexts *texts;
  char *why; /* it is unavailable, or NULL */
} Listed;

static void listed_clear(gpointer data)
{
  Listed *listed = data;
  g_clear_pointer(&listed->game, lap_game_unref);
  g_clear_pointer(&listed->texts, lap_texts_free);
  g_free(listed->why);
}

static void list_one(GArray *list, LapRegistry *registry, const LapPluginInfo *info, const char *language)
{
  Listed listed = {.info = info};
  g_autoptr(GError) error = NULL;
  if (!info->error) listed.game = lap_registry_load(registry, info->id, &error);
  if (listed.game) listed.texts = load_texts(registry, listed.game, language, &error);
  if (!listed.texts) listed.why = g_strdup((info->error ? info->error : error)->message);
  g_array_append_val(list, listed);
}

static char *seats_text(const LapGame *game)
{
  if (game->seats_min == game->seats_max) return g_strdup_printf("%u", game->seats_min);
  return g_strdup_printf("%u-%u", game->seats_min, game->seats_max);
}

/* Nothing where it is not known. */
static char *minutes_text(const LapPluginInfo *info)
{
  if (info->minutes_min == info->minutes_max)
    return info->minutes_min ? g_strdup_printf("%u", info->minutes_min) : g_strdup("");
  return g_strdup_printf("%u-%u", info->minutes_min, info->minutes_max);
}

static guint id_columns(const GArray *list)
{
  guint columns = 4;
  for (guint i = 0; i < list->len; i++) {
    const Listed *listed = &g_array_index(list, Listed, i);
    columns = MAX(columns, terminal_columns(listed->info->id) + (listed->info->extends ? 2 : 0));
  }
  return columns;
}

static void print_game(LapRegistry *registry, const Listed *listed, guint columns)
{
  g_autofree char *indented = g_strconcat(listed->game->depth > 1 ? "  " : "", listed->info->id, NULL);
  g_autofree char *id = terminal_fit(indented, columns), *seats = seats_text(listed->game);
  g_autofree char *minutes = minutes_text(listed->info);
  g_autofree char *bold = terminal_styled(TERMINAL_BOLD, id);
  const char *summary = game_summary(registry, listed->game, listed->texts);
  const char *title = game_title(registry, listed->game, listed->texts);
  g_autofree char *first = g_strdup_printf("%s  %5s  %7s  ", bold, seats, minutes);
  g_autofree char *text = *summary ? g_strdup_printf("%s: %s", title, summary) : g_strdup(title);
  terminal_paragraph(first, text);
}

static void print_games(LapRegistry *registry, const GArray *list)
{
  guint columns = id_columns(list);
  printf("%-*s  %5s  %7s  %s\n", (int)columns, "game", "seats", "minutes", "what it is");
  for (guint i = 0; i < list->len; i++) {
    const Listed *listed = &g_array_index(list, Listed, i);
    if (!listed->why) print_game(registry, listed, columns);
  }
}

static void print_refused(const GArray *list)
{
  gboolean any = FALSE;
  for (guint i = 0; i < list->len; i++) {
    const Listed *listed = &g_array_index(list, Listed, i);
    if (!listed->why) continue;
    if (!any) printf("\nfound, but unavailable:\n");
    any = TRUE;
    g_autofree char *first = g_strdup_printf("%s: ", listed->info->id);
    terminal_paragraph(first, listed->why);
  }
}

/* --- as JSON */

static void write_listed(const GArray *list, gboolean refused, LapJsonWriter *json)
{
  for (guint i = 0; i < list->len; i++) {
    const Listed *listed = &g_array_index(list, Listed, i);
    if (listed->why && refused) lap_describe_refused(listed->info->id, listed->why, json);
    if (!listed->why && !refused) lap_describe_brief(listed->game, listed->texts, listed->info, NULL, json);
  }
}

static void print_json(const GArray *list)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_array(&json, "games");
  write_listed(list, FALSE, &json);
  lap_json_end_array(&json);
  lap_json_member_array(&json, "refused");
  write_listed(list, TRUE, &json);
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  fputs(out->str, stdout);
}

int subcommand_games(int n, char **arguments)
{
  g_autofree char *language = NULL;
  gboolean json = FALSE;
  const GOptionEntry options[] = {
      {"language", 'l', 0, G_OPTION_ARG_STRING, &language, "Language of the texts (en)", "LANGUAGE"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &json, "The list as JSON", NULL},
      {0}};
  int code = subcommand_parse(&subcommand, options, 0, &n, &arguments);
  if (code >= 0) return code;
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  GPtrArray *plugins = lap_registry_list(registry);
  if (!plugins->len) return fail_with(EXIT_UNKNOWN, "there are no games; 'lapidary plugins' shows where it looked");
  g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(Listed));
  g_array_set_clear_func(list, listed_clear);
  for (guint i = 0; i < plugins->len; i++) list_one(list, registry, plugins->pdata[i], language);
  if (json) {
    print_json(list);
    return EXIT_FINE;
  }
  print_games(registry, list);
  print_refused(list);
  return EXIT_FINE;
}
