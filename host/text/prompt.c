/* Prompts: what a seat is to do, as text. Their arguments are what fields hold, as the reader sees them. */
#include "texts-private.h"

static char *fill(LapTexts *texts, const LapTemplate *template, LapTextOfField text_of, gpointer data)
{
  g_autoptr(GArray) arguments = g_array_new(FALSE, FALSE, sizeof(LapTemplateArgument));
  g_autoptr(GPtrArray) fields = g_ptr_array_new();
  g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
  lap_prompt_arguments(lap_texts_game(texts), arguments, fields);
  for (guint i = 0; i < arguments->len; i++) {
    LapTemplateArgument *argument = &g_array_index(arguments, LapTemplateArgument, i);
    if (!lap_template_names(template, argument->name)) continue;
    char *text = text_of(texts, fields->pdata[i], &argument->number, data);
    argument->counts &= text != NULL;
    argument->text = text ? text : "?";
    g_ptr_array_add(owned, text);
  }
  GString *out = g_string_new(NULL);
  lap_template_write(template, (const LapTemplateArgument *)(gconstpointer)arguments->data, arguments->len, out);
  return g_string_free(out, FALSE);
}

char *lap_texts_prompt(LapTexts *texts, const char *what, const char *name, const char *beside, LapTextOfField text_of,
                       gpointer data)
{
  g_autofree char *key = lap_text_key_beside(what, name, beside);
  const LapTemplate *template = lap_texts_template(texts, key);
  g_autofree char *said = template                    ? fill(texts, template, text_of, data)
                          : lap_texts_has(texts, key) ? g_strdup(lap_texts_get(texts, key)) /* that of a family */
                                                      : NULL;
  return said && *said ? g_steal_pointer(&said) : NULL;
}
