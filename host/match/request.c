/* Requests that come again: the same key with the same request is granted once. */
#include "match-state.h"
#include "settings.h"

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

guint64 lap_digest_word(const char *word) { return lap_digest_add_text(FNV_START, word); }

static const LapGranted *find(const LapMatch *match, guint64 key)
{
  for (guint i = match->granted->len; i; i--) {
    const LapGranted *granted = &g_array_index(match->granted, LapGranted, i - 1);
    if (granted->request.key == key) return granted;
  }
  return NULL;
}

static guint64 mark_of(const LapMatch *match, guint who, const char *key)
{
  return MAX(lap_secret_mark(match->salt, "%u:%s", who, key), 1);
}

gboolean lap_request_was_granted(const LapMatch *match, guint who, const char *key)
{
  return find(match, mark_of(match, who, key)) != NULL;
}

LapRequestState lap_request_begin(LapMatch *match, guint who, const char *key, guint64 digest, LapRequest *request,
                                  const LapGranted **granted, GError **error)
{
  *request = (LapRequest){0};
  *granted = NULL;
  if (!lap_match_ready(match, error)) return LAP_REQUEST_REFUSED;
  if (!key) return LAP_REQUEST_NEW;
  if (!lap_key_check(key, error)) return LAP_REQUEST_REFUSED;
  *request = (LapRequest){mark_of(match, who, key), digest};
  *granted = find(match, request->key);
  if (!*granted) return LAP_REQUEST_NEW;
  if ((*granted)->request.digest == digest) return LAP_REQUEST_AGAIN;
  lap_match_refuse(error, LAP_MATCH_ERROR_KEY_REUSED, "the key came before with another request; each needs a new one");
  return LAP_REQUEST_REFUSED;
}

void lap_request_grant(LapMatch *match, const LapRequest *request, guint64 seq, guint seat)
{
  const LapGranted granted = {*request, (guint32)seq, seat};
  if (request->key) g_array_append_val(match->granted, granted);
}
