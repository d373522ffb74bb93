/* A file of texts: a flat JSON object from key to template. */
#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "host/json/check.h"
#include "nearest.h"
#include "texts-private.h"

typedef struct {
  LapSentence sentence;
  const LapGameKind *kind;
} Speech;

static void add_speeches(GHashTable *speeches, const LapGame *game, LapSentence sentence, const LapGameKind *kinds,
                         guint n)
{
  for (guint i = 0; i < n; i++) {
    char *key = lap_sentence_key(game, sentence, &kinds[i]);
    Speech speech = {sentence, &kinds[i]};
    g_hash_table_insert(speeches, g_strconcat(key, ".hidden", NULL), g_memdup2(&speech, sizeof speech));
    g_hash_table_insert(speeches, key, g_memdup2(&speech, sizeof speech));
  }
}

/* Which keys are sentences, and of what. */
static GHashTable *speeches_of(const LapGame *game)
{
  GHashTable *speeches = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (guint d = 0; d < game->depth; d++) {
    const LapGameLevel *level = &game->level[d];
    add_speeches(speeches, game, LAP_SENTENCE_ACTION, level->actions, level->plugin.actions.n);
    add_speeches(speeches, game, LAP_SENTENCE_EVENT, level->events, level->plugin.events.n);
    add_speeches(speeches, game, LAP_SENTENCE_LINE, level->categories, level->plugin.categories.n);
  }
  return speeches;
}

/* What is wrong with a text under a key that is no sentence's may be the key. */
static void blame_key(GHashTable *speeches, const char *key, GError **error)
{
  g_autofree char **keys = (char **)g_hash_table_get_keys_as_array(speeches, NULL);
  g_autofree char *near = lap_nearest_names(key, (const char *const *)keys);
  if (!near) return;
  g_clear_error(error);
  g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "no action, event or score line has this key; is it %s?",
              near);
}

static LapTemplate *read_template(GHashTable *speeches, const char *key, JsonNode *value, const char *language,
                                  GError **error)
{
  if (!JSON_NODE_HOLDS_VALUE(value) || json_node_get_value_type(value) != G_TYPE_STRING) {
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "not a string");
    return NULL;
  }
  g_autoptr(LapTemplate) template = lap_template_parse(json_node_get_string(value), language, error);
  if (!template) return NULL;
  LapTemplateArgument arguments[LAP_TEXT_ARGUMENTS_MAX] = {0};
  const Speech *speech = g_hash_table_lookup(speeches, key);
  guint n = speech ? lap_sentence_arguments(speech->sentence, speech->kind, arguments) : 0;
  if (!lap_template_check(template, arguments, n, error)) {
    if (!speech) blame_key(speeches, key, error);
    return NULL;
  }
  return g_steal_pointer(&template);
}

static gboolean read_object(const LapGame *game, JsonObject *object, const char *language, GHashTable *templates,
                            GError **error)
{
  g_autoptr(GHashTable) speeches = speeches_of(game);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;
  json_object_iter_init_ordered(&iter, object);
  while (json_object_iter_next_ordered(&iter, &key, &value)) {
    LapTemplate *template = read_template(speeches, key, value, language, error);
    if (!template) {
      g_prefix_error(error, "%s: ", key);
      return FALSE;
    }
    g_hash_table_replace(templates, g_strdup(key), template);
  }
  return TRUE;
}

static gboolean read_text(const LapGame *game, const char *text, gsize length, const char *language,
                          GHashTable *templates, GError **error)
{
  g_autoptr(JsonNode) root = lap_json_parse(text, (gssize)length, error);
  if (!root) return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT(root)) {
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "not an object from key to text");
    return FALSE;
  }
  return read_object(game, json_node_get_object(root), language, templates, error);
}

gboolean lap_text_file_read(const LapGame *game, const char *file, const char *language, GHashTable *templates,
                            GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr(GError) failure = NULL;
  if (!g_file_get_contents(file, &text, &length, &failure)) {
    if (g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT)) return TRUE;
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "%s", failure->message);
    return FALSE;
  }
  if (read_text(game, text, length, language, templates, &failure)) return TRUE;
  g_set_error(error, LAP_TEXT_ERROR, failure->domain == LAP_TEXT_ERROR ? failure->code : LAP_TEXT_ERROR_FILE, "%s: %s",
              file, failure->message);
  return FALSE;
}
