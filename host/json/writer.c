#include "writer.h"

#include <string.h>

#define DEPTH_MAX 64

LapJsonWriter lap_json_writer(GString *out) { return (LapJsonWriter){.out = out}; }

LapJsonWriter lap_json_line_writer(GString *out) { return (LapJsonWriter){.out = out, .lines = TRUE}; }

LapJsonWriter lap_json_writer_inside(GString *out)
{
  return (LapJsonWriter){
      .out = out, .depth = 1, .object = 1, .filled = out->len && !strchr("{[,:", out->str[out->len - 1])};
}

/* What g_string_append_len does, without a call where there is room: most of what is written is a few bytes long. */
static inline void put(GString *out, const char *text, gsize length)
{
  if (G_UNLIKELY(out->len + length >= out->allocated_len)) {
    g_string_append_len(out, text, (gssize)length);
    return;
  }
  memcpy(out->str + out->len, text, length);
  out->len += length;
  out->str[out->len] = '\0';
}

/* --- nesting: what comes before and after a value */

static guint64 top_bit(const LapJsonWriter *json) { return G_GUINT64_CONSTANT(1) << (json->depth - 1); }

static gboolean in_object(const LapJsonWriter *json) { return json->depth && json->object & top_bit(json); }

static void separate(LapJsonWriter *json)
{
  guint64 bit = top_bit(json);
  if (json->filled & bit) g_string_append_c(json->out, ',');
  json->filled |= bit;
}

static void begin_value(LapJsonWriter *json)
{
  g_assert(json->named || !in_object(json));
  if (!json->named && json->depth) separate(json);
  json->named = FALSE;
}

static void end_value(LapJsonWriter *json)
{
  if (json->lines && !json->depth) g_string_append_c(json->out, '\n');
}

static void begin(LapJsonWriter *json, gboolean object)
{
  begin_value(json);
  g_assert(json->depth < DEPTH_MAX);
  json->depth++;
  json->filled &= ~top_bit(json);
  json->object = object ? json->object | top_bit(json) : json->object & ~top_bit(json);
  g_string_append_c(json->out, object ? '{' : '[');
}

static void end(LapJsonWriter *json, gboolean object)
{
  g_assert(json->depth && !json->named && in_object(json) == object);
  json->depth--;
  g_string_append_c(json->out, object ? '}' : ']');
  end_value(json);
}

void lap_json_begin_object(LapJsonWriter *json) { begin(json, TRUE); }

void lap_json_end_object(LapJsonWriter *json) { end(json, TRUE); }

void lap_json_begin_array(LapJsonWriter *json) { begin(json, FALSE); }

void lap_json_end_array(LapJsonWriter *json) { end(json, FALSE); }

/* --- text */

static void escape(GString *out, guchar c)
{
  static const char values[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
  const char *value = memchr(values, c, sizeof values - 1);
  if (value)
    g_string_append_printf(out, "\\%c", names[value - values]);
  else
    g_string_append_printf(out, "\\u%04x", c);
}

static gboolean is_plain(guchar c) { return c >= 0x20 && c != '"' && c != '\\' && c != 0x7F; }

static void append_escaped(GString *out, const char *text)
{
  while (*text) {
    const char *start = text;
    while (*text && is_plain((guchar)*text)) text++;
    put(out, start, (gsize)(text - start));
    if (*text) escape(out, (guchar)*text++);
  }
}

void lap_json_append(LapJsonWriter *json, const char *part)
{
  g_autofree char *valid = g_utf8_validate(part, -1, NULL) ? NULL : g_utf8_make_valid(part, -1);
  append_escaped(json->out, valid ? valid : part);
}

void lap_json_append_word(LapJsonWriter *json, const char *part) { put(json->out, part, strlen(part)); }

void lap_json_begin_string(LapJsonWriter *json)
{
  begin_value(json);
  g_string_append_c(json->out, '"');
}

void lap_json_end_string(LapJsonWriter *json)
{
  g_string_append_c(json->out, '"');
  end_value(json);
}

void lap_json_string(LapJsonWriter *json, const char *text)
{
  if (!text) {
    lap_json_null(json);
    return;
  }
  lap_json_begin_string(json);
  lap_json_append(json, text);
  lap_json_end_string(json);
}

void lap_json_word(LapJsonWriter *json, const char *word)
{
  lap_json_begin_string(json);
  put(json->out, word, strlen(word));
  lap_json_end_string(json);
}

void lap_json_word_format(LapJsonWriter *json, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  lap_json_begin_string(json);
  g_string_append_vprintf(json->out, format, values);
  lap_json_end_string(json);
  va_end(values);
}

static void begin_name(LapJsonWriter *json)
{
  g_assert(in_object(json) && !json->named);
  separate(json);
  json->named = TRUE;
  g_string_append_c(json->out, '"');
}

void lap_json_name(LapJsonWriter *json, const char *name)
{
  begin_name(json);
  put(json->out, name, strlen(name));
  put(json->out, "\":", 2);
}

void lap_json_name_any(LapJsonWriter *json, const char *name)
{
  begin_name(json);
  lap_json_append(json, name);
  put(json->out, "\":", 2);
}

/* --- other values */

static void append_digits(GString *out, guint64 number, gboolean negative)
{
  char digits[24];
  char *end = digits + sizeof digits, *at = end;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  if (negative) *--at = '-';
  put(out, at, (gsize)(end - at));
}

void lap_json_int(LapJsonWriter *json, gint64 number)
{
  begin_value(json);
  append_digits(json->out, number < 0 ? -(guint64)number : (guint64)number, number < 0);
  end_value(json);
}

void lap_json_uint(LapJsonWriter *json, guint64 number)
{
  gboolean quoted = number > (G_GUINT64_CONSTANT(1) << 53);
  begin_value(json);
  if (quoted) g_string_append_c(json->out, '"');
  append_digits(json->out, number, FALSE);
  if (quoted) g_string_append_c(json->out, '"');
  end_value(json);
}

void lap_json_hex(LapJsonWriter *json, guint64 number)
{
  char digits[17];
  for (guint i = 0; i < 16; i++) digits[i] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
  digits[16] = '\0';
  lap_json_word(json, digits);
}

void lap_json_raw(LapJsonWriter *json, const char *text, gssize length)
{
  begin_value(json);
  put(json->out, text, length < 0 ? strlen(text) : (gsize)length);
  end_value(json);
}

void lap_json_bool(LapJsonWriter *json, gboolean is) { lap_json_raw(json, is ? "true" : "false", -1); }

void lap_json_null(LapJsonWriter *json) { lap_json_raw(json, "null", 4); }

void lap_json_bit_set(LapJsonWriter *json, guint32 bits)
{
  lap_json_begin_array(json);
  for (guint bit = 0; bit < 32; bit++)
    if (bits >> bit & 1) lap_json_int(json, bit);
  lap_json_end_array(json);
}

/* --- members */

void lap_json_member_object(LapJsonWriter *json, const char *name)
{
  lap_json_name(json, name);
  lap_json_begin_object(json);
}

void lap_json_member_array(LapJsonWriter *json, const char *name)
{
  lap_json_name(json, name);
  lap_json_begin_array(json);
}

void lap_json_member_string(LapJsonWriter *json, const char *name, const char *text)
{
  lap_json_name(json, name);
  lap_json_string(json, text);
}

void lap_json_member_word(LapJsonWriter *json, const char *name, const char *word)
{
  lap_json_name(json, name);
  lap_json_word(json, word);
}

void lap_json_member_int(LapJsonWriter *json, const char *name, gint64 number)
{
  lap_json_name(json, name);
  lap_json_int(json, number);
}

void lap_json_member_bool(LapJsonWriter *json, const char *name, gboolean is)
{
  lap_json_name(json, name);
  lap_json_bool(json, is);
}

void lap_json_member_optional(LapJsonWriter *json, const char *name, const char *text)
{
  if (text) lap_json_member_string(json, name, text);
}

void lap_json_member_true(LapJsonWriter *json, const char *name, gboolean is)
{
  if (is) lap_json_member_bool(json, name, TRUE);
}
