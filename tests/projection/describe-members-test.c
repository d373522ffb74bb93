/* What a description says, member by member. */
#include "dressed.h"
#include "folder.h"
#include "host/engine/manifest.h"
#include "host/json/parse.h"
#include "host/projection/describe.h"
#include "tests/match/parcel.h"

typedef enum { BASE, VARIANT, GRIDS } Which;

/* A path goes down by members, and into arrays by the element of that name, key, id or value, or by its number. NULL is
 * expected of what is left out. */
typedef struct {
  Which game;
  const char *path, *json;
} Case;

static const Case heads[] = {
    {BASE, "id", "\"sealed\""},
    {BASE, "title", "\"Sealed\""},
    {BASE, "summary", "\"Cards face down\""},
    {BASE, "rules", "\"Bid face down.\\n\\nThe highest bid claims.\""},
    {BASE, "minutes", NULL},
    {BASE, "version", "\"1.2.0\""},
    {BASE, "base", "null"},
    {BASE, "language", "\"en\""},
    {BASE, "authors", "\"A \\\"quoted\\\" author\""},
    {BASE, "licence", "\"MIT\""},
    {BASE, "seats", "{\"min\":2,\"max\":4}"},
    {BASE, "traits", "[\"hidden\",\"chance\",\"simultaneous\"]"},
    {BASE, "chain", "[{\"id\":\"sealed\",\"version\":\"1.2.0\"}]"},
    {BASE, "changes", NULL},
    {VARIANT, "changes 0 text", "\"The phase \u201csetup\u201d has other rules.\""},
    {VARIANT, "changes sealed/setup change", "\"phase-replaced\""},
    {VARIANT, "changes sealed-fair/favour text", "\"The phase \u201cfavour\u201d comes before \u201cclaim\u201d.\""},
    {VARIANT, "changes sealed-fair/tally change", "\"phase-added\""},
    {VARIANT, "changes sealed/round_ends change", "\"phase-removed\""},
    {VARIANT, "changes sealed/worth change", "\"rule-overridden\""},
    {VARIANT, "changes sealed/won change", "\"notice-followed\""},
    {VARIANT, "changes sealed-fair/bank change", "\"field-added\""},
    {VARIANT, "changes sealed/marks change", "\"field-hidden\""},
    {VARIANT, "changes sealed-fair/decline change", "\"action-added\""},
    {VARIANT, "changes sealed-fair/fame change", "\"category-added\""},
    {VARIANT, "changes 18", "{\"change\":\"scoring\",\"text\":\"Points are counted in another way.\"}"},
    {VARIANT, "changes 19", NULL},
    {VARIANT, "base", "\"sealed\""},
    {VARIANT, "rules", NULL},
    {VARIANT, "version", "\"0.3.1\""},
    {VARIANT, "authors", NULL},
    {VARIANT, "chain 0 title", "\"Sealed\""},
    {VARIANT, "chain 0 rules", "\"Bid face down.\\n\\nThe highest bid claims.\""},
    {VARIANT, "chain 1", "{\"id\":\"sealed-fair\",\"version\":\"0.3.1\"}"},
    {GRIDS, "title", "\"parcel\""},
    {GRIDS, "summary", "\"\""},
};

static const Case rules[] = {
    {BASE, "options sealed/rounds",
     "{\"name\":\"sealed/rounds\",\"title\":\"Rounds to play\",\"default\":\"4\",\"min\":1,\"max\":6}"},
    {BASE, "options sealed/pass default", "\"left\""},
    {BASE, "options sealed/pass min", NULL},
    {BASE, "options sealed/pass choices",
     "[{\"value\":\"left\",\"title\":\"to the left\"},{\"value\":\"right\",\"title\":\"right\"},"
     "{\"value\":\"none\",\"title\":\"none\"}]"},
    {BASE, "phases sealed/setup kind", "\"automatic\""},
    {BASE, "phases sealed/bid", "{\"name\":\"sealed/bid\",\"title\":\"Bidding\",\"kind\":\"together\"}"},
    {BASE, "phases sealed/claim kind", "\"one\""},
    {BASE, "phases sealed/round_ends title", "\"round ends\""},
    {VARIANT, "phases sealed/round_ends", NULL},
    {VARIANT, "phases sealed/tidy kind", "\"one\""},
    {VARIANT, "phases sealed-fair/tidy", NULL},
    {VARIANT, "phases sealed-fair/favour kind", "\"one\""},
    {BASE, "actions sealed/stake",
     "{\"name\":\"sealed/stake\",\"title\":\"Stake …\",\"about\":\"The highest one "
     "claims.\",\"args\":[{\"name\":\"card\",\"type\":\"piece\","
     "\"field\":\"sealed/hand\",\"set\":\"sealed/card\",\"secret\":true}]}"},
    {BASE, "actions sealed/skip about", NULL},
    {BASE, "actions sealed/skip args", "[]"},
    {BASE, "actions sealed/skip title", "\"skip\""},
    {BASE, "actions sealed/take args place", "{\"name\":\"place\",\"type\":\"item\",\"field\":\"sealed/market\"}"},
    {BASE, "actions sealed/call args way choices",
     "[{\"value\":\"high\",\"title\":\"as it is\"},{\"value\":\"low\",\"title\":\"low\"}]"},
    {BASE, "actions sealed/toss args card secret", NULL},
    {BASE, "events sealed/drew title", "\"… draws …\""},
    {BASE, "events sealed/drew args who", "{\"name\":\"who\",\"type\":\"seat\"}"},
    {BASE, "events sealed/passed title", "\"Hands are passed on\""},
    {BASE, "events sealed/passed heading", "\"The round is counted\""},
    {BASE, "events sealed/drew heading", NULL},
    {BASE, "events sealed/buried args card field", NULL},
    {BASE, "events sealed/buried args card set", "\"sealed/card\""},
    {VARIANT, "actions sealed-fair/spend args coin set", "\"sealed-fair/coin\""},
    {BASE, "categories",
     "[{\"name\":\"sealed/points\",\"title\":\"Won\",\"args\":[]},{\"name\":\"sealed/"
     "goal\",\"title\":\"Goal\",\"args\":[]},"
     "{\"name\":\"sealed/kept\",\"title\":\"Kept\",\"args\":[]}]"},
    {GRIDS, "actions parcel/post args cell", "{\"name\":\"cell\",\"type\":\"cell\",\"field\":\"parcel/shelf\"}"},
    {GRIDS, "actions parcel/draw args count type", "\"number\""},
};

static const Case pieces[] = {
    {BASE, "fields sealed/deck drawn", "true"},
    {VARIANT, "fields sealed/deck drawn", "false"},
    {VARIANT, "fields sealed/deck draw as", "\"pile\""},
    {BASE, "fields sealed/lead draw labels", "[\"as it is\",\"low\"]"},
    {BASE, "fields sealed/won_by draw places", "\"seats\""},
    {VARIANT, "fields sealed/lead draw labels", NULL},
    {BASE, "sets sealed/card backs",
     "[{\"key\":\"day\",\"title\":\"a card of the day\",\"colour\":\"grey\",\"mark\":\"?\"},"
     "{\"key\":\"night\",\"title\":\"night\",\"colour\":\"black\"}]"},
    {BASE, "sets sealed/card faces d1",
     "{\"key\":\"d1\",\"title\":\"Day 1\",\"copies\":3,\"back\":\"day\",\"colour\":\"red\",\"mark\":\"1\"}"},
    {BASE, "sets sealed/card faces d2",
     "{\"key\":\"d2\",\"title\":\"d2\",\"about\":\"Is two days.\",\"copies\":3,\"back\":\"day\",\"colour\":\"pink\"}"},
    {BASE, "sets sealed/card faces d3 mark", "\"\""},
    {BASE, "sets sealed/card faces d4 mark", "\"\xef\xbf\xbd!\""},
    {BASE, "sets sealed/card faces d5 colour", NULL},
    {BASE, "sets sealed/card faces d6 mark", NULL},
    {BASE, "sets sealed/card faces n1 back", "\"night\""},
    {VARIANT, "sets sealed-fair/coin backs", "[{\"key\":\"coin\",\"title\":\"coin\"}]"},
    {VARIANT, "sets sealed-fair/coin faces penny",
     "{\"key\":\"penny\",\"title\":\"penny\",\"copies\":4,\"back\":\"coin\",\"colour\":\"white\","
     "\"grid\":{\"width\":3,\"height\":2},\"marks\":[{\"at\":\"middle\",\"text\":\"-4\"},"
     "{\"at\":\"north\",\"colour\":\"green\",\"text\":\"n\"},"
     "{\"at\":\"cell\",\"x\":2,\"y\":0,\"colour\":\"orange\",\"text\":\"x\"}]}"},
    {VARIANT, "sets sealed-fair/coin faces crown colour", NULL},
    {VARIANT, "sets sealed-fair/coin faces crown grid", NULL},
    {VARIANT, "sets sealed-fair/coin faces crown marks 39", "{\"at\":\"middle\",\"text\":\"c\"}"},
    {VARIANT, "sets sealed-fair/coin faces crown marks 40", NULL},
};

static const Case fields[] = {
    {BASE, "fields sealed/market",
     "{\"name\":\"sealed/market\",\"title\":\"The market\",\"type\":\"slots\",\"set\":\"sealed/card\",\"capacity\":3,"
     "\"list\":true,\"order\":\"places\",\"visibility\":\"mask\",\"numbered\":true,\"drawn\":true,\"draw\":{\"as\":"
     "\"row\","
     "\"group\":3,\"wrap\":6,\"x\":\"sealed/won_by\",\"on\":\"sealed/won_with\"}}"},
    {BASE, "fields sealed/marks",
     "{\"name\":\"sealed/"
     "marks\",\"title\":\"marks\",\"type\":\"planes\",\"rows\":2,\"capacity\":9,\"visibility\":\"public\","
     "\"shape\":{\"width\":3,\"height\":3},\"drawn\":true,\"draw\":{\"as\":\"grid\",\"values\":[{\"mark\":\"\"},"
     "{\"colour\":\"blue\",\"mark\":\"o\"},{\"colour\":\"brown\"}],\"labels\":[\"as it is\",\"low\"]}}"},
    {BASE, "fields sealed/points",
     "{\"name\":\"sealed/"
     "points\",\"title\":\"points\",\"type\":\"numbers\",\"of_seats\":true,\"visibility\":\"public\","
     "\"drawn\":false,\"draw\":{\"as\":\"counter\"}}"},
    {BASE, "fields sealed/hand order", "\"set\""},
    {BASE, "fields sealed/hand draw as", "\"hand\""},
    {BASE, "fields sealed/hand visibility", "\"mask\""},
    {BASE, "fields sealed/stake visibility", "\"by_owner\""},
    {BASE, "fields sealed/stake drawn", "true"},
    {BASE, "fields sealed/stake capacity", "1"},
    {BASE, "fields sealed/stake draw centre", "true"},
    {BASE, "fields sealed/lead draw centre", NULL},
    {BASE, "fields sealed/goal visibility", "\"owner\""},
    {BASE, "fields sealed/discard visibility", "\"top\""},
    {BASE, "fields sealed/discard draw as", "\"pile\""},
    {BASE, "fields sealed/deck visibility", "\"size\""},
    {BASE, "fields sealed/deck draw as", "\"row\""},
    {BASE, "fields sealed/won_by beside", "true"},
    {BASE, "fields sealed/won_by drawn", "false"},
    {BASE, "fields sealed/won_with beside", NULL},
    {BASE, "fields sealed/way drawn", "false"},
    {BASE, "fields sealed/way draw", "{\"as\":\"tokens\",\"on\":\"sealed/marks\"}"},
    {BASE, "fields sealed/round draw", "{\"as\":\"counter\",\"labels\":[\"as it is\",\"low\"]}"},
    {BASE, "fields sealed/vault", NULL},
    {BASE, "fields sealed/in_hands", NULL},
    {BASE, "fields sealed/filler", NULL},
    {BASE, "fields sealed/buried", NULL},
    {BASE, "fields sealed/tidied beside", "true"},
    {VARIANT, "fields sealed/marks", NULL},
    {VARIANT, "fields sealed/tidied beside", NULL},
    {VARIANT, "fields sealed/discard draw", "{\"as\":\"map\",\"turn\":\"sealed-fair/visits\"}"},
    {VARIANT, "fields sealed-fair/visits beside", "true"},
    {VARIANT, "fields sealed/way draw on", NULL},
    {VARIANT, "fields sealed/round draw", "{\"as\":\"row\",\"on\":\"sealed/discard\"}"},
    {BASE, "fields sealed/round drawn", "true"},
    {VARIANT, "fields sealed/round drawn", "false"},
    {VARIANT, "fields sealed/market draw group", "3"},
    {VARIANT, "fields sealed-fair/won drawn", "true"},
    {VARIANT, "fields sealed-fair/visits drawn", "false"},
    {VARIANT, "fields sealed-fair/purse drawn", "true"},
    {GRIDS, "fields parcel/shelf",
     "{\"name\":\"parcel/shelf\",\"title\":\"shelf\",\"type\":\"slots\",\"set\":\"parcel/card\",\"capacity\":6,"
     "\"order\":\"places\",\"visibility\":\"mask\",\"shape\":{\"width\":3,\"height\":2},\"coordinates\":true,\"drawn\":"
     "true,"
     "\"draw\":{\"as\":\"grid\"}}"},
    {GRIDS, "fields parcel/turn drawn", "true"},
};

/* --- descriptions */

static LapGame *game_of(Which which) { return which == GRIDS ? parcel_link(parcel_routes) : dressed_game(which + 1u); }

static LapTexts *texts_of(const LapGame *game, const char *language)
{
  const char *const folders[LAP_LEVELS_MAX] = {g_str_has_prefix(game->id, "sealed") ? TEXT_FOLDER : NULL};
  g_autoptr(GError) error = NULL;
  LapTexts *texts = lap_texts_new(game, folders, language, &error);
  g_assert_no_error(error);
  return texts;
}

static JsonNode *parse(const GString *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *root = lap_json_parse(text->str, text->len, &error);
  g_assert_no_error(error);
  g_assert_null(strchr(text->str, '\n'));
  return root;
}

static JsonNode *describe(Which which, const char *language)
{
  g_autoptr(LapGame) game = game_of(which);
  g_autoptr(LapTexts) texts = texts_of(game, language);
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_describe_game(game, texts, language, NULL, NULL, &json);
  return parse(out);
}

/* --- paths */

static gboolean is_called(JsonNode *element, const char *name)
{
  static const char *const members[] = {"name", "key", "id", "value"};
  for (guint i = 0; i < G_N_ELEMENTS(members) && JSON_NODE_HOLDS_OBJECT(element); i++)
    if (g_strcmp0(json_object_get_string_member_with_default(json_node_get_object(element), members[i], NULL), name) ==
        0)
      return TRUE;
  return FALSE;
}

static JsonNode *element_of(JsonArray *array, const char *step)
{
  guint n = json_array_get_length(array), i = g_ascii_isdigit(*step) ? (guint)atoi(step) : 0;
  if (g_ascii_isdigit(*step)) return i < n ? json_array_get_element(array, i) : NULL;
  while (i < n && !is_called(json_array_get_element(array, i), step)) i++;
  return i < n ? json_array_get_element(array, i) : NULL;
}

static JsonNode *follow(JsonNode *node, const char *path)
{
  g_auto(GStrv) steps = g_strsplit(path, " ", -1);
  for (guint i = 0; node && steps[i]; i++)
    node = JSON_NODE_HOLDS_ARRAY(node) ? element_of(json_node_get_array(node), steps[i])
                                       : json_object_get_member(json_node_get_object(node), steps[i]);
  return node;
}

/* --- tests */

typedef struct {
  const char *path;
  const Case *cases;
  guint n;
} Table;

static void test_table(gconstpointer data)
{
  const Table *table = data;
  JsonNode *description[] = {describe(BASE, "en"), describe(VARIANT, "en"), describe(GRIDS, "en")};
  for (guint i = 0; i < table->n; i++) {
    const Case *one = &table->cases[i];
    JsonNode *found = follow(description[one->game], one->path);
    g_autofree char *json = found ? json_to_string(found, FALSE) : NULL;
    if (g_strcmp0(json, one->json) != 0) g_test_fail_printf("%s is %s, not %s", one->path, json, one->json);
  }
  for (guint i = 0; i < G_N_ELEMENTS(description); i++) json_node_unref(description[i]);
}

static void test_language(void)
{
  g_autoptr(JsonNode) root = describe(BASE, "es");
  const struct {
    const char *path, *text;
  } cases[] = {{"language", "es"},
               {"title", "Sellado"},
               {"summary", "Cards face down"},
               {"phases sealed/bid title", "Puja"},
               {"phases sealed/bid name", "sealed/bid"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_cmpstr(json_node_get_string(follow(root, cases[i].path)), ==, cases[i].text);
}

static void test_brief(void)
{
  g_autoptr(LapGame) game = game_of(BASE);
  g_autoptr(LapTexts) texts = texts_of(game, "en");
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_describe_brief(game, texts, NULL, NULL, &json);
  g_autoptr(JsonNode) brief = parse(out), whole = describe(BASE, "en");
  static const char *const members[] = {"id", "title", "summary", "version", "base", "seats", "traits", "options"};
  g_autoptr(GList) found = json_object_get_members(json_node_get_object(brief));
  g_assert_cmpuint(g_list_length(found), ==, G_N_ELEMENTS(members));
  for (guint i = 0; i < G_N_ELEMENTS(members); i++)
    g_assert_true(json_node_equal(follow(brief, members[i]), follow(whole, members[i])));
}

static void test_minutes(void)
{
  static const LapPluginInfo info = {.minutes_min = 15, .minutes_max = 30};
  g_autoptr(LapGame) game = game_of(BASE);
  g_autoptr(LapTexts) texts = texts_of(game, "en");
  g_autoptr(GString) brief = g_string_new(NULL), whole = g_string_new(NULL);
  LapJsonWriter to_brief = lap_json_writer(brief), to_whole = lap_json_writer(whole);
  lap_describe_brief(game, texts, &info, NULL, &to_brief);
  lap_describe_game(game, texts, "en", &info, NULL, &to_whole);
  JsonNode *roots[] = {parse(brief), parse(whole)};
  for (guint i = 0; i < G_N_ELEMENTS(roots); i++) {
    g_autofree char *json = json_to_string(follow(roots[i], "minutes"), FALSE);
    g_assert_cmpstr(json, ==, "{\"min\":15,\"max\":30}");
    json_node_unref(roots[i]);
  }
}

static void test_keyfile(void)
{
  static const LapPluginInfo infos[] = {{.name = "Post", .description = "By hand"}, {.name = NULL}};
  static const char *const titles[] = {"Post", "parcel"}, *const summaries[] = {"By hand", ""};
  g_autoptr(LapGame) game = game_of(GRIDS);
  g_autoptr(LapTexts) texts = texts_of(game, "en");
  for (guint i = 0; i < G_N_ELEMENTS(infos); i++) {
    g_autoptr(GString) out = g_string_new(NULL);
    LapJsonWriter json = lap_json_writer(out);
    lap_describe_brief(game, texts, &infos[i], NULL, &json);
    g_autoptr(JsonNode) brief = parse(out);
    g_assert_cmpstr(json_node_get_string(follow(brief, "title")), ==, titles[i]);
    g_assert_cmpstr(json_node_get_string(follow(brief, "summary")), ==, summaries[i]);
  }
}

/* Addresses of pictures that differ in their title. Returns: (transfer full) */
static LapPictures *make_pictures(void)
{
  static const char *const names[] = {"one", "back", "board", "coin"};
  g_autofree char *folder = make_folder("pictures");
  const char *const folders[] = {folder, NULL};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *file = g_strdup_printf("picture.%s.svg", names[i]);
    g_autofree char *svg = g_strdup_printf(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><text>%s</text></svg>", names[i]);
    write_file(folder, file, svg);
  }
  LapPictures *pictures = lap_pictures_new(folders);
  remove_folder(folder);
  return pictures;
}

static char *describe_text(LapGame *game, const LapPictures *pictures, const LapPluginInfo *info)
{
  g_autoptr(LapTexts) texts = texts_of(game, "en");
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_describe_game(game, texts, "en", info, pictures, &json);
  return g_string_free(out, FALSE);
}

static JsonNode *describe_with(Which which, const LapPictures *pictures, const LapPluginInfo *info)
{
  g_autoptr(LapGame) game = game_of(which);
  g_autofree char *text = describe_text(game, pictures, info);
  g_autoptr(GError) error = NULL;
  JsonNode *root = lap_json_parse(text, strlen(text), &error);
  g_assert_no_error(error);
  return root;
}

/* `name`: of the picture; NULL: there is none. */
static void test_pictures(void)
{
  static const struct {
    const char *path, *name;
  } cases[] = {{"picture", "board"},
               {"sets sealed/card faces d1 picture", "one"},
               {"sets sealed/card faces d2 picture", NULL},
               {"sets sealed/card faces d3 picture", NULL},
               {"sets sealed/card backs day picture", "back"},
               {"sets sealed/card backs night picture", NULL},
               {"sets sealed-fair/coin faces penny picture", "coin"},
               {"sets sealed-fair/coin faces crown picture", NULL}};
  static const LapPluginInfo info = {.picture = "board"};
  g_autoptr(LapPictures) pictures = make_pictures();
  g_autoptr(JsonNode) with = describe_with(VARIANT, pictures, &info);
  g_autoptr(JsonNode) without = describe_with(VARIANT, NULL, &info);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    JsonNode *found = follow(with, cases[i].path);
    g_assert_null(follow(without, cases[i].path));
    g_assert_cmpstr(found ? json_node_get_string(found) : NULL, ==, lap_pictures_find(pictures, cases[i].name));
    g_assert_true(!found == !cases[i].name);
  }
}

static void test_pictures_of_fields(void)
{
  g_autoptr(LapPictures) pictures = make_pictures();
  g_autoptr(JsonNode) root = describe_with(BASE, pictures, NULL);
  g_assert_cmpstr(json_node_get_string(follow(root, "fields sealed/marks draw picture")), ==,
                  lap_pictures_find(pictures, "board"));
  g_assert_cmpstr(json_node_get_string(follow(root, "fields sealed/marks draw values 1 picture")), ==,
                  lap_pictures_find(pictures, "one"));
  g_assert_null(follow(root, "fields sealed/marks draw values 2 picture"));
  g_assert_null(follow(root, "fields sealed/market draw picture"));
}

/* As where its rules run in a worker. */
static void test_pictures_of_manifests(void)
{
  g_autoptr(LapPictures) pictures = make_pictures();
  for (guint which = BASE; which <= VARIANT; which++) {
    guint n;
    g_autoptr(GError) error = NULL;
    g_autoptr(LapGame) game = game_of(which);
    g_autoptr(GBytes) bytes = lap_manifest_write(game, &error);
    g_assert_no_error(error);
    g_autoptr(LapManifest) manifest = lap_manifest_read(bytes, &error);
    g_assert_no_error(error);
    const LapSource *source = lap_manifest_sources(manifest, &n);
    g_autoptr(LapGame) read = lap_game_link(source, n, &error);
    g_assert_no_error(error);
    g_autofree char *of_game = describe_text(game, pictures, NULL), *of_read = describe_text(read, pictures, NULL);
    g_assert_nonnull(strstr(of_game, "\"picture\":\"pictures/"));
    g_assert_cmpstr(of_read, ==, of_game);
  }
}

static void test_any_seats(void)
{
  g_autoptr(LapGame) game = game_of(VARIANT);
  g_autoptr(LapTexts) texts = texts_of(game, "en");
  g_autofree char *first = NULL;
  for (guint seats = game->seats_min; seats <= game->seats_max; seats++) {
    g_autoptr(LapEngine) engine = lap_engine_new(game, seats, NULL, NULL);
    g_autoptr(LapGameAppearance) appearance = lap_appearance_new(engine);
    g_autoptr(GString) out = g_string_new(NULL);
    LapJsonWriter json = lap_json_writer(out);
    lap_describe_write(game, texts, "en", appearance, NULL, NULL, &json);
    if (first) g_assert_cmpstr(out->str, ==, first);
    if (!first) first = g_strdup(out->str);
  }
}

static void test_refused(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_describe_refused("broken", "it has \"no\" entry\n", &json);
  g_assert_cmpstr(out->str, ==, "{\"id\":\"broken\",\"why\":\"it has \\\"no\\\" entry\\n\"}");
}

int main(int argc, char **argv)
{
  static const Table tables[] = {
      {"/projection/describe/a-game-says-what-it-is", heads, G_N_ELEMENTS(heads)},
      {"/projection/describe/options-phases-and-kinds-have-names-and-titles", rules, G_N_ELEMENTS(rules)},
      {"/projection/describe/pieces-look-as-their-plugin-says", pieces, G_N_ELEMENTS(pieces)},
      {"/projection/describe/fields-that-are-sent-say-what-they-are-and-how-they-are-drawn", fields,
       G_N_ELEMENTS(fields)},
  };
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) g_test_add_data_func(tables[i].path, &tables[i], test_table);
  g_test_add_func("/projection/describe/titles-speak-the-language-and-names-stay", test_language);
  g_test_add_func("/projection/describe/a-brief-one-says-the-same-and-less", test_brief);
  g_test_add_func("/projection/describe/how-long-a-game-takes-is-what-the-keyfile-says", test_minutes);
  g_test_add_func("/projection/describe/without-texts-the-keyfile-gives-the-title", test_keyfile);
  g_test_add_func("/projection/describe/a-picture-that-there-is-has-its-address", test_pictures);
  g_test_add_func("/projection/describe/so-have-those-of-fields-and-values", test_pictures_of_fields);
  g_test_add_func("/projection/describe/a-game-of-a-manifest-has-the-same-pictures", test_pictures_of_manifests);
  g_test_add_func("/projection/describe/an-appearance-does-not-depend-on-seats", test_any_seats);
  g_test_add_func("/projection/describe/what-is-refused-has-its-reason", test_refused);
  return g_test_run();
}
