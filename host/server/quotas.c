#include "quotas.h"

#include <gio/gio.h>
#include <string.h>

/* --- rates */

#define ONE 1000000
#define BYTES_FREE 4096
#define WORK_FREE 2000 /* microseconds */

static void fill(LapRate *rate, gint64 per_second, gint64 full, gint64 now)
{
  gint64 elapsed = MIN(now - rate->filled_at, (gint64)3600 * ONE);
  rate->level = rate->filled_at ? MIN(full, rate->level + elapsed * per_second) : full;
  rate->filled_at = now;
}

gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now)
{
  gint64 full = burst * ONE, cost = MIN(full, (gint64)(1 + bytes / BYTES_FREE) * ONE);
  fill(rate, per_second, full, now);
  if (rate->level < cost) return (cost - rate->level) / per_second / 1000 + 1;
  rate->level -= cost;
  return 0;
}

void lap_rate_charge_requests(LapRate *rate, gint64 burst, guint64 requests)
{
  const guint64 most = 2 * (guint64)burst;
  rate->level = MAX(rate->level - (gint64)MIN(requests, most) * ONE, -burst * ONE);
}

void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work)
{
  lap_rate_charge_requests(rate, burst, (guint64)(work / WORK_FREE));
}

/* --- hours */

#define HOUR ((gint64)G_TIME_SPAN_HOUR)

static gboolean is_past(const LapHour *hour, gint64 now) { return !hour->count || now - hour->since >= HOUR; }

void lap_hour_add(LapHour *hour, gint64 n, gint64 now)
{
  if (is_past(hour, now)) *hour = (LapHour){.since = now};
  hour->count += n;
}

gint64 lap_hour_wait(const LapHour *hour, gint64 max, gint64 now)
{
  return is_past(hour, now) || hour->count < max ? 0 : (hour->since + HOUR - now) / 1000 + 1;
}

/* --- addresses */

struct LapAddresses {
  GHashTable *known; /* of lap_address_name, to LapAddress */
};

static void address_free(gpointer data)
{
  LapAddress *address = data;
  g_free(address->name);
  g_free(address);
}

LapAddresses *lap_addresses_new(void)
{
  LapAddresses *addresses = g_new0(LapAddresses, 1);
  addresses->known = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, address_free);
  return addresses;
}

void lap_addresses_free(LapAddresses *addresses)
{
  g_hash_table_unref(addresses->known);
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
char *lap_address_name(const char *address)
{
  const char *bare = g_ascii_strncasecmp(address, "::ffff:", 7) == 0 && strchr(address, '.') ? address + 7 : address;
  g_autoptr(GInetAddress) inet = g_inet_address_new_from_string(bare);
  gboolean is_network = inet && g_inet_address_get_family(inet) == G_SOCKET_FAMILY_IPV6;
  return is_network && !g_inet_address_get_is_loopback(inet) ? first_64_bits(inet) : g_strdup(bare);
}

LapAddress *lap_addresses_find(LapAddresses *addresses, const char *text)
{
  g_autofree char *name = lap_address_name(text);
  LapAddress *address = g_hash_table_lookup(addresses->known, name);
  if (address) return address;
  address = g_new0(LapAddress, 1);
  address->name = g_steal_pointer(&name);
  address->link.data = address;
  g_queue_init(&address->deferred);
  g_hash_table_insert(addresses->known, address->name, address);
  return address;
}

/* --- guesses at tokens */

#define GUESSES_FORGOTTEN ((gint64)10 * G_TIME_SPAN_MINUTE)
#define GUESS_WAIT_MAX ((gint64)G_TIME_SPAN_MINUTE)

static gboolean are_guesses_past(const LapAddress *address, gint64 now)
{
  return !address->guesses || now - address->guessed_at >= GUESSES_FORGOTTEN;
}

/* How long after the last guess none may follow. */
static gint64 guess_pause(guint guesses)
{
  if (guesses <= LAP_GUESSES_FREE) return 0;
  return MIN((gint64)G_TIME_SPAN_SECOND << MIN(guesses - LAP_GUESSES_FREE - 1, 16), GUESS_WAIT_MAX);
}

gint64 lap_address_guess_wait(const LapAddress *address, gint64 now)
{
  gint64 left = address->guessed_at + guess_pause(address->guesses) - now;
  return address->guesses && left > 0 ? left / 1000 + 1 : 0;
}

guint lap_address_guessed(LapAddress *address, gint64 now)
{
  if (are_guesses_past(address, now)) address->guesses = 0;
  address->guessed_at = now;
  return ++address->guesses;
}

/* --- forgetting */

static gboolean is_idle(gpointer name G_GNUC_UNUSED, gpointer value, gpointer data)
{
  const LapAddress *address = value;
  gint64 now = *(gint64 *)data;
  return !address->connections && !address->matches && is_past(&address->created, now) &&
         is_past(&address->entries, now) && is_past(&address->bot_moves, now) && are_guesses_past(address, now) &&
         now - address->requests.filled_at >= HOUR && now - address->pages.filled_at >= HOUR;
}

void lap_addresses_tidy(LapAddresses *addresses)
{
  gint64 now = g_get_monotonic_time();
  g_hash_table_foreach_remove(addresses->known, is_idle, &now);
}
