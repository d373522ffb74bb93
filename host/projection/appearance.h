/* Appearance: how pieces, values and fields are to be drawn, as a game's plugins declare it in lapidary.faces/1 and
 * lapidary.placements/1 (lapidary/appearance.h), and what a field is where they declare nothing.
 *
 * Every frontend reads it here, by itself or through describe.h, so that they draw the same things. */
#pragma once

#include "host/engine/engine.h"
#include "lapidary/appearance.h"

G_BEGIN_DECLS

/* What all levels of a chain declare, the higher ones over the lower. Not for several threads at once. */
typedef struct LapGameAppearance LapGameAppearance;

/* `engine` lends the catalogues that faces are drawn from, and must live as long; its seats and options do not matter.
 * Rows of an extension that name no field of the game are passed over. */
LapGameAppearance *lap_appearance_new(const LapEngine *engine);
void lap_appearance_free(LapGameAppearance *appearance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapGameAppearance, lap_appearance_free)

/* --- fields */

/* Whether a field is to be drawn by itself. It is not where it is never sent, where it is drawn along with another
 * field (columns, tokens, values on a map), where its placement says so, and where it holds plain values of a level
 * that says where its fields lie and leaves this one out. */
gboolean lap_appearance_is_drawn(const LapGameAppearance *appearance, const LapGameField *field);

/* LapDraw: that of the placement, else the usual one for such a field. Never a grid where the field has no shape. */
guint lap_appearance_draw_as(const LapGameAppearance *appearance, const LapGameField *field);

/* How a field is placed. Returns: (nullable) */
const LapPlacement *lap_appearance_placement(const LapGameAppearance *appearance, const LapGameField *field);

/* A field by the name that the placement of `field` gives it (x, y, turn, on): of the level that places it, or of a
 * lower one. Returns: (nullable): NULL if there is none, or `name` is NULL */
const LapGameField *lap_appearance_beside(const LapGameAppearance *appearance, const LapGameField *field,
                                          const char *name);

/* The list of the sizes of the groups in which a row is drawn. Returns: (nullable): NULL if there is none */
const LapGameField *lap_appearance_groups(const LapGameAppearance *appearance, const LapGameField *field);

/* The map beside whose items the values of a row stand. Returns: (nullable): NULL if it is drawn by itself */
const LapGameField *lap_appearance_map(const LapGameAppearance *appearance, const LapGameField *field);

/* Whether the values of a row are about the seats, one each, in their order. */
gboolean lap_appearance_places_are_seats(const LapGameAppearance *appearance, const LapGameField *field);

/* What place `i` of a row is called: the name of a choice, for lap_title_named. Returns: (transfer full) (nullable):
 * NULL if it has no name */
char *lap_appearance_label(const LapGameAppearance *appearance, const LapGameField *field, guint i);

/* What a number of a counter is called, in the same way. */
char *lap_appearance_number(const LapGameAppearance *appearance, const LapGameField *field, gint64 number);

/* Whether the field is a column of another one. */
gboolean lap_appearance_is_beside(const LapGameAppearance *appearance, const LapGameField *field);

/* Whether what all seats have there lies in the middle of the table, and not where each seat's things are. */
gboolean lap_appearance_is_central(const LapGameAppearance *appearance, const LapGameField *field);

/* Whether an action or an event of the game names cells of the grid, or its columns, so that letters and numbers at its
 * edges help. FALSE for what is no grid. */
gboolean lap_appearance_has_coordinates(const LapGameAppearance *appearance, const LapGameField *field);
/* Whether an action or an event of the game names items of the field by their numbers, from 1. */
gboolean lap_appearance_has_numbers(const LapGameAppearance *appearance, const LapGameField *field);

/* --- pieces and values */

/* Whether the plugins declare anything about how the pieces of a set look. */
gboolean lap_appearance_has_faces(const LapGameAppearance *appearance, const LapPieceSet *set);

/* LapStyle of a set: what the highest level that has its faces says. */
guint lap_appearance_style(const LapGameAppearance *appearance, const LapPieceSet *set);

/* Has the plugin draw a face, at most LAP_MARKS_MAX marks; FALSE, and a zeroed drawing, if it draws none of the set. */
gboolean lap_appearance_draw(const LapGameAppearance *appearance, const LapPieceSet *set, gint64 face,
                             LapDrawing *drawing);

/* How a face that is not drawn, a back, or a plain value (of planes: 1 + the row) looks. Returns: (nullable) */
const LapFace *lap_appearance_face(const LapGameAppearance *appearance, const LapPieceSet *set, gint64 face);
const LapFace *lap_appearance_back(const LapGameAppearance *appearance, const LapPieceSet *set, gint64 back);
const LapFace *lap_appearance_value(const LapGameAppearance *appearance, const LapGameField *field, gint64 value);

G_END_DECLS
