#include "texts.h"

#include <string.h>

#include "texts-private.h"

struct LapTexts {
  LapGame *game;
  GHashTable *own, *english; /* char * to LapTemplate; the same table where the language is English */
  GHashTable *said;          /* key to the text that lap_texts_get gave */
};

static GHashTable *new_templates(void)
{
  return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_template_free);
}

/* The language becomes part of a file's name. */
static gboolean is_language(const char *language)
{
  return *language &&
         strspn(language, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(language);
}

static gboolean read_language(GHashTable *templates, const LapGame *game, const char *const *folders,
                              const char *language, GError **error)
{
  g_autofree char *flat = g_strdup_printf("text.%s.json", language);
  g_autofree char *name = g_strdup_printf("%s.json", language);
  for (guint d = 0; folders && d < game->depth; d++) {
    if (!folders[d]) continue;
    g_autofree char *file = g_build_filename(folders[d], flat, NULL);
    g_autofree char *inner = g_build_filename(folders[d], "text", name, NULL);
    gboolean is_flat = g_file_test(file, G_FILE_TEST_EXISTS);
    if (!lap_text_file_read(game, is_flat ? file : inner, language, templates, error)) return FALSE;
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
  texts->said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  texts->english = new_templates();
  if (!read_language(texts->english, game, folders, "en", error)) return NULL;
  gboolean is_english = g_str_equal(language, "en");
  texts->own = is_english ? g_hash_table_ref(texts->english) : new_templates();
  if (!is_english && !read_language(texts->own, game, folders, language, error)) return NULL;
  return g_steal_pointer(&texts);
}

void lap_texts_free(LapTexts *texts)
{
  if (!texts) return;
  g_clear_pointer(&texts->own, g_hash_table_unref);
  g_clear_pointer(&texts->english, g_hash_table_unref);
  g_clear_pointer(&texts->said, g_hash_table_unref);
  lap_game_unref(texts->game);
  g_free(texts);
}

const LapGame *lap_texts_game(const LapTexts *texts) { return texts->game; }

const LapTemplate *lap_texts_template(const LapTexts *texts, const char *key)
{
  const LapTemplate *own = g_hash_table_lookup(texts->own, key);
  return own ? own : g_hash_table_lookup(texts->english, key);
}

gboolean lap_texts_has(const LapTexts *texts, const char *key) { return lap_texts_template(texts, key) != NULL; }

/* "x.piece.card.blue_2" is "blue 2". */
static char *last_word(const char *key)
{
  const char *dot = strrchr(key, '.');
  return g_strdelimit(g_strdup(dot ? dot + 1 : key), "_-", ' ');
}

static char *say(const LapTexts *texts, const char *key)
{
  const LapTemplate *template = lap_texts_template(texts, key);
  if (!template) return last_word(key);
  GString *out = g_string_new(NULL);
  lap_template_write(template, NULL, 0, out);
  return g_string_free(out, FALSE);
}

const char *lap_texts_get(LapTexts *texts, const char *key)
{
  char *said = g_hash_table_lookup(texts->said, key);
  if (said) return said;
  said = say(texts, key);
  g_hash_table_insert(texts->said, g_strdup(key), said);
  return said;
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
