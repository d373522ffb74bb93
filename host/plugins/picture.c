#include "picture.h"

#include <math.h>
#include <string.h>

#define NAMESPACE "http://www.w3.org/2000/svg"
#define NAME_MAX_BYTES 64
#define VIEW_MAX 100000.0
#define MESSAGE_MAX 300 /* characters: values may be long */

GQuark lap_picture_error_quark(void) { return g_quark_from_static_string("lap-picture-error-quark"); }

typedef struct {
  GMarkupParseContext *context;
  GString *out;
  GHashTable *ids;      /* of its elements */
  GPtrArray *refers_to; /* ids */
  guint elements, depth;
  guint left_out; /* how many elements are open of which nothing is written */
  gboolean in_text, ended;
} Reading;

/* --- what there is */

static const char shapes[] =
    "g path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop defs";
static const char unseen[] = "title desc metadata";

/* Those by which an element is placed, and those by which it is painted, which `style` may have, too. */
static const char places[] =
    "id transform d x y width height rx ry cx cy r x1 y1 x2 y2 points dx dy rotate fx fy fr offset textLength "
    "lengthAdjust gradientUnits gradientTransform spreadMethod pathLength";
static const char paints[] =
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity font-family "
    "font-size font-style font-weight letter-spacing text-anchor dominant-baseline paint-order vector-effect "
    "shape-rendering visibility display";
static const char functions[] = "rgb rgba hsl hsla translate scale rotate matrix skewX skewY";

/* Whether `word` is one of `list`, which blanks part. */
static gboolean is_one_of(const char *word, const char *list)
{
  gsize length;
  for (const char *at = list; *at; at += length, at += strspn(at, " ")) {
    length = strcspn(at, " ");
    if (length == strlen(word) && strncmp(at, word, length) == 0) return TRUE;
  }
  return FALSE;
}

/* What people try, and what helps. */
static const char *const cures[][2] = {
    {"script", "a picture has no script"},
    {"style", "a picture has no style sheet; write fill, stroke and the like as attributes"},
    {"a", "a picture has no links"},
    {"foreignObject", "a picture holds no other documents"},
    {"image", "a picture holds no other pictures; draw shapes"},
    {"use", "draw the shape in its place (Inkscape: unlink clones)"},
    {"symbol", "draw the shape in its place (Inkscape: unlink clones)"},
    {"animate", "a picture does not move"},
    {"animateMotion", "a picture does not move"},
    {"animateTransform", "a picture does not move"},
    {"set", "a picture does not move"},
    {"svg", "one picture has one <svg>; use <g>"},
};

static const char *cure_of(const char *element)
{
  for (guint i = 0; i < G_N_ELEMENTS(cures); i++)
    if (g_str_equal(cures[i][0], element)) return cures[i][1];
  return "there are shapes, <g>, <text> and gradients";
}

static gboolean fail(const Reading *reading, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean fail(const Reading *reading, GError **error, const char *format, ...)
{
  int line;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_autofree char *start = g_utf8_substring(what, 0, MIN(g_utf8_strlen(what, -1), MESSAGE_MAX));
  g_markup_parse_context_get_position(reading->context, &line, NULL);
  g_set_error(error, LAP_PICTURE_ERROR, 0, "line %d: %s", line, start);
  return FALSE;
}

/* --- values */

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

static gboolean is_id(const char *text, gsize length)
{
  return strspn(text, WORD ".") >= length && length && length <= NAME_MAX_BYTES;
}

gboolean lap_picture_is_name(const char *name, gsize length)
{
  return strspn(name, WORD) >= length && length && length <= NAME_MAX_BYTES;
}

/* "url(#id)". Returns: (transfer full): the id, or NULL */
static char *paint_server_of(const char *value)
{
  const char *id = g_str_has_prefix(value, "url(#") ? value + strlen("url(#") : "";
  const char *end = strchr(id, ')');
  return end && !end[1] && is_id(id, (gsize)(end - id)) ? g_strndup(id, (gsize)(end - id)) : NULL;
}

/* The word before a bracket is one of the functions. */
static gboolean is_function(const char *value, const char *bracket)
{
  const char *word = bracket;
  while (word > value && g_ascii_isalpha(word[-1])) word--;
  g_autofree char *name = g_strndup(word, (gsize)(bracket - word));
  return is_one_of(name, functions);
}

/* Neither escapes, by which anything can be written, nor functions but those that are known. */
static gboolean is_plain(const char *value)
{
  if (strpbrk(value, "\\@!<;{")) return FALSE;
  for (const char *bracket = value; (bracket = strchr(bracket, '(')); bracket++)
    if (!is_function(value, bracket)) return FALSE;
  return TRUE;
}

/* Characters that XML may have, and GLib takes more. */
static gboolean check_characters(const Reading *reading, const char *text, GError **error)
{
  for (const char *at = text; *at; at = g_utf8_next_char(at)) {
    gunichar letter = g_utf8_get_char(at);
    if ((g_unichar_iscntrl(letter) && !strchr("\t\n\r", (int)letter)) || letter == 0xFFFE || letter == 0xFFFF)
      return fail(reading, error, "the character U+%04X is not of XML", letter);
  }
  return TRUE;
}

/* All blanks are the same. */
static void write_text(Reading *reading, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text(text, -1);
  g_string_append(reading->out, g_strdelimit(escaped, "\t\r\n", ' '));
}

static void write_attribute(Reading *reading, const char *name, const char *value)
{
  g_string_append_printf(reading->out, " %s=\"", name);
  write_text(reading, value);
  g_string_append_c(reading->out, '"');
}

static gboolean take_reference(Reading *reading, const char *name, const char *value, GError **error)
{
  if (*value != '#' || !is_id(value + 1, strlen(value + 1)))
    return fail(reading, error, "%s=\"%s\": a picture refers to nothing outside; \"#name\" is one of its own gradients",
                name, value);
  g_ptr_array_add(reading->refers_to, g_strdup(value + 1));
  write_attribute(reading, "href", value);
  return TRUE;
}

static gboolean take_value(Reading *reading, const char *name, const char *value, GError **error)
{
  if (!check_characters(reading, value, error)) return FALSE;
  char *server = g_str_equal(name, "fill") || g_str_equal(name, "stroke") ? paint_server_of(value) : NULL;
  if (server)
    g_ptr_array_add(reading->refers_to, server);
  else if (!is_plain(value))
    return fail(reading, error,
                "%s=\"%s\": not a value for pictures, which have colours, numbers and, in fill and stroke, url(#name)",
                name, value);
  write_attribute(reading, name, value);
  return TRUE;
}

static gboolean take_id(Reading *reading, const char *value, GError **error)
{
  if (!is_id(value, strlen(value)))
    return fail(reading, error, "id=\"%s\": not a word of a-z, A-Z, 0-9, '.', '_', '-'", value);
  if (!g_hash_table_add(reading->ids, g_strdup(value))) return fail(reading, error, "id=\"%s\" is there twice", value);
  write_attribute(reading, "id", value);
  return TRUE;
}

/* --- attributes */

/* Those of one element, by name: how `style` has it counts more than an attribute. */
typedef struct {
  const char *name;
  char *value;
} Attribute;

static void clear_attribute(gpointer data) { g_free(((Attribute *)data)->value); }

static Attribute *find_attribute(GArray *attributes, const char *name)
{
  for (guint i = 0; i < attributes->len; i++)
    if (g_str_equal(g_array_index(attributes, Attribute, i).name, name))
      return &g_array_index(attributes, Attribute, i);
  return NULL;
}

static void set_attribute(GArray *attributes, const char *name, const char *value)
{
  Attribute *there = find_attribute(attributes, name);
  const Attribute attribute = {g_intern_string(name), g_strdup(value)};
  if (there) {
    g_free(there->value);
    *there = attribute;
  } else {
    g_array_append_val(attributes, attribute);
  }
}

static gboolean is_left_out(const char *name)
{
  if (g_str_equal(name, "xlink:href")) return FALSE;
  return strchr(name, ':') || g_str_equal(name, "xmlns") || g_str_equal(name, "class") ||
         g_str_equal(name, "version") || g_str_has_prefix(name, "data-");
}

static gboolean read_declaration(const Reading *reading, GArray *attributes, char *declaration, GError **error)
{
  if (*g_strstrip(declaration) == '\0') return TRUE;
  char *colon = strchr(declaration, ':');
  if (!colon) return fail(reading, error, "style: \"%s\" is not \"name: value\"", declaration);
  *colon = '\0';
  const char *name = g_strstrip(declaration);
  if (*name == '-') return TRUE;
  if (!is_one_of(name, paints)) return fail(reading, error, "style: a picture has no %s", name);
  set_attribute(attributes, name, g_strstrip(colon + 1));
  return TRUE;
}

static gboolean read_style(const Reading *reading, GArray *attributes, const char *style, GError **error)
{
  g_auto(GStrv) declarations = g_strsplit(style, ";", -1);
  for (char **declaration = declarations; *declaration; declaration++)
    if (!read_declaration(reading, attributes, *declaration, error)) return FALSE;
  return TRUE;
}

static gboolean read_attribute(const Reading *reading, GArray *attributes, const char *name, const char *value,
                               GError **error)
{
  if (find_attribute(attributes, name)) return fail(reading, error, "%s is there twice", name);
  if (g_str_has_prefix(name, "on")) return fail(reading, error, "%s: a picture has no script", name);
  if (!is_one_of(name, places) && !is_one_of(name, paints))
    return fail(reading, error, "a picture has no attribute %s", name);
  set_attribute(attributes, name, value);
  return TRUE;
}

static gboolean is_gradient(const char *element)
{
  return g_str_equal(element, "linearGradient") || g_str_equal(element, "radialGradient");
}

/* References of gradients are written at once; what paints is written when `style` is known. */
static gboolean take_attributes(Reading *reading, const char *element, const char **names, const char **values,
                                GError **error)
{
  g_autoptr(GArray) attributes = g_array_new(FALSE, FALSE, sizeof(Attribute));
  const char *style = NULL, *reference = NULL;
  g_array_set_clear_func(attributes, clear_attribute);
  for (guint i = 0; names[i]; i++) {
    const char *name = names[i];
    gboolean refers = g_str_equal(name, "href") || g_str_equal(name, "xlink:href");
    if (refers && !is_gradient(element)) return fail(reading, error, "%s: a picture has no links", name);
    if (g_str_equal(name, "xmlns") && !g_str_equal(values[i], NAMESPACE))
      return fail(reading, error, "xmlns=\"%s\": <%s> is not of SVG", values[i], element);
    if (refers)
      reference = values[i];
    else if (g_str_equal(name, "style"))
      style = values[i];
    else if (!is_left_out(name) && !read_attribute(reading, attributes, name, values[i], error))
      return FALSE;
  }
  if (style && !read_style(reading, attributes, style, error)) return FALSE;
  if (reference && !take_reference(reading, "href", reference, error)) return FALSE;
  for (guint i = 0; i < attributes->len; i++) {
    const Attribute *attribute = &g_array_index(attributes, Attribute, i);
    gboolean ok = g_str_equal(attribute->name, "id") ? take_id(reading, attribute->value, error)
                                                     : take_value(reading, attribute->name, attribute->value, error);
    if (!ok) return FALSE;
  }
  return TRUE;
}

/* --- elements */

/* Four numbers, the last two larger than 0. Returns: (transfer full) (nullable): them */
static char *read_view(const char *text)
{
  double number[4];
  char word[4][G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < 4; i++) {
    char *end;
    number[i] = g_ascii_strtod(text, &end);
    if (end == text || !(fabs(number[i]) <= VIEW_MAX)) return NULL;
    g_ascii_formatd(word[i], sizeof word[i], "%.6g", number[i]);
    text = end + strspn(end, " \t\r\n,");
  }
  if (*text || number[2] <= 0 || number[3] <= 0) return NULL;
  return g_strjoin(" ", word[0], word[1], word[2], word[3], NULL);
}

static const char *find_value(const char *name, const char **names, const char **values)
{
  for (guint i = 0; names[i]; i++)
    if (g_str_equal(names[i], name)) return values[i];
  return NULL;
}

/* A picture is as large as what it is drawn on. */
static gboolean begin_picture(Reading *reading, const char *element, const char **names, const char **values,
                              GError **error)
{
  static const char of_size[] = "x y width height viewBox preserveAspectRatio baseProfile enable-background zoomAndPan";
  const char *written = find_value("viewBox", names, values), *space = find_value("xmlns", names, values);
  g_autofree char *view = written ? read_view(written) : NULL;
  g_autoptr(GPtrArray) others = g_ptr_array_new(), their_values = g_ptr_array_new();
  if (!g_str_equal(element, "svg") || g_strcmp0(space, NAMESPACE) != 0)
    return fail(reading, error, "it begins with <%s>, not with <svg xmlns=\"" NAMESPACE "\" viewBox=\"0 0 100 100\">",
                element);
  if (!view)
    return fail(reading, error, "viewBox is %s: a picture says its size by four numbers, like viewBox=\"0 0 100 100\"",
                written ? written : "missing");
  for (guint i = 0; names[i]; i++)
    if (!is_one_of(names[i], of_size)) {
      g_ptr_array_add(others, (gpointer)names[i]);
      g_ptr_array_add(their_values, (gpointer)values[i]);
    }
  g_ptr_array_add(others, NULL);
  g_string_append(reading->out, "<svg xmlns=\"" NAMESPACE "\"");
  write_attribute(reading, "viewBox", view);
  if (!take_attributes(reading, element, (const char **)others->pdata, (const char **)their_values->pdata, error))
    return FALSE;
  g_string_append_c(reading->out, '>');
  return TRUE;
}

static gboolean begin_shape(Reading *reading, const char *element, const char **names, const char **values,
                            GError **error)
{
  if (!is_one_of(element, shapes))
    return fail(reading, error, "<%s> may not be in a picture: %s", element, cure_of(element));
  g_string_append_printf(reading->out, "<%s", element);
  if (!take_attributes(reading, element, names, values, error)) return FALSE;
  g_string_append_c(reading->out, '>');
  return TRUE;
}

static gboolean begin_element(Reading *reading, const char *element, const char **names, const char **values,
                              GError **error)
{
  if (reading->ended) return fail(reading, error, "<%s> stands behind the end of the picture", element);
  if (++reading->elements > LAP_PICTURE_ELEMENTS_MAX)
    return fail(reading, error, "it has more than %d elements; draw it more simply", LAP_PICTURE_ELEMENTS_MAX);
  if (++reading->depth > LAP_PICTURE_DEPTH_MAX)
    return fail(reading, error, "its elements stand in one another more than %d deep", LAP_PICTURE_DEPTH_MAX);
  if (reading->depth == 1) return begin_picture(reading, element, names, values, error);
  if (reading->left_out || strchr(element, ':') || is_one_of(element, unseen)) {
    reading->left_out++;
    return TRUE;
  }
  reading->in_text = g_str_equal(element, "text") || g_str_equal(element, "tspan");
  return begin_shape(reading, element, names, values, error);
}

static void on_start(GMarkupParseContext *context G_GNUC_UNUSED, const char *element, const char **names,
                     const char **values, gpointer data, GError **error)
{
  begin_element(data, element, names, values, error);
}

static void on_end(GMarkupParseContext *context, const char *element, gpointer data, GError **error G_GNUC_UNUSED)
{
  Reading *reading = data;
  reading->depth--;
  reading->ended = reading->depth == 0;
  if (reading->left_out) {
    reading->left_out--;
    return;
  }
  const GSList *open = g_markup_parse_context_get_element_stack(context);
  const char *outer = open && open->next ? open->next->data : "";
  reading->in_text = g_str_equal(outer, "text") || g_str_equal(outer, "tspan");
  g_string_append_printf(reading->out, "</%s>", element);
}

static gboolean is_blank(const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace(text[i])) return FALSE;
  return TRUE;
}

static void on_text(GMarkupParseContext *context G_GNUC_UNUSED, const char *text, gsize length, gpointer data,
                    GError **error)
{
  Reading *reading = data;
  if (reading->left_out) return;
  if (!reading->in_text) {
    if (!is_blank(text, length)) fail(reading, error, "text stands outside of <text>");
    return;
  }
  g_autofree char *whole = g_strndup(text, length);
  if (check_characters(reading, whole, error)) write_text(reading, whole);
}

/* Comments, and what begins with <? or <!, which GLib reports when it is past the line. */
static void on_other(GMarkupParseContext *context G_GNUC_UNUSED, const char *text, gsize length,
                     gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autofree char *what = g_strndup(text, length);
  if (g_str_has_prefix(what, "<!--") || g_str_has_prefix(what, "<?xml ")) return;
  what[strspn(what, WORD "<!?")] = '\0';
  g_set_error(error, LAP_PICTURE_ERROR, 0,
              "%s: a picture has neither a DOCTYPE nor entities nor instructions; take that out", what);
}

/* --- the whole */

static gboolean check_references(const Reading *reading, GError **error)
{
  for (guint i = 0; i < reading->refers_to->len; i++)
    if (!g_hash_table_contains(reading->ids, reading->refers_to->pdata[i])) {
      g_set_error(error, LAP_PICTURE_ERROR, 0, "it refers to #%s, and nothing in it has that id",
                  (const char *)reading->refers_to->pdata[i]);
      return FALSE;
    }
  return TRUE;
}

/* GLib says "Error on line 3 char 5: ...", and may cut a character. */
static void take_error(GError **error, GError *cause)
{
  g_autofree char *what = g_utf8_make_valid(cause->message, -1);
  g_set_error(error, LAP_PICTURE_ERROR, 0, "%s%s", cause->domain == LAP_PICTURE_ERROR ? "" : "not XML: ", what);
  g_error_free(cause);
}

/* GLib takes a byte 0 for an end. */
static gboolean parse(Reading *reading, const char *svg, gsize length, GError **error)
{
  GError *cause = NULL;
  if (!g_utf8_validate(svg, (gssize)length, NULL)) {
    g_set_error(error, LAP_PICTURE_ERROR, 0, "not XML: not UTF-8");
    return FALSE;
  }
  if (g_markup_parse_context_parse(reading->context, svg, (gssize)length, &cause) &&
      g_markup_parse_context_end_parse(reading->context, &cause))
    return check_references(reading, error);
  take_error(error, cause);
  return FALSE;
}

GBytes *lap_picture_read(const char *svg, gsize length, GError **error)
{
  static const GMarkupParser parser = {on_start, on_end, on_text, on_other, NULL};
  if (length > LAP_PICTURE_SIZE_MAX) {
    g_set_error(error, LAP_PICTURE_ERROR, 0, "it has %zu bytes, at most %u are possible", length, LAP_PICTURE_SIZE_MAX);
    return NULL;
  }
  Reading reading = {.out = g_string_sized_new(length)};
  reading.context = g_markup_parse_context_new(&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &reading, NULL);
  reading.ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  reading.refers_to = g_ptr_array_new_with_free_func(g_free);
  gboolean ok = parse(&reading, svg, length, error);
  g_markup_parse_context_free(reading.context);
  g_hash_table_unref(reading.ids);
  g_ptr_array_unref(reading.refers_to);
  if (ok) return g_string_free_to_bytes(reading.out);
  g_string_free(reading.out, TRUE);
  return NULL;
}
