#include "history.h"

#include "host/engine/action-json.h"
#include "host/match/log-entry.h"
#include "host/match/match-private.h"
#include "projection.h"
#include "view-cache.h"
#include "visibility.h"

/* --- an entry */

static void write_steps(const LapRecipient *recipient, const char *name, const LapAction *steps, guint n,
                        LapJsonWriter *json)
{
  lap_json_member_array(json, name);
  for (guint i = 0; i < n; i++)
    lap_action_to_json(recipient->game, &steps[i], lap_shows_action_arguments(&steps[i], recipient->viewer), json);
  lap_json_end_array(json);
}

static void write_events(const LapRecipient *recipient, const LapEntry *entry, LapJsonWriter *json)
{
  lap_json_member_array(json, "events");
  for (guint i = 0; i < entry->n_events; i++) {
    const LapEvent *event = &entry->events[i];
    lap_event_to_json(recipient->game, event, lap_shows_event_arguments(event, recipient->viewer), json);
  }
  lap_json_end_array(json);
}

static void write_move(const LapRecipient *recipient, const LapEntry *entry, LapJsonWriter *json)
{
  if (!lap_shows_steps(entry, recipient->viewer)) return;
  write_steps(recipient, "steps", entry->steps, entry->n_steps, json);
  if (entry->n_opened) write_steps(recipient, "opened", entry->opened, entry->n_opened, json);
  if (entry->n_events) write_events(recipient, entry, json);
}

static void write_proposal(const LapEntry *entry, LapJsonWriter *json)
{
  lap_json_member_word(json, "about", lap_proposal_kinds[entry->proposal]);
  if (entry->kind == LAP_ENTRY_ANSWER) lap_json_member_bool(json, "accept", entry->accept);
  lap_json_member_bool(json, "applied", entry->applied);
}

static void write_sentences(const LapRecipient *recipient, const LapEntry *entry, LapJsonWriter *json)
{
  g_autoptr(GPtrArray) sentences = lap_sentences_of_entry(recipient, entry);
  lap_json_member_array(json, "text");
  for (guint i = 0; i < sentences->len; i++) lap_json_string(json, sentences->pdata[i]);
  lap_json_end_array(json);
}

void lap_entry_members(const LapRecipient *recipient, const LapEntry *entry, LapJsonWriter *json)
{
  lap_json_member_int(json, "seq", (gint64)entry->seq);
  lap_json_member_int(json, "at", entry->at);
  lap_json_member_word(json, "kind", entry->sealed ? "chosen" : lap_entry_kinds[entry->kind]);
  lap_json_member_int(json, "seat", entry->seat);
  write_sentences(recipient, entry, json);
  if (entry->kind == LAP_ENTRY_MOVE) write_move(recipient, entry, json);
  if (entry->kind == LAP_ENTRY_PROPOSE || entry->kind == LAP_ENTRY_ANSWER) write_proposal(entry, json);
}

/* --- entries */

/* Entries that are being written. */
typedef struct {
  LapRecipient recipient; /* who sits where, as it was then */
  LapMatch *match;
  guint64 since;
  LapJsonWriter *json;
} Entries;

/* The names of now are those of bots that sat there from the start. */
static void note_names(Entries *entries, const LapEntry *entry)
{
  if (entry->kind == LAP_ENTRY_JOIN) lap_recipient_rename(&entries->recipient, entry->seat, entry->name);
  if (entry->kind == LAP_ENTRY_BOT)
    lap_recipient_rename(&entries->recipient, entry->seat, lap_match_names(entries->match)[entry->seat]);
}

static gboolean write_entry(G_GNUC_UNUSED LapSession *session, const LapEntry *entry, gpointer data)
{
  Entries *entries = data;
  if (!entry) return TRUE;
  note_names(entries, entry);
  if (entry->seq <= entries->since) return TRUE;
  lap_json_begin_object(entries->json);
  lap_entry_members(&entries->recipient, entry, entries->json);
  lap_json_end_object(entries->json);
  return TRUE;
}

gboolean lap_project_entries(LapMatch *match, guint viewer, const char *language, guint64 since, guint max,
                             LapJsonWriter *json, GError **error)
{
  if (!lap_match_session(match, error)) return FALSE;
  guint64 seq = lap_match_get_seq(match), oldest = seq > max ? seq - max : 0;
  Entries entries = {.match = match, .since = MAX(since, oldest), .json = json};
  if (entries.since >= seq) return TRUE;
  if (!lap_recipient_of_match(&entries.recipient, match, viewer, language, error)) return FALSE;
  gboolean written = lap_match_visit(match, seq, write_entry, &entries, error);
  lap_recipient_clear(&entries.recipient);
  return written;
}

/* --- a moment */

typedef struct {
  LapMoment moment;
  LapMomentLook look;
  gpointer data;
  gboolean found;
} Search;

static void look_at(Search *search, LapSession *session)
{
  search->moment.engine = lap_session_engine(session);
  search->moment.block = lap_session_block(session);
  search->look(&search->moment, search->data);
  search->found = TRUE;
}

static void note_standing(LapStanding *standing, LapSession *session, const LapEntry *entry)
{
  gboolean undone = entry->applied && entry->proposal == LAP_PROPOSAL_UNDO;
  gboolean aborted = entry->applied && entry->proposal == LAP_PROPOSAL_ABORT;
  if (entry->kind == LAP_ENTRY_RESIGN || entry->kind == LAP_ENTRY_TIMEOUT) standing->resigned |= 1u << entry->seat;
  if (undone) standing->final = lap_session_over(session);
  if (entry->over && !aborted) standing->final = TRUE;
}

static gboolean search_entry(LapSession *session, const LapEntry *entry, gpointer data)
{
  Search *search = data;
  if (entry) note_standing(&search->moment.standing, session, entry);
  if ((entry ? entry->seq : 0) < search->moment.seq) return TRUE;
  look_at(search, session);
  return FALSE;
}

static gboolean look_at_now(Search *search, LapMatch *match, LapSession *session)
{
  search->moment.seq = lap_match_get_seq(match);
  search->moment.standing = lap_standing_of_match(match);
  look_at(search, session);
  return TRUE;
}

static gboolean set_no_moment(GError **error, guint64 at, guint64 seq)
{
  g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND,
              "there is no moment %" G_GUINT64_FORMAT "; they go from 0, the start, to %" G_GUINT64_FORMAT ", now", at,
              seq);
  return FALSE;
}

gboolean lap_match_look_at(LapMatch *match, gint64 at, LapMomentLook look, gpointer data, GError **error)
{
  g_autoptr(GError) failure = NULL;
  Search search = {.moment.seq = (guint64)at, .look = look, .data = data};
  LapSession *now = lap_match_session(match, error);
  if (!now) return FALSE;
  guint64 seq = lap_match_get_seq(match);
  if (at < 0 || (guint64)at == seq) return look_at_now(&search, match, now);
  if ((guint64)at < seq) lap_match_visit(match, (guint64)at, search_entry, &search, &failure);
  if (search.found) return TRUE;
  if (!failure) return set_no_moment(error, (guint64)at, seq);
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

typedef struct {
  const LapRecipient *recipient;
  LapJsonWriter *json;
} Onlooker;

static void write_moment(const LapMoment *moment, gpointer data)
{
  const Onlooker *onlooker = data;
  g_autoptr(GString) view = g_string_new(NULL);
  lap_view_write(moment->engine, moment->block, onlooker->recipient->viewer, view);
  lap_json_member_int(onlooker->json, "seq", (gint64)moment->seq);
  lap_json_name(onlooker->json, "view");
  lap_json_raw(onlooker->json, view->str, (gssize)view->len);
  lap_json_name(onlooker->json, "hash");
  lap_json_hex(onlooker->json, lap_view_hash(view->str, view->len));
  lap_json_name(onlooker->json, "score");
  lap_score_to_json(onlooker->recipient, moment->engine, moment->block, &moment->standing, onlooker->json);
}

gboolean lap_project_view(LapMatch *match, guint viewer, const char *language, gint64 at, LapJsonWriter *json,
                          GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  Onlooker onlooker = {&recipient, json};
  return lap_match_session(match, error) && lap_recipient_of_match(&recipient, match, viewer, language, error) &&
         lap_match_look_at(match, at, write_moment, &onlooker, error);
}
