#include "table.h"

#include <string.h>

#include "field.h"
#include "host/describe/titles.h"
#include "host/projection/view.h"
#include "messages.h"
#include "players.h"
#include "terminal.h"

JsonObject *table_view(LapEngine *engine, const LapBlock *block, guint viewer)
{
  g_autoptr(GString) text = g_string_new(NULL);
  lap_view_write(engine, block, viewer, text);
  g_autoptr(JsonNode) node = json_from_string(text->str, NULL);
  return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_dup_object(node) : NULL;
}

char *table_name(const Table *table, guint seat)
{
  const char *name = table->scene.names[seat];
  return seat == table->viewer ? message_with("cli.you", WORD("name", name)) : g_strdup(name);
}

gboolean table_has_seat(const Table *table, const char *member, guint seat)
{
  JsonArray *seats = json_object_has_member(table->view, member) ? json_object_get_array_member(table->view, member)
                                                                 : NULL;
  for (guint i = 0; seats && i < json_array_get_length(seats); i++)
    if (json_array_get_int_element(seats, i) == seat) return TRUE;
  return FALSE;
}

/* --- what belongs to nobody */

static Picture *below_label(const Table *table, const LapGameField *field, Picture *body)
{
  g_autofree char *label = field_label(table, field);
  guint columns = MIN(terminal_columns(label), terminal_width() - 4);
  g_autofree char *fitted = terminal_fit(label, columns);
  Picture *picture = picture_new();
  picture_take(picture, terminal_styled(TERMINAL_DIM, fitted));
  picture_below(picture, body, 0);
  return picture;
}

static Picture *behind_label(const Table *table, const LapGameField *field, Picture *body)
{
  g_autofree char *label = field_label(table, field);
  Picture *picture = picture_new();
  picture_take(picture, terminal_styled(TERMINAL_DIM, label));
  picture_beside(picture, body, 1);
  return picture;
}

static void add_picture(const Table *table, const LapGameField *field, guint row, gboolean large, GPtrArray *out)
{
  guint columns = terminal_width() - 4;
  Picture *body = large ? field_large(table, field, row, columns) : NULL;
  if (body) {
    g_ptr_array_add(out, below_label(table, field, body));
    return;
  }
  body = field_small(table, field, row, columns - 20);
  if (body) g_ptr_array_add(out, behind_label(table, field, body));
}

/* Rows that are no seats are drawn one by one, but planes, which are one board. */
static void add_shared(const Table *table, const LapGameField *field, GPtrArray *out)
{
  guint rows = field_rows(table, field);
  if (!rows) add_picture(table, field, FIELD_WHOLE, TRUE, out);
  for (guint row = 0; row < rows; row++) add_picture(table, field, row, field_draw(table, field) == LAP_DRAW_GRID, out);
}

/* What is large comes first, then what takes most of the width, then what takes one line. */
typedef enum { RANK_LARGE, RANK_WIDE, RANK_LINE, RANKS } Rank;

static Rank rank_of(const Picture *picture)
{
  if (picture->line->len < 2) return RANK_LINE;
  return picture->columns > terminal_width() / 2 ? RANK_WIDE : RANK_LARGE;
}

/* Of one rank in the order of the fields. */
static Picture *shared_area(const Table *table)
{
  GPtrArray *pictures = g_ptr_array_new(), *sorted = g_ptr_array_new();
  for (guint i = 0; i < table->scene.looks->game->fields->len; i++) {
    const LapGameField *field = table->scene.looks->game->fields->pdata[i];
    if (field_is_drawn(table, field) && (!field->of_seats || field->type == LAP_PLANE))
      add_shared(table, field, pictures);
  }
  for (Rank rank = RANK_LARGE; rank < RANKS; rank++)
    for (guint i = 0; i < pictures->len; i++)
      if (rank_of(pictures->pdata[i]) == rank) g_ptr_array_add(sorted, pictures->pdata[i]);
  g_ptr_array_free(pictures, TRUE);
  return picture_flow(sorted, 4, terminal_width() - 4);
}

Picture *table_draw(const Table *table)
{
  g_autoptr(GArray) tokens = field_tokens(table);
  Table full = *table;
  full.scene.tokens = tokens;
  Picture *picture = picture_new(), *shared = shared_area(&full);
  gboolean any = shared->line->len > 0;
  picture_below(picture, shared, 2);
  if (any) picture_add(picture, "");
  picture_below(picture, players_draw(&full), 0);
  return picture;
}

/* --- the heading */

static char *waiting_names(const Table *table)
{
  GString *names = g_string_new(NULL);
  for (guint seat = 0; seat < table->seats; seat++)
    if (table_has_seat(table, "waiting", seat))
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", table->scene.names[seat]);
  return g_string_free(names, FALSE);
}

static char *heading_state(const Table *table)
{
  gint64 ply = json_object_get_int_member(table->view, "ply");
  if (json_object_get_boolean_member(table->view, "over")) return message_with("cli.over", COUNT("moves", ply));
  const char *phase = json_object_get_string_member(table->view, "phase");
  g_autofree char *names = waiting_names(table);
  return message_with("cli.move", COUNT("move", ply + 1), WORD("names", names),
                      WORD("phase", phase ? lap_title_named(table->scene.looks->texts, "phase", phase) : ""));
}

char *table_heading(const Table *table, const char *title)
{
  const char *dash = terminal()->utf8 ? "─" : "-";
  g_autofree char *styled = terminal_styled(TERMINAL_BOLD, title);
  g_autofree char *right = heading_state(table);
  GString *line = g_string_new(NULL);
  g_string_append_printf(line, "%s%s %s ", dash, dash, styled);
  guint used = 6 + terminal_columns(title) + terminal_columns(right) + 1;
  for (guint i = used; i < terminal_width(); i++) g_string_append(line, dash);
  g_string_append_printf(line, " %s %s", right, dash);
  return g_string_free(line, FALSE);
}

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
