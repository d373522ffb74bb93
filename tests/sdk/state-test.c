#include "lapidary/state.h"

#include <glib.h>

/* One entry of each shape, wide ones first. */
#define SHAPES_STATE(F, T)                                                                           \
  F(T, PLANES, planes, 2, 9, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS, .shape = &nine)   \
  F(T, VALUE, u64, wide, .visibility = LAP_NOBODY)                                                   \
  F(T, VALUE, i32, value, .visibility = LAP_PUBLIC)                                                  \
  F(T, MATRIX, u32, matrix, 2, 3, .visibility = LAP_PUBLIC)                                          \
  F(T, EACH, i16, each, 4, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  F(T, LIST, u16, list, 5, .visibility = LAP_SIZE)                                                   \
  F(T, LISTS, i16, lists, 3, 4, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)             \
  F(T, SLOTS, slots, 6, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 1))                              \
  F(T, SLOT_ROWS, slot_rows, 2, 3, .visibility = LAP_BY_MASK)                                        \
  F(T, ZONE, zone, 7, .visibility = LAP_TOP)                                                         \
  F(T, ZONES, zones, 4, 6, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  F(T, COUNT, rooms)                                                                                 \
  F(T, COLUMN, rooms, i16, room_x, 8, .visibility = LAP_PUBLIC)                                      \
  F(T, SLOT_COLUMN, rooms, room, 8, .visibility = LAP_BY_MASK)                                       \
  F(T, COUNTS, areas, 3)                                                                             \
  F(T, COLUMNS, areas, u16, area, 3, 5, .visibility = LAP_PUBLIC)                                    \
  F(T, SLOT_COLUMNS, areas, area_slot, 3, 5, .visibility = LAP_BY_MASK)                              \
  F(T, ARRAY, u8, array, 3, .visibility = LAP_PUBLIC)                                                \
  F(T, VALUE, i8, small, .visibility = LAP_PUBLIC)                                                   \
  F(T, SPARE, spare, 2, .visibility = LAP_NOBODY)

static const LapShape nine = {.width = 3, .height = 3, .step_x = 1, .step_y = 4};
LAP_STATE(Shapes, shapes, SHAPES_STATE)

#define AT(member) ((guint32)G_STRUCT_OFFSET(Shapes, member))

typedef struct {
  const char *name;
  guint type, rows, capacity;
  guint32 offset, row_stride, item_stride, count, count_stride;
} Row;

/* Items and counts are found as the addresses of the struct itself, so a wrong stride of any shape shows. */
static const Row expected[] = {
    {"planes", LAP_PLANE, 2, 9, AT(planes), 8, 0, LAP_NONE, 0},
    {"wide", LAP_U64, 1, 1, AT(wide), 8, 8, LAP_NONE, 0},
    {"value", LAP_I32, 1, 1, AT(value), 4, 4, LAP_NONE, 0},
    {"matrix", LAP_U32, 2, 3, AT(matrix), 12, 4, LAP_NONE, 0},
    {"each", LAP_I16, 4, 1, AT(each), 2, 2, LAP_NONE, 0},
    {"list", LAP_U16, 1, 5, AT(list.item), 12, 2, AT(list.count), 0},
    {"lists", LAP_I16, 3, 4, AT(lists[0].item), 10, 2, AT(lists[0].count), 10},
    {"slots", LAP_SLOT, 1, 6, AT(slots), 24, 4, LAP_NONE, 0},
    {"slot_rows", LAP_SLOT, 2, 3, AT(slot_rows), 12, 4, LAP_NONE, 0},
    {"zone", LAP_SLOT, 1, 7, AT(zone.slot), 30, 4, AT(zone.count), 0},
    {"zones", LAP_SLOT, 4, 6, AT(zones[0].slot), 26, 4, AT(zones[0].count), 26},
    {"room_x", LAP_I16, 1, 8, AT(room_x), 16, 2, AT(rooms), 0},
    {"room", LAP_SLOT, 1, 8, AT(room), 32, 4, AT(rooms), 0},
    {"area", LAP_U16, 3, 5, AT(area), 10, 2, AT(areas), 2},
    {"area_slot", LAP_SLOT, 3, 5, AT(area_slot), 20, 4, AT(areas), 2},
    {"array", LAP_U8, 1, 3, AT(array), 3, 1, LAP_NONE, 0},
    {"small", LAP_I8, 1, 1, AT(small), 1, 1, LAP_NONE, 0},
    {"spare", LAP_SPARE, 1, 2, AT(spare), 2, 1, LAP_NONE, 0},
    {"lap_unused", LAP_SPARE, 1, 4, AT(spare) + 2, 4, 1, LAP_NONE, 0},
};

static void each_shape_has_its_row(void)
{
  g_assert_cmpuint(G_N_ELEMENTS(shapes_fields), ==, G_N_ELEMENTS(expected));
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
    const Row *row = &expected[i];
    const LapField *field = &shapes_fields[i];
    g_assert_cmpstr(field->name, ==, row->name);
    g_assert_cmpuint(field->type, ==, row->type);
    g_assert_cmpuint(field->rows, ==, row->rows);
    g_assert_cmpuint(field->capacity, ==, row->capacity);
    g_assert_cmpuint(field->offset, ==, row->offset);
    g_assert_cmpuint(field->row_stride, ==, row->row_stride);
    g_assert_cmpuint(field->item_stride, ==, row->item_stride);
    g_assert_cmpuint(field->count, ==, row->count);
    g_assert_cmpuint(field->count_stride, ==, row->count_stride);
  }
}

static const LapField *named(const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(shapes_fields); i++)
    if (g_str_equal(shapes_fields[i].name, name)) return &shapes_fields[i];
  g_assert_not_reached();
}

static void attributes_reach_the_table(void)
{
  g_assert_cmpuint(named("slots")->set, ==, LAP_ID(0, 1));
  g_assert_cmpuint(named("zones")->visibility, ==, LAP_BY_OWNER);
  g_assert_cmpuint(named("zones")->order, ==, LAP_SET);
  g_assert_cmpuint(named("zones")->rows_are, ==, LAP_ROWS_SEATS);
  g_assert_cmpuint(named("zone")->rows_are, ==, LAP_ROWS_PLAIN);
  g_assert_true(named("planes")->shape == &nine);
}

static void cover(guint8 *covered, guint32 offset, guint32 size)
{
  for (guint32 i = 0; i < size; i++) covered[offset + i]++;
}

static guint item_size(const LapField *field)
{
  return field->type == LAP_PLANE ? field->row_stride : field->item_stride;
}

/* Columns share a count: it is covered by each of them, and counted once. */
static void every_byte_is_in_one_field(void)
{
  guint8 covered[sizeof(Shapes)] = {0}, counts[sizeof(Shapes)] = {0};
  for (guint i = 0; i < G_N_ELEMENTS(shapes_fields); i++) {
    const LapField *field = &shapes_fields[i];
    for (guint row = 0; row < field->rows; row++) {
      guint items = field->type == LAP_PLANE ? 1 : field->capacity;
      for (guint item = 0; item < items; item++)
        cover(covered, field->offset + row * field->row_stride + item * field->item_stride, item_size(field));
      if (field->count == LAP_NONE) continue;
      memset(counts + field->count + row * field->count_stride, 1, 2);
    }
  }
  for (guint i = 0; i < sizeof(Shapes); i++) g_assert_cmpuint(covered[i] + counts[i], ==, 1);
}

/* Without bytes that are left: the field is there, and empty. */
#define FULL_STATE(F, T) F(T, VALUE, u32, value, .visibility = LAP_PUBLIC)
LAP_STATE(Full, full, FULL_STATE)

static void a_state_may_be_full(void)
{
  g_assert_cmpuint(sizeof(Full), ==, 4);
  g_assert_cmpuint(G_N_ELEMENTS(full_fields), ==, 2);
  g_assert_cmpuint(full_fields[1].capacity, ==, 0);
}

#define UPPER_STATE(F, T) F(T, VALUE, u16, bonus, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Upper, upper, UPPER_STATE)

static void accessors_find_their_segment(void)
{
  guint64 bytes[8] = {0};
  LapBlock *block = (LapBlock *)bytes;
  LapContext context = {.segment = {16, 40}};
  g_assert_true((gpointer)shapes_in(&context, block) == (gpointer)&bytes[2]);
  g_assert_true((gconstpointer)shapes_of(&context, block) == (gconstpointer)&bytes[2]);
  g_assert_true((gpointer)upper_in(&context, block) == (gpointer)&bytes[5]);
  g_assert_true((gconstpointer)upper_of(&context, block) == (gconstpointer)&bytes[5]);
}

static void a_plugin_gets_its_members(void)
{
  static const LapPlugin plugin = {LAP_PLUGIN_HEAD, LAP_STATE_OF_PLUGIN(Shapes, shapes)};
  g_assert_cmpuint(plugin.segment_size, ==, sizeof(Shapes));
  g_assert_cmpuint(plugin.segment_align, ==, 8);
  g_assert_cmpuint(plugin.fields.n, ==, G_N_ELEMENTS(expected));
  g_assert_cmpuint(plugin.fields.stride, ==, sizeof(LapField));
  g_assert_true(plugin.fields.v == shapes_fields);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/state/each-shape-has-its-row-in-the-table", each_shape_has_its_row);
  g_test_add_func("/state/attributes-reach-the-table", attributes_reach_the_table);
  g_test_add_func("/state/every-byte-is-in-one-field", every_byte_is_in_one_field);
  g_test_add_func("/state/a-state-may-be-full", a_state_may_be_full);
  g_test_add_func("/state/accessors-find-the-segment-of-their-depth", accessors_find_their_segment);
  g_test_add_func("/state/a-plugin-gets-size-alignment-and-table", a_plugin_gets_its_members);
  return g_test_run();
}
