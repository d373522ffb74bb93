/* Positions: a block by the names of its fields.
 *
 * A block is bytes whose places depend on the plugin's build. What outlives a process must not: therefore a position is
 * saved as text that names each field, row by row, with faces by their keys, and begins with the plugins, their
 * versions, the options and the number of seats. Derived fields and spare bytes are left out: they follow from the
 * rest, or are zero.
 *
 * Loading trusts nothing in the text: it checks all that a session checks, and makes sealed moves again step by step.
 */
#include <json-glib/json-glib.h>
#include <string.h>

#include "engine-private.h"
#include "host/json/parse.h"
#include "host/json/writer.h"
#include "position.h"

#define FORMAT 1

/* --- save */

static void save_item(const LapGameField *field, const guint8 *item, LapJsonWriter *json)
{
  const LapSlot *slot = (const LapSlot *)(gconstpointer)item;
  guint64 bits = 0;
  if (field->type != LAP_SLOT) {
    memcpy(&bits, item, field->item_size);
    lap_json_word_format(json, "%" G_GINT64_MODIFIER "x", GUINT64_FROM_LE(bits));
  } else if (slot->piece) {
    lap_json_word_format(json, "%s %04x", field->set->key[slot->piece], slot->known);
  } else {
    lap_json_null(json);
  }
}

static void save_row(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                     LapJsonWriter *json)
{
  guint n = field->type == LAP_PLANE ? field->words : items_of(engine, block, field, row);
  guint stride = field->type == LAP_PLANE ? sizeof(guint64) : field->item_stride;
  lap_json_begin_array(json);
  for (guint i = 0; i < n; i++) save_item(field, item_at(engine, block, field, row, 0) + (gsize)i * stride, json);
  lap_json_end_array(json);
}

static void save_step(const LapGame *game, const LapAction *step, LapJsonWriter *json)
{
  lap_json_begin_array(json);
  lap_json_word(json, lap_game_action(game, step->kind)->name);
  for (guint arg = 0; arg < step->n_args; arg++) lap_json_int(json, step->arg[arg]);
  lap_json_end_array(json);
}

static void save_sealed(LapEngine *engine, const LapBlock *block, LapJsonWriter *json)
{
  lap_json_member_array(json, "sealed");
  for (guint seat = 0; seat < engine->seats; seat++) {
    const LapAction *step = sealed_of(engine, (LapBlock *)block, seat);
    lap_json_begin_array(json);
    for (guint i = 0; i < lap_head_of(block)->sealed[seat]; i++) save_step(engine->game, &step[i], json);
    lap_json_end_array(json);
  }
  lap_json_end_array(json);
}

static void save_options(LapEngine *engine, LapJsonWriter *json)
{
  const LapGame *game = engine->game;
  lap_json_member_array(json, "options");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++) {
      g_autofree char *value = lap_options_get(engine->options, game, depth, i);
      lap_json_word_format(json, "%s/%s %s", game->level[depth].plugin.id, game->level[depth].options[i].name, value);
    }
  lap_json_end_array(json);
}

/* What every position of an engine begins with: format, plugins and versions, options, seats. */
static void save_identity(LapEngine *engine, LapJsonWriter *json)
{
  const LapGame *game = engine->game;
  lap_json_member_int(json, "position", FORMAT);
  lap_json_member_array(json, "plugins");
  for (guint depth = 0; depth < game->depth; depth++)
    lap_json_word_format(json, "%s %s", game->level[depth].plugin.id, game->level[depth].plugin.version);
  lap_json_end_array(json);
  save_options(engine, json);
  lap_json_member_int(json, "seats", engine->seats);
}

static void save_head(LapEngine *engine, const LapBlock *block, LapJsonWriter *json)
{
  const LapHead *head = lap_head_of(block);
  lap_json_name(json, "generator");
  lap_json_word_format(json, "%" G_GINT64_MODIFIER "x", head->generator.state);
  lap_json_member_word(json, "phase", phase_of(engine, head->phase)->name);
  lap_json_member_int(json, "ply", head->ply);
  lap_json_member_bool(json, "over", head->over);
  lap_json_member_int(json, "steps", head->steps);
  lap_json_member_int(json, "ready", head->ready);
}

static void save_fields(LapEngine *engine, const LapBlock *block, LapJsonWriter *json)
{
  lap_json_member_object(json, "fields");
  for (guint i = 0; i < engine->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(engine->game->fields, i);
    if (field->visibility == LAP_DERIVED || field->type == LAP_SPARE) continue;
    lap_json_member_array(json, field->name);
    for (guint row = 0; row < rows_of(engine, field); row++) save_row(engine, block, field, row, json);
    lap_json_end_array(json);
  }
  lap_json_end_object(json);
}

void lap_position_save(LapEngine *engine, const LapBlock *block, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  save_identity(engine, &json);
  save_head(engine, block, &json);
  save_sealed(engine, block, &json);
  save_fields(engine, block, &json);
  lap_json_end_object(&json);
}

/* --- load: every reader fails with what is wrong, and where */

typedef struct {
  LapEngine *engine;
  LapBlock *block;
  JsonObject *object;
  GError **error;
  gboolean any_build; /* it may be of another one of the game */
  gboolean loosely;   /* and have other fields */
} Reader;

static gboolean wrong(Reader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean wrong(Reader *reader, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  if (!reader->error || !*reader->error)
    g_set_error(reader->error, LAP_GAME_ERROR, LAP_GAME_ERROR_POSITION, "position of %s: %s", reader->engine->game->id,
                text);
  return FALSE;
}

static gboolean is_text(JsonNode *node)
{
  return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
}

static JsonArray *read_array(Reader *reader, JsonNode *node, const char *what, guint least, guint most)
{
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  guint n = array ? json_array_get_length(array) : 0;
  if (array && n >= least && n <= most) return array;
  if (!array)
    wrong(reader, "%s is not an array", what);
  else
    wrong(reader, "%s has %u elements, there must be %u to %u", what, n, least, most);
  return NULL;
}

static gboolean read_number(Reader *reader, const char *name, gint64 most, gint64 *number)
{
  JsonNode *node = json_object_get_member(reader->object, name);
  if (!node || !JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_INT64)
    return wrong(reader, "\"%s\" is not an integer", name);
  *number = json_node_get_int(node);
  return *number >= 0 && *number <= most
             ? TRUE
             : wrong(reader, "\"%s\" is %" G_GINT64_FORMAT ", it must be 0 to %" G_GINT64_FORMAT, name, *number, most);
}

static gboolean read_hex(Reader *reader, JsonNode *node, const char *what, guint64 most, guint64 *bits)
{
  if (!is_text(node) || !g_ascii_string_to_unsigned(json_node_get_string(node), 16, 0, most, bits, NULL))
    return wrong(reader, "%s is not a hexadecimal number of at most %" G_GINT64_MODIFIER "x in a string", what, most);
  return TRUE;
}

static guint face_named(const LapPieceSet *set, const char *key, gsize n)
{
  for (guint face = 1; face <= set->faces; face++)
    if (strlen(set->key[face]) == n && memcmp(set->key[face], key, n) == 0) return face;
  return 0;
}

static gboolean read_slot(Reader *reader, const LapGameField *field, JsonNode *node, LapSlot *slot)
{
  if (json_node_is_null(node)) return TRUE;
  const char *text = is_text(node) ? json_node_get_string(node) : "";
  const char *space = strchr(text, ' ');
  guint64 known = 0;
  guint face = space ? face_named(field->set, text, (gsize)(space - text)) : 0;
  if (!face || !g_ascii_string_to_unsigned(space + 1, 16, 0, LAP_EVERYONE, &known, NULL))
    return wrong(reader, "field %s: \"%s\" is not a face of \"%s\" and a mask of four hexadecimal digits", field->name,
                 text, field->set->name);
  *slot = (LapSlot){(guint16)face, (guint16)known};
  return TRUE;
}

static gboolean read_item(Reader *reader, const LapGameField *field, JsonNode *node, guint8 *item)
{
  if (field->type == LAP_SLOT) return read_slot(reader, field, node, (LapSlot *)(gpointer)item);
  guint64 bits;
  guint64 most = field->item_size == 8 ? G_MAXUINT64 : (G_GUINT64_CONSTANT(1) << (8 * field->item_size)) - 1;
  if (!read_hex(reader, node, field->name, most, &bits)) return FALSE;
  bits = GUINT64_TO_LE(bits);
  memcpy(item, &bits, field->item_size);
  return TRUE;
}

/* Whether a field before this one has the same counts. */
static gboolean has_earlier_column(const Reader *reader, const LapGameField *field)
{
  for (guint i = 0; i < reader->engine->game->fields->len; i++) {
    const LapGameField *other = g_ptr_array_index(reader->engine->game->fields, i);
    if (other == field) return FALSE;
    if (other->depth == field->depth && other->count == field->count) return TRUE;
  }
  return FALSE;
}

static gboolean read_row(Reader *reader, const LapGameField *field, guint row, JsonNode *node)
{
  gboolean plane = field->type == LAP_PLANE, list = field->count != LAP_NONE;
  guint most = plane ? field->words : field->capacity;
  JsonArray *items = read_array(reader, node, field->name, list ? 0 : most, most);
  if (!items) return FALSE;
  guint n = json_array_get_length(items);
  guint8 *first = item_at(reader->engine, reader->block, field, row, 0);
  for (guint i = 0; i < n; i++)
    if (!read_item(reader, field, json_array_get_element(items, i),
                   first + (gsize)i * (plane ? sizeof(guint64) : field->item_stride)))
      return FALSE;
  guint16 *count = list ? count_at(reader->engine, reader->block, field, row) : NULL;
  if (count && *count != n && has_earlier_column(reader, field))
    return wrong(reader, "field %s, row %u, has %u items, but another column of the same list has %u", field->name, row,
                 n, *count);
  if (count) *count = (guint16)n;
  return TRUE;
}

static gboolean read_fields(Reader *reader)
{
  JsonNode *node = json_object_get_member(reader->object, "fields");
  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) return wrong(reader, "\"fields\" is not an object");
  JsonObject *fields = json_node_get_object(node);
  guint n = 0;
  for (guint i = 0; i < reader->engine->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(reader->engine->game->fields, i);
    if (field->visibility == LAP_DERIVED || field->type == LAP_SPARE) continue;
    guint n_rows = rows_of(reader->engine, field);
    JsonNode *member = json_object_get_member(fields, field->name);
    if (!member && reader->loosely) continue;
    if (!member) return wrong(reader, "field %s is missing", field->name);
    JsonArray *rows = read_array(reader, member, field->name, n_rows, n_rows);
    for (guint row = 0; rows && row < n_rows; row++)
      if (!read_row(reader, field, row, json_array_get_element(rows, row))) return FALSE;
    if (!rows) return FALSE;
    n++;
  }
  return reader->loosely || n == json_object_get_size(fields) ? TRUE
                                                              : wrong(reader, "it has fields that the game has not");
}

static gboolean read_action(Reader *reader, guint seat, JsonNode *node, LapAction *action)
{
  JsonArray *step = read_array(reader, node, "a sealed step", 1, 1 + LAP_ARGS_MAX);
  const char *name = step && is_text(json_array_get_element(step, 0)) ? json_array_get_string_element(step, 0) : "";
  const LapGameKind *kind = lap_game_action_named(reader->engine->game, name);
  if (!step || !kind || json_array_get_length(step) != 1 + kind->n_args)
    return wrong(reader, "a sealed step of seat %u is no action of the game with its arguments", seat);
  *action = (LapAction){.kind = kind->id, .seat = (guint8)seat, .n_args = (guint8)kind->n_args};
  for (guint i = 0; i < kind->n_args; i++) {
    JsonNode *given = json_array_get_element(step, i + 1);
    if (!JSON_NODE_HOLDS_VALUE(given) || json_node_get_value_type(given) != G_TYPE_INT64)
      return wrong(reader, "argument %u of a sealed step of seat %u is not an integer", i + 1, seat);
    gint64 arg = json_node_get_int(given);
    if (arg < G_MININT16 || arg > G_MAXINT16)
      return wrong(reader, "argument %u of a sealed step of seat %u is out of range", i + 1, seat);
    action->arg[i] = (gint16)arg;
  }
  return TRUE;
}

/* Seals the step again, as if it were made now. */
static gboolean read_sealed_step(Reader *reader, guint seat, JsonNode *node)
{
  LapAction action;
  if (!read_action(reader, seat, node, &action)) return FALSE;
  if (lap_engine_waiting(reader->engine, reader->block) >> seat & 1) {
    const LapActions *legal = lap_engine_legal(reader->engine, reader->block, seat);
    for (guint i = 0; i < legal->n; i++)
      if (lap_same_action(&legal->v[i], &action))
        return lap_engine_apply(reader->engine, reader->block, &action) != LAP_MOVE_FAULT ||
               wrong(reader, "%s", reader->engine->fault->str);
  }
  return wrong(reader, "a sealed step of seat %u is not legal", seat);
}

/* Who is ready follows from the sealed moves; what the position says of it must agree. */
static gboolean read_sealed(Reader *reader)
{
  const LapHead stated = *lap_head(reader->block);
  LapHead *head = lap_head(reader->block);
  guint seats = reader->engine->seats;
  gboolean together = !stated.over && phase_of(reader->engine, stated.phase)->kind == LAP_PHASE_TOGETHER;
  head->ready = 0;
  JsonArray *sealed = read_array(reader, json_object_get_member(reader->object, "sealed"), "\"sealed\"", seats, seats);
  for (guint seat = 0; sealed && seat < seats; seat++) {
    JsonArray *steps = read_array(reader, json_array_get_element(sealed, seat), "a sealed move", 0,
                                  together ? reader->engine->game->steps_max : 0);
    for (guint i = 0; steps && i < json_array_get_length(steps); i++)
      if (!read_sealed_step(reader, seat, json_array_get_element(steps, i))) return FALSE;
    if (!steps) return FALSE;
  }
  if (!sealed) return FALSE;
  head->ply = stated.ply;
  return head->ready == stated.ready && head->phase == stated.phase
             ? TRUE
             : wrong(reader, "\"ready\" does not agree with the sealed moves");
}

static gboolean read_head(Reader *reader)
{
  LapHead *head = lap_head(reader->block);
  gint64 ply, steps, ready;
  guint64 generator;
  JsonNode *phase_node = json_object_get_member(reader->object, "phase");
  JsonNode *over = json_object_get_member(reader->object, "over");
  const LapGamePhase *phase = is_text(phase_node)
                                  ? lap_game_phase_named(reader->engine->game, json_node_get_string(phase_node))
                                  : NULL;
  if (!phase || phase->removed) return wrong(reader, "\"phase\" is no phase of the game");
  if (!over || !JSON_NODE_HOLDS_VALUE(over) || json_node_get_value_type(over) != G_TYPE_BOOLEAN)
    return wrong(reader, "\"over\" is not true or false");
  if (!read_number(reader, "ply", G_MAXUINT32, &ply) || !read_number(reader, "steps", G_MAXUINT8, &steps) ||
      !read_number(reader, "ready", (1 << reader->engine->seats) - 1, &ready) ||
      !read_hex(reader, json_object_get_member(reader->object, "generator"), "\"generator\"", G_MAXUINT64, &generator))
    return FALSE;
  *head = (LapHead){.generator = {generator},
                    .ply = (guint32)ply,
                    .phase = phase->id,
                    .ready = (guint16)ready,
                    .over = json_node_get_boolean(over),
                    .steps = (guint8)steps,
                    .seats = reader->engine->seats};
  return TRUE;
}

/* The text begins as every position of this engine does: same plugins, versions, options and seats. */
static gboolean check_identity(Reader *reader, const char *text)
{
  g_autoptr(GString) expected = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(expected);
  lap_json_begin_object(&json);
  save_identity(reader->engine, &json);
  return g_str_has_prefix(text, expected->str) ? TRUE : wrong(reader, "it must begin with %s", expected->str);
}

static gboolean load(Reader *reader, const char *text)
{
  g_autoptr(JsonNode) root = lap_json_parse(text, strlen(text), reader->error);
  if (!root) return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT(root)) return wrong(reader, "not an object");
  reader->object = json_node_get_object(root);
  if ((!reader->any_build && !check_identity(reader, text)) || !read_head(reader) || !read_fields(reader)) return FALSE;
  reader->engine->faulted = FALSE;
  lap_engine_derive(reader->engine, reader->block);
  if (!lap_check_block(reader->engine, reader->block)) return wrong(reader, "%s", reader->engine->fault->str);
  gboolean over = lap_head_of(reader->block)->over;
  if (!over && phase_of(reader->engine, lap_head_of(reader->block)->phase)->kind == LAP_PHASE_AUTOMATIC)
    return wrong(reader, "its phase is one in which nobody decides");
  if (!read_sealed(reader)) return FALSE;
  if (!over && (!lap_engine_waiting(reader->engine, reader->block) || reader->engine->faulted))
    return wrong(reader, "nobody has a decision, and the match is not over");
  return TRUE;
}

static gboolean load_into(Reader *reader, LapBlock *block, const char *text, GError **error)
{
  g_autoptr(LapBlock) loaded = lap_block_new(reader->engine);
  g_autoptr(GError) local = NULL;
  reader->block = loaded;
  reader->error = &local;
  if (!load(reader, text)) {
    g_propagate_error(error, g_steal_pointer(&local));
    return FALSE;
  }
  memcpy(block, loaded, reader->engine->block_size);
  return TRUE;
}

gboolean lap_position_load(LapEngine *engine, LapBlock *block, const char *text, GError **error)
{
  Reader reader = {.engine = engine};
  return load_into(&reader, block, text, error);
}

gboolean lap_position_convert(LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *block_to,
                              gboolean loosely, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  Reader reader = {.engine = to, .any_build = TRUE, .loosely = loosely};
  lap_position_save(from, block, text);
  return load_into(&reader, block_to, text->str, error);
}
