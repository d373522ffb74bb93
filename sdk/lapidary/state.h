/* State: a plugin's segment of the block, as a struct and its field table from one list.
 *
 *   #define NIM_STATE(F, T)                                                    \
 *     F(T, VALUE, u8, turn, .visibility = LAP_PUBLIC)                                \
 *     F(T, ARRAY, u8, heap, 3, .visibility = LAP_PUBLIC)
 *   LAP_STATE(Nim, nim, NIM_STATE)
 *
 * defines the struct Nim { uint8_t turn; uint8_t heap[3]; }, the table nim_fields, and two accessors that find the
 * struct in a block: nim_in(context, block) to write, nim_of(context, block) to read. They look at depth 0; a variant
 * at depth d says LAP_STATE_AT(d, Nim, nim, NIM_STATE): with LAP_STATE it would write over its base.
 *
 * An entry is F(T, SHAPE, ..., attributes): the attributes are initialisers of LapField, at least `.visibility`. Types
 * are u8 i8 u16 i16 u32 i32 u64. Order entries from wide types to narrow ones, zones among the u16: a struct with
 * padding between entries does not compile. Bytes that are left at the end belong to a field `lap_unused`, and stay
 * zero. (In C++ attributes stand in the order visibility, order, rows_are, set, shape.)
 *
 *   VALUE(type, name)                one value
 *   ARRAY(type, name, n)             n values, all always there: a grid, a track
 *   EACH(type, name, rows)           one value a row: seats, with .rows_are = LAP_ROWS_SEATS
 *   MATRIX(type, name, rows, n)      n values a row
 *   LIST(type, name, n)              up to n values: { uint16_t count; type item[n]; }
 *   LISTS(type, name, rows, n)       the same for each row
 *   SLOTS(name, n)                   n places for pieces: LapSlot name[n]
 *   SLOT_ROWS(name, rows, n)
 *   ZONE(name, n)                    a deck, a hand, a pile of up to n pieces: { uint16_t count; LapSlot slot[n]; }
 *   ZONES(name, rows, n)
 *   COUNT(name)                      how long the columns below are: uint16_t name
 *   COUNTS(name, rows)
 *   COLUMN(count, type, name, n)     a column of up to n values
 *   COLUMNS(count, type, name, rows, n)
 *   SLOT_COLUMN(count, name, n)
 *   SLOT_COLUMNS(count, name, rows, n)
 *   PLANES(name, rows, cells)        sets of at most 64 cells, a bit each: uint64_t name[rows]; with .shape
 *   SPARE(name, n)                   n bytes to keep for later, which stay zero; with .visibility = LAP_NOBODY */
#ifndef LAPIDARY_STATE_H
#define LAPIDARY_STATE_H

#include <stddef.h>

#include "lapidary/decls.h"
#include "lapidary/plugin.h"

#define LAP_C_u8 uint8_t
#define LAP_C_i8 int8_t
#define LAP_C_u16 uint16_t
#define LAP_C_i16 int16_t
#define LAP_C_u32 uint32_t
#define LAP_C_i32 int32_t
#define LAP_C_u64 uint64_t
#define LAP_T_u8 LAP_U8
#define LAP_T_i8 LAP_I8
#define LAP_T_u16 LAP_U16
#define LAP_T_i16 LAP_I16
#define LAP_T_u32 LAP_U32
#define LAP_T_i32 LAP_I32
#define LAP_T_u64 LAP_U64

/* The three readings of an entry: a member, a row of the table, a number of bytes. */
#define LAP_MEMBER(T, SHAPE, ...) LAP_MEMBER_##SHAPE(__VA_ARGS__)
#define LAP_FIELD(T, SHAPE, ...) LAP_FIELD_##SHAPE(T, __VA_ARGS__)
#define LAP_BYTES(T, SHAPE, ...) +LAP_BYTES_##SHAPE(T, __VA_ARGS__)

#define LAP_MEMBER_VALUE(type, name, ...) LAP_C_##type name;
#define LAP_MEMBER_ARRAY(type, name, n, ...) LAP_C_##type name[n];
#define LAP_MEMBER_EACH(type, name, rows, ...) LAP_C_##type name[rows];
#define LAP_MEMBER_MATRIX(type, name, rows, n, ...) LAP_C_##type name[rows][n];
#define LAP_MEMBER_LIST(type, name, n, ...) \
  struct {                                  \
    uint16_t count;                         \
    LAP_C_##type item[n];                   \
  } name;
#define LAP_MEMBER_LISTS(type, name, rows, n, ...) \
  struct {                                         \
    uint16_t count;                                \
    LAP_C_##type item[n];                          \
  } name[rows];
#define LAP_MEMBER_SLOTS(name, n, ...) LapSlot name[n];
#define LAP_MEMBER_SLOT_ROWS(name, rows, n, ...) LapSlot name[rows][n];
#define LAP_MEMBER_ZONE(name, n, ...) \
  struct {                            \
    uint16_t count;                   \
    LapSlot slot[n];                  \
  } name;
#define LAP_MEMBER_ZONES(name, rows, n, ...) \
  struct {                                   \
    uint16_t count;                          \
    LapSlot slot[n];                         \
  } name[rows];
#define LAP_MEMBER_COUNT(name, ...) uint16_t name;
#define LAP_MEMBER_COUNTS(name, rows, ...) uint16_t name[rows];
#define LAP_MEMBER_COLUMN(count_, type, name, n, ...) LAP_C_##type name[n];
#define LAP_MEMBER_COLUMNS(count_, type, name, rows, n, ...) LAP_C_##type name[rows][n];
#define LAP_MEMBER_SLOT_COLUMN(count_, name, n, ...) LapSlot name[n];
#define LAP_MEMBER_SLOT_COLUMNS(count_, name, rows, n, ...) LapSlot name[rows][n];
#define LAP_MEMBER_PLANES(name, rows, cells, ...) uint64_t name[rows];
#define LAP_MEMBER_SPARE(name, n, ...) uint8_t name[n];

/* Members in the order of LapField, for C++. */
#define LAP_FIELD_OF(T, name_, type_, rows_, capacity_, row_stride_, item_stride_, count_, count_stride_, at_, ...) \
  {.name = #name_,                                                                                                  \
   .offset = offsetof(T, at_),                                                                                      \
   .row_stride = row_stride_,                                                                                       \
   .item_stride = item_stride_,                                                                                     \
   .count = count_,                                                                                                 \
   .count_stride = count_stride_,                                                                                   \
   .rows = rows_,                                                                                                   \
   .capacity = capacity_,                                                                                           \
   .type = type_,                                                                                                   \
   __VA_ARGS__},

#define LAP_FIELD_VALUE(T, type, name, ...) \
  LAP_FIELD_OF(T, name, LAP_T_##type, 1, 1, sizeof(LAP_C_##type), sizeof(LAP_C_##type), LAP_NONE, 0, name, __VA_ARGS__)
#define LAP_FIELD_ARRAY(T, type, name, n, ...)                                                                   \
  LAP_FIELD_OF(T, name, LAP_T_##type, 1, n, (n) * sizeof(LAP_C_##type), sizeof(LAP_C_##type), LAP_NONE, 0, name, \
               __VA_ARGS__)
#define LAP_FIELD_EACH(T, type, name, rows, ...)                                                              \
  LAP_FIELD_OF(T, name, LAP_T_##type, rows, 1, sizeof(LAP_C_##type), sizeof(LAP_C_##type), LAP_NONE, 0, name, \
               __VA_ARGS__)
#define LAP_FIELD_MATRIX(T, type, name, rows, n, ...)                                                               \
  LAP_FIELD_OF(T, name, LAP_T_##type, rows, n, (n) * sizeof(LAP_C_##type), sizeof(LAP_C_##type), LAP_NONE, 0, name, \
               __VA_ARGS__)
#define LAP_FIELD_LIST(T, type, name, n, ...)                                                                   \
  LAP_FIELD_OF(T, name, LAP_T_##type, 1, n, sizeof(((T *)0)->name), sizeof(LAP_C_##type), offsetof(T, name), 0, \
               name.item, __VA_ARGS__)
#define LAP_FIELD_LISTS(T, type, name, rows, n, ...)                                                               \
  LAP_FIELD_OF(T, name, LAP_T_##type, rows, n, sizeof(((T *)0)->name[0]), sizeof(LAP_C_##type), offsetof(T, name), \
               sizeof(((T *)0)->name[0]), name[0].item, __VA_ARGS__)
#define LAP_FIELD_SLOTS(T, name, n, ...) \
  LAP_FIELD_OF(T, name, LAP_SLOT, 1, n, (n) * sizeof(LapSlot), sizeof(LapSlot), LAP_NONE, 0, name, __VA_ARGS__)
#define LAP_FIELD_SLOT_ROWS(T, name, rows, n, ...) \
  LAP_FIELD_OF(T, name, LAP_SLOT, rows, n, (n) * sizeof(LapSlot), sizeof(LapSlot), LAP_NONE, 0, name, __VA_ARGS__)
#define LAP_FIELD_ZONE(T, name, n, ...)                                                                           \
  LAP_FIELD_OF(T, name, LAP_SLOT, 1, n, sizeof(((T *)0)->name), sizeof(LapSlot), offsetof(T, name), 0, name.slot, \
               __VA_ARGS__)
#define LAP_FIELD_ZONES(T, name, rows, n, ...)                                                            \
  LAP_FIELD_OF(T, name, LAP_SLOT, rows, n, sizeof(((T *)0)->name[0]), sizeof(LapSlot), offsetof(T, name), \
               sizeof(((T *)0)->name[0]), name[0].slot, __VA_ARGS__)
#define LAP_FIELD_COUNT(T, name, ...)
#define LAP_FIELD_COUNTS(T, name, rows, ...)
#define LAP_FIELD_COLUMN(T, count_, type, name, n, ...)                                                               \
  LAP_FIELD_OF(T, name, LAP_T_##type, 1, n, (n) * sizeof(LAP_C_##type), sizeof(LAP_C_##type), offsetof(T, count_), 0, \
               name, __VA_ARGS__)
#define LAP_FIELD_COLUMNS(T, count_, type, name, rows, n, ...)                                                        \
  LAP_FIELD_OF(T, name, LAP_T_##type, rows, n, (n) * sizeof(LAP_C_##type), sizeof(LAP_C_##type), offsetof(T, count_), \
               sizeof(uint16_t), name, __VA_ARGS__)
#define LAP_FIELD_SLOT_COLUMN(T, count_, name, n, ...)                                                        \
  LAP_FIELD_OF(T, name, LAP_SLOT, 1, n, (n) * sizeof(LapSlot), sizeof(LapSlot), offsetof(T, count_), 0, name, \
               __VA_ARGS__)
#define LAP_FIELD_SLOT_COLUMNS(T, count_, name, rows, n, ...)                                           \
  LAP_FIELD_OF(T, name, LAP_SLOT, rows, n, (n) * sizeof(LapSlot), sizeof(LapSlot), offsetof(T, count_), \
               sizeof(uint16_t), name, __VA_ARGS__)
#define LAP_FIELD_PLANES(T, name, rows, cells, ...) \
  LAP_FIELD_OF(T, name, LAP_PLANE, rows, cells, sizeof(uint64_t), 0, LAP_NONE, 0, name, __VA_ARGS__)
#define LAP_FIELD_SPARE(T, name, n, ...) LAP_FIELD_OF(T, name, LAP_SPARE, 1, n, n, 1, LAP_NONE, 0, name, __VA_ARGS__)

#define LAP_BYTES_VALUE(T, type, name, ...) sizeof(LAP_C_##type)
#define LAP_BYTES_ARRAY(T, type, name, n, ...) sizeof(LAP_C_##type[n])
#define LAP_BYTES_EACH(T, type, name, rows, ...) sizeof(LAP_C_##type[rows])
#define LAP_BYTES_MATRIX(T, type, name, rows, n, ...) sizeof(LAP_C_##type[rows][n])
#define LAP_BYTES_LIST(T, type, name, n, ...) sizeof(uint16_t) + sizeof(LAP_C_##type[n])
#define LAP_BYTES_LISTS(T, type, name, rows, n, ...) (rows) * (sizeof(uint16_t) + sizeof(LAP_C_##type[n]))
#define LAP_BYTES_SLOTS(T, name, n, ...) sizeof(LapSlot[n])
#define LAP_BYTES_SLOT_ROWS(T, name, rows, n, ...) sizeof(LapSlot[rows][n])
#define LAP_BYTES_ZONE(T, name, n, ...) sizeof(uint16_t) + sizeof(LapSlot[n])
#define LAP_BYTES_ZONES(T, name, rows, n, ...) (rows) * (sizeof(uint16_t) + sizeof(LapSlot[n]))
#define LAP_BYTES_COUNT(T, name, ...) sizeof(uint16_t)
#define LAP_BYTES_COUNTS(T, name, rows, ...) sizeof(uint16_t[rows])
#define LAP_BYTES_COLUMN(T, count_, type, name, n, ...) sizeof(LAP_C_##type[n])
#define LAP_BYTES_COLUMNS(T, count_, type, name, rows, n, ...) sizeof(LAP_C_##type[rows][n])
#define LAP_BYTES_SLOT_COLUMN(T, count_, name, n, ...) sizeof(LapSlot[n])
#define LAP_BYTES_SLOT_COLUMNS(T, count_, name, rows, n, ...) sizeof(LapSlot[rows][n])
#define LAP_BYTES_PLANES(T, name, rows, cells, ...) sizeof(uint64_t[rows])
#define LAP_BYTES_SPARE(T, name, n, ...) (n)

#define LAP_STATE_AT(depth, Type, prefix, LIST)                                                                     \
  struct Type##Listed {                                                                                             \
    LIST(LAP_MEMBER, Type)                                                                                          \
  };                                                                                                                \
  enum {                                                                                                            \
    LAP_LISTED_##Type = 0 LIST(LAP_BYTES, Type),                                                                    \
    LAP_UNUSED_##Type = sizeof(struct Type##Listed) - LAP_LISTED_##Type                                             \
  };                                                                                                                \
  typedef struct {                                                                                                  \
    LIST(LAP_MEMBER, Type)                                                                                          \
    __extension__ uint8_t lap_unused[LAP_UNUSED_##Type];                                                            \
  } Type;                                                                                                           \
  LAP_STATIC_ASSERT(sizeof(Type) == sizeof(struct Type##Listed) && offsetof(Type, lap_unused) == LAP_LISTED_##Type, \
                    #Type " has padding between its entries: order them from wide types to narrow ones");           \
  __attribute__((unused)) static const LapField prefix##_fields[] = {                                               \
      LIST(LAP_FIELD, Type) LAP_FIELD_SPARE(Type, lap_unused, LAP_UNUSED_##Type, .visibility = LAP_NOBODY)};        \
  __attribute__((unused)) static inline Type *prefix##_in(const LapContext *context, LapBlock *block)               \
  {                                                                                                                 \
    return (Type *)lap_segment(context, block, depth);                                                              \
  }                                                                                                                 \
  __attribute__((unused)) static inline const Type *prefix##_of(const LapContext *context, const LapBlock *block)   \
  {                                                                                                                 \
    return (const Type *)lap_segment_const(context, block, depth);                                                  \
  }
#define LAP_STATE(Type, prefix, LIST) LAP_STATE_AT(0, Type, prefix, LIST)

/* The members of LapPlugin that belong to a state. */
#define LAP_STATE_OF_PLUGIN(Type, prefix) \
  .segment_size = sizeof(Type), .segment_align = LAP_ALIGNOF(Type), .fields = LAP_TABLE(prefix##_fields)

#endif
