#include <stddef.h>
#include <string.h>

#include "folders.h"
#include "host/plugins/catalogue.h"

typedef struct {
  const char *key;
  gint32 price;
  gint16 bonus;
  gint8 points, colour, cost[3];
  guint8 n_cost, doors, n_walls;
  gint8 walls[2];
} Tile;

static const char *const colours[] = {"red", "green", "blue", NULL};
static const char *const sides[] = {"north", "east", "south", "west", NULL};
static const char *const walls[] = {"stone", "wood", NULL};

#define AT(member) .offset = offsetof(Tile, member)

static const LapColumn columns[] = {
    {.name = "key", .type = LAP_COLUMN_KEY, .width = sizeof(char *), AT(key)},
    {.name = "price", .type = LAP_COLUMN_NUMBER, .width = 4, AT(price), .optional = 1},
    {.name = "bonus", .type = LAP_COLUMN_NUMBER, .width = 2, AT(bonus), .optional = 1, .min = -5, .max = 500},
    {.name = "points", .type = LAP_COLUMN_NUMBER, .width = 1, AT(points)},
    {.name = "look.colour", .type = LAP_COLUMN_CHOICE, .width = 1, AT(colour), .choices = colours},
    {.name = "look.doors", .type = LAP_COLUMN_FLAGS, .width = 1, AT(doors), .choices = sides, .optional = 1},
    {.name = "cost",
     .type = LAP_COLUMN_NUMBER,
     .width = 1,
     AT(cost),
     .capacity = 3,
     .min = 1,
     .max = 9,
     .optional = 1,
     .count = offsetof(Tile, n_cost)},
    {.name = "walls",
     .type = LAP_COLUMN_CHOICE,
     .width = 1,
     AT(walls),
     .capacity = 2,
     .choices = walls,
     .optional = 1,
     .count = offsetof(Tile, n_walls)},
};

static const LapCatalogue declared = {.name = "tiles",
                                      .file = "tiles.json",
                                      .columns = LAP_TABLE(columns),
                                      .row_size = sizeof(Tile),
                                      .rows_min = 1,
                                      .rows_max = 3};

static LapCatalogues *read_as(const LapCatalogue *catalogue, const char *folder, GError **error)
{
  LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "test", .catalogues = {catalogue, 1, sizeof *catalogue}};
  return lap_catalogues_read(&plugin, folder, error);
}

static LapCatalogues *read_text(const char *text, GError **error)
{
  g_autofree char *folder = make_folder("plugins");
  write_file(folder, "tiles.json", text);
  LapCatalogues *catalogues = read_as(&declared, folder, error);
  remove_folder(folder);
  return catalogues;
}

#define ROWS(rows) "{\"catalogue\": \"tiles\", \"rows\": [" rows "]}"
#define ROW(members) ROWS("{" members "}")
#define KEY "\"key\": \"a\", "
#define LOOK ", \"look\": {\"colour\": \"red\"}"
#define PLAIN KEY "\"points\": 1" LOOK

static void every_column_lands_in_its_place(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapCatalogues) catalogues = read_text(
      ROWS("{\"key\": \"first_1\", \"price\": -2147483648, \"bonus\": 500, \"points\": -128, \"cost\": [1, 9],"
           " \"look\": {\"colour\": \"blue\", \"doors\": [\"west\", \"north\"]}, \"walls\": [\"wood\"]},"
           "{\"key\": \"second\", \"points\": 127, \"bonus\": null, \"look\": {\"colour\": \"red\"}}"),
      &error);
  g_assert_no_error(error);
  const LapRowsTable *table = lap_catalogues_get_tables(catalogues);
  const Tile *tile = table->row, zero = {0};
  g_assert_cmpuint(table->n, ==, 2);
  g_assert_cmpuint(table->row_size, ==, sizeof(Tile));
  g_assert_cmpmem(&tile[0], sizeof(Tile), &zero, sizeof zero);
  g_assert_cmpstr(tile[1].key, ==, "first_1");
  g_assert_cmpint(tile[1].price, ==, G_MININT32);
  g_assert_cmpint(tile[1].bonus, ==, 500);
  g_assert_cmpint(tile[1].points, ==, -128);
  g_assert_cmpint(tile[1].colour, ==, 2);
  g_assert_cmpint(tile[1].doors, ==, 1 << 3 | 1 << 0);
  g_assert_cmpint(tile[1].n_cost, ==, 2);
  g_assert_cmpint(tile[1].cost[1], ==, 9);
  g_assert_cmpint(tile[1].cost[2], ==, 0);
  g_assert_cmpint(tile[1].n_walls, ==, 1);
  g_assert_cmpint(tile[1].walls[0], ==, 1);
  g_assert_cmpstr(tile[2].key, ==, "second");
  g_assert_cmpint(tile[2].points, ==, 127);
  g_assert_cmpint(tile[2].bonus, ==, 0);
  g_assert_cmpint(tile[2].n_cost, ==, 0);
}

static void the_hash_is_that_of_the_file(void)
{
  static const char text[] = ROW(PLAIN);
  g_autoptr(LapCatalogues) catalogues = read_text(text, NULL);
  g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
  g_assert_cmpstr(lap_catalogues_get_hash(catalogues), ==, hash);
}

static void a_plugin_without_catalogues_has_no_hash(void)
{
  LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "test"};
  g_autoptr(LapCatalogues) catalogues = lap_catalogues_read(&plugin, "/", NULL);
  g_assert_nonnull(catalogues);
  g_assert_null(lap_catalogues_get_hash(catalogues));
}

typedef struct {
  const char *name, *text, *message;
} BadCase;

static const BadCase bad[] = {
    {"broken-json", "{\"catalogue\": }", "line 1, column 15: expected a value"},
    {"a-key-twice-in-a-row", ROW(PLAIN ", \"points\": 2"), "the key \"points\" stands twice"},
    {"an-array", "[]", "not a catalogue; write {\"catalogue\": \"tiles\", \"rows\": [...]}"},
    {"no-rows", "{\"catalogue\": \"tiles\"}", "not a catalogue"},
    {"another-member", "{\"catalogue\": \"tiles\", \"rows\": [], \"more\": 1}", "and no other member"},
    {"rows-that-are-an-object", "{\"catalogue\": \"tiles\", \"rows\": {}}", "not a catalogue"},
    {"the-file-of-another", "{\"catalogue\": \"cards\", \"rows\": []}", "this file must be that of \"tiles\""},
    {"a-name-that-is-a-number", "{\"catalogue\": 1, \"rows\": []}", "must be that of \"tiles\""},
    {"too-few-rows", ROWS(""), "0 rows; there must be 1 to 3"},
    {"too-many-rows", ROWS("{},{},{},{}"), "4 rows; there must be 1 to 3"},
    {"a-row-that-is-a-number", ROWS("7"), "row 1: the number 7 is not an object"},
    {"an-unknown-member", ROW(PLAIN ", \"pionts\": 3"),
     "row 1: member \"pionts\": there is no such member; there are: key,"},
    {"an-unknown-member-within", ROW(KEY "\"points\": 1, \"look\": {\"colour\": \"red\", \"size\": 1}"),
     "member \"look.size\": there is no such member; there are: colour, doors"},
    {"a-dotted-member", ROW(KEY "\"points\": 1, \"look.colour\": \"red\""), "member \"look.colour\": there is no such"},
    {"an-inner-value-that-is-none", ROW(KEY "\"points\": 1, \"look\": 3"),
     "member \"look\": the number 3 is not an obj"},
    {"a-missing-member", ROW(KEY "\"look\": {\"colour\": \"red\"}"), "row 1: member \"points\": it is missing"},
    {"a-missing-inner-object", ROW(KEY "\"points\": 1"), "member \"look.colour\": it is missing"},
    {"an-inner-object-that-is-null", ROW(KEY "\"points\": 1, \"look\": null"), "member \"look.colour\": it is missing"},
    {"a-null-that-must-be", ROW(KEY "\"points\": null" LOOK), "member \"points\": it is null; every row must have it"},
    {"a-text-for-a-number", ROW(KEY "\"points\": \"3\"" LOOK), "the text \"3\" is not a whole number of -128 to 127"},
    {"a-fraction", ROW(KEY "\"points\": 1.5" LOOK), "a number with a fraction or an exponent is not a whole number"},
    {"a-true", ROW(KEY "\"points\": true" LOOK), "true is not a whole number"},
    {"a-number-past-its-width", ROW(KEY "\"points\": 128" LOOK), "the number 128 is not a whole number of -128 to 127"},
    {"a-number-below-its-width", ROW(KEY "\"points\": -129" LOOK), "the number -129 is not"},
    {"a-number-past-its-max", ROW(PLAIN ", \"bonus\": 501"), "the number 501 is not a whole number of -5 to 500"},
    {"a-number-past-32-bits", ROW(PLAIN ", \"price\": 4294967296"), "the number 4294967296 is not a whole number"},
    {"a-number-for-an-array", ROW(PLAIN ", \"cost\": 3"), "the number 3 is not an array of at most 3"},
    {"an-array-for-a-number", ROW(KEY "\"points\": [1]" LOOK), "an array is not a whole number"},
    {"an-array-too-long", ROW(PLAIN ", \"cost\": [1, 2, 3, 4]"), "4 values; write an array of at most 3"},
    {"a-wrong-item", ROW(PLAIN ", \"cost\": [1, 10]"), "the number 10 is not a whole number of 1 to 9"},
    {"an-unknown-choice", ROW(KEY "\"points\": 1, \"look\": {\"colour\": \"pink\"}"),
     "member \"look.colour\": the text \"pink\" is not one of: red, green, blue"},
    {"a-number-for-a-choice", ROW(KEY "\"points\": 1, \"look\": {\"colour\": 0}"), "the number 0 is not one of: red"},
    {"flags-that-are-a-word", ROW(KEY "\"points\": 1, \"look\": {\"colour\": \"red\", \"doors\": \"west\"}"),
     "the text \"west\" is not an array of words"},
    {"a-flag-twice", ROW(KEY "\"points\": 1, \"look\": {\"colour\": \"red\", \"doors\": [\"west\", \"west\"]}"),
     "\"west\" is there twice"},
    {"an-unknown-flag", ROW(KEY "\"points\": 1, \"look\": {\"colour\": \"red\", \"doors\": [\"up\"]}"),
     "the text \"up\" is not one of: north, east, south, west"},
    {"a-key-with-capitals", ROW("\"key\": \"A\", \"points\": 1" LOOK), "the text \"A\" is not a key: a text of a-z"},
    {"an-empty-key", ROW("\"key\": \"\", \"points\": 1" LOOK), "is not a key"},
    {"the-key-of-another-row", ROWS("{" PLAIN "},{" PLAIN "}"), "row 2: member \"key\": \"a\" is the key of row 1 too"},
};

static void refuses(gconstpointer data)
{
  const BadCase *row = data;
  g_autoptr(GError) error = NULL;
  g_assert_null(read_text(row->text, &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_DATA);
  if (!strstr(error->message, row->message)) g_error("\"%s\" does not say \"%s\"", error->message, row->message);
  g_assert_nonnull(strstr(error->message, "/tiles.json: "));
}

static void a_file_that_is_not_there_is_named(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  g_assert_null(read_as(&declared, folder, &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_DATA);
  g_assert_nonnull(strstr(error->message, "/tiles.json: No such file"));
  remove_folder(folder);
}

/* --- declarations that contradict themselves */

typedef struct {
  const char *name;
  LapColumn column;
  const char *message;
} BadColumn;

#define NUMBER .name = "n", .type = LAP_COLUMN_NUMBER, .width = 1

static const BadColumn bad_columns[] = {
    {"no-name", {.type = LAP_COLUMN_NUMBER, .width = 1}, "it has no name"},
    {"no-such-type", {.name = "n", .type = 9, .width = 1}, "there is no such type"},
    {"a-width-of-three", {.name = "n", .type = LAP_COLUMN_NUMBER, .width = 3}, "its width is not 1, 2 or 4"},
    {"a-narrow-key", {.name = "n", .type = LAP_COLUMN_KEY, .width = 4}, "a pointer's bytes wide"},
    {"choices-that-are-not-there", {.name = "n", .type = LAP_COLUMN_CHOICE, .width = 1}, "it has no choices"},
    {"past-the-row", {NUMBER, .offset = 16}, "outside of the row"},
    {"an-array-past-the-row", {NUMBER, .capacity = 17}, "outside of the row"},
    {"a-count-past-the-row", {NUMBER, .capacity = 4, .count = 16}, "its count lies outside of the row"},
    {"a-count-on-its-values", {NUMBER, .capacity = 4, .count = 3}, "its count lies outside of the row, or on another"},
    {"bytes-of-another", {NUMBER, .offset = 15}, "another column's too"},
    {"out-of-line", {.name = "n", .type = LAP_COLUMN_NUMBER, .width = 4, .offset = 2}, "not a multiple of its width"},
    {"a-range-past-its-width", {NUMBER, .min = 0, .max = 200}, "does not fit its width"},
    {"a-range-upside-down", {NUMBER, .min = 3, .max = 2}, "its min is above its max"},
    {"a-name-twice", {.name = "last", .type = LAP_COLUMN_NUMBER, .width = 1}, "it is declared twice"},
};

static void refuses_column(gconstpointer data)
{
  const BadColumn *row = data;
  const LapColumn both[] = {{.name = "last", .type = LAP_COLUMN_NUMBER, .width = 1, .offset = 15}, row->column};
  const LapCatalogue catalogue = {
      .name = "tiles", .file = "tiles.json", .columns = LAP_TABLE(both), .row_size = 16, .rows_max = 3};
  g_autoptr(GError) error = NULL;
  g_assert_null(read_as(&catalogue, "/", &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED);
  if (!strstr(error->message, row->message)) g_error("\"%s\" does not say \"%s\"", error->message, row->message);
}

static void refuses_file_name(gconstpointer data)
{
  LapCatalogue catalogue = declared;
  catalogue.file = data;
  g_autoptr(GError) error = NULL;
  g_assert_null(read_as(&catalogue, "/tmp", &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_DATA);
  g_assert_nonnull(strstr(error->message, "not the name of a file in the plugin's own folder"));
}

static void a_longer_row_of_a_table_is_read_by_its_stride(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  write_file(folder, "tiles.json", ROW(PLAIN));
  LapCatalogue wide[2] = {declared, {0}};
  LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "test", .catalogues = {wide, 1, sizeof *wide + 8}};
  g_autoptr(LapCatalogues) catalogues = lap_catalogues_read(&plugin, folder, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lap_catalogues_get_tables(catalogues)->n, ==, 1);
  remove_folder(folder);
}

static void a_table_without_an_address_is_refused(void)
{
  g_autoptr(GError) error = NULL;
  LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "test", .catalogues = {NULL, 1, sizeof(LapCatalogue)}};
  g_assert_null(lap_catalogues_read(&plugin, "/", &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/catalogue/every-column-lands-in-its-place", every_column_lands_in_its_place);
  g_test_add_func("/catalogue/the-hash-is-that-of-the-file", the_hash_is_that_of_the_file);
  g_test_add_func("/catalogue/a-plugin-without-catalogues-has-no-hash", a_plugin_without_catalogues_has_no_hash);
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *path = g_strconcat("/catalogue/refuses/", bad[i].name, NULL);
    g_test_add_data_func(path, &bad[i], refuses);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(bad_columns); i++) {
    g_autofree char *path = g_strconcat("/catalogue/refuses-a-column/", bad_columns[i].name, NULL);
    g_test_add_data_func(path, &bad_columns[i], refuses_column);
  }
  g_test_add_data_func("/catalogue/refuses-a-file-above", "../tiles.json", refuses_file_name);
  g_test_add_data_func("/catalogue/refuses-an-absolute-file", "/etc/tiles.json", refuses_file_name);
  g_test_add_func("/catalogue/a-file-that-is-not-there-is-named", a_file_that_is_not_there_is_named);
  g_test_add_func("/catalogue/a-longer-row-of-a-table-is-read-by-its-stride",
                  a_longer_row_of_a_table_is_read_by_its_stride);
  g_test_add_func("/catalogue/a-table-without-an-address-is-refused", a_table_without_an_address_is_refused);
  return g_test_run();
}
