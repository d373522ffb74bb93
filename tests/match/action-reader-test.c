#include "host/match/action-reader.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/projection/redact.h"
#include "parcel.h"

static LapGame *game;

static gboolean read_text(const char *text, guint seat, LapAction *action, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(JsonNode) node = json_from_string(text, &failure);
  g_assert_no_error(failure);
  return lap_action_read(game, json_node_get_object(node), seat, action, error);
}

typedef struct {
  const char *text;
  LapAction action;
} GoodCase;

static const GoodCase good[] = {
    {"{\"kind\":\"parcel/aim\",\"args\":{\"card\":\"blue_2\"}}", {PARCEL_AIM, 1, 1, {PARCEL_BLUE_2}}},
    {"{\"kind\":\"parcel/aim\",\"args\":{\"card\":null}}", {PARCEL_AIM, 1, 1, {0}}},
    {"{\"kind\":\"parcel/post\",\"seat\":1,\"args\":{\"cell\":5}}", {PARCEL_POST, 1, 1, {5}}},
    {"{\"kind\":\"parcel/draw\",\"args\":{\"count\":-32768}}", {PARCEL_DRAW, 1, 1, {-32768}}},
    {"{\"kind\":\"parcel/tip\",\"args\":{\"to\":3}}", {PARCEL_TIP, 1, 1, {3}}},
    {"{\"kind\":\"parcel/rest\"}", {PARCEL_REST, 1, 0, {0}}},
    {"{\"kind\":\"parcel/rest\",\"args\":{}}", {PARCEL_REST, 1, 0, {0}}},
    {"{\"kind\":\"parcel/pick\",\"args\":{\"place\":5}}", {PARCEL_PICK, 1, 1, {5}}},
    {"{\"kind\":\"parcel/mark\",\"args\":{\"way\":\"low\"}}", {PARCEL_MARK, 1, 1, {1}}},
};

static void test_good(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
    LapAction action;
    g_autoptr(GError) error = NULL;
    g_assert_true(read_text(good[i].text, 1, &action, &error));
    g_assert_no_error(error);
    g_assert_cmpmem(&action, sizeof action, &good[i].action, sizeof action);
  }
}

static void test_round_trip(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    LapAction action;
    lap_action_write(game, &good[i].action, LAP_OMNISCIENT, text);
    g_assert_true(read_text(text->str, 1, &action, NULL));
    g_assert_cmpmem(&action, sizeof action, &good[i].action, sizeof action);
  }
}

typedef struct {
  const char *text;
  LapActionError code;
  const char *message;
} BadCase;

static const BadCase bad[] = {
    {"{\"args\":{}}", LAP_ACTION_ERROR_SHAPE, "an action has a \"kind\", a string like \"<plugin>/<name>\""},
    {"{\"kind\":3}", LAP_ACTION_ERROR_SHAPE, "an action has a \"kind\", a string like \"<plugin>/<name>\""},
    {"{\"kind\":\"parcel/rest\",\"args\":[]}", LAP_ACTION_ERROR_SHAPE,
     "\"args\" of an action is an object from argument to value"},
    {"{\"kind\":\"parcel/rest\",\"arg\":{}}", LAP_ACTION_ERROR_SHAPE,
     "an action has no \"arg\"; it is {\"kind\":\"<plugin>/<name>\",\"args\":{...}}"},
    {"{\"kind\":\"parcel/rest\",\"seat\":0}", LAP_ACTION_ERROR_SHAPE,
     "\"seat\" of an action is 0, but it is seat 1 that moves"},
    {"{\"kind\":\"rest\"}", LAP_ACTION_ERROR_KIND,
     "there is no kind of action \"rest\"; there is \"parcel/aim\", \"parcel/post\", \"parcel/draw\", \"parcel/tip\", "
     "\"parcel/rest\", \"parcel/pick\", \"parcel/pledge\", \"parcel/mark\""},
    {"{\"kind\":\"parcel/aim\"}", LAP_ACTION_ERROR_ARGUMENT,
     "parcel/aim: missing argument \"card\"; it takes \"card\""},
    {"{\"kind\":\"parcel/aim\",\"args\":{\"card\":\"blue_2\",\"x\":1}}", LAP_ACTION_ERROR_ARGUMENT,
     "parcel/aim: there is no argument \"x\"; it takes \"card\""},
    {"{\"kind\":\"parcel/rest\",\"args\":{\"x\":1}}", LAP_ACTION_ERROR_ARGUMENT,
     "parcel/rest: there is no argument \"x\"; it takes none"},
    {"{\"kind\":\"parcel/aim\",\"args\":{\"card\":\"green_1\"}}", LAP_ACTION_ERROR_VALUE,
     "parcel/aim: argument \"card\" is \"green_1\", but must be a face of the piece set \"card\", like \"blue_1\""},
    {"{\"kind\":\"parcel/aim\",\"args\":{\"card\":2}}", LAP_ACTION_ERROR_VALUE,
     "parcel/aim: argument \"card\" is 2, but must be a face of the piece set \"card\", like \"blue_1\""},
    {"{\"kind\":\"parcel/post\",\"args\":{\"cell\":6}}", LAP_ACTION_ERROR_VALUE,
     "parcel/post: argument \"cell\" is 6, but must be a whole number of 0 to 5"},
    {"{\"kind\":\"parcel/post\",\"args\":{\"cell\":-1}}", LAP_ACTION_ERROR_VALUE,
     "parcel/post: argument \"cell\" is -1, but must be a whole number of 0 to 5"},
    {"{\"kind\":\"parcel/pick\",\"args\":{\"place\":6}}", LAP_ACTION_ERROR_VALUE,
     "parcel/pick: argument \"place\" is 6, but must be a whole number of 0 to 5"},
    {"{\"kind\":\"parcel/tip\",\"args\":{\"to\":4}}", LAP_ACTION_ERROR_VALUE,
     "parcel/tip: argument \"to\" is 4, but must be a whole number of 0 to 3"},
    {"{\"kind\":\"parcel/draw\",\"args\":{\"count\":32768}}", LAP_ACTION_ERROR_VALUE,
     "parcel/draw: argument \"count\" is 32768, but must be a whole number of -32768 to 32767"},
    {"{\"kind\":\"parcel/draw\",\"args\":{\"count\":1.5}}", LAP_ACTION_ERROR_VALUE,
     "parcel/draw: argument \"count\" is 1.5, but must be a whole number of -32768 to 32767"},
    {"{\"kind\":\"parcel/draw\",\"args\":{\"count\":null}}", LAP_ACTION_ERROR_VALUE,
     "parcel/draw: argument \"count\" is null, but must be a whole number of -32768 to 32767"},
    {"{\"kind\":\"parcel/mark\",\"args\":{\"way\":1}}", LAP_ACTION_ERROR_VALUE,
     "parcel/mark: argument \"way\" is 1, but must be one of \"high\", \"low\""},
};

static void test_bad(void)
{
  const LapAction before = {PARCEL_TIP, 3, 1, {2}};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    LapAction action = before;
    g_autoptr(GError) error = NULL;
    g_assert_false(read_text(bad[i].text, 1, &action, &error));
    g_assert_error(error, LAP_ACTION_ERROR, (gint)bad[i].code);
    g_assert_cmpstr(error->message, ==, bad[i].message);
    g_assert_cmpmem(&action, sizeof action, &before, sizeof before);
  }
}

/* What a client may send back with a step, a log may not have. */
static void test_sources(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) array = json_from_string(
      "[{\"kind\":\"parcel/rest\",\"seat\":0,\"label\":\"Rest\",\"highlights\":[]},{\"kind\":\"parcel/"
      "rest\",\"other\":1}]",
      NULL);
  guint at = 9;
  g_assert_null(lap_steps_read(game, array, 1, LAP_STEPS_OF_CLIENT, &at, &error));
  g_assert_cmpuint(at, ==, 1);
  json_array_remove_element(json_node_get_array(array), 1);
  g_autoptr(GArray) steps = lap_steps_read(game, array, 1, LAP_STEPS_OF_CLIENT, &at, NULL);
  g_assert_cmpuint(steps->len, ==, 1);
  g_assert_cmpuint(g_array_index(steps, LapAction, 0).seat, ==, 1);
  json_object_remove_member(json_array_get_object_element(json_node_get_array(array), 0), "seat");
  g_clear_error(&error);
  g_assert_null(lap_steps_read(game, array, 1, LAP_STEPS_OF_LOG, NULL, &error));
  g_assert_error(error, LAP_ACTION_ERROR, LAP_ACTION_ERROR_SHAPE);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = parcel_link(parcel_routes);
  g_test_add_func("/action-reader/reads-every-type-of-argument", test_good);
  g_test_add_func("/action-reader/reads-what-the-host-writes", test_round_trip);
  g_test_add_func("/action-reader/refuses-all-else-and-says-what-would-be-right", test_bad);
  g_test_add_func("/action-reader/a-client-may-send-back-labels-and-a-log-has-none", test_sources);
  int status = g_test_run();
  lap_game_unref(game);
  return status;
}
