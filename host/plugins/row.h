/* Rows of a catalogue's file: their members, and where they are. */
#pragma once

#include <json-glib/json-glib.h>

#include "registry.h"

G_BEGIN_DECLS

/* Where a value comes from, for messages, and who owns the words that rows point to. */
typedef struct {
  const char *file;
  guint row;           /* from 1 */
  GStringChunk *words; /* keys */
} LapRowPlace;

/* Whether a row has no member but those that columns name, in the objects within it neither. */
gboolean lap_row_check_members(const LapCatalogue *catalogue, JsonObject *object, const LapRowPlace *place,
                               GError **error);
/* The node at "doors.n.cost", NULL if it or something on the way is missing. */
JsonNode *lap_row_find(JsonObject *row, const char *path);

/* Fails for a member of a row, with "<file>: row <n>: member "<name>": " before what is said. Returns FALSE. */
gboolean lap_row_wrong(const LapRowPlace *place, const char *member, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* What a node is, in words: "the number 3", "an array". */
char *lap_node_describe(JsonNode *node);

G_END_DECLS
