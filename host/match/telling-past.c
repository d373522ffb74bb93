/* What is told of the past: the match's life is gone through again. */
#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "telling-private.h"

/* --- entries */

/* Entries in the telling. */
typedef struct {
  LapAddressee addressee; /* who sits where, as it was then */
  LapMatch *match;
  guint64 since;
  GString *out;
  gboolean first;
} Memory;

/* The names of now are those of bots that sat there from the start. */
static void note_names(Memory *memory, const LapEntry *entry)
{
  if (entry->kind == LAP_ENTRY_JOIN) lap_addressee_rename(&memory->addressee, entry->seat, entry->name);
  if (entry->kind == LAP_ENTRY_BOT)
    lap_addressee_rename(&memory->addressee, entry->seat, lap_match_names(memory->match)[entry->seat]);
}

static gboolean remember(G_GNUC_UNUSED LapSession *session, const LapEntry *entry, gpointer data)
{
  Memory *memory = data;
  if (!entry) return TRUE;
  note_names(memory, entry);
  if (entry->seq <= memory->since) return TRUE;
  lap_json_separate(memory->out, &memory->first);
  g_string_append_c(memory->out, '{');
  lap_tell_entry_itself(&memory->addressee, entry, memory->out);
  g_string_append_c(memory->out, '}');
  return TRUE;
}

gboolean lap_tell_since(LapMatch *match, guint viewer, const char *language, guint64 since, guint max, GString *out,
                        GError **error)
{
  guint64 seq = lap_match_get_seq(match), oldest = seq > max ? seq - max : 0;
  gsize from = out->len;
  Memory memory = {.match = match, .since = MAX(since, oldest), .out = out, .first = TRUE};
  if (!lap_addressee_to(&memory.addressee, match, viewer, language, error)) return FALSE;
  g_string_append_c(out, '[');
  gboolean told = memory.since >= seq || lap_match_visit(match, seq, remember, &memory, error);
  g_string_append_c(out, ']');
  lap_addressee_clear(&memory.addressee);
  if (!told) g_string_truncate(out, from);
  return told;
}

/* --- the view of a moment */

typedef struct {
  const LapAddressee *addressee;
  guint64 at;
  LapStanding standing;
  GString *out;
  gboolean found;
} Moment;

static void write_moment(const Moment *moment, LapEngine *engine, const LapBlock *block)
{
  GString *out = moment->out;
  char hash[17];
  g_string_append(out, "\"seq\":");
  lap_json_number(out, (gint64)moment->at);
  g_string_append(out, ",\"view\":");
  gsize from = out->len;
  lap_view_write(engine, block, moment->addressee->viewer, out);
  lap_tell_hash(out->str + from, out->len - from, hash);
  g_string_append(out, ",\"hash\":");
  lap_json_text(out, hash);
  g_string_append(out, ",\"score\":");
  lap_tell_score(moment->addressee, engine, block, &moment->standing, out);
}

static void note_standing(LapStanding *standing, LapSession *session, const LapEntry *entry)
{
  gboolean undone = entry->applied && entry->proposal == LAP_PROPOSAL_UNDO;
  gboolean aborted = entry->applied && entry->proposal == LAP_PROPOSAL_ABORT;
  if (entry->kind == LAP_ENTRY_RESIGN || entry->kind == LAP_ENTRY_TIMEOUT) standing->resigned |= 1u << entry->seat;
  if (undone) standing->final = lap_session_over(session);
  if (entry->over && !aborted) standing->final = TRUE;
}

static gboolean look(LapSession *session, const LapEntry *entry, gpointer data)
{
  Moment *moment = data;
  if (entry) note_standing(&moment->standing, session, entry);
  if ((entry ? entry->seq : 0) < moment->at) return TRUE;
  write_moment(moment, lap_session_engine(session), lap_session_block(session));
  moment->found = TRUE;
  return FALSE;
}

static gboolean no_moment(GError **error, guint64 at, guint64 seq)
{
  g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND,
              "there is no moment %" G_GUINT64_FORMAT "; they go from 0, the start, to %" G_GUINT64_FORMAT ", now", at,
              seq);
  return FALSE;
}

gboolean lap_tell_moment(const LapAddressee *addressee, LapMatch *match, guint64 at, GString *out, GError **error)
{
  g_autoptr(GError) failure = NULL;
  Moment moment = {.addressee = addressee, .at = at, .out = out};
  if (at > lap_match_get_seq(match)) return no_moment(error, at, lap_match_get_seq(match));
  lap_match_visit(match, at, look, &moment, &failure);
  if (moment.found) return TRUE;
  if (!failure) return no_moment(error, at, lap_match_get_seq(match));
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}
