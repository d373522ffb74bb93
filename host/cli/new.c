#include <errno.h>
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "arguments.h"
#include "host/plugins/keyfile.h"
#include "host/plugins/plugin-file.h"
#include "host/validate/playthrough.h"
#include "subcommand.h"

#define TEMPLATES "/lapidary/new/" /* compiled in: the folder sdk/new */

static const Subcommand subcommand = {
    "new", "NAME", "Begins a plugin: a folder that builds, passes its tests, and plays at once.",
    "It has rules in C, the keyfile, texts, a build for Meson, and a match as a test.\n"
    "NAME is a word of a-z, 0-9 and '-', or a path that ends in one. A folder that is\n"
    "there already is left alone.\n"
    "\n"
    "Examples:\n"
    "  lapidary new noughts\n"
    "  lapidary new tricks --cards52\n"
    "  lapidary new noughts-blind --variant-of noughts\n"
    "\n"
    "and then:\n"
    "  lapidary check noughts\n"
    "  lapidary play noughts/build",
    subcommand_new};

/* What stands for what in templates. */
typedef struct {
  const char *from;
  char *to;
} Token;

enum { TOKENS_MAX = 9 };

typedef struct {
  const char *folder;      /* of templates */
  char *id;                /* of the new plugin */
  Token token[TOKENS_MAX]; /* ended by a NULL */
  char *playthrough;       /* of a variant, or NULL */
} Plan;

static void plan_clear(Plan *plan)
{
  for (Token *token = plan->token; token->from; token++) g_free(token->to);
  g_free(plan->id);
  g_free(plan->playthrough);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Plan, plan_clear)

static const Token *token_at(const Plan *plan, const char *text)
{
  for (const Token *token = plan->token; token->from; token++)
    if (g_str_has_prefix(text, token->from)) return token;
  return NULL;
}

/* In one pass, so that what was filled in is not read again. */
static char *fill_in(const Plan *plan, const char *text)
{
  GString *out = g_string_new(NULL);
  while (*text) {
    const Token *token = token_at(plan, text);
    if (token)
      g_string_append(out, token->to);
    else
      g_string_append_c(out, *text);
    text += token ? strlen(token->from) : 1;
  }
  return g_string_free(out, FALSE);
}

/* --- writing */

static gboolean write_text(const Plan *plan, const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *called = fill_in(plan, name), *path = g_build_filename(folder, called, NULL);
  return g_file_set_contents(path, text, -1, error);
}

static gboolean write_file(const Plan *plan, const char *from, const char *folder, const char *name, GError **error)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data(from, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (!bytes) return FALSE;
  g_autofree char *template = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  g_autofree char *text = fill_in(plan, template);
  return write_text(plan, folder, name, text, error);
}

static gboolean make_folder(const char *path, GError **error)
{
  if (mkdir(path, 0777) == 0) return TRUE;
  g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno), "%s: %s", path, g_strerror(errno));
  return FALSE;
}

/* Into a folder that is there. */
static gboolean write_files(const Plan *plan, const char *from, const char *folder, GError **error)
{
  g_auto(GStrv) names = g_resources_enumerate_children(from, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (!names) return FALSE;
  for (char **name = names; *name; name++) {
    g_autofree char *path = g_strconcat(from, *name, NULL), *inner = g_build_filename(folder, *name, NULL);
    gboolean fine = g_str_has_suffix(*name, "/") ? make_folder(inner, error) && write_files(plan, path, inner, error)
                                                 : write_file(plan, path, folder, *name, error);
    if (!fine) return FALSE;
  }
  return TRUE;
}

/* The whole folder, or nothing. */
static gboolean write_folder(const Plan *plan, const char *folder, GError **error)
{
  g_autofree char *templates = g_strconcat(TEMPLATES, plan->folder, "/", NULL);
  if (!make_folder(folder, error)) return FALSE;
  if (write_files(plan, templates, folder, error) &&
      (!plan->playthrough || write_text(plan, folder, "playthrough.txt", plan->playthrough, error)))
    return TRUE;
  lap_plugin_file_remove(folder);
  return FALSE;
}

static int write_plan(const Plan *plan, const char *folder)
{
  g_autoptr(GError) error = NULL;
  if (g_file_test(folder, G_FILE_TEST_EXISTS))
    return fail_with(EXIT_FAILED, "%s is there already; choose another name, or remove it", folder);
  if (!write_folder(plan, folder, &error))
    return fail_with(EXIT_FAILED, "%s cannot be written: %s", folder, error->message);
  g_autofree char *quoted = g_shell_quote(folder);
  const char *shown = strpbrk(folder, " '\"$\\&|;<>()*?[]#~`!") ? quoted : folder;
  printf("%s begins in %s:\n  lapidary check %s\n  lapidary play %s%s/build\n  lapidary dev %s\n", plan->id, folder,
         shown, strchr(shown, '/') ? "" : "./", shown, shown);
  return EXIT_FINE;
}

/* --- what is filled in */

/* "noughts-and-crosses" is "Noughts and crosses". */
static char *title_of(const char *id)
{
  char *title = g_strdelimit(g_strdup(id), "-", ' ');
  *title = g_ascii_toupper(*title);
  return title;
}

static void append_names(GString *out, const char *what, const char *plugin, const char *name)
{
  g_string_append_printf(out, " *   %-10s %s/%s\n", what, plugin, name);
}

static const char *kind_of(const LapRule *rule)
{
  return rule->rule ? "rule" : rule->operation ? "operation" : "notice";
}

/* What the levels of a game declare, as lines of a comment that ends there. */
static char *describe_base(const LapGame *game)
{
  GString *out = g_string_new(" * What can be overridden:\n");
  for (guint depth = 0; depth < game->depth; depth++) {
    const LapGameLevel *level = &game->level[depth];
    for (guint i = 0; i < level->plugin.phases.n; i++)
      if (!level->phases[i].replaces && !level->phases[i].removes)
        append_names(out, "phase", level->plugin.id, level->phases[i].name);
    for (guint i = 0; i < level->plugin.rules.n; i++)
      if (!level->rules[i].overrides)
        append_names(out, kind_of(&level->rules[i]), level->plugin.id, level->rules[i].name);
  }
  g_string_append(out, " */");
  return g_string_free(out, FALSE);
}

/* It plays as its base does. */
static char *playthrough_of(const LoadedGame *base, const char *id)
{
  g_autoptr(GError) error = NULL;
  const LapPlaythrough playthrough = {
      .seats = (guint)CLAMP(2, base->game->seats_min, base->game->seats_max), .seed = 1, .views_every = 10};
  g_autofree char *text = lap_playthrough_write(base->game, base->texts, &playthrough, &error);
  return text ? g_strconcat(id, text + strlen(base->game->id), NULL) : NULL;
}

static void plan_token(Plan *plan, const char *from, char *to)
{
  Token *token = plan->token;
  while (token->from) token++;
  *token = (Token){from, to};
}

/* From the templates of `folder`. */
static void plan_game(Plan *plan, const char *folder)
{
  plan->folder = folder;
  plan_token(plan, "new-game", g_strdup(plan->id));
  plan_token(plan, "New game", title_of(plan->id));
}

static int plan_variant(Plan *plan, const char *name)
{
  g_auto(LoadedGame) base = {0};
  int code = load_game(&base, name, NULL);
  if (code >= 0) return code;
  const LapGame *game = base.game;
  if (game->depth == LAP_LEVELS_MAX)
    return fail_with(EXIT_USAGE, "'%s' has %d levels, and no game has more", game->id, LAP_LEVELS_MAX);
  LapVersion version = {0};
  lap_version_parse(game->level[game->depth - 1].plugin.version, &version);
  plan_game(plan, "variant");
  plan_token(plan, "base-game", g_strdup(game->id));
  plan_token(plan, "Accepts=0.0", g_strdup_printf("Accepts=%u.%u", version.major, version.minor));
  plan_token(plan, ".accepts = \"0.0\"", g_strdup_printf(".accepts = \"%u.%u\"", version.major, version.minor));
  plan_token(plan, ".depth = 1", g_strdup_printf(".depth = %u", game->depth));
  plan_token(plan, "@CAN@ */", describe_base(game));
  plan->playthrough = playthrough_of(&base, plan->id);
  return -1;
}

/* Returns -1, or the exit code. */
static int check_name(const char *name, const char *id)
{
  if (!lap_keyfile_is_id(id) || g_ascii_isdigit(*id))
    return fail_with(EXIT_USAGE,
                     "'%s' cannot be the name of a plugin: it has to be a word of a-z, 0-9 and '-' that "
                     "begins with a letter, of at most 64 characters, like 'noughts-and-crosses'",
                     name);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  const LapPluginInfo *there = lap_registry_find(registry, id);
  if (!there) return -1;
  return fail_with(EXIT_USAGE, "there is a plugin '%s' already, in %s; choose another name", id, there->folder);
}

int subcommand_new(int n, char **arguments)
{
  g_autofree char *base = NULL;
  gboolean cards52 = FALSE;
  const GOptionEntry options[] = {
      {"variant-of", 0, 0, G_OPTION_ARG_STRING, &base, "A variant of that game", "GAME"},
      {"cards52", 0, 0, G_OPTION_ARG_NONE, &cards52, "A game with 52 cards, and tricks", NULL},
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  if (base && cards52)
    return fail_with(EXIT_USAGE, "--cards52 begins a game of its own; a variant has the pieces of its base");
  g_auto(Plan) plan = {.id = g_path_get_basename(arguments[1])};
  code = check_name(arguments[1], plan.id);
  if (code >= 0) return code;
  if (!base)
    plan_game(&plan, cards52 ? "cards52" : "game");
  else if ((code = plan_variant(&plan, base)) >= 0)
    return code;
  plan_token(&plan, "Api=0.0", g_strdup_printf("Api=%d.%d", LAP_API_MAJOR, LAP_API_MINOR));
  return write_plan(&plan, arguments[1]);
}
