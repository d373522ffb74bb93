#include "words.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

typedef struct {
  GHashTable *template; /* char * to LapTemplate */
  GHashTable *said;     /* those without arguments, once written */
} Language;

static Language english, own;

static void read_words(Language *language, const char *name)
{
  g_autofree char *path = g_strdup_printf("/lapidary/cli/%s.json", name);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  language->template = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_template_free);
  language->said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  if (!bytes) return;
  g_autoptr(JsonNode) root = json_from_string(g_bytes_get_data(bytes, NULL), NULL);
  JsonObject *object = json_node_get_object(root);
  g_autoptr(GList) keys = json_object_get_members(object);
  for (GList *key = keys; key; key = key->next) {
    g_autoptr(GError) error = NULL;
    LapTemplate *template = lap_template_parse(json_object_get_string_member(object, key->data), name, &error);
    if (!template) g_error("%s: %s: %s", path, (const char *)key->data, error->message);
    g_hash_table_insert(language->template, g_strdup(key->data), template);
  }
}

static void clear(Language *language)
{
  g_clear_pointer(&language->template, g_hash_table_unref);
  g_clear_pointer(&language->said, g_hash_table_unref);
}

static void read_english(void)
{
  if (!english.template) read_words(&english, "en");
}

void words_use(const char *language)
{
  read_english();
  clear(&own);
  read_words(&own, language);
}

static const LapTemplate *template_of(const char *key)
{
  read_english();
  const LapTemplate *template = own.template ? g_hash_table_lookup(own.template, key) : NULL;
  if (!template) template = g_hash_table_lookup(english.template, key);
  if (!template) g_error("there are no words for %s", key);
  return template;
}

char *words_filled(const char *key, const LapTemplateArgument *arguments, guint n)
{
  g_autofree LapTemplateArgument *filled = g_memdup2(arguments, n * sizeof *arguments);
  g_autoptr(GPtrArray) digits = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < n; i++) {
    if (!filled[i].counts) continue;
    g_ptr_array_add(digits, g_strdup_printf("%d", filled[i].number));
    filled[i].text = digits->pdata[digits->len - 1];
  }
  GString *text = g_string_new(NULL);
  lap_template_write(template_of(key), filled, n, text);
  return g_string_free(text, FALSE);
}

const char *words(const char *key)
{
  const LapTemplate *template = template_of(key);
  GHashTable *said = own.said ? own.said : english.said;
  const char *text = g_hash_table_lookup(said, key);
  if (text) return text;
  GString *written = g_string_new(NULL);
  lap_template_write(template, NULL, 0, written);
  char *kept = g_string_free(written, FALSE);
  g_hash_table_insert(said, g_strdup(key), kept);
  return kept;
}
