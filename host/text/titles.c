#include "titles.h"

#include <string.h>

#include "host/text/texts-private.h"

static const char *text_or_null(LapTexts *texts, const char *key)
{
  return texts && lap_texts_has(texts, key) ? lap_texts_get(texts, key) : NULL;
}

static const char *text_of_level(const LapGame *game, guint depth, LapTexts *texts, const char *what)
{
  g_autofree char *key = g_strconcat(game->level[depth].plugin.id, ".", what, NULL);
  return text_or_null(texts, key);
}

const char *lap_title_game(const LapGame *game, LapTexts *texts, const LapPluginInfo *info)
{
  const char *title = text_of_level(game, game->depth - 1, texts, "title");
  return title ? title : info && info->name ? info->name : game->id;
}

const char *lap_title_summary(const LapGame *game, LapTexts *texts, const LapPluginInfo *info)
{
  const char *summary = text_of_level(game, game->depth - 1, texts, "summary");
  return summary ? summary : info && info->description ? info->description : "";
}

const char *lap_title_about(const LapGame *game, LapTexts *texts, const LapPieceSet *set, guint face)
{
  g_autofree char *key = g_strconcat(game->level[set->id >> 8].plugin.id, ".about.", set->name, ".", set->key[face],
                                     NULL);
  return text_or_null(texts, key);
}

const char *lap_title_level(const LapGame *game, guint depth, LapTexts *texts)
{
  const char *title = text_of_level(game, depth, texts, "title");
  return title ? title : game->level[depth].plugin.id;
}

const char *lap_title_rules(const LapGame *game, guint depth, LapTexts *texts)
{
  const char *rules = text_of_level(game, depth, texts, "rules");
  return rules && *rules ? rules : NULL;
}

const char *lap_title_named(LapTexts *texts, const char *what, const char *name)
{
  g_autofree char *key = lap_text_key(what, name);
  return lap_texts_get(texts, key);
}

const char *lap_title_beside(LapTexts *texts, const char *what, const char *name, const char *beside)
{
  g_autofree char *key = lap_text_key_beside(what, name, beside);
  return text_or_null(texts, key);
}

char *lap_title_category(LapTexts *texts, const LapGameKind *category)
{
  g_autofree char *key = lap_text_key("category", category->name);
  const char *bare = text_or_null(texts, key);
  const char *text = bare ? bare : lap_title_named(texts, "score", category->name);
  gsize start = strspn(text, " ,:;.-"), end = strlen(text);
  while (end > start && strchr(" ,:;.-(", text[end - 1])) end--;
  char *title = g_strndup(text + start, end - start);
  *title = g_ascii_toupper(*title);
  return title;
}

static char *outline(LapTexts *texts, LapSentence sentence, const LapGameKind *kind)
{
  g_autofree char *key = lap_sentence_key(lap_texts_game(texts), sentence, kind);
  const LapTemplate *template = lap_texts_template(texts, key);
  if (!template) return g_strdup(lap_texts_get(texts, key));
  LapTemplateArgument arguments[LAP_TEXT_ARGUMENTS_MAX];
  guint n = lap_sentence_arguments(sentence, kind, arguments);
  for (guint i = 0; i < n; i++) {
    arguments[i].text = "…";
    arguments[i].counts = FALSE;
  }
  GString *out = g_string_new(NULL);
  lap_template_write(template, arguments, n, out);
  if (g_str_has_suffix(out->str, ".")) g_string_truncate(out, out->len - 1);
  return g_string_free(out, FALSE);
}

char *lap_title_action(LapTexts *texts, const LapGameKind *action)
{
  return outline(texts, LAP_SENTENCE_ACTION, action);
}

char *lap_title_event(LapTexts *texts, const LapGameKind *event) { return outline(texts, LAP_SENTENCE_EVENT, event); }
