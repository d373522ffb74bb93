/* Templates: sentences with holes.
 *
 *   template  = { text | "{{" | "}}" | "{" name "}" | "{" name "|" form { "|" form } "}" }
 *   name      = a word of a-z, 0-9, '_'
 *   form      = any text without braces and bars; each '#' in it is the number
 *
 * {name} is the text of an argument. {name|one card|# cards} chooses a form by a number, in the order of the language's
 * plural forms (Unicode CLDR): English and Spanish have two (one, other), Indonesian has one, {name|# kartu}; a
 * language that is not known here counts as English does. With fewer forms than the language has, the last serves for
 * the rest; more are an error. A form may be empty: card{name||s}. A negative number takes no form that does not show
 * it, if the last one does. A literal brace is doubled. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LAP_TEXT_ERROR (lap_text_error_quark())
GQuark lap_text_error_quark(void);
typedef enum {
  LAP_TEXT_ERROR_FILE,    /* a file of texts is broken */
  LAP_TEXT_ERROR_TEMPLATE /* a template is broken, or names an argument that does not exist */
} LapTextError;

typedef struct LapTemplate LapTemplate;

/* What a hole may be filled with. */
typedef struct {
  const char *name;
  const char *text;
  gboolean counts; /* forms may be chosen by `number` */
  gint number;
} LapTemplateArgument;

/* Forms are those of `language`. The error says what is wrong and at which character. */
LapTemplate *lap_template_parse(const char *text, const char *language, GError **error);
void lap_template_free(LapTemplate *template);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapTemplate, lap_template_free)

/* Checks that each name is that of an argument, and that forms are chosen only by arguments that are numbers. The texts
 * of `args` are not read. */
gboolean lap_template_check(const LapTemplate *template, const LapTemplateArgument *arguments, guint n, GError **error);

/* Whether a hole is to be filled with that argument. */
gboolean lap_template_names(const LapTemplate *template, const char *name);

/* Appends the sentence. Forms by an argument that does not count (a number that is hidden) are the last one, with its
 * text for '#'. */
void lap_template_write(const LapTemplate *template, const LapTemplateArgument *arguments, guint n, GString *out);

G_END_DECLS
