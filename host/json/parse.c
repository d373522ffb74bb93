#include "parse.h"

#include <string.h>

GQuark lap_json_error_quark(void) { return g_quark_from_static_string("lap-json-error-quark"); }

typedef struct {
  const char *text, *at, *end; /* text <= at <= end */
  guint depth;                 /* nesting depth: objects and arrays that are open */
  GString *string;             /* the string that was read last, escapes resolved */
  GError **error;
} Reader;

/* Reads what `node`, which is new, then holds. FALSE: the error is set. */
static gboolean read_value(Reader *reader, JsonNode *node);

/* Sets an error for what is wrong at `at`, by line and column. Returns FALSE. */
static gboolean fail(Reader *reader, const char *at, LapJsonError code, const char *what)
{
  guint line = 1;
  const char *start = reader->text;
  for (const char *c = reader->text; c < at; c++) {
    if (*c != '\n') continue;
    line++;
    start = c + 1;
  }
  guint column = 1;
  for (const char *c = start; c < at; c++) column += ((guchar)*c & 0xC0) != 0x80;
  g_set_error(reader->error, LAP_JSON_ERROR, code, "line %u, column %u: %s", line, column, what);
  return FALSE;
}

static gboolean fail_here(Reader *reader, const char *what)
{
  return fail(reader, reader->at, LAP_JSON_ERROR_SYNTAX, what);
}

/* The byte to read next, or -1 at the end. */
static int peek(const Reader *reader) { return reader->at < reader->end ? (guchar)*reader->at : -1; }

static gboolean take(Reader *reader, char c)
{
  if (peek(reader) != c) return FALSE;
  reader->at++;
  return TRUE;
}

static void skip_space(Reader *reader)
{
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at) reader->at++;
}

static gboolean read_word(Reader *reader, const char *word)
{
  gsize length = strlen(word);
  if ((gsize)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
    return fail_here(reader, "expected a value: an object, an array, a string, a number, true, false or null");
  reader->at += length;
  return TRUE;
}

static gboolean read_unit(Reader *reader, guint *unit)
{
  *unit = 0;
  for (guint i = 0; i < 4; i++) {
    int digit = reader->at < reader->end ? g_ascii_xdigit_value(*reader->at) : -1;
    if (digit < 0) return fail_here(reader, "expected four hex digits after \\u");
    *unit = *unit << 4 | (guint)digit;
    reader->at++;
  }
  return TRUE;
}

/* The second half of a surrogate pair whose first is `*unit`; leaves the character there. */
static gboolean read_low_half(Reader *reader, const char *start, guint *unit)
{
  guint low;
  if (!take(reader, '\\') || !take(reader, 'u'))
    return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "half of a surrogate pair; both halves must be there");
  if (!read_unit(reader, &low)) return FALSE;
  if (low < 0xDC00 || low > 0xDFFF)
    return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "half of a surrogate pair; both halves must be there");
  *unit = 0x10000 + ((*unit - 0xD800) << 10) + (low - 0xDC00);
  return TRUE;
}

static gboolean read_unicode(Reader *reader, const char *start)
{
  guint unit;
  if (!read_unit(reader, &unit)) return FALSE;
  if (unit == 0) return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "a string may not hold \\u0000");
  if (unit >= 0xDC00 && unit <= 0xDFFF)
    return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "half of a surrogate pair; both halves must be there");
  if (unit >= 0xD800 && unit <= 0xDBFF && !read_low_half(reader, start, &unit)) return FALSE;
  g_string_append_unichar(reader->string, unit);
  return TRUE;
}

/* What follows a backslash. */
static gboolean read_escape(Reader *reader)
{
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  const char *start = reader->at - 1;
  if (take(reader, 'u')) return read_unicode(reader, start);
  int c = peek(reader);
  const char *name = c > 0 ? strchr(names, c) : NULL;
  if (!name)
    return fail(reader, start, LAP_JSON_ERROR_SYNTAX,
                "no such escape; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
  reader->at++;
  g_string_append_c(reader->string, values[name - names]);
  return TRUE;
}

/* Up to what ends a string, or cannot be in it as it is. */
static void read_plain(Reader *reader)
{
  const char *start = reader->at;
  while (reader->at < reader->end && *reader->at != '"' && *reader->at != '\\' && (guchar)*reader->at >= 0x20)
    reader->at++;
  g_string_append_len(reader->string, start, reader->at - start);
}

/* A string, its quotation mark still to read. */
static gboolean read_string(Reader *reader)
{
  const char *start = reader->at++;
  g_string_truncate(reader->string, 0);
  for (;;) {
    read_plain(reader);
    if (take(reader, '"')) return TRUE;
    if (reader->at == reader->end) return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "this string has no end");
    if (!take(reader, '\\')) return fail_here(reader, "a control character in a string; write it as an escape");
    if (!read_escape(reader)) return FALSE;
  }
}

static gboolean read_text(Reader *reader, JsonNode *node)
{
  if (!read_string(reader)) return FALSE;
  json_node_init_string(node, reader->string->str);
  return TRUE;
}

static gboolean read_digits(Reader *reader, const char *what)
{
  if (!g_ascii_isdigit(peek(reader))) return fail_here(reader, what);
  while (g_ascii_isdigit(peek(reader))) reader->at++;
  return TRUE;
}

/* The digits from `start` on, with a sign or none. FALSE: they do not stay within int64. */
static gboolean read_int64(const char *start, const char *end, gint64 *value)
{
  gboolean negative = *start == '-';
  *value = 0;
  for (const char *c = start + negative; c < end; c++) {
    int digit = *c - '0';
    if (__builtin_mul_overflow(*value, (gint64)10, value)) return FALSE;
    if (__builtin_add_overflow(*value, (gint64)(negative ? -digit : digit), value)) return FALSE;
  }
  return TRUE;
}

static gboolean take_whole(Reader *reader, const char *start, JsonNode *node)
{
  gint64 value;
  if (!read_int64(start, reader->at, &value))
    return fail(reader, start, LAP_JSON_ERROR_RANGE, "a whole number past 64 bits");
  json_node_init_int(node, value);
  return TRUE;
}

/* What follows a number may be the end of the text, which need not end in NUL. */
static gboolean take_real(Reader *reader, const char *start, JsonNode *node)
{
  g_string_truncate(reader->string, 0);
  g_string_append_len(reader->string, start, reader->at - start);
  json_node_init_double(node, g_ascii_strtod(reader->string->str, NULL));
  return TRUE;
}

static gboolean read_fraction(Reader *reader)
{
  return read_digits(reader, "expected a digit after the decimal point");
}

static gboolean read_exponent(Reader *reader)
{
  if (!take(reader, '+')) take(reader, '-');
  return read_digits(reader, "expected a digit in the exponent");
}

static gboolean read_number(Reader *reader, JsonNode *node)
{
  const char *start = reader->at;
  take(reader, '-');
  if (peek(reader) == '0') {
    reader->at++;
    if (g_ascii_isdigit(peek(reader))) return fail_here(reader, "a number may not begin with 0");
  } else if (!read_digits(reader, "expected a digit")) {
    return FALSE;
  }
  const char *whole_end = reader->at;
  if (take(reader, '.') && !read_fraction(reader)) return FALSE;
  if ((take(reader, 'e') || take(reader, 'E')) && !read_exponent(reader)) return FALSE;
  return reader->at == whole_end ? take_whole(reader, start, node) : take_real(reader, start, node);
}

/* A key, a colon and a value. */
static gboolean read_member(Reader *reader, JsonObject *object)
{
  const char *start = reader->at;
  if (peek(reader) != '"') return fail_here(reader, "expected a key in double quotes");
  if (!read_string(reader)) return FALSE;
  g_autofree char *key = g_strdup(reader->string->str);
  if (json_object_has_member(object, key)) {
    g_autofree char *what = g_strdup_printf("the key \"%s\" stands twice in this object", key);
    return fail(reader, start, LAP_JSON_ERROR_DUPLICATE, what);
  }
  skip_space(reader);
  if (!take(reader, ':')) return fail_here(reader, "expected ':' after the key");
  g_autoptr(JsonNode) value = json_node_alloc();
  if (!read_value(reader, value)) return FALSE;
  json_object_set_member(object, key, g_steal_pointer(&value));
  return TRUE;
}

static gboolean read_object(Reader *reader, JsonNode *node)
{
  g_autoptr(JsonObject) object = json_object_new();
  json_node_init_object(node, object);
  skip_space(reader);
  if (take(reader, '}')) return TRUE;
  do {
    skip_space(reader);
    if (!read_member(reader, object)) return FALSE;
  } while (take(reader, ','));
  return take(reader, '}') || fail_here(reader, "expected ',' or '}'");
}

static gboolean read_array(Reader *reader, JsonNode *node)
{
  g_autoptr(JsonArray) array = json_array_new();
  json_node_init_array(node, array);
  skip_space(reader);
  if (take(reader, ']')) return TRUE;
  do {
    g_autoptr(JsonNode) element = json_node_alloc();
    if (!read_value(reader, element)) return FALSE;
    json_array_add_element(array, g_steal_pointer(&element));
  } while (take(reader, ','));
  return take(reader, ']') || fail_here(reader, "expected ',' or ']'");
}

static gboolean read_nested(Reader *reader, JsonNode *node, gboolean (*read)(Reader *, JsonNode *))
{
  if (reader->depth == LAP_JSON_DEPTH_MAX)
    return fail(reader, reader->at, LAP_JSON_ERROR_DEPTH, "nested more than " G_STRINGIFY(LAP_JSON_DEPTH_MAX) " deep");
  reader->at++;
  reader->depth++;
  gboolean ok = read(reader, node);
  reader->depth--;
  return ok;
}

static gboolean read_boolean(Reader *reader, JsonNode *node, gboolean value)
{
  json_node_init_boolean(node, value);
  return read_word(reader, value ? "true" : "false");
}

static gboolean read_bare_value(Reader *reader, JsonNode *node)
{
  int c = peek(reader);
  if (c == '{') return read_nested(reader, node, read_object);
  if (c == '[') return read_nested(reader, node, read_array);
  if (c == '"') return read_text(reader, node);
  if (c == '-' || g_ascii_isdigit(c)) return read_number(reader, node);
  if (c == 't' || c == 'f') return read_boolean(reader, node, c == 't');
  json_node_init_null(node);
  return read_word(reader, "null");
}

/* A value and the space around it. */
static gboolean read_value(Reader *reader, JsonNode *node)
{
  skip_space(reader);
  if (!read_bare_value(reader, node)) return FALSE;
  skip_space(reader);
  return TRUE;
}

static gboolean read_document(Reader *reader, JsonNode *node)
{
  gsize length = (gsize)(reader->end - reader->text);
  if (length > LAP_JSON_SIZE_MAX) {
    g_set_error(reader->error, LAP_JSON_ERROR, LAP_JSON_ERROR_SIZE, "%" G_GSIZE_FORMAT " bytes; at most %u are read",
                length, LAP_JSON_SIZE_MAX);
    return FALSE;
  }
  const char *valid_end;
  if (!g_utf8_validate_len(reader->text, length, &valid_end))
    return fail(reader, valid_end, LAP_JSON_ERROR_SYNTAX, *valid_end ? "not UTF-8" : "a NUL byte");
  return read_value(reader, node) && (reader->at == reader->end || fail_here(reader, "nothing may follow the value"));
}

JsonNode *lap_json_parse(const char *text, gsize length, GError **error)
{
  g_autoptr(GString) string = g_string_new(NULL);
  Reader reader = {.text = text, .at = text, .end = text + length, .string = string, .error = error};
  g_autoptr(JsonNode) root = json_node_alloc();
  return read_document(&reader, root) ? g_steal_pointer(&root) : NULL;
}
