/* For tests of games: loading them from the build, and playing in words. */
#pragma once

#include "host/engine/session.h"
#include "host/plugins/registry.h"

/* A game of the build's own plugins; the test fails if it is missing. Kept until the process ends. */
LapGame *games_load(const char *id);

/* A new checked match. */
LapSession *games_start(const char *id, guint seats, guint64 seed);
LapSession *games_start_with(const char *id, guint seats, guint64 seed, const char *option, const char *value);

/* The move that words say: the bare name of an action, and its arguments as faces, choices and numbers, by the seat
 * that the session waits for: "claim blue_2 blue_2 blue_4". Moves of one step only. */
gboolean games_is_legal(LapSession *session, const char *words);
void games_play(LapSession *session, const char *words);
void games_play_all(LapSession *session, const char *const *moves); /* NULL-terminated */
gboolean games_refuses(LapSession *session, const char *words);

/* A uniformly random legal move. */
void games_play_random(LapSession *session, LapGenerator *chooser);

/* The one seat that the session waits for; -1 if the match is over. */
int games_waiting(LapSession *session);

/* The event of the last move of that kind ("gem/shot") whose first argument, mostly a seat, is that; NULL: there is
 * none. */
const LapEvent *games_told(LapSession *session, const char *kind, guint first);

/* "covered plays_next": the names of the events that are sure of a step, as seat 0 is told before it takes it
 * (previews). `step`: its index among those that it may take. */
char *games_foreseen(LapSession *session, guint step);

/* The score as it stands. */
LapSheet games_sheet(LapSession *session);
