/* Looks at the terminal: the letters and chips that stand for pieces and values, from what plugins declare of their
 * appearance, and from texts where they say nothing. */
#pragma once

#include "host/describe/appearance.h"
#include "host/text/texts.h"

typedef struct {
  const LapGame *game;
  LapTexts *texts;
  LapGameAppearance *appearance;
} Looks;

/* `engine` lends the catalogues; it and `texts` must live as long as the looks. */
Looks *looks_new(LapEngine *engine, LapTexts *texts);
void looks_free(Looks *looks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Looks, looks_free)

/* What stands in one place. */
typedef enum { ITEM_EMPTY, ITEM_FACE, ITEM_BACK, ITEM_NUMBER } ItemKind;
typedef struct {
  ItemKind kind;
  gint64 value; /* a face, a back, a number (of a plane: 1 + its row) */
} Item;

/* The letters for an item: the mark of its face, or its text. `*colour` is its LapColour. */
char *looks_mark(const Looks *looks, const LapGameField *field, Item item, guint *colour);
/* The same where there are no colours: the name of a piece, or its mark where the name is long. */
char *looks_bare(const Looks *looks, const LapGameField *field, Item item);
/* A chip for it: its mark on its colour; in brackets, as looks_bare, where there are no colours. */
char *looks_chip(const Looks *looks, const LapGameField *field, Item item);
