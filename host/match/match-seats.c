/* Who sits where: coming, going, bots. */
#include "host-private.h"

static gboolean refuse_over(LapMatch *match, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_OVER, "match %s is over", match->id);
}

static gboolean is_seat(const LapMatch *match, guint seat, GError **error)
{
  return seat < lap_match_seats(match) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no seat %u; they are 0 to %u", seat,
                          lap_match_seats(match) - 1);
}

static gboolean is_free(const LapMatch *match, guint seat, GError **error)
{
  return lap_chair_is_free(&match->chair[seat]) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_SEAT_TAKEN, "seat %u is taken", seat);
}

/* --- joining */

/* What somebody who comes brings. */
typedef struct {
  const char *invitation; /* or NULL */
  gint seat;              /* -1: any */
  const char *name, *key; /* key: or NULL */
} Arrival;

static guint64 digest_of(const Arrival *arrival)
{
  guint64 digest = lap_digest_add_text(lap_digest_word("join"), arrival->invitation);
  return lap_digest_add_text(lap_digest_add(digest, (guint64)arrival->seat), arrival->name);
}

static char *token_of(const LapMatch *match, guint seat, const Arrival *arrival)
{
  return lap_secret_derive(match->salt, "token%u:%s:%s", seat, arrival->invitation ? arrival->invitation : "",
                           arrival->key ? arrival->key : "");
}

static gboolean check_name(const char *name, GError **error)
{
  return lap_name_is_good(name) ||
         lap_match_refuse(
             error, LAP_MATCH_ERROR_INVALID,
             "a name must be 1 to %d characters of UTF-8, not all blank, none of them for control or direction",
             LAP_NAME_MAX);
}

static gboolean check_arrival(const Arrival *arrival, GError **error)
{
  if (!arrival->invitation && !arrival->key)
    return lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "without an invitation, joining needs a key");
  return check_name(arrival->name, error);
}

static gboolean seat_of_invitation(const LapMatch *match, const char *invitation, guint *seat, GError **error)
{
  LapSecretHash hash = lap_secret_hash(invitation);
  *seat = lap_match_seats(match);
  for (guint i = 0; i < lap_match_seats(match); i++)
    if (lap_secret_same(&hash, &match->chair[i].invitation)) *seat = i;
  if (*seat < lap_match_seats(match)) return is_free(match, *seat, error);
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "the invitation opens no seat of this match");
}

static gboolean first_free(const LapMatch *match, guint *seat, GError **error)
{
  for (*seat = 0; *seat < lap_match_seats(match); ++*seat)
    if (lap_chair_is_free(&match->chair[*seat])) return TRUE;
  return lap_match_refuse(error, LAP_MATCH_ERROR_SEAT_TAKEN, "all seats are taken");
}

static gboolean find_seat(LapMatch *match, const Arrival *arrival, guint *seat, GError **error)
{
  if (lap_match_get_state(match) == LAP_MATCH_OVER) return refuse_over(match, error);
  if (arrival->invitation) return seat_of_invitation(match, arrival->invitation, seat, error);
  if (!match->is_public)
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "seats of a private match need an invitation");
  if (arrival->seat < 0) return first_free(match, seat, error);
  *seat = (guint)arrival->seat;
  return is_seat(match, *seat, error) && is_free(match, *seat, error);
}

static gboolean join(LapMatch *match, const Arrival *arrival, const LapRequest *request, guint *taken, char **token,
                     guint64 *seq, GError **error)
{
  LapRecord record = {.kind = LAP_ENTRY_JOIN, .request = *request, .name = arrival->name};
  if (!find_seat(match, arrival, &record.seat, error)) return FALSE;
  g_autofree char *secret = token_of(match, record.seat, arrival);
  record.secret = lap_secret_hash(secret);
  if (!lap_match_enter(match, &record, NULL, seq, error)) return FALSE;
  if (taken) *taken = record.seat;
  if (token) *token = g_steal_pointer(&secret);
  return TRUE;
}

gboolean lap_match_join(LapMatch *match, const char *invitation, gint seat, const char *name, const char *key,
                        guint *taken, char **token, guint64 *seq, GError **error)
{
  const Arrival arrival = {invitation, seat, name, key};
  const LapGranted *granted;
  LapRequest request;
  if (token) *token = NULL;
  if (!check_arrival(&arrival, error)) return FALSE;
  switch (lap_request_begin(match, LAP_NOBODY_YET, key, digest_of(&arrival), &request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return join(match, &arrival, &request, taken, token, seq, error);
  case LAP_REQUEST_AGAIN:
    if (taken) *taken = granted->seat;
    if (token) *token = token_of(match, granted->seat, &arrival);
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}

/* --- leaving */

static char *invitation_of(const LapMatch *match, guint seat, guint64 seq, const char *key)
{
  return lap_secret_derive(match->salt, "invitation%u:%" G_GUINT64_FORMAT ":%s", seat, seq, key ? key : "");
}

static gboolean may_leave(LapMatch *match, guint seat, GError **error)
{
  if (!is_seat(match, seat, error)) return FALSE;
  if (lap_match_get_state(match) == LAP_MATCH_OVER) return refuse_over(match, error);
  if (!lap_chair_is_person(&match->chair[seat]))
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "nobody sits in seat %u", seat);
  if (match->seq >= LAP_TALK_MAX)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED,
                            "the match is too long for seats to be left: it can be played, or given up");
  return !match->chair[seat].resigned ||
         lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "seat %u has given up: it cannot be left", seat);
}

static gboolean leave(LapMatch *match, guint seat, const LapRequest *request, const char *key, char **invitation,
                      guint64 *seq, GError **error)
{
  LapRecord record = {.kind = LAP_ENTRY_LEAVE, .seat = seat, .request = *request};
  if (!may_leave(match, seat, error)) return FALSE;
  g_autofree char *secret = invitation_of(match, seat, match->seq + 1, key);
  record.secret = lap_secret_hash(secret);
  if (!lap_match_enter(match, &record, NULL, seq, error)) return FALSE;
  if (invitation) *invitation = g_steal_pointer(&secret);
  return TRUE;
}

gboolean lap_match_leave(LapMatch *match, guint seat, const char *key, char **invitation, guint64 *seq, GError **error)
{
  const LapGranted *granted;
  LapRequest request;
  if (invitation) *invitation = NULL;
  switch (lap_request_begin(match, seat, key, lap_digest_word("leave"), &request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return leave(match, seat, &request, key, invitation, seq, error);
  case LAP_REQUEST_AGAIN:
    if (invitation) *invitation = invitation_of(match, seat, granted->seq, key);
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}

/* --- bots */

static gboolean may_seat_bot(LapMatch *match, guint by, guint seat, const char *bot, GError **error)
{
  if (!is_seat(match, seat, error)) return FALSE;
  if (lap_match_get_state(match) == LAP_MATCH_OVER) return refuse_over(match, error);
  if (by != LAP_OMNISCIENT && (by >= lap_match_seats(match) || !lap_chair_is_person(&match->chair[by])))
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "only who sits in the match may seat a bot");
  if (!lap_bot_named(bot)) return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no such bot");
  if (by == seat && !match->chair[seat].resigned) return TRUE;
  return is_free(match, seat, error);
}

/* Without a name it is what it was before there were names: keys of then come again. */
static guint64 digest_of_bot(guint seat, const char *bot, const char *name)
{
  guint64 digest = lap_digest_add_text(lap_digest_add(lap_digest_word("bot"), seat), bot);
  return name ? lap_digest_add_text(digest, name) : digest;
}

gboolean lap_match_seat_bot(LapMatch *match, guint by, guint seat, const char *bot, const char *name, const char *key,
                            guint64 *seq, GError **error)
{
  const LapGranted *granted;
  guint64 digest = digest_of_bot(seat, bot, name);
  LapRecord record = {.kind = LAP_ENTRY_BOT, .seat = seat, .name = bot, .called = name};
  if (name && !check_name(name, error)) return FALSE;
  switch (lap_request_begin(match, by, key, digest, &record.request, &granted, error)) {
  case LAP_REQUEST_NEW:
    return may_seat_bot(match, by, seat, bot, error) && lap_match_enter(match, &record, NULL, seq, error);
  case LAP_REQUEST_AGAIN:
    if (seq) *seq = granted->seq;
    return TRUE;
  case LAP_REQUEST_REFUSED:
    break;
  }
  return FALSE;
}
