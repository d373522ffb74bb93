/* Options, and choices among keys. */
#include "describe-private.h"

void lap_describe_choices(const Description *to, guint depth, const char *const *choices)
{
  lap_member_begin_array(to->json, "choices");
  for (; *choices; choices++) {
    g_autofree char *key = g_strdup_printf("%s.choice.%s", to->game->level[depth].plugin.id, *choices);
    json_builder_begin_object(to->json);
    lap_member_text(to->json, "value", *choices);
    lap_member_text(to->json, "title", lap_texts_get(to->texts, key));
    json_builder_end_object(to->json);
  }
  json_builder_end_array(to->json);
}

static void describe_option(const Description *to, const LapOptions *defaults, guint depth, guint i)
{
  const LapGameLevel *level = &to->game->level[depth];
  const LapOption *option = &level->options[i];
  g_autofree char *name = g_strconcat(level->plugin.id, "/", option->name, NULL);
  g_autofree char *value = lap_options_get(defaults, to->game, depth, i);
  json_builder_begin_object(to->json);
  lap_member_text(to->json, "name", name);
  lap_member_text(to->json, "title", lap_title_named(to->texts, "option", name));
  lap_member_text(to->json, "default", value);
  if (option->choices) {
    lap_describe_choices(to, depth, option->choices);
  } else {
    lap_member_number(to->json, "min", option->min);
    lap_member_number(to->json, "max", option->max);
  }
  json_builder_end_object(to->json);
}

void lap_describe_options(const Description *to)
{
  g_autoptr(LapOptions) defaults = lap_options_new(to->game);
  lap_member_begin_array(to->json, "options");
  for (guint depth = 0; depth < to->game->depth; depth++)
    for (guint i = 0; i < to->game->level[depth].plugin.options.n; i++) describe_option(to, defaults, depth, i);
  json_builder_end_array(to->json);
}
