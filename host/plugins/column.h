/* Columns of a catalogue: whether their declarations hold together, and one value of a row, from JSON into the plugin's
 * struct. */
#pragma once

#include <json-glib/json-glib.h>

#include "registry.h"

G_BEGIN_DECLS

/* Checks what the plugin declares: each column lies within the row, on bytes of its own, with choices, width and range
 * that agree. The message begins with `plugin`, catalogue and column. */
gboolean lap_columns_check(const char *plugin, const LapCatalogue *catalogue, GError **error);

/* The row that is being read. */
typedef struct {
  const char *file;    /* for messages */
  guint row;           /* from 1, for messages */
  GStringChunk *words; /* owns the keys that rows point to */
} LapRowPlace;

/* Reads `node` (NULL: the member is missing) into `row`. The message names file, row, member, what is wrong and what
 * would be right. */
gboolean lap_column_read(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *row,
                         GError **error);

/* Sets an error of the form "<file>: row <n>: member "<name>": <what is wrong>". Returns FALSE. */
gboolean lap_row_fail(const LapRowPlace *place, const char *member, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* What a node is, for messages: "the number 3", "an array". */
char *lap_node_describe(JsonNode *node);

G_END_DECLS
