/* Extensions lapidary.faces/1 and lapidary.table/1: how pieces look, and where fields lie.
 *
 * Data only, and optional: a plugin that declares nothing is still drawn, plainly.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_LOOK_H
#define LAPIDARY_LOOK_H

#include <stdint.h>

#define LAP_FACES "lapidary.faces/1"
#define LAP_TABLE_LAYOUT "lapidary.table/1"

typedef enum {
  LAP_COLOUR_NONE,
  LAP_COLOUR_WHITE,
  LAP_COLOUR_BLACK,
  LAP_COLOUR_GREY,
  LAP_COLOUR_RED,
  LAP_COLOUR_ORANGE,
  LAP_COLOUR_YELLOW,
  LAP_COLOUR_GREEN,
  LAP_COLOUR_BLUE,
  LAP_COLOUR_PURPLE,
  LAP_COLOUR_PINK,
  LAP_COLOUR_BROWN
} LapColour;

/* How a face of a piece set looks: a colour and up to a few letters in its middle. */
typedef struct {
  uint8_t colour; /* LapColour */
  uint8_t spare[7];
  const char *mark; /* at most 4 characters of UTF-8, or NULL: the face's name */
} LapFace;

typedef struct {
  uint16_t set; /* LAP_ID */
  uint16_t n;
  uint32_t spare;
  const LapFace *face; /* [n + 1], [0] unused */
} LapFaces;

typedef enum {
  LAP_DRAW_HAND = 1, /* pieces side by side, of a seat */
  LAP_DRAW_PILE,     /* its top, and how many */
  LAP_DRAW_ROW,      /* pieces side by side, in order */
  LAP_DRAW_GRID,     /* a bounded grid */
  LAP_DRAW_COUNTER   /* a number */
} LapDraw;

typedef struct {
  const char *field; /* of this level or a lower one */
  uint8_t draw;      /* LapDraw */
  uint8_t group;     /* pieces in a row stand in groups of so many, 0: no groups */
  uint8_t spare[6];
  const LapFace *values; /* plain values and planes: how value v (plane v - 1) looks, or NULL: as numbers */
  uint32_t n_values, spare2;
} LapPlacement;

/* What `extension` yields for both ids. */
typedef struct {
  uint32_t struct_size;
  uint32_t n, stride, spare;
  const void *v; /* LapFaces or LapPlacement */
} LapLooks;

#endif
