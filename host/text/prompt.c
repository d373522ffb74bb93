/* Prompts: what a seat is to do, as text. Their arguments are what fields hold, as the reader sees them. */
#include <string.h>

#include "texts-private.h"
#include "titles.h"

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
  g_autofree char *key = lap_title_key_beside(what, name, beside);
  const LapTemplate *template = lap_texts_template(texts, key);
  return template ? fill(texts, template, text_of, data) : g_strdup(lap_title_beside(texts, what, name, beside));
}
