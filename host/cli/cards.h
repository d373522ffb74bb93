/* Cards: the items of a row, large as boxes or small as chips. */
#pragma once

#include "picture.h"
#include "render.h"

/* How a row is laid out. */
typedef struct {
  guint columns;           /* no line passes them */
  guint group;             /* so many items stand closer together; 0: no groups */
  guint wrap;              /* so many items to a line, 0: as they fit */
  const LapViewRow *sizes; /* numbers: how many stand together in each group in turn, on chips of one width; or NULL */
  /* Columns whose values stand behind each chip. */
  const LapViewRow *beside[3];
  const LapGameField *beside_field[3];
  guint n_beside;
} CardsLayout;

/* All items of `row` side by side as boxes. Below a piece that a choice names stands its number. */
Picture *cards_draw(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout);

/* Whether the plugin says nothing of how the pieces look, and their names are long. */
gboolean cards_are_names(const Render *render, const LapGameField *field, const LapViewRow *row);
/* Their names instead of boxes, numbers of choices before them. */
Picture *cards_names(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout);

/* The top of a pile and how many lie there. */
Picture *cards_pile(const Render *render, const LapGameField *field, const LapViewRow *row);

/* Small: chips on as few lines as there can be, runs of backs as "×6". */
Picture *cards_line(const Render *render, const LapGameField *field, const LapViewRow *row, const CardsLayout *layout);

/* Small, in groups of the layout's sizes: two columns between groups, chips of four columns or more without a gap. A
 * grid of cells of two columns is in step with it where each item stands for two cells and each gap for one. */
Picture *cards_groups(const Render *render, const LapGameField *field, const LapViewRow *row,
                      const CardsLayout *layout);
