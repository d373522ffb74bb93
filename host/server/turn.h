/* A turn: what is carried out together, committed together, and told afterwards in order.
 *
 * It begins with the first message, and ends when nothing more is to be read (a source of a lower priority than the
 * sockets' comes to run), or when it has grown or lasted enough. After one in which matches were touched there is
 * another, of clocks and bots. */
#pragma once

#include "answer.h"

G_BEGIN_DECLS

typedef struct LapTurn LapTurn;

LapTurn *lap_turn_new(LapServer *server);
void lap_turn_free(LapTurn *turn);

/* Makes sure that there is one. */
void lap_turn_begin(LapTurn *turn);
/* Ends it if it has grown or lasted enough; called between messages. */
void lap_turn_check(LapTurn *turn);
/* Commits and tells, now; nothing if there is none. */
void lap_turn_end(LapTurn *turn);

/* What goes out at the end, in this order. `answer`: (transfer full) */
void lap_turn_answer(LapTurn *turn, LapConnection *connection, LapAnswer *answer);
void lap_turn_tell(LapTurn *turn, LapConnection *connection, LapNews news, GBytes *message);

G_END_DECLS
