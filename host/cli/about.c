#include "about.h"

#include "host/describe/titles.h"
#include "table.h"
#include "terminal.h"

static void find_face(const char *key, const LapPieceSet *set, gboolean *found)
{
  for (guint face = 1; face <= set->faces; face++)
    if (g_str_equal(set->key[face], key)) found[face] = TRUE;
}

/* Marks the faces that a part of a view names. */
static void find_faces(JsonNode *node, const LapPieceSet *set, gboolean *found)
{
  if (JSON_NODE_HOLDS_ARRAY(node)) {
    JsonArray *array = json_node_get_array(node);
    for (guint i = 0; i < json_array_get_length(array); i++) find_faces(json_array_get_element(array, i), set, found);
  } else if (JSON_NODE_HOLDS_OBJECT(node)) {
    g_autoptr(GList) members = json_object_get_values(json_node_get_object(node));
    for (GList *member = members; member; member = member->next) find_faces(member->data, set, found);
  } else if (json_node_get_value_type(node) == G_TYPE_STRING) {
    find_face(json_node_get_string(node), set, found);
  }
}

static void print_set(const LapGame *game, const LapPieceSet *set, JsonObject *fields, LapTexts *texts)
{
  g_autofree gboolean *found = g_new0(gboolean, set->faces + 1u);
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = game->fields->pdata[i];
    JsonNode *value = field->set == set ? json_object_get_member(fields, field->name) : NULL;
    if (value) find_faces(value, set, found);
  }
  for (guint face = 1; face <= set->faces; face++) {
    const char *about = found[face] ? lap_title_about(game, texts, set, face) : NULL;
    if (!about) continue;
    g_autofree char *title = lap_texts_piece(texts, set, face), *paragraph = g_strdup_printf("%s: %s", title, about);
    terminal_paragraph("  ", paragraph);
  }
}

void about_print(LapEngine *engine, const LapBlock *block, LapTexts *texts, guint viewer)
{
  const LapGame *game = lap_engine_game(engine);
  g_autoptr(JsonObject) view = table_view(engine, block, viewer);
  JsonObject *fields = view ? json_object_get_object_member(view, "fields") : NULL;
  for (guint i = 0; fields && i < game->sets->len; i++) print_set(game, game->sets->pdata[i], fields, texts);
}
