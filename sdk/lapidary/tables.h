/* Tables: rows of a plugin's tables, in a line each. They only save writing; plugin-api has what they make.
 *
 * Ids and rows come from one list, so that none can slip:
 *
 *   #define ACTIONS(ROW) ROW(CLAIM, "claim", LAP_PIECE_ARG("card", "hand")) ROW(PASS, "pass")
 *   LAP_IDS(actions, 0, ACTIONS)                            enum { CLAIM = LAP_ID(0, 0), PASS = LAP_ID(0, 1) }
 *   static const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
 *
 *   #define PHASES(ROW) ROW(DEAL, "deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal)
 *   LAP_IDS(phases, 0, PHASES)                              above the hooks, which return them
 *   static const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};
 *
 * Rows by themselves:
 *
 *   static const LapKind actions[] = {LAP_KIND("claim", LAP_PIECE_ARG("card", "hand")), LAP_KIND("pass")};
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
/* What lies in a cell of the grid `field_`, beside a CELL argument. */
#define LAP_VALUE_ARG(name_, field_)                       \
  {                                                        \
    .name = name_, .field = field_, .type = LAP_ARG_NUMBER \
  }
#define LAP_CHOICE_ARG(name_, choices_)                        \
  {                                                            \
    .name = name_, .choices = choices_, .type = LAP_ARG_CHOICE \
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
    .name = name_, .choices = choices_, .type = LAP_ARG_CHOICE, .secret = 1 \
  }

/* What an event reveals (LapArg.reveals). */
#define LAP_REVEALED_NUMBER_ARG(name_)                  \
  {                                                     \
    .name = name_, .type = LAP_ARG_NUMBER, .reveals = 1 \
  }
#define LAP_REVEALED_SEAT_ARG(name_)                  \
  {                                                   \
    .name = name_, .type = LAP_ARG_SEAT, .reveals = 1 \
  }
#define LAP_REVEALED_CHOICE_ARG(name_, choices_)                             \
  {                                                                          \
    .name = name_, .choices = choices_, .type = LAP_ARG_CHOICE, .reveals = 1 \
  }

/* A kind: its name, and its arguments, if it has any. */
#ifdef __cplusplus
#define LAP_KIND(name_, ...)                                                                            \
  [] {                                                                                                  \
    static const LapArg args[] = {__VA_ARGS__};                                                         \
    return LapKind{name_, {args, static_cast<uint32_t>(sizeof args / sizeof(LapArg)), sizeof(LapArg)}}; \
  }()
#else
#define LAP_KIND(name_, ...)                                  \
  {                                                           \
    .name = name_, .args = {                                  \
      (const LapArg[]){__VA_ARGS__},                          \
      sizeof((const LapArg[]){__VA_ARGS__}) / sizeof(LapArg), \
      sizeof(LapArg)                                          \
    }                                                         \
  }
#endif

/* --- ids and rows from one list */

#define LAP_IDS(table, depth, LIST) enum { LAP_BEFORE_##table = LAP_ID(depth, 0) - 1, LIST(LAP_ID_OF_ROW) };
#define LAP_ID_OF_ROW(id, ...) id,
#define LAP_KIND_ROW(id, ...) LAP_KIND(__VA_ARGS__),
#define LAP_PHASE_ROW(id, name_, ...) {.name = name_, __VA_ARGS__},

/* --- columns of a catalogue, for a member of the struct Row; _AS: where the file has another name for it */

/* Members in the order of LapColumn, for C++. */
#define LAP_COLUMN_OF(Row, member, name_, type_, choices_, min_, max_, count_, width_, capacity_, ...)              \
  {                                                                                                                 \
    .name = name_, .choices = choices_, .min = min_, .max = max_, .offset = offsetof(Row, member), .count = count_, \
    .type = type_, .width = width_, .capacity = capacity_, __VA_ARGS__                                              \
  }
#define LAP_MEMBER_SIZE(Row, member) sizeof(((Row *)0)->member)

#define LAP_KEY_COLUMN(Row, member) \
  LAP_COLUMN_OF(Row, member, #member, LAP_COLUMN_KEY, 0, 0, 0, 0, sizeof(char *), 0, .optional = 0)

#define LAP_NUMBER_COLUMN_AS(Row, member, name_, min_, max_, ...) \
  LAP_COLUMN_OF(Row, member, name_, LAP_COLUMN_NUMBER, 0, min_, max_, 0, LAP_MEMBER_SIZE(Row, member), 0, __VA_ARGS__)
#define LAP_NUMBER_COLUMN(Row, member, min_, max_) LAP_NUMBER_COLUMN_AS(Row, member, #member, min_, max_, .optional = 0)

#define LAP_CHOICE_COLUMN_AS(Row, member, name_, choices_, ...) \
  LAP_COLUMN_OF(Row, member, name_, LAP_COLUMN_CHOICE, choices_, 0, 0, 0, LAP_MEMBER_SIZE(Row, member), 0, __VA_ARGS__)
#define LAP_CHOICE_COLUMN(Row, member, choices_) LAP_CHOICE_COLUMN_AS(Row, member, #member, choices_, .optional = 0)

#define LAP_FLAGS_COLUMN_AS(Row, member, name_, choices_, ...) \
  LAP_COLUMN_OF(Row, member, name_, LAP_COLUMN_FLAGS, choices_, 0, 0, 0, LAP_MEMBER_SIZE(Row, member), 0, __VA_ARGS__)
#define LAP_FLAGS_COLUMN(Row, member, choices_) LAP_FLAGS_COLUMN_AS(Row, member, #member, choices_, .optional = 0)

/* Up to as many values as the array `member` has room for; the uint8_t `count_` gets how many there are. */
#define LAP_ARRAY_COLUMN_OF(Row, member, count_, name_, type_, choices_, min_, max_, ...)                        \
  LAP_COLUMN_OF(Row, member, name_, type_, choices_, min_, max_, offsetof(Row, count_),                          \
                LAP_MEMBER_SIZE(Row, member[0]), LAP_MEMBER_SIZE(Row, member) / LAP_MEMBER_SIZE(Row, member[0]), \
                __VA_ARGS__)
#define LAP_NUMBERS_COLUMN_AS(Row, member, count_, name_, min_, max_, ...) \
  LAP_ARRAY_COLUMN_OF(Row, member, count_, name_, LAP_COLUMN_NUMBER, 0, min_, max_, __VA_ARGS__)
#define LAP_CHOICES_COLUMN_AS(Row, member, count_, name_, choices_, ...) \
  LAP_ARRAY_COLUMN_OF(Row, member, count_, name_, LAP_COLUMN_CHOICE, choices_, 0, 0, __VA_ARGS__)

/* A catalogue of exactly `rows_` rows, and one of a range. */
#define LAP_CATALOGUE(name_, file_, Row, columns_, rows_) LAP_CATALOGUE_OF(name_, file_, Row, columns_, rows_, rows_)
#define LAP_CATALOGUE_OF(name_, file_, Row, columns_, min_, max_)                                            \
  {                                                                                                          \
    .name = name_, .file = file_, .columns = LAP_TABLE(columns_), .row_size = sizeof(Row), .rows_min = min_, \
    .rows_max = max_                                                                                         \
  }

#endif
