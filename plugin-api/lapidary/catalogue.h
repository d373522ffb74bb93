/* Catalogues: tables of constants from a data file.
 *
 * A catalogue file is JSON, {"catalogue": "<name>", "rows": [{...}, ...]}, beside the plugin or in its folder "data".
 * The host reads it, checks it against the declared columns, hands it over as a constant table, and logs its hash, so
 * that owners of the printed game can correct the data without touching code. A plugin does no I/O.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_CATALOGUE_H
#define LAPIDARY_CATALOGUE_H

#include <stdint.h>

#include "lapidary/table.h"

typedef enum {
  LAP_COLUMN_KEY = 1, /* const char *: a unique word of a-z, 0-9, '_' */
  LAP_COLUMN_NUMBER,  /* an integer of `width` bytes, min..max */
  LAP_COLUMN_CHOICE,  /* an integer of `width` bytes: the index of a word in `choices` */
  LAP_COLUMN_FLAGS    /* an unsigned integer of `width` bytes: an array of words, bit i is choices[i] */
} LapColumnType;

/* A column of a catalogue. The bytes of two columns, counts too, never overlap. */
typedef struct {
  const char *name;           /* member of the row's object; dots go down: "doors.n.cost" */
  const char *const *choices; /* CHOICE, FLAGS: NULL-terminated */
  int32_t min, max;           /* NUMBER; both 0: whatever fits the width */
  uint16_t offset;            /* of the value, or of the first of `capacity`, in the row; a multiple of `width` */
  uint16_t count;             /* with `capacity`: offset of a uint8_t that always gets the number of values */
  uint8_t type;
  uint8_t width;    /* bytes of one value: 1, 2 or 4, signed; 8 for a key */
  uint8_t capacity; /* 0: one value. NUMBER, CHOICE: at most so many, from an array */
  uint8_t optional; /* 1: may be missing or null; then zero */
} LapColumn;

typedef struct {
  const char *name;
  const char *file; /* name of a file, no path */
  LapTable columns; /* LapColumn */
  uint32_t row_size;
  uint32_t rows_min, rows_max;
  uint32_t spare;
} LapCatalogue;

/* A catalogue as the host hands it over: row 0 is all zero, rows 1..n are those of the file, in its order. */
typedef struct {
  const void *row;
  uint32_t n, row_size;
} LapRowsTable;

#endif
