#include "messages.h"

#include <string.h>

#include "host-private.h"
#include "host/json/parse.h"
#include "log-header.h"
#include "names.h"
#include "refuse.h"

/* So many of the last ones are looked through for a request that came before, and for how much a seat has said. */
enum { LOOKED_AT = 200 };

void lap_message_free(LapMessage *message)
{
  g_free(message->name);
  g_free(message->word);
  g_free(message->text);
  g_free(message->mark);
  g_free(message);
}

const char *lap_match_get_message_kind(LapMatch *match)
{
  return match->messages ? lap_message_kinds[match->messages] : NULL;
}

/* --- as lines of the store */

static char *write_line(const LapMessage *message)
{
  GString *line = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(line);
  lap_json_begin_object(&json);
  lap_json_member_int(&json, "number", (gint64)message->number);
  lap_json_member_int(&json, "seat", message->seat);
  lap_json_member_string(&json, "name", message->name);
  lap_json_member_int(&json, "at", message->at);
  lap_json_member_optional(&json, "word", message->word);
  lap_json_member_optional(&json, "text", message->text);
  lap_json_member_string(&json, "mark", message->mark);
  lap_json_end_object(&json);
  return g_string_free(line, FALSE);
}

static LapMessage *read_line(const char *line)
{
  g_autoptr(JsonNode) root = lap_json_parse(line, strlen(line), NULL);
  if (!root || !JSON_NODE_HOLDS_OBJECT(root)) return NULL;
  JsonObject *object = json_node_get_object(root);
  LapMessage *message = g_new(LapMessage, 1);
  *message = (LapMessage){.number = (guint64)lap_log_number(object, "number", G_MAXINT64),
                          .seat = (guint)lap_log_number(object, "seat", LAP_SEATS_MAX - 1),
                          .name = g_strdup(lap_log_string(object, "name")),
                          .at = lap_log_number(object, "at", G_MAXINT64),
                          .word = g_strdup(lap_log_string(object, "word")),
                          .text = g_strdup(lap_log_string(object, "text")),
                          .mark = g_strdup(lap_log_string(object, "mark"))};
  return message;
}

GPtrArray *lap_match_get_messages(LapMatch *match, guint64 before, guint limit, GError **error)
{
  if (!lap_match_ready(match, error)) return NULL;
  g_autoptr(GPtrArray) lines = lap_store_get_messages(match->host->store, match->id, before, limit, error);
  if (!lines) return NULL;
  GPtrArray *messages = g_ptr_array_new_with_free_func((GDestroyNotify)lap_message_free);
  for (guint i = 0; i < lines->len; i++) {
    LapMessage *message = read_line(lines->pdata[i]);
    if (message) g_ptr_array_add(messages, message);
  }
  return messages;
}

/* --- saying */

static gboolean may_say(const LapMatch *match, const char *text, GError **error)
{
  if (match->messages == LAP_MESSAGES_NONE)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "who created the match wants no messages in it");
  if (!text) return TRUE;
  if (match->messages == LAP_MESSAGES_QUICK)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED,
                            "who created the match wants no texts in it: send a \"word\" from the list");
  return lap_text_is_good(text, LAP_MESSAGE_MAX) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_INVALID,
                          "a text must be 1 to %d characters of UTF-8, not all blank, none of them for control, "
                          "direction or the end of a line",
                          LAP_MESSAGE_MAX);
}

/* The message that a request with this mark has made. Returns: (transfer none) (nullable) */
static LapMessage *find(const GPtrArray *messages, const char *mark)
{
  for (guint i = 0; i < messages->len; i++) {
    LapMessage *message = messages->pdata[i];
    if (g_strcmp0(message->mark, mark) == 0) return message;
  }
  return NULL;
}

/* How long the seat has to wait before it may say more. The time of day may have been set back meanwhile. */
static gint64 wait_of(const GPtrArray *messages, guint seat, guint max, gint64 now)
{
  guint said = 0;
  for (guint i = messages->len; i-- > 0;) {
    const LapMessage *message = messages->pdata[i];
    gboolean counts = message->seat == seat && message->at <= now && message->at > now - LAP_MESSAGES_WINDOW;
    if (counts && ++said == max) return message->at + LAP_MESSAGES_WINDOW - now;
  }
  return 0;
}

static LapMessage *again(const LapMessage *before, const char *word, const char *text, GError **error)
{
  if (g_strcmp0(before->word, word) == 0 && g_strcmp0(before->text, text) == 0) {
    g_autofree char *line = write_line(before);
    return read_line(line);
  }
  lap_match_refuse(error, LAP_MATCH_ERROR_KEY_REUSED, "the key came before with another message; each needs a new one");
  return NULL;
}

static gboolean keep(LapMatch *match, const LapMessage *message, GError **error)
{
  g_autofree char *line = write_line(message);
  return lap_batch_is_open(match->host, error) &&
         lap_batch_add_message(match->host, match, message->number, line, error) &&
         lap_batch_settle(match->host, error);
}

LapMessage *lap_match_say(LapMatch *match, guint seat, const char *word, const char *text, const char *key, guint max,
                          gint64 *wait, gboolean *is_new, GError **error)
{
  *wait = 0;
  *is_new = FALSE;
  if (!lap_match_ready(match, error) || !lap_key_check(key, error) || !may_say(match, text, error)) return NULL;
  g_autoptr(GPtrArray) before = lap_match_get_messages(match, 0, LOOKED_AT, error);
  if (!before) return NULL;
  g_autofree char *mark = lap_secret_derive(match->salt, "say%u:%s", seat, key);
  const LapMessage *same = find(before, mark), *last = before->len ? before->pdata[before->len - 1] : NULL;
  if (same) return again(same, word, text, error);

  gint64 now = lap_host_now_ms(match->host);
  *wait = wait_of(before, seat, max, now);
  if (*wait) {
    lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "a seat sends at most %u messages within %d seconds", max,
                     LAP_MESSAGES_WINDOW / 1000);
    return NULL;
  }
  if (last && last->number >= LAP_MESSAGES_MAX) {
    lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "a match takes at most %d messages", LAP_MESSAGES_MAX);
    return NULL;
  }
  g_autoptr(LapMessage) message = g_new(LapMessage, 1);
  *message = (LapMessage){.number = last ? last->number + 1 : 1,
                          .seat = seat,
                          .name = g_strdup(match->seat[seat].name),
                          .at = now,
                          .word = g_strdup(word),
                          .text = g_strdup(text),
                          .mark = g_steal_pointer(&mark)};
  if (!keep(match, message, error)) return NULL;
  *is_new = TRUE;
  return g_steal_pointer(&message);
}
