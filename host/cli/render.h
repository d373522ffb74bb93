/* The render context: the view of one viewer, with what is needed to draw it. All drawing functions take it and none
 * reads a block, so they cannot show anything that the viewer may not know. */
#pragma once

#include "host/projection/appearance.h"
#include "host/projection/view.h"
#include "host/text/texts.h"

typedef struct {
  const LapView *view;
  LapTexts *texts;
  LapGameAppearance *appearance;
  const char *const *names; /* [seats] */
  const gint64 *points;     /* [seats] as the viewer may know them, or NULL */
  const char *together;     /* the points of those who play together, or NULL */
  const GArray *numbers;    /* ChoiceNumber, or NULL */
  const GArray *tokens;     /* Token, or NULL; table_draw reads them from the view */
  gboolean is_low;          /* the screen is: what needs not be large is drawn in a line */
  guint row; /* of the field that is being drawn, or FIELD_WHOLE; field_large and field_small say which */
} Render;

/* In place of a row: the only row of a field that has no rows. */
#define FIELD_WHOLE G_MAXUINT

static inline gboolean item_is_face(const LapGameField *field, LapViewItem item) { return field->set && item > 0; }
static inline gboolean item_is_back(const LapGameField *field, LapViewItem item) { return field->set && item < 0; }

/* --- numbers of choices, drawn where on the table they would act */

/* A place that a choice names. */
typedef struct {
  const LapGameField *field;
  guint row;       /* a seat, where the rows of the field are seats; else FIELD_WHOLE */
  LapArgType type; /* LAP_ARG_PIECE, LAP_ARG_CELL or LAP_ARG_ITEM */
  gint value;
  guint number; /* of the choice, from 1; 0: of more than one */
} ChoiceNumber;

/* Returns: (transfer full) (element-type ChoiceNumber): for all places that the choices name */
GArray *choice_numbers(const LapGame *game, const LapActions *choices);

/* The number of the choice that names a place of `field`, in the row that is being drawn; 0 if none or several do. A
 * piece is named by its face or by where it lies. */
guint render_number(const Render *render, const LapGameField *field, LapViewItem item, guint place);

/* What stands before place `i` of a row, or row `i` of a grid, with a blank behind it: what it is called; "" if it is
 * not called anything. */
char *render_label(const Render *render, const LapGameField *field, guint i);

/* --- tokens of seats, on items or cells of a field */

typedef struct {
  const LapGameField *field; /* that says where it is */
  const LapGameField *on;
  gint64 place;
  guint seat;
} Token;

/* The letter of a seat's token: the first of its name that no seat before it has. */
char *render_token(const char *const *names, guint seat);
/* The style of its ground: the colour of value `seat` in the placement's values, if it has any. */
const char *render_token_ground(const Render *render, guint seat);
/* Whether the game has tokens of seats at all. */
gboolean render_has_tokens(const Render *render);
/* The letters of the tokens at a place, in the order of seats; "" if there are none. */
char *render_tokens(const Render *render, const LapGameField *field, guint place);
