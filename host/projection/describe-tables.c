/* The tables of a game: fields as they are in views and how they are to be drawn, kinds of actions and events with
 * their arguments, categories of the score. */
#include "describe-private.h"
#include "visibility.h"

/* --- choices, of options and of arguments */

void lap_describe_choices(const Description *to, guint depth, const char *const *choices)
{
  lap_json_member_array(to->json, "choices");
  for (; *choices; choices++) {
    g_autofree char *key = g_strdup_printf("%s.choice.%s", to->game->level[depth].plugin.id, *choices);
    lap_json_begin_object(to->json);
    lap_json_member_string(to->json, "value", *choices);
    lap_json_member_string(to->json, "title", lap_texts_get(to->texts, key));
    lap_json_end_object(to->json);
  }
  lap_json_end_array(to->json);
}

static const char *type_name(const LapGameField *field)
{
  return field->type == LAP_SLOT ? "slots" : field->type == LAP_PLANE ? "planes" : "numbers";
}

static const char *visibility_name(guint visibility)
{
  static const char *const names[] = {[LAP_PUBLIC] = "public",     [LAP_ROW_OWNER] = "owner", [LAP_BY_MASK] = "mask",
                                      [LAP_BY_OWNER] = "by_owner", [LAP_TOP] = "top",         [LAP_SIZE] = "size"};
  return visibility < G_N_ELEMENTS(names) ? names[visibility] : NULL;
}

static const char *draw_name(guint draw)
{
  static const char *const names[] = {
      [LAP_DRAW_HAND] = "hand",       [LAP_DRAW_PILE] = "pile", [LAP_DRAW_ROW] = "row",      [LAP_DRAW_GRID] = "grid",
      [LAP_DRAW_COUNTER] = "counter", [LAP_DRAW_MAP] = "map",   [LAP_DRAW_TOKENS] = "tokens"};
  return draw < G_N_ELEMENTS(names) ? names[draw] : NULL;
}

/* --- how a field is drawn */

static void describe_values(const Description *to, const LapPlacement *placement)
{
  LapJsonWriter *json = to->json;
  if (!placement->values || !placement->n_values) return;
  lap_json_member_array(json, "values");
  for (guint i = 0; i < placement->n_values; i++) {
    lap_json_begin_object(json);
    lap_describe_face(to, &placement->values[i]);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static char *label(const Description *to, const LapGameField *field, guint i)
{
  char *place = lap_appearance_label(to->appearance, field, i);
  return place ? place : lap_appearance_number(to->appearance, field, i);
}

static void describe_labels(const Description *to, const LapGameField *field)
{
  if (lap_appearance_places_are_seats(to->appearance, field)) lap_json_member_string(to->json, "places", "seats");
  char *name = label(to, field, 0);
  if (!name) return;
  lap_json_member_array(to->json, "labels");
  for (guint i = 0; name; name = label(to, field, ++i)) {
    lap_json_string(to->json, lap_title_named(to->texts, "choice", name));
    g_free(name);
  }
  lap_json_end_array(to->json);
}

static void describe_beside(const Description *to, const LapGameField *field, const char *member, const char *name)
{
  const LapGameField *beside = lap_appearance_beside(to->appearance, field, name);
  if (beside && lap_shows_field(beside, LAP_WATCHER)) lap_json_member_string(to->json, member, beside->name);
}

static void describe_placement(const Description *to, const LapGameField *field, const LapPlacement *placement)
{
  if (placement->group) lap_json_member_int(to->json, "group", placement->group);
  if (placement->wrap) lap_json_member_int(to->json, "wrap", placement->wrap);
  if (placement->counts) lap_json_member_bool(to->json, "counts", TRUE);
  lap_json_member_true(to->json, "centre", lap_appearance_is_central(to->appearance, field));
  describe_values(to, placement);
  describe_labels(to, field);
  describe_beside(to, field, "x", placement->x);
  describe_beside(to, field, "y", placement->y);
  describe_beside(to, field, "turn", placement->turn);
  describe_beside(to, field, "on", placement->on);
  lap_describe_picture(to, placement->picture);
}

static void describe_drawing(const Description *to, const LapGameField *field)
{
  const LapPlacement *placement = lap_appearance_placement(to->appearance, field);
  lap_json_member_bool(to->json, "drawn", lap_appearance_is_drawn(to->appearance, field));
  lap_json_member_true(to->json, "beside", lap_appearance_is_beside(to->appearance, field));
  lap_json_member_object(to->json, "draw");
  lap_json_member_string(to->json, "as", draw_name(lap_appearance_draw_as(to->appearance, field)));
  if (placement) describe_placement(to, field, placement);
  lap_json_end_object(to->json);
}

/* --- fields */

static void describe_shape(const Description *to, const LapGameField *field)
{
  if (!field->shape) return;
  lap_json_member_object(to->json, "shape");
  lap_json_member_int(to->json, "width", field->shape->width);
  lap_json_member_int(to->json, "height", field->shape->height);
  lap_json_end_object(to->json);
  lap_json_member_true(to->json, "coordinates", lap_appearance_has_coordinates(to->appearance, field));
}

static void describe_set(const Description *to, const LapGameField *field)
{
  if (!field->set) return;
  g_autofree char *set = lap_describe_set_name(to->game, field->set);
  lap_json_member_optional(to->json, "set", set);
}

static void describe_field(const Description *to, const LapGameField *field)
{
  gboolean list = field->count != LAP_NONE;
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "name", field->name);
  lap_json_member_string(to->json, "title", lap_title_named(to->texts, "field", field->name));
  lap_json_member_optional(to->json, "about", lap_title_beside(to->texts, "field", field->name, "about"));
  lap_json_member_string(to->json, "type", type_name(field));
  describe_set(to, field);
  lap_json_member_true(to->json, "of_seats", field->of_seats);
  if (!field->of_seats && field->rows > 1) lap_json_member_int(to->json, "rows", field->rows);
  if (list || field->capacity > 1) lap_json_member_int(to->json, "capacity", field->capacity);
  lap_json_member_true(to->json, "list", list);
  if (field->set) lap_json_member_string(to->json, "order", field->order == LAP_SET ? "set" : "places");
  lap_json_member_optional(to->json, "visibility", visibility_name(field->visibility));
  describe_shape(to, field);
  lap_json_member_true(to->json, "numbered", lap_appearance_has_numbers(to->appearance, field));
  describe_drawing(to, field);
  lap_json_end_object(to->json);
}

void lap_describe_fields(const Description *to)
{
  lap_json_member_array(to->json, "fields");
  for (guint i = 0; i < to->game->fields->len; i++) {
    const LapGameField *field = to->game->fields->pdata[i];
    if (lap_shows_field(field, LAP_WATCHER)) describe_field(to, field);
  }
  lap_json_end_array(to->json);
}

/* --- kinds */

static const char *argument_type_name(guint type)
{
  static const char *const names[] = {
      [LAP_ARG_PIECE] = "piece", [LAP_ARG_ITEM] = "item",     [LAP_ARG_CELL] = "cell",
      [LAP_ARG_SEAT] = "seat",   [LAP_ARG_NUMBER] = "number", [LAP_ARG_CHOICE] = "choice"};
  return type < G_N_ELEMENTS(names) ? names[type] : NULL;
}

/* A piece argument names its set, since its field may be one that is never in views. */
static void describe_argument(const Description *to, const LapGameKind *kind, guint i)
{
  const LapArg *arg = &kind->args[i];
  const LapGameField *field = kind->field[i];
  g_autofree char *set = field && arg->type == LAP_ARG_PIECE ? lap_describe_set_name(to->game, field->set) : NULL;
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "name", arg->name);
  lap_json_member_string(to->json, "type", argument_type_name(arg->type));
  if (field && lap_shows_field(field, LAP_WATCHER)) lap_json_member_string(to->json, "field", field->name);
  lap_json_member_optional(to->json, "set", set);
  if (arg->type == LAP_ARG_CHOICE) lap_describe_choices(to, kind->depth, arg->choices);
  lap_json_member_true(to->json, "secret", arg->secret);
  lap_json_end_object(to->json);
}

typedef char *(*TitleOf)(LapTexts *texts, const LapGameKind *kind);

/* `beside`: what else is said of a kind of `what` (lap_title_beside), or NULL: nothing. */
static void describe_kind(const Description *to, const LapGameKind *kind, TitleOf title_of, const char *what,
                          const char *beside)
{
  g_autofree char *title = title_of(to->texts, kind);
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "name", kind->name);
  lap_json_member_string(to->json, "title", title);
  if (beside) lap_json_member_optional(to->json, beside, lap_title_beside(to->texts, what, kind->name, beside));
  lap_json_member_array(to->json, "args");
  for (guint i = 0; i < kind->n_args; i++) describe_argument(to, kind, i);
  lap_json_end_array(to->json);
  lap_json_end_object(to->json);
}

void lap_describe_kinds(const Description *to)
{
  const LapGame *game = to->game;
  lap_json_member_array(to->json, "actions");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++)
      describe_kind(to, &game->level[depth].actions[i], lap_title_action, "action", "about");
  lap_json_end_array(to->json);

  lap_json_member_array(to->json, "events");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.events.n; i++)
      describe_kind(to, &game->level[depth].events[i], lap_title_event, "event", "heading");
  lap_json_end_array(to->json);

  lap_json_member_array(to->json, "categories");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.categories.n; i++)
      describe_kind(to, &game->level[depth].categories[i], lap_title_category, "category", NULL);
  lap_json_end_array(to->json);
}
