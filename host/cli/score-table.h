/* The score table: points by category and seat, while a match runs and at its end. */
#pragma once

#include "host/engine/engine.h"
#include "host/projection/score.h"
#include "host/text/texts.h"

/* Computes the points of each seat from the score lines that `viewer` may see; LAP_OMNISCIENT sees all. `points`:
 * [seats]. FALSE if the seats play together and have no points of their own. */
gboolean score_points(LapEngine *engine, const LapBlock *block, guint viewer, gint64 *points);

/* The points of those who play together, "12 of 35" if they have any to reach, as `viewer` may know them; NULL if the
 * seats do not. */
char *score_together(LapEngine *engine, const LapBlock *block, guint viewer);

/* Prints points by category and seat with totals, and, when the match is over, what broke ties and the places. */
void score_table_print(LapEngine *engine, const LapBlock *block, LapTexts *texts, const char *const *names,
                       guint viewer, const LapStanding *standing);

/* Prints the reasons of the points, a sentence each, where the plugin has any. */
void score_table_print_reasons(LapEngine *engine, const LapBlock *block, LapTexts *texts, const char *const *names,
                               guint viewer);

/* Who won, in a sentence. The match must be over. */
char *score_verdict(LapEngine *engine, const LapBlock *block, const char *const *names, const LapStanding *standing);
