#include "words.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#define ARGUMENTS_MAX 8 /* of a text */
#define DIGITS_MAX 16

/* The texts of one language. */
typedef struct {
  GHashTable *template; /* char * to LapTemplate */
  GHashTable *plain;    /* key to text, texts without arguments, cached when first read */
} Dictionary;

struct LapWords {
  char *folder;
  GHashTable *languages; /* tag to Dictionary */
};

static void dictionary_free(gpointer data)
{
  Dictionary *dictionary = data;
  g_hash_table_unref(dictionary->template);
  g_hash_table_unref(dictionary->plain);
  g_free(dictionary);
}

LapWords *lap_words_new(const char *folder)
{
  LapWords *words = g_new0(LapWords, 1);
  words->folder = g_strdup(folder);
  words->languages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, dictionary_free);
  return words;
}

void lap_words_free(LapWords *words)
{
  if (!words) return;
  g_hash_table_unref(words->languages);
  g_free(words->folder);
  g_free(words);
}

LapWords *lap_words_host(void)
{
  static LapWords *host;
  if (!host) host = lap_words_new("/lapidary/host");
  return host;
}

static void read_template(Dictionary *dictionary, const char *path, const char *language, const char *key,
                          const char *text)
{
  g_autoptr(GError) error = NULL;
  LapTemplate *template = lap_template_parse(text, language, &error);
  if (!template) g_error("%s: %s: %s", path, key, error->message);
  g_hash_table_insert(dictionary->template, g_strdup(key), template);
}

/* A language without a file has no words. */
static Dictionary *read_language(const LapWords *words, const char *language)
{
  Dictionary *dictionary = g_new0(Dictionary, 1);
  dictionary->template = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_template_free);
  dictionary->plain = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *path = g_strdup_printf("%s/%s.json", words->folder, language);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  if (!bytes) return dictionary;
  g_autoptr(JsonNode) root = json_from_string(g_bytes_get_data(bytes, NULL), NULL);
  JsonObject *object = json_node_get_object(root);
  g_autoptr(GList) keys = json_object_get_members(object);
  for (GList *key = keys; key; key = key->next)
    read_template(dictionary, path, language, key->data, json_object_get_string_member(object, key->data));
  return dictionary;
}

static Dictionary *find_dictionary(LapWords *words, const char *language)
{
  Dictionary *dictionary = g_hash_table_lookup(words->languages, language);
  if (dictionary) return dictionary;
  dictionary = read_language(words, language);
  g_hash_table_insert(words->languages, g_strdup(language), dictionary);
  return dictionary;
}

static const LapTemplate *template_of(LapWords *words, const char *language, const char *key)
{
  const LapTemplate *template = g_hash_table_lookup(find_dictionary(words, language)->template, key);
  if (!template) template = g_hash_table_lookup(find_dictionary(words, "en")->template, key);
  if (!template) g_error("there are no words for %s", key);
  return template;
}

const char *lap_words_say(LapWords *words, const char *language, const char *key)
{
  GHashTable *plain = find_dictionary(words, language)->plain;
  const char *text = g_hash_table_lookup(plain, key);
  if (text) return text;
  GString *written = g_string_new(NULL);
  lap_template_write(template_of(words, language, key), NULL, 0, written);
  char *kept = g_string_free(written, FALSE);
  g_hash_table_insert(plain, g_strdup(key), kept);
  return kept;
}

void lap_words_write(LapWords *words, const char *language, const char *key, const LapTemplateArgument *arguments,
                     guint n, GString *out)
{
  LapTemplateArgument filled[ARGUMENTS_MAX];
  char digits[ARGUMENTS_MAX][DIGITS_MAX];
  g_return_if_fail(n <= ARGUMENTS_MAX);
  for (guint i = 0; i < n; i++) {
    filled[i] = arguments[i];
    if (!filled[i].counts) continue;
    g_snprintf(digits[i], DIGITS_MAX, "%d", filled[i].number);
    filled[i].text = digits[i];
  }
  lap_template_write(template_of(words, language, key), filled, n, out);
}
