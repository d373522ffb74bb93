/* Kinds of actions and events with their arguments, and categories of the score. */
#include "describe-private.h"

static const char *type_name(guint type)
{
  static const char *const names[] = {
      [LAP_ARG_PIECE] = "piece", [LAP_ARG_ITEM] = "item",     [LAP_ARG_CELL] = "cell",
      [LAP_ARG_SEAT] = "seat",   [LAP_ARG_NUMBER] = "number", [LAP_ARG_CHOICE] = "choice"};
  return type < G_N_ELEMENTS(names) ? names[type] : NULL;
}

/* A piece is told with its set, since its field may be one that nobody is sent. */
static void describe_argument(const Description *to, const LapGameKind *kind, guint i)
{
  const LapArg *arg = &kind->args[i];
  const LapGameField *field = kind->field[i];
  g_autofree char *set = arg->type == LAP_ARG_PIECE ? lap_describe_set_name(to->game, field->set) : NULL;
  json_builder_begin_object(to->json);
  lap_member_text(to->json, "name", arg->name);
  lap_member_text(to->json, "type", type_name(arg->type));
  if (field && lap_appearance_is_sent(field)) lap_member_text(to->json, "field", field->name);
  lap_member_text(to->json, "set", set);
  if (arg->type == LAP_ARG_CHOICE) lap_describe_choices(to, kind->depth, arg->choices);
  lap_member_true(to->json, "secret", arg->secret);
  json_builder_end_object(to->json);
}

typedef char *(*TitleOf)(LapTexts *texts, const LapGameKind *kind);

static void describe_kind(const Description *to, const LapGameKind *kind, TitleOf title_of, gboolean arguments)
{
  g_autofree char *title = title_of(to->texts, kind);
  json_builder_begin_object(to->json);
  lap_member_text(to->json, "name", kind->name);
  lap_member_text(to->json, "title", title);
  if (arguments) {
    lap_member_begin_array(to->json, "args");
    for (guint i = 0; i < kind->n_args; i++) describe_argument(to, kind, i);
    json_builder_end_array(to->json);
  }
  json_builder_end_object(to->json);
}

void lap_describe_kinds(const Description *to)
{
  const LapGame *game = to->game;
  lap_member_begin_array(to->json, "actions");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++)
      describe_kind(to, &game->level[depth].actions[i], lap_title_action, TRUE);
  json_builder_end_array(to->json);

  lap_member_begin_array(to->json, "events");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.events.n; i++)
      describe_kind(to, &game->level[depth].events[i], lap_title_event, TRUE);
  json_builder_end_array(to->json);

  lap_member_begin_array(to->json, "categories");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.categories.n; i++)
      describe_kind(to, &game->level[depth].categories[i], lap_title_category, FALSE);
  json_builder_end_array(to->json);
}
