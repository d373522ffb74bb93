/* Pictures of fields: one row of a field, as its placement says, large or small. */
#pragma once

#include "picture.h"
#include "render.h"

/* Stands for the row of a field whose rows are no seats, and that is sent as a whole. */
#define FIELD_WHOLE G_MAXUINT

/* Whether anything of the field is to be seen. */
gboolean field_is_drawn(const Render *render, const LapGameField *field);
/* LapDraw; what a field that has no placement is. */
guint field_draw(const Render *render, const LapGameField *field);
/* How many rows of it the view holds one by one; 0: it holds the field as a whole. */
guint field_rows(const Render *render, const LapGameField *field);
/* "Draw pile" */
char *field_label(const Render *render, const LapGameField *field);

/* Large, without its label. NULL where it is not for the viewer, or no other than small. */
Picture *field_large(const Render *render, const LapGameField *field, guint row, guint columns);
/* On a line. NULL where it is not for the viewer. */
Picture *field_small(const Render *render, const LapGameField *field, guint row, guint columns);

/* The tokens that lie on fields. Returns: (transfer full) (element-type Token) */
GArray *field_tokens(const Render *render);

/* Cells of `row` in the shape of `field`. Where actions or events name cells, columns have letters and rows numbers
 * from the top. Where a cell is empty and a choice names it, the choice's number stands there; tokens stand behind what
 * lies there. Drawn without lines where those would pass `columns`; and without its empty last columns where nothing
 * names cells and they would pass half of it. */
Picture *board_draw(const Render *render, const LapGameField *field, const LapViewRow *row, guint columns);
