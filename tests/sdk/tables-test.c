#include "lapidary/tables.h"

#include <glib.h>
#include <string.h>

/* --- arguments and kinds */

static const char *const sides[] = {"left", "right", NULL};

static const LapKind kinds[] = {
    LAP_KIND("all", LAP_PIECE_ARG("piece", "hand"), LAP_ITEM_ARG("item", "shelf"), LAP_CELL_ARG("cell", "board"),
             LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("number"), LAP_CHOICE_ARG("choice", sides)),
    LAP_KIND("secrets", LAP_SECRET_PIECE_ARG("piece", "base/hand"), LAP_SECRET_NUMBER_ARG("number")),
    LAP_KIND("one", LAP_SEAT_ARG("seat")), LAP_KIND("value", LAP_VALUE_ARG("value", "board")), LAP_KIND("none")};

static const struct {
  const char *name;
  const char *field;
  guint type, secret;
  gboolean chooses;
} arguments[] = {
    {"piece", "hand", LAP_ARG_PIECE, 0, FALSE},      {"item", "shelf", LAP_ARG_ITEM, 0, FALSE},
    {"cell", "board", LAP_ARG_CELL, 0, FALSE},       {"seat", NULL, LAP_ARG_SEAT, 0, FALSE},
    {"number", NULL, LAP_ARG_NUMBER, 0, FALSE},      {"choice", NULL, LAP_ARG_CHOICE, 0, TRUE},
    {"piece", "base/hand", LAP_ARG_PIECE, 1, FALSE}, {"number", NULL, LAP_ARG_NUMBER, 1, FALSE},
    {"seat", NULL, LAP_ARG_SEAT, 0, FALSE},          {"value", "board", LAP_ARG_NUMBER, 0, FALSE},
};

static void test_arguments(void)
{
  guint at = 0;
  for (guint kind = 0; kind < G_N_ELEMENTS(kinds); kind++)
    for (guint i = 0; i < kinds[kind].args.n; i++, at++) {
      const LapArg *arg = &((const LapArg *)kinds[kind].args.v)[i];
      g_assert_cmpstr(arg->name, ==, arguments[at].name);
      g_assert_cmpstr(arg->field, ==, arguments[at].field);
      g_assert_cmpuint(arg->type, ==, arguments[at].type);
      g_assert_cmpuint(arg->secret, ==, arguments[at].secret);
      g_assert_true(arg->choices == (arguments[at].chooses ? sides : NULL));
    }
  g_assert_cmpuint(at, ==, G_N_ELEMENTS(arguments));
}

static void test_kinds(void)
{
  static const char *const names[] = {"all", "secrets", "one", "value", "none"};
  static const guint n_args[] = {LAP_ARGS_MAX, 2, 1, 1, 0};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    g_assert_cmpstr(kinds[i].name, ==, names[i]);
    g_assert_cmpuint(kinds[i].args.n, ==, n_args[i]);
  }
}

#define LISTED(ROW) ROW(FIRST, "first") ROW(SECOND, "second", LAP_SEAT_ARG("seat")) ROW(THIRD, "third")
LAP_IDS(listed, 2, LISTED)
static const LapKind listed[] = {LISTED(LAP_KIND_ROW)};

#define PHASES(ROW) ROW(BEGINS, "begins", .kind = LAP_PHASE_AUTOMATIC) ROW(ENDS, "ends", .before = "begins")
LAP_IDS(phases, 0, PHASES)
static const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};

static void test_lists(void)
{
  g_assert_cmpint(FIRST, ==, LAP_ID(2, 0));
  g_assert_cmpint(THIRD, ==, LAP_ID(2, 2));
  g_assert_cmpuint(G_N_ELEMENTS(listed), ==, 3);
  g_assert_cmpstr(listed[1].name, ==, "second");
  g_assert_cmpuint(listed[1].args.n, ==, 1);
  g_assert_cmpint(ENDS, ==, LAP_ID(0, 1));
  g_assert_cmpstr(phases[ENDS].before, ==, "begins");
  g_assert_cmpuint(phases[BEGINS].kind, ==, LAP_PHASE_AUTOMATIC);
}

/* --- columns: what a reader writes by a column's offset and width arrives in the member that it names */

typedef struct {
  const char *key;
  gint32 wide;
  gint16 narrow, list[4];
  guint8 n_list, flags, side, n_sides, picks[3];
} Row;

static const LapColumn columns[] = {LAP_KEY_COLUMN(Row, key),
                                    LAP_NUMBER_COLUMN(Row, wide, -70000, 70000),
                                    LAP_NUMBER_COLUMN_AS(Row, narrow, "other.name", 1, 9, .optional = 1),
                                    LAP_NUMBERS_COLUMN_AS(Row, list, n_list, "costs", 0, 12, .optional = 1),
                                    LAP_FLAGS_COLUMN(Row, flags, sides),
                                    LAP_CHOICE_COLUMN(Row, side, sides),
                                    LAP_CHOICES_COLUMN_AS(Row, picks, n_sides, "picks", sides, .optional = 0),
                                    LAP_NUMBER_COLUMN_AS(Row, picks[1], "second", 0, 1, .optional = 0),
                                    LAP_CHOICE_COLUMN_AS(Row, side, "turn.side", sides, .optional = 1),
                                    LAP_FLAGS_COLUMN_AS(Row, flags, "turn.flags", sides, .optional = 1)};

static const struct {
  const char *name;
  guint type, width, capacity, optional, offset, count;
  gint min, max;
  gboolean chooses;
} expected[] = {
#define AT(member) G_STRUCT_OFFSET(Row, member)
    {"key", LAP_COLUMN_KEY, sizeof(char *), 0, 0, AT(key), 0, 0, 0, FALSE},
    {"wide", LAP_COLUMN_NUMBER, 4, 0, 0, AT(wide), 0, -70000, 70000, FALSE},
    {"other.name", LAP_COLUMN_NUMBER, 2, 0, 1, AT(narrow), 0, 1, 9, FALSE},
    {"costs", LAP_COLUMN_NUMBER, 2, 4, 1, AT(list), AT(n_list), 0, 12, FALSE},
    {"flags", LAP_COLUMN_FLAGS, 1, 0, 0, AT(flags), 0, 0, 0, TRUE},
    {"side", LAP_COLUMN_CHOICE, 1, 0, 0, AT(side), 0, 0, 0, TRUE},
    {"picks", LAP_COLUMN_CHOICE, 1, 3, 0, AT(picks), AT(n_sides), 0, 0, TRUE},
    {"second", LAP_COLUMN_NUMBER, 1, 0, 0, AT(picks) + 1, 0, 0, 1, FALSE},
    {"turn.side", LAP_COLUMN_CHOICE, 1, 0, 1, AT(side), 0, 0, 0, TRUE},
    {"turn.flags", LAP_COLUMN_FLAGS, 1, 0, 1, AT(flags), 0, 0, 0, TRUE},
};

static void test_columns(void)
{
  g_assert_cmpuint(G_N_ELEMENTS(columns), ==, G_N_ELEMENTS(expected));
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    g_assert_cmpstr(columns[i].name, ==, expected[i].name);
    g_assert_cmpuint(columns[i].type, ==, expected[i].type);
    g_assert_cmpuint(columns[i].width, ==, expected[i].width);
    g_assert_cmpuint(columns[i].capacity, ==, expected[i].capacity);
    g_assert_cmpuint(columns[i].optional, ==, expected[i].optional);
    g_assert_cmpuint(columns[i].offset, ==, expected[i].offset);
    g_assert_cmpuint(columns[i].count, ==, expected[i].count);
    g_assert_cmpint(columns[i].min, ==, expected[i].min);
    g_assert_cmpint(columns[i].max, ==, expected[i].max);
    g_assert_true(columns[i].choices == (expected[i].chooses ? sides : NULL));
  }
}

static void test_lists_fill_their_array(void)
{
  Row row = {0};
  const LapColumn *list = &columns[3];
  for (gint16 i = 0; i < list->capacity; i++) {
    gint16 value = (gint16)(100 + i);
    memcpy((guint8 *)&row + list->offset + i * list->width, &value, list->width);
  }
  *((guint8 *)&row + list->count) = list->capacity;
  g_assert_cmpint(row.list[0], ==, 100);
  g_assert_cmpint(row.list[3], ==, 103);
  g_assert_cmpuint(row.n_list, ==, 4);
  g_assert_cmpuint(row.flags, ==, 0);
  g_assert_cmpint(row.narrow, ==, 0);
}

/* --- catalogues */

static const LapCatalogue catalogues[] = {LAP_CATALOGUE("cards", "cards.json", Row, columns, 30),
                                          LAP_CATALOGUE_OF("spots", "spots.json", Row, columns, 1, 9)};

static const struct {
  const char *name, *file;
  guint least, most;
} catalogues_expected[] = {{"cards", "cards.json", 30, 30}, {"spots", "spots.json", 1, 9}};

static void test_catalogues(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(catalogues); i++) {
    g_assert_cmpstr(catalogues[i].name, ==, catalogues_expected[i].name);
    g_assert_cmpstr(catalogues[i].file, ==, catalogues_expected[i].file);
    g_assert_true(catalogues[i].columns.v == columns);
    g_assert_cmpuint(catalogues[i].columns.n, ==, G_N_ELEMENTS(columns));
    g_assert_cmpuint(catalogues[i].row_size, ==, sizeof(Row));
    g_assert_cmpuint(catalogues[i].rows_min, ==, catalogues_expected[i].least);
    g_assert_cmpuint(catalogues[i].rows_max, ==, catalogues_expected[i].most);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/tables/an-argument-says-its-type-field-and-secrecy", test_arguments);
  g_test_add_func("/tables/a-kind-counts-its-arguments", test_kinds);
  g_test_add_func("/tables/ids-and-rows-come-from-one-list", test_lists);
  g_test_add_func("/tables/a-column-finds-its-member-by-offset-and-width", test_columns);
  g_test_add_func("/tables/a-column-of-many-fills-an-array-and-its-count", test_lists_fill_their_array);
  g_test_add_func("/tables/a-catalogue-measures-its-rows-and-columns", test_catalogues);
  return g_test_run();
}
