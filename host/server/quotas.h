/* Quotas: how much of the server one client may use.
 *
 * A client is an address (LapAddress): all connections from one IPv4 address, or from one /64 of IPv6, share what it
 * may use, since one client can open many connections. Behind a proxy that is trusted it is the address that the proxy
 * reports (host/transport/proxies.h).
 *
 * A rate is a bucket of tokens: it holds at most "burst" tokens, each request takes one, and it refills at "rate"
 * tokens a second. Long messages take more, and requests that took long are charged afterwards, so that the server's
 * time is limited and not only the number of requests. If the bucket is empty, the request fails with an error that
 * says how long to wait. What may be used up within an hour is counted (LapHour). Who comes first when there is more to
 * do than time is decided in fair.h. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* --- rates */

typedef struct {
  gint64 filled_at; /* monotonic microseconds; 0: not used yet, so full */
  gint64 level;     /* in millionths of a request */
} LapRate;

/* Takes the cost of a request of `bytes`, if the bucket holds enough.
 * Returns: 0, or how many milliseconds to wait until it does. */
gint64 lap_rate_take(LapRate *rate, gint64 per_second, gint64 burst, gsize bytes, gint64 now);

/* Charges as many requests more, without a refusal: the balance may become negative, at most by the bucket's size. What
 * was refused after a part of it had been taken would be refused again and again. */
void lap_rate_charge_requests(LapRate *rate, gint64 burst, guint64 requests);

/* Charges the microseconds that a request took, after it, likewise. */
void lap_rate_charge(LapRate *rate, gint64 burst, gint64 work);

/* --- what is counted for an hour, from the first on */

typedef struct {
  gint64 since; /* monotonic */
  gint64 count;
} LapHour;

void lap_hour_add(LapHour *hour, gint64 n, gint64 now);
/* How many milliseconds to wait until there may be more, if there may be `max` within the hour; 0 if there may be one
 * now. */
gint64 lap_hour_wait(const LapHour *hour, gint64 max, gint64 now);

/* --- addresses */

typedef struct {
  char *name; /* lap_address_name */
  guint connections;
  guint matches;     /* those whose bots it pays for (bills.h) */
  LapRate requests;  /* over JSON-RPC */
  LapRate pages;     /* over HTTP */
  LapHour created;   /* matches */
  LapHour entries;   /* of logs, at its request */
  LapHour bot_moves; /* in matches of bots alone that it created */
  guint guesses;     /* wrong ones at tokens, not yet forgotten */
  gint64 guessed_at; /* monotonic: the last of them */

  /* fair.c */
  gint64 credit, credited_at; /* microseconds of work; monotonic */
  GQueue deferred;            /* messages */
  GList link;                 /* among the addresses that have some */
} LapAddress;

typedef struct LapAddresses LapAddresses;

LapAddresses *lap_addresses_new(void);
void lap_addresses_free(LapAddresses *addresses);

/* The part of an address that is counted as one client: all of an IPv4 one, the first 64 bits of an IPv6 one.
 * Returns: (transfer full) */
char *lap_address_name(const char *address);

/* What is known of an address; it is added if it is new. Valid until lap_addresses_tidy, and as long as `connections`
 * or `matches` of it are not 0. (transfer none) */
LapAddress *lap_addresses_find(LapAddresses *addresses, const char *address);

/* Limits guessing of tokens and invitations: LAP_GUESSES_FREE wrong ones have no effect; after each further one the
 * address must wait, for a second at first, then for twice as long each time, up to a minute. The count is reset after
 * ten minutes without a wrong one. `now`: monotonic microseconds. */
enum { LAP_GUESSES_FREE = 10 };
/* How many milliseconds to wait until a token may be tried from this address; 0 if one may be tried now. */
gint64 lap_address_guess_wait(const LapAddress *address, gint64 now);
/* Counts a wrong token. Returns: how many there were, including this one. */
guint lap_address_guessed(LapAddress *address, gint64 now);

/* Forgets those of which nothing counts any more. */
void lap_addresses_tidy(LapAddresses *addresses);

G_END_DECLS
