#include "schema-format.h"

#include <string.h>

#define KEY_MIN 16
#define KEY_MAX 64
#define MATCH_MAX 64
#define TOKEN_LENGTH 32

static gboolean is_token(const char *text)
{
  return strlen(text) == TOKEN_LENGTH && strspn(text, "0123456789abcdef") == TOKEN_LENGTH;
}

static gboolean is_match(const char *text)
{
  gsize length = strlen(text);
  return length >= 1 && length <= MATCH_MAX && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789") == length;
}

static gboolean is_key(const char *text)
{
  gsize length = strlen(text);
  for (const char *c = text; *c; c++)
    if (!g_ascii_isprint(*c)) return FALSE;
  return length >= KEY_MIN && length <= KEY_MAX;
}

static gboolean is_number(const char *text)
{
  guint64 number;
  return g_ascii_isdigit(*text) && g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &number, NULL);
}

static gboolean is_hash(const char *text) { return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16; }

static const LapFormat formats[] = {
    {"token", "32 hexadecimal digits (0-9, a-f)", is_token},
    {"match", "the id of a match, 1 to 64 of a-z, 0-9", is_match},
    {"key", "16 to 64 printable characters of ASCII", is_key},
    {"uint64", "a whole number of 64 bits, as text", is_number},
    {"hash", "16 hexadecimal digits (0-9, a-f)", is_hash},
};

const LapFormat *lap_format_named(const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    if (g_str_equal(formats[i].name, name)) return &formats[i];
  return NULL;
}
