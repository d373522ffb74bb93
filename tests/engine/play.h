/* Playing the fixture games, as far as a test needs. */
#pragma once

#include "host/engine/session.h"

/* A match of the first `levels` fixture games; it must begin. Returns: (transfer full) */
LapSession *play_new(guint levels, guint seats, guint64 seed);

/* One random move, of the seat `seat`, or of any that waits (-1). Returns how many steps it took. */
guint play_move(LapSession *session, LapGenerator *chooser, int seat);

/* Plays at random until the match has come to the phase named. FALSE if it ends before. */
gboolean play_until(LapSession *session, LapGenerator *chooser, const char *phase);

/* The name of the phase that a match is in. */
const char *play_phase(LapSession *session);

/* The bytes of a field's row in a block. */
gconstpointer play_field(LapSession *session, const LapBlock *block, const char *name, guint row);

/* A copy of the committed block. Returns: (transfer full) */
LapBlock *play_copy(LapSession *session);
