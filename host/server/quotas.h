/* Quotas: how much of the server one client may use.
 *
 * A rate is a bucket of tokens: it holds as many as a connection may ask at once after a rest ("burst"), each request
 * takes one, and it fills at so many a second ("rate"). Long messages take more, and work that turned out long is
 * charged afterwards, so that what is paid is the server's time and not the number of requests. A caller who finds the
 * bucket empty gets an error that says how long to wait.
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
  gint64 refused;   /* since it was full */
} LapRate;

/* Takes what a request of `bytes` costs, if there is as much.
 * Returns: 0, or how many milliseconds to wait for it. */
gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now);

/* Takes more for what a request turned out to need: microseconds of work. It may leave the bucket emptier than empty,
 * at most as far as it was full. */
void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work);

/* --- addresses */

typedef struct LapAddresses LapAddresses;

LapAddresses *lap_addresses_new(void);
void lap_addresses_free(LapAddresses *addresses);

/* The part of an address that counts as one place: all of an IPv4 one, the first 64 bits of an IPv6 one.
 * Returns: (transfer full) */
char *lap_address_place(const char *address);

guint lap_addresses_connections(LapAddresses *addresses, const char *address);
void lap_addresses_opened(LapAddresses *addresses, const char *address);
void lap_addresses_closed(LapAddresses *addresses, const char *address);

/* How many milliseconds to wait until another match may be created from there: 0 if one may be now. */
gint64 lap_addresses_wait(LapAddresses *addresses, const char *address, gint64 max);
void lap_addresses_created(LapAddresses *addresses, const char *address);

/* A brake on those who guess at tokens and invitations: LAP_GUESSES_FREE wrong ones cost nothing, each further one
 * makes the address wait for a second, then for twice as long each time, up to a minute. Ten minutes without a wrong
 * one and all is forgotten. `now`: monotonic microseconds. */
enum { LAP_GUESSES_FREE = 10 };
/* How many milliseconds to wait until a token may be tried from there: 0 if one may be now. */
gint64 lap_addresses_guess_wait(LapAddresses *addresses, const char *address, gint64 now);
/* Counts a wrong one. Returns: how many there were, this one included. */
guint lap_addresses_guessed(LapAddresses *addresses, const char *address, gint64 now);

/* Forgets those of which nothing counts any more. */
void lap_addresses_tidy(LapAddresses *addresses);

G_END_DECLS
