#include "texts.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "family.h"
#include "host/json/parse.h"
#include "nearest.h"
#include "texts-private.h"

/* What the files of one language say. */
typedef struct {
  GHashTable *templates; /* char * to LapTemplate */
  GPtrArray *families;   /* LapFamily: those of higher levels after those of lower ones */
} Language;

struct LapTexts {
  LapGame *game;
  char *language;
  Language own, english; /* the same where the language is English */
  GHashTable *plain;     /* key to the text that lap_texts_get returned */
};

/* -- Keys -- */

static const char *bare_name(const LapGameKind *kind)
{
  const char *slash = strchr(kind->name, '/');
  return slash ? slash + 1 : kind->name;
}

char *lap_text_key(const char *what, const char *name)
{
  const char *slash = strchr(name, '/');
  return slash ? g_strdup_printf("%.*s.%s.%s", (int)(slash - name), name, what, slash + 1)
               : g_strdup_printf(".%s.%s", what, name);
}

char *lap_text_key_beside(const char *what, const char *name, const char *beside)
{
  g_autofree char *key = lap_text_key(what, name);
  return g_strconcat(key, ".", beside, NULL);
}

char *lap_sentence_key(const LapGame *game, LapSentence sentence, const LapGameKind *kind)
{
  static const char *const word[] = {"action", "event", "score"};
  return g_strconcat(game->level[kind->depth].plugin.id, ".", word[sentence], ".", bare_name(kind), NULL);
}

guint lap_sentence_arguments(LapSentence sentence, const LapGameKind *kind, LapTemplateArgument *out)
{
  guint n = 0;
  for (guint i = 0; i < kind->n_args; i++)
    out[n++] = (LapTemplateArgument){.name = kind->args[i].name, .counts = kind->args[i].type == LAP_ARG_NUMBER};
  if (sentence != LAP_SENTENCE_EVENT) out[n++] = (LapTemplateArgument){.name = "seat"};
  if (sentence == LAP_SENTENCE_LINE) out[n++] = (LapTemplateArgument){.name = "points", .counts = TRUE};
  return n;
}

/* One value for each seat, or for all; or pieces, which are counted where there may be several. */
static gboolean can_be_said(const LapGameField *field)
{
  const gboolean is_one = field->capacity == 1 && field->count == LAP_NONE;
  if (field->type == LAP_PLANE || field->visibility > LAP_SIZE) return FALSE;
  return (field->of_seats || field->rows == 1) && (is_one || field->type == LAP_SLOT);
}

static gboolean is_counted(const LapGameField *field) { return field->type != LAP_SLOT || field->capacity > 1; }

void lap_prompt_arguments(const LapGame *game, GArray *arguments, GPtrArray *fields)
{
  for (guint i = 0; i < game->fields->len; i++) {
    LapGameField *field = game->fields->pdata[i];
    if (!can_be_said(field)) continue;
    const LapTemplateArgument argument = {.name = strchr(field->name, '/') + 1, .counts = is_counted(field)};
    g_array_append_val(arguments, argument);
    g_ptr_array_add(fields, field);
  }
}

/* -- Files -- */

/* What the sentence under a key describes. */
typedef struct {
  LapSentence sentence;
  const LapGameKind *kind; /* NULL: it is a prompt of `game` */
  const LapGame *game;
} Subject;

static void add_subjects(GHashTable *subjects, const LapGame *game, LapSentence sentence, const LapGameKind *kinds,
                         guint n)
{
  for (guint i = 0; i < n; i++) {
    char *key = lap_sentence_key(game, sentence, &kinds[i]);
    Subject subject = {sentence, &kinds[i], game};
    g_hash_table_insert(subjects, g_strconcat(key, ".hidden", NULL), g_memdup2(&subject, sizeof subject));
    if (sentence == LAP_SENTENCE_EVENT && kinds[i].n_args)
      g_hash_table_insert(subjects, g_strconcat(key, ".many", NULL), g_memdup2(&subject, sizeof subject));
    if (sentence == LAP_SENTENCE_ACTION)
      g_hash_table_insert(subjects, g_strconcat(key, ".taken", NULL), g_memdup2(&subject, sizeof subject));
    g_hash_table_insert(subjects, key, g_memdup2(&subject, sizeof subject));
  }
}

static void add_prompt(GHashTable *subjects, const LapGame *game, const char *what, const char *name,
                       const char *beside)
{
  const Subject subject = {.game = game};
  g_hash_table_insert(subjects, lap_text_key_beside(what, name, beside), g_memdup2(&subject, sizeof subject));
}

static void add_prompts(GHashTable *subjects, const LapGame *game, guint depth)
{
  const LapGameLevel *level = &game->level[depth];
  for (guint i = 0; i < level->plugin.phases.n; i++)
    add_prompt(subjects, game, "phase", lap_game_phase(game, LAP_ID(depth, i))->name, "prompt");
  for (guint i = 0; i < level->plugin.actions.n; i++) {
    add_prompt(subjects, game, "action", level->actions[i].name, "prompt");
    add_prompt(subjects, game, "action", level->actions[i].name, "among");
  }
}

/* Keys to Subjects: every key under which the game may have a sentence. */
static GHashTable *subjects_of(const LapGame *game)
{
  GHashTable *subjects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (guint d = 0; d < game->depth; d++) {
    const LapGameLevel *level = &game->level[d];
    add_subjects(subjects, game, LAP_SENTENCE_ACTION, level->actions, level->plugin.actions.n);
    add_subjects(subjects, game, LAP_SENTENCE_EVENT, level->events, level->plugin.events.n);
    add_subjects(subjects, game, LAP_SENTENCE_LINE, level->categories, level->plugin.categories.n);
    add_prompts(subjects, game, d);
  }
  return subjects;
}

/* If a text with arguments has a key that no sentence has, the key may be mistyped. Replaces the error with a
 * suggestion if a sentence's key is near. */
static void suggest_key(GHashTable *subjects, const char *key, GError **error)
{
  g_autofree char **keys = (char **)g_hash_table_get_keys_as_array(subjects, NULL);
  g_autofree char *near = lap_nearest_names(key, (const char *const *)keys);
  if (!near) return;
  g_clear_error(error);
  g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE,
              "no action, event, score line or prompt has this key; is it %s?", near);
}

static gboolean read_family(const char *key, const char *text, const char *language, GPtrArray *families,
                            GError **error)
{
  LapFamily *family = lap_family_new(key, text, language, error);
  if (family) g_ptr_array_add(families, family);
  return family != NULL;
}

static gboolean check_arguments(const LapTemplate *template, const Subject *subject, GError **error)
{
  LapTemplateArgument of_kind[LAP_TEXT_ARGUMENTS_MAX] = {0};
  if (!subject) return lap_template_check(template, NULL, 0, error);
  if (subject->kind)
    return lap_template_check(template, of_kind, lap_sentence_arguments(subject->sentence, subject->kind, of_kind),
                              error);
  g_autoptr(GArray) arguments = g_array_new(FALSE, FALSE, sizeof(LapTemplateArgument));
  g_autoptr(GPtrArray) fields = g_ptr_array_new();
  lap_prompt_arguments(subject->game, arguments, fields);
  return lap_template_check(template, (const LapTemplateArgument *)(gconstpointer)arguments->data, arguments->len,
                            error);
}

static gboolean read_template(GHashTable *subjects, const char *key, const char *text, const char *language,
                              GHashTable *templates, GError **error)
{
  g_autoptr(LapTemplate) template = lap_template_parse(text, language, error);
  if (!template) return FALSE;
  const Subject *subject = g_hash_table_lookup(subjects, key);
  if (!check_arguments(template, subject, error)) {
    if (!subject) suggest_key(subjects, key, error);
    return FALSE;
  }
  g_hash_table_replace(templates, g_strdup(key), g_steal_pointer(&template));
  return TRUE;
}

static gboolean read_member(GHashTable *subjects, const char *key, JsonNode *value, const char *language,
                            Language *into, GError **error)
{
  if (!JSON_NODE_HOLDS_VALUE(value) || json_node_get_value_type(value) != G_TYPE_STRING) {
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "not a string");
    return FALSE;
  }
  const char *text = json_node_get_string(value);
  return lap_family_is_key(key) ? read_family(key, text, language, into->families, error)
                                : read_template(subjects, key, text, language, into->templates, error);
}

static gboolean read_object(const LapGame *game, JsonObject *object, const char *language, Language *into,
                            GError **error)
{
  g_autoptr(GHashTable) subjects = subjects_of(game);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;
  json_object_iter_init_ordered(&iter, object);
  while (json_object_iter_next_ordered(&iter, &key, &value)) {
    if (read_member(subjects, key, value, language, into, error)) continue;
    g_prefix_error(error, "%s: ", key);
    return FALSE;
  }
  return TRUE;
}

static gboolean read_text(const LapGame *game, const char *text, gsize length, const char *language, Language *into,
                          GError **error)
{
  g_autoptr(JsonNode) root = lap_json_parse(text, (gssize)length, error);
  if (!root) return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT(root)) {
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "not an object from key to text");
    return FALSE;
  }
  return read_object(game, json_node_get_object(root), language, into, error);
}

/* Reads the texts of one file, which replace those that are there. A missing file is no error. */
static gboolean read_file(const LapGame *game, const char *file, const char *language, Language *into, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr(GError) failure = NULL;
  if (!g_file_get_contents(file, &text, &length, &failure)) {
    if (g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT)) return TRUE;
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "%s", failure->message);
    return FALSE;
  }
  if (read_text(game, text, length, language, into, &failure)) return TRUE;
  g_set_error(error, LAP_TEXT_ERROR, failure->domain == LAP_TEXT_ERROR ? failure->code : LAP_TEXT_ERROR_FILE, "%s: %s",
              file, failure->message);
  return FALSE;
}

/* -- Languages -- */

static Language language_new(void)
{
  return (Language){g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_template_free),
                    g_ptr_array_new_with_free_func((GDestroyNotify)lap_family_free)};
}

static Language language_ref(const Language *language)
{
  return (Language){g_hash_table_ref(language->templates), g_ptr_array_ref(language->families)};
}

static void language_clear(Language *language)
{
  g_clear_pointer(&language->templates, g_hash_table_unref);
  g_clear_pointer(&language->families, g_ptr_array_unref);
}

/* The language becomes part of a file's name. */
static gboolean is_language(const char *language)
{
  return *language &&
         strspn(language, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(language);
}

static gboolean read_language(Language *into, const LapGame *game, const char *const *folders, const char *language,
                              GError **error)
{
  g_autofree char *flat = g_strdup_printf("text.%s.json", language);
  g_autofree char *name = g_strdup_printf("%s.json", language);
  for (guint d = 0; folders && d < game->depth; d++) {
    if (!folders[d]) continue;
    g_autofree char *file = g_build_filename(folders[d], flat, NULL);
    g_autofree char *inner = g_build_filename(folders[d], "text", name, NULL);
    gboolean is_flat = g_file_test(file, G_FILE_TEST_EXISTS);
    if (!read_file(game, is_flat ? file : inner, language, into, error)) return FALSE;
  }
  return TRUE;
}

LapTexts *lap_texts_new(const LapGame *game, const char *const *folders, const char *language, GError **error)
{
  if (!is_language(language)) {
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE, "\"%s\" is not a language; one is written like \"en\"",
                language);
    return NULL;
  }
  g_autoptr(LapTexts) texts = g_new0(LapTexts, 1);
  texts->game = lap_game_ref((LapGame *)game);
  texts->language = g_strdup(language);
  texts->plain = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  texts->english = language_new();
  if (!read_language(&texts->english, game, folders, "en", error)) return NULL;
  gboolean is_english = g_str_equal(language, "en");
  texts->own = is_english ? language_ref(&texts->english) : language_new();
  if (!is_english && !read_language(&texts->own, game, folders, language, error)) return NULL;
  return g_steal_pointer(&texts);
}

void lap_texts_free(LapTexts *texts)
{
  if (!texts) return;
  language_clear(&texts->own);
  language_clear(&texts->english);
  g_clear_pointer(&texts->plain, g_hash_table_unref);
  lap_game_unref(texts->game);
  g_free(texts->language);
  g_free(texts);
}

/* -- Texts -- */

const LapGame *lap_texts_game(const LapTexts *texts) { return texts->game; }

const char *lap_texts_language(const LapTexts *texts) { return texts->language; }

const LapTemplate *lap_texts_template(const LapTexts *texts, const char *key)
{
  const LapTemplate *own = g_hash_table_lookup(texts->own.templates, key);
  return own ? own : g_hash_table_lookup(texts->english.templates, key);
}

/* Of the highest level. */
static const LapFamily *family_of(const Language *language, const char *key)
{
  for (guint i = language->families->len; i-- > 0;)
    if (lap_family_has(language->families->pdata[i], key)) return language->families->pdata[i];
  return NULL;
}

gboolean lap_texts_has(const LapTexts *texts, const char *key)
{
  return lap_texts_template(texts, key) || family_of(&texts->own, key) || family_of(&texts->english, key);
}

/* "x.piece.card.blue_2" is "blue 2". */
static char *last_word(const char *key)
{
  const char *dot = strrchr(key, '.');
  return g_strdelimit(g_strdup(dot ? dot + 1 : key), "_-", ' ');
}

static char *write_template(const char *key, gpointer data)
{
  const Language *language = data;
  const LapTemplate *template = g_hash_table_lookup(language->templates, key);
  if (!template) return NULL;
  GString *out = g_string_new(NULL);
  lap_template_write(template, NULL, 0, out);
  return g_string_free(out, FALSE);
}

/* A text without arguments; or NULL. */
static char *write_in(Language *language, const char *key)
{
  char *text = write_template(key, language);
  const LapFamily *family = text ? NULL : family_of(language, key);
  return family ? lap_family_write(family, key, write_template, language) : text;
}

static char *write_plain(LapTexts *texts, const char *key)
{
  char *text = write_in(&texts->own, key);
  if (!text) text = write_in(&texts->english, key);
  return text ? text : last_word(key);
}

const char *lap_texts_get(LapTexts *texts, const char *key)
{
  char *text = g_hash_table_lookup(texts->plain, key);
  if (text) return text;
  text = write_plain(texts, key);
  g_hash_table_insert(texts->plain, g_strdup(key), text);
  return text;
}

static char *of_set(LapTexts *texts, const LapPieceSet *set, const char *what, const char *name)
{
  const char *plugin = texts->game->level[set->id >> 8].plugin.id;
  g_autofree char *key = g_strconcat(plugin, ".", what, ".", set->name, ".", name, NULL);
  return g_strdup(lap_texts_get(texts, key));
}

char *lap_texts_piece(LapTexts *texts, const LapPieceSet *set, guint face)
{
  if (face > set->faces) return g_strdup("?");
  return of_set(texts, set, "piece", face ? set->key[face] : "none");
}

char *lap_texts_back(LapTexts *texts, const LapPieceSet *set, guint back)
{
  if (back >= set->n_backs) return g_strdup("?");
  return of_set(texts, set, "back", set->backs[back]);
}
