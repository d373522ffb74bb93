#include <string.h>

#include "action-reader.h"
#include "host/json/check.h"
#include "log-header.h"
#include "record-words.h"
#include "refuse.h"

/* Joiners are part of some scripts and of emoji; other marks of format turn round or hide what stands beside a name. */
static gboolean may_be_in_name(gunichar letter)
{
  enum { NON_JOINER = 0x200C, JOINER = 0x200D };
  GUnicodeType type = g_unichar_type(letter);
  if (type == G_UNICODE_FORMAT) return letter == NON_JOINER || letter == JOINER;
  return type != G_UNICODE_CONTROL && type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

gboolean lap_name_is_good(const char *name)
{
  gboolean seen = FALSE;
  if (!*name || strlen(name) > 4 * LAP_NAME_MAX || !g_utf8_validate(name, -1, NULL)) return FALSE;
  if (g_utf8_strlen(name, -1) > LAP_NAME_MAX) return FALSE;
  for (; *name; name = g_utf8_next_char(name)) {
    gunichar letter = g_utf8_get_char(name);
    if (!may_be_in_name(letter)) return FALSE;
    seen = seen || g_unichar_isgraph(letter);
  }
  return seen;
}

static gboolean read_mark(JsonObject *object, const char *name, guint64 *mark, GError **error)
{
  guint64 bytes;
  if (!lap_secret_read_hex(lap_log_string(object, name), (guint8 *)&bytes, sizeof bytes))
    return lap_match_unfit(error, "\"%s\" must be a string of 16 hexadecimal digits", name);
  *mark = GUINT64_FROM_BE(bytes);
  return TRUE;
}

static gboolean read_secret(JsonObject *object, const char *name, LapSecretHash *hash, GError **error)
{
  return lap_secret_read_hex(lap_log_string(object, name), hash->byte, sizeof hash->byte) ||
         lap_match_unfit(error, "\"%s\" must be a string of 64 hexadecimal digits", name);
}

static gboolean read_truth(JsonObject *object, const char *name, gboolean *truth, GError **error)
{
  JsonNode *node = json_object_get_member(object, name);
  if (!node || !JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_BOOLEAN)
    return lap_match_unfit(error, "\"%s\" must be true or false", name);
  *truth = json_node_get_boolean(node);
  return TRUE;
}

static gboolean read_name(LapRecord *record, JsonObject *object, GError **error)
{
  record->name = lap_log_string(object, "name");
  return (record->name && lap_name_is_good(record->name)) ||
         lap_match_unfit(error, "\"name\" must be 1 to %d characters, none of them control characters", LAP_NAME_MAX);
}

/* Entries of before bots could be named have no "called". */
static gboolean read_bot(LapRecord *record, JsonObject *object, GError **error)
{
  if (!read_name(record, object, error)) return FALSE;
  if (!json_object_has_member(object, "called")) return TRUE;
  record->called = lap_log_string(object, "called");
  return (record->called && lap_name_is_good(record->called)) ||
         lap_match_unfit(error, "\"called\" must be 1 to %d characters, none of them control characters", LAP_NAME_MAX);
}

/* --- moves */

static gboolean read_step(LapReading *reading, JsonNode *node, const LapGame *game, LapAction *step, GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT(node))
    return lap_match_unfit(error, "a step must be an object with \"kind\" and \"args\"");
  g_autoptr(GError) failure = NULL;
  if (lap_action_read(game, json_node_get_object(node), reading->record.seat, step, &failure)) return TRUE;
  return lap_match_unfit(error, "%s", failure->message);
}

static gboolean read_move(LapReading *reading, JsonObject *object, const LapGame *game, GError **error)
{
  JsonNode *node = json_object_get_member(object, "steps");
  JsonArray *given = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  guint n = given ? json_array_get_length(given) : 0;
  if (!n) return lap_match_unfit(error, "\"steps\" must be an array of at least one action");
  reading->steps = g_array_sized_new(FALSE, TRUE, sizeof(LapAction), n);
  g_array_set_size(reading->steps, n);
  for (guint i = 0; i < n; i++)
    if (!read_step(reading, json_array_get_element(given, i), game, &g_array_index(reading->steps, LapAction, i),
                   error))
      return FALSE;
  reading->record.steps = (const LapAction *)(gpointer)reading->steps->data;
  reading->record.n_steps = n;
  return read_mark(object, "hash", &reading->record.hash, error);
}

/* --- proposals */

static gboolean read_undo(LapRecord *record, JsonObject *object, GError **error)
{
  gint64 moves = lap_log_number(object, "moves", G_MAXINT32);
  if (moves < 0) return lap_match_unfit(error, "\"moves\" must be how many moves remain");
  record->moves = (guint)moves;
  return read_mark(object, "hash", &record->hash, error);
}

static gboolean read_rematch(LapRecord *record, JsonObject *object, GError **error)
{
  record->rematch = lap_log_string(object, "rematch");
  gsize length = record->rematch ? strspn(record->rematch, "abcdefghijklmnopqrstuvwxyz0123456789") : 0;
  return (length && length <= LAP_STORE_ID_MAX && !record->rematch[length]) ||
         lap_match_unfit(error, "\"rematch\" must be the id of a match");
}

static gboolean read_proposal(LapRecord *record, JsonObject *object, GError **error)
{
  const char *word = lap_log_string(object, "proposal");
  record->proposal = LAP_PROPOSAL_UNDO;
  while (record->proposal < LAP_RECORD_PROPOSALS && g_strcmp0(word, lap_record_proposals[record->proposal]) != 0)
    record->proposal++;
  if (record->proposal == LAP_RECORD_PROPOSALS)
    return lap_match_unfit(error, "\"proposal\" must be \"undo\", \"rematch\" or \"abort\"");
  if (record->kind == LAP_ENTRY_ANSWER && !read_truth(object, "accept", &record->accept, error)) return FALSE;
  if (!read_truth(object, "applied", &record->applied, error)) return FALSE;
  if (!record->applied || record->proposal == LAP_PROPOSAL_ABORT) return TRUE;
  return record->proposal == LAP_PROPOSAL_UNDO ? read_undo(record, object, error) : read_rematch(record, object, error);
}

/* --- what all have */

static gboolean read_kind(LapRecord *record, JsonObject *object, GError **error)
{
  const char *word = lap_log_string(object, "kind");
  guint kind = 0;
  while (kind < LAP_RECORD_KINDS && g_strcmp0(word, lap_record_kinds[kind]) != 0) kind++;
  record->kind = (LapEntryKind)kind;
  if (kind < LAP_RECORD_KINDS) return TRUE;
  return word ? lap_match_unfit(error, "there is no kind of entry \"%s\"", word)
              : lap_match_unfit(error, "\"kind\" must be a string");
}

static gboolean read_request(LapRequest *request, JsonObject *object, GError **error)
{
  if (!json_object_has_member(object, "key")) return TRUE;
  return read_mark(object, "key", &request->key, error) && read_mark(object, "digest", &request->digest, error);
}

static gboolean read_left(LapRecord *record, JsonObject *object, guint seats, GError **error)
{
  JsonNode *node = json_object_get_member(object, "left");
  if (!node) return TRUE;
  JsonArray *left = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  gboolean good = left && json_array_get_length(left) == seats;
  for (guint seat = 0; good && seat < seats; seat++) {
    JsonNode *one = json_array_get_element(left, seat);
    good = JSON_NODE_HOLDS_VALUE(one) && json_node_get_value_type(one) == G_TYPE_INT64 && json_node_get_int(one) >= 0;
    if (good) record->left[seat] = json_node_get_int(one);
  }
  record->has_left = good;
  return good || lap_match_unfit(error, "\"left\" must be an array of milliseconds, one number a seat");
}

static gboolean read_head(LapRecord *record, JsonObject *object, guint seats, GError **error)
{
  if (!read_kind(record, object, error)) return FALSE;
  gint64 seat = lap_log_number(object, "seat", seats - 1);
  if (seat < 0) return lap_match_unfit(error, "\"seat\" must be a number of 0 to %u", seats - 1);
  record->seat = (guint)seat;
  record->at = lap_log_number(object, "at", G_MAXINT64 / 1000);
  if (record->at < 0) return lap_match_unfit(error, "\"at\" must be milliseconds since 1970");
  return read_request(&record->request, object, error) && read_left(record, object, seats, error);
}

static gboolean read_rest(LapReading *reading, JsonObject *object, const LapGame *game, GError **error)
{
  LapRecord *record = &reading->record;
  switch (record->kind) {
  case LAP_ENTRY_JOIN:
    return read_name(record, object, error) && read_secret(object, "token", &record->secret, error);
  case LAP_ENTRY_LEAVE:
    return read_secret(object, "invitation", &record->secret, error);
  case LAP_ENTRY_BOT:
    return read_bot(record, object, error);
  case LAP_ENTRY_MOVE:
    return read_move(reading, object, game, error);
  case LAP_ENTRY_PROPOSE:
  case LAP_ENTRY_ANSWER:
    return read_proposal(record, object, error);
  case LAP_ENTRY_RESIGN:
  case LAP_ENTRY_TIMEOUT:
    break;
  }
  return TRUE;
}

gboolean lap_reading_read(LapReading *reading, const char *line, const LapGame *game, guint seats, GError **error)
{
  g_autoptr(GError) failure = NULL;
  *reading = (LapReading){.root = lap_json_parse(line, strlen(line), &failure)};
  if (!reading->root) return lap_match_unfit(error, "%s", failure->message);
  if (!JSON_NODE_HOLDS_OBJECT((JsonNode *)reading->root)) return lap_match_unfit(error, "not a JSON object");
  JsonObject *object = json_node_get_object(reading->root);
  return read_head(&reading->record, object, seats, error) && read_rest(reading, object, game, error);
}

void lap_reading_clear(LapReading *reading)
{
  g_clear_pointer((JsonNode **)&reading->root, json_node_unref);
  g_clear_pointer(&reading->steps, g_array_unref);
}
