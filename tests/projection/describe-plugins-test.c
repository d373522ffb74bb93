/* Every plugin of the build describes itself, in the names that its views, actions and events use. */
#include "host/json/parse.h"
#include "host/projection/describe.h"
#include "host/projection/redact.h"
#include "host/projection/view.h"

static LapRegistry *registry;
static const char *const languages[] = {"en", "es", "id"};
enum { MOVES = 60 };

static LapGame *load(const char *id)
{
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_registry_load(registry, id, &error);
  g_assert_no_error(error);
  return game;
}

static GString *describe(LapGame *game, const char *language)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapTexts) texts = lap_texts_new(game, lap_registry_get_folders(registry, game->id), language, &error);
  g_assert_no_error(error);
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_describe_game(game, texts, language, lap_registry_find(registry, game->id), NULL, &json);
  return out;
}

static JsonObject *parse(const GString *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = lap_json_parse(text->str, text->len, &error);
  g_assert_no_error(error);
  return json_node_dup_object(root);
}

static JsonObject *description_of(LapGame *game)
{
  g_autoptr(GString) text = describe(game, "en");
  return parse(text);
}

/* The element of that name in an array of the description, or NULL. */
static JsonObject *named(JsonObject *description, const char *member, const char *name)
{
  JsonArray *array = json_object_get_array_member(description, member);
  for (guint i = 0; i < json_array_get_length(array); i++) {
    JsonObject *element = json_array_get_object_element(array, i);
    if (g_str_equal(json_object_get_string_member(element, "name"), name)) return element;
  }
  return NULL;
}

/* --- languages */

static void test_languages(gconstpointer id)
{
  g_autoptr(LapGame) game = load(id);
  for (guint i = 0; i < G_N_ELEMENTS(languages); i++) {
    g_autoptr(GString) once = describe(game, languages[i]), again = describe(game, languages[i]);
    g_assert_cmpstr(once->str, ==, again->str);
    g_autoptr(JsonObject) description = parse(once);
    g_assert_cmpstr(json_object_get_string_member(description, "id"), ==, id);
    g_assert_cmpstr(json_object_get_string_member(description, "language"), ==, languages[i]);
  }
}

/* --- names of fields, both ways */

static void check_view(LapEngine *engine, const LapBlock *block, guint viewer, JsonObject *description)
{
  g_autoptr(GString) text = g_string_new(NULL);
  lap_view_write(engine, block, viewer, text);
  g_autoptr(JsonObject) view = parse(text);
  JsonObject *sent = json_object_get_object_member(view, "fields");
  JsonArray *fields = json_object_get_array_member(description, "fields");
  g_autoptr(GList) names = json_object_get_members(sent), name = names;
  g_assert_cmpuint(json_array_get_length(fields), ==, g_list_length(names));
  for (guint i = 0; i < json_array_get_length(fields); i++, name = name->next)
    g_assert_cmpstr(json_object_get_string_member(json_array_get_object_element(fields, i), "name"), ==, name->data);
  name = NULL;
  const char *phase = json_object_get_string_member(view, "phase");
  if (!json_object_get_boolean_member(view, "over")) g_assert_nonnull(named(description, "phases", phase));
}

/* --- names of actions, events and their arguments */

static void check_told(const GString *text, JsonObject *description, const char *member)
{
  g_autoptr(JsonObject) told = parse(text);
  JsonObject *kind = named(description, member, json_object_get_string_member(told, "kind"));
  g_assert_nonnull(kind);
  g_autoptr(GList) names = json_object_get_members(json_object_get_object_member(told, "args"));
  JsonArray *args = json_object_get_array_member(kind, "args");
  g_assert_cmpuint(json_array_get_length(args), ==, g_list_length(names));
  for (guint i = 0; i < json_array_get_length(args); i++)
    g_assert_cmpstr(json_object_get_string_member(json_array_get_object_element(args, i), "name"), ==,
                    g_list_nth_data(names, i));
}

static void check_events(LapEngine *engine, JsonObject *description)
{
  guint n;
  const LapEvent *event = lap_engine_events(engine, &n);
  for (guint i = 0; i < n; i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    lap_event_write(lap_engine_game(engine), &event[i], LAP_WATCHER, text);
    check_told(text, description, "events");
  }
}

static void check_move(LapEngine *engine, LapBlock *block, LapGenerator *chooser, JsonObject *description)
{
  guint seat = (guint)__builtin_ctz(lap_engine_waiting(engine, block));
  const LapActions *legal = lap_engine_legal(engine, block, seat);
  const LapAction action = legal->v[lap_generator_below(chooser, legal->n)];
  g_autoptr(GString) text = g_string_new(NULL);
  lap_action_write(lap_engine_game(engine), &action, seat, text);
  check_told(text, description, "actions");
  g_assert_cmpint(lap_engine_apply(engine, block, &action), !=, LAP_MOVE_FAULT);
  check_events(engine, description);
}

static void test_names(gconstpointer id)
{
  g_autoptr(LapGame) game = load(id);
  g_autoptr(JsonObject) description = description_of(game);
  g_autoptr(LapEngine) engine = lap_engine_new(game, game->seats_max, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  LapGenerator chooser = lap_generator_seeded(7);
  lap_engine_collect_events(engine, TRUE);
  g_assert_cmpint(lap_engine_start(engine, block, 7), ==, LAP_MOVE_MADE);
  check_events(engine, description);
  for (guint i = 0; i < MOVES && lap_engine_waiting(engine, block); i++) {
    check_view(engine, block, i % 2 ? LAP_WATCHER : 0, description);
    check_move(engine, block, &chooser, description);
  }
}

/* --- what a description names is in it */

static void check_reference(JsonObject *description, JsonObject *from, const char *member, const char *among)
{
  if (!json_object_has_member(from, member)) return;
  const char *name = json_object_get_string_member(from, member);
  if (!named(description, among, name)) g_test_fail_printf("%s: there is no %s in %s", member, name, among);
}

static void check_arguments(JsonObject *description, const char *member)
{
  JsonArray *kinds = json_object_get_array_member(description, member);
  for (guint i = 0; i < json_array_get_length(kinds); i++) {
    JsonArray *args = json_object_get_array_member(json_array_get_object_element(kinds, i), "args");
    for (guint k = 0; k < json_array_get_length(args); k++) {
      check_reference(description, json_array_get_object_element(args, k), "field", "fields");
      check_reference(description, json_array_get_object_element(args, k), "set", "sets");
    }
  }
}

static void test_references(gconstpointer id)
{
  static const char *const beside[] = {"x", "y", "turn", "on"};
  g_autoptr(LapGame) game = load(id);
  g_autoptr(JsonObject) description = description_of(game);
  check_arguments(description, "actions");
  check_arguments(description, "events");
  JsonArray *fields = json_object_get_array_member(description, "fields");
  for (guint i = 0; i < json_array_get_length(fields); i++) {
    JsonObject *field = json_array_get_object_element(fields, i);
    check_reference(description, field, "set", "sets");
    for (guint k = 0; k < G_N_ELEMENTS(beside); k++)
      check_reference(description, json_object_get_object_member(field, "draw"), beside[k], "fields");
  }
}

/* --- options can be set as they are described */

static void test_options(gconstpointer id)
{
  g_autoptr(LapGame) game = load(id);
  g_autoptr(JsonObject) description = description_of(game);
  g_autoptr(LapOptions) options = lap_options_new(game);
  JsonArray *described = json_object_get_array_member(description, "options");
  for (guint i = 0; i < json_array_get_length(described); i++) {
    JsonObject *option = json_array_get_object_element(described, i);
    g_autoptr(GError) error = NULL;
    lap_options_set(options, game, json_object_get_string_member(option, "name"),
                    json_object_get_string_member(option, "default"), &error);
    g_assert_no_error(error);
  }
}

static void add_plugin(const char *id)
{
  static const struct {
    const char *sentence;
    GTestDataFunc test;
  } tests[] = {{"describes-itself-in-each-language", test_languages},
               {"describes-what-views-actions-and-events-name", test_names},
               {"describes-all-that-it-refers-to", test_references},
               {"describes-options-that-can-be-set", test_options}};
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
    g_autofree char *path = g_strdup_printf("/projection/describe/%s/%s", id, tests[i].sentence);
    g_test_add_data_func(path, id, tests[i].test);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  registry = lap_registry_new(NULL);
  GPtrArray *plugins = lap_registry_list(registry);
  g_assert_cmpuint(plugins->len, >, 0);
  for (guint i = 0; i < plugins->len; i++) add_plugin(((const LapPluginInfo *)plugins->pdata[i])->id);
  int failed = g_test_run();
  g_object_unref(registry);
  return failed;
}
