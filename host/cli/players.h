/* Players: draws the fields of each seat. */
#pragma once

#include "table.h"

/* A line for each seat with what is small, in columns over all seats; then what is large, seat by seat and side by
 * side; and what the viewer holds. */
Picture *players_draw(const Render *render);
