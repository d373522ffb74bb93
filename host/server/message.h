/* Messages: from the text of one to the answer that waits in the turn. */
#pragma once

#include "connection.h"
#include "limits.h"

G_BEGIN_DECLS

/* Carries out what a message asks for. A turn must be open. */
void lap_message_answer(LapConnection *connection, const char *text, gsize length);

/* Answers one that is past a limit, and was not read. */
void lap_message_too_large(LapConnection *connection, LapLimitIndex limit);

G_END_DECLS
