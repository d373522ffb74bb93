#include "opening.h"

#include <string.h>

#include "host/describe/titles.h"
#include "host/text/nearest.h"
#include "verb.h"
#include "words.h"

void opening_clear(Opening *opening)
{
  g_clear_pointer(&opening->texts, lap_texts_free);
  g_clear_pointer(&opening->game, lap_game_unref);
  g_clear_object(&opening->registry);
}

static int unknown_game(LapRegistry *registry, const char *id)
{
  GPtrArray *list = lap_registry_list(registry);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < list->len; i++) g_ptr_array_add(names, (char *)((const LapPluginInfo *)list->pdata[i])->id);
  g_ptr_array_add(names, NULL);
  g_autofree char *near = lap_nearest_names(id, (const char *const *)names->pdata);
  if (near) return verb_fail(EXIT_UNKNOWN, "there is no game '%s'; did you mean %s?", id, near);
  return verb_fail(EXIT_UNKNOWN, "there is no game '%s'; 'lapidary games' lists those that there are", id);
}

static int not_loaded(LapRegistry *registry, const char *id, const GError *error)
{
  if (g_error_matches(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND)) return unknown_game(registry, id);
  return verb_fail(EXIT_UNAVAILABLE, "'%s' cannot be had: %s", id, error->message);
}

int opening_game(Opening *opening, const char *id, const char *language)
{
  g_autoptr(GError) error = NULL;
  words_use(language ? language : "en");
  opening->registry = lap_registry_new(NULL);
  if (!lap_registry_find(opening->registry, id)) return unknown_game(opening->registry, id);
  opening->game = lap_registry_load(opening->registry, id, &error);
  if (!opening->game) return not_loaded(opening->registry, id, error);
  opening->texts = opening_texts(opening->registry, opening->game, language, &error);
  if (!opening->texts) return verb_fail(EXIT_UNAVAILABLE, "'%s' cannot be had: %s", id, error->message);
  return -1;
}

LapTexts *opening_texts(LapRegistry *registry, const LapGame *game, const char *language, GError **error)
{
  const char *folder[LAP_LEVELS_MAX] = {NULL};
  for (guint depth = 0; depth < game->depth; depth++) {
    const LapPluginInfo *info = lap_registry_find(registry, game->level[depth].plugin.id);
    if (info) folder[depth] = info->folder;
  }
  return lap_texts_new(game, folder, language ? language : "en", error);
}

const char *opening_text(LapTexts *texts, const char *key)
{
  return lap_texts_has(texts, key) ? lap_texts_get(texts, key) : NULL;
}

const char *opening_title(LapRegistry *registry, const LapGame *game, LapTexts *texts)
{
  return lap_title_game(game, texts, lap_registry_find(registry, game->id));
}

const char *opening_summary(LapRegistry *registry, const LapGame *game, LapTexts *texts)
{
  return lap_title_summary(game, texts, lap_registry_find(registry, game->id));
}

LapGame *opening_base(LapRegistry *registry, const LapGame *game)
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
    verb_fail(EXIT_USAGE, "--option wants NAME=VALUE, not '%s'; see 'lapidary info %s'", setting, game->id);
    return FALSE;
  }
  g_autofree char *name = g_strndup(setting, (gsize)(equals - setting));
  g_autoptr(GError) error = NULL;
  if (lap_options_set(options, game, name, equals + 1, &error)) return TRUE;
  g_autofree char *near = near_options(game, name);
  gboolean guess = near && !strstr(near, name);
  verb_fail(EXIT_USAGE, "--option %s: %s%s%s", setting, error->message, guess ? "; did you mean " : "",
            guess ? near : "");
  return FALSE;
}

LapOptions *opening_options(const LapGame *game, char **settings)
{
  g_autoptr(LapOptions) options = lap_options_new(game);
  for (; settings && *settings; settings++)
    if (!set_one(options, game, *settings)) return NULL;
  return g_steal_pointer(&options);
}
