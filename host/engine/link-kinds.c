/* Linking: kinds of actions, events and score lines. */
#include <string.h>

#include "link.h"

static gboolean link_arg(LapGame *game, guint depth, LapGameKind *kind, guint index, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  const LapArg *arg = &kind->args[index];
  if (!lap_link_check_word(level, "an argument", arg->name, error)) return FALSE;
  if (arg->type < LAP_ARG_PIECE || arg->type > LAP_ARG_CHOICE)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" has the unknown type %u", arg->name, kind->name,
                         arg->type);
  if (arg->type == LAP_ARG_CHOICE && !arg->choices)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" is a choice and needs choices", arg->name,
                         kind->name);
  if (arg->choices && !lap_link_check_words(level, "a choice of an argument", arg->choices, error)) return FALSE;
  if (arg->field) {
    kind->field[index] = lap_link_find_field(game, depth, arg->field);
    if (!kind->field[index])
      return lap_link_fail(error, level, "argument \"%s\" of \"%s\" names the field \"%s\", which no level has",
                           arg->name, kind->name, arg->field);
  }
  const LapGameField *field = kind->field[index];
  if (arg->type <= LAP_ARG_CELL && !field)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" needs a field", arg->name, kind->name);
  if (arg->type == LAP_ARG_PIECE && field->type != LAP_SLOT)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" is a piece, but field \"%s\" holds none", arg->name,
                         kind->name, field->name);
  return TRUE;
}

static gboolean link_table(LapGame *game, guint depth, const LapTable *table, LapGameKind **out, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  LapGameKind *kinds = g_new0(LapGameKind, table->n + 1);
  g_ptr_array_add(game->owned, kinds);
  *out = kinds;
  for (guint i = 0; i < table->n; i++) {
    LapKind raw = {0};
    memcpy(&raw, (const guint8 *)table->v + i * table->stride, MIN(table->stride, sizeof raw));
    if (!lap_link_check_word(level, "an action, event or category", raw.name, error)) return FALSE;
    for (guint j = 0; j < i; j++)
      if (g_str_equal(strchr(kinds[j].name, '/') + 1, raw.name))
        return lap_link_fail(error, level, "two actions, events or categories are named \"%s\"", raw.name);
    if (raw.n_args > LAP_ARGS_MAX)
      return lap_link_fail(error, level, "\"%s\" has %u arguments, at most %u are possible", raw.name, raw.n_args,
                           LAP_ARGS_MAX);
    kinds[i] = (LapGameKind){.name = lap_link_qualify(game, level, raw.name),
                             .id = LAP_ID(depth, i),
                             .depth = (guint8)depth,
                             .n_args = raw.n_args,
                             .args = raw.args};
    for (guint arg = 0; arg < raw.n_args; arg++)
      if (!link_arg(game, depth, &kinds[i], arg, error)) return FALSE;
  }
  return TRUE;
}

gboolean lap_link_kinds(LapGame *game, guint depth, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  return link_table(game, depth, &level->plugin.actions, &level->actions, error) &&
         link_table(game, depth, &level->plugin.events, &level->events, error) &&
         link_table(game, depth, &level->plugin.categories, &level->categories, error);
}

const LapGameKind *lap_game_action(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.actions.n ? &game->level[depth].actions[index] : NULL;
}

const LapGameKind *lap_game_event(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.events.n ? &game->level[depth].events[index] : NULL;
}

const LapGameKind *lap_game_category(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.categories.n ? &game->level[depth].categories[index]
                                                                               : NULL;
}

const LapGameKind *lap_game_action_named(const LapGame *game, const char *name)
{
  for (guint depth = game->depth; depth-- > 0;)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++)
      if (lap_link_means(name, game->level[depth].actions[i].name)) return &game->level[depth].actions[i];
  return NULL;
}
