#include "log-entry.h"

#include <string.h>

#include "action-reader.h"
#include "host/json/parse.h"
#include "host/store/store.h"
#include "match.h"
#include "names.h"
#include "refuse.h"
#include "ruleset.h"

G_DEFINE_BOXED_TYPE(LapEntry, lap_entry, lap_entry_copy, lap_entry_free)

LapSuspension lap_suspension_copy(const LapSuspension *suspension)
{
  return (LapSuspension){g_strdup(suspension->cause), g_strdup(suspension->phase), g_strdup(suspension->hook),
                         g_strdup(suspension->reason)};
}

void lap_suspension_clear(LapSuspension *suspension)
{
  g_free((gpointer)suspension->cause);
  g_free((gpointer)suspension->phase);
  g_free((gpointer)suspension->hook);
  g_free((gpointer)suspension->reason);
  *suspension = (LapSuspension){0};
}

LapEntry *lap_entry_copy(const LapEntry *entry)
{
  LapEntry *copy = g_new(LapEntry, 1);
  *copy = *entry;
  copy->name = g_strdup(entry->name);
  copy->bot = g_strdup(entry->bot);
  copy->called = g_strdup(entry->called);
  copy->ruleset = NULL;
  copy->block = NULL;
  copy->rematch = g_strdup(entry->rematch);
  copy->game = g_strdup(entry->game);
  copy->options = (const char *const *)g_strdupv((char **)entry->options);
  copy->refused = g_strdup(entry->refused);
  copy->position = g_strdup(entry->position);
  copy->suspension = lap_suspension_copy(&entry->suspension);
  copy->steps = g_memdup2(entry->steps, entry->n_steps * sizeof *entry->steps);
  copy->events = g_memdup2(entry->events, entry->n_events * sizeof *entry->events);
  copy->opened = g_memdup2(entry->opened, entry->n_opened * sizeof *entry->opened);
  return copy;
}

void lap_entry_free(LapEntry *entry)
{
  if (!entry) return;
  g_free((gpointer)entry->name);
  g_free((gpointer)entry->bot);
  g_free((gpointer)entry->called);
  g_free((gpointer)entry->rematch);
  g_free((gpointer)entry->game);
  g_strfreev((char **)entry->options);
  g_free((gpointer)entry->refused);
  g_free((gpointer)entry->position);
  lap_suspension_clear(&entry->suspension);
  g_free((gpointer)entry->steps);
  g_free((gpointer)entry->events);
  g_free((gpointer)entry->opened);
  g_free(entry);
}

void lap_entry_clear(LapEntry *entry)
{
  g_clear_pointer((gpointer *)&entry->events, g_free);
  g_clear_pointer((gpointer *)&entry->opened, g_free);
}

/* --- words */

const char *const lap_entry_kinds[] = {
    [LAP_ENTRY_JOIN] = "join",       [LAP_ENTRY_LEAVE] = "leave",   [LAP_ENTRY_BOT] = "bot",
    [LAP_ENTRY_MOVE] = "move",       [LAP_ENTRY_RESIGN] = "resign", [LAP_ENTRY_TIMEOUT] = "timeout",
    [LAP_ENTRY_PROPOSE] = "propose", [LAP_ENTRY_ANSWER] = "answer", [LAP_ENTRY_RULES] = "rules",
    [LAP_ENTRY_SUSPEND] = "suspend", [LAP_ENTRY_RESUME] = "resume",
};
const char *const lap_proposal_kinds[] = {
    [LAP_PROPOSAL_NONE] = "none",   [LAP_PROPOSAL_UNDO] = "undo", [LAP_PROPOSAL_REMATCH] = "rematch",
    [LAP_PROPOSAL_ABORT] = "abort", [LAP_PROPOSAL_SWAP] = "swap",
};

/* --- writing */

static void write_hex(LapJsonWriter *json, const char *name, guint64 number)
{
  lap_json_name(json, name);
  lap_json_hex(json, number);
}

static void write_secret(LapJsonWriter *json, const char *name, const LapSecretHash *hash)
{
  lap_secret_member(json, name, hash->byte, sizeof hash->byte);
}

/* What a variant was proposed with. */
static void write_variant(const LapEntry *entry, LapJsonWriter *json)
{
  lap_json_member_word(json, "game", entry->game);
  lap_json_member_object(json, "options");
  for (const char *const *option = entry->options; option && *option; option += 2) {
    lap_json_name_any(json, option[0]);
    lap_json_string(json, option[1]);
  }
  lap_json_end_object(json);
}

static void write_rules(const LapEntry *entry, LapJsonWriter *json)
{
  lap_json_member_true(json, "renewal", entry->renewal);
  if (entry->refused) {
    lap_json_member_word(json, "game", entry->game);
    lap_json_member_string(json, "refused", entry->refused);
    if (entry->renewal) write_hex(json, "declined", entry->declined);
    return;
  }
  g_string_append_c(json->out, ',');
  g_string_append(json->out, entry->ruleset->settings);
  if (entry->position) lap_json_member_string(json, "position", entry->position);
  write_hex(json, "hash", entry->hash);
}

static void write_proposal(const LapEntry *entry, LapJsonWriter *json)
{
  lap_json_member_word(json, "proposal", lap_proposal_kinds[entry->proposal]);
  if (entry->kind == LAP_ENTRY_ANSWER) lap_json_member_bool(json, "accept", entry->accept);
  lap_json_member_bool(json, "applied", entry->applied);
  if (entry->kind == LAP_ENTRY_PROPOSE && entry->proposal == LAP_PROPOSAL_SWAP) write_variant(entry, json);
  if (!entry->applied) return;
  if (entry->proposal == LAP_PROPOSAL_REMATCH) lap_json_member_word(json, "rematch", entry->rematch);
  if (entry->proposal != LAP_PROPOSAL_UNDO) return;
  lap_json_member_int(json, "moves", entry->moves);
  write_hex(json, "hash", entry->hash);
}

static void write_suspension(const LapSuspension *suspension, LapJsonWriter *json)
{
  lap_json_member_string(json, "cause", suspension->cause);
  lap_json_member_string(json, "phase", suspension->phase);
  lap_json_member_string(json, "hook", suspension->hook);
  lap_json_member_string(json, "reason", suspension->reason);
}

static void write_kind(const LapEntry *entry, const LapGame *game, LapJsonWriter *json)
{
  switch (entry->kind) {
  case LAP_ENTRY_JOIN:
    lap_json_member_string(json, "name", entry->name);
    write_secret(json, "token", &entry->secret);
    break;
  case LAP_ENTRY_LEAVE:
    write_secret(json, "invitation", &entry->secret);
    break;
  case LAP_ENTRY_BOT:
    lap_json_member_word(json, "name", entry->bot);
    if (entry->called) lap_json_member_string(json, "called", entry->called);
    break;
  case LAP_ENTRY_MOVE:
    lap_json_name(json, "steps");
    lap_steps_write(game, entry->steps, entry->n_steps, json);
    write_hex(json, "hash", entry->hash);
    break;
  case LAP_ENTRY_PROPOSE:
  case LAP_ENTRY_ANSWER:
    write_proposal(entry, json);
    break;
  case LAP_ENTRY_RULES:
    write_rules(entry, json);
    break;
  case LAP_ENTRY_SUSPEND:
    write_suspension(&entry->suspension, json);
    break;
  case LAP_ENTRY_RESIGN:
  case LAP_ENTRY_TIMEOUT:
  case LAP_ENTRY_RESUME:
    break;
  }
}

static void write_request(const LapRequestMark *request, LapJsonWriter *json)
{
  if (!request->key) return;
  write_hex(json, "key", request->key);
  write_hex(json, "digest", request->digest);
}

static void write_left(const LapEntry *entry, guint seats, LapJsonWriter *json)
{
  if (!entry->has_left) return;
  lap_json_member_array(json, "left");
  for (guint seat = 0; seat < seats; seat++) lap_json_int(json, entry->left[seat]);
  lap_json_end_array(json);
}

void lap_entry_write(const LapEntry *entry, const LapGame *game, guint seats, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "kind", lap_entry_kinds[entry->kind]);
  lap_json_member_int(&json, "seat", entry->seat);
  lap_json_member_int(&json, "at", entry->at);
  write_kind(entry, game, &json);
  write_request(&entry->request, &json);
  write_left(entry, seats, &json);
  lap_json_end_object(&json);
}

/* --- reading */

static gboolean read_mark(JsonObject *object, const char *name, guint64 *mark, GError **error)
{
  return lap_secret_read_mark(lap_log_string(object, name), mark) ||
         lap_match_unfit(error, "\"%s\" must be a string of 16 hexadecimal digits", name);
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

static gboolean read_name(JsonObject *object, const char *member, const char **name, GError **error)
{
  *name = lap_log_string(object, member);
  return (*name && lap_name_is_good(*name)) ||
         lap_match_unfit(error, "\"%s\" must be 1 to %d characters, none of them control characters", member,
                         LAP_NAME_MAX);
}

/* Entries from before bots could be named have no "called". */
static gboolean read_bot(LapEntry *entry, JsonObject *object, GError **error)
{
  return read_name(object, "name", &entry->bot, error) &&
         (!json_object_has_member(object, "called") || read_name(object, "called", &entry->called, error));
}

/* --- moves */

static gboolean read_move(LapEntryReading *reading, JsonObject *object, const LapGame *game, GError **error)
{
  g_autoptr(GError) failure = NULL;
  reading->steps = lap_steps_read(game, json_object_get_member(object, "steps"), reading->entry.seat, LAP_STEPS_OF_LOG,
                                  NULL, &failure);
  if (!reading->steps) return lap_match_unfit(error, "%s", failure->message);
  reading->entry.steps = (const LapAction *)(gpointer)reading->steps->data;
  reading->entry.n_steps = reading->steps->len;
  return read_mark(object, "hash", &reading->entry.hash, error);
}

/* --- proposals */

static gboolean read_undo(LapEntry *entry, JsonObject *object, GError **error)
{
  gint64 moves = lap_log_number(object, "moves", G_MAXINT32);
  if (moves < 0) return lap_match_unfit(error, "\"moves\" must be how many moves remain");
  entry->moves = (guint)moves;
  return read_mark(object, "hash", &entry->hash, error);
}

static gboolean read_rematch(LapEntry *entry, JsonObject *object, GError **error)
{
  entry->rematch = lap_log_string(object, "rematch");
  gsize length = entry->rematch ? strspn(entry->rematch, "abcdefghijklmnopqrstuvwxyz0123456789") : 0;
  return (length && length <= LAP_STORE_ID_MAX && !entry->rematch[length]) ||
         lap_match_unfit(error, "\"rematch\" must be the id of a match");
}

static gboolean read_game(LapEntry *entry, JsonObject *object, GError **error)
{
  entry->game = lap_log_string(object, "game");
  return entry->game || lap_match_unfit(error, "\"game\" must be the id of a game");
}

static gboolean read_variant(LapEntryReading *reading, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member(object, "options");
  if (!read_game(&reading->entry, object, error)) return FALSE;
  reading->options = node && JSON_NODE_HOLDS_OBJECT(node) ? lap_log_options(json_node_get_object(node)) : NULL;
  reading->entry.options = (const char *const *)reading->options;
  return reading->options || lap_match_unfit(error, "\"options\" must be an object from name to string");
}

static gboolean read_rules(LapEntryReading *reading, JsonObject *object, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapEntry *entry = &reading->entry;
  entry->refused = lap_log_string(object, "refused");
  if (json_object_has_member(object, "renewal") && !read_truth(object, "renewal", &entry->renewal, error)) return FALSE;
  if (entry->refused)
    return read_game(entry, object, error) &&
           (!entry->renewal || read_mark(object, "declined", &entry->declined, error));
  if (!lap_log_header_take_settings(&reading->settings, reading->root, &failure))
    return lap_match_unfit(error, "%s", lap_log_past_line_1(failure->message));
  entry->game = lap_log_header_game(&reading->settings);
  entry->position = lap_log_string(object, "position");
  return read_mark(object, "hash", &entry->hash, error);
}

static gboolean read_suspension(LapSuspension *suspension, JsonObject *object, GError **error)
{
  *suspension = (LapSuspension){lap_log_string(object, "cause"), lap_log_string(object, "phase"),
                                lap_log_string(object, "hook"), lap_log_string(object, "reason")};
  return (suspension->cause && suspension->phase && suspension->hook && suspension->reason) ||
         lap_match_unfit(error, "\"cause\", \"phase\", \"hook\" and \"reason\" must be strings");
}

static gboolean read_proposal(LapEntryReading *reading, JsonObject *object, GError **error)
{
  LapEntry *entry = &reading->entry;
  const char *word = lap_log_string(object, "proposal");
  entry->proposal = LAP_PROPOSAL_UNDO;
  while (entry->proposal < G_N_ELEMENTS(lap_proposal_kinds) &&
         g_strcmp0(word, lap_proposal_kinds[entry->proposal]) != 0)
    entry->proposal++;
  if (entry->proposal == G_N_ELEMENTS(lap_proposal_kinds))
    return lap_match_unfit(error, "\"proposal\" must be \"undo\", \"rematch\", \"abort\" or \"swap\"");
  if (entry->kind == LAP_ENTRY_ANSWER && !read_truth(object, "accept", &entry->accept, error)) return FALSE;
  /* Stores of before contract 0.5 have it under its former name. */
  const char *applied = json_object_has_member(object, "happens") ? "happens" : "applied";
  if (!read_truth(object, applied, &entry->applied, error)) return FALSE;
  if (entry->kind == LAP_ENTRY_PROPOSE && entry->proposal == LAP_PROPOSAL_SWAP)
    return read_variant(reading, object, error);
  if (!entry->applied || entry->proposal == LAP_PROPOSAL_ABORT || entry->proposal == LAP_PROPOSAL_SWAP) return TRUE;
  return entry->proposal == LAP_PROPOSAL_UNDO ? read_undo(entry, object, error) : read_rematch(entry, object, error);
}

/* --- what all have */

static gboolean read_kind(LapEntry *entry, JsonObject *object, GError **error)
{
  const char *word = lap_log_string(object, "kind");
  guint kind = 0;
  while (kind < G_N_ELEMENTS(lap_entry_kinds) && g_strcmp0(word, lap_entry_kinds[kind]) != 0) kind++;
  entry->kind = (LapEntryKind)kind;
  if (kind < G_N_ELEMENTS(lap_entry_kinds)) return TRUE;
  return word ? lap_match_unfit(error, "there is no kind of entry \"%s\"", word)
              : lap_match_unfit(error, "\"kind\" must be a string");
}

static gboolean read_request(LapRequestMark *request, JsonObject *object, GError **error)
{
  if (!json_object_has_member(object, "key")) return TRUE;
  return read_mark(object, "key", &request->key, error) && read_mark(object, "digest", &request->digest, error);
}

static gboolean read_left(LapEntry *entry, JsonObject *object, guint seats, GError **error)
{
  JsonNode *node = json_object_get_member(object, "left");
  if (!node) return TRUE;
  JsonArray *left = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  gboolean good = left && json_array_get_length(left) == seats;
  for (guint seat = 0; good && seat < seats; seat++) {
    JsonNode *one = json_array_get_element(left, seat);
    good = JSON_NODE_HOLDS_VALUE(one) && json_node_get_value_type(one) == G_TYPE_INT64 && json_node_get_int(one) >= 0;
    if (good) entry->left[seat] = json_node_get_int(one);
  }
  entry->has_left = good;
  return good || lap_match_unfit(error, "\"left\" must be an array of milliseconds, one number a seat");
}

static gboolean read_head(LapEntry *entry, JsonObject *object, guint seats, GError **error)
{
  if (!read_kind(entry, object, error)) return FALSE;
  gint64 seat = lap_log_number(object, "seat", seats - 1);
  if (seat < 0) return lap_match_unfit(error, "\"seat\" must be a number of 0 to %u", seats - 1);
  entry->seat = (guint)seat;
  entry->at = lap_log_number(object, "at", G_MAXINT64 / 1000);
  if (entry->at < 0) return lap_match_unfit(error, "\"at\" must be milliseconds since 1970");
  return read_request(&entry->request, object, error) && read_left(entry, object, seats, error);
}

static gboolean read_rest(LapEntryReading *reading, JsonObject *object, const LapGame *game, GError **error)
{
  LapEntry *entry = &reading->entry;
  switch (entry->kind) {
  case LAP_ENTRY_JOIN:
    return read_name(object, "name", &entry->name, error) && read_secret(object, "token", &entry->secret, error);
  case LAP_ENTRY_LEAVE:
    return read_secret(object, "invitation", &entry->secret, error);
  case LAP_ENTRY_BOT:
    return read_bot(entry, object, error);
  case LAP_ENTRY_MOVE:
    return read_move(reading, object, game, error);
  case LAP_ENTRY_PROPOSE:
  case LAP_ENTRY_ANSWER:
    return read_proposal(reading, object, error);
  case LAP_ENTRY_RULES:
    return read_rules(reading, object, error);
  case LAP_ENTRY_SUSPEND:
    return read_suspension(&entry->suspension, object, error);
  case LAP_ENTRY_RESIGN:
  case LAP_ENTRY_TIMEOUT:
  case LAP_ENTRY_RESUME:
    break;
  }
  return TRUE;
}

gboolean lap_entry_read(LapEntryReading *reading, const char *line, const LapGame *game, guint seats, GError **error)
{
  g_autoptr(GError) failure = NULL;
  *reading = (LapEntryReading){.root = lap_json_parse(line, strlen(line), &failure)};
  if (!reading->root) return lap_match_unfit(error, "%s", failure->message);
  if (!JSON_NODE_HOLDS_OBJECT(reading->root)) return lap_match_unfit(error, "not a JSON object");
  JsonObject *object = json_node_get_object(reading->root);
  return read_head(&reading->entry, object, seats, error) && read_rest(reading, object, game, error);
}

void lap_entry_reading_clear(LapEntryReading *reading)
{
  g_clear_pointer(&reading->root, json_node_unref);
  g_clear_pointer(&reading->steps, g_array_unref);
  g_clear_pointer(&reading->options, g_strfreev);
  lap_log_header_clear(&reading->settings);
}
