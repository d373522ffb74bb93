/* Who sits where, and what else a match is from its header: for match-apply.c alone, which says when that changes. */
#include <string.h>

#include "match-state.h"

/* --- seats */

static void set_seat(LapMatch *match, guint seat, char *name, const LapBot *bot, const LapSecretHash *token)
{
  static const LapSecretHash nothing;
  LapSeatState *state = &match->seat[seat];
  g_free(state->name);
  state->name = name;
  state->bot = bot;
  if (!lap_secret_same(&state->token, &nothing)) state->former = state->token;
  state->token = token ? *token : nothing;
  match->names[seat] = name;
}

void lap_match_clear_seat(LapMatch *match, guint seat) { set_seat(match, seat, NULL, NULL, NULL); }

void lap_match_seat_person(LapMatch *match, guint seat, const char *name, const LapSecretHash *token)
{
  set_seat(match, seat, g_strdup(name), NULL, token);
}

/* Bots of the same kind are distinguished by their seats. */
void lap_match_put_bot(LapMatch *match, guint seat, const LapBot *bot, const char *name)
{
  set_seat(match, seat, name ? g_strdup(name) : lap_name_of_bot(bot->name, seat), bot, NULL);
}

/* --- the start */

static void take_seats(LapMatch *match, const LapMatchHeader *header)
{
  guint seats = lap_match_seats(match);
  match->seat = g_new0(LapSeatState, seats);
  match->names = g_new0(const char *, seats);
  for (guint seat = 0; seat < seats; seat++) {
    match->seat[seat].invitation = header->invitation[seat];
    match->seat[seat].left = header->initial;
    if (header->bot[seat])
      lap_match_put_bot(match, seat, lap_bot_named(header->bot[seat]), header->name[seat]);
    else if (header->name[seat])
      lap_match_seat_person(match, seat, header->name[seat], &header->token[seat]);
  }
}

void lap_match_take_header(LapMatch *match, const LapMatchHeader *header)
{
  match->is_public = header->is_public;
  match->seeded = header->seeded;
  match->hints = header->hints;
  match->messages = header->messages;
  match->initial = header->initial;
  match->increment = header->increment;
  match->watch = header->watch;
  match->digest = header->digest;
  g_free(match->from);
  match->from = g_strdup(header->from);
  match->from_seq = header->from_seq;
  match->carried = header->carried;
  memcpy(match->salt, header->salt, sizeof match->salt);
  take_seats(match, header);
}
