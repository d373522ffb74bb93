#include "arguments.h"

#include <errno.h>
#include <string.h>

#include "host/text/nearest.h"
#include "host/text/titles.h"
#include "messages.h"
#include "project.h"
#include "subcommand.h"

void loaded_game_clear(LoadedGame *loaded)
{
  g_clear_pointer(&loaded->texts, lap_texts_free);
  g_clear_pointer(&loaded->game, lap_game_unref);
  g_clear_object(&loaded->registry);
}

static int unknown_game(LapRegistry *registry, const char *id)
{
  GPtrArray *list = lap_registry_list(registry);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < list->len; i++) g_ptr_array_add(names, (char *)((const LapPluginInfo *)list->pdata[i])->id);
  g_ptr_array_add(names, NULL);
  g_autofree char *near = lap_nearest_names(id, (const char *const *)names->pdata);
  if (near) return fail_with(EXIT_UNKNOWN, "there is no game '%s'; did you mean %s?", id, near);
  return fail_with(EXIT_UNKNOWN, "there is no game '%s'; 'lapidary games' lists those that there are", id);
}

static int not_loaded(LapRegistry *registry, const char *id, const GError *error)
{
  if (g_error_matches(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND)) return unknown_game(registry, id);
  return fail_with(EXIT_UNAVAILABLE, "'%s' is unavailable: %s", id, error->message);
}

gboolean set_isolation(const char *option, const char *value, gpointer data G_GNUC_UNUSED, GError **error)
{
  LapIsolation isolation;
  if (lap_isolation_parse(value, &isolation)) return g_setenv("LAPIDARY_ISOLATION", value, TRUE);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s wants untrusted, none or all, not '%s'", option,
              value);
  return FALSE;
}

int load_game(LoadedGame *loaded, const char *name, const char *language)
{
  g_auto(Project) project = {0};
  int code = strchr(name, '/') ? project_find(&project, name) : -1;
  if (code >= 0) return code;
  return load_game_in(loaded, project.folder, project.folder ? project.id : name, language);
}

int load_game_in(LoadedGame *loaded, const char *folder, const char *id, const char *language)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) path = folder ? project_search_path(folder) : NULL;
  messages_set_language(language ? language : "en");
  loaded->registry = lap_registry_new((const char *const *)path);
  if (!lap_registry_find(loaded->registry, id)) return unknown_game(loaded->registry, id);
  loaded->game = lap_registry_load(loaded->registry, id, &error);
  if (!loaded->game) return not_loaded(loaded->registry, id, error);
  loaded->texts = load_texts(loaded->registry, loaded->game, language, &error);
  if (!loaded->texts) return fail_with(EXIT_UNAVAILABLE, "'%s' is unavailable: %s", id, error->message);
  return -1;
}

LapTexts *load_texts(LapRegistry *registry, const LapGame *game, const char *language, GError **error)
{
  const char *folder[LAP_LEVELS_MAX] = {NULL};
  for (guint depth = 0; depth < game->depth; depth++) {
    const LapPluginInfo *info = lap_registry_find(registry, game->level[depth].plugin.id);
    if (info) folder[depth] = info->folder;
  }
  return lap_texts_new(game, folder, language ? language : "en", error);
}

const char *text_or_null(LapTexts *texts, const char *key)
{
  return lap_texts_has(texts, key) ? lap_texts_get(texts, key) : NULL;
}

const char *game_title(LapRegistry *registry, const LapGame *game, LapTexts *texts)
{
  return lap_title_game(game, texts, lap_registry_find(registry, game->id));
}

const char *game_summary(LapRegistry *registry, const LapGame *game, LapTexts *texts)
{
  return lap_title_summary(game, texts, lap_registry_find(registry, game->id));
}

LapGame *base_game(LapRegistry *registry, const LapGame *game)
{
  return game->depth > 1 ? lap_registry_load(registry, game->level[game->depth - 2].plugin.id, NULL) : NULL;
}

static const char *bare_name(const char *name)
{
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}

static char *near_options(const LapGame *game, const char *name)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint depth = game->depth; depth-- > 0;)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++)
      g_ptr_array_add(names, (char *)game->level[depth].options[i].name);
  g_ptr_array_add(names, NULL);
  return lap_nearest_names(bare_name(name), (const char *const *)names->pdata);
}

static gboolean set_one(LapOptions *options, const LapGame *game, const char *setting)
{
  const char *equals = strchr(setting, '=');
  if (!equals || equals == setting) {
    fail_with(EXIT_USAGE, "--option wants NAME=VALUE, not '%s'; see 'lapidary info %s'", setting, game->id);
    return FALSE;
  }
  g_autofree char *name = g_strndup(setting, (gsize)(equals - setting));
  g_autoptr(GError) error = NULL;
  if (lap_options_set(options, game, name, equals + 1, &error)) return TRUE;
  g_autofree char *near = near_options(game, name);
  gboolean guess = near && !strstr(near, name);
  fail_with(EXIT_USAGE, "--option %s: %s%s%s", setting, error->message, guess ? "; did you mean " : "",
            guess ? near : "");
  return FALSE;
}

LapOptions *read_options(const LapGame *game, char **settings)
{
  g_autoptr(LapOptions) options = lap_options_new(game);
  for (; settings && *settings; settings++)
    if (!set_one(options, game, *settings)) return NULL;
  return g_steal_pointer(&options);
}

static const char *const first_names[LAP_SEATS_MAX] = {"Ann", "Bo",  "Cleo", "Dov", "Eve", "Fay", "Gil", "Hana",
                                                       "Ivo", "Joy", "Kai",  "Lea", "Max", "Nia", "Oz"};

void seats_clear(Seats *seats)
{
  for (guint i = 0; i < LAP_SEATS_MAX; i++) g_clear_pointer(&seats->name[i], g_free);
  g_clear_pointer(&seats->agents, g_strfreev);
}

void seats_name(Seats *seats, guint n)
{
  seats->n = n;
  for (guint i = 0; i < n; i++)
    if (!seats->name[i]) seats->name[i] = g_strdup(first_names[i]);
}

static gboolean count_fits(const LapGame *game, guint64 n)
{
  if (n >= game->seats_min && n <= game->seats_max) return TRUE;
  if (game->seats_min == game->seats_max)
    fail_with(EXIT_USAGE, "%s is for %u seats, not %" G_GUINT64_FORMAT, game->id, game->seats_min, n);
  else
    fail_with(EXIT_USAGE, "%s is for %u to %u seats, not %" G_GUINT64_FORMAT, game->id, game->seats_min,
              game->seats_max, n);
  return FALSE;
}

static gboolean seat_number(Seats *seats, const LapGame *game, guint64 n, gboolean people)
{
  if (!count_fits(game, n)) return FALSE;
  for (guint i = 0; i < n; i++) seats->bot[i] = !people ? &lap_bot_random : i == 0 ? NULL : lap_bots()[0];
  seats->people = people ? 1 : 0;
  seats_name(seats, (guint)n);
  return TRUE;
}

/* A person, if `word` is "me" or "me=NAME". */
static gboolean is_person(Seats *seats, guint seat, const char *word)
{
  if (strcmp(word, "me") != 0 && !g_str_has_prefix(word, "me=")) return FALSE;
  if (word[2] && word[3]) seats->name[seat] = g_strdup(word + 3);
  seats->people++;
  return TRUE;
}

/* The name of a program, of "NAME=COMMAND". (transfer full) */
static char *agent_name(const char *agent) { return g_strndup(agent, strcspn(agent, "=")); }

static gboolean are_agents(char **agents)
{
  for (; agents && *agents; agents++) {
    const char *equals = strchr(*agents, '=');
    if (equals && equals != *agents && equals[1]) continue;
    fail_with(EXIT_USAGE, "--agent wants NAME=COMMAND, not '%s'", *agents);
    return FALSE;
  }
  return TRUE;
}

/* A program, if `word` is "NAME" or "NAME=SHOWN" of one. */
static gboolean is_agent(Seats *seats, guint seat, const char *word)
{
  g_autofree char *wanted = agent_name(word);
  for (char **agent = seats->agents; agent && *agent; agent++) {
    g_autofree char *name = agent_name(*agent);
    if (!g_str_equal(name, wanted)) continue;
    const char *shown = strchr(word, '=');
    seats->command[seat] = strchr(*agent, '=') + 1;
    if (shown && shown[1]) seats->name[seat] = g_strdup(shown + 1);
    return TRUE;
  }
  return FALSE;
}

static gboolean no_such_bot(const Seats *seats, const char *word, gboolean people)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new(), owned = g_ptr_array_new_with_free_func(g_free);
  if (people) g_ptr_array_add(names, (char *)"me");
  for (char **agent = seats->agents; agent && *agent; agent++) {
    g_ptr_array_add(owned, agent_name(*agent));
    g_ptr_array_add(names, owned->pdata[owned->len - 1]);
  }
  for (const LapBot *const *bot = lap_bots(); *bot; bot++) g_ptr_array_add(names, (char *)(*bot)->name);
  g_ptr_array_add(names, NULL);
  g_autofree char *near = lap_nearest_names(word, (const char *const *)names->pdata);
  g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
  if (near)
    fail_with(EXIT_USAGE, "--seats: there is no player '%s'; did you mean %s?", word, near);
  else
    fail_with(EXIT_USAGE, "--seats: there is no player '%s'; there are: %s", word, all);
  return FALSE;
}

/* "BOT" or "BOT=NAME". */
static gboolean seat_bot(Seats *seats, guint seat, const char *word, gboolean people)
{
  const char *equals = strchr(word, '=');
  g_autofree char *bot = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
  seats->bot[seat] = lap_bot_named(bot);
  if (!seats->bot[seat]) return no_such_bot(seats, bot, people);
  if (equals && equals[1]) seats->name[seat] = g_strdup(equals + 1);
  return TRUE;
}

static gboolean seat_one(Seats *seats, guint seat, const char *word, gboolean people)
{
  return (people && is_person(seats, seat, word)) || is_agent(seats, seat, word) || seat_bot(seats, seat, word, people);
}

gboolean seats_read(Seats *seats, const LapGame *game, const char *text, gboolean people)
{
  guint64 number = MIN(MAX(game->seats_min, 2), game->seats_max);
  if (!are_agents(seats->agents)) return FALSE;
  if (!text || parse_number(text, &number)) return seat_number(seats, game, number, people);
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  guint n = g_strv_length(words);
  if (!count_fits(game, n)) return FALSE;
  for (guint i = 0; i < n; i++)
    if (!seat_one(seats, i, g_strstrip(words[i]), people)) return FALSE;
  seats_name(seats, n);
  return TRUE;
}

#define FILE_SCHEME "sqlite:"

static char *default_path(void) { return g_build_filename(g_get_user_data_dir(), "lapidary", "matches.db", NULL); }

static const char *store_in_environment(void)
{
  const char *url = g_getenv("LAPIDARY_STORE");
  return url && *url ? url : NULL;
}

/* The address of the store where none is given: the environment's, which may hold a password, or in the user's data
 * folder. Returns: (transfer full) */
static char *default_store_url(void)
{
  if (store_in_environment()) return g_strdup(store_in_environment());
  g_autofree char *path = default_path();
  return g_strconcat(FILE_SCHEME, path, NULL);
}

/* Readable by this user only: the store holds hashes of tokens, and running matches. */
static gboolean make_folder(void)
{
  if (store_in_environment()) return TRUE;
  g_autofree char *path = default_path(), *folder = g_path_get_dirname(path);
  if (g_mkdir_with_parents(folder, 0700) == 0) return TRUE;
  fail_with(EXIT_FAILED, "the folder %s cannot be made: %s; --store names another place", folder, g_strerror(errno));
  return FALSE;
}

static int fail_opening(const GError *error)
{
  if (g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL))
    return fail_with(EXIT_USAGE, "--store: %s", error->message);
  if (g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY))
    return fail_with(EXIT_FAILED, "a server runs on this store (%s); stop it first, or name another with --store",
                     error->message);
  return fail_with(EXIT_FAILED, "the store cannot be opened: %s", error->message);
}

char *store_path(const char *url)
{
  g_autofree char *named = url ? g_strdup(url) : default_store_url();
  return g_str_has_prefix(named, FILE_SCHEME) ? g_strdup(named + strlen(FILE_SCHEME)) : NULL;
}

char *hook_path(const char *url, const char *node)
{
  g_autofree char *named = url ? g_strdup(url) : default_store_url(), *store = store_path(named);
  if (store) return g_strconcat(store, "-hook", NULL);
  if (g_str_has_prefix(named, "memory:")) return NULL;
  g_autofree char *folder = g_build_filename(g_get_user_data_dir(), "lapidary", NULL);
  g_mkdir_with_parents(folder, 0700);
  return g_strdup_printf("%s/%s-hook", folder, node ? node : "database");
}

LapStore *open_shared_store(const char *url, const char *node, const char *address, int *code)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *own = url ? NULL : default_store_url();
  *code = EXIT_FAILED;
  if (!url && !make_folder()) return NULL;
  if (!url) url = own;
  LapStore *store = node ? lap_store_open_as_node(url, node, address, &error) : lap_store_open(url, &error);
  if (!store) *code = fail_opening(error);
  return store;
}

LapStore *open_store(const char *url, int *code) { return open_shared_store(url, NULL, NULL, code); }

GPtrArray *list_nodes(const char *url, int *code)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *own = url ? NULL : default_store_url();
  GPtrArray *nodes = lap_store_list_nodes(url ? url : own, &error);
  if (!nodes) *code = fail_opening(error);
  return nodes;
}

LapStore *open_existing_store(const char *url, int *code)
{
  g_autofree char *named = url ? g_strdup(url) : default_store_url();
  const char *path = g_str_has_prefix(named, FILE_SCHEME) ? named + strlen(FILE_SCHEME) : NULL;
  if (path && *path && !g_file_test(path, G_FILE_TEST_EXISTS)) {
    *code = fail_with(EXIT_UNKNOWN, "there is no store %s; 'lapidary serve' makes one", named);
    return NULL;
  }
  LapStore *store = open_store(named, code);
  const char *warning = store ? lap_store_get_warning(store) : NULL;
  if (warning) g_printerr("lapidary: warning: %s\n", warning);
  return store;
}
