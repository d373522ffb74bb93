/* A table: the rows of a static array, with their number and their size as the plugin was compiled.
 *
 * Since a table carries the size of its rows, rows may gain members at their end with a minor of the contract.
 *
 * Part of the Lapidary plugin contract. C library only. */
#ifndef LAPIDARY_TABLE_H
#define LAPIDARY_TABLE_H

#include <stdint.h>

typedef struct {
  const void *v;
  uint32_t n, stride;
} LapTable;

/* LAP_TABLE(array): the LapTable of a static array. */
#define LAP_TABLE(array)                                      \
  {                                                           \
    (array), sizeof(array) / sizeof *(array), sizeof *(array) \
  }

#endif
