#include "proxies.h"

#include <string.h>

struct LapProxies {
  GPtrArray *masks; /* of GInetAddressMask */
};

/* GLib's own reader takes lengths that are too long. */
static GInetAddressMask *read_mask(const char *text)
{
  g_auto(GStrv) parts = g_strsplit(text, "/", 2);
  g_autoptr(GInetAddress) address = parts[0] ? g_inet_address_new_from_string(parts[0]) : NULL;
  guint64 most = address ? g_inet_address_get_native_size(address) * 8 : 0, bits = most;
  if (!address || (parts[1] && !g_ascii_string_to_unsigned(parts[1], 10, 0, most, &bits, NULL))) return NULL;
  return g_inet_address_mask_new(address, (guint)bits, NULL);
}

LapProxies *lap_proxies_new(const char *const *trusted, GError **error)
{
  g_autoptr(LapProxies) proxies = g_new0(LapProxies, 1);
  proxies->masks = g_ptr_array_new_with_free_func(g_object_unref);
  for (; trusted && *trusted; trusted++) {
    GInetAddressMask *mask = read_mask(*trusted);
    if (!mask) {
      g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                  "\"%s\" is not an address, or a network such as 10.0.0.0/8 or fd00::/8", *trusted);
      return NULL;
    }
    g_ptr_array_add(proxies->masks, mask);
  }
  return g_steal_pointer(&proxies);
}

void lap_proxies_free(LapProxies *proxies)
{
  g_ptr_array_unref(proxies->masks);
  g_free(proxies);
}

/* --- addresses */

/* An IPv4 address mapped into IPv6 is the IPv4 address. */
static GInetAddress *read_bare(const char *text)
{
  gboolean is_mapped = g_ascii_strncasecmp(text, "::ffff:", 7) == 0 && strchr(text, '.');
  return g_inet_address_new_from_string(is_mapped ? text + 7 : text);
}

/* "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]" or "[2001:db8::1]:4711"; NULL if it is none. */
static GInetAddress *read_address(const char *text)
{
  g_autofree char *copy = g_strstrip(g_strdup(text));
  char *end = *copy == '[' ? strchr(copy, ']') : NULL;
  char *first_colon = strchr(copy, ':');
  if (*copy == '[') {
    if (!end || (end[1] && end[1] != ':')) return NULL;
    *end = '\0';
    return read_bare(copy + 1);
  }
  if (first_colon && strchr(copy, '.') && !strchr(first_colon + 1, ':')) *first_colon = '\0';
  return read_bare(copy);
}

static gboolean trusts(const LapProxies *proxies, GInetAddress *address)
{
  for (guint i = 0; i < proxies->masks->len; i++) {
    GInetAddressMask *mask = proxies->masks->pdata[i];
    if (g_inet_address_mask_get_family(mask) == g_inet_address_get_family(address) &&
        g_inet_address_mask_matches(mask, address))
      return TRUE;
  }
  return FALSE;
}

gboolean lap_proxies_trust(const LapProxies *proxies, const char *address)
{
  g_autoptr(GInetAddress) inet = proxies->masks->len ? read_bare(address) : NULL;
  return inet && trusts(proxies, inet);
}

char *lap_proxies_client(const LapProxies *proxies, const char *peer, const char *forwarded)
{
  g_auto(GStrv) listed = g_strsplit(forwarded, ",", -1);
  g_autofree char *client = g_strdup(peer);
  for (guint i = g_strv_length(listed); i > 0; i--) {
    g_autoptr(GInetAddress) address = read_address(listed[i - 1]);
    if (!address) break;
    g_free(client);
    client = g_inet_address_to_string(address);
    if (!trusts(proxies, address)) break;
  }
  return g_steal_pointer(&client);
}
