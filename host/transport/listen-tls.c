#include <openssl/ssl.h>

#include "listen-private.h"

static gboolean is_readable(const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) failure = NULL;
  if (g_file_get_contents(path, &text, NULL, &failure)) return TRUE;
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_CERTIFICATE, "%s", failure->message);
  return FALSE;
}

gboolean lap_listener_check_files(const LapListenSettings *settings, GError **error)
{
  if (!settings->certificate && !settings->key) return TRUE;
  if (settings->certificate && settings->key)
    return is_readable(settings->certificate, error) && is_readable(settings->key, error);
  g_set_error(error, LAP_LISTEN_ERROR, LAP_LISTEN_ERROR_CERTIFICATE,
              "TLS needs a certificate and its key: the %s is missing", settings->key ? "certificate" : "key");
  return FALSE;
}

int lap_listener_check_key(void *tls)
{
  if (SSL_CTX_check_private_key(tls) == 1) return 0;
  lap_listener_complain("the key is of another certificate");
  return -1;
}
