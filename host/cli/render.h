/* Scenes: what is drawn along with a table: looks, numbers of choices, tokens of seats. */
#pragma once

#include "host/engine/game.h"
#include "symbols.h"

/* A token of a seat, on an item or a cell of a field. */
typedef struct {
  const LapGameField *field; /* that says where it is */
  const LapGameField *on;
  gint64 place;
  guint seat;
} Token;

typedef struct {
  const Looks *looks;
  const GArray *marks;  /* Mark, or NULL */
  const GArray *tokens; /* Token, or NULL */
  const char *const *names;
} Scene;

/* The number of the choice that names a place of `field`, 0 if none or several do. A piece is named by its face or by
 * where it lies. */
guint scene_number(const Scene *scene, const LapGameField *field, Item item, guint place);

/* How the token of a seat looks: a letter of its name that no seat before it has, on a colour; that of the placement's
 * values, if it has any: the look of seat s is that of value s. */
char *scene_token(const char *const *names, guint seat);
const char *scene_token_ground(const Scene *scene, guint seat);
/* Whether the game has tokens of seats at all. */
gboolean scene_has_tokens(const Scene *scene);
/* The letters of the tokens at a place, in the order of seats; "" if there are none. */
char *scene_tokens(const Scene *scene, const LapGameField *field, guint place);

/* Marks: the numbers of choices, drawn where on the table they would act. */

typedef struct {
  const LapGameField *field;
  LapArgType type; /* LAP_ARG_PIECE, LAP_ARG_CELL or LAP_ARG_ITEM */
  gint value;
  guint number; /* of the choice; 0: of more than one */
} Mark;

/* Those of a list of choices, numbered from 1: the places that they name.
 * Returns: (transfer full) (element-type Mark) */
GArray *marks_of(const LapGame *game, const LapActions *choices);

/* The number to draw there, or 0. `marks` may be NULL. */
guint marks_find(const GArray *marks, const LapGameField *field, LapArgType type, gint value);
