/* Fields: one row of a field as its placement says, large or small. */
#pragma once

#include "picture.h"
#include "render.h"

/* Whether anything of the field is to be seen. */
gboolean field_is_drawn(const Render *render, const LapGameField *field);
/* The LapDraw of its placement, or what follows from its type. */
guint field_draw(const Render *render, const LapGameField *field);
/* How many rows of it are drawn one by one; 0: it is drawn as a whole. */
guint field_rows(const Render *render, const LapGameField *field);
/* "Draw pile" */
char *field_label(const Render *render, const LapGameField *field);

/* Large, without its label. NULL where it is not for the viewer, or no other than small. */
Picture *field_large(const Render *render, const LapGameField *field, guint row, guint columns);
/* On a line. NULL where it is not for the viewer. */
Picture *field_small(const Render *render, const LapGameField *field, guint row, guint columns);

/* The tokens that lie on fields. Returns: (transfer full) (element-type Token) */
GArray *field_tokens(const Render *render);
