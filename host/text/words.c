#include "words.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* What arguments a text may have at most. */
#define ARGUMENTS_MAX 8
#define DIGITS_MAX 16

typedef struct {
  GHashTable *template; /* char * to LapTemplate */
  GHashTable *said;     /* those without arguments, once written */
} Spoken;

struct LapWords {
  char *folder;
  GHashTable *languages; /* tag to Spoken */
};

static void spoken_free(gpointer data)
{
  Spoken *spoken = data;
  g_hash_table_unref(spoken->template);
  g_hash_table_unref(spoken->said);
  g_free(spoken);
}

LapWords *lap_words_new(const char *folder)
{
  LapWords *words = g_new0(LapWords, 1);
  words->folder = g_strdup(folder);
  words->languages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, spoken_free);
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

static void read_template(Spoken *spoken, const char *path, const char *language, const char *key, const char *text)
{
  g_autoptr(GError) error = NULL;
  LapTemplate *template = lap_template_parse(text, language, &error);
  if (!template) g_error("%s: %s: %s", path, key, error->message);
  g_hash_table_insert(spoken->template, g_strdup(key), template);
}

/* A language that there is no file of has no words. */
static Spoken *read_language(const LapWords *words, const char *language)
{
  Spoken *spoken = g_new0(Spoken, 1);
  spoken->template = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_template_free);
  spoken->said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *path = g_strdup_printf("%s/%s.json", words->folder, language);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  if (!bytes) return spoken;
  g_autoptr(JsonNode) root = json_from_string(g_bytes_get_data(bytes, NULL), NULL);
  JsonObject *object = json_node_get_object(root);
  g_autoptr(GList) keys = json_object_get_members(object);
  for (GList *key = keys; key; key = key->next)
    read_template(spoken, path, language, key->data, json_object_get_string_member(object, key->data));
  return spoken;
}

static Spoken *spoken_of(LapWords *words, const char *language)
{
  Spoken *spoken = g_hash_table_lookup(words->languages, language);
  if (spoken) return spoken;
  spoken = read_language(words, language);
  g_hash_table_insert(words->languages, g_strdup(language), spoken);
  return spoken;
}

static const LapTemplate *template_of(LapWords *words, const char *language, const char *key)
{
  const LapTemplate *template = g_hash_table_lookup(spoken_of(words, language)->template, key);
  if (!template) template = g_hash_table_lookup(spoken_of(words, "en")->template, key);
  if (!template) g_error("there are no words for %s", key);
  return template;
}

const char *lap_words_say(LapWords *words, const char *language, const char *key)
{
  GHashTable *said = spoken_of(words, language)->said;
  const char *text = g_hash_table_lookup(said, key);
  if (text) return text;
  GString *written = g_string_new(NULL);
  lap_template_write(template_of(words, language, key), NULL, 0, written);
  char *kept = g_string_free(written, FALSE);
  g_hash_table_insert(said, g_strdup(key), kept);
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
