/* What is counted to keep one from taking all: requests, and places that they come from. */
#include <glib.h>
#include <time.h>

#include "host/server/quotas.h"

#define SECOND G_USEC_PER_SEC

/* Microseconds by which the clock of this program is ahead. */
static gint64 ahead;

/* In place of GLib's, for what is linked into this program. */
gint64 g_get_monotonic_time(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * SECOND + now.tv_nsec / 1000 + ahead;
}

static void test_burst(void)
{
  LapRate rate = {0};
  for (guint i = 0; i < 5; i++) g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 0);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 101);
  g_assert_cmpint(rate.refused, ==, 1);
}

static void test_refill(void)
{
  LapRate rate = {0};
  for (guint i = 0; i < 5; i++) lap_rate_take(&rate, 10, 5, 0, SECOND);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND + SECOND / 20), ==, 51);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND + SECOND / 10), ==, 0);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND + SECOND / 10), >, 0);
  g_assert_cmpint(rate.refused, ==, 2);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, 100 * SECOND), ==, 0);
  g_assert_cmpint(rate.refused, ==, 0);
}

static void test_bytes(void)
{
  LapRate rate = {0};
  g_assert_cmpint(lap_rate_take(&rate, 1, 10, 8 * 4096, SECOND), ==, 0);
  g_assert_cmpint(lap_rate_take(&rate, 1, 10, 0, SECOND), ==, 0);
  g_assert_cmpint(lap_rate_take(&rate, 1, 10, 0, SECOND), >, 0);
  LapRate other = {0};
  g_assert_cmpint(lap_rate_take(&other, 1, 10, 1 << 20, SECOND), ==, 0);
}

static void test_work(void)
{
  LapRate rate = {0};
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 0);
  lap_rate_charge(&rate, 5, 1999);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 0);
  lap_rate_charge(&rate, 5, 6 * 2000);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 401);
  lap_rate_charge(&rate, 5, SECOND);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 601);
}

static void test_places(void)
{
  static const struct {
    const char *address, *place;
  } cases[] = {
      {"127.0.0.1", "127.0.0.1"},
      {"::1", "::1"},
      {"::ffff:192.0.2.1", "192.0.2.1"},
      {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
      {"2001:db8:1:2:ffff::1", "2001:db8:1:2::"},
      {"stdio", "stdio"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *place = lap_address_place(cases[i].address);
    g_assert_cmpstr(place, ==, cases[i].place);
  }
}

static void test_counts(void)
{
  LapAddresses *addresses = lap_addresses_new();
  lap_addresses_opened(addresses, "2001:db8::1");
  lap_addresses_opened(addresses, "2001:db8::2");
  g_assert_cmpuint(lap_addresses_connections(addresses, "2001:db8::3"), ==, 2);
  g_assert_cmpuint(lap_addresses_connections(addresses, "192.0.2.1"), ==, 0);
  lap_addresses_closed(addresses, "2001:db8::1");
  lap_addresses_tidy(addresses);
  g_assert_cmpuint(lap_addresses_connections(addresses, "2001:db8::3"), ==, 1);
  lap_addresses_free(addresses);
}

static void test_created(void)
{
  LapAddresses *addresses = lap_addresses_new();
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpint(lap_addresses_wait(addresses, "192.0.2.1", 3), ==, 0);
    lap_addresses_created(addresses, "192.0.2.1");
  }
  lap_addresses_tidy(addresses);
  gint64 wait = lap_addresses_wait(addresses, "192.0.2.1", 3);
  g_assert_cmpint(wait, >, 3500 * 1000);
  g_assert_cmpint(wait, <=, 3600 * 1000 + 1);
  g_assert_cmpint(lap_addresses_wait(addresses, "192.0.2.2", 3), ==, 0);
  ahead += G_TIME_SPAN_HOUR;
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpint(lap_addresses_wait(addresses, "192.0.2.1", 3), ==, 0);
    lap_addresses_created(addresses, "192.0.2.1");
  }
  g_assert_cmpint(lap_addresses_wait(addresses, "192.0.2.1", 3), >, 0);
  lap_addresses_free(addresses);
}

static void test_guesses(void)
{
  LapAddresses *addresses = lap_addresses_new();
  gint64 now = SECOND;
  for (guint i = 1; i <= LAP_GUESSES_FREE; i++) {
    g_assert_cmpint(lap_addresses_guess_wait(addresses, "2001:db8::1", now), ==, 0);
    g_assert_cmpuint(lap_addresses_guessed(addresses, "2001:db8::1", now), ==, i);
  }
  g_assert_cmpint(lap_addresses_guess_wait(addresses, "2001:db8::2", now), ==, 0);
  static const gint64 seconds[] = {1, 2, 4, 8, 16, 32, 60, 60, 60};
  for (guint i = 0; i < G_N_ELEMENTS(seconds); i++) {
    lap_addresses_guessed(addresses, "2001:db8::2", now);
    g_assert_cmpint(lap_addresses_guess_wait(addresses, "2001:db8::3", now), ==, seconds[i] * 1000 + 1);
    g_assert_cmpint(lap_addresses_guess_wait(addresses, "2001:db8:0:1::1", now), ==, 0);
    now += seconds[i] * SECOND;
    g_assert_cmpint(lap_addresses_guess_wait(addresses, "2001:db8::3", now), ==, 0);
  }
  lap_addresses_tidy(addresses);
  now += 600 * SECOND;
  g_assert_cmpuint(lap_addresses_guessed(addresses, "2001:db8::1", now), ==, 1);
  lap_addresses_free(addresses);
}

static void test_requests(void)
{
  LapAddresses *addresses = lap_addresses_new();
  for (guint i = 0; i < 5; i++) g_assert_cmpint(lap_addresses_request(addresses, "2001:db8::1", 10, 5, SECOND), ==, 0);
  g_assert_cmpint(lap_addresses_request(addresses, "2001:db8::2", 10, 5, SECOND), >, 0);
  g_assert_cmpint(lap_addresses_request(addresses, "192.0.2.1", 10, 5, SECOND), ==, 0);
  g_assert_cmpint(lap_addresses_request(addresses, "2001:db8::2", 10, 5, 2 * SECOND), ==, 0);
  lap_addresses_free(addresses);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/rate/a-burst-is-let-through-and-what-follows-is-told-how-long-to-wait", test_burst);
  g_test_add_func("/rate/a-rest-fills-it-again", test_refill);
  g_test_add_func("/rate/long-messages-cost-more-but-one-always-passes", test_bytes);
  g_test_add_func("/rate/work-is-paid-for-afterwards", test_work);
  g_test_add_func("/addresses/a-network-of-ipv6-counts-as-one-place", test_places);
  g_test_add_func("/addresses/connections-are-counted-by-place", test_counts);
  g_test_add_func("/addresses/matches-are-counted-for-an-hour", test_created);
  g_test_add_func("/addresses/who-guesses-at-tokens-waits-longer-and-longer", test_guesses);
  g_test_add_func("/addresses/http-requests-are-counted-by-place", test_requests);
  return g_test_run();
}
