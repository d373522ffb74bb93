/* The layout of observations, and how they are written: env.h says what is in them.
 *
 * A layout is a list of parts that is made once. Each knows where in a block its bytes lie and where in an observation
 * its numbers go, so that writing one is a walk along the list. */
#pragma once

#include "host/engine/engine.h"
#include "host/json/writer.h"

G_BEGIN_DECLS

/* What the numbers of a part say. */
typedef enum {
  LAP_PART_SEAT,    /* one-hot: the seat it is for */
  LAP_PART_PHASE,   /* one-hot */
  LAP_PART_WAITING, /* a seat each */
  LAP_PART_READY,
  LAP_PART_PLANES, /* a plane a row */
  LAP_PART_NUMBERS,
  LAP_PART_VALUE,    /* a single number */
  LAP_PART_COUNT,    /* how many items a row has, of its capacity */
  LAP_PART_ONE_HOT,  /* pieces, each at its place */
  LAP_PART_INDEX,    /* the same as a number each */
  LAP_PART_TOP,      /* one-hot: the last piece of a list */
  LAP_PART_OF_FACES, /* how many of each face and back a row has */
} LapPartCoding;

/* Four numbers, for the instructions that every processor of 64 bits has. */
typedef guint32 LapFour __attribute__((vector_size(16)));
/* The bits of four cells in a word's lower and upper half. */
typedef struct {
  LapFour low, high;
} LapFourCells;

typedef enum { LAP_PART_PLAIN, LAP_PART_FROM_OWN, LAP_PART_OWN } LapPartRows;

typedef struct {
  LapPartCoding coding;
  LapPartRows rows_are;
  const LapGameField *field; /* or NULL: of the match as such */
  guint rows, row_size;      /* numbers a row; what a part of no field has is one row */
  gsize offset;              /* in an observation */
  gsize at, count_at;        /* in a block: of row 0, and of its count */
  guint64 *cells;            /* planes: [words], the bits that are cells */
  guint16 *cell_of;          /* planes: [64 * words], which cell a bit is */
  LapFourCells *four; /* planes of one word, 4 cells or more: [(row_size + 3) / 4]; or NULL. The last may overlap */
} LapObservationPart;

typedef struct {
  guint n, seats;
  LapObservationPart *part; /* [n] */
  gsize size;               /* numbers in an observation */
  guint16 *phase;           /* [phases], ids of those in which seats decide */
  guint phases;
} LapObservationLayout;

/* `layout` is zeroed by the caller, and freed by lap_observation_layout_clear. */
void lap_observation_layout_init(LapObservationLayout *layout, LapEngine *engine);
void lap_observation_layout_clear(LapObservationLayout *layout);

/* Writes the observation of `block` for `seat`; `waiting`: the seats that have a decision in it. */
void lap_observation_write(const LapObservationLayout *layout, LapEngine *engine, const LapBlock *block, guint seat,
                           guint32 waiting, float *observation);

/* Writes the members "size", "type" and "parts". */
void lap_observation_layout_members(const LapObservationLayout *layout, const LapGame *game, LapJsonWriter *json);

G_END_DECLS
