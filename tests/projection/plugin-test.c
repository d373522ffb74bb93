/* What is projected of random matches of a shipped game: its id comes in LAPIDARY_TEST_GAME, its plugins from
 * LAPIDARY_PLUGIN_PATH. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/match/action-reader.h"
#include "host/plugins/registry.h"
#include "host/projection/view-cache.h"
#include "life.h"

#define MOVES 120

static const char *const languages[] = {"en", "es", "id"};
static LapGame *game;
static LapTexts *texts[G_N_ELEMENTS(languages)];

/* --- random lives */

typedef void (*Look)(Life *life, gpointer data);

/* Looks at the start and after each move, with the fewest and the most seats. */
static void live(Look look, gpointer data)
{
  guint seats[] = {game->seats_min, game->seats_max};
  for (guint i = 0; i < G_N_ELEMENTS(seats); i++) {
    Life life;
    life_begin(&life, game, seats[i], 7 + i);
    look(&life, data);
    for (guint move = 0; move < MOVES && life_go_on(&life); move++) look(&life, data);
    life_end(&life);
  }
}

static guint seats_of(const Life *life) { return lap_engine_seats(lap_session_engine(life->session)); }

/* The viewers of a match: its seats, then the watcher. */
static guint viewer_of(const Life *life, guint i) { return i < seats_of(life) ? i : LAP_WATCHER; }

static JsonNode *parse(const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = json_from_string(text, &error);
  g_assert_no_error(error);
  return node;
}

/* --- views */

static guint64 fnv(const char *text)
{
  guint64 hash = G_GUINT64_CONSTANT(14695981039346656037);
  for (; *text; text++) hash = (hash ^ (guchar)*text) * G_GUINT64_CONSTANT(1099511628211);
  return hash;
}

static void look_at_hash(Life *life, gpointer data)
{
  LapViewCache **cache = data;
  LapEngine *engine = lap_session_engine(life->session);
  const LapBlock *block = lap_session_block(life->session);
  if (!life->entry.seq) {
    g_clear_pointer(cache, lap_view_cache_free);
    *cache = lap_view_cache_new();
  }
  lap_view_cache_move_on(*cache, life->entry.seq, engine, block);
  for (guint i = 0; i <= seats_of(life); i++) {
    const LapCachedView *view = lap_view_cache_get(*cache, engine, viewer_of(life, i));
    g_autoptr(GString) text = g_string_new(NULL);
    lap_view_write(engine, block, viewer_of(life, i), text);
    g_assert_cmpstr(view->text->str, ==, text->str);
    g_assert_cmphex(view->hash, ==, fnv(text->str));
  }
}

static void test_hash(void)
{
  LapViewCache *cache = NULL;
  live(look_at_hash, &cache);
  lap_view_cache_free(cache);
}

/* --- patches */

typedef struct {
  LapViewCache *cache;
  GString *seen[LAP_OMNISCIENT + 1]; /* what a client has of the view, patched on and on */
  guint patches, views;
} Clients;

/* RFC 7396 */
static void merge(JsonObject *target, JsonObject *patch)
{
  g_autoptr(GList) names = json_object_get_members(patch);
  for (GList *name = names; name; name = name->next) {
    JsonNode *value = json_object_get_member(patch, name->data);
    JsonNode *old = json_object_get_member(target, name->data);
    if (JSON_NODE_HOLDS_NULL(value))
      json_object_remove_member(target, name->data);
    else if (JSON_NODE_HOLDS_OBJECT(value) && old && JSON_NODE_HOLDS_OBJECT(old))
      merge(json_node_get_object(old), json_node_get_object(value));
    else
      json_object_set_member(target, name->data, json_node_copy(value));
  }
}

static void patch_client(GString *seen, const char *patch)
{
  g_autoptr(JsonNode) target = parse(seen->str), node = parse(patch);
  merge(json_node_get_object(target), json_node_get_object(node));
  g_autofree char *text = json_to_string(target, FALSE);
  g_string_assign(seen, text);
}

static void update_client(Clients *clients, LapEngine *engine, guint viewer)
{
  const LapCachedView *view = lap_view_cache_get(clients->cache, engine, viewer);
  g_autoptr(GString) patch = g_string_new("{");
  LapJsonWriter json = lap_json_writer_inside(patch);
  GString **seen = &clients->seen[viewer];
  if (!*seen) *seen = g_string_new(NULL);
  if (lap_view_cache_patch(clients->cache, engine, viewer, &json)) {
    patch_client(*seen, patch->str + strlen("{\"patch\":"));
    clients->patches++;
  } else {
    g_string_assign(*seen, view->text->str);
    clients->views++;
  }
  g_assert_cmpstr((*seen)->str, ==, view->text->str);
}

static void look_at_patch(Life *life, gpointer data)
{
  Clients *clients = data;
  LapEngine *engine = lap_session_engine(life->session);
  const LapBlock *block = lap_session_block(life->session);
  if (!life->entry.seq) {
    g_clear_pointer(&clients->cache, lap_view_cache_free);
    clients->cache = lap_view_cache_new();
  }
  lap_view_cache_move_on(clients->cache, life->entry.seq, engine, block);
  for (guint i = 0; i <= seats_of(life); i++) update_client(clients, engine, viewer_of(life, i));
}

static void test_patch(void)
{
  Clients clients = {0};
  live(look_at_patch, &clients);
  g_test_message("%u patches, %u views", clients.patches, clients.views);
  g_assert_cmpuint(clients.patches, >, clients.views);
  for (guint i = 0; i <= LAP_OMNISCIENT; i++)
    if (clients.seen[i]) g_string_free(clients.seen[i], TRUE);
  lap_view_cache_free(clients.cache);
}

/* --- steps */

static void check_index(JsonNode *shown, JsonObject *light)
{
  if (!JSON_NODE_HOLDS_ARRAY(shown)) return; /* a set, or a pile of which the top is seen */
  g_assert_cmpint(json_object_get_int_member(light, "index"), <, json_array_get_length(json_node_get_array(shown)));
}

static void check_light(JsonObject *fields, JsonObject *light, guint seats)
{
  if (json_object_has_member(light, "seat")) {
    g_assert_cmpint(json_object_get_int_member(light, "seat"), <, seats);
    return;
  }
  const char *name = json_object_get_string_member(light, "field");
  JsonNode *shown = json_object_get_member(fields, name);
  g_assert_nonnull(shown);
  if (json_object_has_member(light, "row")) {
    guint row = (guint)json_object_get_int_member(light, "row");
    g_assert_cmpuint(json_array_get_length(json_node_get_array(shown)), ==, seats);
    shown = json_array_get_element(json_node_get_array(shown), row);
    g_assert_false(JSON_NODE_HOLDS_NULL(shown));
  }
  if (json_object_has_member(light, "index")) check_index(shown, light);
}

static void check_step(Life *life, JsonObject *fields, JsonObject *step, const LapAction *action)
{
  g_autoptr(GError) error = NULL;
  LapAction read;
  g_assert_cmpstr(json_object_get_string_member(step, "label"), !=, "");
  JsonArray *highlights = json_object_get_array_member(step, "highlights");
  for (guint i = 0; i < json_array_get_length(highlights); i++)
    check_light(fields, json_array_get_object_element(highlights, i), seats_of(life));
  json_object_remove_member(step, "label");
  json_object_remove_member(step, "highlights");
  lap_action_read(game, step, action->seat, &read, &error);
  g_assert_no_error(error);
  g_assert_cmpmem(&read, sizeof read, action, sizeof *action);
}

static void check_steps(Life *life, guint seat)
{
  g_auto(LapRecipient) recipient = life_recipient(life, texts[0], "en", seat);
  g_autoptr(GString) out = g_string_new(NULL), view = g_string_new(NULL);
  lap_view_write(lap_session_engine(life->session), lap_session_block(life->session), seat, view);
  g_autoptr(JsonNode) seen = parse(view->str);
  JsonObject *fields = json_object_get_object_member(json_node_get_object(seen), "fields");
  const LapActions *legal = lap_session_legal(life->session, seat, NULL, 0, NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_steps_to_json(&recipient, lap_session_engine(life->session), lap_session_block(life->session), legal, &json);
  g_autoptr(JsonNode) told = parse(out->str);
  JsonArray *steps = json_node_get_array(told);
  g_assert_cmpuint(json_array_get_length(steps), ==, legal->n);
  for (guint i = 0; i < legal->n; i++) check_step(life, fields, json_array_get_object_element(steps, i), &legal->v[i]);
}

static void look_at_steps(Life *life, G_GNUC_UNUSED gpointer data)
{
  for (guint seat = 0; seat < seats_of(life); seat++)
    if (lap_session_waiting(life->session) >> seat & 1) check_steps(life, seat);
}

static void test_steps(void) { live(look_at_steps, NULL); }

/* --- sentences */

static void check_sentences(Life *life, guint language, guint viewer)
{
  g_auto(LapRecipient) recipient = life_recipient(life, texts[language], languages[language], viewer);
  g_autoptr(GPtrArray) sentences = lap_sentences_of_entry(&recipient, &life->entry);
  g_assert_cmpuint(sentences->len, >, 0);
  for (guint i = 0; i < sentences->len; i++) g_assert_cmpstr(sentences->pdata[i], !=, "");
}

static void look_at_sentences(Life *life, G_GNUC_UNUSED gpointer data)
{
  for (guint language = 0; life->entry.seq && language < G_N_ELEMENTS(languages); language++)
    for (guint i = 0; i <= seats_of(life); i++) check_sentences(life, language, viewer_of(life, i));
}

static void test_sentences(void) { live(look_at_sentences, NULL); }

static void look_at_score(Life *life, gpointer data)
{
  GHashTable *said = data;
  for (guint language = 0; language < G_N_ELEMENTS(languages); language++) {
    g_auto(LapRecipient) recipient = life_recipient(life, texts[language], languages[language], 0);
    g_autofree char *text = life_shown(life, &recipient);
    g_hash_table_add(said, g_steal_pointer(&text));
  }
}

static void test_languages(void)
{
  g_autoptr(GHashTable) said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  Life life;
  life_begin(&life, game, game->seats_min, 3);
  guint told = 0;
  for (guint move = 0; move < 10 && life_go_on(&life); move++, told++) look_at_score(&life, said);
  life_end(&life);
  g_assert_cmpuint(g_hash_table_size(said), ==, told * G_N_ELEMENTS(languages));
}

/* --- secrets */

static void check_other_world(Life *life, guint viewer, LapGenerator *dealer)
{
  LapEngine *engine = lap_session_engine(life->session);
  g_autoptr(LapBlock) world = lap_block_new(engine);
  memcpy(world, lap_session_block(life->session), lap_engine_block_size(engine));
  g_assert_true(lap_determinise(engine, world, viewer, dealer));
  g_auto(LapRecipient) recipient = life_recipient(life, texts[0], "en", viewer);
  g_autofree char *told = life_shown(life, &recipient);
  Life other = *life;
  other.session = lap_session_new_at(game, seats_of(life), NULL, world, NULL);
  g_assert_nonnull(other.session);
  g_autofree char *told_there = life_shown(&other, &recipient);
  lap_session_free(other.session);
  g_assert_cmpstr(told, ==, told_there);
}

static void look_at_other_world(Life *life, gpointer data)
{
  if (lap_session_over(life->session)) return;
  for (guint i = 0; i <= seats_of(life); i++) check_other_world(life, viewer_of(life, i), data);
}

static void test_other_worlds(void)
{
  LapGenerator dealer = lap_generator_seeded(11);
  live(look_at_other_world, &dealer);
}

static LapGame *load(LapRegistry *registry, const char *id)
{
  g_autoptr(GError) error = NULL;
  LapGame *loaded = lap_registry_load(registry, id, &error);
  g_assert_no_error(error);
  return loaded;
}

/* Fixtures have no texts. */
static gboolean has_title(const char *id)
{
  g_autofree char *key = g_strconcat(id, ".title", NULL);
  return lap_texts_has(texts[0], key);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  const char *id = g_getenv("LAPIDARY_TEST_GAME");
  g_assert_nonnull(id);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  game = load(registry, id);
  for (guint i = 0; i < G_N_ELEMENTS(languages); i++)
    texts[i] = lap_texts_new(game, lap_registry_get_folders(registry, id), languages[i], NULL);
  g_test_add_func("/projection/every-hash-is-that-of-the-view-s-text", test_hash);
  g_test_add_func("/projection/patches-make-each-view-of-the-one-before-byte-for-byte", test_patch);
  g_test_add_func("/projection/every-step-is-read-back-and-highlights-what-is-in-the-view", test_steps);
  g_test_add_func("/projection/every-entry-is-told-in-every-language", test_sentences);
  if (has_title(id)) g_test_add_func("/projection/languages-differ", test_languages);
  g_test_add_func("/projection/what-a-viewer-cannot-know-changes-no-byte", test_other_worlds);
  int failed = g_test_run();
  for (guint i = 0; i < G_N_ELEMENTS(languages); i++) lap_texts_free(texts[i]);
  lap_game_unref(game);
  return failed;
}
