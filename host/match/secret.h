/* Secrets: tokens and invitations. None is stored: each can be derived again from the idempotency key of the request
 * that created it, and is recognised by its hash. */
#pragma once

#include "host/json/writer.h"
#include "lapidary/action.h"

G_BEGIN_DECLS

#define LAP_SALT_SIZE 16

/*  A SHA-256. All zero: unset. */
typedef struct {
  guint8 byte[32];
} LapSecretHash;

/*  `secret` NULL: the unset hash. */
LapSecretHash lap_secret_hash(const char *secret);
gboolean lap_secret_is_set(const LapSecretHash *hash);
/* Compares in constant time. Two unset hashes are equal. */
gboolean lap_secret_same(const LapSecretHash *a, const LapSecretHash *b);

/* The first 32 hexadecimal digits of HMAC-SHA256 over what is formatted. Returns: (transfer full) */
char *lap_secret_derive(const guint8 salt[LAP_SALT_SIZE], const char *format, ...) G_GNUC_PRINTF(2, 3);
/* The first 64 bits of SHA-256 of the salt and what is formatted: recognises a key without revealing it. */
guint64 lap_secret_mark(const guint8 salt[LAP_SALT_SIZE], const char *format, ...) G_GNUC_PRINTF(2, 3);
/* An id for a match: 20 letters and digits of base 32, of SHA-256. Returns: (transfer full) */
char *lap_secret_id(const char *prefix, const char *text);

void lap_secret_write_hex(const guint8 *bytes, gsize n, GString *out);
/* Reads exactly `n` bytes, in lower case. */
gboolean lap_secret_read_hex(const char *text, guint8 *bytes, gsize n);

/* The same as a member of the open object. */
void lap_secret_member(LapJsonWriter *json, const char *name, const guint8 *bytes, gsize n);
/* Marks and hashes of blocks as lap_json_hex writes them. */
gboolean lap_secret_read_mark(const char *text, guint64 *mark);

/* Digests of requests (FNV-1a): begin with what is asked for, add to it. NULL is as "". */
guint64 lap_digest_word(const char *word);
guint64 lap_digest_add(guint64 digest, guint64 number);
guint64 lap_digest_add_text(guint64 digest, const char *text);
guint64 lap_digest_add_steps(guint64 digest, const LapAction *steps, guint n);

G_END_DECLS
