#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "host/engine/position.h"
#include "host/engine/session.h"
#include "host/json/parse.h"
#include "host/match/log-header.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "dump", "FILE", "Prints a position by its fields: all that there is, whoever may see it.",
    "FILE is the log of a match, as `play --log` and `check --save-log` write it, or a\n"
    "position that --save has printed. Behind each piece stands who has seen it: seats,\n"
    "w for the watcher, or all. Rows of a grid are parted by bars; of sets of cells the\n"
    "cells are numbered from 0.\n"
    "\n"
    "Examples:\n"
    "  lapidary dump match.log\n"
    "  lapidary dump match.log --ply 4 --field hand\n"
    "  lapidary dump match.log --ply 4 --save > position.json",
    subcommand_dump};

/* A position, and what it is of. */
typedef struct {
  LapRegistry *registry;
  GPtrArray *games;    /* that were loaded */
  LapSession *session; /* of a log, or NULL */
  LapEngine *owned;    /* of a saved position, or NULL */
  LapBlock *block;
  LapEngine *engine;
} Position;

static void position_clear(Position *position)
{
  g_clear_pointer(&position->session, lap_session_free);
  if (position->owned) lap_block_free(position->block);
  g_clear_pointer(&position->owned, lap_engine_free);
  g_clear_pointer(&position->games, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Position, position_clear)

/* --- items */

static void append_seen_by(GString *out, guint known)
{
  if (known == LAP_EVERYONE || !known) {
    g_string_append(out, known ? "all" : "nobody");
    return;
  }
  const char *comma = "";
  for (guint seat = 0; seat < LAP_WATCHER; seat++) {
    if (!(known >> seat & 1)) continue;
    g_string_append_printf(out, "%s%u", comma, seat);
    comma = ",";
  }
  if (known >> LAP_WATCHER & 1) g_string_append_printf(out, "%sw", comma);
}

static void append_piece(GString *out, const LapGameField *field, const LapSlot *slot)
{
  if (!slot->piece) {
    g_string_append_c(out, '-');
  } else if (slot->piece > field->set->faces) {
    g_string_append_printf(out, "%u?", slot->piece);
  } else {
    g_string_append_printf(out, "%s@", field->set->key[slot->piece]);
    append_seen_by(out, slot->known);
  }
}

static void append_number(GString *out, guint type, const void *at)
{
  guint64 bits = 0;
  switch (type) {
  case LAP_I8:
    g_string_append_printf(out, "%d", *(const gint8 *)at);
    return;
  case LAP_I16:
    g_string_append_printf(out, "%d", *(const gint16 *)at);
    return;
  case LAP_I32:
    g_string_append_printf(out, "%d", *(const gint32 *)at);
    return;
  default:
    memcpy(&bits, at, type == LAP_U8 ? 1 : type == LAP_U16 ? 2 : type == LAP_U32 ? 4 : 8);
    g_string_append_printf(out, "%" G_GUINT64_FORMAT, bits);
  }
}

/* The numbers of the cells that a plane has. */
static void append_cells(GString *out, const LapShape *shape, const guint64 *words)
{
  gsize before = out->len;
  for (guint cell = 0; cell < (guint)shape->width * shape->height; cell++) {
    guint bit = (guint)(shape->origin + (int)(cell % shape->width) * shape->step_x +
                        (int)(cell / shape->width) * shape->step_y);
    if (words[bit / 64] >> bit % 64 & 1) g_string_append_printf(out, " %u", cell);
  }
  if (out->len == before) g_string_append(out, " none");
}

static void append_row(GString *out, const Position *position, const LapGameField *field, guint row)
{
  guint n;
  const guint8 *item = lap_engine_row(position->engine, position->block, field, row, &n);
  if (field->type == LAP_PLANE) {
    append_cells(out, field->shape, (const guint64 *)(gconstpointer)item);
    return;
  }
  for (guint i = 0; i < n; i++, item += field->item_stride) {
    if (field->shape && i && i % field->shape->width == 0) g_string_append(out, " |");
    g_string_append_c(out, ' ');
    if (field->type == LAP_SLOT)
      append_piece(out, field, (const LapSlot *)(gconstpointer)item);
    else
      append_number(out, field->type, item);
  }
  if (!n) g_string_append(out, " none");
}

/* --- fields */

static const char *type_of(const LapGameField *field)
{
  static const char *const types[] = {[LAP_U8] = "u8",   [LAP_I8] = "i8",   [LAP_U16] = "u16", [LAP_I16] = "i16",
                                      [LAP_U32] = "u32", [LAP_I32] = "i32", [LAP_U64] = "u64", [LAP_PLANE] = "cells"};
  return field->type == LAP_SLOT ? field->set->name : types[field->type];
}

static const char *visibility_of(const LapGameField *field)
{
  static const char *const names[] = {[LAP_PUBLIC] = "public",
                                      [LAP_ROW_OWNER] = "its owner",
                                      [LAP_BY_MASK] = "who has seen it",
                                      [LAP_TOP] = "the top",
                                      [LAP_BY_OWNER] = "its owner, if seen",
                                      [LAP_SIZE] = "how many",
                                      [LAP_NOBODY] = "nobody",
                                      [LAP_DERIVED] = "derived"};
  return names[field->visibility];
}

static void print_field(const Position *position, const LapGameField *field)
{
  guint rows = lap_engine_rows(position->engine, field);
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, "%s (%s; %s):", field->name, type_of(field), visibility_of(field));
  for (guint row = 0; row < rows; row++) {
    if (field->of_seats || field->rows > 1)
      g_string_append_printf(out, "\n  %s %u:", field->of_seats ? "seat" : "row", row);
    append_row(out, position, field, row);
  }
  puts(out->str);
}

/* By its whole name, or by the bare one. */
static gboolean is_called(const LapGameField *field, const char *name)
{
  return !name || !strcmp(field->name, name) || !strcmp(strchr(field->name, '/') + 1, name);
}

static int print_fields(const Position *position, const char *name)
{
  const GPtrArray *fields = lap_engine_game(position->engine)->fields;
  gboolean any = FALSE;
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = fields->pdata[i];
    if (field->type == LAP_SPARE || !is_called(field, name)) continue;
    print_field(position, field);
    any = TRUE;
  }
  if (any || !name) return EXIT_FINE;
  return fail_with(EXIT_UNKNOWN, "%s has no field '%s'", lap_engine_game(position->engine)->id, name);
}

/* --- what stands before them: as a saved position has it */

static void print_texts(JsonObject *saved, const char *member)
{
  JsonArray *texts = json_object_get_array_member(saved, member);
  for (guint i = 0; i < json_array_get_length(texts); i++)
    printf("%s%s", i ? ", " : "", json_array_get_string_element(texts, i));
}

static void print_sealed(JsonObject *saved)
{
  JsonArray *seats = json_object_get_array_member(saved, "sealed");
  for (guint seat = 0; seat < json_array_get_length(seats); seat++) {
    JsonArray *steps = json_array_get_array_element(seats, seat);
    for (guint i = 0; i < json_array_get_length(steps); i++) {
      JsonNode *step = json_array_get_element(steps, i);
      g_autofree char *text = json_to_string(step, FALSE);
      printf("sealed by seat %u: %s\n", seat, text);
    }
  }
}

static void print_head(const Position *position)
{
  g_autoptr(GString) text = g_string_new(NULL);
  lap_position_save(position->engine, position->block, text);
  g_autoptr(JsonNode) root = lap_json_parse(text->str, text->len, NULL);
  JsonObject *saved = json_node_get_object(root);
  const LapHead *head = lap_head_of(position->block);
  print_texts(saved, "plugins");
  printf("; %u seats%s", head->seats,
         json_array_get_length(json_object_get_array_member(saved, "options")) ? "; " : "");
  print_texts(saved, "options");
  printf("\nply %u, %s%s\n", head->ply, head->over ? "over, " : "", json_object_get_string_member(saved, "phase"));
  printf("generator %s\n", json_object_get_string_member(saved, "generator"));
  print_sealed(saved);
}

/* --- reading */

static LapGame *find_game(const char *id, gpointer data, GError **error)
{
  Position *position = data;
  LapGame *game = lap_registry_load(position->registry, id, error);
  if (game) g_ptr_array_add(position->games, game);
  return game;
}

/* The header and so many moves. Returns: (transfer full) (nullable): NULL if there are fewer */
static char *begin_of(const char *text, guint64 moves)
{
  const char *end = text;
  for (guint64 line = 0; line <= moves; line++) {
    end = strchr(end, '\n');
    if (!end || (line < moves && !end[1])) return NULL;
    end++;
  }
  return g_strndup(text, (gsize)(end - text));
}

static gboolean read_log(Position *position, const char *text, GError **error)
{
  g_autofree char *id = lap_log_game(text, error);
  LapGame *game = id ? find_game(id, position, error) : NULL;
  if (!game) return FALSE;
  g_autoptr(LapLog) log = lap_log_replay(game, find_game, position, text, &position->session, error);
  if (!log) return FALSE;
  position->engine = lap_session_engine(position->session);
  position->block = (LapBlock *)lap_session_block(position->session);
  return TRUE;
}

static gboolean fail_to_read(GError **error, const char *why)
{
  g_set_error(error, LAP_LOG_ERROR, LAP_LOG_ERROR_SYNTAX, "%s", why);
  return FALSE;
}

/* NULL: it is no text. */
static const char *text_of(JsonNode *node)
{
  gboolean is_text = JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
  return is_text ? json_node_get_string(node) : NULL;
}

/* "x/rounds 3" */
static gboolean set_option(LapOptions *options, const LapGame *game, JsonNode *node, GError **error)
{
  const char *text = text_of(node), *blank = text ? strchr(text, ' ') : NULL;
  if (!blank) return fail_to_read(error, "an option is not a name with a value");
  g_autofree char *name = g_strndup(text, (gsize)(blank - text));
  return lap_options_set(options, game, name, blank + 1, error);
}

static gboolean set_options(LapOptions *options, const LapGame *game, JsonNode *node, GError **error)
{
  if (!node || !JSON_NODE_HOLDS_ARRAY(node)) return fail_to_read(error, "the position has no options");
  JsonArray *texts = json_node_get_array(node);
  for (guint i = 0; i < json_array_get_length(texts); i++)
    if (!set_option(options, game, json_array_get_element(texts, i), error)) return FALSE;
  return TRUE;
}

/* The id of the last of "plugins", which are texts like "x 1.0.0". */
static char *game_of_position(JsonObject *saved)
{
  JsonNode *node = json_object_get_member(saved, "plugins");
  JsonArray *plugins = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  guint n = plugins ? json_array_get_length(plugins) : 0;
  const char *text = n ? text_of(json_array_get_element(plugins, n - 1)) : NULL;
  return text ? g_strndup(text, strcspn(text, " ")) : NULL;
}

static gboolean read_position(Position *position, const char *text, JsonObject *saved, GError **error)
{
  g_autofree char *id = game_of_position(saved);
  if (!id) return fail_to_read(error, "the position names no plugins");
  LapGame *game = find_game(id, position, error);
  if (!game) return FALSE;
  g_autoptr(LapOptions) options = lap_options_new(game);
  if (!set_options(options, game, json_object_get_member(saved, "options"), error)) return FALSE;
  gint64 seats = lap_log_number(saved, "seats", LAP_SEATS_MAX);
  position->owned = lap_engine_new(game, (guint)MAX(seats, 0), options, error);
  if (!position->owned) return FALSE;
  position->engine = position->owned;
  position->block = lap_block_new(position->engine);
  return lap_position_load(position->engine, position->block, text, error);
}

/* A saved position is one object; NULL: it is something else. */
static JsonNode *parse_position(const char *text)
{
  JsonNode *root = lap_json_parse(text, strlen(text), NULL);
  if (root && JSON_NODE_HOLDS_OBJECT(root) && json_object_has_member(json_node_get_object(root), "position"))
    return root;
  g_clear_pointer(&root, json_node_unref);
  return NULL;
}

/* --- the command line */

/* What is asked for. */
typedef struct {
  char *ply, *field; /* or NULL */
  gboolean save;
} Wanted;

static int print_position(const Position *position, const Wanted *wanted)
{
  if (wanted->save) {
    g_autoptr(GString) text = g_string_new(NULL);
    lap_position_save(position->engine, position->block, text);
    puts(text->str);
    return EXIT_FINE;
  }
  if (!wanted->field) print_head(position);
  return print_fields(position, wanted->field);
}

static int dump(Position *position, const char *file, const char *text, const Wanted *wanted)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) saved = parse_position(text);
  guint64 ply = 0;
  if (saved && wanted->ply) return fail_with(EXIT_USAGE, "%s is one position; --ply is for logs", file);
  if (!parse_number_option("--ply", wanted->ply, 0, G_MAXUINT32, &ply)) return EXIT_USAGE;
  g_autofree char *part = wanted->ply ? begin_of(text, ply) : g_strdup(text);
  if (!part) return fail_with(EXIT_UNKNOWN, "%s: there is no ply %" G_GUINT64_FORMAT, file, ply);
  gboolean is_read = saved ? read_position(position, text, json_node_get_object(saved), &error)
                           : read_log(position, part, &error);
  if (!is_read) return fail_with(EXIT_FAILED, "%s: %s", file, error->message);
  return print_position(position, wanted);
}

int subcommand_dump(int n, char **arguments)
{
  g_autofree char *ply = NULL, *field = NULL, *text = NULL;
  gboolean save = FALSE;
  const GOptionEntry options[] = {
      {"ply", 'p', 0, G_OPTION_ARG_STRING, &ply, "After so many moves of a log, 0 for the start", "NUMBER"},
      {"field", 'f', 0, G_OPTION_ARG_STRING, &field, "This field alone", "NAME"},
      {"save", 0, 0, G_OPTION_ARG_NONE, &save, "Print it as text that can be read again", NULL},
      {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_autoptr(GError) error = NULL;
  gsize length;
  if (!g_file_get_contents(arguments[1], &text, &length, &error)) return fail_with(EXIT_UNKNOWN, "%s", error->message);
  if (strlen(text) != length) return fail_with(EXIT_FAILED, "%s: it holds a zero byte", arguments[1]);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_auto(Position)
      position = {.registry = registry, .games = g_ptr_array_new_with_free_func((GDestroyNotify)lap_game_unref)};
  const Wanted wanted = {ply, field, save};
  return dump(&position, arguments[1], text, &wanted);
}
