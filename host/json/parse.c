#include "parse.h"

#include <string.h>

GQuark lap_json_error_quark(void) { return g_quark_from_static_string("lap-json-error-quark"); }

typedef struct {
  const char *text, *at, *end; /* text <= at <= end */
  guint depth;                 /* nesting depth: objects and arrays that are open */
  GError **error;
} Reader;

static gboolean read_value(Reader *reader);

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

static gboolean read_unicode(Reader *reader, const char *start, GString *out)
{
  guint unit;
  if (!read_unit(reader, &unit)) return FALSE;
  if (unit == 0) return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "a string may not hold \\u0000");
  if (unit >= 0xDC00 && unit <= 0xDFFF)
    return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "half of a surrogate pair; both halves must be there");
  if (unit >= 0xD800 && unit <= 0xDBFF && !read_low_half(reader, start, &unit)) return FALSE;
  if (out) g_string_append_unichar(out, unit);
  return TRUE;
}

/* What follows a backslash. */
static gboolean read_escape(Reader *reader, GString *out)
{
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  const char *start = reader->at - 1;
  if (take(reader, 'u')) return read_unicode(reader, start, out);
  int c = peek(reader);
  const char *name = c > 0 ? strchr(names, c) : NULL;
  if (!name)
    return fail(reader, start, LAP_JSON_ERROR_SYNTAX,
                "no such escape; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
  reader->at++;
  if (out) g_string_append_c(out, values[name - names]);
  return TRUE;
}

/* A string, its quotation mark still to read. `out`, if not NULL, gets it with escapes resolved. */
static gboolean read_string(Reader *reader, GString *out)
{
  const char *start = reader->at++;
  for (;;) {
    int c = peek(reader);
    if (c < 0) return fail(reader, start, LAP_JSON_ERROR_SYNTAX, "this string has no end");
    if (c < 0x20) return fail_here(reader, "a control character in a string; write it as an escape");
    reader->at++;
    if (c == '"') return TRUE;
    if (c == '\\') {
      if (!read_escape(reader, out)) return FALSE;
    } else if (out) {
      g_string_append_c(out, (char)c);
    }
  }
}

static gboolean read_digits(Reader *reader, const char *what)
{
  if (!g_ascii_isdigit(peek(reader))) return fail_here(reader, what);
  while (g_ascii_isdigit(peek(reader))) reader->at++;
  return TRUE;
}

/* Whether the digits from `start` on, with a sign or none, stay within int64. */
static gboolean fits_int64(const char *start, const char *end)
{
  gboolean negative = *start == '-';
  gint64 value = 0;
  for (const char *c = start + negative; c < end; c++) {
    int digit = *c - '0';
    if (__builtin_mul_overflow(value, (gint64)10, &value)) return FALSE;
    if (__builtin_add_overflow(value, (gint64)(negative ? -digit : digit), &value)) return FALSE;
  }
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

static gboolean read_number(Reader *reader)
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
  if (reader->at == whole_end && !fits_int64(start, whole_end))
    return fail(reader, start, LAP_JSON_ERROR_RANGE, "a whole number past 64 bits");
  return TRUE;
}

/* A key, a colon and a value; `keys` are those of the object so far. */
static gboolean read_member(Reader *reader, GHashTable *keys)
{
  const char *start = reader->at;
  if (peek(reader) != '"') return fail_here(reader, "expected a key in double quotes");
  g_autoptr(GString) key = g_string_new(NULL);
  if (!read_string(reader, key)) return FALSE;
  if (!g_hash_table_add(keys, g_strdup(key->str))) {
    g_autofree char *what = g_strdup_printf("the key \"%s\" stands twice in this object", key->str);
    return fail(reader, start, LAP_JSON_ERROR_DUPLICATE, what);
  }
  skip_space(reader);
  if (!take(reader, ':')) return fail_here(reader, "expected ':' after the key");
  return read_value(reader);
}

static gboolean read_object(Reader *reader)
{
  skip_space(reader);
  if (take(reader, '}')) return TRUE;
  g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  do {
    skip_space(reader);
    if (!read_member(reader, keys)) return FALSE;
  } while (take(reader, ','));
  return take(reader, '}') || fail_here(reader, "expected ',' or '}'");
}

static gboolean read_array(Reader *reader)
{
  skip_space(reader);
  if (take(reader, ']')) return TRUE;
  do {
    if (!read_value(reader)) return FALSE;
  } while (take(reader, ','));
  return take(reader, ']') || fail_here(reader, "expected ',' or ']'");
}

static gboolean read_nested(Reader *reader, gboolean (*read)(Reader *))
{
  if (reader->depth == LAP_JSON_DEPTH_MAX)
    return fail(reader, reader->at, LAP_JSON_ERROR_DEPTH, "nested more than " G_STRINGIFY(LAP_JSON_DEPTH_MAX) " deep");
  reader->at++;
  reader->depth++;
  gboolean ok = read(reader);
  reader->depth--;
  return ok;
}

static gboolean read_bare_value(Reader *reader)
{
  switch (peek(reader)) {
  case '{':
    return read_nested(reader, read_object);
  case '[':
    return read_nested(reader, read_array);
  case '"':
    return read_string(reader, NULL);
  case 't':
    return read_word(reader, "true");
  case 'f':
    return read_word(reader, "false");
  case 'n':
    return read_word(reader, "null");
  case '-':
    return read_number(reader);
  default:
    return g_ascii_isdigit(peek(reader)) ? read_number(reader) : read_word(reader, "null");
  }
}

/* A value and the space around it. */
static gboolean read_value(Reader *reader)
{
  skip_space(reader);
  if (!read_bare_value(reader)) return FALSE;
  skip_space(reader);
  return TRUE;
}

gboolean lap_json_check(const char *text, gsize length, GError **error)
{
  Reader reader = {.text = text, .at = text, .end = text + length, .error = error};
  if (length > LAP_JSON_SIZE_MAX) {
    g_set_error(error, LAP_JSON_ERROR, LAP_JSON_ERROR_SIZE, "%" G_GSIZE_FORMAT " bytes; at most %u are read", length,
                LAP_JSON_SIZE_MAX);
    return FALSE;
  }
  const char *valid_end;
  if (!g_utf8_validate_len(text, length, &valid_end))
    return fail(&reader, valid_end, LAP_JSON_ERROR_SYNTAX, *valid_end ? "not UTF-8" : "a NUL byte");
  if (!read_value(&reader)) return FALSE;
  if (reader.at < reader.end) return fail_here(&reader, "nothing may follow the value");
  return TRUE;
}

JsonNode *lap_json_parse(const char *text, gsize length, GError **error)
{
  if (!lap_json_check(text, length, error)) return NULL;
  g_autoptr(JsonParser) parser = json_parser_new_immutable();
  if (!json_parser_load_from_data(parser, text, (gssize)length, error)) return NULL;
  return json_parser_steal_root(parser);
}
