/* Extensions lapidary.faces/1 and lapidary.placements/1: how pieces look, and where fields lie. What they point to are
 * tables (LapTable) of LapFaces and of LapPlacement.
 *
 * Data only, and optional: a plugin that declares nothing is still drawn, plainly.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_APPEARANCE_H
#define LAPIDARY_APPEARANCE_H

#include <stdint.h>

#include "lapidary/context.h"
#include "lapidary/table.h"

#define LAP_FACES "lapidary.faces/1"
#define LAP_PLACEMENTS "lapidary.placements/1"

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

/* Pictures are SVG files of the plugin: `.picture = "wolf"` is pictures/wolf.svg in its folder, or picture.wolf.svg; of
 * several levels that have one of that name, the highest one's. NULL: none. A name without a file is ignored;
 * `lapidary check` reports it. Pictures are not drawn everywhere, at a terminal for instance, so colour and mark matter
 * all the same. docs/concepts.md has what may be in a file. */

/* How a plain value, or a face in short, looks: a colour and up to a few letters, or a picture in their place. */
typedef struct {
  uint8_t colour; /* LapColour */
  uint8_t spare[7];
  const char *mark; /* at most 4 characters of UTF-8, "" for nothing, or NULL: the number, or the face's name */
  const char *picture;
} LapFace;

/* A part of a piece: where it stands, its colour, its text. Several at one place stand side by side, in order. A piece
 * with marks at its sides is drawn as a tile that is open where they are; an empty text leaves a side closed, and lets
 * it be highlighted. */
typedef enum { LAP_AT_MIDDLE, LAP_AT_NORTH, LAP_AT_EAST, LAP_AT_SOUTH, LAP_AT_WEST, LAP_AT_CELL } LapAt;

typedef struct {
  uint8_t at;   /* LapAt; the sides as printed, before the piece is turned */
  uint8_t x, y; /* LAP_AT_CELL: in the piece's own small grid, 0, 0 at the top on the left */
  uint8_t colour;
  int16_t number; /* shown where `text` is NULL */
  uint8_t spare[2];
  const char *text; /* at most 4 characters of UTF-8, static */
} LapMark;

#define LAP_MARKS_MAX 40

/* How one face of a piece set looks. */
typedef struct {
  uint8_t colour;
  uint8_t width, height; /* of its own grid, 0: it has none */
  uint8_t n;             /* marks */
  uint32_t spare;
  const char *picture; /* in place of the marks */
  LapMark mark[LAP_MARKS_MAX];
} LapDrawing;

/* How the colours of a set are meant. */
typedef enum {
  LAP_STYLE_STONES, /* a coloured piece, with a cut stone of that colour behind its text */
  LAP_STYLE_PAPER   /* a light piece, with its text in that colour: playing cards */
} LapStyle;

/* The appearance of a piece set. A set with neither `face` nor `draw` shows names. */
typedef struct {
  uint16_t set; /* LAP_ID */
  uint16_t n;   /* faces in `face` */
  uint32_t n_backs;
  const LapFace *face; /* [n + 1], [0] unused; or NULL */
  const LapFace *back; /* [n_backs], by back; or NULL */

  /* Optional. Draws a face from the plugin's data: sets colour and grid, adds marks with lap_mark. Called with a zeroed
   * drawing, outside of matches, at any time; may read the catalogues and nothing else. Takes precedence over `face`.
   */
  void (*draw)(const LapContext *context, uint16_t face, LapDrawing *drawing);

  uint8_t style; /* LapStyle */
  uint8_t spare[7];
} LapFaces;

/* Adds a mark, with a text, or with a number where it is NULL. Past LAP_MARKS_MAX nothing is added. */
static inline void lap_mark(LapDrawing *drawing, LapAt at, uint8_t colour, const char *text, int16_t number)
{
  if (drawing->n < LAP_MARKS_MAX)
    drawing->mark[drawing->n++] = (LapMark){.at = (uint8_t)at, .colour = colour, .number = number, .text = text};
}

/* The same in a cell of the piece's own grid. */
static inline void lap_mark_cell(LapDrawing *drawing, uint8_t x, uint8_t y, uint8_t colour, const char *text)
{
  if (drawing->n < LAP_MARKS_MAX)
    drawing->mark[drawing->n++] = (LapMark){.at = LAP_AT_CELL, .x = x, .y = y, .colour = colour, .text = text};
}

typedef enum {
  LAP_DRAW_HAND = 1, /* pieces side by side, of a seat */
  LAP_DRAW_PILE,     /* its top, and how many */
  LAP_DRAW_ROW,      /* pieces or values side by side, in order */
  LAP_DRAW_GRID,     /* a bounded grid */
  LAP_DRAW_COUNTER,  /* a number */
  LAP_DRAW_MAP,      /* a list of pieces on an unbounded grid: `x`, `y`, `turn` */
  LAP_DRAW_TOKENS,   /* a token of each seat (rows are seats), on the item or cell of `on` whose index is the value */
  LAP_DRAW_NOTHING   /* not at all, though it is sent to whom its visibility says: what nobody needs to look at */
} LapDraw;

/* Where a field lies, and how. Fields are of this level or a lower one, by the bare name or as "<plugin>/<name>". Where
 * a level has placements, its plain values that have none are not drawn; pieces are. Things lie in the order of
 * the fields, whatever that of the placements is. A placement of a lower level's field stands for the whole of the one
 * that it has there. A name that no field has is ignored; `lapidary check` reports it. */
typedef struct {
  const char *field;
  uint8_t draw;       /* LapDraw */
  uint8_t group;      /* ROW: so many stand together; GRID whose cells actions name: squares of so many by so many
                         cells are parted by lines; 0: no groups */
  uint8_t wrap;       /* ROW: so many to a line, 0: as they fit */
  uint8_t counts;     /* COUNTER and ROW, 1: number i is how many there are of what looks like `values` i, which stands
                         before it; 0: `values` are how numbers look */
  uint8_t places_are; /* LapRows. ROW of plain values, LAP_ROWS_SEATS: value i is about seat i, whose name stands before
                         it; those past the seats of the match are not drawn */
  uint8_t centre; /* 1: of a field whose rows are seats, all rows lie side by side in the middle of the table, each with
                     the name of its seat, as the cards of a trick do; 0: each lies where its seat's things are */
  uint8_t spare[2];
  const LapFace *values; /* plain values and planes: how value v looks, 0 is nothing or the empty cell, plane p is p +
                            1; or NULL: as numbers. TOKENS: how the token of seat v looks */
  uint32_t n_values, spare2;
  const char *x, *y, *turn; /* MAP: columns beside `field`, `turn` in quarter turns to the right; NULL: none. ROW:
                               columns whose values are shown behind each item, and not by themselves */
  const char *on; /* TOKENS: a field that has a placement as a map or a grid. ROW: a list of the sizes of its groups;
                     or a grid on whose cells its pieces stand as well, `x` says on which, `turn` where they point (of
                     those of one row on one cell the last lies on top); or a map beside whose items its values stand,
                     and not by themselves: `x` says at which item, `turn` at which side, in quarter turns to the right
                     from the top; there is room for one at each. GRID: a list of how many cells each of its rows has,
                     where they are not all of one length */
  const char *const *labels; /* ROW of plain values, and GRID: keys, NULL-terminated. Before value i, or row i of the
                                grid, stands the text "<plugin>.choice.<labels[i]>"; or NULL: nothing. COUNTER of a
                                plain value: that text stands for the number i */
  const char *picture;       /* GRID and MAP: behind all cells, or behind the map, which it covers */
} LapPlacement;

#endif
