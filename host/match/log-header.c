/* What a log was played with, which both kinds of log begin with: the match in the store (match-header.h) and the
 * exported log (log.h). Plugins with their versions, the data of their catalogues as hashes, options and seats are
 * written here, read back, and compared with the game that is there now. */
#include "log-header.h"

#include <string.h>

#include "host/json/parse.h"

GQuark lap_log_error_quark(void) { return g_quark_from_static_string("lap-log-error-quark"); }

/* --- the data of catalogues */

static void add_text(GChecksum *sum, const char *text)
{
  if (text) g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
  g_checksum_update(sum, (const guchar *)"", 1);
}

static void add_number(GChecksum *sum, gint64 number)
{
  number = GINT64_TO_LE(number);
  g_checksum_update(sum, (const guchar *)&number, sizeof number);
}

static gint64 number_at(const guint8 *value, guint width)
{
  switch (width) {
  case 1:
    return *(const gint8 *)value;
  case 2:
    return *(const gint16 *)(gconstpointer)value;
  default:
    return *(const gint32 *)(gconstpointer)value;
  }
}

static void add_value(GChecksum *sum, const LapColumn *column, const guint8 *value)
{
  if (column->type == LAP_COLUMN_KEY)
    add_text(sum, *(const char *const *)(gconstpointer)value);
  else
    add_number(sum, number_at(value, column->width));
}

static void add_column(GChecksum *sum, const LapColumn *column, const guint8 *row)
{
  guint n = column->capacity ? row[column->count] : 1;
  add_number(sum, n);
  for (guint i = 0; i < n; i++) add_value(sum, column, row + column->offset + i * column->width);
}

/* SHA-256, in hexadecimal, of the values of a level's catalogue, column by column as it declares them: the same however
 * the file is laid out and whatever the machine. */
static char *data_hash(const LapGameLevel *level, guint catalogue)
{
  const LapCatalogue *declared = &level->catalogues[catalogue];
  const LapRowsTable *rows = &level->rows[catalogue];
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  for (guint i = 0; i < declared->columns.n; i++) add_text(sum, lap_column(declared, i)->name);
  for (guint r = 1; r <= rows->n; r++)
    for (guint i = 0; i < declared->columns.n; i++)
      add_column(sum, lap_column(declared, i), (const guint8 *)rows->row + (gsize)r * rows->row_size);
  return g_strdup(g_checksum_get_string(sum));
}

/* --- writing */

static void write_plugins(const LapGame *game, LapJsonWriter *json)
{
  lap_json_member_array(json, "plugins");
  for (guint d = 0; d < game->depth; d++) {
    lap_json_begin_object(json);
    lap_json_member_word(json, "id", game->level[d].plugin.id);
    lap_json_member_word(json, "version", game->level[d].plugin.version);
    if (game->level[d].build) lap_json_member_word(json, "build", game->level[d].build);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

/* The name of something that a level declares: "x/cards". */
static char *name_of(const LapGameLevel *level, const char *name)
{
  return g_strconcat(level->plugin.id, "/", name, NULL);
}

static void write_catalogues(const LapGame *game, LapJsonWriter *json)
{
  lap_json_member_object(json, "catalogues");
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.catalogues.n; i++) {
      g_autofree char *name = name_of(&game->level[d], game->level[d].catalogues[i].name);
      g_autofree char *hash = data_hash(&game->level[d], i);
      lap_json_member_word(json, name, hash);
    }
  lap_json_end_object(json);
}

/* All of them with their values. */
static void write_options(const LapGame *game, const LapOptions *options, LapJsonWriter *json)
{
  lap_json_member_object(json, "options");
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.options.n; i++) {
      g_autofree char *name = name_of(&game->level[d], game->level[d].options[i].name);
      g_autofree char *value = lap_options_get(options, game, d, i);
      lap_json_member_word(json, name, value);
    }
  lap_json_end_object(json);
}

void lap_log_write_settings(const LapGame *game, const LapOptions *options, guint seats, LapJsonWriter *json)
{
  write_plugins(game, json);
  write_catalogues(game, json);
  write_options(game, options, json);
  lap_json_member_int(json, "seats", seats);
}

void lap_log_write_start(guint64 seed, guint64 hash, LapJsonWriter *json)
{
  g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, seed);
  lap_json_member_word(json, "seed", text);
  lap_json_name(json, "hash");
  lap_json_hex(json, hash);
}

/* --- reading */

static gboolean fail(GError **error, LapLogError code, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean fail(GError **error, LapLogError code, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *what = g_strdup_vprintf(format, values);
  va_end(values);
  g_set_error(error, LAP_LOG_ERROR, (gint)code, "line 1: %s", what);
  return FALSE;
}

/* The check counts lines of what it was given, which is a single one. */
static const char *past_line_1(const char *message)
{
  return g_str_has_prefix(message, "line 1, ") ? message + strlen("line 1, ") : message;
}

JsonNode *lap_log_line_parse(const char *line, guint number, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(JsonNode) root = lap_json_parse(line, strlen(line), &failure);
  if (root && JSON_NODE_HOLDS_OBJECT(root)) return g_steal_pointer(&root);
  g_set_error(error, LAP_LOG_ERROR, LAP_LOG_ERROR_SYNTAX, "line %u: %s", number,
              root ? "not a JSON object" : past_line_1(failure->message));
  return NULL;
}

const char *lap_log_string(JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member(object, name);
  gboolean is_string = node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
  return is_string ? json_node_get_string(node) : NULL;
}

gint64 lap_log_number(JsonObject *object, const char *name, gint64 max)
{
  JsonNode *node = json_object_get_member(object, name);
  gboolean is_number = node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_INT64;
  gint64 number = is_number ? json_node_get_int(node) : -1;
  return number >= 0 && number <= max ? number : -1;
}

static gboolean read_format(JsonObject *object, GError **error)
{
  if (g_strcmp0(lap_log_string(object, "lapidary"), "log") != 0)
    return fail(error, LAP_LOG_ERROR_SYNTAX, "not the header of a log: no \"lapidary\":\"log\"");
  gint64 format = lap_log_number(object, "format", G_MAXINT64);
  if (format < 1) return fail(error, LAP_LOG_ERROR_SYNTAX, "\"format\" must be a whole number from 1");
  if (format == LAP_LOG_FORMAT) return TRUE;
  return fail(error, LAP_LOG_ERROR_VERSION, "the log is of format %" G_GINT64_FORMAT ", this host reads format %d",
              format, LAP_LOG_FORMAT);
}

static gboolean is_plugin(JsonNode *node)
{
  if (!JSON_NODE_HOLDS_OBJECT(node)) return FALSE;
  JsonObject *object = json_node_get_object(node);
  return lap_log_string(object, "id") && lap_log_string(object, "version");
}

static gboolean read_plugins(LapLogHeader *header, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member(object, "plugins");
  header->plugins = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  guint n = header->plugins ? json_array_get_length(header->plugins) : 0, good = 0;
  while (good < n && is_plugin(json_array_get_element(header->plugins, good))) good++;
  return (n && good == n) ||
         fail(error, LAP_LOG_ERROR_SYNTAX, "\"plugins\" must be an array of {\"id\":\"...\",\"version\":\"...\"}");
}

/* A member that is an object from name to string. */
static JsonObject *read_strings(JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = json_object_get_member(object, name);
  JsonObject *strings = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  g_autoptr(GList) names = strings ? json_object_get_members(strings) : NULL;
  for (GList *member = names; member && strings; member = member->next)
    if (!lap_log_string(strings, member->data)) strings = NULL;
  if (!strings) fail(error, LAP_LOG_ERROR_SYNTAX, "\"%s\" must be an object from name to string", name);
  return strings;
}

static gboolean read_seats(LapLogHeader *header, JsonObject *object, GError **error)
{
  gint64 seats = lap_log_number(object, "seats", LAP_SEATS_MAX);
  header->seats = (guint)MAX(seats, 0);
  return seats >= 1 || fail(error, LAP_LOG_ERROR_SYNTAX, "\"seats\" must be a number of 1 to %d", LAP_SEATS_MAX);
}

static gboolean read_start(LapLogHeader *header, JsonObject *object, GError **error)
{
  const char *seed = lap_log_string(object, "seed");
  if (!seed || !g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &header->seed, NULL))
    return fail(error, LAP_LOG_ERROR_SYNTAX, "\"seed\" must be a string, a whole number of 64 bits");
  header->hash = lap_log_string(object, "hash");
  if (!header->hash) return fail(error, LAP_LOG_ERROR_SYNTAX, "\"hash\" must be a string of 16 hexadecimal digits");
  return TRUE;
}

gboolean lap_log_header_read(LapLogHeader *header, const char *line, GError **error)
{
  g_autoptr(JsonNode) root = lap_log_line_parse(line, 1, error);
  return root && read_format(json_node_get_object(root), error) && lap_log_header_take(header, root, error);
}

gboolean lap_log_header_take_settings(LapLogHeader *header, JsonNode *root, GError **error)
{
  header->root = json_node_ref(root);
  JsonObject *object = json_node_get_object(root);
  if (!read_plugins(header, object, error)) return FALSE;
  header->catalogues = read_strings(object, "catalogues", error);
  if (!header->catalogues) return FALSE;
  header->options = read_strings(object, "options", error);
  return header->options && read_seats(header, object, error);
}

gboolean lap_log_header_take(LapLogHeader *header, JsonNode *root, GError **error)
{
  return lap_log_header_take_settings(header, root, error) && read_start(header, json_node_get_object(root), error);
}

const char *lap_log_header_game(const LapLogHeader *header)
{
  guint top = json_array_get_length(header->plugins) - 1;
  return lap_log_string(json_array_get_object_element(header->plugins, top), "id");
}

void lap_log_header_clear(LapLogHeader *header) { g_clear_pointer(&header->root, json_node_unref); }

char **lap_log_header_builds(const LapLogHeader *header)
{
  g_autoptr(GStrvBuilder) builds = g_strv_builder_new();
  for (guint i = 0; i < json_array_get_length(header->plugins); i++) {
    const char *build = lap_log_string(json_array_get_object_element(header->plugins, i), "build");
    if (!build) return NULL;
    g_strv_builder_add(builds, build);
  }
  return g_strv_builder_end(builds);
}

char **lap_log_options(JsonObject *options)
{
  g_autoptr(GStrvBuilder) pairs = g_strv_builder_new();
  g_autoptr(GList) names = json_object_get_members(options);
  for (GList *name = names; name; name = name->next) {
    const char *value = lap_log_string(options, name->data);
    if (!value) return NULL;
    g_strv_builder_add(pairs, name->data);
    g_strv_builder_add(pairs, value);
  }
  return g_strv_builder_end(pairs);
}

const char *lap_log_past_line_1(const char *message)
{
  return message + (g_str_has_prefix(message, "line 1: ") ? strlen("line 1: ") : 0);
}

/* --- comparing */

static void append_plugin(GString *out, const char *id, const char *version)
{
  g_string_append_printf(out, "%s%s %s", out->len ? " + " : "", id, version);
}

static char *plugins_of_log(const LapLogHeader *header)
{
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < json_array_get_length(header->plugins); i++) {
    JsonObject *plugin = json_array_get_object_element(header->plugins, i);
    append_plugin(out, lap_log_string(plugin, "id"), lap_log_string(plugin, "version"));
  }
  return g_string_free(out, FALSE);
}

static char *plugins_of_game(const LapGame *game)
{
  GString *out = g_string_new(NULL);
  for (guint d = 0; d < game->depth; d++) append_plugin(out, game->level[d].plugin.id, game->level[d].plugin.version);
  return g_string_free(out, FALSE);
}

static gboolean catalogue_fits(const LapLogHeader *header, const LapGameLevel *level, guint catalogue, GError **error)
{
  g_autofree char *name = name_of(level, level->catalogues[catalogue].name);
  g_autofree char *hash = data_hash(level, catalogue);
  return g_strcmp0(lap_log_string(header->catalogues, name), hash) == 0 ||
         fail(error, LAP_LOG_ERROR_VERSION, "the data of catalogue %s is not what the match was played with", name);
}

static gboolean catalogues_fit(const LapLogHeader *header, const LapGame *game, GError **error)
{
  guint n = 0;
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.catalogues.n; i++, n++)
      if (!catalogue_fits(header, &game->level[d], i, error)) return FALSE;
  return json_object_get_size(header->catalogues) == n ||
         fail(error, LAP_LOG_ERROR_VERSION, "the log names %u catalogues, the game has %u",
              json_object_get_size(header->catalogues), n);
}

gboolean lap_log_builds_are_of(char **builds, const LapGame *game)
{
  guint depth = 0;
  while (depth < game->depth && builds[depth] && g_strcmp0(game->level[depth].build, builds[depth]) == 0) depth++;
  return depth == game->depth && !builds[depth];
}

gboolean lap_log_names(const LapLogHeader *header, const LapGame *game)
{
  g_auto(GStrv) builds = lap_log_header_builds(header);
  return !builds || lap_log_builds_are_of(builds, game);
}

gboolean lap_log_header_is_of(const LapLogHeader *header, const LapGame *game)
{
  gboolean same = json_array_get_length(header->plugins) == game->depth;
  for (guint d = 0; same && d < game->depth; d++)
    same = g_str_equal(lap_log_string(json_array_get_object_element(header->plugins, d), "id"),
                       game->level[d].plugin.id);
  return same;
}

gboolean lap_log_header_fits(const LapLogHeader *header, const LapGame *game, GError **error)
{
  g_autofree char *logged = plugins_of_log(header), *live = plugins_of_game(game);
  if (!g_str_equal(logged, live))
    return fail(error, LAP_LOG_ERROR_VERSION, "the log is of %s, but there is %s", logged, live);
  return catalogues_fit(header, game, error);
}
