/* Options: what a plugin declares, and the values of one match. */
#include <string.h>

#include "link.h"

/* --- linking */

gboolean lap_link_options(LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  for (guint i = 0; i < level->plugin.options.n; i++) {
    LapOption *option = &level->options[i];
    if (!lap_link_check_word(level, "an option", option->name, error)) return FALSE;
    for (guint j = 0; j < i; j++)
      if (g_str_equal(option->name, level->options[j].name))
        return lap_link_fail(error, level, "two options are named \"%s\"", option->name);
    if (option->choices && !lap_link_check_words(level, "a choice of an option", option->choices, error)) return FALSE;
    if (option->choices) {
      option->min = 0;
      option->max = (gint16)g_strv_length((char **)option->choices) - 1;
    }
    if (option->def < option->min || option->def > option->max)
      return lap_link_fail(error, level, "option \"%s\" has the default %d, which is not within %d..%d", option->name,
                           option->def, option->min, option->max);
  }
  return TRUE;
}

/* --- values */

static gsize size_of_level(const LapGame *game, guint depth)
{
  return MAX(game->level[depth].plugin.options.n, 1) * sizeof(gint16);
}

LapOptions *lap_options_new(const LapGame *game)
{
  LapOptions *options = g_new0(LapOptions, 1);
  for (guint depth = 0; depth < game->depth; depth++) {
    options->value[depth] = g_malloc0(size_of_level(game, depth));
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++)
      options->value[depth][i] = game->level[depth].options[i].def;
  }
  return options;
}

LapOptions *lap_options_copy(const LapGame *game, const LapOptions *options)
{
  LapOptions *copy = g_new0(LapOptions, 1);
  for (guint depth = 0; depth < game->depth; depth++)
    copy->value[depth] = g_memdup2(options->value[depth], size_of_level(game, depth));
  return copy;
}

void lap_options_free(LapOptions *options)
{
  if (!options) return;
  for (guint depth = 0; depth < LAP_LEVELS_MAX; depth++) g_free(options->value[depth]);
  g_free(options);
}

static gboolean named(const LapGameLevel *level, const LapOption *option, const char *name)
{
  g_autofree char *qualified = g_strconcat(level->plugin.id, "/", option->name, NULL);
  return lap_link_means(name, qualified);
}

static const LapOption *find_option(const LapGame *game, const char *name, guint *depth, guint *index)
{
  for (*depth = game->depth; (*depth)-- > 0;)
    for (*index = 0; *index < game->level[*depth].plugin.options.n; (*index)++)
      if (named(&game->level[*depth], &game->level[*depth].options[*index], name))
        return &game->level[*depth].options[*index];
  return NULL;
}

static char *known_options(const LapGame *game)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", game->level[depth].options[i].name);
  return text->len ? g_strdup(text->str) : g_strdup("none");
}

gboolean lap_options_set(LapOptions *options, const LapGame *game, const char *name, const char *value, GError **error)
{
  guint depth, index;
  const LapOption *option = find_option(game, name, &depth, &index);
  if (!option) {
    g_autofree char *known = known_options(game);
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "%s has no option \"%s\"; it has: %s", game->id, name,
                known);
    return FALSE;
  }
  if (option->choices) {
    for (gint16 i = 0; option->choices[i]; i++)
      if (g_str_equal(option->choices[i], value)) {
        options->value[depth][index] = i;
        return TRUE;
      }
    g_autofree char *choices = g_strjoinv(", ", (char **)option->choices);
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "option \"%s\" cannot be \"%s\", it is one of: %s", name,
                value, choices);
    return FALSE;
  }
  gint64 number;
  if (!g_ascii_string_to_signed(value, 10, option->min, option->max, &number, NULL)) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION,
                "option \"%s\" cannot be \"%s\", it is a number of %d to %d", name, value, option->min, option->max);
    return FALSE;
  }
  options->value[depth][index] = (gint16)number;
  return TRUE;
}

char *lap_options_get(const LapOptions *options, const LapGame *game, guint depth, guint index)
{
  const LapOption *option = &game->level[depth].options[index];
  gint16 value = options->value[depth][index];
  return option->choices ? g_strdup(option->choices[value]) : g_strdup_printf("%d", value);
}
