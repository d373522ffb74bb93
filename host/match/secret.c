#include "secret.h"

#include <string.h>

#define TOKEN_DIGITS 32
#define ID_LENGTH 20

static void finish(GChecksum *sum, LapSecretHash *hash)
{
  gsize size = sizeof hash->byte;
  g_checksum_get_digest(sum, hash->byte, &size);
  g_checksum_free(sum);
}

LapSecretHash lap_secret_hash(const char *secret)
{
  LapSecretHash hash = {0};
  if (!secret) return hash;
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_checksum_update(sum, (const guchar *)secret, -1);
  finish(sum, &hash);
  return hash;
}

gboolean lap_secret_is_set(const LapSecretHash *hash)
{
  static const LapSecretHash nothing;
  return memcmp(hash, &nothing, sizeof nothing) != 0;
}

gboolean lap_secret_same(const LapSecretHash *a, const LapSecretHash *b)
{
  volatile guint8 difference = 0;
  for (guint i = 0; i < sizeof a->byte; i++) difference |= a->byte[i] ^ b->byte[i];
  return difference == 0;
}

char *lap_secret_derive(const guint8 salt[LAP_SALT_SIZE], const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *text = g_strdup_vprintf(format, values);
  va_end(values);
  char *secret = g_compute_hmac_for_string(G_CHECKSUM_SHA256, salt, LAP_SALT_SIZE, text, -1);
  secret[TOKEN_DIGITS] = '\0';
  return secret;
}

guint64 lap_secret_mark(const guint8 salt[LAP_SALT_SIZE], const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *text = g_strdup_vprintf(format, values);
  va_end(values);
  LapSecretHash hash;
  guint64 mark;
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_checksum_update(sum, salt, LAP_SALT_SIZE);
  g_checksum_update(sum, (const guchar *)text, -1);
  finish(sum, &hash);
  memcpy(&mark, hash.byte, sizeof mark);
  return GUINT64_FROM_BE(mark);
}

char *lap_secret_id(const char *prefix, const char *text)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
  g_autofree char *whole = g_strconcat(prefix, text, NULL);
  LapSecretHash hash = lap_secret_hash(whole);
  char *id = g_malloc(ID_LENGTH + 1);
  guint64 bits = 0;
  for (guint i = 0, have = 0, next = 0; i < ID_LENGTH; i++) {
    if (have < 5) {
      bits = bits << 8 | hash.byte[next++];
      have += 8;
    }
    have -= 5;
    id[i] = letters[bits >> have & 31];
  }
  id[ID_LENGTH] = '\0';
  return id;
}

void lap_secret_write_hex(const guint8 *bytes, gsize n, GString *out)
{
  static const char digits[] = "0123456789abcdef";
  for (gsize i = 0; i < n; i++) {
    g_string_append_c(out, digits[bytes[i] >> 4]);
    g_string_append_c(out, digits[bytes[i] & 15]);
  }
}

static int digit(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

gboolean lap_secret_read_hex(const char *text, guint8 *bytes, gsize n)
{
  if (!text || strlen(text) != 2 * n) return FALSE;
  for (gsize i = 0; i < n; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return FALSE;
    bytes[i] = (guint8)(high << 4 | low);
  }
  return TRUE;
}

void lap_secret_member(LapJsonWriter *json, const char *name, const guint8 *bytes, gsize n)
{
  g_autoptr(GString) hex = g_string_new(NULL);
  lap_secret_write_hex(bytes, n, hex);
  lap_json_member_word(json, name, hex->str);
}

gboolean lap_secret_read_mark(const char *text, guint64 *mark)
{
  guint64 bytes;
  if (!lap_secret_read_hex(text, (guint8 *)&bytes, sizeof bytes)) return FALSE;
  *mark = GUINT64_FROM_BE(bytes);
  return TRUE;
}

/* --- digests */

#define FNV_START G_GUINT64_CONSTANT(14695981039346656037)
#define FNV_PRIME G_GUINT64_CONSTANT(1099511628211)

static guint64 add_byte(guint64 digest, guint8 byte) { return (digest ^ byte) * FNV_PRIME; }

guint64 lap_digest_add_text(guint64 digest, const char *text)
{
  for (; text && *text; text++) digest = add_byte(digest, (guint8)*text);
  return add_byte(digest, 0);
}

guint64 lap_digest_add(guint64 digest, guint64 number)
{
  for (guint i = 0; i < 8; i++) digest = add_byte(digest, (guint8)(number >> 8 * i));
  return digest;
}

guint64 lap_digest_add_steps(guint64 digest, const LapAction *steps, guint n)
{
  for (guint i = 0; i < n; i++) {
    digest = lap_digest_add(digest, (guint64)steps[i].kind << 16 | (guint64)steps[i].seat << 8 | steps[i].n_args);
    for (guint a = 0; a < LAP_ARGS_MAX; a++) digest = lap_digest_add(digest, (guint16)steps[i].arg[a]);
  }
  return digest;
}

guint64 lap_digest_word(const char *word) { return lap_digest_add_text(FNV_START, word); }
