/* What the host itself says, in several languages at once. */
#include "host/text/words.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

static const char *const languages[] = {"en", "es", "id"};

static JsonObject *read_words(const char *language)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_strdup_printf("/lapidary/host/%s.json", language);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_assert_no_error(error);
  g_autoptr(JsonNode) root = json_from_string(g_bytes_get_data(bytes, NULL), &error);
  g_assert_no_error(error);
  return json_node_dup_object(root);
}

static void test_keys(void)
{
  g_autoptr(JsonObject) english = read_words("en");
  g_autoptr(GList) keys = json_object_get_members(english);
  g_assert_nonnull(keys);
  for (guint i = 0; i < G_N_ELEMENTS(languages); i++) {
    g_autoptr(JsonObject) words = read_words(languages[i]);
    g_assert_cmpuint(json_object_get_size(words), ==, json_object_get_size(english));
    for (GList *key = keys; key; key = key->next) g_assert_true(json_object_has_member(words, key->data));
  }
}

static int compare_holes(gconstpointer a, gconstpointer b) { return g_strcmp0(*(char *const *)a, *(char *const *)b); }

/* The holes of a template, sorted. */
static char *holes_of(const char *template)
{
  g_autoptr(GRegex) regex = g_regex_new("{([a-z_]+)[|}]", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  g_autoptr(GPtrArray) holes = g_ptr_array_new_with_free_func(g_free);
  for (g_regex_match(regex, template, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL))
    g_ptr_array_add(holes, g_match_info_fetch(match, 1));
  g_ptr_array_sort(holes, compare_holes);
  g_ptr_array_add(holes, NULL);
  return g_strjoinv(" ", (char **)holes->pdata);
}

static void test_holes(void)
{
  g_autoptr(JsonObject) english = read_words("en");
  g_autoptr(GList) keys = json_object_get_members(english);
  for (guint i = 1; i < G_N_ELEMENTS(languages); i++) {
    g_autoptr(JsonObject) words = read_words(languages[i]);
    for (GList *key = keys; key; key = key->next) {
      g_autofree char *wanted = holes_of(json_object_get_string_member(english, key->data));
      g_autofree char *holes = holes_of(json_object_get_string_member(words, key->data));
      g_assert_cmpstr(holes, ==, wanted);
    }
  }
}

typedef struct {
  const char *language, *said;
} Case;

static const Case cases[] = {{"en", "seat 3"},    {"es", "asiento 3"}, {"id", "kursi 3"},
                             {"es", "asiento 3"}, {"eo", "seat 3"},    {"", "seat 3"}};

static void test_languages(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) said = g_string_new("= ");
    lap_words(cases[i].language, "host.seat", said, LAP_COUNT("number", 3));
    g_assert_cmpstr(said->str + 2, ==, cases[i].said);
  }
}

static void test_kept(void)
{
  const char *said = lap_words_say(lap_words_host(), "es", "host.undone");
  g_assert_cmpstr(lap_words_say(lap_words_host(), "en", "host.undone"), !=, said);
  g_assert_true(lap_words_say(lap_words_host(), "es", "host.undone") == said);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/words/each-language-has-every-word-and-no-more", test_keys);
  g_test_add_func("/words/each-language-fills-the-same-holes", test_holes);
  g_test_add_func("/words/languages-are-spoken-at-once-and-english-by-default", test_languages);
  g_test_add_func("/words/a-text-without-arguments-is-kept", test_kept);
  return g_test_run();
}
