#include "template.h"

#include <string.h>

GQuark lap_text_error_quark(void) { return g_quark_from_static_string("lap-text-error-quark"); }

/* -- Plural forms --
 *
 * Which form of a word a language takes for a number, after the plural rules of Unicode CLDR for whole numbers. Form 0
 * is the one for a single thing in languages that have such a form. */

static guint always(guint n G_GNUC_UNUSED) { return 0; }
static guint one_alone(guint n) { return n == 1 ? 0 : 1; }
static guint none_and_one(guint n) { return n < 2 ? 0 : 1; }

static gboolean ends_in_few(guint n) { return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14); }
static guint polish(guint n) { return n == 1 ? 0 : ends_in_few(n) ? 1 : 2; }
static guint russian(guint n) { return n % 10 == 1 && n % 100 != 11 ? 0 : ends_in_few(n) ? 1 : 2; }

typedef struct {
  const char *languages; /* space before and after each */
  guint forms;
  guint (*form)(guint n);
} Rule;

/* Also for languages that are not listed. */
static const Rule english = {" en ", 2, one_alone};
static const Rule rules[] = {
    {" id ms ja ko zh vi th ", 1, always},
    {" fr pt ", 2, none_and_one},
    {" pl ", 3, polish},
    {" ru uk be ", 3, russian},
};

static const Rule *rule_of(const char *language)
{
  g_autofree char *word = g_strdup_printf(" %.*s ", (int)strcspn(language, "-_.@"), language);
  for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
    if (strstr(rules[i].languages, word)) return &rules[i];
  return &english;
}

/* How many forms a language has. */
static guint count_forms(const char *language) { return rule_of(language)->forms; }

/* Which of them goes with `number`. */
static guint find_form(const char *language, gint number) { return rule_of(language)->form((guint)ABS(number)); }

/* -- Templates -- */

/* A run of plain text, or a hole. */
typedef struct {
  char *text;   /* plain: the text; a hole: the name of its argument */
  char **forms; /* a hole with forms, or NULL */
  gboolean hole;
} Part;

struct LapTemplate {
  GArray *parts; /* Part */
  char *language;
};

static void part_clear(gpointer part)
{
  g_free(((Part *)part)->text);
  g_strfreev(((Part *)part)->forms);
}

void lap_template_free(LapTemplate *template)
{
  if (!template) return;
  g_array_unref(template->parts);
  g_free(template->language);
  g_free(template);
}

/* -- Parsing -- */

static gboolean broken(GError **error, const char *start, const char *at, const char *what)
{
  g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_TEMPLATE, "at character %ld of \"%s\": %s",
              g_utf8_pointer_to_offset(start, at) + 1, start, what);
  return FALSE;
}

/* Reads plain text up to a hole or the end; a doubled brace is one. */
static gboolean read_plain(LapTemplate *template, const char *start, const char **at, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  const char *c = *at;
  for (; *c; c++) {
    if (*c == '{' && c[1] != '{') break;
    if (*c == '}' && c[1] != '}') return broken(error, start, c, "a '}' without its '{'; write '}}' for a brace");
    if (*c == '{' || *c == '}') c++;
    g_string_append_c(text, *c);
  }
  *at = c;
  Part part = {.text = g_strdup(text->str)};
  g_array_append_val(template->parts, part);
  return TRUE;
}

static gboolean is_name(const char *text)
{
  return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text);
}

static gboolean read_hole(LapTemplate *template, const char *start, const char **at, GError **error)
{
  const char *open = *at, *inside = open + 1, *end = inside + strcspn(inside, "{}");
  if (*end != '}') return broken(error, start, open, "a '{' without its '}'; write '{{' for a brace");
  g_autofree char *hole = g_strndup(inside, end - inside);
  g_auto(GStrv) words = g_strsplit(hole, "|", -1);
  if (!words[0] || !is_name(words[0]))
    return broken(error, start, inside, "an argument's name is a word of a-z, 0-9, '_'");
  guint forms = g_strv_length(words) - 1, most = count_forms(template->language);
  if (forms > most) {
    g_autofree char *what = g_strdup_printf("%u forms, but \"%s\" has %u", forms, template->language, most);
    return broken(error, start, inside, what);
  }
  Part part = {.text = g_strdup(words[0]), .hole = TRUE, .forms = forms ? g_strdupv(words + 1) : NULL};
  g_array_append_val(template->parts, part);
  *at = end + 1;
  return TRUE;
}

LapTemplate *lap_template_parse(const char *text, const char *language, GError **error)
{
  g_autoptr(LapTemplate) template = g_new0(LapTemplate, 1);
  template->parts = g_array_new(FALSE, FALSE, sizeof(Part));
  g_array_set_clear_func(template->parts, part_clear);
  template->language = g_strdup(language);
  for (const char *at = text; *at;) {
    gboolean hole = *at == '{' && at[1] != '{';
    if (!(hole ? read_hole : read_plain)(template, text, &at, error)) return NULL;
  }
  return g_steal_pointer(&template);
}

/* -- Filling in -- */

static const LapTemplateArgument *find(const LapTemplateArgument *arguments, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal(arguments[i].name, name)) return &arguments[i];
  return NULL;
}

static char *names_of(const LapTemplateArgument *arguments, guint n)
{
  if (!n) return g_strdup("there are no arguments here");
  GString *names = g_string_new("there is ");
  for (guint i = 0; i < n; i++) g_string_append_printf(names, "%s{%s}", i ? ", " : "", arguments[i].name);
  return g_string_free(names, FALSE);
}

static gboolean check_part(const Part *part, const LapTemplateArgument *arguments, guint n, GError **error)
{
  if (!part->hole) return TRUE;
  const LapTemplateArgument *argument = find(arguments, n, part->text);
  if (!argument) {
    g_autofree char *names = names_of(arguments, n);
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_TEMPLATE, "no argument {%s}: %s", part->text, names);
    return FALSE;
  }
  if (part->forms && !argument->counts) {
    g_set_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_TEMPLATE,
                "{%s} is not a number, so it has no forms; write {%s} alone", part->text, part->text);
    return FALSE;
  }
  return TRUE;
}

gboolean lap_template_check(const LapTemplate *template, const LapTemplateArgument *arguments, guint n, GError **error)
{
  for (guint i = 0; i < template->parts->len; i++)
    if (!check_part(&g_array_index(template->parts, Part, i), arguments, n, error)) return FALSE;
  return TRUE;
}

gboolean lap_template_names(const LapTemplate *template, const char *name)
{
  for (guint i = 0; i < template->parts->len; i++) {
    const Part *part = &g_array_index(template->parts, Part, i);
    if (part->hole && g_str_equal(part->text, name)) return TRUE;
  }
  return FALSE;
}

/* A form in words, "one point", would lose the sign of a negative number: it takes the last one, if that shows it. */
static const char *form_of(const LapTemplate *template, const Part *part, const LapTemplateArgument *argument)
{
  const char *last = part->forms[g_strv_length(part->forms) - 1];
  guint form = find_form(template->language, argument->number);
  if (!argument->counts || form >= g_strv_length(part->forms)) return last;
  return argument->number < 0 && strchr(last, '#') && !strchr(part->forms[form], '#') ? last : part->forms[form];
}

static void write_form(const LapTemplate *template, const Part *part, const LapTemplateArgument *argument, GString *out)
{
  for (const char *c = form_of(template, part, argument); *c; c++)
    if (*c == '#')
      g_string_append(out, argument->text);
    else
      g_string_append_c(out, *c);
}

void lap_template_write(const LapTemplate *template, const LapTemplateArgument *arguments, guint n, GString *out)
{
  for (guint i = 0; i < template->parts->len; i++) {
    const Part *part = &g_array_index(template->parts, Part, i);
    const LapTemplateArgument *argument = part->hole ? find(arguments, n, part->text) : NULL;
    if (!part->hole)
      g_string_append(out, part->text);
    else if (argument && part->forms)
      write_form(template, part, argument, out);
    else if (argument)
      g_string_append(out, argument->text);
  }
}
