/* Looks: how pieces, values and fields are drawn, from the extensions lapidary.faces/1 and lapidary.table/1, and from
 * texts where a plugin says nothing. */
#pragma once

#include "host/text/texts.h"
#include "lapidary/look.h"

typedef struct {
  const LapGame *game;
  LapTexts *texts;
  GPtrArray *faces;       /* LapFaces */
  GHashTable *placements; /* of field names, to LapPlacement */
  gboolean
      laid[LAP_LEVELS_MAX]; /* the level, or one above it, says what is drawn of it: its other plain values are not */
} Looks;

Looks *looks_new(const LapGame *game, LapTexts *texts);
void looks_free(Looks *looks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Looks, looks_free)

/* How a field is placed, or NULL. */
const LapPlacement *looks_placement(const Looks *looks, const LapGameField *field);

/* What stands in one place. */
typedef enum { ITEM_EMPTY, ITEM_FACE, ITEM_BACK, ITEM_NUMBER } ItemKind;
typedef struct {
  ItemKind kind;
  gint64 value; /* a face, a back, a number (of a plane: 1 + its row) */
} Item;

/* The letters for an item: the mark of its face, or its text. `*colour` is its LapColour. */
char *looks_mark(const Looks *looks, const LapGameField *field, Item item, guint *colour);
/* A chip for it: its mark on its colour; in brackets, with its whole name, where there are no colours. */
char *looks_chip(const Looks *looks, const LapGameField *field, Item item);
