/* Players: what each seat has. */
#pragma once

#include "table.h"

/* A line for each seat with what is small, in columns over all seats; then what is large, seat by seat and side by
 * side; and what the viewer holds. */
Picture *players_draw(const Render *render);

/* Seat lines: who is who, and what is small of what each seat has, in columns over all seats. */

/* Whether a field has a row for each seat that is drawn as what the seat has. */
gboolean seat_lines_is_of_seats(const Render *render, const LapGameField *field);
/* Whether it is a grid, a map, or in step with one: too large for a line. */
gboolean seat_lines_is_block(const Render *render, const LapGameField *field);
/* Whether it is a hand of the one who render, which is drawn large elsewhere. */
gboolean seat_lines_is_held(const Render *render, const LapGameField *field, guint seat);

/* One line a seat below a line of labels; where that is too wide, a few lines a seat, each value behind its label. */
Picture *seat_lines_draw(const Render *render);
