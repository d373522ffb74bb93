/* SHA-256 of what is written and loaded: log entries in the store, files of plugins.
 *
 * It is OpenSSL's, which TLS brings anyway and which uses the processor's instructions for it: GChecksum takes about
 * four times as long. What is hashed seldom and little may use GChecksum. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LAP_SHA256_SIZE 32

typedef struct {
  guint8 bytes[LAP_SHA256_SIZE];
} LapSha256;

/* A hash that is being computed: one at a time for each thread. */
typedef struct LapSha256Context LapSha256Context;

/* Begins a hash. */
LapSha256Context *lap_sha256_begin(void);
void lap_sha256_add(LapSha256Context *context, gconstpointer data, gsize length);
LapSha256 lap_sha256_end(LapSha256Context *context);

/* The hash of some bytes. */
LapSha256 lap_sha256_of(gconstpointer data, gsize length);
/* In hexadecimal, as sha256sum(1) prints it. Returns: (transfer full) */
char *lap_sha256_to_hex(const LapSha256 *digest);

G_END_DECLS
