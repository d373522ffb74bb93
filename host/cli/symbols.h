/* Symbols: the letters and chips that stand for pieces and values, from what plugins declare of their appearance, and
 * from texts where they declare nothing. */
#pragma once

#include "picture.h"
#include "render.h"

/* Whether nothing is to be drawn for an item: no piece, or a 0 in a grid of plain values that has no appearance of its
 * own. */
gboolean symbol_is_empty(const Render *render, const LapGameField *field, LapViewItem item);
/* The letters for an item: the mark of its face, or its text. `*colour` is its LapColour. */
char *symbol_mark(const Render *render, const LapGameField *field, LapViewItem item, guint *colour);
/* The same where there are no colours: the name of a piece, or its mark where the name is long. */
char *symbol_bare(const Render *render, const LapGameField *field, LapViewItem item);
/* A chip for an item: its mark on its colour; in brackets, as symbol_bare, where there are no colours. */
char *symbol_chip(const Render *render, const LapGameField *field, LapViewItem item);

/* Drawings: the marks of a piece, as its plugin draws it, become letters. */

/* Whether there is a mark at a place, other than an empty one. */
gboolean drawing_has(const LapDrawing *drawing, LapAt at);
/* The columns that the marks at a place take, side by side. */
guint drawing_columns(const LapDrawing *drawing, LapAt at);
/* Writes the marks at a place from a column on. Those without a colour of their own get `style`; the others are letters
 * on their own colour if `on_ground`, else letters of that colour. */
void drawing_put(const LapDrawing *drawing, LapAt at, Canvas *canvas, int x, int y, const char *style,
                 gboolean on_ground);

/* The text for a cell of the small grid, NULL if it is empty. */
const LapMark *drawing_cell(const LapDrawing *drawing, guint x, guint y);

/* The letters of a mark: on a terminal without colours those of its colour, where it has no letters of its own. */
char *drawing_letters(const LapMark *mark);
