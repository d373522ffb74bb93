/* The table: everything that a seat may see, drawn from its view. */
#pragma once

#include "host/engine/engine.h"
#include "host/text/texts.h"
#include "picture.h"
#include "render.h"
#include <json-glib/json-glib.h>

typedef struct {
  Scene scene; /* its tokens are read from the view by table_draw */
  guint seats;
  guint viewer;         /* a seat, or LAP_WATCHER */
  JsonObject *view;     /* as lap_view_write wrote it for `viewer` */
  const gint64 *points; /* [seats] as `viewer` may know them, or NULL */
} Table;

/* Reads the view that lap_view_write makes. NULL only if it is no JSON object, which is a fault of the engine.
 * Returns: (transfer full) */
JsonObject *table_view(LapEngine *engine, const LapBlock *block, guint viewer);

/* One line: the game, the move, whose turn it is and in which phase, filled up to the terminal's width. */
char *table_heading(const Table *table, const char *title);

/* All that lies open, what each seat has, and, large and at the end, what the viewer holds. */
Picture *table_draw(const Table *table);

/* "Ann", "Ann (you)". */
char *table_name(const Table *table, guint seat);
/* Whether a seat is in the list of that name in the view. */
gboolean table_has_seat(const Table *table, const char *member, guint seat);

/* About pieces: what those do that lie open for somebody. */

/* A paragraph for each face that `viewer` sees and the texts say something about. */
void about_print(LapEngine *engine, const LapBlock *block, LapTexts *texts, guint viewer);
