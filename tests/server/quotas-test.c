/* What is counted to keep one from taking all: requests, and addresses that they come from. */
#include <glib.h>

#include "host/server/quotas.h"

#define SECOND G_USEC_PER_SEC

static void test_burst(void)
{
  LapRate rate = {0};
  for (guint i = 0; i < 5; i++) g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 0);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND), ==, 101);
}

static void test_refill(void)
{
  LapRate rate = {0};
  for (guint i = 0; i < 5; i++) lap_rate_take(&rate, 10, 5, 0, SECOND);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND + SECOND / 20), ==, 51);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND + SECOND / 10), ==, 0);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, SECOND + SECOND / 10), >, 0);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, 100 * SECOND), ==, 0);
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

/* What a request turns out to cost more is not refused: who waits as long as is said is answered, whatever that is. */
static void test_more(void)
{
  LapRate rate = {0};
  gint64 now = SECOND;
  for (guint i = 0; i < 20; i++) {
    const gint64 wait = lap_rate_take(&rate, 10, 5, 0, now);
    now += wait * 1000;
    if (wait) g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, now), ==, 0);
    lap_rate_charge_requests(&rate, 5, 2);
  }
  lap_rate_charge_requests(&rate, 5, G_MAXUINT64);
  g_assert_cmpint(lap_rate_take(&rate, 10, 5, 0, now), ==, 601);
}

static void test_names(void)
{
  static const struct {
    const char *address, *name;
  } cases[] = {
      {"127.0.0.1", "127.0.0.1"},
      {"::1", "::1"},
      {"::ffff:192.0.2.1", "192.0.2.1"},
      {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
      {"2001:db8:1:2:ffff::1", "2001:db8:1:2::"},
      {"stdio", "stdio"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *name = lap_address_name(cases[i].address);
    g_assert_cmpstr(name, ==, cases[i].name);
  }
}

static void test_counts(void)
{
  LapAddresses *addresses = lap_addresses_new();
  LapAddress *address = lap_addresses_find(addresses, "2001:db8::1");
  g_assert_true(address == lap_addresses_find(addresses, "2001:db8::2"));
  g_assert_false(address == lap_addresses_find(addresses, "192.0.2.1"));
  address->connections = 1;
  lap_addresses_tidy(addresses);
  g_assert_true(address == lap_addresses_find(addresses, "2001:db8::3"));
  g_assert_cmpuint(address->connections, ==, 1);
  g_assert_cmpuint(lap_addresses_find(addresses, "192.0.2.1")->connections, ==, 0);
  lap_addresses_free(addresses);
}

static void test_hours(void)
{
  LapHour hour = {0};
  gint64 now = SECOND;
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpint(lap_hour_wait(&hour, 3, now), ==, 0);
    lap_hour_add(&hour, 1, now);
  }
  g_assert_cmpint(lap_hour_wait(&hour, 3, now + 10 * SECOND), ==, 3590 * 1000 + 1);
  g_assert_cmpint(lap_hour_wait(&hour, 4, now), ==, 0);
  now += G_TIME_SPAN_HOUR;
  g_assert_cmpint(lap_hour_wait(&hour, 3, now), ==, 0);
  lap_hour_add(&hour, 5, now);
  g_assert_cmpint(lap_hour_wait(&hour, 3, now), >, 0);
}

static void test_guesses(void)
{
  LapAddresses *addresses = lap_addresses_new();
  LapAddress *address = lap_addresses_find(addresses, "2001:db8::1");
  gint64 now = SECOND;
  for (guint i = 1; i <= LAP_GUESSES_FREE; i++) {
    g_assert_cmpint(lap_address_guess_wait(address, now), ==, 0);
    g_assert_cmpuint(lap_address_guessed(address, now), ==, i);
  }
  g_assert_cmpint(lap_address_guess_wait(address, now), ==, 0);
  static const gint64 seconds[] = {1, 2, 4, 8, 16, 32, 60, 60, 60};
  for (guint i = 0; i < G_N_ELEMENTS(seconds); i++) {
    lap_address_guessed(address, now);
    g_assert_cmpint(lap_address_guess_wait(address, now), ==, seconds[i] * 1000 + 1);
    now += seconds[i] * SECOND;
    g_assert_cmpint(lap_address_guess_wait(address, now), ==, 0);
  }
  now += 600 * SECOND;
  g_assert_cmpuint(lap_address_guessed(address, now), ==, 1);
  lap_addresses_free(addresses);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/rate/a-burst-is-let-through-and-what-follows-is-told-how-long-to-wait", test_burst);
  g_test_add_func("/rate/a-rest-fills-it-again", test_refill);
  g_test_add_func("/rate/long-messages-cost-more-but-one-always-passes", test_bytes);
  g_test_add_func("/rate/work-is-paid-for-afterwards", test_work);
  g_test_add_func("/rate/who-waits-as-long-as-it-is-told-is-answered", test_more);
  g_test_add_func("/hour/what-is-used-up-is-there-again-after-an-hour", test_hours);
  g_test_add_func("/addresses/a-network-of-ipv6-counts-as-one-address", test_names);
  g_test_add_func("/addresses/one-is-known-while-it-has-connections", test_counts);
  g_test_add_func("/addresses/who-guesses-at-tokens-waits-longer-and-longer", test_guesses);
  return g_test_run();
}
