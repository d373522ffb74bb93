#include "match-header.h"

#include <string.h>

#include "host/json/parse.h"
#include "names.h"
#include "refuse.h"
#include "settings-private.h"

/* --- writing */

static void write_hash(LapJsonWriter *json, const LapSecretHash *hash)
{
  g_autoptr(GString) hex = g_string_new(NULL);
  lap_secret_write_hex(hash->byte, sizeof hash->byte, hex);
  lap_json_string(json, lap_secret_is_set(hash) ? hex->str : NULL);
}

static void write_hashes(LapJsonWriter *json, const char *name, const LapSecretHash *hashes, guint n)
{
  lap_json_member_array(json, name);
  for (guint i = 0; i < n; i++) write_hash(json, &hashes[i]);
  lap_json_end_array(json);
}

static void write_texts(LapJsonWriter *json, const char *name, const char *const *texts, guint n)
{
  lap_json_member_array(json, name);
  for (guint i = 0; i < n; i++) lap_json_string(json, texts[i]);
  lap_json_end_array(json);
}

static void write_clock(const LapMatchHeader *header, LapJsonWriter *json)
{
  if (!header->initial) return;
  lap_json_member_object(json, "clock");
  lap_json_member_int(json, "initial", header->initial);
  lap_json_member_int(json, "increment", header->increment);
  lap_json_end_object(json);
}

static void write_from(const LapMatchHeader *header, LapJsonWriter *json)
{
  if (!header->from) return;
  lap_json_member_object(json, "from");
  lap_json_member_word(json, "match", header->from);
  lap_json_member_int(json, "seq", (gint64)header->from_seq);
  lap_json_member_int(json, "entries", (gint64)header->carried);
  lap_json_end_object(json);
}

static gboolean has_tokens(const LapMatchHeader *header, guint seats)
{
  for (guint seat = 0; seat < seats; seat++)
    if (lap_secret_is_set(&header->token[seat])) return TRUE;
  return FALSE;
}

static gboolean has_names(const LapMatchHeader *header, guint seats)
{
  for (guint seat = 0; seat < seats; seat++)
    if (header->name[seat]) return TRUE;
  return FALSE;
}

void lap_match_header_write(const LapMatchHeader *header, const char *settings, guint seats, GString *out)
{
  g_string_append_printf(out, "{\"lapidary\":\"match\",\"format\":%d,%s", LAP_MATCH_FORMAT, settings);
  LapJsonWriter json = lap_json_writer_inside(out);
  lap_log_write_start(header->seed, header->hash, &json);
  if (header->seeded) lap_json_member_bool(&json, "seeded", TRUE);
  lap_json_member_bool(&json, "public", header->is_public);
  if (header->hints) lap_json_member_word(&json, "hints", lap_hint_kinds[header->hints]);
  if (header->messages) lap_json_member_word(&json, "messages", lap_message_kinds[header->messages]);
  write_clock(header, &json);
  write_from(header, &json);
  write_texts(&json, "bots", header->bot, seats);
  write_hashes(&json, "invitations", header->invitation, seats);
  if (has_tokens(header, seats)) write_hashes(&json, "tokens", header->token, seats);
  if (has_names(header, seats)) write_texts(&json, "names", header->name, seats);
  lap_json_name(&json, "watch");
  write_hash(&json, &header->watch);
  lap_secret_member(&json, "salt", header->salt, sizeof header->salt);
  lap_json_name(&json, "digest");
  lap_json_hex(&json, header->digest);
  lap_json_end_object(&json);
}

/* --- reading */

static gboolean read_format(JsonObject *object, GError **error)
{
  if (g_strcmp0(lap_log_string(object, "lapidary"), "match") != 0)
    return lap_match_unfit(error, "not the header of a match: no \"lapidary\":\"match\"");
  gint64 format = lap_log_number(object, "format", G_MAXINT64);
  if (format < 1) return lap_match_unfit(error, "\"format\" must be a whole number from 1");
  return format == LAP_MATCH_FORMAT ||
         lap_match_unfit(error, "it is of format %" G_GINT64_FORMAT ", this host reads format %d", format,
                         LAP_MATCH_FORMAT);
}

static JsonArray *array_of(JsonObject *object, const char *name, guint seats)
{
  JsonNode *node = json_object_get_member(object, name);
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  return array && json_array_get_length(array) == seats ? array : NULL;
}

/* A string, or NULL for null; FALSE for anything else. */
static gboolean text_or_null(JsonNode *node, const char **text)
{
  gboolean is_text = JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
  *text = is_text ? json_node_get_string(node) : NULL;
  return is_text || JSON_NODE_HOLDS_NULL(node);
}

static gboolean read_texts(JsonObject *object, const char *name, guint seats, const char **texts, GError **error)
{
  JsonArray *array = array_of(object, name, seats);
  gboolean good = array != NULL;
  for (guint seat = 0; good && seat < seats; seat++)
    good = text_or_null(json_array_get_element(array, seat), &texts[seat]);
  return good || lap_match_unfit(error, "\"%s\" must be an array of strings or null, one a seat", name);
}

static gboolean read_hashes(JsonObject *object, const char *name, guint seats, LapSecretHash *hashes, GError **error)
{
  const char *texts[LAP_SEATS_MAX];
  if (!read_texts(object, name, seats, texts, error)) return FALSE;
  for (guint seat = 0; seat < seats; seat++)
    if (texts[seat] && !lap_secret_read_hex(texts[seat], hashes[seat].byte, sizeof hashes[seat].byte))
      return lap_match_unfit(error, "\"%s\" must be 64 hexadecimal digits each, or null", name);
  return TRUE;
}

static gboolean read_clock(LapMatchHeader *header, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member(object, "clock");
  if (!node) return TRUE;
  JsonObject *clock = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  header->initial = clock ? lap_log_number(clock, "initial", LAP_CLOCK_MAX) : -1;
  header->increment = clock ? lap_log_number(clock, "increment", LAP_CLOCK_MAX) : -1;
  return (header->initial > 0 && header->increment >= 0) ||
         lap_match_unfit(error, "\"clock\" must be {\"initial\":ms,\"increment\":ms}");
}

static gboolean read_from(LapMatchHeader *header, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member(object, "from");
  if (!node) return TRUE;
  JsonObject *from = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  header->from = from ? lap_log_string(from, "match") : NULL;
  gint64 seq = from ? lap_log_number(from, "seq", G_MAXUINT32) : -1;
  gint64 carried = from ? lap_log_number(from, "entries", G_MAXUINT32) : -1;
  header->from_seq = (guint64)seq;
  header->carried = (guint64)carried;
  return (header->from && seq >= 0 && carried >= 0) ||
         lap_match_unfit(error, "\"from\" must be {\"match\":id,\"seq\":number,\"entries\":number}");
}

static gboolean read_truth(JsonObject *object, const char *name, gboolean *truth, GError **error)
{
  JsonNode *node = json_object_get_member(object, name);
  if (!node || !JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_BOOLEAN)
    return lap_match_unfit(error, "\"%s\" must be true or false", name);
  *truth = json_node_get_boolean(node);
  return TRUE;
}

/* The index of a word among `kinds`; 0 where there is none. */
static gboolean read_kind(JsonObject *object, const char *name, const char *const *kinds, guint *kind, GError **error)
{
  const char *word = lap_log_string(object, name);
  *kind = 0;
  if (!json_object_has_member(object, name)) return TRUE;
  while (word && kinds[*kind] && !g_str_equal(word, kinds[*kind])) ++*kind;
  if (word && kinds[*kind]) return TRUE;
  g_autofree char *words = g_strjoinv(", ", (char **)kinds);
  return lap_match_unfit(error, "\"%s\" must be one of %s", name, words);
}

static gboolean read_kinds(LapMatchHeader *header, JsonObject *object, GError **error)
{
  guint hints, messages;
  if (!read_kind(object, "hints", lap_hint_kinds, &hints, error) ||
      !read_kind(object, "messages", lap_message_kinds, &messages, error))
    return FALSE;
  header->hints = (LapHints)hints;
  header->messages = (LapMessages)messages;
  return TRUE;
}

static gboolean read_truths(LapMatchHeader *header, JsonObject *object, GError **error)
{
  if (json_object_has_member(object, "seeded") && !read_truth(object, "seeded", &header->seeded, error)) return FALSE;
  return read_truth(object, "public", &header->is_public, error);
}

static gboolean check_seats(const LapMatchHeader *header, guint seats, GError **error)
{
  for (guint seat = 0; seat < seats; seat++) {
    if (header->bot[seat] && !lap_bot_named(header->bot[seat]))
      return lap_match_unfit(error, "there is no such bot in \"bots\"");
    if (header->name[seat] && !lap_name_is_good(header->name[seat]))
      return lap_match_unfit(error, "\"names\" must be 1 to %d characters each, or null", LAP_NAME_MAX);
    gboolean is_person = lap_secret_is_set(&header->token[seat]);
    if (is_person ? !header->name[seat] || header->bot[seat] : header->name[seat] && !header->bot[seat])
      return lap_match_unfit(error, "\"bots\", \"tokens\" and \"names\" contradict each other about seat %u", seat);
  }
  return TRUE;
}

static gboolean read_seats(LapMatchHeader *header, JsonObject *object, guint seats, GError **error)
{
  if (!read_texts(object, "bots", seats, header->bot, error) ||
      !read_hashes(object, "invitations", seats, header->invitation, error))
    return FALSE;
  if (json_object_has_member(object, "tokens") && !read_hashes(object, "tokens", seats, header->token, error))
    return FALSE;
  if (json_object_has_member(object, "names") && !read_texts(object, "names", seats, header->name, error)) return FALSE;
  return check_seats(header, seats, error);
}

static gboolean read_secrets(LapMatchHeader *header, JsonObject *object, GError **error)
{
  if (!lap_secret_read_hex(lap_log_string(object, "watch"), header->watch.byte, sizeof header->watch.byte))
    return lap_match_unfit(error, "\"watch\" must be a string of 64 hexadecimal digits");
  if (!lap_secret_read_hex(lap_log_string(object, "salt"), header->salt, sizeof header->salt))
    return lap_match_unfit(error, "\"salt\" must be a string of %d hexadecimal digits", 2 * LAP_SALT_SIZE);
  return lap_secret_read_mark(lap_log_string(object, "digest"), &header->digest) ||
         lap_match_unfit(error, "\"digest\" must be a string of 16 hexadecimal digits");
}

static gboolean read_members(LapMatchHeader *header, LapLogHeader *log, JsonNode *root, GError **error)
{
  g_autoptr(GError) failure = NULL;
  JsonObject *object = json_node_get_object(root);
  if (!read_format(object, error)) return FALSE;
  if (!lap_log_header_take(log, root, &failure)) return lap_match_unfit(error, "%s", failure->message);
  header->seed = log->seed;
  if (!lap_secret_read_mark(log->hash, &header->hash))
    return lap_match_unfit(error, "\"hash\" must be 16 hexadecimal digits");
  return read_truths(header, object, error) && read_kinds(header, object, error) && read_clock(header, object, error) &&
         read_from(header, object, error) && read_seats(header, object, log->seats, error) &&
         read_secrets(header, object, error);
}

gboolean lap_match_header_read(LapMatchHeader *header, LapLogHeader *log, const char *line, GError **error)
{
  g_autoptr(GError) failure = NULL;
  *header = (LapMatchHeader){0};
  g_autoptr(JsonNode) root = lap_json_parse(line, strlen(line), &failure);
  if (!root) return lap_match_unfit(error, "%s", failure->message);
  if (!JSON_NODE_HOLDS_OBJECT(root)) return lap_match_unfit(error, "not a JSON object");
  return read_members(header, log, root, error);
}
