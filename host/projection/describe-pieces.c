/* Piece sets, with the appearance of their faces and backs. */
#include "describe-private.h"

static const char *colour_name(guint colour)
{
  static const char *const names[] = {
      [LAP_COLOUR_WHITE] = "white", [LAP_COLOUR_BLACK] = "black",   [LAP_COLOUR_GREY] = "grey",
      [LAP_COLOUR_RED] = "red",     [LAP_COLOUR_ORANGE] = "orange", [LAP_COLOUR_YELLOW] = "yellow",
      [LAP_COLOUR_GREEN] = "green", [LAP_COLOUR_BLUE] = "blue",     [LAP_COLOUR_PURPLE] = "purple",
      [LAP_COLOUR_PINK] = "pink",   [LAP_COLOUR_BROWN] = "brown"};
  return colour < G_N_ELEMENTS(names) ? names[colour] : NULL;
}

void lap_describe_colour(LapJsonWriter *json, guint colour)
{
  lap_json_member_optional(json, "colour", colour_name(colour));
}

void lap_describe_picture(const Description *to, const char *name)
{
  lap_json_member_optional(to->json, "picture", lap_pictures_find(to->pictures, name));
}

void lap_describe_face(const Description *to, const LapFace *face)
{
  if (!face) return;
  lap_describe_colour(to->json, face->colour);
  lap_json_member_optional(to->json, "mark", face->mark);
  lap_describe_picture(to, face->picture);
}

char *lap_describe_set_name(const LapGame *game, const LapPieceSet *set)
{
  return g_strconcat(game->level[set->id >> 8].plugin.id, "/", set->name, NULL);
}

/* --- drawings */

static const char *place_name(guint at)
{
  static const char *const names[] = {[LAP_AT_MIDDLE] = "middle", [LAP_AT_NORTH] = "north", [LAP_AT_EAST] = "east",
                                      [LAP_AT_SOUTH] = "south",   [LAP_AT_WEST] = "west",   [LAP_AT_CELL] = "cell"};
  return at < G_N_ELEMENTS(names) ? names[at] : names[LAP_AT_MIDDLE];
}

static void describe_mark(LapJsonWriter *json, const LapMark *mark)
{
  g_autofree char *number = g_strdup_printf("%d", mark->number);
  lap_json_begin_object(json);
  lap_json_member_string(json, "at", place_name(mark->at));
  if (mark->at == LAP_AT_CELL) {
    lap_json_member_int(json, "x", mark->x);
    lap_json_member_int(json, "y", mark->y);
  }
  lap_describe_colour(json, mark->colour);
  lap_json_member_string(json, "text", mark->text ? mark->text : number);
  lap_json_end_object(json);
}

static void describe_drawing(const Description *to, const LapDrawing *drawing)
{
  LapJsonWriter *json = to->json;
  lap_describe_colour(json, drawing->colour);
  lap_describe_picture(to, drawing->picture);
  if (drawing->width && drawing->height) {
    lap_json_member_object(json, "grid");
    lap_json_member_int(json, "width", drawing->width);
    lap_json_member_int(json, "height", drawing->height);
    lap_json_end_object(json);
  }
  if (!drawing->n) return;
  lap_json_member_array(json, "marks");
  for (guint i = 0; i < drawing->n; i++) describe_mark(json, &drawing->mark[i]);
  lap_json_end_array(json);
}

/* --- sets */

static void describe_face_of(const Description *to, const LapPieceSet *set, guint face)
{
  LapDrawing drawing;
  g_autofree char *title = lap_texts_piece(to->texts, set, face);
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "key", set->key[face]);
  lap_json_member_string(to->json, "title", title);
  lap_json_member_optional(to->json, "about", lap_title_about(to->game, to->texts, set, face));
  if (set->total) lap_json_member_int(to->json, "copies", set->copies[face]);
  lap_json_member_string(to->json, "back", set->backs[set->back[face]]);
  if (lap_appearance_draw(to->appearance, set, face, &drawing))
    describe_drawing(to, &drawing);
  else
    lap_describe_face(to, lap_appearance_face(to->appearance, set, face));
  lap_json_end_object(to->json);
}

static void describe_back_of(const Description *to, const LapPieceSet *set, guint back)
{
  g_autofree char *title = lap_texts_back(to->texts, set, back);
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "key", set->backs[back]);
  lap_json_member_string(to->json, "title", title);
  lap_describe_face(to, lap_appearance_back(to->appearance, set, back));
  lap_json_end_object(to->json);
}

static void describe_set(const Description *to, const LapPieceSet *set)
{
  g_autofree char *name = lap_describe_set_name(to->game, set);
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "name", name);
  if (lap_appearance_style(to->appearance, set) == LAP_STYLE_PAPER) lap_json_member_string(to->json, "style", "paper");
  lap_json_member_array(to->json, "backs");
  for (guint back = 0; back < set->n_backs; back++) describe_back_of(to, set, back);
  lap_json_end_array(to->json);
  lap_json_member_array(to->json, "faces");
  for (guint face = 1; face <= set->faces; face++) describe_face_of(to, set, face);
  lap_json_end_array(to->json);
  lap_json_end_object(to->json);
}

void lap_describe_pieces(const Description *to)
{
  lap_json_member_array(to->json, "sets");
  for (guint i = 0; i < to->game->sets->len; i++) describe_set(to, to->game->sets->pdata[i]);
  lap_json_end_array(to->json);
}
