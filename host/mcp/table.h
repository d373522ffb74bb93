/* The table as text: what a view has of each field, under the titles that the description of the game gives. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Appends a line or some for each field of a view. `description`: the result of games.describe. `seats`: those of the
 * match's state, whose names stand before the rows that are theirs. */
void lap_mcp_write_table(JsonObject *view, JsonObject *description, JsonArray *seats, GString *out);

/* The title of the element of an array whose `member` is `key`, or `key` itself. */
const char *lap_mcp_title(JsonArray *array, const char *member, const char *key);
/* The elements of a member that is an array; an empty one if there is none. (transfer full) */
JsonArray *lap_mcp_array(JsonObject *object, const char *name);

G_END_DECLS
