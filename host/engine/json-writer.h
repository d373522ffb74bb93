/* Inside of the redactor: pieces of JSON. */
#pragma once

#include "game.h"

void lap_json_number(GString *out, gint64 number);
/* A word that needs no escapes: a key, a name. */
void lap_json_text(GString *out, const char *text);
/* A face, its back, or null where there is nothing. */
void lap_json_piece(GString *out, const LapPieceSet *set, guint face, gboolean shown);
/* A comma, but for the first time. */
void lap_json_separate(GString *out, gboolean *first);

/* Whether `viewer` (a seat, LAP_WATCHER, LAP_HOST) is in a mask of seats. */
gboolean lap_mask_has(guint16 mask, guint viewer);
