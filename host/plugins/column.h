/* Columns: one value of a catalogue's row, from JSON into the plugin's struct. */
#pragma once

#include "row.h"

G_BEGIN_DECLS

/* Whether what the plugin declares holds together: each column within the row, on bytes of its own, with words, width
 * and range that agree. The message begins with `plugin`, catalogue and column. */
gboolean lap_columns_check(const char *plugin, const LapCatalogue *catalogue, GError **error);

/* Reads `node` (NULL: the member is missing) into `row`. The message names file, row, member, what is wrong and what
 * would be right. */
gboolean lap_column_read(const LapColumn *column, JsonNode *node, const LapRowPlace *place, guint8 *row,
                         GError **error);

G_END_DECLS
