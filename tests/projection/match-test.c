/* The projection of a match to every viewer, from the first seat taken to its end. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/match/action-reader.h"
#include "host/match/match-private.h"
#include "host/projection/projection.h"
#include "host/store/store.h"

#define SEATS 3

/* A match and what was told of it to each viewer: the watcher is the last. */
typedef struct {
  LapRegistry *registry;
  LapStore *store;
  LapHost *host;
  LapMatch *match;
  GPtrArray *told[SEATS + 1]; /* char *: each entry as an object, by seq - 1 */
  GPtrArray *view[SEATS + 1]; /* char *: the view, hash and score, by seq */
} Table;

static guint viewer_of(guint i) { return i < SEATS ? i : LAP_WATCHER; }

static JsonObject *parse(const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = json_from_string(text, &error);
  g_assert_no_error(error);
  return json_node_dup_object(node);
}

/* A text that an object is written to. */
typedef struct {
  GString *out;
  LapJsonWriter json;
} Object;

static void begin_object(Object *object)
{
  object->out = g_string_new(NULL);
  object->json = lap_json_writer(object->out);
  lap_json_begin_object(&object->json);
}

static char *end_object(Object *object)
{
  lap_json_end_object(&object->json);
  return g_string_free(object->out, FALSE);
}

static char *view_at(Table *table, guint i, gint64 at)
{
  g_autoptr(GError) error = NULL;
  Object view;
  begin_object(&view);
  lap_project_view(table->match, viewer_of(i), "en", at, &view.json, &error);
  g_assert_no_error(error);
  return end_object(&view);
}

static void hear(LapMatch *match, LapEntry *entry, Table *table)
{
  for (guint i = 0; i <= SEATS; i++) {
    g_autoptr(GError) error = NULL;
    Object shown;
    begin_object(&shown);
    lap_project_entry(match, entry, viewer_of(i), "en", TRUE, &shown.json, &error);
    g_assert_no_error(error);
    g_ptr_array_add(table->told[i], end_object(&shown));
    g_ptr_array_add(table->view[i], view_at(table, i, -1));
  }
}

static void on_entry(G_GNUC_UNUSED LapHost *host, LapMatch *match, LapEntry *entry, gpointer table)
{
  if (((Table *)table)->match) hear(match, entry, table);
}

static void lay(Table *table, const char *game)
{
  g_autoptr(GError) error = NULL;
  LapMatchSettings *settings = lap_match_settings_new(game, SEATS);
  *table = (Table){.registry = lap_registry_new(NULL), .store = lap_store_open("memory:", NULL)};
  table->host = lap_host_new(table->registry, table->store);
  g_signal_connect(table->host, "entry", G_CALLBACK(on_entry), table);
  lap_match_settings_set_seed(settings, 12);
  lap_match_settings_set_public(settings, TRUE);
  table->match = lap_host_create(table->host, settings, NULL, &error);
  g_assert_no_error(error);
  lap_match_settings_free(settings);
  for (guint i = 0; i <= SEATS; i++) {
    table->told[i] = g_ptr_array_new_with_free_func(g_free);
    table->view[i] = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(table->view[i], view_at(table, i, -1));
  }
}

static void clear(Table *table)
{
  for (guint i = 0; i <= SEATS; i++) {
    g_ptr_array_unref(table->told[i]);
    g_ptr_array_unref(table->view[i]);
  }
  g_object_unref(table->match);
  g_object_unref(table->host);
  g_object_unref(table->store);
  g_object_unref(table->registry);
}

static void seat_all(Table *table)
{
  static const char *const names[SEATS] = {"Ada", "Bo", "Cleo \"C\""};
  static const char *const keys[SEATS] = {"key-of-ada-0000000", "key-of-bo-00000000", "key-of-cleo-000000"};
  for (guint seat = 0; seat < SEATS; seat++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *token = NULL;
    lap_match_join(table->match, NULL, (gint)seat, names[seat], keys[seat], NULL, &token, NULL, &error);
    g_assert_no_error(error);
  }
}

/* --- a random match, known from its projection alone */

#define STEPS_MAX 32

static LapAction some_step(Table *table, guint seat, GRand *rand, const char *steps)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = json_from_string(steps, NULL);
  JsonArray *array = json_object_get_array_member(json_node_get_object(node), "legal");
  gint chosen = g_rand_int_range(rand, 0, (gint)json_array_get_length(array));
  JsonObject *step = json_array_get_object_element(array, (guint)chosen);
  LapAction action;
  json_object_remove_member(step, "label");
  json_object_remove_member(step, "highlights");
  lap_action_read(lap_match_get_game(table->match), step, seat, &action, &error);
  g_assert_no_error(error);
  return action;
}

static guint choose_move(Table *table, guint seat, GRand *rand, LapAction *move)
{
  gboolean complete;
  for (guint n = 0;; n++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) steps = g_string_new(NULL);
    g_assert_cmpuint(n, <, STEPS_MAX);
    LapJsonWriter json = lap_json_writer(steps);
    lap_json_begin_object(&json);
    lap_project_legal(table->match, seat, "en", move, n, "legal", &complete, &json, &error);
    lap_json_end_object(&json);
    g_assert_no_error(error);
    if (complete) g_assert_cmpstr(steps->str, ==, "{\"legal\":[]}");
    if (complete) return n;
    move[n] = some_step(table, seat, rand, steps->str);
  }
}

static guint some_seat(guint32 waiting, GRand *rand)
{
  guint skipped = (guint)g_rand_int_range(rand, 0, __builtin_popcount(waiting));
  while (skipped--) waiting &= waiting - 1;
  return (guint)__builtin_ctz(waiting);
}

static void play(Table *table, guint moves)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(5);
  for (guint i = 0; i < moves && lap_match_get_state(table->match) == LAP_MATCH_RUNNING; i++) {
    g_autoptr(GError) error = NULL;
    LapAction move[STEPS_MAX];
    guint seat = some_seat(lap_match_get_waiting(table->match), rand);
    guint n = choose_move(table, seat, rand, move);
    lap_match_play(table->match, seat, move, n, -1, NULL, NULL, &error);
    g_assert_no_error(error);
  }
}

/* One proposes, all others agree. */
static void agree(Table *table, guint proposer, LapProposalKind kind)
{
  g_autoptr(GError) error = NULL;
  guint64 id;
  guint by;
  guint32 asked;
  lap_match_propose(table->match, proposer, kind, NULL, NULL, &error);
  g_assert_no_error(error);
  while (lap_match_get_proposal(table->match, &id, &by, &asked) != LAP_PROPOSAL_NONE) {
    lap_match_answer(table->match, (guint)__builtin_ctz(asked), id, TRUE, NULL, NULL, &error);
    g_assert_no_error(error);
  }
}

/* Moves, a move taken back, a seat given up to a bot, moves, and an end by agreement. */
static void live(Table *table)
{
  g_autoptr(GError) error = NULL;
  play(table, 12);
  agree(table, 0, LAP_PROPOSAL_UNDO);
  play(table, 6);
  lap_match_resign(table->match, 2, NULL, NULL, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < 4; i++) {
    while (lap_host_play_bots(table->host, 10)) {
    }
    play(table, 1);
  }
  agree(table, 1, LAP_PROPOSAL_ABORT);
}

/* --- what must hold of what was told */

/* A member of an object, as text. */
static char *member(JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member(object, name);
  return node ? json_to_string(node, FALSE) : NULL;
}

static void test_life(Table *table)
{
  for (guint i = 0; i <= SEATS; i++)
    for (guint at = 0; at < table->told[i]->len; at++) {
      g_autoptr(JsonObject) told = parse(table->told[i]->pdata[at]);
      g_assert_cmpint(json_object_get_int_member(told, "seq"), ==, at + 1);
      g_assert_cmpint(json_object_get_int_member(told, "viewer"), ==, i < SEATS ? (gint)i : -1);
      g_assert_true(json_object_has_member(told, "view") || json_object_has_member(told, "patch"));
      g_assert_cmpuint(json_array_get_length(json_object_get_array_member(told, "text")), >, 0);
    }
}

/* A past moment is projected as it was at that time. */
static void test_past(Table *table)
{
  for (guint i = 0; i <= SEATS; i++)
    for (guint at = 0; at < table->view[i]->len; at++) {
      g_autofree char *view = view_at(table, i, at);
      g_assert_cmpstr(view, ==, table->view[i]->pdata[at]);
    }
}

static void same_entry(JsonObject *now, JsonObject *then)
{
  g_autoptr(GList) names = json_object_get_members(now);
  for (GList *name = names; name; name = name->next) {
    g_autofree char *value = member(now, name->data), *before = member(then, name->data);
    g_assert_cmpstr(value, ==, before);
  }
}

static char *entries_since(Table *table, guint viewer, guint64 since, guint max)
{
  g_autoptr(GError) error = NULL;
  Object object;
  begin_object(&object);
  lap_json_member_array(&object.json, "entries");
  lap_project_entries(table->match, viewer, "en", since, max, &object.json, &error);
  g_assert_no_error(error);
  lap_json_end_array(&object.json);
  return end_object(&object);
}

static void test_entries(Table *table)
{
  guint seq = table->told[0]->len;
  for (guint i = 0; i <= SEATS; i++) {
    g_autofree char *text = entries_since(table, viewer_of(i), 1, 200);
    g_autoptr(JsonObject) object = parse(text);
    JsonArray *entries = json_object_get_array_member(object, "entries");
    g_assert_cmpuint(json_array_get_length(entries), ==, seq - 1);
    for (guint at = 1; at < seq; at++) {
      g_autoptr(JsonObject) then = parse(table->told[i]->pdata[at]);
      JsonObject *now = json_array_get_object_element(entries, at - 1);
      same_entry(now, then);
      g_assert_cmpint(json_object_has_member(now, "steps"), ==, json_object_has_member(then, "steps"));
    }
  }
}

static void test_newest(Table *table)
{
  static const struct {
    guint back, max, told;
  } cases[] = {{5, 200, 5}, {5, 2, 2}, {0, 200, 0}, {3, 0, 0}};
  guint64 seq = lap_match_get_seq(table->match);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = entries_since(table, 0, seq - cases[i].back, cases[i].max);
    g_autoptr(JsonObject) object = parse(text);
    JsonArray *entries = json_object_get_array_member(object, "entries");
    g_assert_cmpuint(json_array_get_length(entries), ==, cases[i].told);
    if (!cases[i].told) continue;
    JsonObject *newest = json_array_get_object_element(entries, cases[i].told - 1);
    g_assert_cmpuint((guint64)json_object_get_int_member(newest, "seq"), ==, seq);
  }
}

static void test_state(Table *table)
{
  for (guint i = 0; i <= SEATS; i++) {
    g_autoptr(GError) error = NULL;
    Object shown;
    begin_object(&shown);
    lap_project_match(table->match, viewer_of(i), "en", &shown.json, &error);
    g_assert_no_error(error);
    g_autofree char *text = end_object(&shown);
    g_autoptr(JsonObject) state = parse(text);
    g_autoptr(JsonObject) last = parse(table->told[i]->pdata[table->told[i]->len - 1]);
    static const char *const same[] = {"match", "viewer",  "seq",  "decision", "state",
                                       "seats", "waiting", "hash", "legal",    "score"};
    for (guint k = 0; k < G_N_ELEMENTS(same); k++) {
      g_autofree char *now = member(state, same[k]), *then = member(last, same[k]);
      g_assert_cmpstr(now, ==, then);
    }
  }
}

/* --- */

static void test_open(void)
{
  Table table;
  gboolean complete;
  g_autoptr(GError) error = NULL;
  Object shown;
  lay(&table, "sealed");
  begin_object(&shown);
  lap_project_match(table.match, 0, "en", &shown.json, NULL);
  g_autofree char *text = end_object(&shown);
  g_autoptr(JsonObject) state = parse(text);
  g_assert_cmpstr(json_object_get_string_member(state, "state"), ==, "open");
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(state, "legal")), ==, 0);
  g_autoptr(GString) steps = g_string_new("x");
  LapJsonWriter json = lap_json_writer(steps);
  g_assert_false(lap_project_legal(table.match, 0, "en", NULL, 0, "legal", &complete, &json, &error));
  g_assert_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_STARTED);
  g_assert_cmpstr(steps->str, ==, "x");
  clear(&table);
}

static void test_refusals(void)
{
  Table table;
  gboolean complete;
  g_autoptr(GError) error = NULL, no_seat = NULL, illegal = NULL;
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  LapAction nonsense = {.kind = 0x7FFF};
  lay(&table, "sealed");
  seat_all(&table);
  g_assert_false(lap_project_view(table.match, 0, "en", 4, &json, &error));
  g_assert_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND);
  g_assert_false(lap_project_legal(table.match, SEATS, "en", NULL, 0, "legal", &complete, &json, &no_seat));
  g_assert_error(no_seat, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND);
  g_assert_false(lap_project_legal(table.match, 0, "en", &nonsense, 1, "legal", &complete, &json, &illegal));
  g_assert_error(illegal, LAP_MATCH_ERROR, LAP_MATCH_ERROR_ILLEGAL);
  g_assert_cmpstr(out->str, ==, "");
  clear(&table);
}

static void test_table(gconstpointer test)
{
  Table table;
  lay(&table, "sealed");
  seat_all(&table);
  live(&table);
  ((void (*)(Table *))test)(&table);
  clear(&table);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/projection/match/an-open-match-has-nothing-to-decide", test_open);
  g_test_add_func("/projection/match/what-is-not-there-is-refused", test_refusals);
  g_test_add_data_func("/projection/match/every-entry-is-shown-to-everybody", test_life, test_table);
  g_test_add_data_func("/projection/match/the-state-is-that-after-the-last-entry", test_state, test_table);
  g_test_add_data_func("/projection/match/the-past-is-told-as-it-was", test_past, test_table);
  g_test_add_data_func("/projection/match/entries-are-told-again-as-they-were", test_entries, test_table);
  g_test_add_data_func("/projection/match/of-many-entries-the-newest-are-told", test_newest, test_table);
  return g_test_run();
}
