/* Looks: how pieces, values and fields are drawn, from the extensions lapidary.faces/1 and lapidary.table/1, and from
 * texts where a plugin says nothing. */
#pragma once

#include "host/text/texts.h"
#include "lapidary/look.h"

typedef struct {
  LapFaces faces;
  guint depth; /* of the plugin that says so */
} FacesOfLevel;

typedef struct {
  const LapGame *game;
  LapEngine *engine;
  LapTexts *texts;
  GPtrArray *faces;       /* FacesOfLevel, lowest level first */
  GHashTable *placements; /* of field names, to LapPlacement */
  GHashTable *beside;     /* names of fields that are drawn as columns of others */
  gboolean
      laid[LAP_LEVELS_MAX]; /* the level, or one above it, says what is drawn of it: its other plain values are not */
} Looks;

/* `engine` lends the catalogues; it and `texts` must live as long as the looks. */
Looks *looks_new(LapEngine *engine, LapTexts *texts);
void looks_free(Looks *looks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Looks, looks_free)

/* How a field is placed, or NULL. */
const LapPlacement *looks_placement(const Looks *looks, const LapGameField *field);

/* A field by the name that a placement of `field` gives it: of its level or of a lower one. NULL if there is none, or
 * `name` is NULL. */
const LapGameField *looks_beside(const Looks *looks, const LapGameField *field, const char *name);

/* Whether the field is a column of another one, and not drawn by itself. */
gboolean looks_is_beside(const Looks *looks, const LapGameField *field);

/* Whether an action or an event of the game names cells of the grid, or its columns. */
gboolean looks_has_coordinates(const Looks *looks, const LapGameField *field);

/* What stands in one place. */
typedef enum { ITEM_EMPTY, ITEM_FACE, ITEM_BACK, ITEM_NUMBER } ItemKind;
typedef struct {
  ItemKind kind;
  gint64 value; /* a face, a back, a number (of a plane: 1 + its row) */
} Item;

/* Whether anything is said of how the pieces of a set look. */
gboolean looks_has_faces(const Looks *looks, const LapPieceSet *set);

/* Has the plugin draw a face; FALSE if it draws none of the set. */
gboolean looks_draw(const Looks *looks, const LapPieceSet *set, gint64 face, LapDrawing *drawing);

/* How a value looks, or NULL. */
const LapFace *looks_value(const Looks *looks, const LapGameField *field, gint64 value);

/* The letters for an item: the mark of its face, or its text. `*colour` is its LapColour. */
char *looks_mark(const Looks *looks, const LapGameField *field, Item item, guint *colour);
/* The same where there are no colours: the name of a piece, or its mark where the name is long. */
char *looks_bare(const Looks *looks, const LapGameField *field, Item item);
/* A chip for it: its mark on its colour; in brackets, as looks_bare, where there are no colours. */
char *looks_chip(const Looks *looks, const LapGameField *field, Item item);
