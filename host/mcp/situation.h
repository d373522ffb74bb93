/* A match as a seat sees it, as text for a reader of sentences. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Whether there is nothing to wait for: the seat has to decide, or the match does not go on by bots alone. `state` is
 * that of docs/protocol.md. */
gboolean lap_mcp_is_ready(JsonObject *state);

/* Appends the situation. `state`: the result of match.subscribe with `since`. `description`: that of its game. */
void lap_mcp_write_situation(JsonObject *state, JsonObject *description, gint64 since, GString *out);

/* Appends what is to be chosen, " in words.", if the game says it. `asked`: the result of match.subscribe or
 * match.legal. */
void lap_mcp_write_prompt(JsonObject *asked, GString *out);

/* Appends steps, a numbered line each. */
void lap_mcp_write_steps(JsonArray *steps, GString *out);

G_END_DECLS
