/* Which address a request behind proxies comes from. */
#include "host/transport/proxies.h"

#include <string.h>

static const char *const trusted[] = {"127.0.0.1", "10.0.0.0/8", "fd00::/8", NULL};

static void test_trust(void)
{
  g_autoptr(LapProxies) proxies = lap_proxies_new(trusted, NULL), none = lap_proxies_new(NULL, NULL);
  static const char *const good[] = {"127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3", "fd12::1"};
  static const char *const other[] = {"127.0.0.2", "11.0.0.1", "::1", "stdio", "unknown", ""};
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
    g_assert_true(lap_proxies_trust(proxies, good[i]));
    g_assert_false(lap_proxies_trust(none, good[i]));
  }
  for (guint i = 0; i < G_N_ELEMENTS(other); i++) g_assert_false(lap_proxies_trust(proxies, other[i]));
}

static void test_client(void)
{
  static const struct {
    const char *forwarded, *client;
  } cases[] = {
      {"192.0.2.1", "192.0.2.1"},
      {"203.0.113.9, 192.0.2.1", "192.0.2.1"},
      {"203.0.113.9,192.0.2.1 , 10.2.3.4", "192.0.2.1"},
      {"203.0.113.9, 10.2.3.4", "203.0.113.9"},
      {"10.9.9.9", "10.9.9.9"},
      {"192.0.2.1:4711", "192.0.2.1"},
      {"[2001:db8::1]:4711", "2001:db8::1"},
      {"[2001:db8::1]", "2001:db8::1"},
      {"2001:db8::1", "2001:db8::1"},
      {"::ffff:192.0.2.1", "192.0.2.1"},
      /* What is no address is not believed, nor what stands before it. */
      {"192.0.2.1, unknown", "127.0.0.1"},
      {"192.0.2.1, unknown, 10.2.3.4", "10.2.3.4"},
      {"192.0.2.1, ", "127.0.0.1"},
      {"[2001:db8::1", "127.0.0.1"},
      {"[2001:db8::1]x", "127.0.0.1"},
      {"", "127.0.0.1"},
  };
  g_autoptr(LapProxies) proxies = lap_proxies_new(trusted, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *client = lap_proxies_client(proxies, "127.0.0.1", cases[i].forwarded);
    g_assert_cmpstr(client, ==, cases[i].client);
  }
}

static void test_wrong(void)
{
  static const char *const wrong[] = {"", "localhost", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/", "::1/129"};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    const char *const list[] = {wrong[i], NULL};
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_proxies_new(list, &error));
    g_assert_nonnull(strstr(error->message, "is not an address, or a network such as"));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/proxies/only-named-ones-are-trusted", test_trust);
  g_test_add_func("/proxies/the-client-is-the-last-address-that-is-not-a-proxys", test_client);
  g_test_add_func("/proxies/what-is-no-address-is-refused-with-what-would-be-right", test_wrong);
  return g_test_run();
}
