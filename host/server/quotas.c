#include "quotas.h"

#include <gio/gio.h>
#include <string.h>

/* --- the rate of a connection */

#define ONE 1000000
#define BYTES_FREE 4096
#define WORK_FREE 2000 /* microseconds */

static void fill(LapRate *rate, gint64 per_second, gint64 full, gint64 now)
{
  gint64 elapsed = MIN(now - rate->filled_at, (gint64)3600 * ONE);
  rate->level = rate->filled_at ? MIN(full, rate->level + elapsed * per_second) : full;
  rate->filled_at = now;
  if (rate->level == full) rate->refused = 0;
}

gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now)
{
  gint64 full = burst * ONE, cost = MIN(full, (gint64)(1 + bytes / BYTES_FREE) * ONE);
  fill(rate, per_second, full, now);
  if (rate->level < cost) {
    rate->refused++;
    return (cost - rate->level) / per_second / 1000 + 1;
  }
  rate->level -= cost;
  return 0;
}

void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work)
{
  rate->level = MAX(rate->level - work / WORK_FREE * ONE, -burst * ONE);
}

/* --- addresses */

#define HOUR ((gint64)G_TIME_SPAN_HOUR)

typedef struct {
  guint connections;
  gint64 since; /* monotonic: when the hour began in which `created` counts */
  gint64 created;
  guint guesses;     /* wrong ones at tokens, not yet forgotten */
  gint64 guessed_at; /* monotonic: the last of them */
  LapRate requests;  /* HTTP */
} Place;

struct LapAddresses {
  GHashTable *places; /* of lap_address_place, to Place */
};

LapAddresses *lap_addresses_new(void)
{
  LapAddresses *addresses = g_new0(LapAddresses, 1);
  addresses->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  return addresses;
}

void lap_addresses_free(LapAddresses *addresses)
{
  g_hash_table_unref(addresses->places);
  g_free(addresses);
}

static char *first_64_bits(GInetAddress *inet)
{
  guint8 bytes[16] = {0};
  memcpy(bytes, g_inet_address_to_bytes(inet), 8);
  g_autoptr(GInetAddress) network = g_inet_address_new_from_bytes(bytes, G_SOCKET_FAMILY_IPV6);
  return g_inet_address_to_string(network);
}

/* An IPv4 address mapped into IPv6 ("::ffff:192.0.2.1") counts as the IPv4 address. */
char *lap_address_place(const char *address)
{
  const char *bare = g_ascii_strncasecmp(address, "::ffff:", 7) == 0 && strchr(address, '.') ? address + 7 : address;
  g_autoptr(GInetAddress) inet = g_inet_address_new_from_string(bare);
  gboolean is_network = inet && g_inet_address_get_family(inet) == G_SOCKET_FAMILY_IPV6;
  return is_network && !g_inet_address_get_is_loopback(inet) ? first_64_bits(inet) : g_strdup(bare);
}

static Place *find(LapAddresses *addresses, const char *address)
{
  g_autofree char *place = lap_address_place(address);
  return g_hash_table_lookup(addresses->places, place);
}

static Place *find_or_add(LapAddresses *addresses, const char *address)
{
  Place *place = find(addresses, address);
  if (place) return place;
  place = g_new0(Place, 1);
  g_hash_table_insert(addresses->places, lap_address_place(address), place);
  return place;
}

guint lap_addresses_connections(LapAddresses *addresses, const char *address)
{
  const Place *place = find(addresses, address);
  return place ? place->connections : 0;
}

void lap_addresses_opened(LapAddresses *addresses, const char *address)
{
  find_or_add(addresses, address)->connections++;
}

void lap_addresses_closed(LapAddresses *addresses, const char *address)
{
  Place *place = find(addresses, address);
  if (place && place->connections) place->connections--;
}

static gboolean is_past(const Place *place, gint64 now) { return now - place->since >= HOUR; }

gint64 lap_addresses_wait(LapAddresses *addresses, const char *address, gint64 max)
{
  const Place *place = find(addresses, address);
  gint64 now = g_get_monotonic_time();
  if (!place || is_past(place, now) || place->created < max) return 0;
  return (place->since + HOUR - now) / 1000 + 1;
}

void lap_addresses_created(LapAddresses *addresses, const char *address)
{
  Place *place = find_or_add(addresses, address);
  gint64 now = g_get_monotonic_time();
  if (!place->created || is_past(place, now)) {
    place->since = now;
    place->created = 0;
  }
  place->created++;
}

/* --- guesses at tokens */

#define GUESSES_FORGOTTEN ((gint64)10 * G_TIME_SPAN_MINUTE)
#define GUESS_WAIT_MAX ((gint64)G_TIME_SPAN_MINUTE)

static gboolean are_guesses_past(const Place *place, gint64 now)
{
  return !place->guesses || now - place->guessed_at >= GUESSES_FORGOTTEN;
}

/* How long after the last guess none may follow. */
static gint64 guess_pause(guint guesses)
{
  if (guesses <= LAP_GUESSES_FREE) return 0;
  return MIN((gint64)G_TIME_SPAN_SECOND << MIN(guesses - LAP_GUESSES_FREE - 1, 16), GUESS_WAIT_MAX);
}

gint64 lap_addresses_guess_wait(LapAddresses *addresses, const char *address, gint64 now)
{
  const Place *place = find(addresses, address);
  if (!place) return 0;
  gint64 left = place->guessed_at + guess_pause(place->guesses) - now;
  return place->guesses && left > 0 ? left / 1000 + 1 : 0;
}

guint lap_addresses_guessed(LapAddresses *addresses, const char *address, gint64 now)
{
  Place *place = find_or_add(addresses, address);
  if (are_guesses_past(place, now)) place->guesses = 0;
  place->guessed_at = now;
  return ++place->guesses;
}

/* --- HTTP requests */

gint64 lap_addresses_request(LapAddresses *addresses, const char *address, gint64 per_second, gint64 burst, gint64 now)
{
  return lap_rate_take(&find_or_add(addresses, address)->requests, per_second, burst, 0, now);
}

static gboolean is_idle(gpointer name G_GNUC_UNUSED, gpointer value, gpointer now)
{
  const Place *place = value;
  return !place->connections && (!place->created || is_past(place, *(gint64 *)now)) &&
         are_guesses_past(place, *(gint64 *)now) && *(gint64 *)now - place->requests.filled_at >= HOUR;
}

void lap_addresses_tidy(LapAddresses *addresses)
{
  gint64 now = g_get_monotonic_time();
  g_hash_table_foreach_remove(addresses->places, is_idle, &now);
}
