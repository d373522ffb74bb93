#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "record-words.h"

const char *const lap_record_kinds[LAP_RECORD_KINDS] = {
    [LAP_ENTRY_JOIN] = "join",       [LAP_ENTRY_LEAVE] = "leave",   [LAP_ENTRY_BOT] = "bot",
    [LAP_ENTRY_MOVE] = "move",       [LAP_ENTRY_RESIGN] = "resign", [LAP_ENTRY_TIMEOUT] = "timeout",
    [LAP_ENTRY_PROPOSE] = "propose", [LAP_ENTRY_ANSWER] = "answer",
};
const char *const lap_record_proposals[LAP_RECORD_PROPOSALS] = {
    [LAP_PROPOSAL_NONE] = "none",
    [LAP_PROPOSAL_UNDO] = "undo",
    [LAP_PROPOSAL_REMATCH] = "rematch",
    [LAP_PROPOSAL_ABORT] = "abort",
};

static void write_member(GString *out, const char *name)
{
  g_string_append(out, ",\"");
  g_string_append(out, name);
  g_string_append(out, "\":");
}

static void write_number(GString *out, const char *name, gint64 number)
{
  write_member(out, name);
  lap_json_number(out, number);
}

static void write_text(GString *out, const char *name, const char *text)
{
  write_member(out, name);
  lap_json_quote(out, text);
}

static void write_mark(GString *out, const char *name, guint64 mark)
{
  guint64 bytes = GUINT64_TO_BE(mark);
  write_member(out, name);
  g_string_append_c(out, '"');
  lap_secret_write_hex((const guint8 *)&bytes, sizeof bytes, out);
  g_string_append_c(out, '"');
}

static void write_secret(GString *out, const char *name, const LapSecretHash *hash)
{
  write_member(out, name);
  g_string_append_c(out, '"');
  lap_secret_write_hex(hash->byte, sizeof hash->byte, out);
  g_string_append_c(out, '"');
}

static void write_move(const LapRecord *record, const LapGame *game, GString *out)
{
  g_string_append(out, ",\"steps\":[");
  for (guint i = 0; i < record->n_steps; i++) {
    if (i) g_string_append_c(out, ',');
    lap_action_write(game, &record->steps[i], LAP_OMNISCIENT, out);
  }
  g_string_append_c(out, ']');
  write_mark(out, "hash", record->hash);
}

static void write_proposal(const LapRecord *record, GString *out)
{
  write_text(out, "proposal", lap_record_proposals[record->proposal]);
  if (record->kind == LAP_ENTRY_ANSWER) g_string_append(out, record->accept ? ",\"accept\":true" : ",\"accept\":false");
  g_string_append(out, record->applied ? ",\"applied\":true" : ",\"applied\":false");
  if (!record->applied) return;
  if (record->proposal == LAP_PROPOSAL_REMATCH) write_text(out, "rematch", record->rematch);
  if (record->proposal != LAP_PROPOSAL_UNDO) return;
  write_number(out, "moves", record->moves);
  write_mark(out, "hash", record->hash);
}

static void write_request(const LapRequest *request, GString *out)
{
  if (!request->key) return;
  write_mark(out, "key", request->key);
  write_mark(out, "digest", request->digest);
}

static void write_left(const LapRecord *record, guint seats, GString *out)
{
  if (!record->has_left) return;
  g_string_append(out, ",\"left\":[");
  for (guint seat = 0; seat < seats; seat++) {
    if (seat) g_string_append_c(out, ',');
    lap_json_number(out, record->left[seat]);
  }
  g_string_append_c(out, ']');
}

void lap_record_write(const LapRecord *record, const LapGame *game, guint seats, GString *out)
{
  g_string_append(out, "{\"kind\":");
  lap_json_text(out, lap_record_kinds[record->kind]);
  write_number(out, "seat", record->seat);
  write_number(out, "at", record->at);
  if (record->kind == LAP_ENTRY_MOVE) write_move(record, game, out);
  if (record->kind == LAP_ENTRY_JOIN || record->kind == LAP_ENTRY_BOT) write_text(out, "name", record->name);
  if (record->kind == LAP_ENTRY_BOT && record->called) write_text(out, "called", record->called);
  if (record->kind == LAP_ENTRY_JOIN) write_secret(out, "token", &record->secret);
  if (record->kind == LAP_ENTRY_LEAVE) write_secret(out, "invitation", &record->secret);
  if (record->kind == LAP_ENTRY_PROPOSE || record->kind == LAP_ENTRY_ANSWER) write_proposal(record, out);
  write_request(&record->request, out);
  write_left(record, seats, out);
  g_string_append_c(out, '}');
}
