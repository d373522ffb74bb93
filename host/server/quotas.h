/* Quotas: how much of the server one client may use.
 *
 * A rate is a bucket of tokens: it holds at most "burst" tokens, each request takes one, and it refills at "rate"
 * tokens a second. Long messages take more, and requests that took long are charged afterwards, so that the server's
 * time is limited and not only the number of requests. If the bucket is empty, the request fails with an error that
 * says how long to wait.
 *
 * Connections, matches created within an hour, and wrong guesses at tokens are counted by address, since one client can
 * open many connections. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* --- the rate of a connection */

typedef struct {
  gint64 filled_at; /* monotonic microseconds; 0: not used yet, so full */
  gint64 level;     /* in millionths of a request */
  gint64 refused;   /* requests refused since the bucket was full */
} LapRate;

/* Takes the cost of a request of `bytes`, if the bucket holds enough.
 * Returns: 0, or how many milliseconds to wait until it does. */
gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now);

/* Charges the microseconds that a request took, after it. The balance may become negative, at most by the bucket's
 * size. */
void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work);

/* --- addresses */

typedef struct LapAddresses LapAddresses;

LapAddresses *lap_addresses_new(void);
void lap_addresses_free(LapAddresses *addresses);

/* The part of an address that is counted as one client: all of an IPv4 one, the first 64 bits of an IPv6 one.
 * Returns: (transfer full) */
char *lap_address_place(const char *address);

guint lap_addresses_connections(LapAddresses *addresses, const char *address);
void lap_addresses_opened(LapAddresses *addresses, const char *address);
void lap_addresses_closed(LapAddresses *addresses, const char *address);

/* How many milliseconds to wait until another match may be created from this place; 0 if one may be created now. */
gint64 lap_addresses_wait(LapAddresses *addresses, const char *address, gint64 max);
void lap_addresses_created(LapAddresses *addresses, const char *address);

/* Limits guessing of tokens and invitations: LAP_GUESSES_FREE wrong ones have no effect; after each further one the
 * address must wait, for a second at first, then for twice as long each time, up to a minute. The count is reset after
 * ten minutes without a wrong one. `now`: monotonic microseconds. */
enum { LAP_GUESSES_FREE = 10 };
/* How many milliseconds to wait until a token may be tried from this place; 0 if one may be tried now. */
gint64 lap_addresses_guess_wait(LapAddresses *addresses, const char *address, gint64 now);
/* Counts a wrong token. Returns: how many there were, including this one. */
guint lap_addresses_guessed(LapAddresses *addresses, const char *address, gint64 now);

/* Takes one HTTP request from the rate of an address. Returns: 0, or how many milliseconds to wait. */
gint64 lap_addresses_request(LapAddresses *addresses, const char *address, gint64 per_second, gint64 burst, gint64 now);

/* Forgets those of which nothing counts any more. */
void lap_addresses_tidy(LapAddresses *addresses);

G_END_DECLS
