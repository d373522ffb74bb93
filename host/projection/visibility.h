/* Visibility: what a viewer may know of a block, of a move and of a score. Every view, sentence, list and log line for
 * a player is made by the results of these functions, and nothing else in the host decides about secrecy.
 *
 * Two things decide: the field declares which viewers are shown which part of it (LapVisibility), and the mask of a
 * slot has the seats that have seen the piece there. `viewer` is a seat, LAP_WATCHER (everybody without a seat), or
 * LAP_OMNISCIENT (logs of the host), who is shown everything. */
#pragma once

#include "host/engine/knowledge.h"
#include "host/match/entry.h"

G_BEGIN_DECLS

/* --- blocks */

/* Whether anything of the field is in views of `viewer`: never of fields that a variant hides, of caches, and of spare
 * bytes. */
gboolean lap_shows_field(const LapGameField *field, guint viewer);
/* Whether the plain values of a row are in views of `viewer`. */
gboolean lap_shows_row(const LapGameField *field, guint row, guint viewer);
/* Whether the items of a row stand in views one by one, shown or face down, so that one of them can be pointed at. */
gboolean lap_shows_items(const LapGameField *field, guint row, guint viewer);
/* Whether only the size, or the top, of a row is in views of `viewer`: it can be pointed at as a whole. */
gboolean lap_shows_pile(const LapGameField *field, guint row, guint viewer);
/* Whether the face of the piece in a slot is shown; else it is its back. */
gboolean lap_shows_piece(const LapGameField *field, guint row, const LapSlot *slot, guint viewer);

/* The same for all that a viewer with a perfect memory has seen, whether it is shown or not: for tests of secrecy. */
gboolean lap_remembers_field(const LapGameField *field, guint viewer);
gboolean lap_remembers_piece(const LapSlot *slot, guint viewer);

/* --- moves, events, scores */

/* Whether the viewer may know the secret arguments of an action, or of an event. */
gboolean lap_shows_action_arguments(const LapAction *action, guint viewer);
gboolean lap_shows_event_arguments(const LapEvent *event, guint viewer);
/* Whether the viewer may know the steps of an entry, each with the arguments that lap_shows_action_arguments allows. Of
 * a sealed choice even the number of steps is secret. */
gboolean lap_shows_steps(const LapEntry *entry, guint viewer);
/* Whether the viewer may know that a score line exists. */
gboolean lap_shows_line(const LapLine *line, guint viewer);
/* Whether the viewer may know the whole log of a match, seed and secret arguments included: `over` says that the match
 * has ended. */
gboolean lap_shows_log(gboolean over, guint viewer);

G_END_DECLS
