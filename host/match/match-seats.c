/* Seats: tokens, joining, leaving, bots. */
#include <string.h>

#include "host-private.h"

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

void lap_match_get_seat(LapMatch *match, guint index, LapSeat *seat)
{
  *seat = (LapSeat){.index = index, .name = "", .free = TRUE, .left = -1};
  if (!match->ruleset || index >= lap_match_seats(match)) return;
  const LapSeatState *state = &match->seat[index];
  seat->name = state->name ? state->name : "";
  seat->bot = state->bot ? state->bot->name : NULL;
  seat->free = lap_seat_is_free(state);
  seat->resigned = state->resigned;
  seat->late = state->late;
  seat->left = match->host ? lap_match_clock_left(match, index, lap_host_clock_ms(match->host)) : -1;
}

gboolean lap_match_get_clock(LapMatch *match, gint64 *initial, gint64 *increment)
{
  *initial = match->initial;
  *increment = match->increment;
  return match->initial > 0;
}

guint64 lap_match_get_person(LapMatch *match, guint seat)
{
  guint64 mark = 0;
  if (match->ruleset && seat < lap_match_seats(match)) memcpy(&mark, match->seat[seat].token.byte, sizeof mark);
  return mark;
}

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
    if (lap_secret_same(&hash, &match->seat[seat].token)) {
      known = TRUE;
      *viewer = seat;
    }
  return known || lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "the token opens no seat of this match");
}

static gboolean refuse_over(LapMatch *match, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_OVER, "match %s is over", match->id);
}

static gboolean is_free(const LapMatch *match, guint seat, GError **error)
{
  return lap_seat_is_free(&match->seat[seat]) ||
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
    if (lap_secret_same(&hash, &match->seat[i].invitation)) *seat = i;
  if (*seat < lap_match_seats(match)) return is_free(match, *seat, error);
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "the invitation opens no seat of this match");
}

gboolean lap_match_find_invited(LapMatch *match, const char *invitation, guint *seat, GError **error)
{
  if (!lap_match_ready(match, error) || !seat_of_invitation(match, invitation, seat, error)) return FALSE;
  return lap_match_get_state(match) != LAP_MATCH_OVER || refuse_over(match, error);
}

static gboolean first_free(const LapMatch *match, guint *seat, GError **error)
{
  for (*seat = 0; *seat < lap_match_seats(match); ++*seat)
    if (lap_seat_is_free(&match->seat[*seat])) return TRUE;
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
  return lap_match_is_seat(match, *seat, error) && is_free(match, *seat, error);
}

static gboolean prepare_join(LapMatch *match, LapEntry *entry, gpointer data, GError **error)
{
  const Arrival *arrival = data;
  if (!find_seat(match, arrival, &entry->seat, error)) return FALSE;
  if (lap_name_is_taken(arrival->name, match->names, lap_match_seats(match)))
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED,
                            "another seat of this match has that name: join it with another one");
  g_autofree char *token = token_of(match, entry->seat, arrival);
  entry->secret = lap_secret_hash(token);
  return TRUE;
}

gboolean lap_match_join(LapMatch *match, const char *invitation, gint seat, const char *name, const char *key,
                        guint *taken, char **token, guint64 *seq, GError **error)
{
  Arrival arrival = {invitation, seat, name, key};
  LapEntry entry = {.kind = LAP_ENTRY_JOIN, .name = name};
  if (token) *token = NULL;
  if (!check_arrival(&arrival, error) ||
      !lap_match_request(match, LAP_NOBODY_YET, key, digest_of(&arrival), &entry, prepare_join, &arrival, seq, error))
    return FALSE;
  if (taken) *taken = entry.seat;
  if (token) *token = token_of(match, entry.seat, &arrival);
  return TRUE;
}

/* --- leaving */

static char *invitation_of(const LapMatch *match, guint seat, guint64 seq, const char *key)
{
  return lap_secret_derive(match->salt, "invitation%u:%" G_GUINT64_FORMAT ":%s", seat, seq, key ? key : "");
}

static gboolean may_leave(LapMatch *match, guint seat, GError **error)
{
  if (!lap_match_is_seat(match, seat, error)) return FALSE;
  if (lap_match_get_state(match) == LAP_MATCH_OVER) return refuse_over(match, error);
  if (!lap_seat_is_person(&match->seat[seat]))
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "nobody sits in seat %u", seat);
  if (match->seq >= LAP_TALK_MAX)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED,
                            "the match is too long for seats to be left: it can be played, or given up");
  return !match->seat[seat].resigned ||
         lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "seat %u has given up: it cannot be left", seat);
}

static gboolean prepare_leave(LapMatch *match, LapEntry *entry, gpointer key, GError **error)
{
  if (!may_leave(match, entry->seat, error)) return FALSE;
  g_autofree char *invitation = invitation_of(match, entry->seat, match->seq + 1, key);
  entry->secret = lap_secret_hash(invitation);
  return TRUE;
}

gboolean lap_match_leave(LapMatch *match, guint seat, const char *key, char **invitation, guint64 *seq, GError **error)
{
  LapEntry entry = {.kind = LAP_ENTRY_LEAVE, .seat = seat};
  if (invitation) *invitation = NULL;
  if (!lap_match_request(match, seat, key, lap_digest_word("leave"), &entry, prepare_leave, (gpointer)key, seq, error))
    return FALSE;
  if (invitation) *invitation = invitation_of(match, seat, entry.seq, key);
  return TRUE;
}

/* --- bots */

/* A request to seat a bot: the seat that asks, and the bot's name if it could not have the one that was asked for. */
typedef struct {
  guint by;
  char *called;
} Seating;

/* The bot may take the seat of the person who asks; the name of that person is then free. */
static void name_bot(const LapMatch *match, LapEntry *entry, Seating *seating)
{
  guint seats = lap_match_seats(match);
  g_autofree const char **others = g_memdup2(match->names, seats * sizeof *others);
  g_autofree char *wanted = entry->called ? g_strdup(entry->called) : lap_name_of_bot(entry->bot, entry->seat);
  others[entry->seat] = NULL;
  if (lap_name_is_taken(wanted, others, seats)) entry->called = seating->called = lap_name_free(wanted, others, seats);
}

static gboolean may_seat_bot(LapMatch *match, const LapEntry *entry, guint by, GError **error)
{
  guint seat = entry->seat;
  if (!lap_match_is_seat(match, seat, error)) return FALSE;
  if (lap_match_get_state(match) == LAP_MATCH_OVER) return refuse_over(match, error);
  if (by != LAP_OMNISCIENT && (by >= lap_match_seats(match) || !lap_seat_is_person(&match->seat[by])))
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAUTHORISED, "only a seat of the match may seat a bot");
  if (!lap_bot_named(entry->bot)) return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no such bot");
  if (by == seat && !match->seat[seat].resigned) return TRUE;
  return is_free(match, seat, error);
}

static gboolean prepare_bot(LapMatch *match, LapEntry *entry, gpointer seating, GError **error)
{
  if (!may_seat_bot(match, entry, ((Seating *)seating)->by, error)) return FALSE;
  name_bot(match, entry, seating);
  return TRUE;
}

/* Without a name the digest is the one from before bots had names, so that requests from then can be repeated. */
static guint64 digest_of_bot(guint seat, const char *bot, const char *name)
{
  guint64 digest = lap_digest_add_text(lap_digest_add(lap_digest_word("bot"), seat), bot);
  return name ? lap_digest_add_text(digest, name) : digest;
}

gboolean lap_match_seat_bot(LapMatch *match, guint by, guint seat, const char *bot, const char *name, const char *key,
                            guint64 *seq, GError **error)
{
  LapEntry entry = {.kind = LAP_ENTRY_BOT, .seat = seat, .bot = bot, .called = name};
  Seating seating = {.by = by};
  gboolean seated = (!name || check_name(name, error)) &&
                    lap_match_request(match, by, key, digest_of_bot(seat, bot, name), &entry, prepare_bot, &seating,
                                      seq, error);
  g_free(seating.called);
  return seated;
}
