/* Patches between views that are made up here: one field, of a piece set with two backs. */
#include "host/projection/view.h"

#define ITEMS_MAX 6
#define ITEM_CARD (-1)
#define ITEM_COIN (-2)

typedef struct {
  LapViewRowKind kind;
  guint size, n;
  LapViewItem item[ITEMS_MAX];
} Row;

typedef struct {
  guint seats; /* 0: the field has one row that is no seat's */
  Row before[2], after[2];
  const char *patch; /* of the field; NULL: none can say it */
} Case;

static const char *const keys[] = {NULL, "a", "b", "c"};
static const guint8 back_of[] = {0, 0, 0, 1};
static const char *const backs[] = {"card", "coin"};
static const LapPieceSet set = {
    .name = "piece", .faces = 3, .n_backs = 2, .key = keys, .back = back_of, .backs = backs};
static const LapGame game;
static const LapGamePhase phases[] = {{.name = "x/draft"}, {.name = "x/score"}};

#define NUMBER(number)                 \
  {                                    \
    LAP_VIEW_NUMBERS, 1, 1, { number } \
  }
#define SECRET                   \
  {                              \
    LAP_VIEW_SECRET, 0, 0, { 0 } \
  }
#define SET(...)                                                              \
  {                                                                           \
    LAP_VIEW_SET, sizeof((LapViewItem[]){__VA_ARGS__}) / sizeof(LapViewItem), \
        sizeof((LapViewItem[]){__VA_ARGS__}) / sizeof(LapViewItem),           \
    {                                                                         \
      __VA_ARGS__                                                             \
    }                                                                         \
  }
#define TOP(size, item)             \
  {                                 \
    LAP_VIEW_TOP, size, 1, { item } \
  }
#define NO_TOP                \
  {                           \
    LAP_VIEW_TOP, 0, 0, { 0 } \
  }
#define SIZE(size)                \
  {                               \
    LAP_VIEW_SIZE, size, 0, { 0 } \
  }

static const Case cases[] = {
    {0, {NUMBER(3)}, {NUMBER(3)}, ""},
    {0, {NUMBER(3)}, {NUMBER(4)}, "4"},
    {2, {NUMBER(3), SECRET}, {NUMBER(4), SECRET}, "[4,null]"},
    {2, {NUMBER(3), SECRET}, {NUMBER(3), SECRET}, ""},
    /* null within an array is a value as any other */
    {2, {TOP(1, 1), NO_TOP}, {NO_TOP, NO_TOP}, "[{\"top\":null,\"size\":0},{\"top\":null,\"size\":0}]"},
    /* objects are merged, so what has gone must be said */
    {0, {SET(1, ITEM_CARD, ITEM_COIN)}, {SET(1, 2, ITEM_CARD, ITEM_COIN)}, "{\"seen\":[\"a\",\"b\"]}"},
    {0, {SET(1, ITEM_CARD, ITEM_COIN)}, {SET(1, ITEM_CARD, ITEM_CARD)}, "{\"hidden\":{\"card\":2,\"coin\":null}}"},
    {0, {SET(1, ITEM_CARD, ITEM_COIN)}, {SET(2, ITEM_COIN)}, "{\"seen\":[\"b\"],\"hidden\":{\"card\":null}}"},
    {0, {SET(ITEM_CARD)}, {SET(ITEM_CARD, ITEM_COIN)}, "{\"hidden\":{\"coin\":1}}"},
    {0, {SET(ITEM_CARD)}, {SET(ITEM_COIN)}, "{\"hidden\":{\"card\":null,\"coin\":1}}"},
    {0, {SET(ITEM_COIN)}, {SET(ITEM_CARD)}, "{\"hidden\":{\"coin\":null,\"card\":1}}"},
    /* what comes new comes last */
    {0, {SET(ITEM_COIN)}, {SET(ITEM_CARD, ITEM_COIN)}, NULL},
    {2,
     {SET(ITEM_COIN), SIZE(1)},
     {SET(ITEM_CARD, ITEM_COIN), SIZE(1)},
     "[{\"seen\":[],\"hidden\":{\"card\":1,\"coin\":1}},{\"size\":1}]"},
    {0, {TOP(3, 1)}, {TOP(2, 3)}, "{\"top\":\"c\",\"size\":2}"},
    {0, {TOP(3, 1)}, {TOP(3, ITEM_COIN)}, "{\"top\":\"?coin\"}"},
    {0, {NO_TOP}, {TOP(1, 1)}, "{\"top\":\"a\",\"size\":1}"},
    {0, {SIZE(3)}, {SIZE(2)}, "{\"size\":2}"},
    /* null as a value would take the member away */
    {0, {TOP(1, 1)}, {NO_TOP}, NULL},
    {0, {NO_TOP}, {NO_TOP}, ""},
};

/* Fills what a view of one field points to. */
static void fill(const Row *from, guint n, LapViewRow *row)
{
  for (guint i = 0; i < n; i++) row[i] = (LapViewRow){from[i].kind, from[i].size, from[i].n, from[i].item};
}

static void test_field(const Case *tried)
{
  const LapGameField field = {.name = "x/f",
                              .type = LAP_U8,
                              .of_seats = tried->seats > 0,
                              .rows = 1,
                              .capacity = 1,
                              .count = LAP_NONE,
                              .set = &set};
  guint n = MAX(tried->seats, 1);
  LapViewRow rows[2][2];
  fill(tried->before, n, rows[0]);
  fill(tried->after, n, rows[1]);
  const LapViewField fields[] = {{&field, n, rows[0]}, {&field, n, rows[1]}};
  const LapView before = {.game = &game, .phase = phases, .n = 1, .field = &fields[0]};
  const LapView after = {.game = &game, .phase = phases, .n = 1, .field = &fields[1]};
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  g_assert_cmpint(lap_view_has_patch(&before, &after), ==, tried->patch != NULL);
  if (!tried->patch) return;
  lap_view_patch_to_json(&before, &after, &json);
  g_autofree char *expected = *tried->patch ? g_strdup_printf("{\"fields\":{\"x/f\":%s}}", tried->patch)
                                            : g_strdup("{}");
  g_assert_cmpstr(out->str, ==, expected);
}

static void test_fields(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_test_message("case %u", i);
    test_field(&cases[i]);
  }
}

static void test_head(void)
{
  static const struct {
    LapView after;
    const char *patch;
  } heads[] = {
      {{.game = &game, .phase = phases, .ply = 3, .waiting = 1}, "{}"},
      {{.game = &game, .phase = phases, .ply = 4, .waiting = 1}, "{\"ply\":4}"},
      {{.game = &game, .phase = phases, .ply = 3, .over = TRUE, .waiting = 1}, "{\"over\":true}"},
      {{.game = &game, .phase = phases + 1, .ply = 3, .waiting = 3, .ready = 4},
       "{\"phase\":\"x/score\",\"waiting\":[0,1],\"ready\":[2]}"},
  };
  const LapView before = {.game = &game, .phase = phases, .ply = 3, .waiting = 1};
  for (guint i = 0; i < G_N_ELEMENTS(heads); i++) {
    g_autoptr(GString) out = g_string_new(NULL);
    LapJsonWriter json = lap_json_writer(out);
    g_assert_true(lap_view_has_patch(&before, &heads[i].after));
    lap_view_patch_to_json(&before, &heads[i].after, &json);
    g_assert_cmpstr(out->str, ==, heads[i].patch);
  }
}

static void test_other_fields(void)
{
  const LapGameField field = {.name = "x/f"}, other = {.name = "x/g"};
  const LapViewField fields[] = {{.field = &field}, {.field = &other}};
  const LapView before = {.game = &game, .phase = phases, .n = 1, .field = &fields[0]};
  const LapView after = {.game = &game, .phase = phases, .n = 1, .field = &fields[1]};
  const LapView none = {.game = &game, .phase = phases};
  g_assert_false(lap_view_has_patch(&before, &after));
  g_assert_false(lap_view_has_patch(&before, &none));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/projection/patch/says-what-differs-in-a-field-or-nothing-at-all", test_fields);
  g_test_add_func("/projection/patch/says-what-differs-in-the-head", test_head);
  g_test_add_func("/projection/patch/is-not-between-other-fields", test_other_fields);
  return g_test_run();
}
