#include <string.h>

#include "host-private.h"

G_DEFINE_FINAL_TYPE(LapMatch, lap_match, G_TYPE_OBJECT)
G_DEFINE_BOXED_TYPE(LapSeat, lap_seat, lap_seat_copy, lap_seat_free)

LapSeat *lap_seat_copy(const LapSeat *seat)
{
  LapSeat *copy = g_new(LapSeat, 1);
  *copy = *seat;
  copy->name = g_strdup(seat->name);
  copy->bot = g_strdup(seat->bot);
  return copy;
}

void lap_seat_free(LapSeat *seat)
{
  if (!seat) return;
  g_free((char *)seat->name);
  g_free((char *)seat->bot);
  g_free(seat);
}

static void lap_match_finalize(GObject *object)
{
  LapMatch *match = LAP_MATCH(object);
  for (guint seat = 0; match->ruleset && seat < lap_match_seats(match); seat++) g_free(match->chair[seat].name);
  if (match->ruleset) lap_ruleset_forget(match->ruleset, match);
  lap_ruleset_release(match->ruleset);
  if (match->gone) g_object_unref(match->host);
  lap_told_free(match->told);
  lap_block_free(match->block);
  g_byte_array_unref(match->movers);
  g_array_unref(match->granted);
  g_free(match->chair);
  g_free(match->names);
  g_free(match->rematch);
  g_free(match->id);
  G_OBJECT_CLASS(lap_match_parent_class)->finalize(object);
}

static void lap_match_class_init(LapMatchClass *class) { G_OBJECT_CLASS(class)->finalize = lap_match_finalize; }

static void lap_match_init(LapMatch *match)
{
  match->link.data = match;
  match->movers = g_byte_array_new();
  match->granted = g_array_new(FALSE, FALSE, sizeof(LapGranted));
}

LapMatch *lap_match_new(LapHost *host, const char *id)
{
  LapMatch *match = g_object_new(LAP_TYPE_MATCH, NULL);
  match->host = host;
  match->id = g_strdup(id);
  return match;
}

/* --- chairs */

static void put(LapMatch *match, guint seat, char *name, const LapBot *bot, const LapSecretHash *token)
{
  static const LapSecretHash nothing;
  LapChair *chair = &match->chair[seat];
  g_free(chair->name);
  chair->name = name;
  chair->bot = bot;
  if (!lap_secret_same(&chair->token, &nothing)) chair->former = chair->token;
  chair->token = token ? *token : nothing;
  match->names[seat] = name;
}

void lap_match_clear_chair(LapMatch *match, guint seat) { put(match, seat, NULL, NULL, NULL); }

void lap_match_seat_person(LapMatch *match, guint seat, const char *name, const LapSecretHash *token)
{
  put(match, seat, g_strdup(name), NULL, token);
}

/* Bots of the same kind are told apart by their seats. */
void lap_match_set_bot(LapMatch *match, guint seat, const LapBot *bot, const char *name)
{
  put(match, seat, name ? g_strdup(name) : g_strdup_printf("%s %u", bot->name, seat + 1), bot, NULL);
}

void lap_match_get_seat(LapMatch *match, guint index, LapSeat *seat)
{
  *seat = (LapSeat){.index = index, .name = "", .free = TRUE, .left = -1};
  if (!match->ruleset || index >= lap_match_seats(match)) return;
  const LapChair *chair = &match->chair[index];
  seat->name = chair->name ? chair->name : "";
  seat->bot = chair->bot ? chair->bot->name : NULL;
  seat->free = lap_chair_is_free(chair);
  seat->resigned = chair->resigned;
  seat->left = match->host ? lap_clock_left(match, index, lap_host_now(match->host)) : -1;
}

/* --- what it is */

const char *lap_match_get_id(LapMatch *match) { return match->id; }
LapHost *lap_match_get_host(LapMatch *match) { return match->host; }
const char *lap_match_get_game_id(LapMatch *match) { return match->ruleset->game->id; }
guint64 lap_match_get_seq(LapMatch *match) { return match->seq; }
guint64 lap_match_get_decision(LapMatch *match) { return match->decision; }
guint lap_match_get_seats(LapMatch *match) { return lap_match_seats(match); }
gboolean lap_match_is_public(LapMatch *match) { return match->is_public; }
gint64 lap_match_get_created(LapMatch *match) { return match->created; }
gint64 lap_match_get_changed(LapMatch *match) { return match->changed; }
const char *lap_match_get_rematch(LapMatch *match) { return match->rematch; }
LapGame *lap_match_game(LapMatch *match) { return match->ruleset->game; }
const char *const *lap_match_names(LapMatch *match) { return match->names; }
LapTold **lap_match_told(LapMatch *match) { return &match->told; }

const char *const *lap_match_options(LapMatch *match) { return (const char *const *)match->ruleset->option_texts; }

LapMatchState lap_match_get_state(LapMatch *match)
{
  if (match->result != LAP_RESULT_NONE) return LAP_MATCH_OVER;
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    if (lap_chair_is_free(&match->chair[seat])) return LAP_MATCH_OPEN;
  return LAP_MATCH_RUNNING;
}

guint32 lap_match_get_waiting(LapMatch *match) { return match->result == LAP_RESULT_NONE ? match->waiting : 0; }

const char *lap_match_result(LapMatch *match)
{
  static const char *const word[] = {[LAP_RESULT_NONE] = NULL,
                                     [LAP_RESULT_FINISHED] = "finished",
                                     [LAP_RESULT_RESIGNED] = "resigned",
                                     [LAP_RESULT_ABORTED] = "aborted"};
  return word[match->result];
}

LapProposalKind lap_match_get_proposal(LapMatch *match, guint64 *id, guint *seat, guint32 *asked)
{
  if (id) *id = match->proposal_id;
  if (seat) *seat = match->proposer;
  if (asked) *asked = match->asked;
  return match->proposal;
}

/* --- where it stands */

gboolean lap_match_ready(LapMatch *match, GError **error)
{
  if (!match->host || match->gone)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "match %s is not there any more", match->id);
  return !match->broken || lap_host_put_back(match->host, match, error);
}

LapSession *lap_match_stand(LapMatch *match, const LapBlock *block, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapSession *session = lap_ruleset_stand(match->ruleset, match, block, &failure);
  if (!session)
    lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s cannot be played: %s", match->id, failure->message);
  return session;
}

LapSession *lap_match_session(LapMatch *match, GError **error)
{
  return lap_match_ready(match, error) ? lap_match_stand(match, match->block, error) : NULL;
}

/* --- who is who */

gboolean lap_match_authenticate(LapMatch *match, const char *token, guint *viewer, GError **error)
{
  if (!lap_match_ready(match, error)) return FALSE;
  *viewer = LAP_WATCHER;
  if (!token && match->is_public) return TRUE;
  if (!token)
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "a private match is watched with its watch token");
  LapSecretHash hash = lap_secret_hash(token);
  gboolean known = lap_secret_same(&hash, &match->watch);
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    if (lap_secret_same(&hash, &match->chair[seat].token)) {
      known = TRUE;
      *viewer = seat;
    }
  return known || lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "the token opens no seat of this match");
}

gboolean lap_match_remembers(LapMatch *match, const char *token, const char *key, guint *seat)
{
  if (!token || !key || !lap_match_ready(match, NULL)) return FALSE;
  LapSecretHash hash = lap_secret_hash(token);
  for (*seat = 0; *seat < lap_match_seats(match); ++*seat)
    if (lap_secret_same(&hash, &match->chair[*seat].former)) return lap_request_was_granted(match, *seat, key);
  return FALSE;
}

guint64 lap_match_get_person(LapMatch *match, guint seat)
{
  guint64 mark = 0;
  if (match->ruleset && seat < lap_match_seats(match)) memcpy(&mark, match->chair[seat].token.byte, sizeof mark);
  return mark;
}

gboolean lap_match_granted(LapMatch *match, guint seat, const char *key)
{
  return lap_match_ready(match, NULL) && lap_request_was_granted(match, seat, key);
}

void lap_match_set_block(LapMatch *match, const LapBlock *block)
{
  memcpy(match->block, block, match->ruleset->block_size);
  lap_ruleset_forget(match->ruleset, match);
  g_clear_pointer(&match->told, lap_told_free);
}
