/* Fields as they are in views, and how they are to be drawn. */
#include "describe-private.h"

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

/* --- how it is drawn */

static void describe_values(JsonBuilder *json, const LapPlacement *placement)
{
  if (!placement->values || !placement->n_values) return;
  lap_member_begin_array(json, "values");
  for (guint i = 0; i < placement->n_values; i++) {
    json_builder_begin_object(json);
    lap_describe_face(json, &placement->values[i]);
    json_builder_end_object(json);
  }
  json_builder_end_array(json);
}

static void describe_beside(const Description *to, const LapGameField *field, const char *member, const char *name)
{
  const LapGameField *beside = lap_appearance_beside(to->appearance, field, name);
  if (beside && lap_appearance_is_sent(beside)) lap_member_text(to->json, member, beside->name);
}

static void describe_placement(const Description *to, const LapGameField *field, const LapPlacement *placement)
{
  lap_member_some(to->json, "group", placement->group);
  lap_member_some(to->json, "wrap", placement->wrap);
  describe_values(to->json, placement);
  describe_beside(to, field, "x", placement->x);
  describe_beside(to, field, "y", placement->y);
  describe_beside(to, field, "turn", placement->turn);
  describe_beside(to, field, "on", placement->on);
}

static void describe_drawing(const Description *to, const LapGameField *field)
{
  const LapPlacement *placement = lap_appearance_placement(to->appearance, field);
  json_builder_set_member_name(to->json, "drawn");
  json_builder_add_boolean_value(to->json, lap_appearance_is_drawn(to->appearance, field));
  lap_member_true(to->json, "beside", lap_appearance_is_beside(to->appearance, field));
  lap_member_begin_object(to->json, "draw");
  lap_member_text(to->json, "as", draw_name(lap_appearance_draw_as(to->appearance, field)));
  if (placement) describe_placement(to, field, placement);
  json_builder_end_object(to->json);
}

/* --- what it is */

static void describe_shape(const Description *to, const LapGameField *field)
{
  if (!field->shape) return;
  lap_member_begin_object(to->json, "shape");
  lap_member_number(to->json, "width", field->shape->width);
  lap_member_number(to->json, "height", field->shape->height);
  json_builder_end_object(to->json);
  lap_member_true(to->json, "coordinates", lap_appearance_has_coordinates(to->appearance, field));
}

static void describe_set(const Description *to, const LapGameField *field)
{
  if (!field->set) return;
  g_autofree char *set = lap_describe_set_name(to->game, field->set);
  lap_member_text(to->json, "set", set);
}

static void describe_field(const Description *to, const LapGameField *field)
{
  gboolean list = field->count != LAP_NONE;
  json_builder_begin_object(to->json);
  lap_member_text(to->json, "name", field->name);
  lap_member_text(to->json, "title", lap_title_named(to->texts, "field", field->name));
  lap_member_text(to->json, "type", type_name(field));
  describe_set(to, field);
  lap_member_true(to->json, "of_seats", field->of_seats);
  if (!field->of_seats && field->rows > 1) lap_member_number(to->json, "rows", field->rows);
  if (list || field->capacity > 1) lap_member_number(to->json, "capacity", field->capacity);
  lap_member_true(to->json, "list", list);
  if (field->set) lap_member_text(to->json, "order", field->order == LAP_SET ? "set" : "places");
  lap_member_text(to->json, "visibility", visibility_name(field->visibility));
  describe_shape(to, field);
  describe_drawing(to, field);
  json_builder_end_object(to->json);
}

void lap_describe_fields(const Description *to)
{
  lap_member_begin_array(to->json, "fields");
  for (guint i = 0; i < to->game->fields->len; i++) {
    const LapGameField *field = to->game->fields->pdata[i];
    if (lap_appearance_is_sent(field)) describe_field(to, field);
  }
  json_builder_end_array(to->json);
}
