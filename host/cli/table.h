/* The table: everything that a seat may see, drawn from its view. */
#pragma once

#include "picture.h"
#include "render.h"

/* One line: the game, the move, whose turn it is and in which phase, filled up to the terminal's width. */
char *table_heading(const Render *render, const char *title);

/* Prints the open fields, the fields of each seat and, large and last, the viewer's hand. */
Picture *table_draw(const Render *render);

/* Prints a paragraph for each face in the view that the texts say something about. */
void table_print_about(const LapView *view, LapTexts *texts);
