/* Tables: rows of a plugin's tables, in a line each. They only save writing; plugin-api has what they make.
 *
 *   static const LapKind actions[] = {LAP_KIND("claim", LAP_PIECE_ARG("card", "hand")), LAP_KIND_0("pass")};
 *   static const LapColumn columns[] = {LAP_KEY_COLUMN(Card, key), LAP_NUMBER_COLUMN(Card, points, 0, 6)};
 *   static const LapCatalogue catalogues[] = {LAP_CATALOGUE("cards", "cards.json", Card, columns, 30)}; */
#ifndef LAPIDARY_TABLES_H
#define LAPIDARY_TABLES_H

#include <stddef.h>

#include "lapidary/plugin.h"

/* --- kinds of actions, events and score lines */

#define LAP_PIECE_ARG(name_, field_)                      \
  {                                                       \
    .name = name_, .field = field_, .type = LAP_ARG_PIECE \
  }
#define LAP_ITEM_ARG(name_, field_)                      \
  {                                                      \
    .name = name_, .field = field_, .type = LAP_ARG_ITEM \
  }
#define LAP_CELL_ARG(name_, field_)                      \
  {                                                      \
    .name = name_, .field = field_, .type = LAP_ARG_CELL \
  }
#define LAP_SEAT_ARG(name_)             \
  {                                     \
    .name = name_, .type = LAP_ARG_SEAT \
  }
#define LAP_NUMBER_ARG(name_)             \
  {                                       \
    .name = name_, .type = LAP_ARG_NUMBER \
  }
#define LAP_CHOICE_ARG(name_, choices_)                        \
  {                                                            \
    .name = name_, .type = LAP_ARG_CHOICE, .choices = choices_ \
  }

/* The same, read only by whom it concerns (LapArg.secret). */
#define LAP_SECRET_PIECE_ARG(name_, field_)                            \
  {                                                                    \
    .name = name_, .field = field_, .type = LAP_ARG_PIECE, .secret = 1 \
  }
#define LAP_SECRET_NUMBER_ARG(name_)                   \
  {                                                    \
    .name = name_, .type = LAP_ARG_NUMBER, .secret = 1 \
  }

#define LAP_SECRET_ITEM_ARG(name_, field_)                            \
  {                                                                   \
    .name = name_, .field = field_, .type = LAP_ARG_ITEM, .secret = 1 \
  }
#define LAP_SECRET_CELL_ARG(name_, field_)                            \
  {                                                                   \
    .name = name_, .field = field_, .type = LAP_ARG_CELL, .secret = 1 \
  }
#define LAP_SECRET_SEAT_ARG(name_)                   \
  {                                                  \
    .name = name_, .type = LAP_ARG_SEAT, .secret = 1 \
  }
#define LAP_SECRET_CHOICE_ARG(name_, choices_)                              \
  {                                                                         \
    .name = name_, .type = LAP_ARG_CHOICE, .choices = choices_, .secret = 1 \
  }

/* A kind with arguments, and one without. */
#define LAP_KIND(name_, ...)                                         \
  {                                                                  \
    .name = name_, .args = (const LapArg[]){__VA_ARGS__},            \
    .n_args = sizeof((const LapArg[]){__VA_ARGS__}) / sizeof(LapArg) \
  }
#define LAP_KIND_0(name_) \
  {                       \
    .name = name_         \
  }

/* --- columns of a catalogue, for a member of the struct Row; _AS: where the file has another name for it */

#define LAP_COLUMN_OF(Row, member, name_, ...)                  \
  {                                                             \
    .name = name_, .offset = offsetof(Row, member), __VA_ARGS__ \
  }
#define LAP_MEMBER_SIZE(Row, member) sizeof(((Row *)0)->member)

#define LAP_KEY_COLUMN(Row, member) LAP_COLUMN_OF(Row, member, #member, .type = LAP_COLUMN_KEY, .width = sizeof(char *))

#define LAP_NUMBER_COLUMN_AS(Row, member, name_, min_, max_, ...)                                                  \
  LAP_COLUMN_OF(Row, member, name_, .type = LAP_COLUMN_NUMBER, .width = LAP_MEMBER_SIZE(Row, member), .min = min_, \
                .max = max_, __VA_ARGS__)
#define LAP_NUMBER_COLUMN(Row, member, min_, max_) LAP_NUMBER_COLUMN_AS(Row, member, #member, min_, max_, .optional = 0)

#define LAP_CHOICE_COLUMN_AS(Row, member, name_, choices_, ...)                                       \
  LAP_COLUMN_OF(Row, member, name_, .type = LAP_COLUMN_CHOICE, .width = LAP_MEMBER_SIZE(Row, member), \
                .choices = choices_, __VA_ARGS__)
#define LAP_CHOICE_COLUMN(Row, member, choices_) LAP_CHOICE_COLUMN_AS(Row, member, #member, choices_, .optional = 0)

#define LAP_FLAGS_COLUMN_AS(Row, member, name_, choices_, ...)                                       \
  LAP_COLUMN_OF(Row, member, name_, .type = LAP_COLUMN_FLAGS, .width = LAP_MEMBER_SIZE(Row, member), \
                .choices = choices_, __VA_ARGS__)
#define LAP_FLAGS_COLUMN(Row, member, choices_) LAP_FLAGS_COLUMN_AS(Row, member, #member, choices_, .optional = 0)

/* Up to as many values as the array `member` has room for; the uint8_t `count_` gets how many there are. */
#define LAP_ARRAY_OF(Row, member, count_)   \
  .width = LAP_MEMBER_SIZE(Row, member[0]), \
  .capacity = LAP_MEMBER_SIZE(Row, member) / LAP_MEMBER_SIZE(Row, member[0]), .count = offsetof(Row, count_)
#define LAP_NUMBERS_COLUMN_AS(Row, member, count_, name_, min_, max_, ...)               \
  LAP_COLUMN_OF(Row, member, name_, .type = LAP_COLUMN_NUMBER, .min = min_, .max = max_, \
                LAP_ARRAY_OF(Row, member, count_), __VA_ARGS__)
#define LAP_CHOICES_COLUMN_AS(Row, member, count_, name_, choices_, ...)                                               \
  LAP_COLUMN_OF(Row, member, name_, .type = LAP_COLUMN_CHOICE, .choices = choices_, LAP_ARRAY_OF(Row, member, count_), \
                __VA_ARGS__)

/* A catalogue of exactly `rows_` rows, and one of a range. */
#define LAP_CATALOGUE(name_, file_, Row, columns_, rows_) LAP_CATALOGUE_OF(name_, file_, Row, columns_, rows_, rows_)
#define LAP_CATALOGUE_OF(name_, file_, Row, columns_, min_, max_)                                          \
  {                                                                                                        \
    .name = name_, .file = file_, .columns = columns_, .n_columns = sizeof(columns_) / sizeof *(columns_), \
    .row_size = sizeof(Row), .rows_min = min_, .rows_max = max_                                            \
  }

#endif
