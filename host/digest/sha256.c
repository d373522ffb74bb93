#include "sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

static EVP_MD_CTX *evp(LapSha256Context *context) { return (EVP_MD_CTX *)context; }

static void free_context(gpointer context) { EVP_MD_CTX_free(context); }

/* OpenSSL frees all that it has when the process exits, unless the first that uses it says not to. Threads that hash
 * files of plugins may still run then. */
static const EVP_MD *look_up(void)
{
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
  return EVP_sha256();
}

/* To make a context, and to look the algorithm up, takes longer than to hash an entry, so each thread keeps one. */
LapSha256Context *lap_sha256_begin(void)
{
  static GPrivate own = G_PRIVATE_INIT(free_context);
  EVP_MD_CTX *context = g_private_get(&own);
  const EVP_MD *algorithm = context ? NULL : look_up(); /* NULL: the one that the context has */
  if (!context) g_private_set(&own, context = EVP_MD_CTX_new());
  if (!context || !EVP_DigestInit_ex(context, algorithm, NULL)) g_error("OpenSSL has no SHA-256");
  return (LapSha256Context *)context;
}

void lap_sha256_add(LapSha256Context *context, gconstpointer data, gsize length)
{
  EVP_DigestUpdate(evp(context), data, length);
}

LapSha256 lap_sha256_end(LapSha256Context *context)
{
  LapSha256 digest;
  if (!EVP_DigestFinal_ex(evp(context), digest.bytes, NULL)) g_error("OpenSSL has no SHA-256");
  return digest;
}

LapSha256 lap_sha256_of(gconstpointer data, gsize length)
{
  LapSha256Context *context = lap_sha256_begin();
  lap_sha256_add(context, data, length);
  return lap_sha256_end(context);
}

char *lap_sha256_to_hex(const LapSha256 *digest)
{
  GString *hex = g_string_sized_new(2 * LAP_SHA256_SIZE + 1);
  for (gsize i = 0; i < LAP_SHA256_SIZE; i++) g_string_append_printf(hex, "%02x", digest->bytes[i]);
  return g_string_free(hex, FALSE);
}
