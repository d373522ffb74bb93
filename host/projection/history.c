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
  lap_json_member_optional(json, "swap", entry->game);
  lap_json_member_bool(json, "applied", entry->applied);
  if (entry->undone) lap_json_member_int(json, "undone", (gint64)entry->undone);
}

static void write_rules(const LapEntry *entry, LapJsonWriter *json)
{
  if (entry->renewal)
    lap_json_member_bool(json, "renewal", TRUE);
  else
    lap_json_member_word(json, "swap", entry->game);
  lap_json_member_true(json, "refused", entry->refused != NULL);
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
  if (entry->kind == LAP_ENTRY_RULES) write_rules(entry, json);
}

/* --- entries */

/* Entries that are being written. */
typedef struct {
  LapRecipient recipient; /* who sits where, as it was then */
  LapJsonWriter *json;
  gsize full;      /* length of the text after which no further one is written */
  guint64 reached; /* the last that was written */
  GError *failure; /* or NULL */
} Entries;

/* The match may have become one of another variant. */
static gboolean note_game(Entries *entries, LapMatch *then)
{
  LapRecipient *recipient = &entries->recipient;
  if (lap_match_get_game(then) == recipient->game) return TRUE;
  LapTexts *texts = lap_host_get_texts(recipient->host, lap_match_get_game_id(then), recipient->language,
                                       &entries->failure);
  recipient->game = lap_match_get_game(then);
  recipient->texts = texts;
  return texts != NULL;
}

static void note_names(Entries *entries, LapMatch *then)
{
  const char *const *names = lap_match_names(then);
  for (guint seat = 0; seat < lap_match_get_seats(then); seat++)
    lap_recipient_rename(&entries->recipient, seat, names[seat]);
}

/* Who leaves has a name still. */
static gboolean write_entry(LapMatch *then, const LapEntry *entry, gpointer data)
{
  Entries *entries = data;
  gboolean seats = !entry || entry->kind == LAP_ENTRY_JOIN || entry->kind == LAP_ENTRY_BOT;
  if (seats) note_names(entries, then);
  if (!note_game(entries, then)) return FALSE;
  if (!entry) return TRUE;
  lap_json_begin_object(entries->json);
  lap_entry_members(&entries->recipient, entry, entries->json);
  lap_json_end_object(entries->json);
  entries->reached = entry->seq;
  return entries->json->out->len < entries->full;
}

gboolean lap_project_page(LapMatch *match, guint viewer, const char *language, guint64 since, guint64 upto, gsize room,
                          guint64 *reached, LapJsonWriter *json, GError **error)
{
  Entries entries = {.json = json, .full = json->out->len + MIN(room, G_MAXSIZE / 2), .reached = since};
  if (!lap_match_session(match, error)) return FALSE;
  *reached = since;
  if (since >= MIN(upto, lap_match_get_seq(match))) return TRUE;
  if (!lap_recipient_of_match(&entries.recipient, match, viewer, language, error)) return FALSE;
  gboolean written = lap_match_visit(match, since, upto, write_entry, &entries, error);
  lap_recipient_clear(&entries.recipient);
  if (entries.failure) {
    g_propagate_error(error, entries.failure);
    return FALSE;
  }
  *reached = entries.reached;
  return written;
}

gboolean lap_project_entries(LapMatch *match, guint viewer, const char *language, guint64 since, guint max,
                             LapJsonWriter *json, GError **error)
{
  if (!lap_match_ready(match, error)) return FALSE;
  if (lap_match_get_suspension(match)) return TRUE;
  guint64 seq = lap_match_get_seq(match), oldest = seq > max ? seq - max : 0, reached;
  return lap_project_page(match, viewer, language, MAX(since, oldest), seq, G_MAXSIZE, &reached, json, error);
}

/* --- a moment */

static gboolean set_no_moment(GError **error, guint64 at, guint64 seq)
{
  g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND,
              "there is no moment %" G_GUINT64_FORMAT "; they go from 0, the start, to %" G_GUINT64_FORMAT ", now", at,
              seq);
  return FALSE;
}

/* Of a match that is suspended, whose rules are not asked for a score. */
static gboolean write_still(LapMatch *match, guint viewer, LapJsonWriter *json, GError **error)
{
  g_autoptr(LapEngine) engine = NULL;
  g_autoptr(LapBlock) block = NULL;
  if (!lap_match_open_still(match, &engine, &block, error)) return FALSE;
  lap_json_member_int(json, "seq", (gint64)lap_match_get_seq(match));
  lap_json_member_word(json, "game", lap_match_get_game_id(match));
  lap_view_write_members(engine, block, viewer, json);
  return TRUE;
}

static gboolean look_now(LapMatch *match, LapMomentLook look, gpointer data, GError **error)
{
  LapSession *session = lap_match_session(match, error);
  if (!session) return FALSE;
  const LapMoment moment = {lap_match_get_seq(match), lap_session_engine(session), lap_session_block(session),
                            lap_standing_of_match(match), match};
  look(&moment, data);
  return TRUE;
}

gboolean lap_match_look_at(LapMatch *match, gint64 at, LapMomentLook look, gpointer data, GError **error)
{
  if (!lap_match_ready(match, error)) return FALSE;
  guint64 seq = lap_match_get_seq(match);
  if (at < 0 || (guint64)at == seq) return look_now(match, look, data, error);
  if ((guint64)at > seq) return set_no_moment(error, (guint64)at, seq);
  if (!lap_match_is_safe(match, error)) return FALSE;
  g_autoptr(LapMatch) then = lap_match_at(match, (guint64)at, error);
  return then && look_now(then, look, data, error);
}

typedef struct {
  guint viewer;
  const char *language;
  LapJsonWriter *json;
  GError *failure; /* or NULL */
} Onlooker;

static void write_moment(const LapMoment *moment, gpointer data)
{
  Onlooker *onlooker = data;
  g_auto(LapRecipient) recipient = {0};
  if (!lap_recipient_of_match(&recipient, moment->match, onlooker->viewer, onlooker->language, &onlooker->failure))
    return;
  lap_json_member_int(onlooker->json, "seq", (gint64)moment->seq);
  lap_json_member_word(onlooker->json, "game", lap_match_get_game_id(moment->match));
  lap_view_write_members(moment->engine, moment->block, onlooker->viewer, onlooker->json);
  lap_json_name(onlooker->json, "score");
  lap_score_to_json(&recipient, moment->engine, moment->block, &moment->standing, onlooker->json);
}

gboolean lap_project_view(LapMatch *match, guint viewer, const char *language, gint64 at, LapJsonWriter *json,
                          GError **error)
{
  Onlooker onlooker = {viewer, language, json, NULL};
  gboolean is_now = at < 0 || (guint64)at == lap_match_get_seq(match);
  if (lap_match_get_suspension(match) && is_now) return write_still(match, viewer, json, error);
  if (!lap_match_look_at(match, at, write_moment, &onlooker, error)) return FALSE;
  if (!onlooker.failure) return TRUE;
  g_propagate_error(error, onlooker.failure);
  return FALSE;
}
