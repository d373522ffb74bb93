/* Fields: how a block describes itself.
 *
 * The whole state of a match is one block of bytes that the host owns, one segment a level (base, variant, variant of
 * the variant). A plugin declares each byte of its segment in exactly one field. From the table alone the host makes
 * views, hashes, saved positions, checks and determinisations (other blocks that are possible to a seat); a plugin need
 * not write any of these.
 *
 * lapidary/state.h in the SDK writes the struct and its table from one list.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_FIELD_H
#define LAPIDARY_FIELD_H

#include <stdint.h>

/* What an id of this contract is: the level that declares the thing, and its index in that level's table. A plugin
 * knows its depth in its own chain (a base is 0, its variant 1), so ids are constants. */
#define LAP_ID(depth, index) ((uint16_t)((depth) << 8 | (index)))

typedef enum {
  LAP_U8 = 1,
  LAP_I8,
  LAP_U16,
  LAP_I16,
  LAP_U32,
  LAP_I32,
  LAP_U64,
  LAP_SLOT,  /* LapSlot */
  LAP_PLANE, /* a row is a set of cells, a bit each, in uint64_t words; rows are the kinds or seats, at most one has a
                cell. `capacity` is the number of cells, `shape` is required */
  LAP_SPARE  /* unused bytes; they stay zero */
} LapType;

/* Which part of a field is shown, and to whom. */
typedef enum {
  LAP_PUBLIC = 1, /* everybody sees it. Not for slots */
  LAP_ROW_OWNER,  /* the seat of the row sees it, others see nothing. Not for slots. Redrawn by lapidary.resample/1,
                     if it is anything but zero outside of a sealed move */
  LAP_BY_MASK,    /* slots: shown to whom `known` says, others see the back */
  LAP_BY_OWNER,   /* slots: shown to the seat of the row if it is in `known`, others see the back */
  LAP_TOP,        /* slots of a list: the last one as by LAP_BY_MASK, of the rest only how many */
  LAP_SIZE,       /* a list: only how many */
  LAP_NOBODY,     /* never sent. Slots are dealt anew as any others; plain values by lapidary.resample/1 */
  LAP_DERIVED     /* a cache: never sent, hashed or saved; rebuilt by the plugin's `derive` */
} LapVisibility;

typedef enum {
  LAP_PLACES, /* a position means something and is public: a grid, a pile, a row of cards */
  LAP_SET     /* positions mean nothing: sent sorted by face, the unknown ones as a number for each back */
} LapOrder;

typedef enum { LAP_ROWS_PLAIN, LAP_ROWS_SEATS } LapRows;

/* A bounded grid: cell i is at x = i % width, y = i / width, y grows downwards.
 * In a plane the bit of a cell is origin + x * step_x + y * step_y, which must stay within the row's words. */
typedef struct {
  uint8_t width, height;
  uint8_t origin;
  int8_t step_x, step_y;
  uint8_t spare[3];
} LapShape;

#define LAP_NONE UINT32_MAX

/* One field. Item i of row r of a field stands at offset + r * row_stride + i * item_stride of the segment.
 * A list has a uint16_t count for each row, at count + r * count_stride, which several columns may share; items from
 * the count on are zero. Rows of seats beyond the seats of the match are zero and not sent. */
typedef struct {
  const char *name; /* unique in its plugin, a word of a-z, 0-9, '_'; elsewhere "<plugin>/<name>" */
  uint32_t offset, row_stride, item_stride;
  uint32_t count, count_stride; /* or LAP_NONE, 0 */
  uint16_t rows, capacity;      /* both at least 1; capacity 1 without a count: a single value a row. SPARE may have a
                                   capacity of 0 */
  uint8_t type, spare;
  uint8_t visibility, order, rows_are;
  uint8_t spare2;
  uint16_t set;          /* slots: LAP_ID of the piece set */
  const LapShape *shape; /* a bounded grid, or NULL */
} LapField;

#endif
